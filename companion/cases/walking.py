"""Cases about the adventure: one dungeon, its heroes, and what is played in between (BM-ADV)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from companion.cases.fields import CaseError, Record
from companion.cases.reading import Case
from companion.cases.sitting import EVERYWHERE, Result, Seat, checked_game, sitting_for
from companion.cases.window import Effect, effect, place_of
from engine.boss_monster.cards import Treasure
from engine.boss_monster.commands import BeginAdventure, LureHeroes, WalkOn
from engine.boss_monster.events import (
    AdventureTurnBegan,
    Event,
    HeroDied,
    HeroKilled,
    HeroMoved,
    HeroRemoved,
    HeroSurvived,
    RoomEntered,
)
from engine.boss_monster.state import HeroMark, Phase, Stack, State
from engine.core.ids import CopyId

OWNER, OTHER = "owner", "other"
MOST_ROUNDS = 20
HERO_FIELDS = ("id", "hp", "epic", "hp_bonus", "souls", "wounds", "class")


@dataclass(slots=True)
class Course:
    """How far a hero came: the running damage after every room, and what became of it."""

    damage: list[int] = field(default_factory=list)
    result: str = "waits"
    dies_in: int | None = None

    def record(self) -> dict[str, object]:
        """The course as a case writes it."""
        plain: dict[str, object] = {"damage": self.damage, "result": self.result}
        return plain if self.dies_in is None else {**plain, "dies_in": self.dies_in}


class Adventure:
    """The dungeon of a case with its heroes. A second player keeps the round open, so that nothing is tidied away."""

    def __init__(self, case: Case, heroes: Iterable[Record], *, keep_open: bool = True) -> None:
        self.sitting = sitting = sitting_for(case, (OWNER, OTHER))
        checked_game(case, sitting)
        sitting.sit([Seat(OWNER, 900, (Treasure.GOLD,)), Seat(OTHER, 100)])
        sitting.backstage.add(OTHER)
        sitting.change(OWNER, dungeon=sitting.dungeon(case.given))
        self.bonus: dict[CopyId, int] = {}
        self.heroes = {facts.text("id"): self._hero(facts) for facts in heroes}
        self.courses = {hero: Course() for hero in self.heroes.values()}
        sitting.set(seen_heroes=tuple(self.heroes.values()))
        if keep_open:
            last = sitting.box.hero("(other)")
            sitting.change(OTHER, dungeon=(Stack((sitting.box.room("(other)"),)),), entrance=(last,))
            sitting.set(seen_heroes=(*sitting.state.seen_heroes, last))

    def _hero(self, facts: Record) -> CopyId:
        facts.only(*HERO_FIELDS)
        hero = self.sitting.box.hero(
            facts.text("id"),
            facts.text("class", "thief"),
            facts.at("class") if "class" in facts else facts.at("id"),
            health=facts.whole("hp", least=1),
            epic=facts.flag("epic"),
            souls=facts.whole("souls") if "souls" in facts else None,
            wounds=facts.whole("wounds") if "wounds" in facts else None,
        )
        if bonus := facts.whole("hp_bonus", 0, least=-99):
            self.bonus[hero] = bonus
        return hero

    def strengthen(self) -> None:
        """Health that items give, as long as they are carried (BM-ADV-21, BM-ITEM-10)."""
        for hero, bonus in self.bonus.items():
            self.sitting.set(marks=self.sitting.state.with_mark(HeroMark(hero, health=bonus)).marks)

    def effects(self, events: Iterable[Record]) -> list[Effect]:
        """The events of a case, checked."""
        return [effect(event, self.heroes, self._rooms()) for event in events]

    def _rooms(self) -> Mapping[str, CopyId]:
        stacks = self.sitting.player(OWNER).dungeon
        return {self.sitting.name(room): room for stack in stacks for room in stack.rooms}

    def before(self, effects: Iterable[Effect]) -> None:
        """What happens in the build phase."""
        self.sitting.set(phase=Phase.BUILD, active=self.sitting.id_of(OWNER))
        for one in effects:
            one.play(self.sitting, OWNER)

    def walk(self, effects: list[Effect]) -> None:
        """The owner's whole turn. Each effect happens once, in its window; a window that never comes leaves it out."""
        waiting = list(effects)
        self._do(BeginAdventure())
        while self._is_walking():
            now = next((one for one in waiting if one.fits(self.sitting)), None)
            if now is None:
                self._do(WalkOn())
            else:
                waiting.remove(now)
                before = self.sitting.state
                events = now.play(self.sitting, OWNER)
                self._note(events, before)

    def _is_walking(self) -> bool:
        state = self.sitting.state
        return state.phase is Phase.ADVENTURE and state.active == self.sitting.id_of(OWNER)

    def _do(self, command: BeginAdventure | WalkOn) -> None:
        before = self.sitting.state
        self._note(self.sitting.do(command), before)

    def _note(self, events: Iterable[Event], before: State) -> None:
        """Follow every hero of the case. The place of a death is that of the room at that moment (BM-ADV-8)."""
        owner = self.sitting.id_of(OWNER)
        entered: dict[CopyId, int] = {}
        for event in events:
            course = self.courses.get(getattr(event, "hero", CopyId("")))
            if course is None:
                continue
            match event:
                case RoomEntered(_, hero, slot, _, _, total, _):
                    course.damage.append(total)
                    entered[hero] = place_of(self.sitting.state, owner, slot)
                case HeroDied(_, hero):
                    assert before.walk is not None or hero in entered
                    there = place_of(before, owner, before.walk.slot) if before.walk else 0
                    course.result, course.dies_in = "dies", entered.get(hero, there)
                case HeroKilled():
                    course.result = "dies"
                case HeroSurvived():
                    course.result = "survives"
                case HeroMoved(_, player):
                    course.result = "town" if player is None else "waits"
                case HeroRemoved():
                    course.result = "removed"


def adventure(case: Case) -> Result:
    """All heroes of a queue walk through one dungeon."""
    given = case.given
    given.only("dungeon", "queue", "before", "events", *EVERYWHERE)
    given.listed("dungeon", needed=True)
    walk = Adventure(case, given.records("queue", needed=True))
    sitting = walk.sitting
    before = walk.effects(given.records("before"))
    for one in before:
        if one.hero is not None:
            raise CaseError("in the build phase nobody walks yet; leave out hero and in_room", one.path)
    effects = walk.effects(given.records("events"))
    for one in effects:
        if one.hero is None:
            raise CaseError("name the hero and the room in whose window it happens", (*one.path, "hero"))
    walk.before(before)
    walk.strengthen()
    sitting.change(OWNER, entrance=tuple(walk.heroes.values()))
    sitting.set(phase=Phase.BAITED, active=None)
    walk.walk(effects)
    owner = sitting.player(OWNER)
    answer: dict[str, object] = {
        "slots": {f"s{slot}": sitting.name(stack.top) for slot, stack in enumerate(owner.dungeon, start=1)},
        "heroes": {name: walk.courses[hero].record() for name, hero in walk.heroes.items()},
        "souls": owner.souls,
        "wounds": owner.wounds,
    }
    if sitting.state.town:
        answer["town"] = sitting.named(sitting.state.town)
    return Result(answer, (sitting,))


def adventure_rounds(case: Case) -> Result:
    """One hero, several rounds: it is lured again as long as it comes back to town (BM-ADV-17, -20)."""
    given = case.given
    played = [name for name in given.data if name.startswith("round") and name.endswith("_events")]
    for name in played:
        which = name.removeprefix("round").removesuffix("_events")
        if not which.isdigit() or not 1 <= int(which) <= MOST_ROUNDS:
            raise CaseError(f"name it like round1_events, for round 1 to {MOST_ROUNDS}", given.at(name))
    given.only("dungeon", "hero", *played, *EVERYWHERE)
    given.listed("dungeon", needed=True)
    walk = Adventure(case, [given.record("hero")], keep_open=False)
    sitting = walk.sitting
    deck = sitting.box.filler()
    hero = next(iter(walk.heroes.values()))
    windows = {name: walk.effects(given.records(name)) for name in played}
    sitting.set(town=(hero,), phase=Phase.BUILT, active=None)
    answer: dict[str, object] = {}
    for number in range(1, MOST_ROUNDS + 2):
        walk.courses[hero] = Course()
        walk.strengthen()
        sitting.do(LureHeroes())
        walk.walk(windows.get(f"round{number}_events", []))
        sitting.finish_adventure()
        answer[f"round{number}"] = walk.courses[hero].record()
        waits = hero in sitting.state.town or hero in sitting.player(OWNER).entrance
        if not waits or sitting.state.phase is not Phase.ROUND_END:
            break
        sitting.next_build_phase(deck)
        sitting.finish_building()
    owner = sitting.player(OWNER)
    return Result({**answer, "souls": owner.souls, "wounds": owner.wounds}, (sitting,))


def adventure_order(case: Case) -> Result:
    """Who becomes active player, in which order (BM-ADV-1, D-02)."""
    given = case.given
    given.only("players", *EVERYWHERE)
    players = dict(given.entries("players"))
    sitting = sitting_for(case, players)
    checked_game(case, sitting)
    sitting.sit(Seat(name, facts.whole("xp")) for name, facts in players.items())
    for name, facts in players.items():
        facts.only("xp", "heroes")
        count = facts.whole("heroes", most=99)
        queue = tuple(sitting.box.hero(f"{name}:{number}", health=1) for number in range(1, count + 1))
        sitting.change(name, entrance=queue, dungeon=sitting.plain_dungeon(1, f"{name}."))
        sitting.set(seen_heroes=(*sitting.state.seen_heroes, *queue))
    sitting.box.filler()
    sitting.set(phase=Phase.BAITED, active=None)
    events = (*sitting.do(BeginAdventure()), *sitting.finish_adventure())
    turns = [event.player for event in events if isinstance(event, AdventureTurnBegan)]
    return Result({"order": [sitting.name_of(player) for player in turns]}, (sitting,))
