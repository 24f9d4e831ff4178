"""CP-0: bosses give the players their turn order (BM-SETUP-3, BM-GEN-5 to -7)."""

from dataclasses import replace
from itertools import groupby

from engine.boss_monster import rounds
from engine.boss_monster.cards import Boss, boss_card
from engine.boss_monster.events import Event, QuestionAsked, Reminder, TurnOrderSet
from engine.boss_monster.options import Options
from engine.boss_monster.state import Player, Question, State
from engine.boss_monster.switches import RedrawLimit, SetupDiscard, XpTie
from engine.core.cards import Catalog
from engine.core.errors import require
from engine.core.ids import CopyId, PlayerId

WHO_FIRST = "Q-19"


def seat_players(state: State, bosses: tuple[CopyId, ...], cards: Catalog) -> rounds.Happening:
    """The n-th boss belongs to the n-th name. Equal XP is settled once, by the players or by their seats (A-12)."""
    count = state.options.player_count
    require(len(bosses) == count and len(set(bosses)) == count, "wrong_boss_count", "BM-SETUP-3")
    require(all(copy in cards and isinstance(cards[copy], Boss) for copy in bosses), "unknown_card")
    coins = state.options.starting_coins if state.options.has_coins else 0  # BM-COIN-1
    players = [
        Player(PlayerId(f"p{seat}"), name, boss, coins=coins)
        for seat, (name, boss) in enumerate(zip(state.options.names, bosses, strict=True), start=1)
    ]
    players.sort(key=lambda player: -boss_card(cards, player.boss).xp)  # BM-GEN-5; equal XP keeps the seating order
    seated = replace(state, players=tuple(players))
    tied = _tie(players, cards)
    if tied and state.options.xp_tie is XpTie.ASK_AT_SETUP:
        question = Question(WHO_FIRST, tuple(player.id for player in tied), rule="BM-GEN-7")
        return replace(seated, questions=(question,)), (QuestionAsked(question),)
    return begin(seated)


def _tie(players: list[Player], cards: Catalog) -> list[Player]:
    """The first players who share an XP."""
    for _, alike in groupby(players, key=lambda player: boss_card(cards, player.boss).xp):
        if len(found := list(alike)) > 1:
            return found
    return []


def first_of_tie(state: State, question: Question, choice: PlayerId) -> rounds.Happening:
    """The players named who comes first among equals; the others of the tie are asked about in turn (Q-19)."""
    tied = [player for player in state.players if player.id in question.choices]
    place = state.players.index(tied[0])
    ordered = sorted(tied, key=lambda player: player.id != choice)
    players = (*state.players[:place], *ordered, *state.players[place + len(tied) :])
    state = replace(state, players=players)
    rest = [player.id for player in ordered[1:]]
    if len(rest) > 1:
        again = Question(WHO_FIRST, tuple(rest), rule="BM-GEN-7")
        return replace(state, questions=(again,)), (QuestionAsked(again),)
    return begin(state)


def begin(state: State) -> rounds.Happening:
    """The order is fixed for the whole game (BM-GEN-6); hands are dealt on trust, first rooms may be placed."""
    after, events = rounds.begin_build(state)
    order = TurnOrderSet(tuple(player.id for player in state.players))
    return after, (order, *reminders(state.options), *events)


def reminders(options: Options) -> tuple[Event, ...]:
    """What players do at the set-up without the referee seeing it (BM-SETUP-5 to -8, BM-VAR-1, -4)."""
    choose = (Reminder("choose_boss"),) if options.choose_boss else ()
    redraw = "redraw_once" if options.redraw_limit is RedrawLimit.ONCE else "redraw_unlimited"
    seeded = options.setup_discard is SetupDiscard.SEEDED_PILE
    return (*choose, Reminder("seeded_pile" if seeded else "discard_two"), Reminder(redraw))
