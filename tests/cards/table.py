"""A small table of real cards, and players who use them as they would: commands in, what they see out.

table = CardTable(Ada="gorgona", Ben="robobo").dungeon("Ada", "golem_factory", "dark_altar").at_entrance("Ada", THIEF)

Cards are named by the last word of their id. A dungeon is listed as it lies on the table, entrance first; "a over b" is
a stack. A second copy of a card is written "a#2".
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import Self, TypeVar

from cards_db.loader import load_catalog
from engine.boss_monster.cards import Boss
from engine.boss_monster.commands import (
    Announce,
    BeginAdventure,
    BeginRound,
    BuildRoom,
    Command,
    FinishBuild,
    LureHeroes,
    Placed,
    ResolveAnnounced,
    RevealHeroes,
    RevealRooms,
    WalkOn,
)
from engine.boss_monster.effect_events import HandTask
from engine.boss_monster.events import Event, HeroBaited, RoomEntered
from engine.boss_monster.options import PlainValue, options_from
from engine.boss_monster.rules import apply
from engine.boss_monster.state import Phase, Player, Stack, State, Tucked
from engine.core.cards import Catalog
from engine.core.commands import Answer
from engine.core.errors import IllegalCommand
from engine.core.ids import CardId, CopyId, PlayerId, card_of, copy_id
from tests.builders import Table

THIEF, THIEF_6, THIEF_8, EPIC_THIEF = (
    "joman_chimm_cutpurse",
    "jesta_the_rogue",
    "sir_digby_apple_ace_detective",
    "hya_legendary_shinobi",
)
"""Plain heroes without a text: health 4, 6, 8 and 11."""
CLERIC, CLERIC_6 = "nick_the_masher", "acacia_warrior_of_light"
MAGE, MAGE_6 = "tieg_and_the_magic_bubble", "mitchell_the_judge"
FIGHTER, FIGHTER_6 = "boden_the_pantless", "fires_breath_heroine_of_arcadia"
GIANT = "the_brothers"
"""Twenty health and no text that touches a walk: it shows the damage of every room."""

FOUR_ROOMS = ("hatchlings_hoard", "hatchlings_hoard#2", "dragon_hatchery", "dragon_hatchery#2")
"""Rooms without a text; they deal 2, 2, 0 and 0 damage."""

_KINDS = ("room", "hero", "spell", "item", "miniboss", "boss")
_EventT = TypeVar("_EventT", bound=Event)


@cache
def every_card() -> Catalog:
    """The cards as they ship."""
    return load_catalog()


class CardTable(Table):
    """A table of real cards in the making, and then in play. All events are kept in `log`."""

    def __init__(
        self,
        *,
        sets: tuple[str, ...] = ("base", "next_level"),
        switches: dict[str, PlainValue] | None = None,
        **bosses: str,
    ) -> None:
        self._catalog = every_card()
        self.log: list[Event] = []
        bosses = bosses or {"Ada": "gorgona", "Ben": "robobo"}
        seats = [(name, self.copy(boss, "boss")) for name, boss in bosses.items()]
        seats.sort(key=lambda seat: -self._xp(seat[1]))
        players = tuple(Player(PlayerId(f"p{n}"), name, boss) for n, (name, boss) in enumerate(seats, start=1))
        options = options_from(switches or {}, names=tuple(name for name, _ in seats), sets=sets)
        self.state = State(options, players=players, round=1, phase=Phase.BUILT)

    def _xp(self, boss: CopyId) -> int:
        card = self._catalog[boss]
        assert isinstance(card, Boss)
        return card.rank

    @property
    def catalog(self) -> Catalog:
        """The real cards."""
        return self._catalog

    # -- names -------------------------------------------------------------------------------------------------------

    def copy(self, name: str, *kinds: str) -> CopyId:
        """The physical card behind a short name: "dark_altar" is its first copy, "dark_altar#2" the second."""
        short, _, number = name.partition("#")
        for kind in kinds or _KINDS:
            card = CardId(f"bm.{kind}.{short}")
            if card in self._catalog.cards:
                copy = copy_id(card, int(number or 1))
                assert copy in self._catalog.cards[card].copy_ids, f"there is no {name}"
                return copy
        raise AssertionError(f"there is no card {name}")

    def short(self, word: str) -> str:
        """A name as tests write it: cards by their last word, players by their name, all else as it is."""
        if "#" in word:
            card, number = card_of(CopyId(word)).rpartition(".")[2], word.rpartition("#")[2]
            return card if number == "1" else f"{card}#{number}"
        return next((player.name for player in self.state.players if player.id == word), word)

    def id_of(self, name: str) -> PlayerId:
        """The id of a player."""
        return self.player(name).id

    # -- the table ---------------------------------------------------------------------------------------------------

    def dungeon(self, name: str, *stacks: str) -> Self:
        """The rooms of a dungeon from the entrance to the boss; "a over b" is a stack."""
        laid = [self._stack(words) for words in reversed(stacks)]
        self.change(name, dungeon=tuple(laid))
        return self

    def _stack(self, words: str) -> Stack:
        return Stack(tuple(self.copy(word, "room") for word in reversed(words.split(" over "))))

    def deactivated(self, name: str, room: str) -> Self:
        """A room lies sideways."""
        return self._with_stack(name, room, deactivated=True)

    def tucked_under(self, name: str, room: str, miniboss: str, level: int = 1) -> Self:
        """A room has a miniboss."""
        return self._with_stack(name, room, miniboss=Tucked(self.copy(miniboss, "miniboss"), level))

    def _with_stack(self, name: str, room: str, **facts: object) -> Self:
        copy = self.copy(room, "room")
        stacks = self.player(name).dungeon
        changed = [replace(stack, **facts) if stack.top == copy else stack for stack in stacks]  # type: ignore[arg-type]
        self.change(name, dungeon=tuple(changed))
        return self

    def in_town(self, *heroes: str) -> Self:
        """Heroes in town, oldest first."""
        copies = self._heroes(heroes)
        self.state = replace(self.state, town=(*self.state.town, *copies))
        return self

    def at_entrance(self, name: str, *heroes: str) -> Self:
        """Heroes at an entrance, next to enter first."""
        self.change(name, entrance=(*self.player(name).entrance, *self._heroes(heroes)))
        return self

    def souls(self, name: str, *heroes: str) -> Self:
        """Dead heroes in a score area."""
        copies = self._heroes(heroes)
        player = self.player(name)
        worth = sum(self._catalog[copy].souls for copy in copies)  # type: ignore[attr-defined]
        self.change(name, dead=(*player.dead, *copies), souls=player.souls + worth, souls_before=player.souls + worth)
        return self

    def wounds(self, name: str, *heroes: str) -> Self:
        """Survivors under a boss."""
        copies = self._heroes(heroes)
        player = self.player(name)
        worth = sum(self._catalog[copy].wounds for copy in copies)  # type: ignore[attr-defined]
        self.change(name, survivors=(*player.survivors, *copies), wounds=player.wounds + worth)
        return self

    def _heroes(self, names: Iterable[str]) -> tuple[CopyId, ...]:
        copies = tuple(self.copy(name, "hero") for name in names)
        self.state = replace(self.state, seen_heroes=(*self.state.seen_heroes, *copies))
        return copies

    def levelled_up(self, *names: str) -> Self:
        """Bosses that levelled up in an earlier round."""
        for name in names:
            self.change(name, levelled_up=True)
        return self

    # -- playing -----------------------------------------------------------------------------------------------------

    def do(self, *commands: Command) -> tuple[Event, ...]:
        """Carry out commands; gives back their events."""
        events: list[Event] = []
        for command in commands:
            step = apply(self.state, command, self._catalog)
            self.state = step.state
            events += step.events
        self.log += events
        return tuple(events)

    def building(self, name: str = "") -> Self:
        """It is this player's part of the build phase; without a name the first player's."""
        self.phase(Phase.BUILD, name or self.state.players[0].name)
        return self

    def builds(self, name: str, room: str, over: str = "") -> tuple[Event, ...]:
        """A player builds a room at the left end or over another one; everybody else declines; all is revealed."""
        if self.state.phase is not Phase.BUILD:
            self.building()
        events: tuple[Event, ...] = ()
        player = self.player(name)
        slot = self._slot(player, over) if over else len(player.dungeon) + 1
        while self.state.phase is Phase.BUILD and self.state.active is not None:
            is_builder = self.state.active == player.id
            events += self.do(FinishBuild(self.state.active, slot if is_builder else None))
        slot = self.player(name).face_down or slot
        return events + self.do(RevealRooms((Placed(player.id, slot, self.copy(room, "room")),)))

    def builds_all(self, **rooms: str) -> tuple[Event, ...]:
        """Each of these players builds a room at the left end; all are revealed together."""
        self.building()
        events: tuple[Event, ...] = ()
        for player in self.state.living:
            slot = len(player.dungeon) + 1 if player.name in rooms else None
            events += self.do(FinishBuild(player.id, slot))
        placed = [(name, len(self.player(name).dungeon) + 1, room) for name, room in rooms.items()]
        return events + self.reveals(*placed)

    def next_round(self, *heroes: str) -> tuple[Event, ...]:
        """The next round begins with these heroes in town."""
        return self.do(BeginRound(), RevealHeroes(tuple(self.copy(hero, "hero") for hero in heroes)))

    def nobody_builds(self) -> tuple[Event, ...]:
        """The build phase passes without a build."""
        events: tuple[Event, ...] = ()
        while self.state.phase is Phase.BUILD and self.state.active is not None:
            events += self.do(FinishBuild(self.state.active))
        return events

    def levels_up(self, name: str) -> tuple[Event, ...]:
        """A player with four rooms without a text builds the fifth."""
        self.dungeon(name, *FOUR_ROOMS)
        return self.builds(name, "dragon_hatchery#3")

    def _slot(self, player: Player, room: str) -> int:
        copy = self.copy(room, "room")
        return next(slot for slot, stack in enumerate(player.dungeon, start=1) if stack.top == copy)

    def lures(self) -> dict[str, str]:
        """The bait: where each hero of the town goes, "" for those that stay."""
        self.phase(Phase.BUILT)
        verdicts = [event for event in self.do(LureHeroes()) if isinstance(event, HeroBaited)]
        return {self.short(verdict.hero): self.short(verdict.player or "") for verdict in verdicts}

    def symbols(self, hero: str) -> dict[str, int]:
        """What the bait counted for a hero, by player."""
        copy = self.copy(hero, "hero")
        verdict = next(event for event in reversed(self.log) if isinstance(event, HeroBaited) and event.hero == copy)
        return {self.short(player): count for player, count in verdict.counts}

    def adventure_begins(self) -> Self:
        """The first hero enters its first room."""
        self.phase(Phase.BAITED)
        self.do(BeginAdventure())
        return self

    def walks_on(self, steps: int = 1) -> tuple[Event, ...]:
        """The hero goes on: it leaves its room and enters the next one."""
        return self.do(*[WalkOn()] * steps)

    def walks_to(self, room: str) -> Self:
        """The heroes walk until one stands in this room."""
        copy = self.copy(room, "room")
        while self.state.walk is None or self.state.walk.room != copy or self.state.walk.has_left:
            self.do(WalkOn())
        return self

    def walks_through(self) -> tuple[Event, ...]:
        """The heroes walk until somebody has to answer or the round is judged."""
        events: tuple[Event, ...] = ()
        if self.state.phase not in (Phase.ADVENTURE, Phase.ROUND_END, Phase.OVER):
            self.phase(Phase.BAITED)
            events += self.do(BeginAdventure())
        while self.state.phase is Phase.ADVENTURE and self.state.question is None:
            events += self.do(WalkOn())
        return events

    def hits(self, hero: str = GIANT) -> list[tuple[str, int]]:
        """Every room that a hero entered so far, with the damage it took there."""
        copy = self.copy(hero, "hero")
        entered = [event for event in self.log if isinstance(event, RoomEntered) and event.hero == copy]
        return [(self.short(event.room), event.damage) for event in entered]

    def announces(self, name: str, card: str, *answers: str, ability: int | None = None) -> tuple[Event, ...]:
        """A player uses a card of the table or plays a spell, with the answers to what it asks; it may wait then."""
        copy = self.copy(card)
        events = self.do(Announce(self.id_of(name), copy, ability))
        for choice in answers:
            events += self.answer(choice)
        return events

    def uses(self, name: str, card: str, *answers: str, ability: int | None = None) -> tuple[Event, ...]:
        """The same, and nobody prevents it: it takes place."""
        left = list(answers)
        events = self.do(Announce(self.id_of(name), self.copy(card), ability))
        while self.state.question is not None or self.state.announced:
            if self.state.question is None:
                events += self.do(ResolveAnnounced())
            elif left:
                events += self.answer(left.pop(0))
            else:
                break
        assert not left, f"nobody asked for {left}"
        return events

    def answers_if_asked(self, choice: str) -> tuple[Event, ...]:
        """The same answer where a question with one choice need not be asked."""
        return self.answer(choice) if self.offers else ()

    def lays(self, name: str, room: str, over: str = "") -> tuple[Event, ...]:
        """An effect lets a player build at once: the card is laid at the left end or over another room."""
        assert self.state.question is not None, "nobody may build now"
        player = self.player(name)
        slot = self._slot(player, over) if over else len(player.dungeon) + 1
        return self.do(BuildRoom(player.id, slot, self.copy(room, "room", "miniboss")))

    def cannot_lay(self, name: str, room: str, over: str = "") -> bool:
        """Whether the effect that lets a player build now does not let this card be built there."""
        before, log = self.state, list(self.log)
        try:
            self.lays(name, room, over)
        except IllegalCommand:
            return True
        else:
            return False
        finally:
            self.state, self.log = before, log

    def declines(self) -> tuple[Event, ...]:
        """The players leave it."""
        return self.answer("none")

    def settle(self) -> tuple[Event, ...]:
        """Nobody prevents anything: all that waits takes place."""
        events: tuple[Event, ...] = ()
        while self.state.announced and self.state.question is None:
            events += self.do(ResolveAnnounced())
        return events

    def resolves(self) -> tuple[Event, ...]:
        """The next announced effect takes place."""
        return self.do(ResolveAnnounced())

    def answer(self, choice: str) -> tuple[Event, ...]:
        """The players answer the open question, in the words of the test."""
        question = self.state.question
        assert question is not None, f"nobody asked for {choice!r}"
        meant = [word for word in question.choices if self.short(word) == choice]
        assert meant, f"{choice!r} is not among {self.offers}"
        return self.do(Answer(meant[0]))

    def refuses(self, name: str, card: str, ability: int | None = None) -> str:
        """Why a player cannot use this card now."""
        try:
            apply(self.state, Announce(self.id_of(name), self.copy(card), ability), self._catalog)
        except IllegalCommand as refused:
            return refused.reason
        raise AssertionError(f"{name} may use {card}")

    def cannot_place(self, name: str, slot: int, *more: int) -> bool:
        """Whether the player may not lay these cards face-down."""
        try:
            apply(self.state, FinishBuild(self.id_of(name), slot, more), self._catalog)
        except IllegalCommand:
            return True
        return False

    def reveals(self, *placed: tuple[str, int, str]) -> tuple[Event, ...]:
        """All face-down cards are turned up: player, slot, room."""
        rooms = (Placed(self.id_of(name), slot, self.copy(room, "room")) for name, slot, room in placed)
        return self.do(RevealRooms(tuple(rooms)))

    # -- what the players see ----------------------------------------------------------------------------------------

    @property
    def offers(self) -> list[str]:
        """What may be answered now, sorted."""
        question = self.state.question
        return sorted(self.short(word) for word in question.choices) if question is not None else []

    @property
    def asked(self) -> str:
        """Who has to answer now."""
        question = self.state.question
        return self.short(question.player or "") if question is not None else ""

    def rooms(self, name: str) -> list[str]:
        """The visible rooms of a dungeon from the entrance to the boss."""
        return [self.short(stack.top) for stack in self.player(name).walk]

    def town(self) -> list[str]:
        """The heroes in town."""
        return [self.short(hero) for hero in self.state.town]

    def entrance(self, name: str) -> list[str]:
        """The heroes at an entrance."""
        return [self.short(hero) for hero in self.player(name).entrance]

    def score(self, name: str) -> tuple[int, int]:
        """Souls and wounds of a player."""
        return self.player(name).souls, self.player(name).wounds

    def walker(self) -> tuple[str, str, int]:
        """The hero on its way: its name, the room it stands in, its damage so far."""
        walk = self.state.walk
        assert walk is not None, "nobody walks"
        return self.short(walk.hero), self.short(walk.room), walk.damage

    @property
    def hands(self) -> list[str]:
        """What players did with hidden cards so far: "Ada: draw 3 spell", "Ben: discard_random 1 room (Ada)"."""
        return [self._hand(event) for event in self.log if isinstance(event, HandTask)]

    def _hand(self, task: HandTask) -> str:
        players = "+".join(self.short(player) for player in task.players)
        other = f" ({self.short(task.other)})" if task.other else ""
        taken = f" [{self.short(task.taken)}]" if task.taken else ""
        return f"{players}: {task.deed.value} {task.number} {task.sort.value}{other}{taken}"

    def seen(self, kind: type[_EventT]) -> list[_EventT]:
        """All events of a kind so far."""
        return [event for event in self.log if isinstance(event, kind)]


def death_in(room: str, *heroes: str, table: CardTable | None = None) -> CardTable:
    """Heroes with four health (one, if none is named) walk Ada's dungeon and die in its last room."""
    table = table or CardTable()
    table.dungeon("Ada", "neanderthal_cave", room).at_entrance("Ada", *(heroes or (THIEF,)))
    table.walks_through()
    return table
