"""What the referee asks for: questions, things to do, and the next step of the round."""

from typing import assert_never

from companion.lines import Amount, Line, Part, Slot, hero_part, line, part
from engine.boss_monster import decks, timing
from engine.boss_monster.answers import BUILD_NOW
from engine.boss_monster.cards import Spell
from engine.boss_monster.expected import Todo
from engine.boss_monster.rounds import heroes_expected
from engine.boss_monster.state import Phase, Question, State
from engine.core.cards import Catalog

WORDED_BY_RULE = {
    ("Q-11", "BM-BAIT-13"): "Q-11_unknown",
    ("Q-15", "BM-ITEM-8"): "Q-15_item",
    ("Q-15", "BM-ADV-24"): "Q-15_entrance",
    ("Q-15", "BM-BUILD-17"): "Q-15_order",
    ("Q-20", "BM-START-9"): "Q-20_deck",
    ("Q-20", "BM-ITEM-4"): "Q-20_items",
    ("Q-20", "BM-START-8"): "Q-20_heroes",
}
"""Questions that one number asks for different reasons."""


HOLDS_NONE = "holds_none_"
"""A card asks whether somebody holds no card of a sort."""


def question_part(question: Question) -> Part:
    """The pending question as a sentence (rules 4.8). What a card wants to know has a key of its own."""
    slots: dict[str, Slot] = {
        "player": question.player or "",
        "slot": question.slot or 0,
        "card": question.cards[0] if question.cards else "",
    }
    if question.key:
        sort = question.key.removeprefix(HOLDS_NONE) if question.key.startswith(HOLDS_NONE) else ""
        return part(f"question.{'holds_none' if sort else question.key}", sort=sort, **slots)
    key = WORDED_BY_RULE.get((question.ask, question.rule), question.ask)
    if key == "Q-10" and question.player is None:
        key = "Q-10_town"
    if key == "Q-09":
        slots["other"] = question.cards[1]
    if key == "Q-20_deck":
        slots["deck"] = part(f"deck.{question.deck or 'other'}")
    if key == "Q-14":
        slots["rule"] = part(f"rule.{question.rule}", rule=question.rule)
    return part(f"ask.{key}", ask=question.ask, **slots)


def answer_part(question: Question, choice: str) -> Slot:
    """An answer in words; a number that a card asks for is just that."""
    return choice if question.key and choice.isdigit() else part(f"choice.{choice}")


def todo_line(todo: Todo) -> Line:
    """One thing that the players should still do on the table; shown, not spoken."""
    return line(
        todo.key,
        spoken=False,
        card=todo.card or "",
        player=todo.player or "",
        slot=todo.slot or 0,
        number=todo.number or 0,
        why=refusal_part(todo.why, todo.rule),
    )


def refusal_part(reason: str, rule: str) -> Part:
    """Why something is not allowed, with the number of the rule where there is one."""
    why = part(f"error.{reason}", reason=reason)
    return part("refused_by_rule", why=why, rule=rule) if rule else why


def next_step(state: State, cards: Catalog) -> Line:
    """What to do next, for the screen and for whoever asks to hear it again."""
    if state.question is not None:
        key = "prompt.lay_open" if state.question.key == BUILD_NOW else "prompt.answer"
        return line(key, topic="prompt", player=state.question.player or "")
    if state.announced:
        return _waiting_prompt(state, cards)
    match state.phase:
        case Phase.SETUP:
            key = "prompt.setup_choose" if state.options.choose_boss else "prompt.setup"  # BM-VAR-1
            return line(key, topic="prompt", bosses=state.options.player_count)
        case Phase.ROUND_START:
            return _reveal_prompt(state, cards)
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


def _waiting_prompt(state: State, cards: Catalog) -> Line:
    """What waits to take place, who may still prevent it, and what Next does about it (BM-GEN-9, -10)."""
    first = timing.resolution_order(state)[0]
    is_spell = first.card is None or isinstance(cards[first.card], Spell)
    others = tuple(player.id for player in state.living if player.id != first.player)
    key = "prompt.waiting" if is_spell and others else "prompt.waiting_no_spell"  # BM-GLOSS-11, BM-ITEM-15
    return line(key, topic="prompt", player=first.player, card=first.card or "", others=others)


def _reveal_prompt(state: State, cards: Catalog) -> Line:
    """Items come before heroes (BM-START-6)."""
    heroes, items = heroes_expected(state, cards), Amount("item", decks.items_per_round(state))
    key = "prompt.round_start"
    if items.count:
        key = "prompt.round_start_items" if heroes else "prompt.round_start_items_only"
    return line(key, topic="prompt", heroes=heroes, items=items)


def _walk_prompt(state: State, cards: Catalog) -> Line:
    if state.walk is None and state.active is not None:  # D-02: a turn without heroes
        return line("prompt.adventure_no_heroes", topic="prompt", player=state.active)
    if state.walk is None:
        return line("prompt.adventure", topic="prompt")
    room = state.player(state.walk.player).dungeon[state.walk.slot - 1].top
    return line("prompt.adventure_walk", topic="prompt", who=hero_part(state.walk.hero, cards), room=room)
