"""Orders to the game. Each closes a checkpoint, answers a question or corrects a fact."""

from dataclasses import dataclass
from typing import TypeAlias

from engine.boss_monster.cards import Treasure
from engine.core.commands import Answer
from engine.core.ids import CopyId, PlayerId


@dataclass(frozen=True, slots=True)
class SeatPlayers:
    """CP-0: the bosses on the table, in seating order; the n-th boss belongs to the n-th name."""

    bosses: tuple[CopyId, ...]


@dataclass(frozen=True, slots=True)
class RevealHeroes:
    """CP-1: new items in the order of their reveal, then new heroes in town, oldest (nearest to the deck) first."""

    heroes: tuple[CopyId, ...]
    items: tuple[CopyId, ...] = ()


@dataclass(frozen=True, slots=True)
class FinishBuild:
    """CP-2: the active player is done. `slot` is where a face-down card was placed, if any.

    `more` are the slots of further cards that an effect allows; `on` is the other player in whose dungeon the card
    lies, where an effect says so (FX-25).
    """

    player: PlayerId
    slot: int | None = None
    more: tuple[int, ...] = ()
    on: PlayerId | None = None


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
class Announce:
    """A player announces a spell or an ability (BM-GEN-9): of a spell, or of a card in play, or entered by hand.

    `ability` is the number of the ability on the card, where there are several to use.
    """

    player: PlayerId
    card: CopyId | None = None
    ability: int | None = None


@dataclass(frozen=True, slots=True)
class Prevent:
    """A player prevents what another one announced (FX-41). That takes place at once (BM-GLOSS-11)."""

    player: PlayerId
    whose: PlayerId


@dataclass(frozen=True, slots=True)
class ResolveAnnounced:
    """The next announced effect takes place (BM-GEN-10)."""


@dataclass(frozen=True, slots=True)
class DestroyRoom:
    """An effect destroys the top room of a slot (FX-23)."""

    player: PlayerId
    slot: int


@dataclass(frozen=True, slots=True)
class SwapRooms:
    """Two slots of a dungeon change places (FX-24)."""

    player: PlayerId
    one: int
    two: int
    whole: bool = True
    seen: bool = False
    """The cards lie so already: nobody has to follow."""


@dataclass(frozen=True, slots=True)
class BuildRoom:
    """An effect builds a room at once, face-up (FX-25)."""

    player: PlayerId
    slot: int
    room: CopyId


@dataclass(frozen=True, slots=True)
class UseRoom:
    """A once-per-round ability is used; the room is slid down (BM-GLOSS-4)."""

    player: PlayerId
    slot: int


@dataclass(frozen=True, slots=True)
class ChangeRoom:
    """A room deals more or less damage until the end of the round (FX-02)."""

    player: PlayerId
    slot: int
    damage: int


@dataclass(frozen=True, slots=True)
class ChangeTreasure:
    """A dungeon has more or less of a treasure until the end of the round (FX-09, FX-10)."""

    player: PlayerId
    treasure: Treasure
    amount: int


@dataclass(frozen=True, slots=True)
class ChangeHero:
    """A hero takes damage now (FX-04), or has more or less health (FX-07)."""

    hero: CopyId
    damage: int = 0
    health: int = 0


@dataclass(frozen=True, slots=True)
class MoveHero:
    """An effect sends a hero to an entrance, or to town when no player is named (FX-12 to -14, FX-19)."""

    hero: CopyId
    player: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class KillHero:
    """An effect kills a hero (FX-11). `player` gets the souls of a hero that is in no dungeon."""

    hero: CopyId
    player: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class RemoveHero:
    """A hero leaves the game (FX-17)."""

    hero: CopyId


@dataclass(frozen=True, slots=True)
class BanHero:
    """A hero cannot be lured this round (FX-18)."""

    hero: CopyId


@dataclass(frozen=True, slots=True)
class HealWound:
    """A wound becomes souls (FX-30)."""

    player: PlayerId
    hero: CopyId


@dataclass(frozen=True, slots=True)
class ChangeCoins:
    """A player gains or pays coins (FX-46); with a slot they are laid on that room or taken from it."""

    player: PlayerId
    amount: int
    slot: int | None = None


@dataclass(frozen=True, slots=True)
class SellRoom:
    """A card from the hand is discarded for one coin (BM-COIN-7)."""

    player: PlayerId
    is_miniboss: bool = False


@dataclass(frozen=True, slots=True)
class Promote:
    """One coin raises a miniboss by one level (BM-MINI-8)."""

    player: PlayerId
    slot: int


@dataclass(frozen=True, slots=True)
class UseLevel3:
    """The level-3 ability of a miniboss is used (BM-MINI-10)."""

    player: PlayerId
    slot: int


@dataclass(frozen=True, slots=True)
class UseItem:
    """The boss effect of the open item is used (BM-ITEM-14)."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class DeckRanOut:
    """The room or spell deck is empty (BM-START-9)."""

    deck: str


@dataclass(frozen=True, slots=True)
class Ask:
    """The table is unclear: a question to the players becomes part of the game."""

    ask: str
    choices: tuple[str, ...]
    player: PlayerId | None = None
    slot: int | None = None
    cards: tuple[CopyId, ...] = ()
    rule: str = ""
    key: str = ""
    """What is asked, where one number stands for several questions: the key of a phrase."""


@dataclass(frozen=True, slots=True)
class Correct:
    """A person sets a fact right. Fields left out stay as they are; `dungeon` lists each slot's rooms from s1 on.

    `boss` names another card, `deactivated` the slots that lie sideways, `face_down` the slot of a face-down card or 0,
    `treasure` the symbols that count beside the printed ones until the end of the round.
    """

    player: PlayerId | None = None
    souls: int | None = None
    wounds: int | None = None
    dungeon: tuple[tuple[CopyId, ...], ...] | None = None
    entrance: tuple[CopyId, ...] | None = None
    town: tuple[CopyId, ...] | None = None
    coins: int | None = None
    damage: int | None = None
    """Damage of the walking hero."""
    boss: CopyId | None = None
    deactivated: tuple[int, ...] | None = None
    face_down: int | None = None
    treasure: tuple[tuple[Treasure, int], ...] | None = None


Effect: TypeAlias = (
    Announce
    | Prevent
    | ResolveAnnounced
    | DestroyRoom
    | SwapRooms
    | BuildRoom
    | UseRoom
    | ChangeRoom
    | ChangeTreasure
    | ChangeHero
    | MoveHero
    | KillHero
    | RemoveHero
    | BanHero
    | HealWound
    | ChangeCoins
    | SellRoom
    | Promote
    | UseLevel3
    | UseItem
    | DeckRanOut
)
"""What spells and abilities do, entered by hand or by a card: every primitive of rules 7.3 maps to one of these."""

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
    | Effect
    | Ask
    | Correct
    | Answer
)
