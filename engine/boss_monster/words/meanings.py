"""What the words point at: which card, whose, where."""

from enum import Enum


class Ref(Enum):
    """One card or player that a word is about."""

    THIS = "this"
    """This card: this room (a miniboss: the room it belongs to), this hero, the hero that carries this item."""
    CHOSEN = "chosen"
    """What was chosen before."""
    OTHER = "other"
    """What was chosen as the second one."""
    EVENT = "event"
    """What the ability spoke up for: the hero that died, the room that was built."""
    UNCOVERED = "uncovered"
    """The room that came to light when the room of the moment was destroyed."""


class Who(Enum):
    """Players, seen from the owner of the card."""

    YOU = "you"
    CHOSEN = "chosen"
    OPPONENTS = "opponents"
    EVERYONE = "everyone"
    OWNER = "owner"
    """The owner of the dungeon in which the hero or the room of the moment is; on a hero or an item: the defender."""
    OTHERS = "others"
    """All opponents of that owner."""


class Whose(Enum):
    """Whose cards may be chosen."""

    OWN = "own"
    OPPONENTS = "opponents"
    ANY = "any"
    CHOSEN = "chosen"
    """Those of the player who was chosen before."""
    MARKED = "marked"
    """Those of the player whom this card remembers; nobody if it remembers none."""


class Rooms(Enum):
    """The rooms that a word reaches. Left is towards the entrance, right towards the boss."""

    THIS = "this"
    CHOSEN = "chosen"
    OTHER = "other"
    EVENT = "event"
    UNCOVERED = "uncovered"
    """The room that came to light when the room of the moment was destroyed."""
    ADJACENT = "adjacent"
    LEFT = "left"
    RIGHT = "right"
    FIRST = "first"
    """The leftmost active room, of the type and kind that is asked for."""
    LAST = "last"
    """The active room next to the boss."""
    OWN = "own"
    OWN_OTHERS = "own_others"
    """All rooms of this dungeon except this one."""
    DUNGEON = "dungeon"
    """All rooms of the chosen player; on a hero or an item: of the dungeon it walks through."""
    ANY_TOP = "any_top"
    """Every visible room of every dungeon."""


class Place(Enum):
    """Where a hero may be chosen."""

    TOWN = "town"
    ENTRANCE = "entrance"
    DUNGEON = "dungeon"
    """Inside: the entrance does not count."""
    DUNGEON_OR_ENTRANCE = "dungeon_or_entrance"
    THIS_ROOM = "this_room"
    CHOSEN_ROOM = "chosen_room"
    MINIBOSS_ROOM = "miniboss_room"
    """In a room that has a miniboss."""
    IN_PLAY = "in_play"
    """In town, at an entrance or inside."""
    DEAD = "dead"
    """Among the souls of a score area."""
    WOUNDS = "wounds"
    """Among the wounds of a score area."""
    SCORED = "scored"
    """Among the souls or the wounds of a score area."""
    SURVIVED = "survived"
    """Among the wounds of this round."""


class Rank(Enum):
    """Which heroes."""

    ANY = "any"
    ORDINARY = "ordinary"
    EPIC = "epic"


class Sort(Enum):
    """Which cards of a hand, a deck or the discard pile."""

    CARD = "card"
    ROOM = "room"
    SPELL = "spell"
    MONSTER_ROOM = "monster_room"
    TRAP_ROOM = "trap_room"
    ADVANCED_ROOM = "advanced_room"
    ADVANCED_MONSTER_ROOM = "advanced_monster_room"
    ADVANCED_TRAP_ROOM = "advanced_trap_room"
    TREASURE_ROOM = "treasure_room"
    """A room that shows the treasure of this hero's class."""
    MULTI_TREASURE_ROOM = "multi_treasure_room"
    """A room with two or more treasure symbols."""
    MINIBOSS = "miniboss"
    PLAYED_SPELL = "played_spell"
    """A spell that you played in this round."""


class Deck(Enum):
    """Where cards are drawn."""

    ROOMS = "rooms"
    SPELLS = "spells"
    EITHER = "either"
    """The player says which."""


class ItemPlace(Enum):
    """Where an item may be chosen."""

    TOWN = "town"
    """Waiting in town, with no hero."""
    OPEN = "open"
    """Face-up in a score area."""
    CLOSED = "closed"
    """Face-down in a score area."""
    SCORED = "scored"
    """In a score area, either way."""
    FACE_UP = "face_up"
    """Face-up wherever it is: in a score area, in town or with a hero."""


class Asked(Enum):
    """A number that only the players can know."""

    SPELLS_IN_HAND = "spells_in_hand"
    DIE = "die"
    """The throw of a six-sided die."""
    SHOWN_DAMAGE = "shown_damage"
    """The damage on a card that is shown from the hand."""
    SHOWN_MINIBOSSES = "shown_minibosses"
    """How many minibosses are shown from the hand."""


class Source(Enum):
    """Where a card that is built at once comes from."""

    HAND = "hand"
    FOUND = "found"
    """The card that was just searched, drawn or taken."""


class Barred(Enum):
    """What may not be built, or only so (FX-26)."""

    ADVANCED_ON_THIS = "advanced_on_this"
    MONSTER_BESIDE_THIS = "monster_beside_this"


class Freed(Enum):
    """Which restriction on building does not count (FX-28)."""

    THIS_ON_ANY = "this_on_any"
    """This room may be built on any room, whatever its treasure."""
    ANY_ON_THIS = "any_on_this"
    """Any room may be built on this one, whatever its treasure."""
    NEXT_BUILD = "next_build"
    """Your build of this round may be an advanced room on any room."""


class Skipped(Enum):
    """Which rooms a hero skips by its nature (FX-16)."""

    LAST = "last"
    FIRST = "first"
    AFTER_SURVIVING = "after_surviving"
    """After each room that it survives the next one."""
