"""Tables that do not fit one picture are refused with advice, in both languages; nothing is decided."""

import pytest

from companion import world
from companion.narrator import todo_line
from companion.rehearsal import Rehearsal, Stuck
from companion.wiring import begin_game
from engine.boss_monster.expected import Todo
from engine.boss_monster.state import Phase
from tests.companion.quick_rehearsal import LARGE, agreed, box, made
from vision.camera_model import CameraSettings

SIX = ("base", "crash_landing", "tools_of_hero_kind")


def rehearsal(camera: CameraSettings) -> Rehearsal:
    """Six players under this camera."""
    options = agreed(6, SIX)
    here = world.set_up(6, 1, box().catalog, box().things, options=options)
    return made(begin_game(box(), options, None), here, 0.3, camera=camera)


def refused(camera: CameraSettings) -> tuple[Todo, ...]:
    """What the referee says instead of beginning."""
    evening = rehearsal(camera)
    with pytest.raises(Stuck) as stuck:
        evening.run(1)
    assert evening.host.state.phase is Phase.SETUP
    assert evening.host.game.entries == 0
    assert evening.tally.complaints[-1].startswith(f"asked: round 0, setup: {stuck.value.todo[0].key}")
    return stuck.value.todo


def said(todo: Todo) -> str:
    """The advice in both languages."""
    return " ".join(box().book(language).say(todo_line(todo)) for language in ("en", "de"))


def test_a_table_whose_stickers_are_too_small_is_refused_with_advice() -> None:
    (todo,) = refused(CameraSettings(width_px=1920, height_px=1080))
    advice = said(todo)
    for word in ("lower", "lens", "larger stickers", "tiefer", "Objektiv", "größere Aufkleber"):
        assert word in advice


def test_a_seat_that_is_cut_by_the_edge_of_the_picture_is_refused_with_advice() -> None:
    """All six bosses are seen, but at the ends of the table wounds would lie outside."""
    todos = refused(CameraSettings(width_px=LARGE[0], height_px=LARGE[1], px_per_mm=LARGE[0] / 1480))
    assert {todo.key for todo in todos} == {"row_outside"}
    advice = said(todos[0])
    for word in ("higher", "wider lens", "höher", "weiteres Objektiv"):
        assert word in advice


def test_a_seat_wholly_outside_the_picture_is_refused_with_advice() -> None:
    (todo,) = refused(CameraSettings(width_px=LARGE[0], height_px=LARGE[1], px_per_mm=LARGE[0] / 1250))
    assert todo.key == "bosses_missing"
    assert todo.number == 4
    advice = said(todo)
    for word in ("4 bosses", "higher", "wider lens", "4 Bosse", "höher", "weiteres Objektiv"):
        assert word in advice
