"""From what happened to what is said about it: events become lines of ids and numbers, never of words.

A line names a phrase and fills its slots; `phrasebook` turns it into German or English. Lines marked `verdict` stay on
the screen with their reason; lines not marked `spoken` are only shown.
"""

from typing import assert_never

from companion.lines import Amount, Line, Part, Slot, line, part
from engine.boss_monster.cards import HeroClass, boss_card, hero_card
from engine.boss_monster.events import (
    AdventureTurnBegan,
    BuildClosed,
    BuildDeclined,
    BuildTakenBack,
    BuildTurnBegan,
    CardPlaced,
    Event,
    FactCorrected,
    GameWon,
    HeroArrived,
    HeroBaited,
    HeroDied,
    HeroSurvived,
    LeveledUp,
    PlayerEliminated,
    QuestionAnswered,
    QuestionAsked,
    RevealBegan,
    RoomBuilt,
    RoomEntered,
    RoomTurned,
    RoundBegan,
    RoundEnded,
    TurnOrderSet,
)
from engine.boss_monster.expected import Todo
from engine.boss_monster.rounds import heroes_expected
from engine.boss_monster.state import Phase, Question, State
from engine.core.cards import Catalog
from engine.core.ids import CopyId, PlayerId
from hw.panel import Urgency

__all__ = ["Amount", "Line", "Part", "Slot", "hero_part", "line", "narrate", "next_step", "question_part", "todo_line"]


def _verdict(key: str, why: Part | None = None, *, urgent: bool = False, **slots: Slot) -> Line:
    urgency = Urgency.URGENT if urgent else Urgency.NORMAL
    return Line(key, tuple(slots.items()), urgency, verdict=True, why=why)


def narrate(event: Event, state: State, cards: Catalog) -> list[Line]:
    """What is said about an event; an empty list is deliberate silence."""
    match event:
        case TurnOrderSet() | RoundBegan() | HeroArrived():
            return [_round_line(event, state, cards)]
        case BuildTurnBegan() | CardPlaced() | BuildDeclined() | RevealBegan() | BuildTakenBack() | BuildClosed():
            return [_build_line(event)]
        case RoomBuilt() | LeveledUp() | RoomTurned():
            return [_room_line(event, state)]
        case HeroBaited():
            return [_bait_line(event, cards)]
        case AdventureTurnBegan() | RoomEntered() | HeroDied() | HeroSurvived():
            return [_adventure_line(event, state, cards)]
        case PlayerEliminated() | RoundEnded() | GameWon():
            return [_judging_line(event, state)]
        case QuestionAsked() | QuestionAnswered() | FactCorrected():
            return [_table_line(event)]
        case _:
            assert_never(event)


def _round_line(event: TurnOrderSet | RoundBegan | HeroArrived, state: State, cards: Catalog) -> Line:
    match event:
        case TurnOrderSet(players):
            order = tuple(
                part("player_xp", player=id_, xp=boss_card(cards, state.player(id_).boss).xp) for id_ in players
            )
            return line("turn_order", order=order)
        case RoundBegan(number, 0):
            return line("round_began_empty", topic="turn", round=number)
        case RoundBegan(number, heroes):
            return line("round_began", topic="turn", round=number, heroes=heroes)
        case HeroArrived(hero):
            health = Amount("health", hero_card(cards, hero).health)
            return line("hero_arrived", who=hero_part(hero, cards), health=health)


def _build_line(
    event: BuildTurnBegan | CardPlaced | BuildDeclined | RevealBegan | BuildTakenBack | BuildClosed,
) -> Line:
    match event:
        case BuildTurnBegan(player):
            return line("build_turn", topic="turn", player=player)
        case CardPlaced(player, slot):
            return line("card_placed", spoken=False, player=player, slot=slot)
        case BuildDeclined(player):
            return line("build_declined", spoken=False, player=player)
        case RevealBegan():
            return line("reveal_began", topic="turn")
        case BuildTakenBack(player, slot, discarded):
            return line("build_discarded" if discarded else "build_taken_back", player=player, slot=slot)
        case BuildClosed():
            return line("build_closed", topic="turn")


def _room_line(event: RoomBuilt | LeveledUp | RoomTurned, state: State) -> Line:
    match event:
        case RoomBuilt(player, _, room, None):
            return line("room_built", player=player, room=room)
        case RoomBuilt(player, _, room, over):
            assert over is not None
            return line("room_built_over", player=player, room=room, over=over)
        case LeveledUp(player):
            return _verdict("leveled_up", urgent=True, player=player, boss=state.player(player).boss)
        case RoomTurned(player, _, room, deactivated):
            return line("room_deactivated" if deactivated else "room_active_again", player=player, room=room)


def _bait_line(event: HeroBaited, cards: Catalog) -> Line:
    """Where a hero goes, with the numbers that decided it (BM-BAIT-5 to -8, BM-HERO-8)."""
    noun = event.treasure.value if event.treasure else "soul"
    who = hero_part(event.hero, cards)
    counted = tuple(part("baited_count", player=player, count=count) for player, count in event.counts)
    why = part("baited_why", treasure=noun, counts=counted, rule=event.rule)
    counts = dict(event.counts)
    wanted = (max if event.treasure else min)(counts.values(), default=0)
    leaders = tuple(player for player, count in event.counts if count == wanted)
    best: Slot = Amount(noun, wanted) if event.treasure else wanted
    if event.player is not None:
        if leaders != (event.player,):
            return _verdict("baited_by_ruling", why, who=who, player=event.player)
        others = [count for player, count in event.counts if player != event.player]
        second = (max if event.treasure else min)(others, default=0)
        key = "baited" if event.treasure else "baited_fewest_souls"
        return _verdict(key, why, who=who, player=event.player, best=best, second=second)
    if event.treasure and wanted == 0:
        return _verdict("baited_nobody", why, who=who, treasure=noun)
    if len(leaders) < 2:
        return _verdict("baited_stays_by_ruling", why, who=who)
    if event.treasure:
        key = "baited_tie_both" if len(leaders) == 2 else "baited_tie_all"
    else:
        key = "baited_fewest_tie_both" if len(leaders) == 2 else "baited_fewest_tie_all"
    return _verdict(key, why, who=who, leaders=leaders, best=best)


def _adventure_line(
    event: AdventureTurnBegan | RoomEntered | HeroDied | HeroSurvived, state: State, cards: Catalog
) -> Line:
    match event:
        case AdventureTurnBegan(player):
            return line("adventure_turn", topic="turn", player=player)
        case RoomEntered(_, hero, _, room, damage, total, health):
            return line(
                "room_entered",
                spoken=False,
                who=hero_part(hero, cards),
                room=room,
                damage=Amount("damage", damage),
                total=total,
                health=health,
            )
        case HeroDied(player, hero, room, damage, health, souls):
            return _verdict(
                "hero_died",
                part("hero_died_why", damage=damage, health=health),
                who=hero_part(hero, cards),
                room=room,
                damage=Amount("damage", damage),
                health=Amount("health", health),
                souls=Amount("soul", souls),
                player=player,
            )
        case HeroSurvived(player, hero, damage, health, wounds):
            return _verdict(
                "hero_survived",
                part("hero_survived_why", damage=damage, health=health),
                who=hero_part(hero, cards),
                boss=state.player(player).boss,
                damage=Amount("damage", damage),
                health=Amount("health", health),
                wounds=Amount("wound", wounds),
                player=player,
            )


WON_BY = {
    "BM-END-5": "won_last",
    "BM-END-6": "won_ten_souls",
    "BM-END-7": "won_net",
    "BM-END-8": "won_all_wounded",
    "BM-END-9": "won_lowest_xp",
}
"""Which sentence explains which deciding rule."""


def _judging_line(event: PlayerEliminated | RoundEnded | GameWon, state: State) -> Line:
    match event:
        case PlayerEliminated(player, wounds):
            return _verdict(
                "eliminated", part("eliminated_why"), urgent=True, player=player, wounds=Amount("wound", wounds)
            )
        case RoundEnded(number, scores):
            return line("round_ended", topic="turn", round=number, scores=tuple(_score(*score) for score in scores))
        case GameWon(player, rule):
            winner = state.player(player)
            filled: dict[str, Slot] = {"player": player}
            key = WON_BY.get(rule, "won")
            if key != "won_last" and key != "won_lowest_xp":
                filled["souls"] = Amount("soul", winner.souls)
            if key in ("won", "won_net", "won_all_wounded"):
                filled["wounds"] = Amount("wound", winner.wounds)
            if key == "won_lowest_xp":
                filled["boss"] = winner.boss
            return _verdict(key, part("won_why", rule=rule), urgent=True, **filled)


def _score(player: PlayerId, souls: int, wounds: int) -> Part:
    if not wounds:
        return part("score_souls", player=player, souls=Amount("soul", souls))
    return part("score", player=player, souls=Amount("soul", souls), wounds=Amount("wound", wounds))


def _table_line(event: QuestionAsked | QuestionAnswered | FactCorrected) -> Line:
    match event:
        case QuestionAsked(question):
            asked = question_part(question)
            return Line(asked.key, asked.slots, Urgency.URGENT, topic="question")
        case QuestionAnswered(question, choice):
            return line("answered", spoken=False, question=question_part(question), answer=part(f"choice.{choice}"))
        case FactCorrected(None, what):
            return line("corrected_table", what=tuple(part(f"word.{fact}") for fact in what))
        case FactCorrected(player, what):
            assert player is not None
            return line("corrected", what=tuple(part(f"word.{fact}") for fact in what), player=player)


def hero_part(hero: CopyId, cards: Catalog) -> Part:
    """A hero as one speaks of it: class and name; fools have no class worth naming."""
    kind = hero_card(cards, hero).hero_class
    if kind is HeroClass.FOOL:
        return part("hero_plain", hero=hero)
    return part("hero", kind=kind.value, hero=hero)


def question_part(question: Question) -> Part:
    """The pending question as a sentence (rules 4.8)."""
    slots: dict[str, Slot] = {
        "player": question.player or "",
        "slot": question.slot or 0,
        "card": question.cards[0] if question.cards else "",
    }
    key = question.ask
    if key == "Q-10" and question.player is None:
        key = "Q-10_town"
    if key == "Q-09":
        slots["other"] = question.cards[1]
    if key == "Q-14":
        slots["rule"] = part(f"rule.{question.rule}", rule=question.rule)
    return part(f"ask.{key}", ask=question.ask, **slots)


def todo_line(todo: Todo) -> Line:
    """One thing that the players should still do on the table; shown, not spoken."""
    return line(
        todo.key,
        spoken=False,
        card=todo.card or "",
        player=todo.player or "",
        slot=todo.slot or 0,
        number=todo.number or 0,
    )


def next_step(state: State, cards: Catalog) -> Line:
    """What to do next, for the screen and for whoever asks to hear it again."""
    if state.question is not None:
        return line("prompt.answer", topic="prompt")
    match state.phase:
        case Phase.SETUP:
            return line("prompt.setup", topic="prompt", bosses=state.options.player_count)
        case Phase.ROUND_START:
            return line("prompt.round_start", topic="prompt", heroes=heroes_expected(state, cards))
        case Phase.BUILD:
            key = "prompt.build" if state.round else "prompt.build_first"
            return line(key, topic="prompt", player=state.active or "")
        case Phase.REVEAL | Phase.BUILT | Phase.ROUND_END:
            return line(f"prompt.{state.phase.value}", topic="prompt")
        case Phase.BAITED:
            lured = any(player.entrance for player in state.living)
            return line("prompt.baited" if lured else "prompt.baited_none", topic="prompt")
        case Phase.ADVENTURE:
            return _walk_prompt(state, cards)
        case Phase.OVER:
            return line(
                "prompt.over" if state.winner else "prompt.over_open", topic="prompt", player=state.winner or ""
            )
        case _:
            assert_never(state.phase)


def _walk_prompt(state: State, cards: Catalog) -> Line:
    if state.walk is None:
        return line("prompt.adventure", topic="prompt")
    room = state.player(state.walk.player).dungeon[state.walk.slot - 1].top
    return line("prompt.adventure_walk", topic="prompt", who=hero_part(state.walk.hero, cards), room=room)
