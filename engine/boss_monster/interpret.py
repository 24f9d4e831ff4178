"""From a settled table to what it means: commands that close the checkpoint, questions, or things to do first.

Facts never change the state directly (rules 4.1): only the commands found here, or the answers to the questions, do.
A missing sticker proves nothing; the memory of stacks is authoritative (rules 4.4).
"""

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import assert_never

from engine.boss_monster import building, decks, rounds
from engine.boss_monster.answers import BUILD_NOW
from engine.boss_monster.building import SLOTS, covered_by
from engine.boss_monster.cards import hero_card, item_card
from engine.boss_monster.commands import (
    Announce,
    Ask,
    BeginAdventure,
    BeginRound,
    BuildRoom,
    Command,
    FinishBuild,
    LureHeroes,
    Placed,
    RevealHeroes,
    RevealRooms,
    SeatPlayers,
    SwapRooms,
    WalkOn,
)
from engine.boss_monster.dungeons_seen import (
    between_slots,
    carried_off,
    check_dungeon,
    closed_gap,
    effects_todo,
    exchanges,
    is_once_per_round,
    loose_cards,
    misplaced,
    strangers,
    tucked_minibosses,
    unexpected_rooms,
    uninvited,
    untidy_rooms,
    what_happened,
)
from engine.boss_monster.expected import NO_TOWN_MARKER, Todo, difference, expected_table, hero_todo, room_todo
from engine.boss_monster.items import is_useless
from engine.boss_monster.pad import read_pad
from engine.boss_monster.sight import Sight, Sighting, recognise
from engine.boss_monster.state import Holds, Phase, Player, Question, State
from engine.core.cards import Catalog
from engine.core.ids import CopyId
from engine.core.observations import TableSeen


@dataclass(frozen=True, slots=True)
class Reading:
    """What the table says at a checkpoint.

    `commands` close it when they are there. `questions` are for the players when they say that they are done and the
    table is still unclear. `todo` is what should be done or shown; it alone does not stop the game. `uses` are cards
    that were just laid on the spell pad: they count without a press.
    """

    commands: tuple[Command, ...] = ()
    questions: tuple[Ask, ...] = ()
    todo: tuple[Todo, ...] = ()
    uses: tuple[Announce | Ask, ...] = ()


def interpret(state: State, seen: TableSeen, cards: Catalog, dealt_with: Collection[CopyId] = ()) -> Reading:
    """What the settled table means at the checkpoint that the game is waiting for (rules 4.9).

    `dealt_with` are the cards on the spell pad that were read before.
    """
    if not seen.legible and state.phase is not Phase.OVER:
        return Reading(todo=(Todo("stickers_too_small"),))
    sight = _without_misread(recognise(seen, cards), state)
    if state.phase not in (Phase.SETUP, Phase.OVER) and (outside := _outside(sight, state)):
        return Reading(todo=outside)
    if sight.twice and state.phase is not Phase.OVER:
        return Reading(todo=tuple(Todo("sticker_twice", copy) for copy in sight.twice))
    if state.question is not None and state.question.key == BUILD_NOW:
        return _build_now(state, state.question, sight)
    reading = _checkpoint(state, sight, cards)
    if state.phase in (Phase.SETUP, Phase.OVER):
        return reading
    pad = read_pad(state, sight.shown_cards, cards, dealt_with)
    return replace(reading, todo=(*pad.todo, *reading.todo), uses=pad.uses)


def _without_misread(sight: Sight, state: State) -> Sight:
    """Rooms of which the players said that they do not lie where they are read are as good as unseen (Q-08)."""
    misread = {room for ask, room in state.explained if ask == "Q-08"}
    homes = {room: player.boss for player in state.players for stack in player.dungeon for room in stack.rooms}
    rooms = (room for room in sight.rooms if room.copy not in misread or room.seat == homes.get(room.copy))
    return replace(sight, rooms=tuple(rooms)) if misread else sight


def _checkpoint(state: State, sight: Sight, cards: Catalog) -> Reading:
    match state.phase:
        case Phase.SETUP:
            return _setup(state, sight)
        case Phase.ROUND_START:
            return _round_start(state, sight, cards)
        case Phase.BUILD:
            return _build(state, sight)
        case Phase.REVEAL:
            return _reveal(state, sight)
        case Phase.BUILT:
            return _built(state, sight, cards)
        case Phase.BAITED:
            return _baited(state, sight)
        case Phase.ADVENTURE:
            told = (*_scored_todo(state, sight), *room_todo(state, sight), *untidy_rooms(state, sight))
            return Reading((WalkOn(),), todo=told)
        case Phase.ROUND_END:
            todo = difference(expected_table(state), sight, state)
            return Reading((BeginRound(),), todo=(*todo, *_sideways_todo(state, sight, cards)))
        case Phase.OVER:
            return Reading()
        case _:
            assert_never(state.phase)


def _setup(state: State, sight: Sight) -> Reading:
    """CP-0: one boss per player, taken clockwise around the table."""
    wanted = state.options.player_count
    if len(sight.bosses) != wanted:
        is_one_missing = 0 < len(sight.bosses) < wanted
        return Reading(todo=(Todo("bosses_missing" if is_one_missing else "todo_bosses", number=len(sight.bosses)),))
    if outside := _outside(sight):
        return Reading(todo=outside)
    return Reading((SeatPlayers(_clockwise(sight.bosses)),))


def _outside(sight: Sight, state: State | None = None) -> tuple[Todo, ...]:
    """A table too large for one picture, or a camera that was moved, is refused, not misread."""
    playing = sight.outside if state is None else [player.boss for player in state.living]
    return tuple(Todo("row_outside", boss) for boss in sight.outside if boss in playing)


def _clockwise(bosses: Iterable[Sighting]) -> tuple[CopyId, ...]:
    """Bosses in seating order, clockwise in the picture, beginning at the right."""
    found = list(bosses)
    mid_x = sum(boss.seen.x_mm for boss in found) / len(found)
    mid_y = sum(boss.seen.y_mm for boss in found) / len(found)

    def bearing(boss: Sighting) -> float:
        return math.atan2(boss.seen.y_mm - mid_y, boss.seen.x_mm - mid_x) % (2 * math.pi)

    return tuple(boss.copy for boss in sorted(found, key=bearing))


def _round_start(state: State, sight: Sight, cards: Catalog) -> Reading:
    """CP-1: the expected number of new heroes lies in town (BM-START-1, -3)."""
    new = tuple(hero for hero in sight.town if hero not in state.seen_heroes)
    strangers = [hero for hero in new if not decks.is_in_hero_deck(hero_card(cards, hero), state.options)]
    if strangers:  # BM-HERO-4: heroes for more players stay in the box
        return Reading(todo=tuple(Todo("todo_take_off_table", hero) for hero in strangers))
    todo = difference(expected_table(state), sight, state)
    if len(new) != rounds.heroes_expected(state, cards):
        return Reading(todo=_too_few_or_many("todo_heroes", len(new), sight, todo))
    items = tuple(item for item in sight.town_items if item not in state.seen_items)
    useful = [item for item in items if not is_useless(item_card(cards, item), state)]  # BM-COMB-7
    wanted = decks.items_per_round(state)
    if len(useful) > wanted or (len(useful) < wanted and not state.no_more_items):  # BM-ITEM-4
        ask = Ask("Q-20", ("continue", "wait"), rule="BM-ITEM-4")  # a used-up item deck is said with the button
        asked = (ask,) if len(useful) < wanted and sight.shows_town else ()
        return Reading(questions=asked, todo=_too_few_or_many("todo_items", len(useful), sight, todo))
    return Reading((RevealHeroes(new, items),), todo=todo)


def _too_few_or_many(key: str, number: int, sight: Sight, others: tuple[Todo, ...]) -> tuple[Todo, ...]:
    """How many new cards are seen in town, or that its marker is missing, without which none are (rules 4.2)."""
    first = Todo(key, number=number) if sight.shows_town else NO_TOWN_MARKER
    return (first, *(todo for todo in others if todo != first))


def _build(state: State, sight: Sight) -> Reading:
    """CP-2: at most one new face-down card of the active player, or as many as effects allow (FX-25)."""
    assert state.active is not None
    player = state.player(state.active)
    effects = effects_todo(state, sight)
    open_rooms = unexpected_rooms(state, player, sight)
    if any(room.copy in state.gone for room in open_rooms):  # slots are counted when destroyed rooms are taken away
        return Reading(todo=effects)
    if open_rooms:  # BM-BUILD-2: cards are placed face-down
        return Reading(todo=(*(Todo("todo_face_down", room.copy, player.id) for room in open_rooms), *effects))
    for owner in (player, *_receivers(state, player)):
        if (unclear := _unclear_row(state, owner, sight, effects)) is not None:
            return unclear
    reading = _face_down(state, player, sight)
    return replace(reading, todo=(*reading.todo, *effects))


def _unclear_row(state: State, player: Player, sight: Sight, effects: tuple[Todo, ...]) -> Reading | None:
    """Why slots of this row cannot be counted yet, if so: what is laid there now would be taken for something else."""
    own = {room for stack in player.dungeon for room in stack.rooms}
    asked = [ask for living in state.living for ask in strangers(state, living, sight)]
    if moved := tuple(ask for ask in asked if ask.player == player.id or ask.cards[0] in own):
        return Reading(questions=moved, todo=effects)
    if gap := closed_gap(state, player, sight) or carried_off(state, player, sight):
        return Reading(questions=(what_happened(player, gap),), todo=effects)
    if swaps := exchanges(player, sight):
        return Reading(tuple(swaps), todo=effects)
    if between := tuple(between_slots(state, player, sight)):
        return Reading(todo=(*between, *effects))
    if _is_moved_about(player, effects):
        return Reading(questions=misplaced(state, player, sight), todo=effects)
    return None


def _is_moved_about(player: Player, todo: Iterable[Todo]) -> bool:
    """Whether a room of this player lies in a wrong slot: then nobody can say in which slot something else lies."""
    return any(item.key == "todo_put_back" and item.player == player.id for item in todo)


IN_THE_WAY = (
    "todo_put_back",
    "todo_take_off_table",
    "todo_turn_up",
    "todo_take_back",
    "todo_push_up",
    "todo_clear_row",
)
"""What must be done before the bait can be judged by what lies there."""


def _face_down(state: State, player: Player, sight: Sight) -> Reading:
    """The cards that the active player laid face-down, each on a place of its own."""
    gifts = _gifts(state, player, sight)
    backs = tuple(slot for slot in sight.back_slots(player.boss) if slot not in player.all_face_down)
    allowed = 1 + sum(change.holds is Holds.BUILD_MORE for change in player.changes)
    if len(backs) + len(gifts) > allowed:
        return Reading(todo=(Todo("todo_one_card", player=player.id, number=len(backs) + len(gifts)),))
    if gifts:
        return Reading((gifts[0],))
    if not backs and (slot := _unread_place(player, sight)):  # rules 4.1: what cannot be read is no empty place
        ask = Ask("Q-03", ("yes", "no", "wait"), player.id, slot)
        return Reading(questions=(ask,), todo=(Todo("todo_show_slot", player=player.id, slot=slot),))
    if backs:
        new = [slot for slot in backs if slot > player.places]
        apart = [slot for place, slot in enumerate(new, player.places + 1) if slot != place]
        if apart:
            return Reading(todo=(Todo("todo_close_gap", player=player.id, slot=apart[0]),))
        return Reading((FinishBuild(player.id, backs[0], backs[1:]),))
    return _nothing_laid(state, player, sight)


def _gifts(state: State, player: Player, sight: Sight) -> list[FinishBuild]:
    """Face-down cards on a room of the player for whom an effect lets this one build (FX-25)."""
    return [
        FinishBuild(player.id, slot, on=host.id)
        for host in _receivers(state, player)
        for slot in sight.back_slots(host.boss)
        if slot not in host.all_face_down
    ]


def _receivers(state: State, player: Player) -> list[Player]:
    """The players on whose rooms an effect lets this one build (FX-25)."""
    gifts = {change.source for change in player.changes if change.holds is Holds.BUILD_ELSEWHERE}
    return [
        host
        for host in state.living
        if host.id != player.id
        and any(change.holds is Holds.MARKED and change.source in gifts for change in host.changes)
    ]


def _nothing_laid(state: State, player: Player, sight: Sight) -> Reading:
    """No card is seen: the player declines, or a room is hidden that may lie under one (BM-BUILD-11, Q-03).

    What lies in a row is told from its boss: if that is not seen, nobody can say that nothing was laid.
    """
    for owner in (player, *_receivers(state, player)):
        if all(boss.copy != owner.boss for boss in sight.bosses):
            return Reading(todo=(Todo("cannot_see", owner.boss, owner.id),))
    for receiver in _receivers(state, player):
        if unseen := [*_unseen_slots(state, receiver, sight)]:  # a card for that dungeon may lie there
            place = receiver.place_of(unseen[0])
            return Reading(todo=(Todo("todo_show_slot", player=receiver.id, slot=place),))
    if hidden := _unseen_slots(state, player, sight):
        # rules 4.4: covered by a face-down card without a back sticker, or by a hand
        slot, place = hidden[0], player.place_of(hidden[0])
        room = player.dungeon[slot - 1].top
        lower = set(player.dungeon[slot - 1].covered) & {card.copy for card in sight.rooms_in(player.boss, place)}
        ask = Ask("Q-03", ("yes", "no", "wait"), player.id, place, (room,))
        if lower:  # a lower room shows, so nothing lies on it: the top one left
            ask = what_happened(player, slot)
        return Reading(questions=(ask,), todo=(Todo("cannot_see", room, player.id, place),))
    return Reading((FinishBuild(player.id),))


def _unseen_slots(state: State, player: Player, sight: Sight) -> list[int]:
    """The slots whose rooms are not seen, though no face-down card is known to lie on them."""
    return [
        slot
        for slot, stack in enumerate(player.dungeon, 1)
        if player.place_of(slot) not in player.all_face_down and not _is_seen(stack.top, sight)
        if ("Q-04", stack.top) not in state.explained
    ]


def _build_now(state: State, question: Question, sight: Sight) -> Reading:
    """An effect lets a player build at once: the card that was just laid open is the answer (FX-25)."""
    assert question.player is not None
    player = state.player(question.player)
    new = [room for room in unexpected_rooms(state, player, sight) if room.copy not in state.gone]
    new += [
        card
        for card in sight.minibosses
        if card.seat == player.boss and card.slot and card.copy not in tucked_minibosses(state)
    ]
    if len(new) == 1 and new[0].slot is not None:
        return Reading((BuildRoom(player.id, new[0].slot, new[0].copy),))
    return Reading(todo=(Todo("todo_lay_open", player=player.id),))


def _unread_place(player: Player, sight: Sight) -> int | None:
    """The place left of a dungeon, when something lies there or is hidden by a hand that cannot be read."""
    place = player.places + 1
    return place if place <= SLOTS and place in sight.unread_slots(player.boss) else None


def _is_seen(copy: CopyId, sight: Sight) -> bool:
    return any(room.copy == copy for room in sight.rooms)


def _reveal(state: State, sight: Sight) -> Reading:
    """CP-3: every face-down card was turned up and is read."""
    placed: list[Placed] = []
    questions: list[Ask] = []
    todo: list[Todo] = []
    effects = effects_todo(state, sight)
    if moved := [ask for player in state.living for ask in strangers(state, player, sight)]:
        return Reading(questions=tuple(moved), todo=effects)
    if swaps := [swap for player in state.living for swap in exchanges(player, sight)]:
        return Reading(tuple(swaps), todo=effects)
    for player in state.living:
        if gap := closed_gap(state, player, sight):  # its face-down card moved up, too
            questions.append(what_happened(player, gap))
            continue
        if _is_moved_about(player, effects):
            return Reading(questions=misplaced(state, player, sight), todo=effects)
        todo += loose_cards(state, player, sight)
        for slot in player.all_face_down:
            found = _turned_up(state, player, slot, sight)
            if isinstance(found, Placed):
                placed.append(found)
            elif isinstance(found, Ask):
                questions.append(found)
                todo.append(Todo("todo_show_slot", player=player.id, slot=slot))
            else:
                todo.append(found)
        if not player.all_face_down:  # BM-BUILD-11: this player had declined, or the card's back was never seen
            laid = [room for room in unexpected_rooms(state, player, sight) if room.copy not in state.gone]
            questions += [uninvited(player, room, "BM-BUILD-11") for room in laid]
    if questions or todo:
        return Reading(questions=tuple(questions), todo=(*todo, *effects))
    return Reading((RevealRooms(tuple(placed)),), todo=effects)


def _turned_up(state: State, player: Player, slot: int, sight: Sight) -> Placed | Ask | Todo:
    """What became of one face-down card."""
    if slot in sight.back_slots(player.boss):
        return Todo("todo_turn_up", player=player.id, slot=slot)
    told = [copy for owner, place, copy in state.told if (owner, place) == (player.id, slot)]
    known = {room for owner in state.players for stack in owner.dungeon for room in stack.rooms}
    new = [room.copy for room in sight.rooms_in(player.boss, slot) if room.copy not in known]
    new += [card.copy for card in sight.minibosses_in(player.boss, slot) if card.copy not in tucked_minibosses(state)]
    fresh = [copy for copy in new if copy not in state.gone]
    new = fresh if slot in player.gone_under else fresh or new  # it lay there before that room was destroyed
    if told and told[-1] in new:
        return Placed(player.id, slot, told[-1])
    if len(new) == 1:
        return Placed(player.id, slot, new[0])
    if new:
        return Ask("Q-02", tuple(new), player.id, slot, tuple(new))
    below = covered_by(player, slot)
    if below is None or not _is_seen(below.top, sight):
        return Todo("todo_show_slot", player=player.id, slot=slot)
    return Ask("Q-07", ("taken_back", "discarded", "face_down"), player.id, slot, (below.top,))


def _built(state: State, sight: Sight, cards: Catalog) -> Reading:
    """CP-4: the whole table once more; this snapshot decides the bait."""
    commands: list[Command] = []
    questions: list[Ask] = []
    todo: list[Todo] = []
    for player in state.living:
        swaps = exchanges(player, sight)
        commands += swaps
        for swap in swaps:  # what lies there is held against the rooms where they are now
            player = building.swap(player, swap.one, swap.two, whole=swap.whole)
        state = state.with_player(player)
        for outcome in check_dungeon(state, player, sight, cards):
            if isinstance(outcome, Ask):
                questions.append(outcome)
            elif isinstance(outcome, Todo):
                todo.append(outcome)
            else:
                commands.append(outcome)
    todo += hero_todo(state, sight)
    known = {(item.key, item.card) for item in todo}
    todo += [item for item in effects_todo(state, sight) if (item.key, item.card) not in known]
    todo.sort(key=lambda item: item.key not in IN_THE_WAY)  # what stops the game is told first
    if questions or any(item.key in IN_THE_WAY for item in todo):
        # questions are about rooms where they lie now: that is taken down first
        exchanged = tuple(command for command in commands if isinstance(command, SwapRooms))
        return Reading(exchanged, () if exchanged else tuple(questions), tuple(todo))
    return Reading((*commands, LureHeroes()), todo=tuple(todo))


def _baited(state: State, sight: Sight) -> Reading:
    """CP-5: the queues lie as computed, or the list of moves that are missing (Q-10)."""
    todo = (*difference(expected_table(state), sight, state), *untidy_rooms(state, sight))
    missing = [item for item in todo if item.key in ("todo_move_to_entrance", "todo_back_to_town")]
    if not missing:
        return Reading((BeginAdventure(),), todo=todo)
    first = missing[0]
    assert first.card is not None
    return Reading(questions=(Ask("Q-10", ("yes", "wait"), first.player, None, (first.card,)),), todo=todo)


def _scored_todo(state: State, sight: Sight) -> tuple[Todo, ...]:
    """Heroes that are dealt with but not yet laid among souls or wounds."""
    return tuple(todo for todo in hero_todo(state, sight) if todo.key in ("todo_score_soul", "todo_score_wound"))


def _sideways_todo(state: State, sight: Sight, cards: Catalog) -> tuple[Todo, ...]:
    """CP-8: rooms still lying sideways or slanted are turned upright, used ones slid back (BM-END-12, -13)."""
    rooms = {stack.top: player for player in state.living for stack in player.dungeon}
    known = [room for room in sight.rooms if room.copy in rooms]
    askew = [room for room in known if room.is_sideways or room.is_slanted]
    slid = [room for room in known if room.is_surely_slid and is_once_per_round(room.copy, cards)]
    return (
        *(Todo("todo_turn_upright", room.copy, rooms[room.copy].id) for room in askew),
        *(Todo("todo_slide_back", room.copy, rooms[room.copy].id) for room in slid),
    )
