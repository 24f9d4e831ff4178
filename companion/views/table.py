"""The table as a screen shows it: words, numbers and symbols, nothing left to decide. Pure; knows no Kivy."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.narrator import question_part
from companion.phrasebook import Phrasebook
from companion.views.names import short_names
from engine.boss_monster.cards import HeroClass, RoomKind, RoomType, Treasure, boss_card, hero_card, room_card
from engine.boss_monster.counts import dungeon_damage, room_damage, treasure_of
from engine.boss_monster.state import Player, Stack, State
from engine.core.cards import Catalog
from engine.core.ids import CopyId, PlayerId

SLOTS = 5
"""BM-BUILD-4"""


@dataclass(frozen=True, slots=True)
class VerdictLine:
    """A verdict with its reason."""

    text: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class HeroView:
    """A hero in town or at an entrance. `names` begins with the full name; the others are shorter."""

    names: tuple[str, ...]
    hero_class: HeroClass
    health: int
    epic: bool = False


@dataclass(frozen=True, slots=True)
class WalkView:
    """A hero in a room: the damage so far against its health."""

    hero: HeroView
    player: PlayerId
    slot: int
    damage: int

    @property
    def is_doomed(self) -> bool:
        """Whether the hero dies when it leaves the room (BM-ADV-7)."""
        return self.damage >= self.hero.health


@dataclass(frozen=True, slots=True)
class RoomView:
    """One slot of a dungeon. A slot that holds only a face-down card has no damage and no treasure yet."""

    slot: int
    names: tuple[str, ...]
    damage: int = 0
    treasure: tuple[Treasure, ...] = ()
    advanced: bool = False
    trap: bool = False
    covered: tuple[str, ...] = ()
    """Names of the rooms below, top first."""
    deactivated: bool = False
    pending: bool = False
    """A face-down card lies here (on top)."""
    empty: bool = False
    """Nothing but the face-down card."""
    walker: WalkView | None = None


@dataclass(frozen=True, slots=True)
class PlayerView:
    """One player's side of the table. `rooms` in walk order: entrance first, the room next to the boss last."""

    id: PlayerId
    name: str
    colour: int
    boss: tuple[str, ...]
    xp: str
    boss_treasure: tuple[Treasure, ...]
    souls: int
    wounds: int
    damage: int
    treasure: tuple[tuple[Treasure, int], ...]
    rooms: tuple[RoomView, ...]
    queue: tuple[HeroView, ...]
    active: bool = False
    eliminated: bool = False
    levelled_up: bool = False
    winner: bool = False


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """An answer: what is sent back, and what is written on the button."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class QuestionView:
    """The pending question."""

    text: str
    choices: tuple[ChoiceView, ...]
    colour: int | None = None
    """The colour of the player who is asked."""


@dataclass(frozen=True, slots=True)
class Labels:
    """The fixed words of the screen."""

    town: str
    town_empty: str
    verdicts: str
    verdicts_empty: str
    todo: str
    entrance: str
    face_down: str
    out: str
    souls: str
    wounds: str
    damage: str
    health: str
    treasure: tuple[tuple[Treasure, str], ...]
    next: str
    pass_: str
    undo: str
    repeat: str


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything on the main screen."""

    language: str
    phase: str
    round: str
    prompt: str
    players: tuple[PlayerView, ...]
    town: tuple[HeroView, ...]
    verdicts: tuple[VerdictLine, ...]
    """Newest first."""
    todo: tuple[str, ...]
    banners: tuple[str, ...]
    question: QuestionView | None
    walk: WalkView | None
    labels: Labels


def table_view(
    state: State,
    cards: Catalog,
    book: Phrasebook,
    prompt: str,
    lines: Sequence[VerdictLine],
    *,
    todo: Sequence[str] = (),
    banners: Sequence[str] = (),
) -> TableView:
    """What the screen shows now. `lines` are the verdicts so far, newest last."""
    walk = _walk_view(state, cards, book)
    shown = _treasures_in_play(state, cards)
    players = tuple(_player_view(player, state, cards, book, walk, shown) for player in state.players)
    return TableView(
        language=book.language,
        phase=book.text(f"phase_{state.phase.value}"),
        round=book.text("round", round=state.round) if state.round else book.text("before_round"),
        prompt=prompt,
        players=players or _empty_seats(state, book, shown),
        town=tuple(hero_view(hero, cards, book) for hero in state.town),
        verdicts=tuple(reversed(lines)),
        todo=tuple(todo),
        banners=tuple(banners),
        question=_question_view(state, book),
        walk=walk,
        labels=_labels(book),
    )


def hero_view(hero: CopyId, cards: Catalog, book: Phrasebook) -> HeroView:
    """A hero with its names and numbers."""
    card = hero_card(cards, hero)
    return HeroView(short_names(book.card(hero)), card.hero_class, card.health, card.epic)


def colour_of(state: State, player: PlayerId) -> int:
    """The colour of a seat; it stays the same whatever the turn order is."""
    return sorted(each.id for each in state.players).index(player)


def _treasures_in_play(state: State, cards: Catalog) -> tuple[Treasure, ...]:
    """BM-COMB-12: artifacts are only worth a column when somebody has some."""
    artifacts = any(treasure_of(player, cards)[Treasure.ARTIFACT] for player in state.living)
    return tuple(treasure for treasure in Treasure if artifacts or treasure is not Treasure.ARTIFACT)


def _player_view(
    player: Player,
    state: State,
    cards: Catalog,
    book: Phrasebook,
    walk: WalkView | None,
    shown: tuple[Treasure, ...],
) -> PlayerView:
    boss = boss_card(cards, player.boss)
    treasure = treasure_of(player, cards)
    queue = player.entrance
    if walk is not None and walk.player == player.id:
        queue = queue[1:]  # the first hero of the queue is the one that walks
    return PlayerView(
        id=player.id,
        name=player.name,
        colour=colour_of(state, player.id),
        boss=short_names(book.card(player.boss)),
        xp=book.text("xp", xp=boss.xp),
        boss_treasure=boss.treasure,
        souls=player.souls,
        wounds=player.wounds,
        damage=dungeon_damage(player, cards),
        treasure=tuple((each, treasure[each]) for each in shown),
        rooms=_room_views(player, cards, book, walk),
        queue=tuple(hero_view(hero, cards, book) for hero in queue),
        active=player.id == state.active,
        eliminated=player.eliminated,
        levelled_up=player.levelled_up,
        winner=player.id == state.winner,
    )


def _room_views(player: Player, cards: Catalog, book: Phrasebook, walk: WalkView | None) -> tuple[RoomView, ...]:
    here = walk if walk is not None and walk.player == player.id else None
    rooms = [_room_view(player, slot, stack, cards, book, here) for slot, stack in enumerate(player.dungeon, start=1)]
    if player.face_down is not None and player.face_down > len(rooms):
        rooms.append(RoomView(player.face_down, (book.text("face_down"),), pending=True, empty=True))
    return tuple(reversed(rooms))


def _room_view(
    player: Player, slot: int, stack: Stack, cards: Catalog, book: Phrasebook, walk: WalkView | None
) -> RoomView:
    room = room_card(cards, stack.top)
    return RoomView(
        slot=slot,
        names=short_names(book.card(stack.top)),
        damage=room_damage(player, slot, cards),
        treasure=room.treasure,
        advanced=room.kind is RoomKind.ADVANCED,
        trap=room.type is RoomType.TRAP,
        covered=tuple(book.card(copy) for copy in reversed(stack.covered)),
        deactivated=stack.deactivated,
        pending=player.face_down == slot,
        walker=walk if walk is not None and walk.slot == slot else None,
    )


def _walk_view(state: State, cards: Catalog, book: Phrasebook) -> WalkView | None:
    if state.walk is None:
        return None
    walk = state.walk
    return WalkView(hero_view(walk.hero, cards, book), walk.player, walk.slot, walk.damage)


def _empty_seats(state: State, book: Phrasebook, shown: tuple[Treasure, ...]) -> tuple[PlayerView, ...]:
    """Before the bosses are read there are only names."""
    nothing = tuple((treasure, 0) for treasure in shown)
    return tuple(
        PlayerView(
            id=PlayerId(f"p{seat + 1}"),
            name=name,
            colour=seat,
            boss=(book.text("no_boss"),),
            xp="",
            boss_treasure=(),
            souls=0,
            wounds=0,
            damage=0,
            treasure=nothing,
            rooms=(),
            queue=(),
        )
        for seat, name in enumerate(state.options.names)
    )


def _question_view(state: State, book: Phrasebook) -> QuestionView | None:
    question = state.question
    if question is None:
        return None
    text, labels = book.question(question_part(question), question, state)
    colour = None if question.player is None else colour_of(state, question.player)
    choices = tuple(ChoiceView(value, label) for value, label in zip(question.choices, labels, strict=True))
    return QuestionView(text, choices, colour)


def _labels(book: Phrasebook) -> Labels:
    return Labels(
        town=book.text("town"),
        town_empty=book.text("town_empty"),
        verdicts=book.text("verdicts"),
        verdicts_empty=book.text("verdicts_empty"),
        todo=book.text("todo"),
        entrance=book.text("entrance"),
        face_down=book.text("face_down"),
        out=book.text("out"),
        souls=book.many("soul"),
        wounds=book.many("wound"),
        damage=book.many("damage"),
        health=book.many("health"),
        treasure=tuple((each, book.many(each.value)) for each in Treasure),
        next=book.text("button_next"),
        pass_=book.text("button_pass"),
        undo=book.text("button_undo"),
        repeat=book.text("button_repeat"),
    )
