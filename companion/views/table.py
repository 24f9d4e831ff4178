"""From the game to the table as a screen shows it, with nothing left to decide. Pure; knows no Kivy."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from companion.narrator import question_part
from companion.phrasebook import Phrasebook
from companion.views.model import (
    ChoiceView,
    HeroView,
    Labels,
    MinibossView,
    PlayerView,
    QuestionView,
    RoomView,
    TableView,
    VerdictLine,
    WalkView,
)
from companion.views.names import short_names
from engine.boss_monster.answers import offered
from engine.boss_monster.bait import lure_all
from engine.boss_monster.cards import RoomKind, RoomType, Treasure, boss_card, hero_card, room_card
from engine.boss_monster.counts import (
    dungeon_damage,
    is_working,
    printed_damage,
    room_damage,
    treasure_in,
    treasure_of,
)
from engine.boss_monster.events import HeroBaited
from engine.boss_monster.heroes import health_of
from engine.boss_monster.state import Phase, Player, State
from engine.core.cards import Catalog
from engine.core.ids import CopyId, PlayerId

__all__ = ["TableView", "VerdictLine", "table_view"]

Colours: TypeAlias = tuple[int, ...]
"""The colour of each seat; without it everybody has the colour of the seat."""
ENTERED = (Phase.SETUP, Phase.ROUND_START, Phase.BUILD, Phase.REVEAL)
"""Phases in which cards come to the table: without a camera the people say which."""


def table_view(
    state: State,
    cards: Catalog,
    book: Phrasebook,
    prompt: str,
    lines: Sequence[VerdictLine],
    *,
    todo: Sequence[str] = (),
    banners: Sequence[str] = (),
    colours: Colours = (),
) -> TableView:
    """What the screen shows now. `lines` are the verdicts so far, newest last; `colours` those of the seats."""
    walk = _walk_view(state, cards, book)
    shown = _treasures_in_play(state, cards)
    players = tuple(_player_view(player, state, cards, book, walk, shown, colours) for player in state.players)
    now = bait_now(state, cards)
    return TableView(
        language=book.language,
        phase=book.text(f"phase_{state.phase.value}"),
        round=book.text("round", round=state.round) if state.round else book.text("before_round"),
        prompt=prompt,
        players=players or _empty_seats(state, book, shown, colours),
        town=tuple(_town_hero(hero, state, cards, book, now, colours) for hero in state.town),
        items=tuple(book.card(item) for item in state.items),
        verdicts=tuple(reversed(lines)),
        todo=tuple(todo),
        banners=tuple(banners),
        question=question_view(state, book, colours),
        walk=walk,
        labels=_labels(book),
        can_enter=state.phase in ENTERED and state.question is None,
    )


def bait_now(state: State, cards: Catalog) -> dict[CopyId, HeroBaited]:
    """Where every hero in town would go if the bait came now, and why."""
    if not state.living or not state.town:
        return {}
    _, verdicts = lure_all(replace(state, announced=()), cards)
    return {verdict.hero: verdict for verdict in verdicts}


def is_tie(verdict: HeroBaited) -> bool:
    """Whether a hero stays in town because several dungeons lure it equally (BM-BAIT-8), not for want of treasure."""
    return verdict.player is None and verdict.rule != "BM-BAIT-14" and any(count for _, count in verdict.counts)


def _town_hero(
    hero: CopyId,
    state: State,
    cards: Catalog,
    book: Phrasebook,
    now: Mapping[CopyId, HeroBaited],
    colours: Colours,
) -> HeroView:
    """A hero in town with the dungeon to which it would go."""
    plain, verdict = hero_view(hero, state, cards, book), now.get(hero)
    if verdict is None:
        return plain
    lured_by = None if verdict.player is None else colour_of(state, verdict.player, colours)
    return replace(plain, lured_by=lured_by, is_tied=is_tie(verdict))


def hero_view(hero: CopyId, state: State, cards: Catalog, book: Phrasebook) -> HeroView:
    """A hero with its names and numbers, and what it carries."""
    card, mark = hero_card(cards, hero), state.mark(hero)
    return HeroView(
        names=short_names(book.card(hero)),
        hero_class=card.hero_class,
        health=health_of(state, hero, cards),
        epic=card.epic,
        damage=mark.damage,
        item=book.card(mark.item) if mark.item else "",
        cannot_be_lured=mark.cannot_be_lured,
    )


def colour_of(state: State, player: PlayerId, colours: Colours = ()) -> int:
    """The colour of a seat; it stays the same whatever the turn order is."""
    seat = int(player[1:]) - 1
    return colours[seat] if seat < len(colours) else seat


def owner_of(state: State, card: str) -> PlayerId | None:
    """In whose dungeon a card lies, or at whose entrance."""
    for player in state.players:
        if card in player.entrance or any(card in stack.rooms for stack in player.dungeon):
            return player.id
    return None


def _treasures_in_play(state: State, cards: Catalog) -> tuple[Treasure, ...]:
    """BM-COMB-12: artifacts are only worth a column when somebody has some."""
    artifacts = any(treasure_of(state, player, cards)[Treasure.ARTIFACT] for player in state.living)
    return tuple(treasure for treasure in Treasure if artifacts or treasure is not Treasure.ARTIFACT)


def _player_view(
    player: Player,
    state: State,
    cards: Catalog,
    book: Phrasebook,
    walk: WalkView | None,
    shown: tuple[Treasure, ...],
    colours: Colours,
) -> PlayerView:
    boss = boss_card(cards, player.boss)
    treasure = treasure_of(state, player, cards)
    queue = player.entrance
    if walk is not None and walk.player == player.id:
        queue = queue[1:]  # the first hero of the queue is the one that walks
    return PlayerView(
        id=player.id,
        name=player.name,
        colour=colour_of(state, player.id, colours),
        boss=short_names(book.card(player.boss)),
        xp=book.text("xp", xp=boss.xp or "?"),
        boss_treasure=boss.treasure,
        souls=player.souls,
        wounds=player.wounds,
        damage=dungeon_damage(state, player, cards),
        treasure=tuple((each, treasure[each]) for each in shown),
        rooms=_room_views(player, state, cards, book, walk),
        queue=tuple(hero_view(hero, state, cards, book) for hero in queue),
        active=player.id == state.active,
        eliminated=player.eliminated,
        levelled_up=player.levelled_up,
        winner=player.id == state.winner,
        coins=player.coins if state.options.has_coins else None,
        open_item=book.card(player.open_item) if player.open_item else "",
        closed_items=len(player.closed_items),
        announced=any(waiting.player == player.id for waiting in state.announced),
    )


def _room_views(
    player: Player, state: State, cards: Catalog, book: Phrasebook, walk: WalkView | None
) -> tuple[RoomView, ...]:
    here = walk if walk is not None and walk.player == player.id else None
    apart = {
        place: RoomView(place, (book.text("face_down"),), pending=True, empty=True)
        for place in player.all_face_down
        if place in player.gone_under or place > player.places
    }
    rooms = {
        player.place_of(slot): _room_view(player, slot, state, cards, book, here)
        for slot in range(1, len(player.dungeon) + 1)
    }
    return tuple(view for _, view in sorted((rooms | apart).items(), reverse=True))


def _room_view(
    player: Player, slot: int, state: State, cards: Catalog, book: Phrasebook, walk: WalkView | None
) -> RoomView:
    stack = player.dungeon[slot - 1]
    room = room_card(cards, stack.top)
    damage, works = room_damage(state, player, slot, cards), is_working(player, slot, state.options)
    return RoomView(
        slot=slot,
        names=short_names(book.card(stack.top)),
        damage=damage,
        bonus=damage - printed_damage(state, player, slot, cards) if works else 0,
        treasure=treasure_in(state, player, slot, cards) if works else room.treasure,
        advanced=room.kind is RoomKind.ADVANCED,
        trap=room.type is RoomType.TRAP,
        covered=tuple(book.card(copy) for copy in reversed(stack.covered)),
        deactivated=stack.deactivated,
        pending=player.place_of(slot) in player.all_face_down,
        used=stack.used,
        miniboss=MinibossView(book.card(stack.miniboss.copy), stack.miniboss.level) if stack.miniboss else None,
        coins=stack.coins,
        walker=walk if walk is not None and walk.slot == slot else None,
    )


def _walk_view(state: State, cards: Catalog, book: Phrasebook) -> WalkView | None:
    if state.walk is None:
        return None
    walk = state.walk
    return WalkView(hero_view(walk.hero, state, cards, book), walk.player, walk.slot, walk.damage)


def _empty_seats(
    state: State, book: Phrasebook, shown: tuple[Treasure, ...], colours: Colours
) -> tuple[PlayerView, ...]:
    """Before the bosses are read there are only names."""
    nothing = tuple((treasure, 0) for treasure in shown)
    return tuple(
        PlayerView(
            id=PlayerId(f"p{seat + 1}"),
            name=name,
            colour=colours[seat] if seat < len(colours) else seat,
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


def question_view(state: State, book: Phrasebook, colours: Colours = ()) -> QuestionView | None:
    """The pending question with its answers in words."""
    question = state.question
    if question is None:
        return None
    text, labels = book.question(question_part(question), question, state)
    colour = None if question.player is None else colour_of(state, question.player, colours)
    choices = tuple(ChoiceView(value, label) for value, label in zip(offered(question), labels, strict=True))
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
        open=book.text("open"),
        used=book.text("used"),
        cannot_be_lured=book.text("cannot_be_lured"),
        out=book.text("out"),
        souls=book.many("soul"),
        wounds=book.many("wound"),
        damage=book.many("damage"),
        health=book.many("health"),
        coins=book.many("coin"),
        items=book.many("item"),
        treasure=tuple((each, book.many(each.value)) for each in Treasure),
        next=book.text("button_next"),
        pass_=book.text("button_pass"),
        undo=book.text("button_undo"),
        repeat=book.text("button_repeat"),
    )
