"""What is said about the outcomes of card effects: what holds until the end of the round, and what changed for good."""

from typing import TypeAlias, assert_never

from companion.hand_lines import hand_line
from companion.lines import Amount, Line, Part, Slot, hero_part, line, part, verdict
from engine.boss_monster.cards import RoomKind, RoomType
from engine.boss_monster.effect_events import (
    AllHold,
    BossTreasureGained,
    BuildGoesTo,
    CoinsLaid,
    CountersChanged,
    DeadRaised,
    DungeonHolds,
    DungeonReversed,
    EffectEvent,
    EffectLost,
    HandTask,
    HeroHeld,
    HeroScored,
    HeroWillSkip,
    HoardsSwapped,
    ItemCopied,
    LevelUpCopied,
    MinibossReturned,
    MinibossTaken,
    RoomBroughtUp,
    RoomHolds,
    RoomsBuiltAgain,
    ScoreChanged,
    SpellKept,
)
from engine.boss_monster.state import Change, Holds
from engine.core.cards import Catalog

OnHero: TypeAlias = HeroWillSkip | HeroHeld | DeadRaised | HeroScored
OnDungeon: TypeAlias = CountersChanged | DungeonReversed | RoomBroughtUp | RoomsBuiltAgain | BuildGoesTo
OnBoss: TypeAlias = BossTreasureGained | LevelUpCopied | SpellKept | ItemCopied
OnHoard: TypeAlias = CoinsLaid | HoardsSwapped | MinibossReturned | MinibossTaken


def outcome_lines(event: EffectEvent, cards: Catalog) -> list[Line]:
    """What is said about an outcome."""
    match event:
        case EffectLost(player, card):
            return [line("effect_lost", player=player, card=card)]
        case HandTask():
            return [hand_line(event)]
        case RoomHolds() | DungeonHolds() | AllHold():
            return [_holds(event)]
        case HeroWillSkip() | HeroHeld() | DeadRaised() | HeroScored():
            return [_on_hero(event, cards)]
        case ScoreChanged():
            return _score(event)
        case CountersChanged() | DungeonReversed() | RoomBroughtUp() | RoomsBuiltAgain() | BuildGoesTo():
            return [_on_dungeon(event)]
        case BossTreasureGained() | LevelUpCopied() | SpellKept() | ItemCopied():
            return [_on_boss(event)]
        case CoinsLaid() | HoardsSwapped() | MinibossReturned() | MinibossTaken():
            return [_on_hoard(event)]
        case _:
            assert_never(event)


# -- until the end of the round ----------------------------------------------------------------------------------------


def _holds(event: RoomHolds | DungeonHolds | AllHold) -> Line:
    match event:
        case RoomHolds(player, _, room, change):
            return _told(f"room_round.{change.holds.value}", change, player=player, room=room)
        case DungeonHolds(player, change):
            if change.holds is Holds.DAMAGE:
                return _told("dungeon_stronger" if change.amount > 0 else "dungeon_weaker", change, player=player)
            return _told(f"dungeon_round.{change.holds.value}", change, player=player)
        case AllHold(change):
            return _told(f"all_round.{change.holds.value}", change)


def _told(key: str, change: Change, **slots: Slot) -> Line:
    return Line(key, tuple({**slots, **_amounts(change)}.items()))


def _amounts(change: Change) -> dict[str, Slot]:
    """How much of what, for the phrases that name it."""
    number = abs(change.amount)
    return {
        "which": _which(change),
        "card": change.source,
        "damage": Amount("damage", number),
        "health": Amount("health", number),
        "wounds": Amount("wound", number),
        "treasure": Amount(change.treasure.value, number) if change.treasure else "",
    }


_WHICH = {
    (None, None): "all",
    (None, RoomType.MONSTER): "monster",
    (None, RoomType.TRAP): "trap",
    (RoomKind.ORDINARY, None): "ordinary",
    (RoomKind.ORDINARY, RoomType.MONSTER): "ordinary_monster",
    (RoomKind.ORDINARY, RoomType.TRAP): "ordinary_trap",
    (RoomKind.ADVANCED, None): "advanced",
    (RoomKind.ADVANCED, RoomType.MONSTER): "advanced_monster",
    (RoomKind.ADVANCED, RoomType.TRAP): "advanced_trap",
}


def _which(change: Change) -> Part:
    """The rooms that a change of a whole dungeon reaches."""
    return part(f"rooms.{_WHICH[change.kind, change.type]}")


# -- what changed ------------------------------------------------------------------------------------------------------


def _on_hero(event: OnHero, cards: Catalog) -> Line:
    who = hero_part(event.hero, cards)
    match event:
        case HeroWillSkip(_, number):
            return line("hero_will_skip", who=who, number=number)
        case HeroHeld(_, player):
            return line("hero_held", who=who, player=player)
        case DeadRaised(_, player, souls):
            why = part("dead_raised_why")
            return verdict("dead_raised", why, who=who, player=player, souls=Amount("soul", souls))
        case HeroScored(_, player, souls):
            why = part("hero_scored_why")
            return verdict("hero_scored", why, who=who, player=player, souls=Amount("soul", souls))


def _score(event: ScoreChanged) -> list[Line]:
    lines = []
    for noun, key, change in (("soul", "souls", event.souls), ("wound", "wounds", event.wounds)):
        if change:
            amount = Amount(noun, abs(change))
            lines.append(line(f"{key}_gained" if change > 0 else f"{key}_lost", player=event.player, points=amount))
    return lines


def _on_dungeon(event: OnDungeon) -> Line:
    match event:
        case CountersChanged(player, _, room, amount, left):
            key = "counters_laid" if amount > 0 else "counters_taken"
            return line(key, player=player, room=room, counters=Amount("counter", abs(amount)), left=left)
        case DungeonReversed(player):
            return line("dungeon_reversed", player=player)
        case RoomBroughtUp(player, _, room, over):
            return line("room_brought_up", player=player, room=room, over=over)
        case RoomsBuiltAgain(player, rooms):
            return line("rooms_built_again", player=player, rooms=tuple(part("named", card=room) for room in rooms))
        case BuildGoesTo(player, other):
            return line("build_goes_to", player=player, other=other)


def _on_boss(event: OnBoss) -> Line:
    match event:
        case BossTreasureGained(player, treasure):
            symbols = {kind: treasure.count(kind) for kind in treasure}
            gained = tuple(part("counted_out", what=Amount(kind.value, count)) for kind, count in symbols.items())
            return line("boss_treasure_gained", player=player, treasure=gained)
        case LevelUpCopied(player, boss):
            return line("level_up_copied", player=player, boss=boss)
        case SpellKept(player, spell):
            return line("spell_kept", player=player, spell=spell)
        case ItemCopied(player, item):
            return line("item_copied", player=player, item=item)


def _on_hoard(event: OnHoard) -> Line:
    match event:
        case CoinsLaid(player, _, room, _, lying):
            return line("coins_laid", player=player, room=room, coins=Amount("coin", lying), number=lying)
        case HoardsSwapped(player, coins, other, other_coins):
            has, other_has = Amount("coin", coins), Amount("coin", other_coins)
            return line("hoards_swapped", player=player, coins=has, other=other, other_coins=other_has)
        case MinibossReturned(player, _, miniboss):
            return line("miniboss_returned", player=player, miniboss=miniboss)
        case MinibossTaken(player, _, miniboss, loser, level):
            return line("miniboss_taken", player=player, miniboss=miniboss, loser=loser, level=level)
