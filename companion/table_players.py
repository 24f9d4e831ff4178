"""Simulated players with hidden hands: what they build, which spells and abilities they use, what they answer.

They know the rules and their own hands and play legally, not cleverly. The engine is asked what is possible; the dice
decide among that.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from companion.hands import Hands
from engine.boss_monster import building, timing
from engine.boss_monster.cards import Boss, Miniboss, Room
from engine.boss_monster.commands import Announce, BuildRoom, Command, FinishBuild, Placed
from engine.boss_monster.counts import room_damage
from engine.boss_monster.effects.on_building import suits
from engine.boss_monster.state import Holds, Player, Question, State
from engine.boss_monster.timing import Use
from engine.boss_monster.words.hands import Discard, Show
from engine.boss_monster.words.meanings import Sort
from engine.boss_monster.words.rooms import BuildNow
from engine.core.cards import Catalog
from engine.core.commands import Answer
from engine.core.effects import Step
from engine.core.ids import CopyId, PlayerId


@dataclass(slots=True)
class TablePlayers:
    """Everybody at the table, with their hands."""

    dice: Random
    cards: Catalog
    hands: Hands
    declines: float = 0.06
    eager: float = 0.12
    """How likely somebody uses what could be used in a pause."""
    placed: dict[tuple[PlayerId, int], CopyId] | None = None

    # -- building ----------------------------------------------------------------------------------------------------

    def build(self, state: State) -> FinishBuild:
        """The active player lays a card face-down, or declines."""
        assert state.active is not None
        self.placed = self.placed if self.placed is not None else {}
        player = state.player(state.active)
        choices = self._choices(state, player)
        gift = self._gift(state, player)
        holds = {change.holds for change in player.changes}
        if gift is not None:
            return gift
        spent = Holds.BUILD_ELSEWHERE in holds and Holds.BUILD_MORE not in holds
        if not choices or spent or self.dice.random() < self.declines:
            return FinishBuild(player.id)
        copy, slot = self._pick(state, player, choices)
        self._lay(player.id, copy, player.id, slot)
        more = self._second(state, player, slot)
        return FinishBuild(player.id, slot, more)

    def _choices(self, state: State, player: Player) -> list[tuple[CopyId, int]]:
        """What of the hand may be built where."""
        hand = [copy for copy in self.hands.held[player.id] if isinstance(self.cards[copy], Room | Miniboss)]
        return [
            (copy, slot)
            for copy in hand
            for slot in building.legal_slots(state, player, copy, self.cards)
            if slot not in player.all_face_down
        ]

    def _pick(self, state: State, player: Player, choices: list[tuple[CopyId, int]]) -> tuple[CopyId, int]:
        """A growing dungeon is preferred, then a room that hurts more than the one below."""
        grow = [choice for choice in choices if choice[1] > len(player.dungeon)]
        better = [choice for choice in choices if choice not in grow and self._is_better(state, player, *choice)]
        return self.dice.choice(grow or better or choices) if self.dice.random() < 0.85 else self.dice.choice(choices)

    def _is_better(self, state: State, player: Player, copy: CopyId, slot: int) -> bool:
        card = self.cards[copy]
        if not isinstance(card, Room):
            return True
        return not isinstance(card.damage, int) or card.damage > room_damage(state, player, slot, self.cards)

    def _second(self, state: State, player: Player, first: int) -> tuple[int, ...]:
        """A further card where an effect allows one."""
        if not any(change.holds is Holds.BUILD_MORE for change in player.changes):
            return ()
        choices = [choice for choice in self._choices(state, player) if choice[1] != first]
        if not choices:
            return ()
        copy, slot = self.dice.choice(choices)
        self._lay(player.id, copy, player.id, slot)
        return (slot,)

    def _gift(self, state: State, player: Player) -> FinishBuild | None:
        """A card for another dungeon where an effect says so."""
        gifts = {change.source for change in player.changes if change.holds is Holds.BUILD_ELSEWHERE}
        for host in state.living:
            marked = {change.source for change in host.changes if change.holds is Holds.MARKED}
            if host.id == player.id or not gifts & marked:
                continue
            rooms = [copy for copy in self.hands.held[player.id] if isinstance(self.cards[copy], Room)]
            places = [
                (copy, slot)
                for copy in rooms
                for slot in building.legal_slots(state, host, copy, self.cards)
                if slot <= len(host.dungeon) and slot not in host.all_face_down
            ]
            if places:
                copy, slot = self.dice.choice(places)
                self._lay(player.id, copy, host.id, slot)
                return FinishBuild(player.id, slot, on=host.id)
        return None

    def _lay(self, player: PlayerId, copy: CopyId, host: PlayerId, slot: int) -> None:
        assert self.placed is not None
        self.hands.play(player, copy)
        self.placed[(host, slot)] = copy

    def reveal(self, state: State) -> tuple[Placed, ...]:
        """All face-down cards are turned up. A place whose card nobody remembers gets one from the deck."""
        placed, self.placed = self.placed or {}, None
        found = []
        for player in state.living:
            for slot in player.all_face_down:
                copy = placed.get((player.id, slot)) or self._any_left(placed, player.id) or self.hands.rooms.pop()
                found.append(Placed(player.id, slot, copy))
        return tuple(found)

    def _any_left(self, placed: dict[tuple[PlayerId, int], CopyId], player: PlayerId) -> CopyId | None:
        """A gap that closed may have moved a face-down card."""
        return next((placed.pop(place) for place in list(placed) if place[0] == player), None)

    def taken_back(self) -> None:
        """Face-down cards went back to the hands."""
        for (host, _), copy in (self.placed or {}).items():
            self.hands.held[host].append(copy)
        self.placed = None

    # -- using -------------------------------------------------------------------------------------------------------

    def use(self, state: State) -> Command | None:
        """Somebody may use a spell or an ability in this pause."""
        if timing.why_no_spells(state) or self.dice.random() > self.eager:
            return None
        player = self.dice.choice(state.living)
        uses = [use for use in self._uses(state, player.id) if self._can_pay(use)]
        if not uses:
            return None
        use = self.dice.choice(uses)
        return Announce(use.player, use.card, use.ability)

    def _uses(self, state: State, player: PlayerId) -> Iterable[Use]:
        yield from (use for use in timing.possible(state, self.cards) if use.player == player)
        for copy in self.hands.held[player]:
            for number, _ in enumerate(self.cards[copy].abilities):
                hidden = timing.is_from_hand(copy, number, self.cards)
                if hidden and timing.why_not(state, player, copy, number, self.cards) is None:
                    yield Use(player, copy, number)

    def _can_pay(self, use: Use) -> bool:
        """Whether the hand holds what the cost wants."""
        return all(self._holds(use.player, step, use.card) for step in self.cards[use.card].abilities[use.ability].cost)

    def _holds(self, player: PlayerId, step: Step, card: CopyId) -> bool:
        if isinstance(step, Show):
            return self.hands.count(player, step.sort) > 0
        if not isinstance(step, Discard) or not isinstance(step.number, int):
            return True
        own = card in self.hands.held[player] and self.hands.of_sort((card,), step.sort)
        return self.hands.count(player, step.sort) - bool(own) >= step.number

    # -- answering ---------------------------------------------------------------------------------------------------

    def answer(self, state: State, question: Question) -> Command:
        """What the players say, honestly where only they know."""
        player = question.player
        if question.key == "build_now" and player is not None:
            return self._build_now(state, player)
        if question.key == "spells_in_hand" and player is not None:
            count = str(min(self.hands.count(player, Sort.SPELL), len(question.choices) - 1))
            return Answer(count if count in question.choices else question.choices[-1])
        if question.key == "holds_none" and player is not None:
            return Answer("yes" if self.hands.count(player, Sort.SPELL) == 0 else "no")
        return Answer(self.dice.choice(question.choices))

    def _build_now(self, state: State, player: PlayerId) -> Command:
        step, owner = state.agenda[0].steps[0], state.player(player)
        assert isinstance(step, BuildNow)
        choices = [
            (copy, slot)
            for copy, slot in self._choices(state, owner)
            if suits(step, owner, slot, self.cards[copy])
            and slot not in owner.all_face_down
            and (owner.coins > 0 or not isinstance(self.cards[copy], Miniboss))
        ]
        if not choices:
            return Answer("none")
        copy, slot = self.dice.choice(choices)
        self.hands.play(player, copy)
        return BuildRoom(player, slot, copy)


def bosses_for(cards: Catalog, players: int, dice: Random) -> tuple[CopyId, ...]:
    """A boss for each player."""
    copies = sorted(copy for card in cards if isinstance(card, Boss) for copy in card.copy_ids)
    return tuple(dice.sample(copies, players))
