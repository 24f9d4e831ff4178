"""Orders to the game. Each closes a checkpoint, answers a question or corrects a fact."""

from dataclasses import dataclass
from typing import TypeAlias

from engine.core.commands import Answer
from engine.core.ids import CopyId, PlayerId


@dataclass(frozen=True, slots=True)
class SeatPlayers:
    """CP-0: the bosses on the table, in seating order; the n-th boss belongs to the n-th name."""

    bosses: tuple[CopyId, ...]


@dataclass(frozen=True, slots=True)
class RevealHeroes:
    """CP-1: new heroes in town, oldest (nearest to the deck) first."""

    heroes: tuple[CopyId, ...]


@dataclass(frozen=True, slots=True)
class FinishBuild:
    """CP-2: the active player is done. `slot` is where a face-down card was placed, if any."""

    player: PlayerId
    slot: int | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """A room that was turned up in a slot."""

    player: PlayerId
    slot: int
    room: CopyId


@dataclass(frozen=True, slots=True)
class RevealRooms:
    """CP-3: all face-down cards are turned up."""

    rooms: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class TurnRoom:
    """A room was turned sideways (deactivated) or upright again (BM-GLOSS-5)."""

    player: PlayerId
    slot: int
    deactivated: bool


@dataclass(frozen=True, slots=True)
class LureHeroes:
    """CP-4: the build phase is closed; the bait is resolved."""


@dataclass(frozen=True, slots=True)
class BeginAdventure:
    """CP-5: the lured heroes lie at their entrances."""


@dataclass(frozen=True, slots=True)
class WalkOn:
    """CP-6: nobody plays anything in this room; the hero goes on."""


@dataclass(frozen=True, slots=True)
class BeginRound:
    """CP-8: the table is tidy; the next round begins."""


@dataclass(frozen=True, slots=True)
class Ask:
    """The table is unclear: a question to the players becomes part of the game."""

    ask: str
    choices: tuple[str, ...]
    player: PlayerId | None = None
    slot: int | None = None
    cards: tuple[CopyId, ...] = ()
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Correct:
    """A person sets a fact right. Fields left out stay as they are; `dungeon` lists each slot's rooms from s1 on."""

    player: PlayerId | None = None
    souls: int | None = None
    wounds: int | None = None
    dungeon: tuple[tuple[CopyId, ...], ...] | None = None
    entrance: tuple[CopyId, ...] | None = None
    town: tuple[CopyId, ...] | None = None


Command: TypeAlias = (
    SeatPlayers
    | RevealHeroes
    | FinishBuild
    | RevealRooms
    | TurnRoom
    | LureHeroes
    | BeginAdventure
    | WalkOn
    | BeginRound
    | Ask
    | Correct
    | Answer
)
