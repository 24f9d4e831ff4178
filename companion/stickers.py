"""`lairkeeper stickers`: the stickers of all cards as pictures and as a sheet to print; and as things on a table."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from cards_db.games import Game, StickerPlace, sticker_kind
from cards_db.loader import load_files
from cards_db.overlay import FILE_NAME
from cards_db.texts import LANGUAGES, CardText
from companion import settings
from companion.drafts import write_all
from engine.boss_monster.cards import Boss, Counted, Hero, Item, Marker, MarkerRole, Miniboss, Room
from engine.core.cards import Card, Catalog
from engine.core.errors import CardDataError
from engine.core.ids import CardId, Code, CopyId
from vision.stickers import QUIET_MODULES, Role, StickerSpec

if TYPE_CHECKING:
    from cards_db.qr import Matrix
    from vision.tabletop import PhysicalCard

SETS = (
    "base",
    "next_level",
    "crash_landing",
    "tools_of_hero_kind",
    "rise_of_the_minibosses",
    "implements_of_destruction",
    "vault_of_villains",
    "promos",
    "table",
    "spell_pad",
)
"""Every set, as `game.toml` lists them; the help needs no file."""
DEFAULT_SETS = ("base", "table")
MANIFEST = "manifest.json"
Progress = Callable[[str], None]

_ROLES: Mapping[str, Role] = {
    "boss": Role.BOSS,
    "room": Role.ROOM,
    "hero": Role.HERO,
    "spell": Role.SPELL,
    "item": Role.ITEM,
    "miniboss": Role.MINIBOSS,
    MarkerRole.TOWN.value: Role.TOWN,
    MarkerRole.SPELL_PAD.value: Role.PAD,
    MarkerRole.ROOM_BACK.value: Role.BACK,
    MarkerRole.HERO_BACK.value: Role.BACK,
    MarkerRole.EPIC_BACK.value: Role.BACK,
    MarkerRole.ITEM_BACK.value: Role.BACK,
}


class UnknownSet(Exception):
    """Somebody asked for the stickers of a box that is not in the card files."""


@dataclass(frozen=True, slots=True)
class Sticker:
    """One sticker to print: its code, the physical card it goes on, and how many alike are needed."""

    code: Code
    card: CardId
    copy: int
    copies: int
    kind: str
    name: str
    size_mm: float
    prints: int

    @property
    def png(self) -> str:
        """The name of its picture."""
        return f"{self.code}.png"


def sticker_specs(catalog: Catalog, game: Game) -> dict[Code, StickerSpec]:
    """What the eye must know about every code: the sort of card, the size and the place on the card."""
    return {code: _spec(code, catalog[copy], game) for code, copy in catalog.codes.items()}


def physical_cards(
    catalog: Catalog, game: Game, texts: Mapping[CardId, CardText], backs: bool = True
) -> "dict[CopyId, PhysicalCard]":
    """The printed cards with their stickers, and the town marker. Backs are stickers on other cards, no cards."""
    from vision.tabletop import PhysicalCard

    back_codes = _back_codes(catalog) if backs else {}
    things: dict[CopyId, PhysicalCard] = {}
    for code, copy in catalog.codes.items():
        card = catalog[copy]
        spec = _spec(code, card, game)
        if spec.role is not Role.BACK:
            things[copy] = PhysicalCard(
                copy=copy,
                role=spec.role,
                code=code,
                size_mm=spec.size_mm,
                sticker_x_mm=spec.x_mm,
                sticker_y_mm=spec.y_mm,
                back=back_codes.get(_back_role(card), Code("")),
                title=texts[card.id].name,
                number=_printed_number(card),
                symbols=_printed_symbols(card),
            )
    return things


def stickers_of(catalog: Catalog, game: Game, texts: Mapping[CardId, CardText], sets: Sequence[str]) -> list[Sticker]:
    """The stickers of these sets, set by set in the order of the card files."""
    unknown = [name for name in sets if name not in game.set_ids]
    if unknown:
        raise UnknownSet(f"there is no set {', '.join(unknown)}; known sets: {', '.join(game.set_ids)}")
    backs = Counter(_back_role(card) for card in catalog.of_sets(sets) for _ in card.copy_ids)
    return [
        _sticker(catalog.code_of[copy], card, number, _place(card, game, backs), texts[card.id].name)
        for name in sets
        for card in catalog.of_sets((name,))
        for number, copy in enumerate(card.copy_ids, start=1)
    ]


def write_stickers(
    catalog: Catalog,
    game: Game,
    texts: Mapping[CardId, CardText],
    sets: Sequence[str],
    png_dir: Path | None,
    pdf_file: Path | None,
    progress: Progress,
) -> list[Sticker]:
    """Write one picture per sticker with a manifest, and a sheet to print. Nothing is written before all is ready."""
    from cards_db.qr import matrix

    stickers = stickers_of(catalog, game, texts, sets)
    files: dict[Path, bytes] = {}
    if png_dir is not None:
        progress(f"drawing {len(stickers)} pictures")
        files |= {png_dir / sticker.png: png_bytes(matrix(sticker.code)) for sticker in stickers}
        files[png_dir / MANIFEST] = json.dumps(_manifest(stickers), indent=1, ensure_ascii=False).encode("utf-8")
    if pdf_file is not None:
        from companion.sticker_sheet import sheet_pdf  # needs reportlab

        files[pdf_file] = sheet_pdf(stickers, matrix, progress)
    progress(f"writing {len(files)} files")
    write_all(files)
    return stickers


def png_bytes(modules: "Matrix") -> bytes:
    """A sticker as a grey picture: one pixel per module, with its quiet zone."""
    import struct
    import zlib

    import numpy as np

    pixels = np.where(np.pad(modules, QUIET_MODULES), 0, 255).astype(np.uint8)
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)
    height, width = pixels.shape

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)  # eight bits of grey
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command line of `lairkeeper stickers`."""
    parser.add_argument(
        "--sets",
        default=",".join(DEFAULT_SETS),
        metavar="SET,...",
        help="whose stickers; table is town marker and backs, spell_pad a marker for spells that are shown, the others "
        f"are boxes of cards: {', '.join(SETS)} "
        "(default: %(default)s)",
    )
    parser.add_argument("--png", type=Path, metavar="DIR", help=f"folder for one picture per code and {MANIFEST}")
    parser.add_argument("--pdf", type=Path, metavar="FILE", help="sheet to print at 100 %%, A4")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the card names (%(default)s)")
    parser.add_argument("--data", type=Path, metavar="DIR", help=f"folder with your own {FILE_NAME} (the usual one)")


def run(args: argparse.Namespace) -> int:
    """Write the stickers; 1 if they cannot be written, 2 for wrong use."""
    if args.png is None and args.pdf is None:
        return _fail("say where the stickers go: --png DIR, --pdf FILE or both", 2)
    sets = tuple(dict.fromkeys(name.strip() for name in args.sets.split(",") if name.strip()))
    if not sets:
        return _fail("--sets needs at least one set", 2)
    try:
        files = load_files(overlay=(args.data or settings.data_folder()) / FILE_NAME)
        stickers = write_stickers(
            files.catalog, files.game, files.texts[args.lang], sets, args.png, args.pdf, _to_stderr
        )
    except UnknownSet as error:
        return _fail(str(error), 2)
    except CardDataError as error:
        return _fail(f"the card files are broken: {error}", 1)
    except OSError as error:
        return _fail(f"nothing was written: {error}. Choose a folder that you may write to", 1)
    print(_summary(stickers, args.png, args.pdf))
    return 0


def _summary(stickers: Sequence[Sticker], png_dir: Path | None, pdf_file: Path | None) -> str:
    parts = [f"{len(stickers)} codes"]
    if png_dir is not None:
        parts.append(f"{len(stickers)} pictures and {MANIFEST} in {png_dir}")
    if pdf_file is not None:
        parts.append(f"{sum(sticker.prints for sticker in stickers)} stickers on {pdf_file}")
    return "; ".join(parts)


def _to_stderr(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _fail(message: str, exit_code: int) -> int:
    print(f"lairkeeper stickers: {message}", file=sys.stderr)
    return exit_code


def _sticker(code: Code, card: Card, number: int, place: StickerPlace, name: str) -> Sticker:
    return Sticker(
        code=code,
        card=card.id,
        copy=number,
        copies=card.copies,
        kind=sticker_kind(card),
        name=name,
        size_mm=place.size_mm,
        prints=place.prints,
    )


def _place(card: Card, game: Game, backs: Mapping[MarkerRole | None, int]) -> StickerPlace:
    """Where a sticker goes; backs are printed once per card of the chosen sets, as the game file says without any."""
    place = game.sticker_of(card)
    needed = backs.get(card.role, 0) if isinstance(card, Marker) else 0
    return replace(place, prints=needed) if needed else place


def _manifest(stickers: Iterable[Sticker]) -> list[dict[str, object]]:
    return [
        {
            "code": sticker.code,
            "card": sticker.card,
            "copy": sticker.copy,
            "kind": sticker.kind,
            "name": sticker.name,
            "size_mm": sticker.size_mm,
            "quiet_modules": QUIET_MODULES,
            "png": sticker.png,
        }
        for sticker in stickers
    ]


def _spec(code: Code, card: Card, game: Game) -> StickerSpec:
    place = game.sticker_of(card)
    return StickerSpec(code, _ROLES[sticker_kind(card)], place.size_mm, place.x_mm, place.y_mm)


def _back_codes(catalog: Catalog) -> dict[MarkerRole | None, Code]:
    """The code on the back of each sort of card (rules 5.7)."""
    markers = ((code, catalog[copy]) for code, copy in catalog.codes.items())
    return {card.role: code for code, card in markers if isinstance(card, Marker)}


def _back_role(card: Card) -> MarkerRole | None:
    """Which neutral sticker a card carries on its back; spells and bosses carry none."""
    if isinstance(card, Room | Miniboss):  # BM-COMB-8: minibosses are in the room deck
        return MarkerRole.ROOM_BACK
    if isinstance(card, Hero):
        return MarkerRole.EPIC_BACK if card.epic else MarkerRole.HERO_BACK
    return MarkerRole.ITEM_BACK if isinstance(card, Item) else None


def _printed_number(card: Card) -> str:
    """The number that stands out on a card: XP, damage or health. A counted damage is printed as a star."""
    if isinstance(card, Boss):
        return "?" if card.xp is None else str(card.xp)
    if isinstance(card, Room):
        return "*" if isinstance(card.damage, Counted) else str(card.damage)
    return str(card.health) if isinstance(card, Hero) else ""


def _printed_symbols(card: Card) -> tuple[str, ...]:
    """Treasure symbols, or the class of a hero or item."""
    if isinstance(card, Boss | Room):
        return tuple(treasure.value for treasure in card.treasure)
    if isinstance(card, Item):
        return (card.hero_class.value,) if card.hero_class else ()
    return (card.hero_class.value,) if isinstance(card, Hero) else ()
