"""Moments of an evening, for pictures and checks: every screen with something on it, made by the real rules."""

from collections.abc import Iterable
from dataclasses import replace

from companion.announcer import Announcer
from companion.desk import Desk, View
from companion.export import bg_stats_link, code_rows
from companion.game import RunningGame
from companion.host import Host
from companion.inbox import Inbox
from companion.journal import Journal
from companion.narrator import line, narrate, next_step, todo_line
from companion.nights import Nights
from companion.phrasebook import Phrasebook
from companion.preferences import Person, Preferences
from companion.scene_nights import crowded_journal, played_journal
from companion.session import Session
from companion.views.menus import Start
from companion.views.newgame import Draft
from companion.views.table import TableView, VerdictLine, table_view
from companion.views.watching import Sight, Where
from companion.wiring import Box
from engine.boss_monster.commands import BeginAdventure, Command, LureHeroes, WalkOn
from engine.boss_monster.events import Event, RoundEnded
from engine.boss_monster.expected import Todo
from engine.boss_monster.options import Options
from engine.boss_monster.rules import apply
from engine.boss_monster.state import Phase, Player, Question, Stack, State
from engine.core.cards import Catalog
from engine.core.commands import Answer
from engine.core.history import History, Turn
from engine.core.ids import CardId, CopyId, PlayerId, copy_id
from engine.core.observations import Drift, TableSeen

NAMES = ("Anna", "Ben", "Cem", "Dora")
BOSSES = ("draculord", "cleopatra", "king_croak", "cerebellus")
DUNGEONS = (
    ("dark_altar dracolich_lair", "specters_sanctum", "succubus_spa", "open_grave", "zombie_prison"),
    ("jackpot_stash", "bottomless_pit recycling_center", "dragon_hatchery", "torture_chamber"),
    ("goblin_armory", "neanderthal_cave monsters_ballroom", "golem_factory"),
    ("dark_laboratory", "haunted_library all_seeing_eye", "brainsucker_hive", "centipede_tunnel"),
)
"""Slot s1 first; covered rooms before the room that covers them."""
SCORES = ((5, 1), (3, 2), (6, 3), (3, 0))
TOWN = (
    "jesta_the_rogue",
    "the_fool",
    "samurai_tom",
    "charles_the_young",
    "kalish_ninefingers",
    "brandork_the_neverwrong",
    "pugi_the_druidess",
)


def _copy(kind: str, name: str) -> CopyId:
    return copy_id(CardId(f"bm.{kind}.{name}"), 1)


def _player(seat: int) -> Player:
    stacks = tuple(Stack(tuple(_copy("room", name) for name in slot.split())) for slot in DUNGEONS[seat])
    souls, wounds = SCORES[seat]
    return Player(
        id=PlayerId(f"p{seat + 1}"),
        name=NAMES[seat],
        boss=_copy("boss", BOSSES[seat]),
        dungeon=stacks,
        souls=souls,
        wounds=wounds,
        levelled_up=len(stacks) == 5,
    )


def before_the_bait() -> State:
    """Round six: all rooms stand, the town is full, one room lies sideways."""
    town = tuple(_copy("hero", name) for name in TOWN)
    state = State(
        Options(NAMES), Phase.BUILT, 6, tuple(_player(seat) for seat in range(4)), town=town, seen_heroes=town
    )
    ben = state.players[1]
    sideways = (*ben.dungeon[:3], replace(ben.dungeon[3], deactivated=True))
    return state.with_player(replace(ben, dungeon=sideways))


def played(state: State, commands: Iterable[Command], cards: Catalog) -> tuple[State, list[Event]]:
    """Play some commands with the real rules."""
    events: list[Event] = []
    for command in commands:
        step = apply(state, command, cards)
        state = step.state
        events += step.events
        while state.question is not None:  # cards that ask take the first answer
            step = apply(state, Answer(state.question.choices[0]), cards)
            state = step.state
            events += step.events
    return state, events


def verdict_lines(events: Iterable[Event], state: State, cards: Catalog, book: Phrasebook) -> list[VerdictLine]:
    """The verdicts among these events, as the screen shows them."""
    lines = [each for event in events for each in narrate(event, state, cards) if each.verdict]
    return [VerdictLine(book.say(each, state), book.why(each, state)) for each in lines]


def walking_scene(cards: Catalog, book: Phrasebook) -> TableView:
    """The bait is resolved and the second hero walks."""
    state, events = played(before_the_bait(), (LureHeroes(), BeginAdventure(), *(WalkOn(),) * 4), cards)
    prompt = book.say(next_step(state, cards), state)
    todo = [Todo("todo_score_soul", hero, player.id) for player in state.players for hero in player.dead]
    words = [book.say(todo_line(each), state) for each in todo]
    return table_view(state, cards, book, prompt, verdict_lines(events, state, cards, book), todo=words)


def question_scene(cards: Catalog, book: Phrasebook) -> TableView:
    """The rooms are turned up, and one of them may not lie there; the camera is away."""
    state = replace(before_the_bait(), phase=Phase.REVEAL)
    cem = replace(state.players[2], face_down=4)
    ask = Question("Q-14", ("take_back", "discard", "allow"), cem.id, 4, (_copy("room", "ligers_den"),), "BM-BUILD-7")
    state = replace(state.with_player(cem), questions=(ask,))
    dora = replace(state.players[3], face_down=1)
    state = state.with_player(dora)
    _, events = played(before_the_bait(), (LureHeroes(),), cards)
    lost = book.say(line("camera_lost", reason="/dev/video0"))
    prompt = book.say(next_step(state, cards), state)
    verdicts = verdict_lines(events[:3], state, cards, book)
    return table_view(state, cards, book, prompt, verdicts, banners=(lost, book.text("no_voice")))


def six_scene(cards: Catalog, book: Phrasebook) -> TableView:
    """Five and six players share a screen, too."""
    four = before_the_bait()
    more = [
        replace(four.players[seat], id=PlayerId(f"p{seat + 5}"), name=name, boss=_copy("boss", boss), dungeon=())
        for seat, (name, boss) in enumerate((("Emil", "gorgona"), ("Fina", "robobo")))
    ]
    options = replace(four.options, names=(*NAMES, "Emil", "Fina"), sets=("base", "crash_landing"))
    state = replace(four, options=options, players=(*four.players, *more))
    return table_view(state, cards, book, book.say(next_step(state, cards), state), ())


def crowded(view: TableView) -> TableView:
    """The same table with more of everything than fits: nothing may leave its place."""
    long = "Kerberos Dirtbeard von und zu Hohenstein-Unterwalden"
    first, *others = view.players
    hero = view.town[0]
    crowd = replace(first, name=long, queue=(hero,) * 7, souls=19, wounds=14, announced=True)
    todo = tuple(f"{long}: {long}" for _ in range(9))
    return replace(
        view, players=(crowd, *others), town=(hero,) * 30, todo=todo, banners=(long * 3, long), prompt=f"{long} {long}"
    )


# -- every screen ------------------------------------------------------------------------------------------------------

EARLIER = ((1, 0), (2, 0), (3, 1), (4, 1), (5, 1))
"""Souls and wounds of the leader after the rounds before."""
ROSTER = tuple(Person(name, colour) for colour, name in enumerate((*NAMES, "Emil", "Fina")))
PLACES = {
    "start": "start",
    "new": "new",
    "seat": "seat:1",
    "name": "name:1",
    "boxes": "sets",
    "rules": "rules",
    "deck": "deck",
    "menu": "menu",
    "camera": "camera",
    "camera_gone": "camera",
    "camera_empty": "camera",
    "settings": "settings",
    "help": "help",
    "stickers": "stickers",
    "cards": "cards",
    "rooms": "cards:rooms",
    "card": "card:bm.room.monsters_ballroom#1",
    "timeline": "timeline",
    "why_player": "why:p1",
    "why_room": "why:p2:2",
    "why_town": "why:town",
    "correct_player": "correct:p3",
    "correct_room": "correct:p1:1",
    "correct_hero": "correct:hero:bm.hero.samurai_tom#1",
    "correct_town": "correct:town",
    "react": "react:p4",
    "share": "share",
    "night": "night",
    "no_night": "night",
    "night_new": "new:night",
    "finale": "finale:2",
    "long_night": "finale:1",
    "long_games": "games:1",
    "games": "games:2",
    "game": "game:4",
    "history": "history",
    "people": "people",
}
"""Pages by the place at which they are found."""
TOUCH = {"touch_boss": Phase.SETUP, "touch_heroes": Phase.ROUND_START, "touch_build": Phase.BUILD}
WATCHED = ("question_seen", "answers_seen", "unclear")
"""Moments in which the camera shows what is asked about."""
GAME = ("table", "six", "crowded", "question", "answers", "bait", "adventure", "round_end", "victory", "night_game")
SCENES = (*GAME, "lost", *WATCHED, *TOUCH, "touch_room", *PLACES)


class SceneHouse:
    """A house in which an evening is only looked at."""

    has_camera = True
    can_look = True

    def __init__(self, box: Box, language: str, journal: Journal) -> None:
        self._box, self._language = box, language
        self.state: State | None = None
        self.is_night_game = False
        self.unread: tuple[CopyId, ...] = ()
        """Cards whose stickers nobody can read."""
        self._sight: Sight | None = None
        self._nights = Nights(lambda: journal, lambda stored, _: RunningGame(box.catalog, stored.options))

    def open_eyes(self, sets: tuple[str, ...], *, ahead: bool) -> None:
        """They are open."""

    def sight(self, where: Where | None = None) -> Sight | None:
        """A simulated camera above the table of the scene."""
        from companion.scene_table import scene_sight  # loads OpenCV

        if self._sight is None and self.state is not None:
            self._sight = scene_sight(self.state, self._box, self.unread, where)
        return self._sight

    def start_info(self) -> Start:
        """A game waits, and a night goes on."""
        return Start(True, 6, NAMES, NAMES, 3)

    def resume(self) -> None:
        """Nothing to go on with."""

    def begin(self, draft: Draft, *, in_night: bool) -> None:
        """Nothing begins."""

    @property
    def nights(self) -> Nights:
        """Two nights and a single game."""
        return self._nights

    @property
    def night_trouble(self) -> str:
        """All is well."""
        return ""

    def is_in_night(self) -> bool:
        """Only where the scene is about that."""
        return self.is_night_game

    def waits_in_night(self) -> bool:
        """The last game is over."""
        return False

    def rematch(self) -> None:
        """Nothing begins."""

    def end_night(self, number: int) -> None:
        """Nothing ends."""

    def open_game(self, number: int) -> bool:
        """Nothing is opened."""
        return False

    def code_of(self, number: int) -> tuple[str, ...]:
        """The code of the game of the scene."""
        return self.share_code()

    def export_game(self, number: int) -> str:
        """Nothing is written."""
        return ""

    def export_night(self, number: int) -> str:
        """Nothing is written."""
        return ""

    def begin_guided(self) -> None:
        """Nothing begins."""

    def prefer(self, preferences: Preferences) -> None:
        """Nothing is kept."""

    @property
    def catalog(self) -> Catalog:
        """All shipped cards."""
        return self._box.catalog

    def learn(self, card: str, key: str, value: str) -> str:
        """Nothing is written down."""
        return ""

    def set_titles(self) -> dict[str, str]:
        """The titles of all boxes."""
        return {each.id: each.titles[self._language] for each in self._box.files.game.sets}

    def sticker_sets(self) -> tuple[tuple[str, str, int, bool], ...]:
        """The base box is chosen."""
        cards = self._box.catalog
        numbers = {name: sum(card.copies for card in cards if card.set == name) for name in self.set_titles()}
        return tuple((name, title, numbers[name], name == "base") for name, title in self.set_titles().items())

    def choose_stickers(self, set_: str) -> None:
        """Nothing is chosen."""

    def write_stickers(self) -> str:
        """Nothing is written."""
        return ""

    def share_code(self) -> tuple[str, ...]:
        """The code of the finished game."""
        assert self.state is not None
        return code_rows(bg_stats_link(self.state, self._box.book(self._language), "1", "2026-11-14 20:15:00", 42))

    def export(self) -> str:
        """Nothing is written."""
        return ""


def scene_desk(name: str, box: Box, language: str) -> Desk:
    """The desk as it stands in a scene."""
    state, events = _scene_state(name, box.catalog)
    game = RunningGame(box.catalog, state.options)
    earlier = [_round_turn(number, state) for number in range(1, len(EARLIER) + 1)]
    game.history = History(replace(before_the_bait(), round=1), (*earlier, Turn(LureHeroes(), state, tuple(events))))
    host = Host(game)
    host.by_touch = name in TOUCH or name == "touch_room"
    host.todo = _scene_todo(name, state)
    host.drift = Drift.LOST if name == "lost" else Drift.NONE
    host.camera_trouble = box.book(language).text("camera_silent") if name == "camera_gone" else ""
    session = Session(host, Announcer(box.catalog, box.book(language), lambda _: None), Inbox(), lambda: 0.0)
    session.announcer.tell_again(events, state)
    house = SceneHouse(box, language, crowded_journal() if name.startswith("long_") else played_journal())
    house.state, house.is_night_game = state, name == "night_game"
    house.unread = tuple(item.card for item in host.todo if item.key == "cannot_see" and item.card is not None)
    if name == "camera_empty":
        house.unread = tuple(box.things)
    host.seen = TableSeen(()) if name in WATCHED else None
    if name in ("no_night", "finale"):
        house.nights.end(2)
    desk = Desk(session, house, Preferences(roster=ROSTER), at_start=False)
    desk.places = [PLACES[name]] if name in PLACES else []
    if name == "deck":
        desk.agreeing.players = 3  # with four nothing stays in the box
    if name == "camera":
        desk.act(f"look:{state.players[1].dungeon[1].top}")
    return desk


def scene_view(name: str, box: Box, language: str) -> View:
    """What one of the scenes looks like in a language."""
    if name == "table":
        return walking_scene(box.catalog, box.book(language))
    if name == "six":
        return six_scene(box.catalog, box.book(language))
    if name == "crowded":
        return crowded(walking_scene(box.catalog, box.book(language)))
    if name == "question":
        return question_scene(box.catalog, box.book(language))
    return scene_desk(name, box, language).view()


def _round_turn(number: int, state: State) -> Turn[State, Command, Event]:
    """A round of which only the score is told."""
    souls, wounds = EARLIER[number - 1]
    scores = tuple(
        (player.id, min(player.souls, max(0, souls - seat % 3)), min(player.wounds, wounds + seat % 2))
        for seat, player in enumerate(state.players)
    )
    return Turn(WalkOn(), replace(state, round=number + 1), (RoundEnded(number, scores),))


def _scene_todo(name: str, state: State) -> tuple[Todo, ...]:
    if name == "bait":
        waiting = [(player.id, hero) for player in state.players for hero in player.entrance]
        return tuple(Todo("todo_move_to_entrance", hero, player) for player, hero in waiting[1:])
    if name == "unclear":
        return (Todo("cannot_see", state.players[2].dungeon[1].top, state.players[2].id, 2),)
    if name == "round_end":
        return tuple(Todo("todo_score_soul", hero, player.id) for player in state.players for hero in player.dead[:1])
    return ()


def _scene_state(name: str, cards: Catalog) -> tuple[State, list[Event]]:
    """The state of a scene, and what happened just before."""
    start = before_the_bait()
    match name:
        case "react":
            return replace(start, phase=Phase.BUILD, active=start.players[0].id), []
        case "bait":
            return played(start, (LureHeroes(),), cards)
        case "adventure":
            return played(start, (LureHeroes(), BeginAdventure(), *(WalkOn(),) * 4), cards)
        case "round_end" | "victory" | "night_game" | "share" | "game":
            if name != "round_end":
                start = start.with_player(replace(start.players[0], souls=9))
            return _until_the_end(start, cards)
        case "touch_boss":
            return State(start.options), []
        case "touch_heroes":
            return replace(start, phase=Phase.ROUND_START, town=start.town[:2]), []
        case "touch_build":
            return replace(start, phase=Phase.BUILD, active=start.players[1].id), []
        case "touch_room":
            cem = replace(start.players[2], face_down=2)
            return replace(start.with_player(cem), phase=Phase.REVEAL), []
        case "question_seen":
            cem = replace(start.players[2], face_down=4)
            room = _copy("room", "ligers_den")
            ask = Question("Q-14", ("take_back", "discard", "allow"), cem.id, 4, (room,), "BM-BUILD-7")
            return replace(start.with_player(cem), phase=Phase.REVEAL, questions=(ask,)), []
        case "answers" | "answers_seen":
            asked = start.players if name == "answers" else start.players[1:3]
            rooms = tuple(stack.top for player in asked for stack in player.dungeon)
            ask = Question("Q-15", rooms, start.players[1].id, None, (_copy("boss", "robobo"),), "FX-23")
            return replace(start, questions=(ask,)), []
        case _:
            _, events = played(start, (LureHeroes(),), cards)
            return start, events


def _until_the_end(start: State, cards: Catalog) -> tuple[State, list[Event]]:
    state, events = played(start, (LureHeroes(), BeginAdventure()), cards)
    while state.phase is Phase.ADVENTURE:
        state, more = played(state, (WalkOn(),), cards)
        events += more
    return state, events
