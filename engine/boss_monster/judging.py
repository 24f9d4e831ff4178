"""Phase 5: who is out, who wins, and the tidying of the table (BM-END; BM-CL-10 to -15 for five and six players)."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.boss_monster import decks, heroes, levels
from engine.boss_monster.cards import boss_card
from engine.boss_monster.effects import agenda, statics
from engine.boss_monster.events import Event, GameWon, PlayerEliminated, Reminder, RoundEnded
from engine.boss_monster.options import Options
from engine.boss_monster.rounds import Happening
from engine.boss_monster.state import Holds, Phase, Player, State, Tally
from engine.boss_monster.switches import (
    AllFiveWounds,
    EliminatedEntranceHeroes,
    EndOfRoundTriggers,
    EndOrder,
    EndProfile,
    FinalTie,
    HeroDeckEmpty24,
    IntrigueScope,
)
from engine.core.cards import Catalog
from engine.core.copying import replace
from engine.core.ids import PlayerId

SOULS_TO_WIN = 10
WOUNDS_TO_LOSE = 5


@dataclass(frozen=True, slots=True)
class Judgement:
    """Who leaves, who wins, and by which rule. `ranking` is everybody's place where everybody is placed."""

    eliminated: tuple[PlayerId, ...]
    winner: PlayerId | None
    rule: str
    ranking: tuple[PlayerId, ...] = ()


def judge(players: Sequence[Player], cards: Catalog, options: Options, *, deck_exhausted: bool = False) -> Judgement:
    """Judge a round for the players still in the game."""
    if options.is_net_scoring:
        return _judge_net(players, cards, options, deck_exhausted)
    if options.end_profile is EndProfile.PLAYSHEET and all(_meets_condition(player) for player in players):
        winner, rule = _highest_net(players, "playsheet-iii", cards, options)
        return Judgement((), winner, rule)
    verdict = _judge_souls(players, cards, options)
    is_last = deck_exhausted and options.hero_deck_empty_2_4 is HeroDeckEmpty24.LAST_ROUND_NET
    if verdict.winner is not None or not is_last:
        return verdict
    left = [player for player in players if player.id not in verdict.eliminated]
    return Judgement(verdict.eliminated, *_highest_net(left, "BM-START-8", cards, options))


def _judge_souls(players: Sequence[Player], cards: Catalog, options: Options) -> Judgement:
    """Two to four players (BM-END-2 to -10)."""
    wounded = [player for player in players if player.wounds >= WOUNDS_TO_LOSE]
    healthy = [player for player in players if player.wounds < WOUNDS_TO_LOSE]
    out = tuple(player.id for player in wounded)
    if not healthy:  # BM-END-8: nobody is simply eliminated, all compare
        return Judgement((), *_highest_net(_contenders(wounded, options), "BM-END-8", cards, options))
    if len(healthy) == 1:
        return Judgement(out, healthy[0].id, "BM-END-5")
    rich = [player for player in healthy if player.souls >= SOULS_TO_WIN]
    if len(rich) == 1:
        return Judgement(out, rich[0].id, "BM-END-6")
    if rich:
        return Judgement(out, *_highest_net(rich, "BM-END-7", cards, options))
    return Judgement(out, None, "BM-END-10")


def _contenders(wounded: Sequence[Player], options: Options) -> Sequence[Player]:
    """A-01: who compares when everybody has five wounds."""
    rich = [player for player in wounded if player.souls >= SOULS_TO_WIN]
    needs_ten = options.all_five_wounds is AllFiveWounds.NEED_TEN_SOULS_ELSE_NET
    return rich if rich and needs_ten else wounded


def _meets_condition(player: Player) -> bool:
    return player.wounds >= WOUNDS_TO_LOSE or player.souls >= SOULS_TO_WIN


def _judge_net(players: Sequence[Player], cards: Catalog, options: Options, deck_exhausted: bool) -> Judgement:
    """Five or six players: no elimination, the net score places everybody (BM-CL-10 to -14)."""
    if not deck_exhausted and all(player.souls < SOULS_TO_WIN for player in players):
        return Judgement((), None, "BM-END-10")
    place = _xp_places(players, cards, options)
    ranking = sorted(players, key=lambda player: (-player.net_score, place[player.id]))
    is_tied = len(ranking) > 1 and ranking[0].net_score == ranking[1].net_score
    rule = "BM-CL-13" if is_tied else "BM-CL-12"
    return Judgement((), ranking[0].id, rule, tuple(player.id for player in ranking))


def _highest_net(players: Sequence[Player], rule: str, cards: Catalog, options: Options) -> tuple[PlayerId, str]:
    """The highest net score; among equals the lowest XP (BM-END-9, D-13)."""
    best = max(player.net_score for player in players)
    tied = [player for player in players if player.net_score == best]
    place = _xp_places(players, cards, options)
    winner = min(tied, key=lambda player: place[player.id])
    return winner.id, rule if len(tied) == 1 else "BM-END-9"


def _xp_places(players: Sequence[Player], cards: Catalog, options: Options) -> dict[PlayerId, int]:
    """Everybody's place by XP, the winner of ties first; equal XP keeps the order fixed at set-up (BM-GEN-7)."""
    order = sorted(players, key=lambda player: -boss_card(cards, player.boss).rank)
    if options.final_tie is FinalTie.LOWEST_XP:
        order.reverse()
    return {player.id: place for place, player in enumerate(order)}


# -- the end of a round ------------------------------------------------------------------------------------------------


JUDGE, TIDY = "judge", "tidy"
"""The moments of the round end that wait for effects."""


def end_round(state: State, cards: Catalog) -> Happening:
    """CP-7: the round ends; what cards do then comes before or after the verdict, as the group plays (D-05, A-26)."""
    tidy_first = state.options.end_order is EndOrder.CLEANUP_THEN_CHECK
    early = tidy_first or state.options.end_of_round_triggers is EndOfRoundTriggers.BEFORE_CHECK
    return agenda.flow(levels.at_round_end(state, cards) if early else state, JUDGE), ()


def judge_round(state: State, cards: Catalog) -> Happening:
    """Who is out, who wins (BM-END-2 to -10)."""
    tidy_first = state.options.end_order is EndOrder.CLEANUP_THEN_CHECK
    early = tidy_first or state.options.end_of_round_triggers is EndOfRoundTriggers.BEFORE_CHECK
    scores = tuple((player.id, souls_of(state, player, cards), wounds_of(player)) for player in state.players)
    ended = RoundEnded(state.round, scores)
    judged = tuple(_as_judged(state, player, cards) for player in state.living)
    verdict = judge(judged, cards, state.options, deck_exhausted=decks.heroes_left(state, cards) <= 0)
    if tidy_first:
        state = tidy(state)
    state, events = _eliminate_all(state, verdict.eliminated, cards)
    state = replace(state, active=None, walk=None, walked=(), announced=(), phase=Phase.ROUND_END)
    if verdict.winner is not None:
        won = GameWon(verdict.winner, verdict.rule, verdict.ranking)
        over = replace(state, phase=Phase.OVER, winner=verdict.winner, ranking=verdict.ranking)
        return replace(over, agenda=(), due=()), (ended, *events, won)
    if not early:  # BM-END-14: only if the game goes on
        state = levels.at_round_end(state, cards)
    return agenda.flow(state, TIDY), (ended, *events)


def final_scoring(state: State, cards: Catalog) -> Happening:
    """No heroes are left and the group ends the game: the highest net score wins (Q-20, A-08)."""
    judged = [_as_judged(state, player, cards) for player in state.living]
    winner, rule = _highest_net(judged, "BM-START-8", cards, state.options)
    over = replace(state, phase=Phase.OVER, active=None, winner=winner, agenda=(), due=(), announced=())
    return over, (GameWon(winner, rule),)


def tidy_up(state: State, cards: Catalog) -> Happening:
    """The table is tidied for the next round (BM-END-11 to -13); what a sideways room owed is done now."""
    drawing = intrigue(state)
    reminder = (Reminder("intrigue", drawing),) if drawing else ()
    return levels.built_late(tidy(state), cards), reminder


def souls_of(state: State, player: Player, cards: Catalog) -> int:
    """Souls, with what cards add to them (FX-31)."""
    return player.souls + statics.extra_souls(state, player.id, cards)


def wounds_of(player: Player) -> int:
    """Wounds, with those that count only in this round (FX-33)."""
    return player.wounds + sum(change.amount for change in player.changes if change.holds is Holds.WOUNDS)


def _as_judged(state: State, player: Player, cards: Catalog) -> Player:
    """The player as the verdict sees it: whoever cannot lose has too few wounds, whoever cannot win too few souls."""
    souls, wounds = souls_of(state, player, cards), wounds_of(player)
    holds = {change.holds for change in player.changes}
    if Holds.CANNOT_LOSE in holds:  # FX-34
        wounds = min(wounds, WOUNDS_TO_LOSE - 1)
    if Holds.CANNOT_WIN in holds:
        souls = min(souls, SOULS_TO_WIN - 1)
    return replace(player, souls=souls, wounds=wounds)


def tidy(state: State) -> State:
    """BM-END-11 to -13: bonuses end, rooms are upright and may be used again, heroes are fresh."""
    for player in state.players:
        dungeon = tuple(replace(stack, deactivated=False, used=False, bonus=0, changes=()) for stack in player.dungeon)
        fresh = replace(
            player,
            dungeon=dungeon,
            bonus=(),
            changes=(),
            more_face_down=(),
            gone_under=(),
            turned_under=(),
            tally=Tally(),
        )
        state = state.with_player(fresh)
    for mark in state.marks:
        # Changes of health by effects end too; an item changes its hero's health as long as it is carried.
        state = state.with_mark(replace(mark, damage=0, health=0, cannot_be_lured=False, skips=0, held=False))
    return replace(state, uses=(), entered=(), changes=())


def intrigue(state: State) -> tuple[PlayerId, ...]:
    """BM-VAR-2, -5: who gained no soul may draw a card."""
    if not state.options.intrigue:
        return ()
    if state.options.intrigue_scope is IntrigueScope.NONE_AT_ALL:
        return tuple(player.id for player in state.living if player.souls == 0)
    return tuple(player.id for player in state.living if player.souls <= player.souls_before)


def _eliminate_all(state: State, out: tuple[PlayerId, ...], cards: Catalog) -> tuple[State, list[Event]]:
    events: list[Event] = []
    for id_ in out:
        player = state.player(id_)
        events.append(PlayerEliminated(id_, wounds_of(player)))
        state, removed = _eliminate(state, player, cards)
        events += removed
    return state, events


def _eliminate(state: State, player: Player, cards: Catalog) -> tuple[State, list[Event]]:
    """All cards of the player leave the game; heroes at the entrance go to town or leave too (BM-END-3, -15, A-25)."""
    events: list[Event] = []
    stays = state.options.eliminated_entrance_heroes is EliminatedEntranceHeroes.TO_TOWN
    for hero in heroes.in_order_of_age(state, player.entrance):
        state, more = heroes.to_town(state, hero, cards, by_age=True) if stays else heroes.remove(state, hero)
        events += more
    gone = replace(state.player(player.id), eliminated=True, dungeon=(), face_down=None, more_face_down=(), changes=())
    left = tuple(task for task in state.agenda if task.player != player.id)
    return replace(state.with_player(gone), agenda=left), events
