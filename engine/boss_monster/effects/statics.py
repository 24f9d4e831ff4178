"""Static abilities: which are at work now, and what they mean for heroes and spells (rules 7.1, BM-CARD-2).

Nothing is remembered: whoever counts looks at the cards in play at that moment (BM-ADV-23).
"""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from engine.boss_monster.cards import hero_card, item_card, room_card
from engine.boss_monster.effects import amounts, conditions, pointing
from engine.boss_monster.effects.pointing import Static
from engine.boss_monster.layout import active_slots, is_inside, is_working, shown
from engine.boss_monster.state import Change, Holds, Player, Stack, State, Task, Walk
from engine.boss_monster.words.damage import AddDamage, AddHealth
from engine.boss_monster.words.heroes import ReturnsInstead, Skips
from engine.boss_monster.words.hoard import MinibossStarts
from engine.boss_monster.words.magic import NoSpells
from engine.boss_monster.words.meanings import Ref, Skipped
from engine.boss_monster.words.rooms import Silence, SilenceHeroes
from engine.boss_monster.words.score import AddSouls
from engine.core.cards import Catalog
from engine.core.copying import replace
from engine.core.effects import Ability, Amount, Condition, Step, Trigger
from engine.core.ids import CopyId, PlayerId

_Text: TypeAlias = tuple[CopyId, tuple[Ability, ...]]
_Kinds: TypeAlias = tuple[type[Step], ...]
_SILENCING: _Kinds = (SilenceHeroes,)
_SILENCE: _Kinds = (Silence,)
_ASKED = Change(Holds.SWITCHED_OFF, CopyId(""))
"""Among the changes of a state in which a condition of a static ability is asked just now."""


def at_work(
    state: State, cards: Catalog, *kinds: type[Step], of: PlayerId | None = None, hero: CopyId | None = None
) -> Iterator[Static]:
    """Every static ability with such a step that works now, in turn order. `hero` is the one that the moment is about.

    Bosses from their level-up on, spells kept in a score area, working rooms that are not silent, their minibosses as
    far as they show, heroes in or before a dungeon and what they carry. `of` looks at one player's side only: no static
    ability reaches rooms of another dungeon.
    """
    for player in state.living if of is None else (state.player(of),):
        for source, abilities in _of_player(player, cards, kinds):
            yield from _spoken(state, player, source, abilities, kinds, cards, hero)
        rooms = [slot for slot, stack in enumerate(player.dungeon, start=1) if _room_says(stack, cards, kinds)]
        quiet = _quiet_slots(state, player, cards) if rooms else ()
        for slot in rooms:
            if slot not in quiet and is_working(player, slot, state.options):
                for source, abilities in shown(player.dungeon[slot - 1], cards):
                    yield from _spoken(state, player, source, abilities, kinds, cards, hero)
        for source, abilities in _of_guests(state, player, cards, kinds):
            if not silences_heroes(state, player, cards):
                yield from _spoken(state, player, source, abilities, kinds, cards, hero)


def _of_player(player: Player, cards: Catalog, kinds: _Kinds) -> list[_Text]:
    """Bosses and kept spells."""
    bosses = (player.boss, *player.copied) if player.levelled_up else ()
    return [(copy, cards[copy].abilities) for copy in (*bosses, *player.kept) if _says(copy, kinds, cards)]


def _room_says(stack: Stack, cards: Catalog, kinds: _Kinds) -> bool:
    """Whether a room or its miniboss has such a text."""
    tucked = stack.miniboss
    return _says(stack.rooms[-1], kinds, cards) or (tucked is not None and _says(tucked.copy, kinds, cards))


def _of_guests(state: State, player: Player, cards: Catalog, kinds: _Kinds) -> Iterator[_Text]:
    """Heroes in this dungeon or at its entrance, and their items."""
    inside = (state.walk.hero,) if state.walk is not None and state.walk.player == player.id else ()
    for hero in dict.fromkeys((*inside, *player.entrance)):
        yield from _of_hero(state, hero, cards, kinds)


def _of_hero(state: State, hero: CopyId, cards: Catalog, kinds: _Kinds) -> list[_Text]:
    copies = (hero, state.mark(hero).item)
    return [(copy, cards[copy].abilities) for copy in copies if copy is not None and _says(copy, kinds, cards)]


def _says(copy: CopyId, kinds: _Kinds, cards: Catalog) -> bool:
    """Whether there is anything to look at: most cards have no such text, and looking on is dear."""
    return not cards.said(copy).static.isdisjoint(kinds)


def _spoken(
    state: State,
    player: Player,
    source: CopyId,
    abilities: Iterable[Ability],
    kinds: _Kinds,
    cards: Catalog,
    hero: CopyId | None = None,
) -> Iterator[Static]:
    """The steps of a card whose conditions hold; none while it is switched off (FX-46)."""
    for ability in abilities:
        if ability.when is not Trigger.STATIC:
            continue
        steps = [step for step in ability.do if isinstance(step, kinds)]
        if not steps or _is_off(state, player, source):
            continue
        task = Task(player.id, source, bound=(("event_hero", hero),) if hero is not None else ())
        if not ability.if_ or _holds(state, task, ability.if_, cards):
            for step in steps:
                yield task, source, step


def _holds(state: State, task: Task, if_: tuple[Condition, ...], cards: Catalog) -> bool:
    """Conditions are asked of the table as it is without texts that have conditions themselves: no text asks back."""
    if any(change is _ASKED for change in state.changes):
        return False
    return conditions.holds(replace(state, changes=(*state.changes, _ASKED)), task, if_, cards)


def _is_off(state: State, player: Player, source: CopyId) -> bool:
    changes = (*state.changes, *player.changes)
    return any(change.holds is Holds.SWITCHED_OFF and change.source == source for change in changes)


# -- silence -----------------------------------------------------------------------------------------------------------


def is_silent(state: State, owner: PlayerId, slot: int, cards: Catalog) -> bool:
    """Whether a room has no ability text now, and its miniboss neither (FX-29, BM-MINI-7)."""
    return slot in _quiet_slots(state, state.player(owner), cards)


def _quiet_slots(state: State, player: Player, cards: Catalog) -> set[int]:
    """The slots of a dungeon whose rooms have no ability text now."""
    quiet = _silenced_by_guest(state, player, cards)
    for slot in range(1, len(player.dungeon) + 1):
        if _is_muted(state, player, slot, cards):
            quiet.add(slot)
    return quiet


def _is_muted(state: State, player: Player, slot: int, cards: Catalog) -> bool:
    """Silenced by an effect until the end of the round."""
    stack = player.dungeon[slot - 1]
    for change in stack.changes:
        if change.holds is Holds.SILENT:
            return True
    for changes in (player.changes, state.changes):
        for change in changes:
            if change.holds is Holds.SILENT and concerns(change, stack.top, cards):
                return True
    return False


def concerns(change: Change, room: CopyId, cards: Catalog) -> bool:
    """Whether a change of a whole dungeon reaches a room of this type and kind."""
    if change.type is None and change.kind is None:
        return True
    card = room_card(cards, room)
    return change.type in (None, card.type) and change.kind in (None, card.kind)


def _silenced_by_guest(state: State, player: Player, cards: Catalog) -> set[int]:
    """The slots whose rooms the hero inside ignores, by itself or with its item."""
    walk = state.walk
    if walk is None or walk.player != player.id or not is_inside(state, walk.hero):
        return set()
    texts = _of_hero(state, walk.hero, cards, _SILENCE)
    if not texts or silences_heroes(state, player, cards):
        return set()
    return {
        slot
        for source, abilities in texts
        for task, _, step in _spoken(state, player, source, abilities, _SILENCE, cards)
        if isinstance(step, Silence)
        for owner, slot in pointing.rooms(state, task, step.rooms, cards, kind=step.kind)
        if owner == player.id
    }


def silent_heroes(state: State, cards: Catalog) -> frozenset[PlayerId]:
    """The players in or before whose dungeons heroes have no ability text (FX-29).

    That begins at the entrance, so a hero that would silence the rooms inside comes too late.
    """
    return frozenset(
        player.id for player in state.living if _has_guests(state, player) and silences_heroes(state, player, cards)
    )


def _has_guests(state: State, player: Player) -> bool:
    """Whether any hero is there at all: most of the time there is nobody to silence."""
    return bool(player.entrance) or (state.walk is not None and state.walk.player == player.id)


def silences_heroes(state: State, player: Player, cards: Catalog) -> bool:
    """Whether heroes in or before this dungeon have no ability text."""
    texts = _of_player(player, cards, _SILENCING)
    for slot, stack in enumerate(player.dungeon, start=1):
        if not _room_says(stack, cards, _SILENCING) or _is_muted(state, player, slot, cards):
            continue
        if is_working(player, slot, state.options):
            texts += shown(stack, cards)
    return any(
        True for source, abilities in texts for _ in _spoken(state, player, source, abilities, _SILENCING, cards)
    )


# -- heroes ------------------------------------------------------------------------------------------------------------


def of_hero(state: State, hero: CopyId, cards: Catalog, *kinds: type[Step]) -> Iterator[Static]:
    """The static abilities of one hero and its item; in town they speak of no dungeon."""
    texts = _of_hero(state, hero, cards, kinds)
    if not texts:
        return
    host = pointing.host_of(state, hero)
    player = state.player(host) if host is not None else None
    if player is not None and silences_heroes(state, player, cards):
        return
    for source, abilities in texts:
        if player is not None:
            yield from _spoken(state, player, source, abilities, kinds, cards, hero)
        else:
            yield from _spoken_in_town(source, abilities, kinds)


def _spoken_in_town(source: CopyId, abilities: Iterable[Ability], kinds: _Kinds) -> Iterator[Static]:
    """Nobody is the defender yet: only what holds in any case."""
    for ability in abilities:
        if ability.when is Trigger.STATIC and not ability.if_:
            yield from ((Task(PlayerId(""), source), source, step) for step in ability.do if isinstance(step, kinds))


def extra_health(state: State, hero: CopyId, cards: Catalog) -> int:
    """What the texts of a hero and its item add to its health now (FX-07); hands that nobody told count as empty."""
    return sum(amounts.amount(state, task, value, cards) or 0 for task, value in health_words(state, hero, cards))


def hands_in_damage(
    state: State, player: Player, slot: int, cards: Catalog, found: Iterable[Static]
) -> tuple[PlayerId, ...]:
    """Whose hidden hand the damage of this room depends on, by the words at work there, as far as it is not told."""
    words = [
        (task, step.amount)
        for task, _, step in found
        if isinstance(step, AddDamage)
        and not isinstance(step.amount, int)
        and (player.id, slot) in pointing.rooms(state, task, step.rooms, cards, step.type, step.kind)
    ]
    return amounts.untold_by(state, words, cards)


def health_words(state: State, hero: CopyId, cards: Catalog) -> list[tuple[Task, Amount]]:
    """The numbers that are added to the health of this hero now."""
    return [
        (task, step.amount)
        for task, _, step in of_hero(state, hero, cards, AddHealth)
        if isinstance(step, AddHealth) and step.hero is Ref.THIS
    ]


def health(state: State, hero: CopyId, cards: Catalog) -> int:
    """The current health: printed, changed, and what its texts and its item add (BM-ADV-21, BM-ITEM-10)."""
    mark = state.mark(hero)
    item = item_card(cards, mark.item).health if mark.item is not None else 0
    return hero_card(cards, hero).health + mark.health + item + extra_health(state, hero, cards)


def damage_of(state: State, hero: CopyId) -> int:
    """The damage of this round that a hero has."""
    walk = state.walk
    return walk.damage if walk is not None and walk.hero == hero else state.mark(hero).damage


def returns_instead(state: State, hero: CopyId, cards: Catalog) -> bool:
    """Whether this hero goes back to town when it would die (FX-12)."""
    return any(True for _ in of_hero(state, hero, cards, ReturnsInstead))


def after_surviving(state: State, hero: CopyId, cards: Catalog) -> State:
    """A hero that skips the room after each one it survives will skip one more (FX-16)."""
    more = sum(
        isinstance(step, Skips) and step.which is Skipped.AFTER_SURVIVING
        for _, _, step in of_hero(state, hero, cards, Skips)
    )
    mark = state.mark(hero)
    return state.with_mark(replace(mark, skips=mark.skips + more)) if more else state


def skips_left(state: State, walk: Walk, slot: int, cards: Catalog) -> int | None:
    """If the walking hero skips the room in this slot: how many it skips after it; otherwise nothing (FX-16).

    A deactivated room is none: nothing is spent on it (BM-GLOSS-5).
    """
    player, left = state.player(walk.player), state.mark(walk.hero).skips
    active = active_slots(player)
    if slot not in active:
        return None
    by_nature = {step.which for _, _, step in of_hero(state, walk.hero, cards, Skips) if isinstance(step, Skips)}
    by_effect = any(change.holds is Holds.SKIP_FIRST for change in player.changes)
    is_first, is_last = slot == active[-1], slot == active[0]
    if is_first and not walk.visit and (by_effect or Skipped.FIRST in by_nature):
        return left
    if is_last and Skipped.LAST in by_nature:
        return left
    return left - 1 if left else None


# -- players -----------------------------------------------------------------------------------------------------------


def no_spells(state: State, player: PlayerId, cards: Catalog) -> bool:
    """Whether a card in play keeps this player from playing spells (FX-42)."""
    return any(
        isinstance(step, NoSpells) and player in pointing.players(state, task, step.who, cards)
        for task, _, step in at_work(state, cards, NoSpells)
    )


def souls(state: State, player: Player, cards: Catalog) -> int:
    """A player's souls: the dead heroes, and what cards add as long as their conditions hold (FX-31)."""
    return player.souls + extra_souls(state, player.id, cards)


def extra_souls(state: State, player: PlayerId, cards: Catalog) -> int:
    """What static abilities add to a player's souls (FX-31)."""
    return sum(
        step.amount
        for task, _, step in at_work(state, cards, AddSouls)
        if isinstance(step, AddSouls) and player in pointing.players(state, task, step.who, cards)
    )


def miniboss_start(state: State, player: PlayerId, cards: Catalog) -> int:
    """The level at which a miniboss of this player starts (FX-47, BM-MINI-7)."""
    levels = [
        step.level
        for task, _, step in at_work(state, cards, MinibossStarts)
        if isinstance(step, MinibossStarts) and task.player == player
    ]
    return max(levels, default=1)
