"""The values of the house rules: one small enum per question that the rules can answer in several ways.

The first value is what Lairkeeper plays unless the group says otherwise. `options.py` has the true/false ones.
"""

from enum import Enum


class BaitOrder(Enum):
    """Which hero in town is baited first."""

    NEWEST_FIRST = "newest_first"
    OLDEST_FIRST = "oldest_first"


class AdventureTurns(Enum):
    """Who becomes active player in the adventure phase."""

    HEROES_ONLY = "heroes_only"
    ALL_PLAYERS = "all_players"


class HeroRevealCount(Enum):
    """How many heroes come to town once somebody is out."""

    STARTING_PLAYERS = "starting_players"
    LIVING_PLAYERS = "living_players"


class EndProfile(Enum):
    """What happens when several players meet an end condition in one round."""

    BIGBOX = "bigbox"
    PLAYSHEET = "playsheet"


class EndOrder(Enum):
    """Whether the end of the game is checked before or after the cleaning up."""

    CHECK_THEN_CLEANUP = "check_then_cleanup"
    CLEANUP_THEN_CHECK = "cleanup_then_check"


class FirstRoom(Enum):
    """Whether everybody must place a room at set-up."""

    OPTIONAL = "optional"
    MANDATORY = "mandatory"


class DeathTime(Enum):
    """When a hero with too much damage dies."""

    ON_LEAVING = "on_leaving"
    ON_DAMAGE = "on_damage"


class LevelupVsBuiltOrder(Enum):
    """What a player resolves first after the reveal."""

    LEVELUP_FIRST = "levelup_first"
    BUILT_FIRST = "built_first"
    OWNER_CHOICE = "owner_choice"


class EpicCountCheck(Enum):
    """Which number of epic heroes is right."""

    BY_SYMBOL = "by_symbol"
    STRICT_TABLE = "strict_table"


class FinalTie(Enum):
    """Who wins when the net scores are equal."""

    LOWEST_XP = "lowest_xp"
    HIGHEST_XP = "highest_xp"


class SetupDiscard(Enum):
    """How the discard pile begins."""

    CHOOSE_TWO = "choose_two"
    SEEDED_PILE = "seeded_pile"


class WoundLocation(Enum):
    """Where surviving heroes are laid."""

    UNDER_BOSS = "under_boss"
    SCORE_AREA = "score_area"


class PriorityResolution(Enum):
    """In which order announced effects take place."""

    ACTIVE_THEN_XP = "active_then_xp"
    LIFO = "lifo"


class AllFiveWounds(Enum):
    """Who may win when everybody has five wounds."""

    NET_SCORE = "net_score"
    NEED_TEN_SOULS_ELSE_NET = "need_ten_souls_else_net"


class BaitTieScope(Enum):
    """Which equal counts keep a hero in town."""

    LEADERS_ONLY = "leaders_only"
    ANY_TIE = "any_tie"


class ClTieRule(Enum):
    """When tied dungeons share the waiting heroes of a class."""

    FIVE_SIX_ONLY = "five_six_only"
    ALWAYS_WITH_CL = "always_with_cl"
    NEVER = "never"


class ClTieBatchTime(Enum):
    """When tied dungeons get their heroes."""

    FIRST_ENCOUNTER = "first_encounter"
    AFTER_UNIQUE_LURES = "after_unique_lures"


class ClTieSpecialHeroes(Enum):
    """Whether heroes with a lure of their own are shared out too."""

    STAY = "stay"
    DISTRIBUTE = "distribute"


class HeroDeckEmpty24(Enum):
    """What happens with two to four players when no hero is left to reveal."""

    CONTINUE = "continue"
    LAST_ROUND_NET = "last_round_net"


class RoomDeckEmpty(Enum):
    """What happens when a room or spell deck is used up."""

    RESHUFFLE_DISCARD = "reshuffle_discard"
    ASK = "ask"


class TownReturnPosition(Enum):
    """Where a hero stands that comes back to town."""

    BY_REVEAL_AGE = "by_reveal_age"
    AS_NEWEST = "as_newest"


class XpTie(Enum):
    """Who goes first when two bosses have the same XP."""

    ASK_AT_SETUP = "ask_at_setup"
    SEAT_ORDER = "seat_order"


class RedrawLimit(Enum):
    """How often a poor first hand may be exchanged."""

    ONCE = "once"
    UNLIMITED = "unlimited"


class IllegalRevealPolicy(Enum):
    """What becomes of a revealed card that may not lie there."""

    ASK = "ask"
    RETURN_TO_HAND = "return_to_hand"
    DISCARD = "discard"
    ALLOW = "allow"


class SpellsAfterReveal(Enum):
    """Whether spells are allowed once the new rooms are turned up."""

    CLOSED = "closed"
    OPEN = "open"


class LevelupOutsideBuild(Enum):
    """When a boss levels up whose fifth room came outside the build phase."""

    IMMEDIATE = "immediate"
    NEXT_BUILD_END = "next_build_end"


class DestroyedUnderHero(Enum):
    """What a hero does whose room is destroyed."""

    MOVE_ON = "move_on"
    ENTER_UNCOVERED = "enter_uncovered"


class LateEntranceHero(Enum):
    """What a hero does at the entrance of a player who has finished."""

    WAIT = "wait"
    EXTRA_TURN = "extra_turn"


class EntranceIsDungeon(Enum):
    """Whether a hero at the entrance can be killed as one in the dungeon."""

    ASK = "ask"
    YES = "yes"
    NO = "no"


class EliminatedEntranceHeroes(Enum):
    """Where the heroes go that wait for a player who is out."""

    TO_TOWN = "to_town"
    REMOVED = "removed"


class EndOfRoundTriggers(Enum):
    """When texts about the end of the round take place."""

    IN_CLEANUP = "in_cleanup"
    BEFORE_CHECK = "before_check"


class ItemPickOrder(Enum):
    """Which item a hero takes when several suit it."""

    REVEAL_ORDER = "reveal_order"
    CLASS_FIRST = "class_first"
    ASK = "ask"


class ItemRevealCount(Enum):
    """How many items come to town once somebody is out."""

    STARTING_PLAYERS = "starting_players"
    LIVING_PLAYERS = "living_players"


class ItemKillOutsideDungeon(Enum):
    """Who gets the item of a hero that is killed outside a dungeon."""

    TO_SOUL_OWNER = "to_soul_owner"
    DISCARDED = "discarded"


class CoinForRoomDiscard(Enum):
    """Whether a room card can be discarded for a coin."""

    AUTO = "auto"
    ON = "on"
    OFF = "off"


class PromotionStepLimit(Enum):
    """How far minibosses rise in one round."""

    ONE_STEP = "one_step"
    ONE_MINIBOSS_ANY_STEPS = "one_miniboss_any_steps"


class PromotionWindow(Enum):
    """When a miniboss may be promoted."""

    WHOLE_BUILD_PHASE = "whole_build_phase"
    OWN_TURN = "own_turn"


class Level3Timing(Enum):
    """When the third ability of a miniboss may be used."""

    SPELL_WINDOWS = "spell_windows"
    ANY_TIME = "any_time"


class MinibossPerRoom(Enum):
    """What a second miniboss on the same room does."""

    ONE = "one"
    REPLACE = "replace"


class IntrigueScope(Enum):
    """Who counts as having gained no soul."""

    THIS_ROUND = "this_round"
    NONE_AT_ALL = "none_at_all"


class CoinsEnabled(Enum):
    """Whether coins are in play."""

    AUTO = "auto"
    ON = "on"
    OFF = "off"


class LethalHeroMoved(Enum):
    """What happens when an effect moves a hero that has lethal damage."""

    DIES = "dies"
    IS_MOVED = "is_moved"
