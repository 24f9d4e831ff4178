"""What follows from the players' answers (rules 4.8)."""

from engine.boss_monster import (
    actions,
    adventure,
    bait,
    building,
    heroes,
    items,
    judging,
    levels,
    minibosses,
    reveal,
    rounds,
    seating,
    timing,
)
from engine.boss_monster.cards import Miniboss
from engine.boss_monster.commands import BuildRoom
from engine.boss_monster.corrections import MOVED
from engine.boss_monster.effects import agenda, announcing, on_building
from engine.boss_monster.events import (
    BuildDeclined,
    CardPlaced,
    Event,
    FactCorrected,
    MinibossDiscarded,
    MinibossLevelled,
    QuestionAnswered,
    QuestionAsked,
    Reminder,
    RoomDestroyed,
    RoomsSwapped,
    RoomTurned,
)
from engine.boss_monster.state import Phase, Question, Stack, State
from engine.boss_monster.words.meanings import Rooms
from engine.boss_monster.words.rooms import BuildNow, Destroy
from engine.core.cards import Catalog
from engine.core.copying import replace
from engine.core.errors import require
from engine.core.ids import CopyId, PlayerId

ABOUT_A_SLOT = frozenset({"Q-02", "Q-03", "Q-04", "Q-05", "Q-06", "Q-07", "Q-09", "Q-12", "Q-13", "Q-14"})
"""Questions that name a player and a slot."""
ABOUT_A_ROOM = frozenset({"Q-04", "Q-05", "Q-06", "Q-12", "Q-13"})
"""Those of them that need a room in the slot."""
BY_HAND = "by_hand"
"""Every question of a card can be answered so: the players carry the effect out themselves (rules 7.7)."""
BUILD_NOW = "build_now"
"""The question to which a room on the table is the answer."""
WHO_PLAYS = "who_plays"
"""A card lies on the spell pad, and several players could have laid it there."""
WAS_USED = "was_used"
"""A room is gone whose ability costs just that (BM-GLOSS-13)."""
WHAT_HAPPENED = ("destroyed", "covered", "returned", MOVED)


def offered(question: Question) -> tuple[str, ...]:
    """Everything that may be answered. What a card asks can always be settled by the players themselves (rules 7.7)."""
    return (*question.choices, BY_HAND) if question.of_task else question.choices


def answer(state: State, choice: str, cards: Catalog) -> rounds.Happening:
    """The players answered the pending question. "wait" only closes it: the table is looked at again."""
    question = state.question
    require(question is not None, "no_question")
    assert question is not None
    require(choice in offered(question), "not_a_choice")
    closed = replace(state, questions=state.questions[1:])
    if question.of_task:
        after = agenda.stop(closed) if choice == BY_HAND else agenda.answered(closed, choice)
        return after, (QuestionAnswered(question, choice),)
    if question.ask in ABOUT_A_ROOM and not _is_there(closed, question):  # corrected in the meantime
        return reveal.maybe_finish(closed, cards)
    after, events = _follow(closed, question, choice, cards)
    return after, (QuestionAnswered(question, choice), *events)


def waits_for_room(state: State, command: BuildRoom) -> bool:
    """Whether an effect lets this player build at once (FX-25)."""
    question = state.question
    return question is not None and question.key == BUILD_NOW and question.player == command.player


def built_now(state: State, command: BuildRoom, cards: Catalog) -> rounds.Happening:
    """The player laid the room that an effect allows."""
    player = actions.living_player(state, command.player)
    step = state.agenda[0].steps[0]
    require(command.room in cards, "unknown_card")
    allowed = isinstance(step, BuildNow) and on_building.suits(step, player, command.slot, cards[command.room])
    require(allowed, "build_not_allowed", "BM-BUILD-2")
    assert isinstance(step, BuildNow)
    state = agenda.bind(replace(state, questions=state.questions[1:]), answer="built", built_room=command.room)
    if isinstance(cards[command.room], Miniboss):
        require(command.slot not in player.all_face_down, "build_not_allowed", "BM-BUILD-14")
        slot = player.slot_at(command.slot)
        broken = building.why_no_miniboss(player, slot, state.options)
        require(not broken, "build_not_allowed", broken)
        require(player.coins > 0, "no_coins", "BM-MINI-6")
        return minibosses.pay_or_discard(state, player, slot, command.room, "pay", cards)
    return actions.build(state, player, command.slot, command.room, cards, anywhere=step.anywhere)


def _is_there(state: State, question: Question) -> bool:
    """Whether there is still a room that the question is about. Cards that are laid or revealed have places (Q-12)."""
    assert question.player is not None and question.slot is not None
    player = state.player(question.player)
    if question.ask == minibosses.PAY_OR_DISCARD:
        return building.covered_by(player, question.slot) is not None
    return 1 <= question.slot <= len(player.dungeon)


def _follow(state: State, question: Question, choice: str, cards: Catalog) -> rounds.Happening:
    match question.ask, choice:
        case "Q-02", _ if question.player is not None and question.slot is not None:
            return replace(state, told=(*state.told, (question.player, question.slot, CopyId(choice)))), ()
        case "Q-03", "yes":
            return _placed(state, question, cards)
        case "Q-03", "no":
            return _nothing_placed(state, question, cards)
        case "Q-04", "destroyed" | "returned":
            return _removed(state, question, choice, cards)
        case "Q-04", "covered" | "moved":
            explained = _explained(state, question)
            moved = ((MOVED, question.cards[0]),) if choice == MOVED else ()
            return replace(explained, explained=(*explained.explained, *moved)), ()
        case "Q-05", "yes":
            return _turned(state, question, deactivated=False)
        case "Q-06", _:
            return _turned(_explained(state, question), question, deactivated=choice == "yes")
        case "Q-07", "taken_back" | "discarded":
            return _not_built(state, question, cards, discarded=choice == "discarded")
        case "Q-08", "yes":
            return _changed_dungeons(state, question)
        case "Q-08", "misread":
            return _explained(state, question), ()
        case "Q-09", "stack" | "top":
            return _swapped(state, question, whole=choice == "stack")
        case "Q-11", _ if choice != "tie":
            return bait.to_entrance(state, question.cards[0], PlayerId(choice)), ()
        case "Q-12", _:
            return _miniboss(state, question, choice, cards)
        case "Q-13", _:
            return _set_level(state, question, choice)
        case "Q-15", _:
            return _chosen(state, question, choice, cards)
        case "Q-16", _ if question.player is not None:
            return items.keep_open(state, question, CopyId(choice))
        case "Q-19", _:
            return seating.first_of_tie(state, question, PlayerId(choice), cards)
        case "Q-20", "reshuffle":
            return state, (Reminder(f"reshuffle_{question.deck}" if question.deck else "reshuffle_rooms"),)
        case "Q-20", rounds.FINAL_SCORING:
            return judging.final_scoring(state, cards)
        case "Q-20", "continue" if question.rule == "BM-ITEM-4":
            return replace(state, no_more_items=True), ()
        case "Q-10", "yes":
            return _keep_queues(state, cards)
        case "Q-14", _:
            return _illegal_build(state, question, choice, cards)
    return state, ()


def _miniboss(state: State, question: Question, choice: str, cards: Catalog) -> rounds.Happening:
    """Q-12: the coin is paid, or the miniboss discarded."""
    assert question.player is not None and question.slot is not None
    player = state.player(question.player)
    slot = player.slot_at(question.slot)  # other cards of the row may have been revealed since
    after, events = minibosses.pay_or_discard(state, player, slot, question.cards[0], choice, cards)
    return _then(reveal.maybe_finish(after, cards), events)


def _set_level(state: State, question: Question, choice: str) -> rounds.Happening:
    """Q-13: the players say which level a miniboss shows, or that it is gone."""
    assert question.player is not None and question.slot is not None
    player = state.player(question.player)
    stack = player.dungeon[question.slot - 1]
    if stack.miniboss is None:
        return state, ()
    event: Event = MinibossDiscarded(player.id, stack.miniboss.copy)
    tucked = None
    if choice != "gone":
        tucked = replace(stack.miniboss, level=int(choice))
        event = MinibossLevelled(player.id, question.slot, tucked.copy, tucked.level)
    return state.with_player(building.with_stack(player, question.slot, replace(stack, miniboss=tucked))), (event,)


def _chosen(state: State, question: Question, choice: str, cards: Catalog) -> rounds.Happening:
    """Q-15: a choice that an effect or a rule leaves to the players."""
    if question.rule == "BM-ITEM-8":
        return items.take(state, question.cards[0], CopyId(choice), cards)
    if question.rule == "BM-BUILD-17" and question.player is not None:
        return levels.resolve_chosen(state, question.player, choice), ()
    if question.rule == "BM-ADV-24" and choice == "yes" and question.player is not None:
        return heroes.kill(state, question.cards[0], question.player, cards, outside=False)
    if question.key == WHO_PLAYS and choice != agenda.NONE:
        return announcing.announce(state, PlayerId(choice), question.cards[0], None, cards)
    if question.key == WAS_USED and _is_there(state, question):
        return _used_up(state, question, cards) if choice == "yes" else _taken_away(state, question, "destroyed", cards)
    return state, ()


def _used_up(state: State, question: Question, cards: Catalog) -> rounds.Happening:
    """The room was destroyed to use its ability."""
    assert question.player is not None and question.slot is not None
    room = state.player(question.player).dungeon[question.slot - 1].top
    return announcing.announce(state, question.player, room, own_price(state, room, cards), cards)


def own_price(state: State, room: CopyId, cards: Catalog) -> int | None:
    """The number of the ability that the owner of this room may use now by destroying it, if there is one."""
    for use in timing.possible(state, cards):
        cost = cards[use.card].abilities[use.ability].cost
        if use.card == room and any(isinstance(step, Destroy) and step.rooms is Rooms.THIS for step in cost):
            return use.ability
    return None


def _then(happening: rounds.Happening, before: tuple[Event, ...]) -> rounds.Happening:
    state, events = happening
    return state, (*before, *events)


def _keep_queues(state: State, cards: Catalog) -> rounds.Happening:
    """Q-10: the computed queues hold, whatever the table shows."""
    if state.phase is not Phase.BAITED:
        return state, ()
    return adventure.begin_or_end(state, cards)


def _placed(state: State, question: Question, cards: Catalog) -> rounds.Happening:
    """Q-03: the room vanished because a face-down card lies on it."""
    assert question.player is not None and question.slot is not None
    player = state.player(question.player)
    if state.phase is not Phase.BUILD or state.active != player.id:
        return state, ()
    state = state.with_player(building.without_face_down(player, question.slot))
    after, events = rounds.next_builder(state, cards)
    return after, (CardPlaced(player.id, question.slot), *events)


def _nothing_placed(state: State, question: Question, cards: Catalog) -> rounds.Happening:
    """Q-03: no card was laid at this place. If there was a room, what happened to it is asked next."""
    assert question.player is not None and question.slot is not None
    player = state.player(question.player)
    if building.covered_by(player, question.slot) is None:
        return _declined(state, question, cards)
    asked = replace(question, ask="Q-04", choices=WHAT_HAPPENED, slot=player.slot_at(question.slot))
    return replace(state, questions=(asked, *state.questions)), (QuestionAsked(asked),)


def _declined(state: State, question: Question, cards: Catalog) -> rounds.Happening:
    """Q-03: what lies left of the dungeon is no card; the player does not build (BM-BUILD-11)."""
    assert question.player is not None
    if state.phase is not Phase.BUILD or state.active != question.player:
        return state, ()
    state = state.with_player(building.without_face_down(state.player(question.player), None))
    after, events = rounds.next_builder(state, cards)
    return after, (BuildDeclined(question.player), *events)


def _removed(state: State, question: Question, choice: str, cards: Catalog) -> rounds.Happening:
    """Q-04: the top room left the dungeon. Where that is the price of its ability, the players say if they paid it."""
    assert question.player is not None and question.slot is not None
    room = state.player(question.player).dungeon[question.slot - 1].top
    if choice == "destroyed" and own_price(state, room, cards) is not None:
        asked = Question(agenda.CHOICE, (agenda.YES, agenda.NO), question.player, question.slot, (room,), key=WAS_USED)
        return replace(state, questions=(asked, *state.questions)), (QuestionAsked(asked),)
    return _taken_away(state, question, choice, cards)


def _taken_away(state: State, question: Question, choice: str, cards: Catalog) -> rounds.Happening:
    """What the table shows is believed, even of a deactivated room."""
    assert question.player is not None and question.slot is not None
    player = state.player(question.player)
    stack = player.dungeon[question.slot - 1]
    awake = state.with_player(building.with_stack(player, question.slot, replace(stack, deactivated=False)))
    after, events = actions.destroy(awake, awake.player(player.id), question.slot, cards)
    is_destroyed = choice == "destroyed"
    return after, tuple(event for event in events if is_destroyed or not isinstance(event, RoomDestroyed))


def _explained(state: State, question: Question) -> State:
    """Q-04, Q-06, Q-08: where or how this room lies is not asked again in this round, however long it stays so."""
    return replace(state, explained=(*state.explained, (question.ask, question.cards[0])))


def _turned(state: State, question: Question, *, deactivated: bool) -> rounds.Happening:
    """Q-05: an effect made the room active again. Q-06: the players say how it lies."""
    assert question.player is not None
    player = state.player(question.player)
    slot = building.slot_of(player, question.cards[0])
    if slot is None or player.dungeon[slot - 1].deactivated == deactivated:
        return state, ()
    stack = replace(player.dungeon[slot - 1], deactivated=deactivated)
    turned = RoomTurned(player.id, slot, stack.top, deactivated)
    return state.with_player(building.with_stack(player, slot, stack)), (turned,)


def _swapped(state: State, question: Question, *, whole: bool) -> rounds.Happening:
    """Q-09: two rooms of a dungeon changed places, with the cards below them or without."""
    assert question.player is not None
    player = state.player(question.player)
    slots = [slot for slot, stack in enumerate(player.dungeon, start=1) if stack.top in question.cards]
    if len(slots) != 2:
        return state, ()
    swapped = state.with_player(building.swap(player, slots[0], slots[1], whole=whole))
    return swapped, (RoomsSwapped(player.id, (slots[0], slots[1]), whole),)


def _changed_dungeons(state: State, question: Question) -> rounds.Happening:
    """Q-08: a room lies in another dungeon now, on what lay in its slot there or left of the others. A miniboss under
    it goes along; one under a room that it covers is lost (BM-MINI-12)."""
    assert question.player is not None and question.slot is not None
    room = question.cards[0]
    spots = [(p, slot) for p in state.players for slot, stack in enumerate(p.dungeon, 1) if room in stack.rooms]
    if not spots or spots[0][0].id == question.player:  # corrected in the meantime
        return state, ()
    owner, slot = spots[0]
    before = owner.dungeon[slot - 1]
    moved = Stack((room,))
    if before.top == room:
        moved = replace(before, rooms=(room,))
        state = state.with_player(building.remove_top(owner, slot))
    else:
        rest = tuple(other for other in before.rooms if other != room)
        state = state.with_player(building.with_stack(owner, slot, replace(before, rooms=rest)))
    host = state.player(question.player)
    events: tuple[Event, ...] = (FactCorrected(owner.id, ("dungeon",)), FactCorrected(host.id, ("dungeon",)))
    if question.slot > len(host.dungeon):
        return state.with_player(replace(host, dungeon=(*host.dungeon, moved))), events
    covered = host.dungeon[question.slot - 1]
    if covered.miniboss:
        events = (*events, MinibossDiscarded(host.id, covered.miniboss.copy))
    stack = replace(moved, rooms=(*covered.rooms, room))
    return state.with_player(building.with_stack(host, question.slot, stack)), events


def _not_built(state: State, question: Question, cards: Catalog, *, discarded: bool) -> rounds.Happening:
    """Q-07: the face-down card is gone."""
    assert question.player is not None and question.slot is not None
    player = state.player(question.player)
    after, gone = reveal.take_back(state, player, question.slot, discarded=discarded)
    return _then(reveal.maybe_finish(after, cards), gone)


def _illegal_build(state: State, question: Question, choice: str, cards: Catalog) -> rounds.Happening:
    """Q-14: the group decides about a card that the rules do not allow there (BM-BUILD-22)."""
    assert question.player is not None and question.slot is not None
    player = state.player(question.player)
    after, events = reveal.decide(state, player, question.slot, question.cards[0], choice, cards)
    return _then(reveal.maybe_finish(after, cards), events)
