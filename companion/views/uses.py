"""What may be used now: spells and abilities with what they do and cost, to be picked from a list. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cards_db.texts import CardText
from companion.card_words import costs
from companion.phrasebook import Phrasebook
from engine.boss_monster import timing
from engine.boss_monster.cards import Item, Miniboss
from engine.boss_monster.commands import Announce
from engine.boss_monster.state import State
from engine.core.cards import Card, Catalog
from engine.core.ids import CardId, CopyId, PlayerId, card_of


@dataclass(frozen=True, slots=True)
class UseView:
    """One ability that a player may use now."""

    player: PlayerId
    player_name: str
    card: CopyId
    ability: int
    name: str
    """Of the card."""
    summary: str
    """What the ability does, in a few words of our own."""
    costs: tuple[str, ...] = ()
    from_hand: bool = False
    """It is played or discarded from the hand: only its owner knows whether it is there."""

    @property
    def command(self) -> Announce:
        """The order that uses it."""
        return Announce(self.player, self.card, self.ability)


@dataclass(frozen=True, slots=True)
class UseWords:
    """The words for the list: names of players, what cards do, what abilities cost."""

    book: Phrasebook
    words: Phrasebook
    """The words of the cards (`card_words.word_book`)."""
    texts: Mapping[CardId, CardText]


def table_uses(state: State, cards: Catalog, words: UseWords) -> tuple[UseView, ...]:
    """Everything that cards on the table let the players do now, in turn order."""
    return tuple(_view(use, state, cards, words) for use in timing.possible(state, cards))


def hand_uses(state: State, player: PlayerId, cards: Catalog, words: UseWords) -> tuple[UseView, ...]:
    """Every spell and card to discard that this player could use now if it is in hand, sorted by name.

    Only cards of the sets in play are listed.
    """
    in_play = cards.of_sets(state.options.sets)
    uses = [_view(use, state, cards, words, from_hand=True) for use in timing.from_hand(state, player, in_play)]
    return tuple(sorted(uses, key=lambda use: (use.name.casefold(), use.ability)))


def matching(uses: Iterable[UseView], typed: str) -> tuple[UseView, ...]:
    """The uses whose card has these letters in its name; names that begin with them come first."""
    wanted = typed.casefold().strip()
    found = [use for use in uses if wanted in use.name.casefold()]
    return tuple(sorted(found, key=lambda use: not use.name.casefold().startswith(wanted)))


def players_of(uses: Sequence[UseView]) -> tuple[PlayerId, ...]:
    """The players who may use something, each once."""
    return tuple(dict.fromkeys(use.player for use in uses))


def _view(use: timing.Use, state: State, cards: Catalog, words: UseWords, *, from_hand: bool = False) -> UseView:
    card = cards[use.card]
    return UseView(
        player=use.player,
        player_name=state.player(use.player).name,
        card=use.card,
        ability=use.ability,
        name=words.book.card(use.card),
        summary=_summary(card, use.ability, words.texts.get(card_of(use.card))),
        costs=costs(card.abilities[use.ability], words.words),
        from_hand=from_hand,
    )


def _summary(card: Card, ability: int, text: CardText | None) -> str:
    """What this ability does: of a miniboss its level, of an item the boss effect, else the whole card."""
    if text is None:
        return ""
    if isinstance(card, Miniboss) and ability < len(text.levels):
        return text.levels[ability]
    return text.boss if isinstance(card, Item) and text.boss else text.summary
