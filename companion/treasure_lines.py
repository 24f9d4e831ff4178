"""What is said about coins, minibosses and items."""

from typing import TypeAlias, assert_never

from companion.lines import Amount, Line, hero_part, line, part, verdict
from engine.boss_monster.cards import item_card
from engine.boss_monster.events import (
    CoinsChanged,
    ItemOpened,
    ItemRemoved,
    ItemRevealed,
    ItemTaken,
    ItemTurnedDown,
    MinibossDiscarded,
    MinibossLevelled,
    MinibossTucked,
)
from engine.boss_monster.items import is_useless
from engine.boss_monster.state import State
from engine.core.cards import Catalog
from engine.core.ids import PlayerId

Hoarded: TypeAlias = CoinsChanged | MinibossTucked | MinibossDiscarded | MinibossLevelled
Carried: TypeAlias = ItemRevealed | ItemTaken | ItemOpened | ItemTurnedDown | ItemRemoved


def treasure_lines(event: Hoarded | Carried, state: State, cards: Catalog) -> list[Line]:
    """What is said about a player's hoard, minibosses and items."""
    match event:
        case CoinsChanged():
            return _coins(event)
        case MinibossTucked() | MinibossDiscarded() | MinibossLevelled():
            return [_miniboss(event, state)]
        case ItemRevealed() | ItemTaken() | ItemOpened() | ItemTurnedDown() | ItemRemoved():
            return [_item(event, state, cards)]
        case _:
            assert_never(event)


def _coins(event: CoinsChanged) -> list[Line]:
    """BM-COIN-6: what is left is always said, because the camera does not see coins."""
    if not event.amount:
        return []
    key = "coins_gained" if event.amount > 0 else "coins_paid" if event.left else "coins_all_paid"
    return [line(key, player=event.player, coins=Amount("coin", abs(event.amount)), left=event.left)]


def _miniboss(event: MinibossTucked | MinibossDiscarded | MinibossLevelled, state: State) -> Line:
    match event:
        case MinibossTucked(player, slot, miniboss):
            return line("miniboss_tucked", player=player, miniboss=miniboss, room=_room_in(state, player, slot))
        case MinibossDiscarded(player, miniboss):
            return verdict("miniboss_discarded", part("miniboss_discarded_why"), player=player, miniboss=miniboss)
        case MinibossLevelled(player, _, miniboss, 1):
            return line("miniboss_reset", player=player, miniboss=miniboss)
        case MinibossLevelled(player, _, miniboss, level):
            return line("miniboss_levelled", player=player, miniboss=miniboss, level=level)


def _room_in(state: State, player: PlayerId, slot: int) -> str:
    """The room in a slot, or nothing when it left in the same moment."""
    dungeon = state.player(player).dungeon
    return dungeon[slot - 1].top if 1 <= slot <= len(dungeon) else ""


def _item(event: Carried, state: State, cards: Catalog) -> Line:
    match event:
        case ItemRevealed(item):
            return line("item_revealed", item=item)
        case ItemTaken(hero, item):
            return line("item_taken", who=hero_part(hero, cards), item=item)
        case ItemOpened(player, item):
            return line("item_opened", player=player, item=item)
        case ItemTurnedDown(player, item):
            return line("item_turned_down", player=player, item=item)
        case ItemRemoved(item):
            replaced = is_useless(item_card(cards, item), state)  # BM-COMB-7
            return line("item_replaced" if replaced else "item_removed", item=item)
