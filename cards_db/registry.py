"""Which sticker is on which physical card: `stickers.toml`, one line per copy. Lines are added, never changed."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from cards_db.codes import is_well_formed
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
    home: Path, cards: Mapping[CardId, Card], complain: Complain, *, all_cards: bool = True
) -> dict[Code, CopyId] | None:
    """The stickers that were given out; nothing if the file cannot be used.

    `all_cards` is false when some cards could not be read: then lines may be left over.
    """
    path = home / FILE_NAME
    data = parse_file(path, complain)
    if data is None:
        return None
    copies = set(all_copies(cards.values()))
    codes: dict[Code, CopyId] = {}
    for copy, code in data.items():
        if copy not in copies and all_cards:
            complain(CardDataError("no such copy; a code stays with its card", file=short_name(path), card=copy))
        if not isinstance(code, str) or not is_well_formed(code):
            complain(CardDataError(f"{code!r} is no sticker code", file=short_name(path), card=copy))
        elif Code(code) in codes:
            complain(CardDataError(f"{code} is already on {codes[Code(code)]}", file=short_name(path), card=copy))
        else:
            codes[Code(code)] = CopyId(copy)
    return codes


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


def add_lines(home: Path, lines: Iterable[tuple[CopyId, Code]]) -> None:
    """Add stickers to the registry. The old text stays as it is; a power cut leaves the old file or the new one."""
    path = home / FILE_NAME
    old = path.read_text("utf-8") if path.exists() else _HEADER
    new = old + "".join(f'"{copy}" = "{code}"\n' for copy, code in lines)
    draft = path.with_suffix(".new")
    draft.write_text(new, encoding="utf-8")
    draft.replace(path)
