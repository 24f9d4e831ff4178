"""Cards and the catalog of all cards in play, frozen. Games add their own kinds of cards on top of `Card`."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from engine.core.effects import Ability, Step, Trigger
from engine.core.ids import CardId, Code, CopyId, card_of, copy_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A card design. `number` is the printed number; `abilities` what the card does, in printed order.

    Nothing is guessed: `unknown` names what nobody has read from the real card yet, and such a field holds None or is
    empty; `doubts` names fields whose value may be wrong, each with the reason.
    """

    id: CardId
    set: str
    number: str
    copies: int
    abilities: tuple[Ability, ...] = ()
    no_ability: bool = False
    """The card says more than its numbers, but nothing that it does."""
    unknown: tuple[str, ...] = ()
    doubts: tuple[tuple[str, str], ...] = ()

    @property
    def unsettled(self) -> tuple[str, ...]:
        """What the owner of the real card should look up: unknown and doubtful fields."""
        return (*self.unknown, *(field for field, _ in self.doubts))

    @property
    def copy_ids(self) -> tuple[CopyId, ...]:
        """The physical cards of this design."""
        return tuple(copy_id(self.id, number) for number in range(1, self.copies + 1))


@dataclass(frozen=True, slots=True)
class Said:
    """The moments at which a card speaks up, and the words that it says as long as it is visible."""

    moments: tuple[Trigger, ...]
    static: frozenset[type[Step]]

    @classmethod
    def by(cls, abilities: Iterable[Ability]) -> "Said":
        """What these abilities say."""
        static = (type(step) for ability in abilities if ability.when is Trigger.STATIC for step in ability.do)
        return cls(tuple(ability.when for ability in abilities), frozenset(static))


@dataclass(frozen=True, slots=True)
class Catalog:
    """Every card that may lie on the table, found by id, by physical copy or by sticker code."""

    cards: Mapping[CardId, Card]
    codes: Mapping[Code, CopyId]
    """Sticker code of every physical copy. Neutral backs and table markers are copies too."""
    code_of: Mapping[CopyId, Code] = field(init=False)
    _designs: dict[CopyId, Card] = field(init=False, repr=False, compare=False)
    """The design of every physical copy: looked up thousands of times in a round."""
    _said: dict[CopyId, Said] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", MappingProxyType(dict(self.cards)))
        object.__setattr__(self, "codes", MappingProxyType(dict(self.codes)))
        object.__setattr__(self, "code_of", MappingProxyType({copy: code for code, copy in self.codes.items()}))
        object.__setattr__(self, "_designs", {copy: card for card in self.cards.values() for copy in card.copy_ids})
        object.__setattr__(self, "_said", {})

    def __getitem__(self, copy: CopyId) -> Card:
        """The design of a physical copy."""
        return self._designs.get(copy) or self.cards[card_of(copy)]

    def said(self, copy: CopyId) -> Said:
        """What the abilities of a card are about, without looking at each of them: most have nothing to say now."""
        found = self._said.get(copy)
        if found is None:
            found = self._said[copy] = Said.by(self[copy].abilities)
        return found

    def __contains__(self, copy: object) -> bool:
        return isinstance(copy, str) and card_of(CopyId(copy)) in self.cards

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards.values())

    def __len__(self) -> int:
        return len(self.cards)

    def copy_of(self, code: Code) -> CopyId | None:
        """The physical card that carries this sticker, if it is one of ours."""
        return self.codes.get(code)

    def of_sets(self, sets: Iterable[str]) -> "Catalog":
        """Only the cards of these sets."""
        wanted = set(sets)
        cards = {id_: card for id_, card in self.cards.items() if card.set in wanted}
        return Catalog(cards, {code: copy for code, copy in self.codes.items() if card_of(copy) in cards})
