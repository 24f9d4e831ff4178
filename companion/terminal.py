"""The table in a terminal, for machines without a screen."""

import shutil
import time
from queue import SimpleQueue
from typing import TYPE_CHECKING

from companion.use_menu import UseMenu
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
    typing = Typing(evening)
    if not is_alone:
        keys.listen(evening.press, typed.put, lambda: typing.goes_to_list)
    shown: object = None
    try:
        while not (is_alone and evening.is_played_out()):
            evening.tick()
            if not typed.empty() and not typing.obey(typed.get_nowait()):
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


class Typing:
    """What people type besides the buttons: answers, the language, the table, and the list of what may be used."""

    def __init__(self, evening: "Evening") -> None:
        self._evening = evening
        self._menu: UseMenu | None = None

    @property
    def goes_to_list(self) -> bool:
        """Whether every key goes to the open list."""
        return self._menu is not None

    def obey(self, key: str) -> bool:
        """One key that is no button. Says whether the evening goes on."""
        if self._menu is not None:
            self._type(self._menu, key)
            return True
        if key.isdigit():
            self._evening.choose_number(int(key))
        elif key == "l":
            self._evening.toggle_language()
        elif key == "t":
            show(self._evening)
        elif key == "y":
            self._evening.session.redo()
        elif key == "c":
            self._menu = self._evening.use_menu()
            self._print(self._menu)
        return key != "q"

    def _type(self, menu: UseMenu, key: str) -> None:
        command = menu.press(key)
        if command is not None:
            self._evening.order(command)
        if menu.is_open:
            self._print(menu)
        else:
            self._menu = None

    def _print(self, menu: UseMenu) -> None:
        print("\n".join(menu.lines(_width())), flush=True)


def _width() -> int:
    return shutil.get_terminal_size((100, 30)).columns


def show(evening: "Evening") -> None:
    """Print the table as it stands."""
    print(f"\n{text_table(evening.session.view(), _width())}\n", flush=True)
