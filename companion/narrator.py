"""From what happened to what is said about it: events become lines of ids and numbers, never of words.

A line names a phrase and fills its slots; `phrasebook` turns it into German or English. Lines marked `verdict` stay on
the screen with their reason; lines not marked `spoken` are only shown.
"""

from dataclasses import replace
from typing import assert_never

from companion.effect_lines import effect_lines
from companion.lines import Amount, Line, Part, Slot, hero_part, line, part, verdict
from companion.outcome_lines import outcome_lines
from companion.prompts import answer_part, next_step, question_part, todo_line
from companion.treasure_lines import treasure_lines
from companion.verdict_lines import bait_line, hidden_bait_line, judging_line
from engine.boss_monster import decks
from engine.boss_monster.bait import MOST_CARDS
from engine.boss_monster.cards import boss_card, hero_card
from engine.boss_monster.effect_events import EffectEvent
from engine.boss_monster.events import (
    AdventureTurnBegan,
    BuildClosed,
    BuildDeclined,
    BuildTakenBack,
    BuildTurnBegan,
    CardPlaced,
    CoinsChanged,
    EffectAnnounced,
    EffectDue,
    EffectResolves,
    Event,
    FactCorrected,
    GameWon,
    HeroArrived,
    HeroBaited,
    HeroBanned,
    HeroChanged,
    HeroDeckEmpty,
    HeroDied,
    HeroKilled,
    HeroMoved,
    HeroRemoved,
    HeroSkipped,
    HeroSurvived,
    ItemOpened,
    ItemRemoved,
    ItemRevealed,
    ItemTaken,
    ItemTurnedDown,
    LeveledUp,
    MinibossDiscarded,
    MinibossLevelled,
    MinibossTucked,
    PlayerEliminated,
    QuestionAnswered,
    QuestionAsked,
    Reminder,
    RevealBegan,
    RoomBuilt,
    RoomChanged,
    RoomDestroyed,
    RoomEntered,
    RoomsSwapped,
    RoomTurned,
    RoomUsed,
    RoundBegan,
    RoundEnded,
    SpellCancelled,
    TreasureChanged,
    TurnOrderSet,
    WoundHealed,
)
from engine.boss_monster.state import Player, State
from engine.boss_monster.switches import HeroDeckEmpty24
from engine.core.cards import Catalog
from hw.panel import Urgency

__all__ = ["Amount", "Line", "Part", "Slot", "hero_part", "line", "narrate", "next_step", "question_part", "todo_line"]


def narrate(event: Event, state: State, cards: Catalog) -> list[Line]:
    """What is said about an event; an empty list is deliberate silence."""
    if isinstance(event, EffectEvent):
        return outcome_lines(event, cards)
    match event:
        case TurnOrderSet() | RoundBegan() | HeroArrived() | HeroDeckEmpty() | Reminder():
            return [_round_line(event, state, cards)]
        case BuildTurnBegan() | CardPlaced() | BuildDeclined() | RevealBegan() | BuildTakenBack() | BuildClosed():
            return [_build_line(event)]
        case RoomBuilt() | LeveledUp() | RoomTurned():
            return [_room_line(event, state)]
        case HeroBaited():
            return [bait_line(event, cards)]
        case AdventureTurnBegan() | RoomEntered() | HeroDied() | HeroSurvived():
            return [_adventure_line(event, state, cards)]
        case PlayerEliminated() | RoundEnded() | GameWon():
            return [judging_line(event, state)]
        case QuestionAsked() | QuestionAnswered() | FactCorrected():
            return _table_lines(event, state, cards)
        case EffectDue() | EffectAnnounced() | EffectResolves() | SpellCancelled():
            return effect_lines(event, cards)
        case RoomDestroyed() | RoomsSwapped() | RoomUsed() | RoomChanged() | TreasureChanged():
            return effect_lines(event, cards)
        case HeroChanged() | HeroMoved() | HeroKilled() | HeroRemoved() | HeroBanned() | HeroSkipped() | WoundHealed():
            return effect_lines(event, cards)
        case CoinsChanged() | MinibossTucked() | MinibossDiscarded() | MinibossLevelled():
            return treasure_lines(event, state, cards)
        case ItemRevealed() | ItemTaken() | ItemOpened() | ItemTurnedDown() | ItemRemoved():
            return treasure_lines(event, state, cards)
        case _:
            assert_never(event)


_COUNTED = {"souls": "soul", "wounds": "wound", "coins": "coin"}
"""Facts that are numbers: after a correction only the new number is said."""

_ROUND_BEGAN = {
    (True, False): "round_began",
    (True, True): "round_began_items",
    (False, True): "round_began_items_only",
    (False, False): "round_began_empty",
}
"""By whether there are heroes and items to reveal."""


def _round_line(
    event: TurnOrderSet | RoundBegan | HeroArrived | HeroDeckEmpty | Reminder, state: State, cards: Catalog
) -> Line:
    match event:
        case TurnOrderSet(players):
            return line("turn_order", order=tuple(_place(state.player(id_), cards) for id_ in players))
        case RoundBegan(number, heroes):
            items = Amount("item", decks.items_per_round(state))
            key = _ROUND_BEGAN[heroes > 0, items.count > 0]
            return line(key, topic="turn", round=number, heroes=heroes, items=items)
        case HeroArrived(hero):
            health = Amount("health", hero_card(cards, hero).health)
            return line("hero_arrived", who=hero_part(hero, cards), health=health)
        case HeroDeckEmpty():
            ends = state.options.is_net_scoring or state.options.hero_deck_empty_2_4 is HeroDeckEmpty24.LAST_ROUND_NET
            return line("hero_deck_empty_last_round" if ends else "hero_deck_empty")  # BM-CL-11, BM-START-8
        case Reminder(key, players):
            return line(f"remind.{key}", players=players, number=len(players))


def _place(player: Player, cards: Catalog) -> Part:
    """A player's place in the turn order, with the XP that gives it."""
    xp = boss_card(cards, player.boss).xp
    if xp is None:
        return part("player_xp_unknown", player=player.id)
    return part("player_xp", player=player.id, xp=xp)


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
            return verdict("leveled_up", urgent=True, player=player, boss=state.player(player).boss)
        case RoomTurned(player, _, room, deactivated):
            return line("room_deactivated" if deactivated else "room_active_again", player=player, room=room)


def _damage_why(event: RoomEntered) -> Part:
    """What the room's card says, and which card adds what."""
    bonuses = tuple(
        part("damage_bonus_round", amount=f"{amount:+d}")
        if card == "round"
        else part("damage_bonus", amount=f"{amount:+d}", card=card)
        for card, amount in event.bonuses
    )
    return part("room_entered_why", printed=event.printed, bonuses=bonuses)


def _adventure_line(
    event: AdventureTurnBegan | RoomEntered | HeroDied | HeroSurvived, state: State, cards: Catalog
) -> Line:
    match event:
        case AdventureTurnBegan(player):
            return line("adventure_turn", topic="turn", player=player)
        case RoomEntered(_, hero, _, room, damage, total, health):
            told = line(
                "room_entered",
                spoken=False,
                who=hero_part(hero, cards),
                room=room,
                damage=Amount("damage", damage),
                total=total,
                health=health,
            )
            return replace(told, why=_damage_why(event)) if event.bonuses else told
        case HeroDied(player, hero, room, damage, health, souls):
            is_worn_out = damage >= health  # BM-ADV-24: an effect may kill sooner
            return verdict(
                "hero_died" if is_worn_out else "hero_slain",
                part("hero_died_why" if is_worn_out else "hero_killed_why", damage=damage, health=health),
                who=hero_part(hero, cards),
                room=room,
                damage=Amount("damage", damage),
                health=Amount("health", health),
                souls=Amount("soul", souls),
                player=player,
            )
        case HeroSurvived(player, hero, damage, health, wounds):
            return verdict(
                "hero_survived",
                part("hero_survived_why", damage=damage, health=health),
                who=hero_part(hero, cards),
                boss=state.player(player).boss,
                damage=Amount("damage", damage),
                health=Amount("health", health),
                wounds=Amount("wound", wounds),
                player=player,
            )


def _table_lines(event: QuestionAsked | QuestionAnswered | FactCorrected, state: State, cards: Catalog) -> list[Line]:
    match event:
        case QuestionAsked(question):
            asked = question_part(question)
            return [Line(asked.key, asked.slots, Urgency.URGENT, topic="question")]
        case QuestionAnswered(question, choice):
            said = answer_part(question, choice)
            answered = line("answered", spoken=False, question=question_part(question), answer=said)
            if question.ask == MOST_CARDS:  # only now it is known where the hero goes
                return [answered, hidden_bait_line(question, choice, cards)]
            return [answered]
        case FactCorrected(None, what):
            return [line("corrected_table", what=tuple(part(f"word.{fact}") for fact in what))]
        case FactCorrected(player, (fact,)) if player is not None and fact in _COUNTED:
            now = Amount(_COUNTED[fact], getattr(state.player(player), fact))
            return [line("corrected_number", topic=f"corrected {player} {fact}", player=player, now=now)]
        case FactCorrected(player, what):
            assert player is not None
            return [line("corrected", what=tuple(part(f"word.{fact}") for fact in what), player=player)]
