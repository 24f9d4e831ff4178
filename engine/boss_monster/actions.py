"""What spells and abilities do to the table (rules 7.3, 7.7). Each command is one small function."""

from typing import assert_never

from engine.boss_monster import adventure, building, heroes, items, levels, minibosses, timing
from engine.boss_monster.cards import Room
from engine.boss_monster.commands import (
    Announce,
    BanHero,
    BuildRoom,
    ChangeCoins,
    ChangeHero,
    ChangeRoom,
    ChangeTreasure,
    DeckRanOut,
    DestroyRoom,
    Effect,
    HealWound,
    KillHero,
    MoveHero,
    Prevent,
    Promote,
    RemoveHero,
    ResolveAnnounced,
    SellRoom,
    SwapRooms,
    UseItem,
    UseLevel3,
    UseRoom,
)
from engine.boss_monster.counts import is_working
from engine.boss_monster.effects import announcing, triggers
from engine.boss_monster.events import (
    CoinsChanged,
    Event,
    HeroBanned,
    HeroChanged,
    MinibossDiscarded,
    QuestionAsked,
    Reminder,
    RoomBuilt,
    RoomChanged,
    RoomDestroyed,
    RoomsSwapped,
    RoomUsed,
    TreasureChanged,
)
from engine.boss_monster.rounds import Happening
from engine.boss_monster.state import Phase, Player, Question, Stack, State
from engine.boss_monster.switches import DeathTime, EntranceIsDungeon, LevelupOutsideBuild, RoomDeckEmpty
from engine.core.cards import Catalog
from engine.core.copying import replace
from engine.core.effects import Trigger
from engine.core.errors import require
from engine.core.ids import CopyId, PlayerId

DOES_ENTRANCE_COUNT = "Q-15"
EMPTY_DECK = "Q-20"
_BUILDING = (Phase.BUILD, Phase.REVEAL, Phase.BUILT)


def act(state: State, effect: Effect, cards: Catalog) -> Happening:
    """Carry out one effect. Effects are played on the table, so they count in every phase of a running game."""
    require(state.phase not in (Phase.SETUP, Phase.OVER), "not_now")
    match effect:
        case Announce() | Prevent() | ResolveAnnounced():
            return _announcing(state, effect, cards)
        case DestroyRoom() | SwapRooms() | BuildRoom() | UseRoom() | ChangeRoom() | ChangeTreasure():
            return _on_dungeon(state, effect, cards)
        case ChangeHero() | MoveHero() | KillHero() | RemoveHero() | BanHero() | HealWound():
            return _on_hero(state, effect, cards)
        case ChangeCoins() | SellRoom() | Promote() | UseLevel3() | UseItem():
            return _on_hoard(state, effect, cards)
        case DeckRanOut():
            return _deck_ran_out(state, effect)
        case _:
            assert_never(effect)


# -- announcing --------------------------------------------------------------------------------------------------------


def _announcing(state: State, effect: Announce | Prevent | ResolveAnnounced, cards: Catalog) -> Happening:
    """Announced effects wait for the active player, then for descending XP (BM-GEN-9, -10)."""
    match effect:
        case Announce(player, card, ability):
            living_player(state, player)
            require(card is None or card in cards, "unknown_card")
            return announcing.announce(state, player, card, ability, cards)
        case Prevent(player, whose):
            living_player(state, player)
            return announcing.prevent(state, player, whose, cards)
        case ResolveAnnounced():
            return announcing.resolve_next(state, cards)
        case _:
            assert_never(effect)


# -- dungeons ----------------------------------------------------------------------------------------------------------

OnDungeon = DestroyRoom | SwapRooms | BuildRoom | UseRoom | ChangeRoom | ChangeTreasure


def _on_dungeon(state: State, effect: OnDungeon, cards: Catalog) -> Happening:
    player = living_player(state, effect.player)
    match effect:
        case DestroyRoom(_, slot):
            return destroy(state, player, slot, cards)
        case SwapRooms(_, one, two, whole, seen):
            moved = player if seen else building.with_covers(replace(player, arranged=True), {one: two, two: one})
            return _swap(state, moved if whole else replace(player, arranged=moved.arranged), one, two, whole=whole)
        case BuildRoom(_, slot, room):
            return build(state, player, slot, room, cards)
        case UseRoom(_, slot):
            return _use(state, player, slot, cards)
        case ChangeRoom(_, slot, amount):
            stack = _stack(player, slot)
            changed = building.with_stack(player, slot, replace(stack, bonus=stack.bonus + amount))
            return state.with_player(changed), (RoomChanged(player.id, slot, stack.top, amount),)
        case ChangeTreasure(_, treasure, amount):
            bonus = dict(player.bonus)
            bonus[treasure] = bonus.get(treasure, 0) + amount
            changed = replace(player, bonus=tuple(sorted(bonus.items(), key=lambda item: item[0].value)))
            return state.with_player(changed), (TreasureChanged(player.id, treasure, amount),)
        case _:
            assert_never(effect)


def destroy(
    state: State,
    player: Player,
    slot: int,
    cards: Catalog,
    by: PlayerId | None = None,
    source: CopyId | None = None,
) -> Happening:
    """Only an active room can be destroyed (BM-GLOSS-15); a walking hero meets the dungeon as it is then.

    `by` is who destroys it and `source` the card that does; both are unknown when the players just took it away.
    """
    stack = _stack(player, slot)
    require(not stack.deactivated, "room_is_deactivated", "BM-GLOSS-15")
    lost = stack.top
    require(is_working(player, slot, state.options), "room_is_covered", "BM-GLOSS-15")
    uncovered = stack.covered[-1] if stack.covered else None
    state = replace(state.with_player(building.remove_top(player, slot)), gone=(*state.gone, lost))
    events: list[Event] = [RoomDestroyed(player.id, slot, lost, uncovered)]
    if stack.miniboss:  # BM-MINI-12
        events.append(MinibossDiscarded(player.id, stack.miniboss.copy))
    state = _speaks_last(state, player.id, lost, cards, by, source)
    if uncovered is not None:  # BM-GLOSS-6
        state = triggers.happened(state, Trigger.UNCOVERED, cards, player=player.id, room=uncovered)
    state = triggers.happened(
        state,
        Trigger.OTHER_DESTROYED,
        cards,
        player=player.id,
        card=lost,
        by=player.id if by is None else by,
        uncovered_room=uncovered,
    )
    state = adventure.room_destroyed(state, player.id, slot, gap=uncovered is None)  # after what others say to it
    return state, tuple(events)


def _speaks_last(
    state: State, player: PlayerId, lost: CopyId, cards: Catalog, by: PlayerId | None, source: CopyId | None
) -> State:
    """What a destroyed room does: it matters who destroyed it, and whether by another card (TR-04, -05)."""
    owner = state.player(player)
    state = state.with_player(replace(owner, tally=replace(owner.tally, destroyed=owner.tally.destroyed + 1)))
    listener = triggers.Listener(player, lost)
    if by in (None, player):
        state = triggers.of_card(state, listener, Trigger.DESTROYED_BY_OWNER, cards, unsure=by is None)
    if source == lost:
        return state
    return triggers.of_card(state, listener, Trigger.DESTROYED_BY_OTHER, cards, unsure=source is None)


def _swap(state: State, player: Player, one: int, two: int, *, whole: bool) -> Happening:
    _stack(player, one)
    _stack(player, two)
    require(one != two, "no_such_slot")
    state = state.with_player(building.swap(player, one, two, whole=whole))
    return adventure.rooms_swapped(state, player.id, one, two), (RoomsSwapped(player.id, (one, two), whole),)


def build(
    state: State, player: Player, slot: int, room: CopyId, cards: Catalog, *, anywhere: bool = False
) -> Happening:
    """FX-25: a room is built at once; a fifth room may level up now or at the next end of a build phase (A-19).

    `anywhere` says that an effect lets it be built on any room.
    """
    require(room in cards and isinstance(cards[room], Room), "unknown_card")
    in_play = {other for owner in state.players for stack in owner.dungeon for other in stack.rooms}
    require(room not in in_play, "room_already_built")
    require(slot not in player.all_face_down, "build_not_allowed", "BM-BUILD-14")
    broken = building.why_not_this(state, player, slot, room, cards)
    if anywhere and broken == "BM-BUILD-7" and building.covered_by(player, slot) is not None:
        broken = ""
    require(not broken, "build_not_allowed", broken)
    over = building.covered_by(player, slot)
    state = building.not_gone(state.with_player(building.build(player, slot, room)), room)
    events: list[Event] = [RoomBuilt(player.id, slot, room, over.top if over else None)]
    if over and over.miniboss:  # BM-MINI-12
        events.append(MinibossDiscarded(player.id, over.miniboss.copy))
    if state.phase in _BUILDING or state.options.levelup_outside_build is LevelupOutsideBuild.IMMEDIATE:
        state, levelled = levels.maybe_level_up(state, state.player(player.id), cards)
        events += levelled
    return levels.built(state, player.id, room, cards), tuple(events)


def _use(state: State, player: Player, slot: int, cards: Catalog) -> Happening:
    """A room is slid down: its once-per-round ability is used, and carried out if the engine knows it (BM-GLOSS-4)."""
    stack = _stack(player, slot)
    uses = [use for use in timing.possible(state, cards) if (use.player, use.card) == (player.id, stack.top)]
    if uses:
        return announcing.announce(state, player.id, stack.top, uses[0].ability, cards)
    require(not stack.deactivated, "room_is_deactivated", "BM-GLOSS-5")
    require(is_working(player, slot, state.options), "room_is_covered", "BM-BUILD-14")
    require(not stack.used, "used_already", "BM-GLOSS-4")
    changed = building.with_stack(player, slot, replace(stack, used=True))
    return state.with_player(changed), (RoomUsed(player.id, slot, stack.top),)


# -- heroes ------------------------------------------------------------------------------------------------------------

OnHero = ChangeHero | MoveHero | KillHero | RemoveHero | BanHero | HealWound


def _on_hero(state: State, effect: OnHero, cards: Catalog) -> Happening:
    if isinstance(effect, HealWound):
        player = living_player(state, effect.player)
        require(effect.hero in player.survivors, "no_such_wound", "BM-ADV-11")
        return heroes.heal(state, player, effect.hero, cards)
    is_walking = state.walk is not None and state.walk.hero == effect.hero
    at_entrance = any(effect.hero in player.entrance for player in state.players)
    require(effect.hero in state.town or at_entrance, "hero_not_in_play")
    match effect:
        case ChangeHero(hero, damage, health):
            return _hurt(_change_hero(state, hero, damage, health), HeroChanged(hero, damage, health), cards)
        case MoveHero(hero, owner):
            if owner is not None:
                living_player(state, owner)
            return adventure.move_hero(state, hero, owner, cards)
        case KillHero(hero, owner):
            return adventure.kill_walking(state, cards) if is_walking else _kill(state, hero, owner, cards)
        case RemoveHero(hero):
            return adventure.remove_walking(state, cards) if is_walking else heroes.remove(state, hero)
        case BanHero(hero):
            return state.with_mark(replace(state.mark(hero), cannot_be_lured=True)), (HeroBanned(hero),)
        case _:
            assert_never(effect)


def _change_hero(state: State, hero: CopyId, damage: int, health: int) -> State:
    """Damage and health of one hero; a walking hero carries its damage with it."""
    mark = state.mark(hero)
    if state.walk is not None and state.walk.hero == hero:
        state = replace(state, walk=replace(state.walk, damage=max(0, state.walk.damage + damage)))
        return state.with_mark(replace(mark, health=mark.health + health))
    return state.with_mark(replace(mark, damage=max(0, mark.damage + damage), health=mark.health + health))


def _hurt(state: State, changed: HeroChanged, cards: Catalog) -> Happening:
    """Death is tested when the hero leaves its room, or at once if the group plays so (BM-ADV-7, D-07)."""
    walk = state.walk
    at_once = state.options.death_time is DeathTime.ON_DAMAGE
    if not at_once or walk is None or walk.hero != changed.hero:
        return state, (changed,)
    if walk.damage < heroes.health_of(state, walk.hero, cards):
        return state, (changed,)
    after, events = adventure.kill_walking(state, cards)
    return after, (changed, *events)


def _kill(state: State, hero: CopyId, owner: PlayerId | None, cards: Catalog) -> Happening:
    """Whose soul it is: the dungeon's owner, or the player whom the card names (BM-ADV-24, A-23, A-24)."""
    host = next((player for player in state.players if hero in player.entrance), None)
    if host is None:
        require(owner is not None, "whose_soul", "BM-ADV-24")
        assert owner is not None
        living_player(state, owner)
        return heroes.kill(state, hero, owner, cards, outside=True)
    if owner is not None:
        return heroes.kill(state, hero, living_player(state, owner).id, cards, outside=False)
    match state.options.entrance_is_dungeon:
        case EntranceIsDungeon.ASK:
            question = Question(DOES_ENTRANCE_COUNT, ("yes", "no"), host.id, cards=(hero,), rule="BM-ADV-24")
            return replace(state, questions=(*state.questions, question)), (QuestionAsked(question),)
        case EntranceIsDungeon.YES:
            return heroes.kill(state, hero, host.id, cards, outside=False)
        case _:
            require(False, "not_in_dungeon", "BM-ADV-24")
            return state, ()


# -- coins, minibosses, items ------------------------------------------------------------------------------------------


def _on_hoard(
    state: State, effect: ChangeCoins | SellRoom | Promote | UseLevel3 | UseItem, cards: Catalog
) -> Happening:
    player = living_player(state, effect.player)
    match effect:
        case ChangeCoins(_, amount, None):
            return minibosses.change_coins(state, player, amount)
        case ChangeCoins(_, amount, slot):
            assert slot is not None
            return _coins_on_room(state, player, slot, amount)
        case SellRoom(_, is_miniboss):
            return minibosses.sell_room(state, player, is_miniboss=is_miniboss)
        case Promote(_, slot):
            return minibosses.promote(state, player, slot, cards)
        case UseLevel3(_, slot):
            return minibosses.use_level_3(state, player, slot)
        case UseItem():
            closed = timing.why_no_spells(state)
            require(not closed, "no_spells_now", closed)
            require(player.open_item is not None, "no_open_item", "BM-ITEM-14")
            return items.use_item(state, player)
        case _:
            assert_never(effect)


def _coins_on_room(state: State, player: Player, slot: int, amount: int) -> Happening:
    """Coins go from the hoard onto a room, or back (BM-COIN-4, -5)."""
    stack = _stack(player, slot)
    require(stack.coins + amount >= 0 and player.coins - amount >= 0, "no_coins", "BM-COIN-6")
    moved = replace(player, coins=player.coins - amount)
    changed = building.with_stack(moved, slot, replace(stack, coins=stack.coins + amount))
    return state.with_player(changed), (CoinsChanged(player.id, -amount, changed.coins),)


def _deck_ran_out(state: State, effect: DeckRanOut) -> Happening:
    """BM-START-9: the discards are shuffled, or the group is asked (A-10)."""
    if state.options.room_deck_empty is RoomDeckEmpty.RESHUFFLE_DISCARD:
        return state, (Reminder(f"reshuffle_{effect.deck}"),)
    question = Question(EMPTY_DECK, ("continue", "reshuffle"), rule="BM-START-9", deck=effect.deck)
    return replace(state, questions=(*state.questions, question)), (QuestionAsked(question),)


def living_player(state: State, id_: PlayerId) -> Player:
    """The player with this id, if still in the game."""
    found = next((player for player in state.living if player.id == id_), None)
    require(found is not None, "unknown_player")
    assert found is not None
    return found


def _stack(player: Player, slot: int) -> Stack:
    require(1 <= slot <= len(player.dungeon), "no_such_slot")
    return player.dungeon[slot - 1]
