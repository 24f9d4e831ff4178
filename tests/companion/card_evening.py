"""A host with real cards on a table of one's choice, and a camera that says what lies there."""

from dataclasses import replace

from companion.game import RunningGame
from companion.host import Host, News
from companion.inbox import Chosen, Ordered, Pressed, TableSaw
from engine.boss_monster.commands import Command
from engine.boss_monster.state import State
from engine.core.ids import Code, CopyId
from engine.core.observations import Area, SeenCard, Spot, TableSeen, Turned
from hw.panel import Button
from tests.cards.table import CardTable

ROOM_BACK = CopyId("bm.back.room#1")


class CardEvening:
    """The referee above a `CardTable`; time passes when the camera looks."""

    def __init__(self, table: CardTable) -> None:
        self.table = table
        self.host = Host(RunningGame(table.catalog, table.state.options))
        self.host.game.history = replace(self.host.game.history, first=table.state)
        self.now_s = 0.0
        self._cards: list[SeenCard] = []
        self._backs: list[SeenCard] = []

    @property
    def state(self) -> State:
        """The game as it stands."""
        return self.host.state

    def lies(
        self,
        card: str,
        area: Area,
        owner: str = "",
        place: float = 0.0,
        turned: Turned = Turned.UPRIGHT,
        drop_mm: float = 0.0,
    ) -> "CardEvening":
        """A card lies there from now on; "back" is the neutral back of a room card."""
        codes = self.table.catalog.code_of
        seat = codes[self.table.player(owner).boss] if owner else Code("")
        copy = ROOM_BACK if card == "back" else self.table.copy(card)
        seen = SeenCard(codes[copy], Spot(area, seat, place, drop_mm), turned, 0.0, 0.0, 0.0)
        (self._backs if card == "back" else self._cards).append(seen)
        return self

    def dungeons_lie(self) -> "CardEvening":
        """All top rooms lie where the referee has them."""
        for player in self.state.living:
            for slot, stack in enumerate(player.dungeon, start=1):
                turned = Turned.SIDEWAYS if stack.deactivated else Turned.UPRIGHT
                drop_mm = 17.0 if stack.used else 0.0
                self.lies(self.table.short(stack.top), Area.ROW, player.name, slot, turned, drop_mm)
        return self

    def takes_away(self, *cards: str) -> "CardEvening":
        """These cards are gone, or all."""
        gone = {self.table.catalog.code_of[self.table.copy(card)] for card in cards}
        self._cards = [card for card in self._cards if cards and card.code not in gone]
        return self

    @property
    def seen(self) -> TableSeen:
        """What the camera says. Bosses always lie there."""
        codes = [self.table.catalog.code_of[player.boss] for player in self.state.living]
        bosses = [SeenCard(code, Spot(Area.BOSS, code), Turned.UPRIGHT, 0.0, 0.0, 0.0) for code in codes]
        return TableSeen((*bosses, *self._cards), tuple(self._backs), at_s=self.now_s)

    def look(self, times: int = 10) -> list[News]:
        """Some pictures of the table as it lies."""
        news: list[News] = []
        for _ in range(times):
            self.now_s += 0.2
            news += self.host.handle(TableSaw(self.seen), self.now_s)
        return news

    def press(self, button: Button = Button.NEXT) -> list[News]:
        """Somebody presses a button, and the referee looks until that is dealt with."""
        news = self.host.handle(Pressed(button), self.now_s)
        for _ in range(30):
            if not self.host.is_closing:
                return news
            news += self.look(1)
        raise AssertionError("the host never came to an end")

    def order(self, command: Command) -> list[News]:
        """Somebody orders something."""
        return self.host.handle(Ordered(command), self.now_s)

    def answer(self, choice: str) -> list[News]:
        """Somebody answers, in the words of the test."""
        question = self.state.question
        assert question is not None, f"nobody asked for {choice!r}"
        meant = [word for word in question.choices if self.table.short(word) == choice] or [choice]
        return self.host.handle(Chosen(meant[0]), self.now_s)
