"""The most complex table that real cards can make, and how long the engine takes for a round of it.

Four levelled-up bosses whose texts always hold, five full stacks each with minibosses at their second level, rooms that
count other rooms and hands, and eight heroes with items, so strong that each of them walks through every room.
"""

from collections.abc import Iterable, Sequence

from engine.boss_monster.commands import BeginAdventure, Command, LureHeroes, WalkOn
from engine.boss_monster.options import Options
from engine.boss_monster.rules import apply
from engine.boss_monster.state import HeroMark, Phase, Player, Stack, State, Tucked
from engine.core.cards import Catalog
from engine.core.commands import Answer
from engine.core.ids import CardId, CopyId, PlayerId, copy_id

SETS = ("base", "next_level", "tools_of_hero_kind", "rise_of_the_minibosses", "crash_landing", "promos")
_SEATS = (
    ("scott", ("goblin_nursery", "crystal_ballroom", "elemental_generator", "magipede", "the_dreadmill")),
    ("killa", ("goblin_armory", "doppelganger_hive", "invasion_swarm", "power_leech", "goblin_mess_hall")),
    ("scythe", ("dizzygas_hallway", "reactor_core", "alien_ooze", "shark_tank", "minion_clinic")),
    ("imperiatrix", ("ghoulyard", "monsters_ballroom", "collapsing_bridge", "hydras_mire", "trash_compactor")),
)
"""Boss and rooms from the boss to the entrance."""
_MINIBOSSES = (
    ("spike", "jinx", "cerebella"),
    ("kid_croak", "mageseeker", "rocky"),
    ("draculad", "brassknuckle"),
    ("paddywhack", "icicle_man"),
)
"""In the first, third and fifth slot: never side by side (BM-MINI-5)."""
_LOUD = "icicle_man"
"""At its second level it silences heroes, which makes the table easier: it stays at the first."""
_UNDER = "dragon_hatchery"
_HEROES = (
    ("trap_master", "claws_of_the_berserker"),
    ("druid", "goblin_suit"),
    ("monster_hunter", "cheat_code"),
    ("swordmage", "star_of_invulnerability"),
    ("demigod", "ring_of_invisibility"),
    ("the_brothers", "extra_life"),
    ("hya_legendary_shinobi", "staff_of_healing"),
    ("archer", "vorpal_blade"),
)
"""Heroes at the entrances with what they carry, two for each player."""
_TOWN = ("fires_breath_heroine_of_arcadia", "the_fool", "jesta_the_rogue", "tieg_and_the_magic_bubble")
"""Heroes for the bait."""
_MIGHT = 30
"""So much health do effects of this round add to each hero."""
_WOUNDS = ("nick_the_masher", "acacia_warrior_of_light", "mitchell_the_judge", "boden_the_pantless")
"""Survivors under the bosses: some texts ask for wounds."""


def worst_table(cards: Catalog) -> State:
    """That table, just before the bait."""
    players = tuple(
        _player(seat, boss, rooms, minibosses)
        for seat, ((boss, rooms), minibosses) in enumerate(zip(_SEATS, _MINIBOSSES, strict=True), start=1)
    )
    town = tuple(_copy("hero", hero) for hero in _TOWN)
    marks = tuple(HeroMark(_copy("hero", hero), health=_MIGHT, item=_copy("item", item)) for hero, item in _HEROES)
    seen = (*(hero for player in players for hero in (*player.entrance, *player.survivors)), *town)
    assert all(hero in cards for hero in seen)
    options = Options(tuple(player.name for player in players), SETS)
    return State(options, Phase.BUILT, 3, players, town=town, seen_heroes=seen, marks=marks)


def _player(seat: int, boss: str, rooms: Sequence[str], minibosses: Sequence[str]) -> Player:
    tucked = {
        2 * number: Tucked(_copy("miniboss", name), 1 if name == _LOUD else 2) for number, name in enumerate(minibosses)
    }
    dungeon = tuple(
        Stack((CopyId(f"bm.room.{_UNDER}#{seat}"), _copy("room", room)), miniboss=tucked.get(number))
        for number, room in enumerate(rooms)
    )
    heroes = tuple(_copy("hero", hero) for hero, _ in _HEROES[2 * seat - 2 : 2 * seat])
    return Player(
        PlayerId(f"p{seat}"),
        f"P{seat}",
        _copy("boss", boss),
        dungeon,
        levelled_up=True,
        entrance=heroes,
        survivors=(_copy("hero", _WOUNDS[seat - 1]),),
        wounds=1,
        coins=5,
    )


def _copy(kind: str, name: str) -> CopyId:
    return copy_id(CardId(f"bm.{kind}.{name}"), 1)


def play_round(state: State, cards: Catalog) -> list[Command]:
    """Bait, adventure and judging, with the first answer to every question: the commands of it."""
    commands: list[Command] = []
    begun = state.round
    while state.round == begun and state.phase not in (Phase.ROUND_END, Phase.OVER):
        commands.append(_next(state))
        state = apply(state, commands[-1], cards).state
    return commands


def played(state: State, commands: Iterable[Command], cards: Catalog) -> State:
    """The table after these commands."""
    for command in commands:
        state = apply(state, command, cards).state
    return state


def _next(state: State) -> Command:
    if state.question is not None:
        return Answer(state.question.choices[0])
    if state.phase is Phase.ADVENTURE:
        return WalkOn()
    return LureHeroes() if state.phase is Phase.BUILT else BeginAdventure()
