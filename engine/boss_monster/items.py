"""Items: who takes which, and what becomes of them (BM-ITEM)."""

from engine.boss_monster.cards import HeroClass, Item, hero_card, item_card
from engine.boss_monster.events import Event, ItemOpened, ItemRemoved, ItemTaken, ItemTurnedDown, QuestionAsked
from engine.boss_monster.state import Player, Question, State
from engine.boss_monster.switches import ItemKillOutsideDungeon, ItemPickOrder
from engine.core.cards import Catalog
from engine.core.copying import replace
from engine.core.ids import CopyId

WHICH_STAYS_OPEN = "Q-16"
WHICH_IS_TAKEN = "Q-15"


def reveal_items(state: State, items: tuple[CopyId, ...], cards: Catalog) -> tuple[State, tuple[Event, ...]]:
    """New items come into town; waiting heroes take them, oldest first (BM-ITEM-4 to -7)."""
    events: list[Event] = []
    for copy in items:
        state = replace(state, seen_items=(*state.seen_items, copy))
        if is_useless(item_card(cards, copy), state):
            state = replace(state, removed=(*state.removed, copy))
            events.append(ItemRemoved(copy))
            continue
        state = replace(state, items=(*state.items, copy))
        taker = next((hero for hero in state.town if can_take(state, hero, copy, cards)), None)
        if taker is not None:
            state, event = _take(state, taker, copy)
            events.append(event)
    return state, tuple(events)


def is_useless(item: Item, state: State) -> bool:
    """BM-COMB-7: without explorers an explorer's item is removed and replaced by a new one."""
    return item.hero_class is HeroClass.EXPLORER and not state.options.has_crash_landing


def can_take(state: State, hero: CopyId, item: CopyId, cards: Catalog) -> bool:
    """Whether this hero may carry this item (BM-ITEM-2, -3)."""
    card, wanted = hero_card(cards, hero), item_card(cards, item).hero_class
    return not card.is_star and state.mark(hero).item is None and wanted in (None, card.hero_class)


def hero_appears(state: State, hero: CopyId, cards: Catalog) -> tuple[State, tuple[Event, ...]]:
    """A hero that comes into town takes a waiting item that suits it (BM-ITEM-6, -8)."""
    asked_about = {item for question in _choosing(state) for item in question.cards[1:]}
    suitable = [item for item in state.items if item not in asked_about and can_take(state, hero, item, cards)]
    if not suitable:
        return state, ()
    if len(suitable) > 1 and state.options.item_pick_order is ItemPickOrder.ASK:
        question = Question(WHICH_IS_TAKEN, tuple(suitable), cards=(hero, *suitable), rule="BM-ITEM-8")
        return replace(state, questions=(*state.questions, question)), (QuestionAsked(question),)
    if state.options.item_pick_order is ItemPickOrder.CLASS_FIRST:
        suitable.sort(key=lambda item: item_card(cards, item).hero_class is None)
    after, event = _take(state, hero, suitable[0])
    return after, (event,)


def take(state: State, hero: CopyId, item: CopyId, cards: Catalog) -> tuple[State, tuple[Event, ...]]:
    """A hero takes the item that the players chose; what it leaves is for those who appeared later (BM-ITEM-6)."""
    if item not in state.items or not can_take(state, hero, item, cards):
        return hero_appears(state, hero, cards)
    state, event = _take(state, hero, item)
    events: list[Event] = [event]
    age = state.seen_heroes.index
    waiting = {hero, *(question.cards[0] for question in _choosing(state))}
    for later in state.town:
        if later not in waiting and age(later) > age(hero):
            state, taken = hero_appears(state, later, cards)
            events += taken
    return state, tuple(events)


def _choosing(state: State) -> list[Question]:
    """Heroes for whom the players still choose among several items (A-27)."""
    return [question for question in state.questions if question.rule == "BM-ITEM-8"]


def _take(state: State, hero: CopyId, item: CopyId) -> tuple[State, ItemTaken]:
    """The hero is laid on the item; both move together (BM-ITEM-9)."""
    waiting = tuple(other for other in state.items if other != item)
    state = replace(state, items=waiting).with_mark(replace(state.mark(hero), item=item))
    return state, ItemTaken(hero, item)


def after_death(state: State, player: Player, hero: CopyId) -> tuple[State, tuple[Event, ...]]:
    """A dead hero's item goes to the souls' owner, open; of two open ones the owner keeps one (BM-ITEM-11, -12)."""
    item = state.mark(hero).item
    if item is None:
        return state, ()
    state = state.with_mark(replace(state.mark(hero), item=None))
    if player.open_item is None:
        return state.with_player(replace(player, open_item=item)), (ItemOpened(player.id, item),)
    question = Question(WHICH_STAYS_OPEN, (player.open_item, item), player.id, cards=(player.open_item, item))
    state = state.with_player(replace(player, closed_items=(*player.closed_items, item)))
    return replace(state, questions=(*state.questions, question)), (QuestionAsked(question),)


def keep_open(state: State, question: Question, item: CopyId) -> tuple[State, tuple[Event, ...]]:
    """The owner chose which of two items stays open (BM-ITEM-12); the next choice is about that one."""
    assert question.player is not None
    player = state.player(question.player)
    other = next(card for card in question.cards if card != item)
    if player.open_item == item:
        return state, (ItemTurnedDown(player.id, other),)
    closed = tuple(copy for copy in (*player.closed_items, other) if copy != item)
    state = state.with_player(replace(player, open_item=item, closed_items=closed))
    questions = tuple(_about(later, player, other, item) for later in state.questions)
    return replace(state, questions=questions), (ItemOpened(player.id, item), ItemTurnedDown(player.id, other))


def _about(question: Question, player: Player, old: CopyId, new: CopyId) -> Question:
    """A waiting choice between two open items, with the one that is open by now."""
    if question.ask != WHICH_STAYS_OPEN or question.player != player.id:
        return question
    cards = tuple(new if card == old else card for card in question.cards)
    return replace(question, choices=cards, cards=cards)


def after_survival(state: State, player: Player, hero: CopyId) -> tuple[State, tuple[Event, ...]]:
    """A survivor's item goes face-down to the owner (BM-ITEM-13)."""
    item = state.mark(hero).item
    if item is None:
        return state, ()
    state = state.with_mark(replace(state.mark(hero), item=None))
    closed = replace(player, closed_items=(*player.closed_items, item))
    return state.with_player(closed), (ItemTurnedDown(player.id, item),)


def killed_outside(state: State, player: Player, hero: CopyId) -> tuple[State, tuple[Event, ...]]:
    """An equipped hero killed in town: its item follows the souls, or is discarded (BM-ITEM-20, A-30)."""
    item = state.mark(hero).item
    if item is None or state.options.item_kill_outside_dungeon is ItemKillOutsideDungeon.TO_SOUL_OWNER:
        return after_death(state, player, hero)
    state = state.with_mark(replace(state.mark(hero), item=None))
    return replace(state, removed=(*state.removed, item)), (ItemRemoved(item),)


def use_item(state: State, player: Player) -> tuple[State, tuple[Event, ...]]:
    """The boss effect of the open item is used; it is turned face-down (BM-ITEM-14)."""
    assert player.open_item is not None
    used = replace(player, open_item=None, closed_items=(*player.closed_items, player.open_item))
    return state.with_player(used), (ItemTurnedDown(player.id, player.open_item),)
