"""Cases about one slot over time, as the camera sees it (rules 4.4)."""

from collections.abc import Sequence

from companion.cases.fields import CaseError, Record, once, shown
from companion.cases.reading import Case
from companion.cases.rooms import ME, two_players
from companion.cases.sitting import EVERYWHERE, Result, Sitting
from engine.boss_monster.answers import WHAT_HAPPENED
from engine.boss_monster.commands import Ask
from engine.boss_monster.events import RoomBuilt
from engine.boss_monster.interpret import interpret
from engine.boss_monster.state import Phase, Stack
from engine.core.ids import Code, CopyId
from engine.core.observations import Area, SeenCard, Spot, TableSeen, Turned

SLOT = 1
BACK = "(back)"
ANSWERS = {
    "covered by mistake": "covered",
    "returned to hand": "returned",
    "taken back": "taken_back",
    "take back": "take_back",
    "still face-down": "face_down",
}
"""Answers as the table of questions writes them (rules 4.8)."""
KNOWN = (*WHAT_HAPPENED, "taken_back", "discarded", "face_down", "take_back", "discard", "allow", "yes", "no", "wait")


class Slot:
    """One slot of a dungeon. The camera sees a card on top, a back, or nothing."""

    def __init__(self, sitting: Sitting, start: Sequence[tuple[str, tuple[str, ...]]]) -> None:
        self.sitting = sitting
        self.cards = {name: sitting.box.room(name) for name, _ in start}
        self.back = sitting.box.room_back(BACK)
        if self.cards:
            sitting.change(ME, dungeon=(Stack(tuple(self.cards.values())),))

    def card(self, name: str) -> CopyId:
        """A room by its name; a name that was never heard of is a new room."""
        if name not in self.cards:
            self.cards[name] = self.sitting.box.room(name)
        return self.cards[name]

    @property
    def rooms(self) -> tuple[CopyId, ...]:
        """The stack, bottom first."""
        dungeon = self.sitting.player(ME).dungeon
        return dungeon[SLOT - 1].rooms if dungeon else ()

    def happen(self, event: Record) -> dict[str, object]:
        """One sight, closed as a checkpoint; the stack afterwards and what became of its cards."""
        event.only("back_on", "reveal", "vanish_top", "appear", "answer")
        answer = _answer(event)
        before, done = self.rooms, len(self.sitting.told)
        if event.flag("back_on"):
            self._back_on()
        elif "reveal" in event:
            self._look((self.card(event.text("reveal")),), answer)
        elif "appear" in event:
            self._appear(self.card(event.text("appear")), answer)
        elif event.flag("vanish_top"):
            self._vanish(answer)
        else:
            raise CaseError("nothing happens here; say back_on, reveal, appear or vanish_top", event.path)
        built = [told.event.room for told in self.sitting.told[done:] if isinstance(told.event, RoomBuilt)]
        return self._record(before, built, answer)

    def _record(self, before: tuple[CopyId, ...], built: list[CopyId], answer: str | None) -> dict[str, object]:
        now, named = self.rooms, self.sitting.named
        lost = [room for room in reversed(before) if room not in now]
        parts: dict[str, object] = {
            "stack": named(now),
            "top": self.sitting.name(now[-1]) if now else None,
            "face_down": self.sitting.player(ME).face_down is not None,
        }
        if built:
            parts["built"] = named(built)
        if lost and now:
            parts["uncovered"] = named(now[-1:])
        if lost and answer == "destroyed":
            parts["discarded"] = named(lost)
        return parts

    # -- sights ------------------------------------------------------------------------------------------------------

    def _back_on(self) -> None:
        """A card back lies on the slot in its owner's build turn."""
        self._build_phase()
        self._read(self._seen(backs=(self.back,)))
        self.sitting.finish_building()

    def _vanish(self, answer: str | None) -> None:
        """The top card is not seen any more, and nothing else is (Q-03 in the owner's build turn, else Q-04)."""
        if answer in ("yes", "no", "wait"):
            self._build_phase()
            self._look((), answer)
            if self.sitting.player(ME).face_down is not None:
                self.sitting.finish_building()
            return
        me = self.sitting.id_of(ME)
        if self.rooms:
            self.sitting.do(Ask("Q-04", WHAT_HAPPENED, me, SLOT, self.rooms[-1:]))
            self.sitting.answer(answer)

    def _appear(self, card: CopyId, answer: str | None) -> None:
        """A card is seen on top; if memory has it deeper, all above it left (rules 4.4)."""
        if self.sitting.state.phase is Phase.BUILD:
            self.sitting.finish_building()
        for _ in range(len(self.rooms) + 1):
            before = self.rooms
            self._look((card,), answer)
            if self.rooms == before or card in self.rooms[-1:]:
                return

    def _build_phase(self) -> None:
        state = self.sitting.state
        if state.phase is not Phase.BUILD:
            self.sitting.set(phase=Phase.BUILD, round=state.round + 1)
        self.sitting.set(active=self.sitting.id_of(ME))

    def _look(self, cards: Sequence[CopyId], answer: str | None) -> None:
        """The camera sees these cards in the slot; what the table says is done, what it asks is answered."""
        self._read(self._seen(cards))
        if self.sitting.state.question is not None:
            self.sitting.answer(answer)

    def _read(self, seen: TableSeen) -> None:
        if self.sitting.state.phase not in (Phase.BUILD, Phase.REVEAL):
            self.sitting.set(phase=Phase.BUILT, active=None)
        reading = interpret(self.sitting.state, seen, self.sitting.box.catalog)
        if reading.questions:
            self.sitting.do(reading.questions[0])
        elif self.sitting.state.phase in (Phase.BUILD, Phase.REVEAL):
            self.sitting.do(*reading.commands)

    def _seen(self, cards: Sequence[CopyId] = (), backs: Sequence[CopyId] = ()) -> TableSeen:
        boss = Code(self.sitting.player(ME).boss)
        spot = Spot(Area.ROW, boss, float(SLOT))
        lying = [SeenCard(Code(copy), spot, Turned.UPRIGHT, 0.0, 0.0, 0.0) for copy in (*cards, *backs)]
        return TableSeen(tuple(lying[: len(cards)]), tuple(lying[len(cards) :]))


def _answer(event: Record) -> str | None:
    if "answer" not in event:
        return None
    word = event.text("answer")
    word = ANSWERS.get(word, word)
    if word not in KNOWN:
        raise CaseError(f"cannot be {shown(word)}; known: {', '.join(KNOWN)}", event.at("answer"))
    return word


def stack(case: Case) -> Result:
    """What lies in a slot after each sight."""
    given = case.given
    given.only("start", "events", *EVERYWHERE)
    sitting = two_players(case)
    start = given.texts("start")
    once(start)
    slot = Slot(sitting, start)
    answer: dict[str, object] = {}
    for number, event in enumerate(given.records("events", needed=True), start=1):
        answer[f"after_{number}"] = slot.happen(event)
    return Result(answer, (sitting,))
