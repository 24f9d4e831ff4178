"""The table in a terminal, for machines without a screen."""

import shutil
import sys
import time
from typing import TYPE_CHECKING

from companion.views.text import text_table
from engine.boss_monster.state import Phase
from hw.keyboard import TerminalButtons

if TYPE_CHECKING:
    from companion.play import Evening

_BEAT_S = 0.05
_SHOWN_AT = (Phase.BUILT, Phase.ROUND_END, Phase.OVER)


def play(evening: "Evening") -> int:
    """Show what happens as text. Keys stand for the buttons; without a keyboard the game plays itself to its end."""
    keys = TerminalButtons()
    is_alone = not keys.can_listen()
    if not is_alone:
        keys.listen(evening.press)
    shown = None
    try:
        while not (is_alone and evening.is_played_out()):
            evening.tick()
            state = evening.session.host.state
            if state.phase in _SHOWN_AT and (state.round, state.phase) != shown:
                shown = state.round, state.phase
                show(evening)
            time.sleep(_BEAT_S)
    except KeyboardInterrupt:
        print()
    finally:
        keys.close()
    return 0


def show(evening: "Evening") -> None:
    """Print the table as it stands."""
    width = shutil.get_terminal_size((100, 30)).columns
    print(f"\n{text_table(evening.session.view(), width)}\n", file=sys.stdout, flush=True)
