"""CP-0: bosses give the players their turn order (BM-SETUP-3, BM-GEN-5 to -7)."""

from itertools import groupby

from engine.boss_monster import decks, rounds
from engine.boss_monster.cards import Boss, boss_card
from engine.boss_monster.events import Event, QuestionAsked, Reminder, TurnOrderSet
from engine.boss_monster.options import Options
from engine.boss_monster.state import Player, Question, State
from engine.boss_monster.switches import RedrawLimit, SetupDiscard, XpTie
from engine.core.cards import Catalog
from engine.core.copying import replace
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
    players.sort(key=lambda player: -boss_card(cards, player.boss).rank)  # BM-GEN-5; equal XP keeps the seating order
    seated = replace(state, players=tuple(players))
    if state.options.xp_tie is XpTie.ASK_AT_SETUP:
        return _ask_or_begin(seated, _tie(seated.players, cards), cards)
    return begin(seated, cards)


def _ask_or_begin(state: State, tied: list[PlayerId], cards: Catalog) -> rounds.Happening:
    if not tied:
        return begin(state, cards)
    question = Question(WHO_FIRST, tuple(tied), rule="BM-GEN-7")
    return replace(state, questions=(question,)), (QuestionAsked(question),)


def _tie(players: tuple[Player, ...], cards: Catalog) -> list[PlayerId]:
    """The first players who share an XP."""
    for _, alike in groupby(players, key=lambda player: boss_card(cards, player.boss).rank):
        if len(found := [player.id for player in alike]) > 1:
            return found
    return []


def first_of_tie(state: State, question: Question, choice: PlayerId, cards: Catalog) -> rounds.Happening:
    """The players named who comes first among equals; the others, then other ties are asked about in turn (Q-19)."""
    tied = [player for player in state.players if player.id in question.choices]
    place = state.players.index(tied[0])
    ordered = sorted(tied, key=lambda player: player.id != choice)
    players = (*state.players[:place], *ordered, *state.players[place + len(tied) :])
    state = replace(state, players=players)
    rest = [player.id for player in ordered[1:]]
    return _ask_or_begin(state, rest if len(rest) > 1 else _tie(players[place + len(tied) :], cards), cards)


def begin(state: State, cards: Catalog) -> rounds.Happening:
    """The order is fixed for the whole game (BM-GEN-6); hands are dealt on trust, first rooms may be placed."""
    after, events = rounds.begin_build(state, cards)
    order = TurnOrderSet(tuple(player.id for player in state.players))
    return after, (order, *reminders(state.options), *_deck_warning(state.options, cards), *events)


def reminders(options: Options) -> tuple[Event, ...]:
    """What players do at the set-up without the referee seeing it (BM-SETUP-5 to -8, BM-VAR-1, -4)."""
    choose = (Reminder("choose_boss"),) if options.choose_boss else ()
    redraw = "redraw_once" if options.redraw_limit is RedrawLimit.ONCE else "redraw_unlimited"
    seeded = options.setup_discard is SetupDiscard.SEEDED_PILE
    return (*choose, Reminder("seeded_pile" if seeded else "discard_two"), Reminder(redraw))


def _deck_warning(options: Options, cards: Catalog) -> tuple[Event, ...]:
    """The hero deck is not as large as the table of the rulebook says: only said, never forbidden (BM-HERO-3, D-11)."""
    is_right = decks.is_count_right(decks.hero_deck_counts(options, cards), options)
    return () if is_right else (Reminder("check_hero_deck"),)
