"""One thread decides: a message goes in, the game moves on, and what happened comes out.

The host knows the table (the newest `TableSeen`), the running game and when a checkpoint may be closed. It speaks no
language and touches no device: it hands out events and notices, others show and say them. Time is an argument.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import assert_never

from companion.game import GameTurn, RunningGame
from companion.inbox import CameraLost, CameraSees, Chosen, EyeBlinked, Message, Ordered, Pressed, TableSaw
from companion.journal import Entry
from companion.lines import Slot, part
from companion.prompts import refusal_part
from engine.boss_monster.answers import BUILD_NOW, WHO_PLAYS
from engine.boss_monster.commands import (
    Announce,
    Ask,
    BeginAdventure,
    BeginRound,
    Command,
    FinishBuild,
    LureHeroes,
    ResolveAnnounced,
    SwapRooms,
    WalkOn,
)
from engine.boss_monster.events import EffectAnnounced, Event, HeroArrived, ItemRevealed, MinibossTucked, RoomBuilt
from engine.boss_monster.expected import Todo
from engine.boss_monster.interpret import Reading, interpret
from engine.boss_monster.state import Phase, State
from engine.core.commands import Answer, Redo, Undo
from engine.core.copying import replace
from engine.core.errors import IllegalCommand
from engine.core.ids import CopyId, PlayerId
from engine.core.observations import Area, Drift, TableSeen
from hw.panel import Button
from vision.trouble import EYE_FAILS


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to tell that is no event of the game: trouble, hints, undo. `key` is a phrase key."""

    key: str
    slots: Mapping[str, Slot] = field(default_factory=dict)
    is_error: bool = False
    is_silent: bool = False
    """Only shown: nobody says it or writes it down."""


@dataclass(frozen=True, slots=True)
class Undone:
    """A turn was taken back."""

    turn: GameTurn


@dataclass(frozen=True, slots=True)
class News:
    """An event, an undo or a notice, with the state in which it happened."""

    what: Event | Notice | Undone
    state: State


@dataclass(frozen=True, slots=True)
class HostSettings:
    """How patient the referee is, in seconds."""

    look_s: float = 0.7
    """After a press the table must lie still this long: absence needs as much evidence as presence (rules 4.3)."""
    looks: int = 4
    """So many pictures must have been taken since the press, however slowly they come."""
    ask_after_s: float = 3.0
    """A table that stays unclear this long after a press becomes a question."""
    auto_heroes_s: float = 2.0
    """CP-1 closes by itself when the expected heroes have lain this long."""
    auto_queues_s: float = 0.7
    """CP-5 closes by itself when the queues have lain right this long; a card that was shown or laid counts then."""
    nothing_s: float = 1.0
    """That somebody who did not pass built nothing is believed when no card was seen on a calm table for this long: one
    that is hard to read is still being looked for meanwhile."""
    forget_s: float = 0.6
    """A card that was taken from the spell pad this long ago may be shown there again."""


QUICK = HostSettings(look_s=0.14, looks=3, auto_queues_s=0.0)
"""For an eye that notices hands and unread things by itself: what it calls settled has been looked at long enough."""

_WITHOUT_LOOKING: Mapping[Phase, Command] = {
    Phase.BUILT: LureHeroes(),
    Phase.BAITED: BeginAdventure(),
    Phase.ROUND_END: BeginRound(),
}
"""Checkpoints that need no word about the cards: the referee knows where they lie (rules 4.9)."""
_LAYING = (Phase.SETUP, Phase.OVER)
"""Cards are laid out or put away: that many are not seen means nothing."""
_ODD_S = 10.0
"""An odd sticker that was not seen for so long is told again."""


class Host:
    """The referee at work."""

    def __init__(self, game: RunningGame, settings: HostSettings | None = None) -> None:
        self.settings = settings or HostSettings()
        self.by_touch = False
        """Nobody looks at the table: the people say on the screen what lies there."""
        self.camera_trouble = ""
        """Why there are no pictures. Another game does not bring the camera back."""
        self.start(game)

    def start(self, game: RunningGame) -> None:
        """Referee this game from now on."""
        self.game = game
        self.seen: TableSeen | None = None
        self.todo: tuple[Todo, ...] = ()
        self.drift = Drift.NONE
        """What is known to have happened to camera or light."""
        self._pressed_at: float | None = None
        self._told_to_wait = False
        self._looks = 0
        self._passes = False
        """Whether the press said that there is nothing to be seen."""
        self._nothing_since: float | None = None
        """Since when, after a press, no card is seen that was built."""
        self._ready_since: float | None = None
        self._hold_auto = False
        self._was_undone = False
        """Something was undone or redone since the last bait: the cards may still lie as they did before."""
        self._twice_s: float | None = None
        """When a sticker was last read in two places."""
        self._odd: dict[str, float] = {}
        """Odd stickers that were told, and when each was last seen."""
        self._told_unread: set[CopyId] = set()
        self._shown: tuple[Announce | Ask, ...] = ()
        self._shown_since: float | None = None
        self._on_pad: dict[CopyId, float | None] = dict.fromkeys(_shown_this_round(game))
        """Cards of the spell pad that were dealt with, and when each was last seen there, or was still to take place:
        others may lie over it then."""

    @property
    def state(self) -> State:
        """The game as it stands."""
        return self.game.state

    def remembers(self, card: CopyId) -> bool:
        """Whether this card was read on the spell pad and nobody has seen it leave yet."""
        return card in self._on_pad

    @property
    def needs_help(self) -> bool:
        """Whether people must look after camera or light: many cards are not found that should lie there."""
        is_watched = not self.by_touch and not self.camera_trouble
        return self.drift is Drift.LOST and is_watched and self.state.phase not in _LAYING

    @property
    def is_closing(self) -> bool:
        """Whether a press waits for the table to lie still."""
        return self._pressed_at is not None

    def handle(self, message: Message, now_s: float) -> list[News]:
        """Deal with one message."""
        match message:
            case TableSaw():
                return self._look(message.seen)
            case CameraLost():
                return self._camera_lost(message.reason)
            case CameraSees():
                return self._camera_back()
            case EyeBlinked():
                return self._news(Notice("eye_blinked", is_silent=True))
            case Pressed():
                return self._press(message.button, now_s)
            case Chosen():
                return self._carry_out(Answer(message.choice))
            case Ordered():
                return self._carry_out(message.command)
            case _:
                assert_never(message)

    # -- the table ---------------------------------------------------------------------------------------------------

    def _look(self, seen: TableSeen) -> list[News]:
        news = self._camera_back()
        self.seen = seen
        news += self._odd_stickers(seen)
        news += self._drifted(seen.drift)
        if seen.twice:
            self._twice_s = seen.at_s
        is_clear = seen.settled and (seen.twice or not self._was_twice(seen.at_s))
        self._on_pad |= {each.card: seen.at_s for each in self.state.announced if each.card is not None}
        reading = interpret(self._expected, seen, self.game.cards, self._on_pad) if is_clear else None
        if reading is not None:
            lies_right = reading.commands and all(todo.key != "todo_put_back" for todo in reading.todo)
            self._was_undone = self._was_undone and not lies_right
            self.todo = reading.todo
            self._watch_pad(seen)
        if self.state.question is not None and not self._waits_for_room:
            return news
        if reading is not None and (shown := self._read_pad(seen, reading)):
            return news + shown
        return news + (self._close_on_press(seen, reading) if self.is_closing else self._close_unasked(seen, reading))

    def _was_twice(self, at_s: float) -> bool:
        """Whether a sticker was read in two places a moment ago: one of them may only be hard to read."""
        return self._twice_s is not None and at_s - self._twice_s < self.settings.forget_s

    @property
    def _waits_for_room(self) -> bool:
        """Whether a room on the table is the answer to the open question (FX-25)."""
        return self.state.question is not None and self.state.question.key == BUILD_NOW

    @property
    def _expected(self) -> State:
        """The game as it stands. After an undo hands have yet to follow: exchanged rooms are to be put back."""
        state = self.state
        for player in state.players if self._was_undone else ():
            state = state.with_player(replace(player, arranged=True))
        return state

    def _watch_pad(self, seen: TableSeen) -> None:
        """A card that left the spell pad may be shown there again."""
        lying = {self.game.cards.copy_of(card.code) for card in seen.cards if card.spot.area is Area.PAD}
        for copy, last_s in list(self._on_pad.items()):
            if copy in lying or last_s is None:
                self._on_pad[copy] = seen.at_s
            elif seen.at_s - last_s > self.settings.forget_s:
                del self._on_pad[copy]

    def _read_pad(self, seen: TableSeen, reading: Reading) -> list[News]:
        """A card that was laid on the spell pad counts when it has lain there for a moment (rules 4.6)."""
        if reading.uses != self._shown:
            self._shown, self._shown_since = reading.uses, seen.at_s
        if not self._shown or self._shown_since is None:
            return []
        if seen.at_s - self._shown_since < self.settings.auto_queues_s:
            return []
        use = self._shown[0]
        card = use.card if isinstance(use, Announce) else use.cards[0]
        if card is not None:
            self._on_pad[card] = seen.at_s
        self._shown, self._shown_since = (), None
        return self._carry_out(use)

    def _camera_lost(self, reason: str) -> list[News]:
        self._ready_since = None
        if self.camera_trouble == reason:
            return []
        self.camera_trouble = reason
        return self._news(camera_notice(reason))

    def _camera_back(self) -> list[News]:
        was_lost, self.camera_trouble = bool(self.camera_trouble), ""
        return self._news(Notice("camera_back")) if was_lost else []

    def _odd_stickers(self, seen: TableSeen) -> list[News]:
        """A foreign code or the same sticker twice is told once, even if it is overlooked for a moment."""
        copies = [self.game.cards.copy_of(code) for code in seen.twice]
        trouble = (*(f"twice {copy}" for copy in copies if copy), *(f"foreign {text}" for text in seen.foreign))
        new = [item for item in trouble if item not in self._odd]
        known = {item: seen_s for item, seen_s in self._odd.items() if seen.at_s - seen_s < _ODD_S}
        self._odd = known | dict.fromkeys(trouble, seen.at_s)
        notices = []
        for kind, _, name in (item.partition(" ") for item in new):
            if kind == "twice":
                notices.append(Notice("sticker_twice", {"card": name}, is_error=True))
            else:
                notices.append(Notice("foreign_sticker"))
        return self._news(*notices)

    def _drifted(self, drift: Drift) -> list[News]:
        """A bumped camera or a switched lamp is told once: that all is well again, or what to look after."""
        if drift is self.drift:
            return []
        self.drift = drift
        if drift is Drift.NONE or self.state.phase in _LAYING:
            return []
        return self._news(Notice(f"drift_{drift.value}", is_error=drift is Drift.LOST))

    def _close_on_press(self, seen: TableSeen, reading: Reading | None) -> list[News]:
        """Somebody said "done": close the checkpoint, wait a little, or ask."""
        assert self._pressed_at is not None
        waited = seen.at_s - self._pressed_at
        self._looks += seen.at_s >= self._pressed_at
        is_nothing = reading is not None and _builds_nothing(reading) and not self._passes
        if not is_nothing or self._nothing_since is None:
            self._nothing_since = seen.at_s if is_nothing else None
        if reading is None or waited < self.settings.look_s or self._looks < self.settings.looks:
            if waited < self.settings.ask_after_s or self._told_to_wait:
                return []
            self._told_to_wait = True
            return self._news(Notice("table_moving"))
        if self._nothing_since is not None and seen.at_s - self._nothing_since < self.settings.nothing_s:
            return []
        if reading.commands:
            return self._close(reading)
        if waited < self.settings.ask_after_s:
            return []
        self._pressed_at = None
        if reading.questions:
            return self._carry_out(reading.questions[0])
        return self._news(*(todo_notice(todo) for todo in reading.todo[:1]))

    def _close_unasked(self, seen: TableSeen, reading: Reading | None) -> list[News]:
        """CP-1 and CP-5 close by themselves once the table has lain as expected for a while."""
        wait = self._auto_wait()
        if reading is None or not reading.commands or wait is None or self._hold_auto:
            self._ready_since = None
            return []
        if self._ready_since is None:
            self._ready_since = seen.at_s
        return self._close(reading) if seen.at_s - self._ready_since >= wait else []

    def _auto_wait(self) -> float | None:
        if self._waits_for_room:
            return self.settings.auto_queues_s
        if self.state.announced:
            return None
        if self.state.phase is Phase.ROUND_START:
            return self.settings.auto_heroes_s
        return self.settings.auto_queues_s if self.state.phase is Phase.BAITED else None

    def _close(self, reading: Reading) -> list[News]:
        if not all(isinstance(command, SwapRooms) for command in reading.commands):  # then there is more to be read
            self._pressed_at = None
        self._ready_since = None
        news = self._news(*_counted_unseen(reading))
        for number, command in enumerate(reading.commands):
            if number and self._must_wait:  # what the table says later is looked at again
                break
            news += self._carry_out(command)
        return news

    @property
    def _must_wait(self) -> bool:
        """Whether somebody has to answer, or an effect takes place first."""
        return self.state.question is not None or bool(self.state.announced)

    # -- people ------------------------------------------------------------------------------------------------------

    def _press(self, button: Button, now_s: float) -> list[News]:
        match button:
            case Button.NEXT:
                return self._next(now_s)
            case Button.PASS:
                return self._pass(now_s)
            case Button.UNDO:
                self._hold_auto, self._pressed_at = True, None
                return self._carry_out(Undo())
            case Button.REPEAT:
                return self._news(Notice("repeat"))
            case _:
                assert button.seat is not None
                return self._react(button.seat)

    def _react(self, seat: int) -> list[News]:
        """A player wants to react: the effect is announced and waits for its turn (BM-GEN-9)."""
        player = PlayerId(f"p{seat + 1}")
        if seat >= self.state.options.player_count or not self.state.players:
            return []
        return self._carry_out(Announce(player))

    def _next(self, now_s: float) -> list[News]:
        """What is announced takes place (BM-GEN-10); otherwise the checkpoint that the table is at is closed.

        A walking hero needs no new look at the table (rules 4.9).
        """
        self._hold_auto = False
        if self.state.question is not None and not self._waits_for_room:
            return self._news(refusal("answer_first"))
        if self.state.phase is Phase.OVER:
            return self._news(refusal("not_now"))
        if self.state.announced and not self._waits_for_room:
            return self._carry_out(ResolveAnnounced())
        if self.state.phase is Phase.ADVENTURE and not self._waits_for_room:
            return self._carry_out(WalkOn())
        if self.by_touch or self.camera_trouble:
            told = _WITHOUT_LOOKING.get(self.state.phase)
            return self._carry_out(told) if told else self._news(refusal("say_on_screen"))
        self._pressed_at, self._told_to_wait, self._looks = now_s, False, 0
        self._nothing_since, self._passes = None, False
        return []

    def _pass(self, now_s: float) -> list[News]:
        """Nothing to play: in the adventure for all rooms of this hero, otherwise the same as done, without a card.

        It stops where a card asks something or an effect is announced: that concerns everybody.
        """
        if self.by_touch and self.state.phase is Phase.BUILD and self.state.active and not self._must_wait:
            return self._carry_out(FinishBuild(self.state.active))
        if self.state.walk is None or self._must_wait:
            told = self._next(now_s)
            self._passes = True
            return told
        news: list[News] = []
        hero = self.state.walk.hero
        while self.state.walk is not None and self.state.walk.hero == hero and not self._must_wait:
            news += self._carry_out(WalkOn())
        return news

    # -- the game ----------------------------------------------------------------------------------------------------

    def _carry_out(self, entry: Entry) -> list[News]:
        """Let an entry count; what does not fit is told and changes nothing."""
        trouble = self.game.storage_trouble
        try:
            happened = self.game.carry_out(entry)
        except IllegalCommand as error:
            return self._news(refusal(error.reason, error.rule))
        self._ready_since = None
        self._was_undone = isinstance(entry, Undo | Redo) or (self._was_undone and not isinstance(entry, LureHeroes))
        news = self._storage_news(trouble)
        if isinstance(entry, Undo):
            return [*news, News(Undone(happened.turn), self.state)]
        if isinstance(entry, Redo):
            return [*news, *self._news(Notice("redone"))]
        events = happened.turn.events
        return [*news, *(News(event, self.state) for event in events), *self._news(*self._unread(events))]

    def _unread(self, events: Iterable[Event]) -> list[Notice]:
        """A card whose ability nobody has read from the real one yet is named once: the players carry it out."""
        notices = []
        for copy in (_newly_in_play(event) for event in events):
            if copy is None or copy not in self.game.cards or copy in self._told_unread:
                continue
            if "ability" in self.game.cards[copy].unknown:
                self._told_unread.add(copy)
                notices.append(Notice("ability_unread", {"card": copy}))
        return notices

    def _storage_news(self, before: str) -> list[News]:
        trouble = self.game.storage_trouble
        if trouble == before or not trouble:
            return []
        return self._news(Notice("storage_lost", {"reason": trouble}, is_error=True))

    def _news(self, *notices: Notice) -> list[News]:
        return [News(notice, self.state) for notice in notices]


def _counted_unseen(reading: Reading) -> list[Notice]:
    """Rooms that count in the bait although nobody sees them: whoever took one away hears it."""
    if not any(isinstance(command, LureHeroes) for command in reading.commands):
        return []
    unseen = [todo.card for todo in reading.todo if todo.key == "cannot_see" and todo.card is not None]
    return [Notice("counts_unseen", {"card": card}) for card in unseen]


def _builds_nothing(reading: Reading) -> bool:
    """Whether a table shows no card that the active player built."""
    return any(isinstance(command, FinishBuild) and command.slot is None for command in reading.commands)


def _newly_in_play(event: Event) -> CopyId | None:
    """The card that comes to the table with an event."""
    match event:
        case RoomBuilt(_, _, card) | HeroArrived(card) | ItemRevealed(card) | MinibossTucked(_, _, card):
            return card
        case EffectAnnounced(_, card):
            return card
        case _:
            return None


def camera_notice(reason: str) -> Notice:
    """There is no picture, or nobody who could read it."""
    if reason.startswith(EYE_FAILS):
        return Notice("eye_lost", is_error=True)
    return Notice("camera_lost", {"reason": reason}, is_error=True)


def refusal(reason: str, rule: str = "") -> Notice:
    """The game does not allow it; nothing changed. The rule is named where there is one."""
    if not rule:
        return Notice(f"error.{reason}", {"reason": reason}, is_error=True)
    return Notice("refused_by_rule", {"why": part(f"error.{reason}", reason=reason), "rule": rule}, is_error=True)


def todo_notice(todo: Todo) -> Notice:
    """A thing to do as something to tell."""
    named: dict[str, Slot | None] = {
        "card": todo.card,
        "player": todo.player,
        "slot": todo.slot,
        "number": todo.number,
        "why": refusal_part(todo.why, todo.rule) if todo.why else None,
    }
    return Notice(todo.key, {name: value for name, value in named.items() if value is not None})


def _shown_this_round(game: RunningGame) -> list[CopyId]:
    """Cards that were announced in this round: after a power cut they may still lie on the spell pad."""
    cards: list[CopyId] = []
    for turn in reversed(game.history.turns):
        command = turn.command
        if isinstance(command, BeginRound):
            break
        if isinstance(command, Announce) and command.card is not None:
            cards.append(command.card)
        elif isinstance(command, Ask) and command.key == WHO_PLAYS:
            cards += command.cards
    return cards
