"""Names of things on the table. Ids never change, texts may."""

from typing import NewType

CardId = NewType("CardId", str)
"""A card design, `game.kind.name`: `bm.room.dark_altar`."""

CopyId = NewType("CopyId", str)
"""One physical card of a design, `card#n`: `bm.room.dark_altar#2`."""

PlayerId = NewType("PlayerId", str)
"""A player of the running game: `p1`, `p2`, ..."""

Code = NewType("Code", str)
"""What a sticker says. To the camera a code is a pattern, no card."""


def copy_id(card: CardId, number: int) -> CopyId:
    """The id of one physical copy of a card."""
    return CopyId(f"{card}#{number}")


def card_of(copy: CopyId) -> CardId:
    """The design that a physical copy is printed with."""
    return CardId(copy.rpartition("#")[0])
