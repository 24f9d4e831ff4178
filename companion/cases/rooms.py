"""Cases about building: legal places, level-ups, the order after a reveal, rooms that are lost (BM-BUILD)."""

from collections.abc import Mapping
from dataclasses import replace

from companion.cases.cards import BUILT_EFFECT
from companion.cases.fields import CaseError, Record, shown
from companion.cases.reading import Case
from companion.cases.sitting import (
    EVERYWHERE,
    USUAL,
    WITH_MINIBOSSES,
    Result,
    Seat,
    Sitting,
    checked_game,
    sitting_for,
)
from engine.boss_monster import building
from engine.boss_monster.building import SLOTS
from engine.boss_monster.commands import (
    Announce,
    BuildRoom,
    Correct,
    DestroyRoom,
    FinishBuild,
    Placed,
    ResolveAnnounced,
    RevealRooms,
)
from engine.boss_monster.events import EffectDue, EffectResolves, Event, LeveledUp, MinibossDiscarded
from engine.boss_monster.levels import BUILT, LEVEL_UP
from engine.boss_monster.state import Phase, Stack, Tucked

ME, OTHER = "me", "other"
CARD_FIELDS = ("kind", "t", "dmg", "type")


def two_players(case: Case, sets: tuple[str, ...] = USUAL) -> Sitting:
    """A table for cases about one player: it is that player's build turn."""
    sitting = sitting_for(case, (ME, OTHER), sets)
    checked_game(case, sitting)
    sitting.sit([Seat(ME, 900), Seat(OTHER, 100)])
    sitting.backstage.add(OTHER)
    sitting.set(phase=Phase.BUILD, active=sitting.id_of(ME))
    return sitting


def build(case: Case) -> Result:
    """May these cards be built on these rooms, or left of them?"""
    given = case.given
    given.only("dungeon", "cards", *EVERYWHERE)
    given.listed("dungeon", needed=True)
    sitting = two_players(case)
    dungeon = sitting.dungeon(given)
    sitting.change(ME, dungeon=dungeon)
    places = {f"on_{sitting.name(stack.top)}": slot for slot, stack in enumerate(dungeon, start=1)}
    places = {**dict(reversed(places.items())), "left": len(dungeon) + 1}
    answer: dict[str, object] = {}
    start = sitting.state
    for name, facts in given.entries("cards"):
        facts.only(*CARD_FIELDS)
        card = sitting.box.room(name, facts)
        for place, slot in places.items():
            sitting.state = start
            refused = sitting.attempt(BuildRoom(sitting.id_of(ME), slot, card))
            answer[f"{name}_{place}"] = f"illegal {refused.rule}" if refused else "legal"
    return Result(answer, (sitting,))


def levelup(case: Case) -> Result:
    """At which step, each the end of a build phase, does the boss level up (BM-BUILD-18)?"""
    given = case.given
    given.only("visible_active_rooms", *EVERYWHERE)
    sitting = two_players(case)
    rooms = tuple(stack.rooms for stack in sitting.plain_dungeon(SLOTS))
    steps: list[int] = []
    for step, count in enumerate(given.wholes("visible_active_rooms", most=SLOTS), start=1):
        sitting.set(phase=Phase.BUILD, active=sitting.id_of(ME))
        done = len(sitting.told)
        sitting.do(Correct(sitting.id_of(ME), dungeon=rooms[:count]))
        sitting.finish_building()
        steps += [step for told in sitting.told[done:] if isinstance(told.event, LeveledUp)]
    return Result({"levelup_at_step": steps[0] if steps else None, "count": len(steps)}, (sitting,))


# -- orders ------------------------------------------------------------------------------------------------------------


def _by_xp(case: Case) -> tuple[Sitting, Record]:
    xp = case.given.record("xp")
    sitting = sitting_for(case, xp.data)
    checked_game(case, sitting)
    sitting.sit([Seat(name, xp.whole(name)) for name in xp.data])
    return sitting, xp


def _player_in(xp: Record, name: str, path: tuple[str, ...]) -> str:
    if name not in xp:
        raise CaseError(f"there is no player {shown(name)}; known: {', '.join(xp.data)}", path)
    return name


def priority(case: Case) -> Result:
    """In which order do announced effects take place (BM-GEN-9, -10)?"""
    given = case.given
    given.only("xp", "active", "announced", *EVERYWHERE)
    sitting, xp = _by_xp(case)
    active = given.maybe("active")
    if active is not None:
        _player_in(xp, active, given.at("active"))
    sitting.set(phase=Phase.ADVENTURE, active=None if active is None else sitting.id_of(active))
    for name, path in given.texts("announced", needed=True):
        sitting.do(Announce(sitting.id_of(_player_in(xp, name, path))))
    resolved: list[str | None] = []
    while sitting.state.announced:
        events = sitting.do(ResolveAnnounced())
        resolved += [sitting.name_of(event.player) for event in events if isinstance(event, EffectResolves)]
    return Result({"resolve": resolved}, (sitting,))


def reveal_order(case: Case) -> Result:
    """In which order are level-ups and built effects carried out after the reveal (BM-BUILD-16, -17)?"""
    given = case.given
    given.only("xp", "pending", *EVERYWHERE)
    sitting, xp = _by_xp(case)
    pending = given.record("pending")
    due = {_player_in(xp, name, pending.at(name)): _due(pending, name) for name in pending.data}
    for name, what in due.items():
        sitting.change(name, dungeon=sitting.plain_dungeon(SLOTS if LEVEL_UP in what else 1, f"{name}."))
    new = {name: sitting.box.room(f"{name}.new", abilities=BUILT_EFFECT) for name in xp.data}
    sitting.set(phase=Phase.BUILD, active=sitting.state.players[0].id)
    for player in sitting.state.players:
        sitting.do(FinishBuild(player.id, 1 if BUILT in due.get(player.name, ()) else None))
    if sitting.state.phase is Phase.REVEAL:
        placed = [Placed(sitting.id_of(name), 1, new[name]) for name, what in due.items() if BUILT in what]
        sitting.do(RevealRooms(tuple(placed)))
    while (question := sitting.state.question) is not None:  # D-10: the owner wants them as the case lists them
        owner = sitting.name_of(question.player) or ""
        sitting.answer(due[owner][0] if owner in due else None)
    lines = [_resolved(sitting, told.event) for told in sitting.told]
    return Result({"resolve": [line for line in lines if line]}, (sitting,))


def _due(pending: Record, name: str) -> list[str]:
    found = pending.texts(name)
    for word, path in found:
        if word not in (BUILT, LEVEL_UP):
            raise CaseError(f"cannot be {shown(word)}; known: {BUILT}, {LEVEL_UP}", path)
    words = [word for word, _ in found]
    if len(set(words)) < len(words):
        raise CaseError("each can be due once in a reveal", pending.at(name))
    return words


def _resolved(sitting: Sitting, event: Event) -> str:
    match event:
        case LeveledUp(player):
            return f"{sitting.name_of(player)} {LEVEL_UP}"
        case EffectDue(player):
            return f"{sitting.name_of(player)} {BUILT}"
        case _:
            return ""


# -- what lies on or under a room --------------------------------------------------------------------------------------


def room_lost(case: Case) -> Result:
    """A room with a miniboss and coins is covered or destroyed (BM-MINI-12, BM-COIN-4)."""
    given = case.given
    given.only("cause", "miniboss_level", "coins_on_room", "hoard", *EVERYWHERE)
    cause = given.choice("cause", ("overbuilt", "destroyed"))
    level = given.whole("miniboss_level", most=3) if given.data.get("miniboss_level") is not None else 0
    sitting = two_players(case, WITH_MINIBOSSES)
    me = sitting.id_of(ME)
    old = sitting.box.room("old")
    tucked = Tucked(sitting.box.miniboss("miniboss"), level) if level else None
    stack = Stack((old,), miniboss=tucked, coins=given.whole("coins_on_room", 0))
    sitting.change(ME, dungeon=(stack,), coins=given.whole("hoard", 0))
    new = sitting.box.room("new")
    if cause == "overbuilt":
        sitting.do(FinishBuild(me, 1))
        sitting.finish_building()
        sitting.do(RevealRooms((Placed(me, 1, new),)))
    else:
        sitting.do(DestroyRoom(me, 1))
    player = sitting.player(ME)
    lost = any(isinstance(told.event, MinibossDiscarded) for told in sitting.told)
    kept = any(left.miniboss for left in player.dungeon)
    covered = any(old in left.covered for left in player.dungeon)
    answer: dict[str, object] = {
        "miniboss": "discarded" if lost and not kept else "kept" if kept else "none",
        "coins_on_room": sum(left.coins for left in player.dungeon),
        "hoard": player.coins,
        "old_room": "covered" if covered else "discarded",
    }
    return Result(answer, (sitting,))


def with_minibosses(sitting: Sitting, given: Record, deactivated: Mapping[int, bool]) -> None:
    """Rooms with minibosses under some of them."""
    rooms = given.whole("rooms", most=SLOTS)
    slots = _slots(given, "minibosses", rooms)
    dungeon = [
        replace(
            stack,
            deactivated=deactivated.get(slot, False),
            miniboss=Tucked(sitting.box.miniboss(f"m{slot}")) if slot in slots else None,
        )
        for slot, stack in enumerate(sitting.plain_dungeon(rooms), start=1)
    ]
    sitting.change(ME, dungeon=tuple(dungeon))


def _slots(given: Record, name: str, rooms: int) -> list[int]:
    slots = given.wholes(name, least=1, needed=False)
    for slot in slots:
        if slot > rooms:
            raise CaseError(f"there is no room in slot {slot}", given.at(name))
    if len(set(slots)) < len(slots):
        raise CaseError("a slot is named twice", given.at(name))
    return slots


def deactivated_slots(given: Record) -> Mapping[int, bool]:
    """The slots whose rooms lie sideways."""
    return dict.fromkeys(_slots(given, "deactivated", given.whole("rooms", most=SLOTS)), True)


def legal_for_miniboss(sitting: Sitting) -> list[int]:
    """The slots in which another miniboss may be built."""
    new = sitting.box.miniboss("new")
    return list(building.legal_slots(sitting.state, sitting.player(ME), new, sitting.box.catalog))
