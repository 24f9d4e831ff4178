"""The two verdicts that need the most words: where a hero goes, and who wins."""

from typing import NamedTuple

from companion.lines import Amount, Line, Part, Slot, hero_part, line, part, verdict
from engine.boss_monster.bait import HIDDEN, UNKNOWN_LURE
from engine.boss_monster.cards import Lure
from engine.boss_monster.events import GameWon, HeroBaited, PlayerEliminated, RoundEnded
from engine.boss_monster.state import Player, Question, State
from engine.boss_monster.switches import FinalTie
from engine.core.cards import Catalog
from engine.core.ids import PlayerId

_FEWEST = (Lure.FEWEST_SOULS, Lure.FEWEST_WOUNDS)
_COMPARED = {
    Lure.FEWEST_SOULS: "soul",
    Lure.MOST_SOULS: "soul",
    Lure.FEWEST_WOUNDS: "wound",
    Lure.MOST_WOUNDS: "wound",
    Lure.BEST_SCORE: "point",
}
Slots = dict[str, Slot]


class _Wording(NamedTuple):
    """The sentences for one way of comparing."""

    lured: str
    nobody: str
    tie_of_two: str
    tie_of_more: str


_TREASURE = _Wording("baited", "baited_nobody", "baited_tie_both", "baited_tie_all")
_TWO_TREASURES = _Wording("baited_sum", "baited_sum_nobody", "baited_sum_tie", "baited_sum_tie")
_SCORE = _Wording("baited_score", "", "baited_score_tie_both", "baited_score_tie_all")


def bait_line(event: HeroBaited, cards: Catalog) -> Line:
    """Where a hero goes, with the numbers that decided it (BM-BAIT-5 to -14, BM-HERO-8, BM-CL-3 to -5)."""
    who = hero_part(event.hero, cards)
    if event.rule == "BM-BAIT-14":
        return verdict("baited_banned", part("baited_banned_why"), who=who)
    if event.lure in HIDDEN:  # the question follows
        key = "baited_most_cards" if event.lure is Lure.MOST_CARDS else "baited_unknown"
        return line(key, spoken=False, who=who)
    key = _lured_key(event) if event.player is not None else _staying_key(event)
    slots = _numbers(event) | {"who": who, "player": event.player or ""}
    return Line(key, tuple(slots.items()), verdict=True, why=_why(event))


def _leaders(event: HeroBaited) -> tuple[PlayerId, ...]:
    best = _best(event)
    return tuple(player for player, count in event.counts if count == best)


def _best(event: HeroBaited) -> int:
    choose = min if event.lure in _FEWEST else max
    return choose((count for _, count in event.counts), default=0)


def _numbers(event: HeroBaited) -> Slots:
    """What was compared: a treasure, the sum of two, or souls or wounds."""
    tied = _tied_below(event)
    leaders = tied or _leaders(event)
    best = next((count for player, count in event.counts if player in leaders), 0)
    choose = min if event.lure in _FEWEST else max
    others = [count for player, count in event.counts if player != event.player]
    slots: Slots = {"leaders": leaders, "count": best, "second": choose(others, default=0)}
    if event.treasure is None:
        return slots | {"measure": part(f"lure.{event.lure.value}")}
    slots |= {"treasure": event.treasure.value, "best": Amount(event.treasure.value, best)}
    return slots | {"also": event.also.value} if event.also else slots


def _wording(event: HeroBaited) -> _Wording:
    if event.treasure is None:
        return _SCORE
    return _TWO_TREASURES if event.also else _TREASURE


def _lured_key(event: HeroBaited) -> str:
    if event.rule == "BM-CL-4":
        return "baited_shared"
    return _wording(event).lured if _leaders(event) == (event.player,) else "baited_by_ruling"


def _staying_key(event: HeroBaited) -> str:
    leaders, wording = _leaders(event), _wording(event)
    if event.rule == "BM-CL-5":
        return "baited_too_few"
    if event.treasure and _best(event) == 0:
        return wording.nobody
    if len(leaders) < 2:
        return "baited_any_tie" if _tied_below(event) else "baited_stays_by_ruling"
    return wording.tie_of_two if len(leaders) == 2 else wording.tie_of_more


def _tied_below(event: HeroBaited) -> tuple[PlayerId, ...]:
    """A-04: some groups let a tie below the highest count keep the hero in town too. Who is tied?"""
    if event.rule != "BM-BAIT-8" or len(_leaders(event)) > 1:
        return ()
    counts = [count for _, count in event.counts if count > 0]
    shared = max((count for count in counts if counts.count(count) > 1), default=0)
    return tuple(player for player, count in event.counts if shared and count == shared)


def _why(event: HeroBaited) -> Part:
    """Every dungeon's number, and the rule."""
    noun = event.treasure.value if event.treasure else _COMPARED.get(event.lure, "soul")
    what = part("counted_both", one=noun, two=event.also.value) if event.also else part("counted", noun=noun)
    counts = tuple(part("baited_count", player=player, count=count) for player, count in event.counts)
    key = "baited_shared_why" if event.rule == "BM-CL-4" else "baited_why"
    return part(key, what=what, counts=counts, rule=event.rule)


def hidden_bait_line(question: Question, choice: str, cards: Catalog) -> Line:
    """The players said who has the most cards in hand, or whom the hero's card means (Q-11)."""
    who, is_unknown = hero_part(question.cards[0], cards), question.rule == UNKNOWN_LURE
    why = part("baited_unknown_why" if is_unknown else "baited_most_cards_why")
    if choice == "tie":
        return verdict("baited_unknown_tie" if is_unknown else "baited_most_cards_tie", why, who=who)
    return verdict("baited_unknown_to" if is_unknown else "baited_most_cards_to", why, who=who, player=choice)


# -- the end -----------------------------------------------------------------------------------------------------------

WON_BY = {
    "BM-END-5": "won_last",
    "BM-END-6": "won_ten_souls",
    "BM-END-7": "won_net",
    "BM-END-8": "won_all_wounded",
    "BM-END-9": "won_tie",
    "BM-CL-12": "won_ranking",
    "BM-CL-13": "won_tie_ranking",
    "BM-START-8": "won_deck_empty",
    "playsheet-iii": "won_net",
}
"""Which sentence explains which deciding rule."""


def judging_line(event: PlayerEliminated | RoundEnded | GameWon, state: State) -> Line:
    """Who is out, how the round ended, who won and why."""
    match event:
        case PlayerEliminated(player, wounds):
            return verdict(
                "eliminated", part("eliminated_why"), urgent=True, player=player, wounds=Amount("wound", wounds)
            )
        case RoundEnded(number, scores):
            return line("round_ended", topic="turn", round=number, scores=tuple(_score(*score) for score in scores))
        case GameWon(player, rule, ranking):
            slots = _result(state.player(player), state)
            placed = tuple(part("placed", player=id_, points=state.player(id_).net_score) for id_ in ranking[1:])
            why = part(f"won.{rule}", rule=rule)
            return verdict(WON_BY.get(rule, "won"), why, urgent=True, **slots, ranking=placed)


def _result(winner: Player, state: State) -> Slots:
    lowest = state.options.final_tie is FinalTie.LOWEST_XP
    return {
        "player": winner.id,
        "souls": Amount("soul", winner.souls),
        "wounds": Amount("wound", winner.wounds),
        "points": Amount("point", winner.net_score),
        "boss": winner.boss,
        "xp": part("xp_lowest" if lowest else "xp_highest"),
    }


def _score(player: PlayerId, souls: int, wounds: int) -> Part:
    if not wounds:
        return part("score_souls", player=player, souls=Amount("soul", souls))
    return part("score", player=player, souls=Amount("soul", souls), wounds=Amount("wound", wounds))
