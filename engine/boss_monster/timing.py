"""When spells and abilities may be used, by whom, and in which order they resolve (BM-GEN-9 to -14)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.boss_monster.cards import Boss, Hero, Item, Miniboss, Room, Spell, SpellPhase
from engine.boss_monster.counts import is_working
from engine.boss_monster.effects import conditions, on_choosing, statics
from engine.boss_monster.effects.pointing import Spot, host_of, spot_of
from engine.boss_monster.effects.triggers import Listener, is_used
from engine.boss_monster.state import Announced, Holds, Phase, Player, State, Task
from engine.boss_monster.switches import Level3Timing, PriorityResolution, SpellsAfterReveal
from engine.core.cards import Catalog
from engine.core.effects import Ability, About, Trigger, Window
from engine.core.errors import require
from engine.core.ids import CopyId, PlayerId, copy_id

LEVEL_3 = 2
"""The number of a miniboss's third ability."""

_FORBIDDEN = {
    Phase.SETUP: "BM-SETUP-12",
    Phase.ROUND_START: "BM-START-5",
    Phase.BAITED: "BM-BAIT-1",
    Phase.ROUND_END: "BM-END-1",
    Phase.OVER: "BM-END-16",
}


@dataclass(frozen=True, slots=True)
class Use:
    """An ability that a player may use now."""

    player: PlayerId
    card: CopyId
    ability: int


@dataclass(frozen=True, slots=True)
class Refused:
    """Why an ability cannot be used now: the key of a phrase, and a rule."""

    key: str
    rule: str = ""


def why_no_spells(state: State) -> str:
    """The rule that forbids spells and activatable abilities now, or nothing (BM-GEN-13, -14)."""
    if state.round == 0:
        return "BM-SETUP-12"
    if state.phase in (Phase.REVEAL, Phase.BUILT):
        return "" if state.options.spells_after_reveal is SpellsAfterReveal.OPEN else "BM-GEN-14"
    return _FORBIDDEN.get(state.phase, "")


def why_not_this_spell(state: State, card: CopyId | None, cards: Catalog) -> str:
    """The rule that forbids this spell in this phase, or nothing: its symbol says when it may be played (BM-GEN-11)."""
    spell = cards[card] if card is not None and card in cards else None
    if not isinstance(spell, Spell) or spell.phase in (None, SpellPhase.BOTH):
        return ""
    now = SpellPhase.ADVENTURE if state.phase is Phase.ADVENTURE else SpellPhase.BUILD
    return "" if spell.phase is now else "BM-GEN-11"


def resolution_order(state: State) -> tuple[Announced, ...]:
    """In which order the announced effects take place.

    The active player's first, then in descending XP (BM-GEN-9, -10); or last in, first out (D-17).
    """
    if state.options.priority_resolution is PriorityResolution.LIFO:
        return tuple(reversed(state.announced))
    turn = {player.id: place for place, player in enumerate(state.players)}
    return tuple(sorted(state.announced, key=lambda one: (one.player != state.active, turn[one.player])))


# -- what may be used --------------------------------------------------------------------------------------------------


def usable(state: State, player: PlayerId, card: CopyId, ability: int | None, cards: Catalog) -> int:
    """The number of the ability that this player uses now; of several the first that may be used."""
    wanted = [number for number, _ in _to_use(card, cards) if ability in (None, number)]
    require(bool(wanted), "nothing_to_use", "BM-GLOSS-3")
    refusals = [why_not(state, player, card, number, cards) for number in wanted]
    for number, refused in zip(wanted, refusals, strict=True):
        if refused is None:
            return number
    assert refusals[0] is not None
    require(False, refusals[0].key, refusals[0].rule)
    return wanted[0]


def possible(state: State, cards: Catalog) -> tuple[Use, ...]:
    """Everything that cards in play let the players do now, in turn order. What hands hold is hidden."""
    if why_no_spells(state) and state.options.level3_timing is not Level3Timing.ANY_TIME:
        return ()
    cards_in_play = tuple(dict.fromkeys(_in_play(state)))
    return tuple(
        Use(player.id, card, number)
        for player in state.living
        for card in cards_in_play
        for number, text in _to_use(card, cards)
        if not text.from_hand and why_not(state, player.id, card, number, cards) is None
    )


def from_hand(state: State, player: PlayerId, cards: Catalog) -> tuple[Use, ...]:
    """Every spell, and every card to be discarded for its effect, that this player could use now if it is in hand."""
    found: list[Use] = []
    for design in cards:
        copy = copy_id(design.id, 1)
        for number, _ in _to_use(copy, cards):
            if is_from_hand(copy, number, cards) and why_not(state, player, copy, number, cards) is None:
                found.append(Use(player, copy, number))
    return tuple(found)


def is_from_hand(card: CopyId, number: int, cards: Catalog) -> bool:
    """Whether an ability is used by playing or discarding the card from the hand."""
    text = cards[card].abilities[number]
    return text.when is Trigger.PLAYED or (text.when is Trigger.ACTIVATED and text.from_hand)


def _to_use(card: CopyId, cards: Catalog) -> Iterator[tuple[int, Ability]]:
    """The abilities of a card that a player uses, with their numbers."""
    moments = cards.said(card).moments
    if Trigger.ACTIVATED not in moments and Trigger.PLAYED not in moments:
        return
    for number, text in enumerate(cards[card].abilities):
        if text.when in (Trigger.ACTIVATED, Trigger.PLAYED):
            yield number, text


def _in_play(state: State) -> Iterator[CopyId]:
    """Cards on the table that somebody may use."""
    for player in state.living:
        yield from dict.fromkeys((player.boss, *player.copied))
        for stack in player.dungeon:
            yield stack.top
            if stack.miniboss is not None:
                yield stack.miniboss.copy
        if player.open_item is not None:
            yield player.open_item
        yield from player.entrance


def why_not(state: State, player: PlayerId, card: CopyId, number: int, cards: Catalog) -> Refused | None:
    """Why this player cannot use this ability now, or nothing."""
    text = cards[card].abilities[number]
    return (
        _wrong_moment(state, card, number, text, cards)
        or _not_theirs(state, player, card, number, text, cards)
        or _used_up(state, player, card, number, text)
        or _forbidden(state, player, card, cards)
        or _nothing_to_aim_at(state, player, card, text, cards)
    )


def _wrong_moment(state: State, card: CopyId, number: int, text: Ability, cards: Catalog) -> Refused | None:
    """BM-GEN-11, -13, -14: the phase, and for preventions a spell that waits."""
    is_level_3 = isinstance(cards[card], Miniboss) and number == LEVEL_3
    closed = why_no_spells(state)
    if is_level_3 and state.options.level3_timing is Level3Timing.ANY_TIME and state.round:
        closed = ""
    closed = closed or why_not_this_spell(state, card, cards)
    if closed:
        return Refused("no_spells_now", closed)
    now = Window.ADVENTURE if state.phase is Phase.ADVENTURE else Window.BUILD
    if text.window in (Window.BUILD, Window.ADVENTURE) and text.window is not now:
        return Refused("no_spells_now", "BM-GLOSS-3")
    return None


def _not_theirs(
    state: State, player: PlayerId, card: CopyId, number: int, text: Ability, cards: Catalog
) -> Refused | None:
    """Only its owner uses a card, or only others where it says so; and only one that works."""
    if isinstance(cards[card], Spell):
        return None
    spot = spot_of(state, card)
    if text.from_hand:
        never_held = isinstance(cards[card], Boss | Hero | Item)
        return Refused("not_in_hand", "BM-GLOSS-1") if spot or never_held else None
    owner = _owner(state, player, card, spot, cards)
    for_others = text.about is About.OPPONENTS
    if owner is None or (owner == player) is for_others:
        return Refused("not_yours" if for_others else _STRANGER.get(type(cards[card]), "not_yours"), "BM-GLOSS-3")
    if spot is not None and isinstance(cards[card], Room | Miniboss):
        return _asleep(state, state.player(owner), spot[1], card, number, cards)
    if isinstance(cards[card], Boss) and not state.player(owner).levelled_up:
        return Refused("not_levelled_up", "BM-BUILD-18")
    return None


_STRANGER: Mapping[type, str] = {Item: "no_open_item", Boss: "not_levelled_up"}


def _owner(state: State, player: PlayerId, card: CopyId, spot: Spot | None, cards: Catalog) -> PlayerId | None:
    """Whose card it is: of two with the same level-up the one who asks."""
    match cards[card]:
        case Room() | Miniboss():
            return spot[0] if spot else None
        case Hero():
            return host_of(state, card)
        case Boss():
            owners = [other.id for other in state.living if card in (other.boss, *other.copied)]
            return player if player in owners else next(iter(owners), None)
        case Item():
            return next((other.id for other in state.living if other.open_item == card), None)
        case _:
            return None


def _asleep(state: State, owner: Player, slot: int, card: CopyId, number: int, cards: Catalog) -> Refused | None:
    """Deactivated, covered and silent rooms do nothing; of a miniboss the levels that show (BM-GLOSS-5, BM-MINI-9)."""
    stack = owner.dungeon[slot - 1]
    if stack.deactivated:
        return Refused("room_is_deactivated", "BM-GLOSS-5")
    if not is_working(owner, slot, state.options):
        return Refused("room_is_covered", "BM-BUILD-14")
    if statics.is_silent(state, owner.id, slot, cards):
        return Refused("room_is_silent", "BM-GLOSS-3")
    if isinstance(cards[card], Miniboss):
        assert stack.miniboss is not None
        if stack.miniboss.level <= number:
            return Refused("not_level_3" if number == LEVEL_3 else "level_too_low", "BM-MINI-10")
    return None


def _used_up(state: State, player: PlayerId, card: CopyId, number: int, text: Ability) -> Refused | None:
    room = card if spot_of(state, card) else None
    used = is_used(state, Listener(player, card, room), number, text)
    return Refused("used_already", "BM-GLOSS-4") if used else None


def _forbidden(state: State, player: PlayerId, card: CopyId, cards: Catalog) -> Refused | None:
    """FX-42: an effect keeps this player from playing spells."""
    if not isinstance(cards[card], Spell):
        return None
    closed = any(change.holds is Holds.NO_SPELLS for change in state.player(player).changes)
    return Refused("spells_forbidden") if closed or statics.no_spells(state, player, cards) else None


def _nothing_to_aim_at(state: State, player: PlayerId, card: CopyId, text: Ability, cards: Catalog) -> Refused | None:
    """Conditions, costs and targets: what would be lost at once is not offered."""
    task = Task(player, card)
    if isinstance(cards[card], Item):
        task = task.binding(boss_effect="1")
    if (spot := spot_of(state, card)) is not None:
        task = task.binding(event_room=state.player(spot[0]).dungeon[spot[1] - 1].top)
    if text.window is Window.REACTION and not _answerable(state, player, cards):
        return Refused("nothing_announced", "BM-GLOSS-11")
    visible, _ = conditions.split(text.if_)
    if not conditions.holds(state, task, visible, cards):
        return Refused("condition_not_met")
    if not on_choosing.can_pay(state, task, text.cost, cards):
        return Refused("cannot_pay")
    return None if on_choosing.has_targets(state, task, text.do, cards) else Refused("no_target")


def _answerable(state: State, player: PlayerId, cards: Catalog) -> bool:
    """Whether an opponent's spell waits. An item is none (BM-ITEM-15)."""
    return any(
        waiting.player != player and (waiting.card is None or isinstance(cards[waiting.card], Spell))
        for waiting in state.announced
    )
