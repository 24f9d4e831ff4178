"""Which sticker is on which physical card: `stickers.toml`, one line per copy. Lines are added, never changed."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from cards_db.codes import is_well_formed
from cards_db.overlay import Overlay
from cards_db.tables import Complain, parse_file, short_name
from engine.core.cards import Card
from engine.core.errors import CardDataError
from engine.core.ids import CardId, Code, CopyId

FILE_NAME = "stickers.toml"
_HEADER = """\
# The sticker code of every physical card. Printed stickers depend on these lines: add, never change or remove.
# `python -m cards_db assign` adds the lines of new cards.
"""


def read_registry(
    home: Path,
    cards: Mapping[CardId, Card],
    complain: Complain,
    *,
    all_cards: bool = True,
    overlay: Overlay | None = None,
) -> dict[Code, CopyId] | None:
    """The stickers that were given out; nothing if the file cannot be used.

    `all_cards` is false when some cards could not be read: then lines may be left over. An owner whose box holds
    fewer copies of a card leaves lines over too.
    """
    copies = set(all_copies(cards.values()))
    codes: dict[Code, CopyId] = {}
    for path in registries(home, overlay):
        data = parse_file(path, complain, file := file_name(path, home))
        if data is None:
            return None
        for copy, code in data.items():
            is_own = overlay is not None and overlay.changes(copy.rpartition("#")[0], "copies")
            if copy not in copies and all_cards and not is_own:
                complain(CardDataError("no such copy; a code stays with its card", file=file, card=copy))
            if not isinstance(code, str) or not is_well_formed(code):
                complain(CardDataError(f"{code!r} is no sticker code", file=file, card=copy))
            elif Code(code) in codes:
                complain(CardDataError(f"{code} is already on {codes[Code(code)]}", file=file, card=copy))
            elif copy in copies or not is_own:
                codes[Code(code)] = CopyId(copy)
    return codes


def registries(home: Path, overlay: Overlay | None) -> list[Path]:
    """The files with sticker codes: the shipped one, and the owner's if there is one."""
    own = [overlay.stickers] if overlay is not None and overlay.stickers.exists() else []
    return [home / FILE_NAME, *own]


def file_name(path: Path, home: Path) -> str:
    """How a complaint calls a registry."""
    return short_name(path) if path.parent == home else str(path)


def without_code(cards: Iterable[Card], codes: Mapping[Code, CopyId]) -> list[CopyId]:
    """The physical cards that have no sticker yet, in the order of the catalog."""
    given = set(codes.values())
    return [copy for copy in all_copies(cards) if copy not in given]


def all_copies(cards: Iterable[Card]) -> list[CopyId]:
    """Every physical card of these designs."""
    return [copy for card in cards for copy in card.copy_ids]


def codes_in_use(folder: Path, complain: Complain) -> set[Code]:
    """The codes that any game of this folder has given out."""
    paths = sorted(folder.glob(f"*/{FILE_NAME}"))
    return {Code(code) for path in paths for code in (parse_file(path, complain) or {}).values()}


def add_lines(path: Path, lines: Iterable[tuple[CopyId, Code]]) -> None:
    """Add stickers to a registry. The old text stays as it is; a power cut leaves the old file or the new one."""
    old = path.read_text("utf-8") if path.exists() else _HEADER
    new = old + "".join(f'"{copy}" = "{code}"\n' for copy, code in lines)
    draft = path.with_suffix(".new")
    draft.write_text(new, encoding="utf-8")
    draft.replace(path)
