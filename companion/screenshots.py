"""Pictures of the screen for the documentation: `python -m companion.screenshots docs/screenshots`.

Each picture is a real window drawn offscreen, one process per size, language and scene, of a game in its middle.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from cards_db.loader import load_catalog, load_texts
from companion.narrator import line, narrate, next_step, todo_line
from companion.phrasebook import LANGUAGES, Phrasebook
from companion.views.table import TableView, VerdictLine, table_view
from engine.boss_monster.commands import BeginAdventure, Command, LureHeroes, WalkOn
from engine.boss_monster.events import Event
from engine.boss_monster.expected import Todo
from engine.boss_monster.options import Options
from engine.boss_monster.rules import apply
from engine.boss_monster.state import Phase, Player, Question, Stack, State
from engine.core.cards import Catalog
from engine.core.commands import Answer
from engine.core.ids import CardId, CopyId, PlayerId, copy_id

SIZES = ((800, 480), (1280, 720), (720, 1280))
SCENES = ("table", "question")
FRAMES_TO_SETTLE = 6
"""Kivy draws a frame before it knows the size of the window."""

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


def scene_view(scene: str, language: str) -> TableView:
    """What one of the scenes looks like in a language."""
    cards, book = load_catalog(), Phrasebook(language, load_texts(language))
    return walking_scene(cards, book) if scene == "table" else question_scene(cards, book)


def take_picture(view: TableView, size: tuple[int, int], path: Path) -> None:
    """Draw one view in a real window offscreen and store the picture. Works once per process: Kivy has one window."""
    from companion.screens.environment import prepare

    with tempfile.TemporaryDirectory() as home:
        prepare(Path(home), size)
        from kivy.clock import Clock

        from companion.screens.app import LairkeeperApp

        app = LairkeeperApp(lambda: view, lambda _: None, lambda _: None, lambda _: None)

        frames = iter(range(FRAMES_TO_SETTLE))

        def snap(_: float) -> None:
            if next(frames, None) is None:
                app.root.export_to_png(str(path))
                app.stop()

        Clock.schedule_interval(snap, 0)
        app.run()


def file_name(scene: str, language: str, size: tuple[int, int]) -> str:
    """The name of a picture."""
    return f"{scene}_{language}_{size[0]}x{size[1]}.png"


def main(arguments: list[str] | None = None) -> int:
    """Take all pictures, each in its own process."""
    parser = argparse.ArgumentParser(prog="python -m companion.screenshots", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", help="one picture: scene,language,width,height (used for the single processes)")
    chosen = parser.parse_args(arguments)
    if chosen.only:
        scene, language, width, height = chosen.only.split(",")
        size = (int(width), int(height))
        take_picture(scene_view(scene, language), size, chosen.folder.resolve() / file_name(scene, language, size))
        return 0
    chosen.folder.mkdir(parents=True, exist_ok=True)
    for scene in SCENES:
        for language in LANGUAGES:
            for size in SIZES:
                _in_own_process(chosen.folder, scene, language, size)
    return 0


def _in_own_process(folder: Path, scene: str, language: str, size: tuple[int, int]) -> None:
    only = f"{scene},{language},{size[0]},{size[1]}"
    environment = {**os.environ, "SDL_VIDEODRIVER": "offscreen"}
    command = [sys.executable, "-m", "companion.screenshots", str(folder), "--only", only]
    subprocess.run(command, env=environment, check=True)
    print(folder / file_name(scene, language, size))


if __name__ == "__main__":
    sys.exit(main())
