"""The common reveal: face-down cards become rooms or minibosses, or a question (BM-BUILD-15, -16, -22; BM-MINI-6)."""

from engine.boss_monster import building, levels, minibosses, rounds
from engine.boss_monster.cards import Miniboss, Room
from engine.boss_monster.commands import Placed
from engine.boss_monster.effects import agenda
from engine.boss_monster.events import BuildTakenBack, Event, MinibossDiscarded, QuestionAsked, RoomBuilt
from engine.boss_monster.state import Phase, Player, Question, State
from engine.boss_monster.switches import IllegalRevealPolicy
from engine.core.cards import Catalog
from engine.core.copying import replace
from engine.core.errors import require
from engine.core.ids import CopyId

ILLEGAL_BUILD = "Q-14"
KEEP_OR_NOT = ("take_back", "discard", "allow")
_POLICY = {
    IllegalRevealPolicy.ALLOW: "allow",
    IllegalRevealPolicy.DISCARD: "discard",
    IllegalRevealPolicy.RETURN_TO_HAND: "take_back",
}


def reveal_rooms(state: State, placed: tuple[Placed, ...], cards: Catalog) -> rounds.Happening:
    """CP-3: every face-down card is named. Legal cards are built at once; each illegal one becomes a question."""
    require(state.phase is Phase.REVEAL, "not_now", "CP-3")
    waiting = {(player.id, slot) for player in state.living for slot in player.all_face_down}
    require({(card.player, card.slot) for card in placed} == waiting, "not_all_revealed", "BM-BUILD-15")
    in_play = {room for player in state.players for stack in player.dungeon for room in stack.rooms}
    for card in placed:
        require(card.room in cards and isinstance(cards[card.room], Room | Miniboss), "unknown_card")
        require(card.room not in in_play, "room_already_built")
    events: list[Event] = []
    for player in state.living:  # BM-BUILD-16: in turn order
        for card in placed:
            if card.player == player.id:
                state, more = _build_or_ask(state, card, cards)
                events += more
    after, rest = maybe_finish(state, cards)
    return after, (*events, *rest)


def _build_or_ask(state: State, placed: Placed, cards: Catalog) -> rounds.Happening:
    """Build a legal card; put the rule and the choice before the players otherwise (BM-BUILD-22)."""
    player = state.player(placed.player)
    broken = building.why_not_this(state, player, placed.slot, placed.room, cards)
    if not broken:
        return build(state, player, placed.slot, placed.room, cards)
    # A miniboss without a room cannot even be allowed (BM-MINI-2).
    needs_room = isinstance(cards[placed.room], Miniboss) and building.covered_by(player, placed.slot) is None
    choices = KEEP_OR_NOT[:2] if needs_room else KEEP_OR_NOT
    policy = _POLICY.get(state.options.illegal_reveal_policy)
    if policy is not None and policy in choices:
        return decide(state, player, placed.slot, placed.room, policy, cards)
    question = Question(ILLEGAL_BUILD, choices, player.id, placed.slot, (placed.room,), broken)
    return replace(state, questions=(*state.questions, question)), (QuestionAsked(question),)


def decide(state: State, player: Player, slot: int, card: CopyId, choice: str, cards: Catalog) -> rounds.Happening:
    """What the group (or its house rule) says about an illegal card."""
    if choice == "allow":
        return build(state, player, slot, card, cards)
    return take_back(state, player, slot, discarded=choice == "discard")


def build(state: State, player: Player, slot: int, card: CopyId, cards: Catalog) -> rounds.Happening:
    """The card is built: a room counts from now on, a miniboss wants its coin (BM-MINI-6)."""
    if isinstance(cards[card], Miniboss):
        return minibosses.reveal(state, player, slot, card)
    over = building.covered_by(player, slot)
    built = building.turned_up(building.build(player, slot, card), slot)
    event = RoomBuilt(player.id, slot, card, over.top if over else None)
    lost = (MinibossDiscarded(player.id, over.miniboss.copy),) if over and over.miniboss else ()  # BM-MINI-12
    state = building.not_gone(state.with_player(built), card)
    return replace(state, built=(*state.built, (player.id, card))), (event, *lost)


def take_back(state: State, player: Player, slot: int, *, discarded: bool) -> rounds.Happening:
    """The face-down card does not become a room. Where its place closes, what is still open about others moves up."""
    if building.closes(player, slot):
        state = replace(
            state,
            questions=tuple(_moved_up(question, player, slot) for question in state.questions),
            told=tuple((who, at - (who == player.id and at > slot), card) for who, at, card in state.told),
        )
    return state.with_player(building.taken_back(player, slot)), (BuildTakenBack(player.id, slot, discarded),)


def _moved_up(question: Question, player: Player, slot: int) -> Question:
    is_beyond = question.player == player.id and question.slot is not None and question.slot > slot
    if not is_beyond or question.ask not in (ILLEGAL_BUILD, minibosses.PAY_OR_DISCARD):
        return question
    assert question.slot is not None
    return replace(question, slot=question.slot - 1)


def maybe_finish(state: State, cards: Catalog) -> rounds.Happening:
    """When no card is face-down and no question is open: level-ups and built effects, then the phase is closed."""
    if state.phase is not Phase.REVEAL or state.questions:
        return state, ()
    if any(player.all_face_down for player in state.living):
        return state, ()
    if any(task.flow == rounds.BUILDING_OVER for task in (*state.agenda, *state.due)):
        return state, ()
    return agenda.flow(levels.resolve(state), rounds.BUILDING_OVER), ()
