"""Phase 5 for two to four players: who is out, who wins (BM-END)."""

from dataclasses import dataclass, replace

from engine.boss_monster.cards import boss_card
from engine.boss_monster.events import Event, GameWon, PlayerEliminated, RoundEnded
from engine.boss_monster.state import Phase, Player, Stack, State
from engine.core.cards import Catalog
from engine.core.ids import CopyId, PlayerId

SOULS_TO_WIN = 10
WOUNDS_TO_LOSE = 5


@dataclass(frozen=True, slots=True)
class Judgement:
    """Who leaves, who wins, and by which rule."""

    eliminated: tuple[PlayerId, ...]
    winner: PlayerId | None
    rule: str


def judge(players: tuple[Player, ...], cards: Catalog) -> Judgement:
    """Judge a round for the players still in the game (BM-END-2 to -10)."""
    wounded = [player for player in players if player.wounds >= WOUNDS_TO_LOSE]
    healthy = [player for player in players if player.wounds < WOUNDS_TO_LOSE]
    out = tuple(player.id for player in wounded)
    if not healthy:  # BM-END-8: nobody is simply eliminated, all compare
        return Judgement((), *_highest_net(wounded, "BM-END-8", cards))
    if len(healthy) == 1:
        return Judgement(out, healthy[0].id, "BM-END-5")
    rich = [player for player in healthy if player.souls >= SOULS_TO_WIN]
    if len(rich) == 1:
        return Judgement(out, rich[0].id, "BM-END-6")
    if rich:
        return Judgement(out, *_highest_net(rich, "BM-END-7", cards))
    return Judgement(out, None, "BM-END-10")


def end_round(state: State, cards: Catalog) -> tuple[State, tuple[Event, ...]]:
    """CP-7: judge the round; if the game goes on, prepare the next one (BM-END-11 to -13)."""
    verdict = judge(state.living, cards)
    scores = tuple((player.id, player.souls, player.wounds) for player in state.players)
    events: list[Event] = [RoundEnded(state.round, scores)]
    events += [PlayerEliminated(id_, state.player(id_).wounds) for id_ in verdict.eliminated]
    for id_ in verdict.eliminated:
        state = _eliminate(state, state.player(id_))
    state = replace(state, active=None, phase=Phase.ROUND_END)
    if verdict.winner is not None:
        events.append(GameWon(verdict.winner, verdict.rule))
        return replace(state, phase=Phase.OVER, winner=verdict.winner), tuple(events)
    for player in state.living:  # BM-END-12: deactivated rooms are turned upright
        state = state.with_player(replace(player, dungeon=tuple(Stack(stack.rooms) for stack in player.dungeon)))
    return state, tuple(events)


def _eliminate(state: State, player: Player) -> State:
    """All cards of the player leave the game; heroes at the entrance go back to town by age (BM-END-3, -15)."""
    gone = replace(player, eliminated=True, dungeon=(), entrance=(), face_down=None)
    town = by_age(state, (*state.town, *player.entrance))
    return replace(state.with_player(gone), town=town)


def by_age(state: State, heroes: tuple[CopyId, ...]) -> tuple[CopyId, ...]:
    """Heroes in the order of their first appearance, oldest first (BM-START-3, BM-ADV-20)."""
    return tuple(sorted(heroes, key=state.seen_heroes.index))


def _highest_net(players: list[Player], rule: str, cards: Catalog) -> tuple[PlayerId, str]:
    """The highest net score; among equals the lowest XP (BM-END-9)."""
    best = max(player.net_score for player in players)
    tied = [player for player in players if player.net_score == best]
    winner = min(tied, key=lambda player: boss_card(cards, player.boss).xp)
    return winner.id, rule if len(tied) == 1 else "BM-END-9"
