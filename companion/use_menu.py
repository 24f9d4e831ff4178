"""The list of what may be used, in a terminal: type a number or part of a name, then Enter."""

import textwrap
from collections.abc import Callable, Iterator

from companion.phrasebook import Phrasebook
from companion.views.uses import UseView, matching
from engine.boss_monster.commands import Announce
from engine.boss_monster.state import State
from engine.core.ids import PlayerId

ENTER, BACK, ESCAPE = ("\r", "\n"), ("\x7f", "\x08"), "\x1b"
_MOST_SHOWN = 20


class UseMenu:
    """An open list. Keys go in; what was picked comes out as an order."""

    def __init__(
        self,
        state: State,
        book: Phrasebook,
        on_table: tuple[UseView, ...],
        in_hand: Callable[[PlayerId], tuple[UseView, ...]],
    ) -> None:
        self.is_open = True
        self.typed = ""
        self._state, self._book, self._uses, self._in_hand = state, book, on_table, in_hand
        self._hands = tuple(player.id for player in state.living)

    def press(self, key: str) -> Announce | None:
        """One key. An order closes the list, Escape and Enter on nothing too."""
        if key == ESCAPE:
            self.is_open = False
        elif key in BACK:
            self.typed = self.typed[:-1]
        elif key in ENTER:
            return self._pick()
        elif key.isprintable():
            self.typed += key
        return None

    def _pick(self) -> Announce | None:
        shown, hands = self._shown()
        number = int(self.typed) if self.typed.isdigit() else 1 if len(shown) == 1 and self.typed else 0
        self.is_open = bool(self.typed)
        self.typed = ""
        if 1 <= number <= len(shown):
            self.is_open = False
            return shown[number - 1].command
        if len(shown) < number <= len(shown) + len(hands):
            player = hands[number - len(shown) - 1]
            self._uses, self._hands = self._in_hand(player), ()
        return None

    def _shown(self) -> tuple[tuple[UseView, ...], tuple[PlayerId, ...]]:
        """The uses that fit what was typed, and the hands that could be looked at."""
        if self.typed and not self.typed.isdigit():
            return matching(self._uses, self.typed)[:_MOST_SHOWN], ()
        return self._uses[: None if self._hands else _MOST_SHOWN], self._hands

    def lines(self, width: int) -> Iterator[str]:
        """The list as it stands, no line longer than `width`."""
        book, (shown, hands) = self._book, self._shown()
        yield book.text("uses_title" if shown or hands else "uses_none")
        for number, use in enumerate(shown, start=1):
            yield from self._entry(number, use, width)
        for number, player in enumerate(hands, start=len(shown) + 1):
            yield f"  {number}  {book.text('uses_hand', self._state, player=player)}"
        yield from textwrap.wrap(book.text("uses_keys"), width)
        yield f"> {self.typed}"

    def _entry(self, number: int, use: UseView, width: int) -> Iterator[str]:
        cost = f" ({self._book.text('uses_cost', what=', '.join(use.costs))})" if use.costs else ""
        text = f"{use.player_name}: {use.name}. {use.summary}{cost}"
        yield from textwrap.wrap(text, width, initial_indent=f"  {number}  ", subsequent_indent="     ")
