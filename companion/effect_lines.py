"""What is said about spells and abilities: announced, carried out, and what they do to rooms and heroes."""

from typing import TypeAlias, assert_never

from companion.lines import Amount, Line, hero_part, line, part, verdict
from engine.boss_monster.events import (
    EffectAnnounced,
    EffectDue,
    EffectResolves,
    HeroBanned,
    HeroChanged,
    HeroKilled,
    HeroMoved,
    HeroRemoved,
    HeroSkipped,
    RoomChanged,
    RoomDestroyed,
    RoomsSwapped,
    RoomUsed,
    SpellCancelled,
    TreasureChanged,
    WoundHealed,
)
from engine.core.cards import Catalog

Announced: TypeAlias = EffectDue | EffectAnnounced | EffectResolves | SpellCancelled
OnDungeon: TypeAlias = RoomDestroyed | RoomsSwapped | RoomUsed | RoomChanged | TreasureChanged
OnHero: TypeAlias = HeroChanged | HeroMoved | HeroKilled | HeroRemoved | HeroBanned | HeroSkipped | WoundHealed


def effect_lines(event: Announced | OnDungeon | OnHero, cards: Catalog) -> list[Line]:
    """What is said about an effect."""
    match event:
        case EffectDue() | EffectAnnounced() | EffectResolves() | SpellCancelled():
            return [_announced(event)]
        case RoomDestroyed() | RoomsSwapped() | RoomUsed() | RoomChanged() | TreasureChanged():
            return _on_dungeon(event)
        case HeroChanged() | HeroMoved() | HeroKilled() | HeroRemoved() | HeroBanned() | HeroSkipped() | WoundHealed():
            return _on_hero(event, cards)
        case _:
            assert_never(event)


def _announced(event: Announced) -> Line:
    match event:
        case EffectDue(player, card):
            return line("effect_due", player=player, card=card)
        case EffectAnnounced(player, card):
            return line("card_announced" if card else "effect_announced", player=player, card=card or "")
        case EffectResolves(player, card):
            return line("card_resolves" if card else "effect_resolves", player=player, card=card or "")
        case SpellCancelled(player, card, by):
            key = "spell_prevented" if by else "spell_cancelled"
            return line(key, player=player, card=card or "", by=by or "")


def _on_dungeon(event: OnDungeon) -> list[Line]:
    match event:
        case RoomDestroyed(player, _, room, None):
            return [line("room_destroyed", player=player, room=room)]
        case RoomDestroyed(player, _, room, uncovered):
            assert uncovered is not None
            return [line("room_destroyed_over", player=player, room=room, uncovered=uncovered)]
        case RoomsSwapped(player, (one, two), whole):
            return [line("stacks_swapped" if whole else "rooms_swapped", player=player, one=one, two=two)]
        case RoomUsed(player, _, room):
            return [line("room_used", player=player, room=room)]
        case RoomChanged(player, _, room, amount):
            key = "room_stronger" if amount > 0 else "room_weaker"
            changed = Amount("damage", abs(amount))
            return [line(key, player=player, room=room, damage=changed)] if amount else []
        case TreasureChanged(player, treasure, amount):
            key = "treasure_more" if amount > 0 else "treasure_less"
            counted = Amount(treasure.value, abs(amount))
            return [line(key, player=player, treasure=counted)] if amount else []


def _on_hero(event: OnHero, cards: Catalog) -> list[Line]:
    who = hero_part(event.hero, cards)
    match event:
        case HeroChanged(_, damage, health):
            lines = []
            if damage:
                lines.append(line("hero_hurt" if damage > 0 else "hero_soothed", who=who, damage=_damage(damage)))
            if health:
                key = "hero_stronger" if health > 0 else "hero_weaker"
                lines.append(line(key, who=who, health=Amount("health", abs(health))))
            return lines
        case HeroMoved(_, None):
            return [line("hero_sent_to_town", who=who)]
        case HeroMoved(_, player):
            assert player is not None
            return [line("hero_sent_to_entrance", who=who, player=player)]
        case HeroKilled(_, player, souls):
            why = part("hero_killed_why")
            return [verdict("hero_killed", why, who=who, souls=Amount("soul", souls), player=player)]
        case HeroRemoved():
            return [verdict("hero_removed", part("hero_removed_why"), who=who)]
        case HeroBanned():
            return [line("hero_banned", who=who)]
        case HeroSkipped(room=room):
            return [line("hero_skipped", who=who, room=room)]
        case WoundHealed(player, _, souls, wounds):
            return [
                verdict(
                    "wound_healed",
                    part("wound_healed_why"),
                    player=player,
                    who=who,
                    souls=Amount("soul", souls),
                    wounds=Amount("wound", wounds),
                )
            ]


def _damage(amount: int) -> Amount:
    return Amount("damage", abs(amount))
