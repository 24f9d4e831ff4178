"""Choices: targets, options, yes or no. Only what is legal is offered; without a legal target the effect is lost."""

from dataclasses import dataclass
from typing import ClassVar

from engine.boss_monster.cards import RoomKind, RoomType
from engine.boss_monster.words.meanings import Asked, ItemPlace, Place, Rank, Ref, Who, Whose
from engine.core.effects import Condition, Step


@dataclass(frozen=True, slots=True)
class ChooseRoom(Step):
    """A visible room. `other`: not this one; as the second room: not the one chosen before. `same_dungeon`: where
    that one is.

    `miniboss`: it has one; `fits_miniboss`: one may be built there (BM-MINI-4, -5); `has_built`: it does something when
    it is built or uncovered; `with_hero`: a hero stands in it. `keep` says whether it is the chosen or the second
    ("other") room from now on; `optional` lets the player decline, which ends the effect. Deactivated rooms cannot be
    chosen.
    """

    word: ClassVar[str] = "choose_room"
    of: Whose = Whose.ANY
    type: RoomType | None = None
    kind: RoomKind | None = None
    other: bool = False
    same_dungeon: bool = False
    multi_treasure: bool = False
    miniboss: bool = False
    fits_miniboss: bool = False
    has_built: bool = False
    with_hero: bool = False
    keep: Ref = Ref.CHOSEN
    optional: bool = False


@dataclass(frozen=True, slots=True)
class ChooseCovered(Step):
    """A room that lies covered in a stack."""

    word: ClassVar[str] = "choose_covered"
    of: Whose = Whose.OWN
    optional: bool = False


@dataclass(frozen=True, slots=True)
class ChooseHero(Step):
    """A hero at a place. `most_left`: at most so much health left; `lost_half`: it lost at least half (rounded up).

    `no_item`: it carries none.
    """

    word: ClassVar[str] = "choose_hero"
    place: Place
    of: Whose = Whose.ANY
    rank: Rank = Rank.ANY
    most_left: int | None = None
    lost_half: bool = False
    no_item: bool = False
    keep: Ref = Ref.CHOSEN
    optional: bool = False


@dataclass(frozen=True, slots=True)
class ChoosePlayer(Step):
    """A player. `leads_by`: one who has at least so many souls more than you; `if` is asked of each of them."""

    word: ClassVar[str] = "choose_player"
    of: Whose = Whose.OPPONENTS
    leads_by: int = 0
    if_: tuple[Condition, ...] = ()
    optional: bool = False


@dataclass(frozen=True, slots=True)
class MarkPlayer(Step):
    """This card remembers the chosen player until the end of the round: the marked one of later abilities."""

    word: ClassVar[str] = "mark_player"


@dataclass(frozen=True, slots=True)
class ChooseTreasure(Step):
    """One of the four treasures; with Crash Landing in play also artifacts."""

    word: ClassVar[str] = "choose_treasure"


@dataclass(frozen=True, slots=True)
class ChooseItem(Step):
    """An item at a place."""

    word: ClassVar[str] = "choose_item"
    place: ItemPlace
    of: Whose = Whose.ANY
    optional: bool = False


@dataclass(frozen=True, slots=True)
class ChooseNumber(Step):
    """A number from `least` to `most`; with `coins` no more than the hoard holds."""

    word: ClassVar[str] = "choose_number"
    most: int
    least: int = 0
    coins: bool = False


@dataclass(frozen=True, slots=True)
class AskNumber(Step):
    """A number that only the players know: a die, a card that is shown from the hand."""

    word: ClassVar[str] = "ask_number"
    what: Asked


@dataclass(frozen=True, slots=True)
class Option:
    """One way to go. `say` is the key of its name in the phrase book."""

    say: str
    do: tuple[Step, ...]
    if_: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Either(Step):
    """FX-43: one of several effects; those whose conditions do not hold or that have no target are not offered."""

    word: ClassVar[str] = "either"
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class May(Step):
    """The player decides whether the steps happen; `cost` steps among them must be possible."""

    word: ClassVar[str] = "may"
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class IfSo(Step):
    """The steps happen if the conditions hold, otherwise the other ones."""

    word: ClassVar[str] = "if_so"
    if_: tuple[Condition, ...]
    steps: tuple[Step, ...]
    otherwise: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Each(Step):
    """The steps happen once for each of these players, in turn order; that one is the chosen player then.

    With `they_choose` each of them makes the choices, otherwise the owner of the card.
    """

    word: ClassVar[str] = "each"
    who: Who
    steps: tuple[Step, ...]
    they_choose: bool = True
