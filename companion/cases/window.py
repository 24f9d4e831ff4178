"""What is played in a window of the adventure, or in the build phase before it, as a case writes it (rules 7.7)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.cases.fields import CaseError, Path, Record, shown
from companion.cases.sitting import Sitting
from engine.boss_monster.building import slot_of
from engine.boss_monster.commands import (
    ChangeHero,
    ChangeRoom,
    Command,
    DestroyRoom,
    KillHero,
    MoveHero,
    RemoveHero,
    SwapRooms,
    TurnRoom,
)
from engine.boss_monster.events import Event
from engine.boss_monster.state import State
from engine.core.errors import IllegalCommand
from engine.core.ids import CopyId, PlayerId

EVENT_FIELDS = ("hero", "in_room", "do", "room", "rooms", "amount", "target", "answer")
ON_ROOM = ("destroy", "deactivate", "activate", "room_damage")
ON_HERO = ("to_entrance", "to_town", "kill", "remove", "damage", "health")
WORDS = (*ON_ROOM, *ON_HERO, "swap")
NEEDS_AMOUNT = ("room_damage", "damage", "health")
ANSWERS = {"swap": ("stack", "top"), "kill": ("yes", "no")}


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect. Without a hero it happens in the build phase, otherwise in the window of that room."""

    path: Path
    word: str
    hero: CopyId | None = None
    in_room: CopyId | None = None
    target: CopyId | None = None
    rooms: tuple[CopyId, ...] = ()
    amount: int = 0
    answer: str | None = None

    def fits(self, sitting: Sitting) -> bool:
        """Whether the hero stands in the room now."""
        walk = sitting.state.walk
        if walk is None or walk.hero != self.hero:
            return False
        return sitting.state.player(walk.player).dungeon[walk.slot - 1].top == self.in_room

    def play(self, sitting: Sitting, owner: str) -> tuple[Event, ...]:
        """Carry it out. What the rules forbid does not happen, such as destroying a deactivated room (BM-GLOSS-15)."""
        done = len(sitting.told)
        command = self._command(sitting, sitting.id_of(owner))
        if isinstance(command, IllegalCommand):
            sitting.refused.append((self.word, command))
        else:
            sitting.attempt(command)
        while sitting.state.question is not None:  # suggested yes while the owner is active
            sitting.answer(self.answer, usual="yes")
        return tuple(told.event for told in sitting.told[done:])

    def _command(self, sitting: Sitting, owner: PlayerId) -> Command | IllegalCommand:
        if self.rooms:
            slots = [slot_of(sitting.state.player(owner), room) for room in self.rooms]
            if None in slots:
                return IllegalCommand("room_not_in_play", "BM-GLOSS-15")
            return _on_rooms(self, owner, [slot for slot in slots if slot is not None])
        assert self.target is not None
        return _on_hero(self, owner, self.target)


def _on_rooms(one: Effect, owner: PlayerId, slots: list[int]) -> Command:
    match one.word:
        case "destroy":
            return DestroyRoom(owner, slots[0])
        case "swap":
            return SwapRooms(owner, slots[0], slots[1], whole=one.answer != "top")
        case "room_damage":
            return ChangeRoom(owner, slots[0], one.amount)
        case _:
            return TurnRoom(owner, slots[0], deactivated=one.word == "deactivate")


def _on_hero(one: Effect, owner: PlayerId, hero: CopyId) -> Command:
    commands: Mapping[str, Callable[[], Command]] = {
        "to_entrance": lambda: MoveHero(hero, owner),
        "to_town": lambda: MoveHero(hero),
        "kill": lambda: KillHero(hero),
        "remove": lambda: RemoveHero(hero),
        "damage": lambda: ChangeHero(hero, damage=one.amount),
        "health": lambda: ChangeHero(hero, health=one.amount),
    }
    return commands[one.word]()


def effect(event: Record, heroes: Mapping[str, CopyId], rooms: Mapping[str, CopyId]) -> Effect:
    """An effect as the case writes it, with all names known."""
    event.only(*EVENT_FIELDS)
    word = event.choice("do", WORDS)
    hero = _known(event, "hero", heroes) if "hero" in event else None
    in_room = _known(event, "in_room", rooms) if "in_room" in event or hero is not None else None
    if word in ON_HERO and hero is None and "target" not in event:
        raise CaseError("this field is missing", event.at("hero"))
    return Effect(
        event.path,
        word,
        hero,
        in_room,
        _known(event, "target", heroes) if "target" in event else hero,
        _rooms(event, word, rooms),
        event.whole("amount", least=-99, most=99) if word in NEEDS_AMOUNT else _nothing(event, "amount"),
        event.choice("answer", ANSWERS.get(word, ())) if "answer" in event else None,
    )


def _rooms(event: Record, word: str, rooms: Mapping[str, CopyId]) -> tuple[CopyId, ...]:
    if word in ON_ROOM:
        return (_known(event, "room", rooms),)
    if word != "swap":
        _nothing(event, "room")
        return ()
    found = []
    for name, path in event.texts("rooms", needed=True):
        if name not in rooms:
            raise CaseError(f"there is no room {shown(name)} in the dungeon", path)
        found.append(rooms[name])
    if len(found) != 2 or found[0] == found[1]:
        raise CaseError("name two different rooms", event.at("rooms"))
    return tuple(found)


def _nothing(event: Record, name: str) -> int:
    if name in event:
        raise CaseError(f"{event.data['do']} has no such field", event.at(name))
    return 0


def _known(event: Record, name: str, known: Mapping[str, CopyId]) -> CopyId:
    word = event.text(name)
    if word not in known:
        raise CaseError(f"there is no {shown(word)}; known: {', '.join(known) or 'nothing'}", event.at(name))
    return known[word]


def place_of(state: State, owner: PlayerId, slot: int) -> int:
    """The walk position of a slot: 1 is the leftmost room (rules 0.2)."""
    return len(state.player(owner).dungeon) + 1 - slot
