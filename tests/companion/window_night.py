"""A whole game night by finger in the real window: two short games, the standings between them, finale and history."""

import time
from collections.abc import Callable, Iterator

from companion.views.ending import EndingView
from companion.views.page import Action, Page
from engine.boss_monster.state import Phase
from tests.companion.finger import next_tap
from tests.companion.window import LONGEST_S, GamePlay, hold

WINNING_SOULS = 10
"""Entered by finger, so that the first round of a game is its last."""


class NightPlay(GamePlay):
    """A finger that plays a night of two games for two people."""

    def night(self) -> Iterator[int]:
        """From the start page to the start page."""
        yield from range(1, 5)
        yield from self.each("go:night", "go:new:night", "go:seat:3", "seat:remove:3", "go:seat:2", "seat:remove:2")
        yield from self.tap("new:begin")
        yield from self.short_game("p1")
        yield from self.tap("go:night")
        self._note("standings")
        yield from self.tap("night:rematch")
        yield from self.short_game("p1")
        yield from self.tap("go:night")
        self._note("standings_after_two")
        yield from self.tap("night:end:1")
        self._note("finale")
        yield from self.tap("go:history")
        self._note("history")
        yield from self.tap("go:people")
        self._note("people")
        yield from self.each("back", "go:finale:1", "go:games:1", "go:game:1")
        self._note("game")
        yield from self.each("back", "back", "go:start")
        self._note("start")

    def each(self, *actions: Action) -> Iterator[int]:
        """One tap after the other."""
        for action in actions:
            yield from self.tap(action)

    def short_game(self, winner: str) -> Iterator[int]:
        """Bosses and everything else are tapped; somebody gets enough souls by correction to win after a round."""
        yield from self._until(lambda: self.evening.session.host.state.phase is Phase.ROUND_START)
        yield from self.tap("peek")
        yield from self.hold_on(f"go:correct:{winner}")
        for _ in range(WINNING_SOULS):
            yield from self.tap(self._one_soul_more())
        yield from self.tap("back")
        yield from self._until(lambda: self.evening.session.host.state.phase is Phase.OVER)
        self.found.setdefault("rounds", []).append(self.evening.session.host.state.round)

    def hold_on(self, action: Action) -> Iterator[int]:
        """A finger stays on the first thing whose long press means this."""
        held = next(tap for tap in self.app.stage.screen.taps() if tap.hold == action)
        self.found["taps"] += 1
        yield from hold(held, lambda: bool(self.evening.desk.places))
        yield 1

    def _one_soul_more(self) -> Action:
        page = self.evening.desk.view()
        assert isinstance(page, Page)
        number, _, more = next(section.tiles for section in page.sections if section.tiles[0].icon == "soul")
        assert more.icon == "plus", number
        return more.action

    def _until(self, is_there: Callable[[], bool]) -> Iterator[int]:
        limit = time.monotonic() + LONGEST_S
        while not is_there():
            assert time.monotonic() < limit, self.evening.desk.view()
            host = self.evening.session.host
            if host.is_closing:
                yield 1
                continue
            yield from self.tap(next_tap(self.evening.desk.view(), host.state, self.dice))

    def _note(self, name: str) -> None:
        """What the screen shows now."""
        view = self.app.stage.screen.view
        if isinstance(view, EndingView):
            rows = [[row.place, row.name, row.souls, row.is_winner] for row in view.rows]
            self.found[name] = {"title": view.title, "prompt": view.prompt, "rows": rows, "games": len(view.bars)}
        else:
            assert isinstance(view, Page)
            labels = [tile.label for section in view.sections for tile in section.tiles]
            self.found[name] = {"title": view.title, "labels": labels, "has_code": bool(view.picture)}
