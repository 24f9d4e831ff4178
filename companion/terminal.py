"""The table in a terminal, for machines without a screen."""

import shutil
import time
from queue import SimpleQueue
from typing import TYPE_CHECKING

from companion.views.text import text_table
from engine.boss_monster.state import Phase
from hw.keyboard import TerminalButtons

if TYPE_CHECKING:
    from companion.evening import Evening

_BEAT_S = 0.05
_SHOWN_AT = (Phase.BUILT, Phase.ROUND_END, Phase.OVER)


def play(evening: "Evening") -> int:
    """Show what happens as text. Keys stand for the buttons; without a keyboard the game plays itself to its end."""
    keys = TerminalButtons()
    is_alone = not keys.can_listen()
    typed: SimpleQueue[str] = SimpleQueue()
    if not is_alone:
        keys.listen(evening.press, typed.put)
    shown: object = None
    try:
        while not (is_alone and evening.is_played_out()):
            evening.tick()
            if not typed.empty() and not _obey(evening, typed.get_nowait()):
                break
            now = _moment(evening)
            if now is not None and now != shown:
                show(evening)
            shown = now or shown
            time.sleep(_BEAT_S)
    except KeyboardInterrupt:
        print()
    finally:
        keys.close()
    return 0


def _moment(evening: "Evening") -> object:
    """A moment at which the table is worth showing: before the bait, after the round, and at every question."""
    state = evening.session.host.state
    return (state.round, state.phase, state.question) if state.question or state.phase in _SHOWN_AT else None


def _obey(evening: "Evening", key: str) -> bool:
    """A key that is no button: an answer, the language, the table. Says whether the evening goes on."""
    if key.isdigit():
        evening.choose_number(int(key))
    elif key == "l":
        evening.toggle_language()
    elif key == "t":
        show(evening)
    elif key == "y":
        evening.session.redo()
    return key != "q"


def show(evening: "Evening") -> None:
    """Print the table as it stands."""
    width = shutil.get_terminal_size((100, 30)).columns
    print(f"\n{text_table(evening.session.view(), width)}\n", flush=True)
