"""House rules: one field per ambiguity of the rules file, with its default, its row there and the rule it bends."""

# ruff: noqa: RUF009  (_switch is a dataclass field)

from collections.abc import Mapping
from dataclasses import KW_ONLY, Field, dataclass, field, fields
from difflib import get_close_matches
from enum import Enum
from typing import Any, TypeAlias, TypeVar

# The engine takes a switch and its values from here.
from engine.boss_monster.switches import AdventureTurns as AdventureTurns
from engine.boss_monster.switches import AllFiveWounds as AllFiveWounds
from engine.boss_monster.switches import BaitOrder as BaitOrder
from engine.boss_monster.switches import BaitTieScope as BaitTieScope
from engine.boss_monster.switches import ClTieBatchTime as ClTieBatchTime
from engine.boss_monster.switches import ClTieRule as ClTieRule
from engine.boss_monster.switches import ClTieSpecialHeroes as ClTieSpecialHeroes
from engine.boss_monster.switches import CoinForRoomDiscard as CoinForRoomDiscard
from engine.boss_monster.switches import CoinsEnabled as CoinsEnabled
from engine.boss_monster.switches import DeathTime as DeathTime
from engine.boss_monster.switches import DestroyedUnderHero as DestroyedUnderHero
from engine.boss_monster.switches import EliminatedEntranceHeroes as EliminatedEntranceHeroes
from engine.boss_monster.switches import EndOfRoundTriggers as EndOfRoundTriggers
from engine.boss_monster.switches import EndOrder as EndOrder
from engine.boss_monster.switches import EndProfile as EndProfile
from engine.boss_monster.switches import EntranceIsDungeon as EntranceIsDungeon
from engine.boss_monster.switches import EpicCountCheck as EpicCountCheck
from engine.boss_monster.switches import FinalTie as FinalTie
from engine.boss_monster.switches import FirstRoom as FirstRoom
from engine.boss_monster.switches import HeroDeckEmpty24 as HeroDeckEmpty24
from engine.boss_monster.switches import HeroRevealCount as HeroRevealCount
from engine.boss_monster.switches import IllegalRevealPolicy as IllegalRevealPolicy
from engine.boss_monster.switches import IntrigueScope as IntrigueScope
from engine.boss_monster.switches import ItemKillOutsideDungeon as ItemKillOutsideDungeon
from engine.boss_monster.switches import ItemPickOrder as ItemPickOrder
from engine.boss_monster.switches import ItemRevealCount as ItemRevealCount
from engine.boss_monster.switches import LateEntranceHero as LateEntranceHero
from engine.boss_monster.switches import LethalHeroMoved as LethalHeroMoved
from engine.boss_monster.switches import Level3Timing as Level3Timing
from engine.boss_monster.switches import LevelupOutsideBuild as LevelupOutsideBuild
from engine.boss_monster.switches import LevelupVsBuiltOrder as LevelupVsBuiltOrder
from engine.boss_monster.switches import MinibossPerRoom as MinibossPerRoom
from engine.boss_monster.switches import PriorityResolution as PriorityResolution
from engine.boss_monster.switches import PromotionStepLimit as PromotionStepLimit
from engine.boss_monster.switches import PromotionWindow as PromotionWindow
from engine.boss_monster.switches import RedrawLimit as RedrawLimit
from engine.boss_monster.switches import RoomDeckEmpty as RoomDeckEmpty
from engine.boss_monster.switches import SetupDiscard as SetupDiscard
from engine.boss_monster.switches import SpellsAfterReveal as SpellsAfterReveal
from engine.boss_monster.switches import TownReturnPosition as TownReturnPosition
from engine.boss_monster.switches import WoundLocation as WoundLocation
from engine.boss_monster.switches import XpTie as XpTie

STAND_ALONE = ("base", "next_level", "rise_of_the_minibosses")
"""BM-COMB-1: games that can be played alone."""
EXPANSIONS = ("crash_landing", "tools_of_hero_kind", "implements_of_destruction", "vault_of_villains")
"""BM-COMB-3: sets that only join another game."""
PROMOS = "promos"
"""Cards that came singly: who owns some lays them in the box."""
MINIBOSS_SETS = frozenset({"rise_of_the_minibosses", "vault_of_villains"})
ITEM_SETS = frozenset({"tools_of_hero_kind", "implements_of_destruction"})
MOST_COINS = 9

PlainValue: TypeAlias = str | bool | int
"""A value as it is written in a file or on the command line."""
_Value = TypeVar("_Value")


def _switch(default: _Value, row: str, rule: str) -> _Value:
    """A house rule: a field that knows its row in section 3 and the rule that speaks of it."""
    return field(default=default, metadata={"row": row, "rule": rule})


@dataclass(frozen=True, slots=True)
class Options:
    """What the group agreed on before the game. Stored with the game, so that a replay gives the same result."""

    names: tuple[str, ...]
    sets: tuple[str, ...] = ("base",)
    _: KW_ONLY
    # The sources contradict each other (rules 3.1).
    bait_order: BaitOrder = _switch(BaitOrder.NEWEST_FIRST, "D-01", "BM-BAIT-2")
    adventure_turns: AdventureTurns = _switch(AdventureTurns.HEROES_ONLY, "D-02", "BM-ADV-1")
    hero_reveal_count: HeroRevealCount = _switch(HeroRevealCount.STARTING_PLAYERS, "D-03", "BM-START-2")
    end_profile: EndProfile = _switch(EndProfile.BIGBOX, "D-04", "BM-END-2")
    end_order: EndOrder = _switch(EndOrder.CHECK_THEN_CLEANUP, "D-05", "BM-END-11")
    first_room: FirstRoom = _switch(FirstRoom.OPTIONAL, "D-06", "BM-SETUP-9")
    death_time: DeathTime = _switch(DeathTime.ON_LEAVING, "D-07", "BM-ADV-7")
    levelup_vs_built_order: LevelupVsBuiltOrder = _switch(LevelupVsBuiltOrder.LEVELUP_FIRST, "D-10", "BM-BUILD-17")
    epic_count_check: EpicCountCheck = _switch(EpicCountCheck.BY_SYMBOL, "D-11", "BM-HERO-3")
    final_tie: FinalTie = _switch(FinalTie.LOWEST_XP, "D-13", "BM-END-9")
    setup_discard: SetupDiscard = _switch(SetupDiscard.CHOOSE_TWO, "D-15", "BM-SETUP-6")
    wound_location: WoundLocation = _switch(WoundLocation.UNDER_BOSS, "D-16", "BM-ADV-11")
    priority_resolution: PriorityResolution = _switch(PriorityResolution.ACTIVE_THEN_XP, "D-17", "BM-GEN-10")
    # The sources leave it open (rules 3.2).
    all_five_wounds: AllFiveWounds = _switch(AllFiveWounds.NET_SCORE, "A-01", "BM-END-8")
    bait_tie_scope: BaitTieScope = _switch(BaitTieScope.LEADERS_ONLY, "A-04", "BM-BAIT-8")
    cl_tie_rule: ClTieRule = _switch(ClTieRule.FIVE_SIX_ONLY, "A-05", "BM-CL-9")
    cl_tie_batch_time: ClTieBatchTime = _switch(ClTieBatchTime.FIRST_ENCOUNTER, "A-06", "BM-CL-8")
    cl_tie_special_heroes: ClTieSpecialHeroes = _switch(ClTieSpecialHeroes.STAY, "A-07", "BM-CL-7")
    hero_deck_empty_2_4: HeroDeckEmpty24 = _switch(HeroDeckEmpty24.CONTINUE, "A-08", "BM-START-8")
    room_deck_empty: RoomDeckEmpty = _switch(RoomDeckEmpty.RESHUFFLE_DISCARD, "A-10", "BM-START-9")
    town_return_position: TownReturnPosition = _switch(TownReturnPosition.BY_REVEAL_AGE, "A-11", "BM-ADV-20")
    xp_tie: XpTie = _switch(XpTie.ASK_AT_SETUP, "A-12", "BM-GEN-7")
    redraw_limit: RedrawLimit = _switch(RedrawLimit.ONCE, "A-13", "BM-SETUP-8")
    facedown_cover_still_active: bool = _switch(True, "A-14", "BM-BUILD-14")
    illegal_reveal_policy: IllegalRevealPolicy = _switch(IllegalRevealPolicy.ASK, "A-15", "BM-BUILD-22")
    spells_after_reveal: SpellsAfterReveal = _switch(SpellsAfterReveal.CLOSED, "A-16", "BM-GEN-14")
    deactivated_occupies_slot: bool = _switch(True, "A-17", "BM-BUILD-21")
    levelup_counts_deactivated: bool = _switch(False, "A-18", "BM-BUILD-21")
    levelup_outside_build: LevelupOutsideBuild = _switch(LevelupOutsideBuild.IMMEDIATE, "A-19", "BM-BUILD-18")
    deactivated_breaks_adjacency: bool = _switch(True, "A-20", "BM-GLOSS-5")
    destroyed_under_hero: DestroyedUnderHero = _switch(DestroyedUnderHero.MOVE_ON, "A-21", "BM-ADV-15")
    late_entrance_hero: LateEntranceHero = _switch(LateEntranceHero.WAIT, "A-22", "BM-ADV-19")
    entrance_is_dungeon: EntranceIsDungeon = _switch(EntranceIsDungeon.ASK, "A-23", "BM-ADV-24")
    eliminated_entrance_heroes: EliminatedEntranceHeroes = _switch(
        EliminatedEntranceHeroes.TO_TOWN, "A-25", "BM-END-15"
    )
    end_of_round_triggers: EndOfRoundTriggers = _switch(EndOfRoundTriggers.IN_CLEANUP, "A-26", "BM-END-14")
    item_pick_order: ItemPickOrder = _switch(ItemPickOrder.REVEAL_ORDER, "A-27", "BM-ITEM-8")
    item_reveal_count: ItemRevealCount = _switch(ItemRevealCount.STARTING_PLAYERS, "A-28", "BM-ITEM-18")
    item_on_return_to_town: bool = _switch(True, "A-29", "BM-ITEM-19")
    item_kill_outside_dungeon: ItemKillOutsideDungeon = _switch(
        ItemKillOutsideDungeon.TO_SOUL_OWNER, "A-30", "BM-ITEM-20"
    )
    starting_coins: int = _switch(3, "A-31", "BM-COIN-1")
    coin_for_room_discard: CoinForRoomDiscard = _switch(CoinForRoomDiscard.AUTO, "A-32", "BM-COIN-7")
    promotion_step_limit: PromotionStepLimit = _switch(PromotionStepLimit.ONE_STEP, "A-33", "BM-MINI-8")
    promotion_window: PromotionWindow = _switch(PromotionWindow.WHOLE_BUILD_PHASE, "A-34", "BM-MINI-8")
    level3_timing: Level3Timing = _switch(Level3Timing.SPELL_WINDOWS, "A-35", "BM-MINI-10")
    miniboss_per_room: MinibossPerRoom = _switch(MinibossPerRoom.ONE, "A-36", "BM-MINI-5")
    miniboss_on_deactivated: bool = _switch(False, "A-37", "BM-MINI-5")
    coin_rule_accepts_miniboss: bool = _switch(False, "A-39", "BM-COIN-8")
    intrigue_scope: IntrigueScope = _switch(IntrigueScope.THIS_ROUND, "A-41", "BM-VAR-5")
    coins_enabled: CoinsEnabled = _switch(CoinsEnabled.AUTO, "A-43", "BM-COMB-11")
    lethal_hero_moved: LethalHeroMoved = _switch(LethalHeroMoved.DIES, "A-44", "BM-ADV-26")
    # Variants and the hero deck: no ambiguities, but chosen at set-up as well.
    choose_boss: bool = False
    """BM-VAR-1: everybody gets two bosses and keeps one."""
    intrigue: bool = False
    """BM-VAR-2: whoever gained no soul may draw a card."""
    hard_mode: bool = False
    """BM-VAR-3: no ordinary heroes with 4 health."""
    hero_set: str = "base"
    """BM-COMB-2: the one game whose heroes are used."""

    def __post_init__(self) -> None:
        if not 0 <= self.starting_coins <= MOST_COINS:
            raise ValueError(f"starting_coins is {self.starting_coins}; allowed: 0 to {MOST_COINS}")

    @property
    def player_count(self) -> int:
        """The number of players at the start of the game; it never changes (BM-START-2)."""
        return len(self.names)

    @property
    def is_net_scoring(self) -> bool:
        """Whether nobody is ever out and souls minus wounds decide: 5 or 6 players (rules 0.3, BM-CL-10)."""
        return self.player_count >= 5

    @property
    def has_crash_landing(self) -> bool:
        """Whether explorers and artifacts are in play (BM-CL-1)."""
        return "crash_landing" in self.sets

    @property
    def has_items(self) -> bool:
        """Whether items are revealed into town (BM-ITEM-4)."""
        return not ITEM_SETS.isdisjoint(self.sets)

    @property
    def has_coins(self) -> bool:
        """Whether players have hoards: with every set that holds minibosses, unless the group decides (BM-COMB-11)."""
        if self.coins_enabled is CoinsEnabled.AUTO:
            return not MINIBOSS_SETS.isdisjoint(self.sets)
        return self.coins_enabled is CoinsEnabled.ON

    @property
    def has_coin_rule(self) -> bool:
        """Whether a room card can be discarded for a coin (BM-COIN-7); by itself as row A-32 says."""
        if self.coin_for_room_discard is CoinForRoomDiscard.AUTO:
            is_mixed = not MINIBOSS_SETS.isdisjoint(self.sets) and not {"base", "next_level"}.isdisjoint(self.sets)
            return is_mixed and self.has_coins
        return self.coin_for_room_discard is CoinForRoomDiscard.ON


@dataclass(frozen=True, slots=True)
class Switch:
    """A house rule as data: its row in section 3, the rule it bends, and its values as they are written."""

    name: str
    row: str
    rule: str
    values: tuple[PlainValue, ...]
    default: PlainValue

    def value_in(self, options: Options) -> PlainValue:
        """What the group plays."""
        return _plain(getattr(options, self.name))

    def parsed(self, value: object) -> Any:
        """The enum, truth or number of a written value. `ValueError` names the switch and what is allowed."""
        value = self._without_yaml_truth(value)
        if not any(type(value) is type(known) and value == known for known in self.values):
            raise ValueError(f"{self.name} cannot be {value!r}; allowed: {self.allowed}")
        return type(getattr(_DEFAULTS, self.name))(value)

    @property
    def allowed(self) -> str:
        """All values, for people."""
        return ", ".join(written(value) for value in self.values)

    def _without_yaml_truth(self, value: object) -> object:
        """YAML reads on, off, yes and no as truth values; where those words are the values, they are meant."""
        words = ("on", "yes") if value is True else ("off", "no") if value is False else ()
        return next((word for word in words if word in self.values), value)


def options_from(switches: Mapping[str, object], **rest: Any) -> Options:
    """Options from plain data such as `{"bait_order": "oldest_first"}`; `rest` are the fields that are no switches.

    Without `hero_set` the heroes come from the first stand-alone game among the sets.
    """
    own_heroes = [name for name in rest.get("sets", ()) if name in STAND_ALONE]
    if own_heroes:
        rest.setdefault("hero_set", own_heroes[0])
    return Options(**rest, **{name: switch_named(name).parsed(value) for name, value in switches.items()})


def switch_named(name: str) -> Switch:
    """A house rule by its name. `ValueError` says which names are near."""
    if name not in SWITCH:
        near = ", ".join(get_close_matches(name, SWITCH, n=3, cutoff=0.0))
        raise ValueError(f"there is no switch {name!r}; the nearest are {near}")
    return SWITCH[name]


def written(value: PlainValue) -> str:
    """A value as people write it: `true`, `oldest_first`, `3`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _plain(value: Any) -> PlainValue:
    plain: PlainValue = value.value if isinstance(value, Enum) else value
    return plain


def _values_of(declared: Field[Any]) -> tuple[PlainValue, ...]:
    if isinstance(declared.default, Enum):
        return tuple(_plain(value) for value in type(declared.default))
    if isinstance(declared.default, bool):
        return (declared.default, not declared.default)
    return tuple(range(MOST_COINS + 1))


def _switches() -> tuple[Switch, ...]:
    declared = [one for one in fields(Options) if "row" in one.metadata]
    return tuple(
        Switch(one.name, one.metadata["row"], one.metadata["rule"], _values_of(one), _plain(one.default))
        for one in declared
    )


_DEFAULTS = Options(())
SWITCHES = _switches()
"""Every house rule, in the order of the rules file."""
SWITCH: Mapping[str, Switch] = {switch.name: switch for switch in SWITCHES}
"""The same, found by name."""
