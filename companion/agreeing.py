"""The game that is being agreed on: who plays where, with which boxes and house rules."""

from dataclasses import replace

from companion.house import House
from companion.house_rules import rule_words
from companion.phrasebook import Phrasebook
from companion.preferences import Person, Preferences
from companion.views import newgame
from companion.views.newgame import Draft
from companion.views.page import Page
from engine.core.cards import Catalog


class Agreeing:
    """A draft of the next game, and the name that is being typed."""

    def __init__(self, house: House, preferences: Preferences) -> None:
        self.draft: Draft | None = None
        self.players = max(2, min(4, len(preferences.roster))) if preferences.roster else 4
        self.typed = ""
        self._house = house

    def current(self, liked: Preferences) -> Draft:
        """What is agreed so far; at first what the group usually plays."""
        if self.draft is None:
            self.draft = newgame.first_draft(liked, self.players, by_touch=not self._house.has_camera)
        return self.draft

    def page(self, name: str, rest: list[str], liked: Preferences, cards: Catalog, book: Phrasebook) -> Page | None:
        """The page of a place; nothing when what it was about is not there any more."""
        draft, titles, rules = self.current(liked), self._house.set_titles(), rule_words(book.language)
        match name, rest:
            case "new", _:
                camera = self._house.has_camera
                return newgame.new_game_page(
                    draft, titles, book, rules, cards, has_camera=camera, for_night=rest == ["night"]
                )
            case "seat", [seat] if int(seat) < len(draft.seats):
                return newgame.seat_page(draft, int(seat), liked, book)
            case "name", [seat]:
                return newgame.name_page(self.typed, int(seat), book)
            case "sets", _:
                return newgame.sets_page(draft, titles, book)
            case "rules", _:
                return newgame.rules_page(draft, book, rules)
            case "deck", _:
                return newgame.deck_page(draft, book, cards)
        return None

    def act(self, verb: str, rest: str, places: list[str], liked: Preferences) -> list[str]:
        """Something about the game was tapped: where that leads."""
        draft = self.current(liked)
        match verb:
            case "new":
                self.draft = replace(draft, by_touch=not draft.by_touch)
            case "player":
                self.draft = newgame.with_player(draft, liked)
            case "seat":
                return self._change_seat(draft, rest.split(":"), places, liked)
            case "type":
                self.typed = self.typed[:-1] if rest == "erase" else typed_name(self.typed, rest)
            case "name":
                seat = int(rest.partition(":")[2])
                if self.typed.strip():
                    person = replace(draft.seats[seat], name=self.typed.strip())
                    self.draft = newgame.seated(draft, seat, person)
                return places[:-1]
            case "set":
                self.draft = newgame.with_set(draft, rest)
            case "profile":
                self.draft = replace(draft, profile=rest, rules=())
            case "variant":
                known = draft.variants
                changed = tuple(name for name in known if name != rest) if rest in known else (*known, rest)
                self.draft = replace(draft, variants=changed)
            case "rule":
                self.draft = newgame.with_next_value(draft, rest)
        return places

    def _change_seat(self, draft: Draft, what: list[str], places: list[str], liked: Preferences) -> list[str]:
        seat = int(what[1])
        match what:
            case ["move", _, by]:
                self.draft = newgame.moved(draft, seat, int(by))
                return [*places[:-1], f"seat:{(seat + int(by)) % len(draft.seats)}"]
            case ["remove", _]:
                self.draft = newgame.without_player(draft, seat)
                return places[:-1]
            case ["colour", _, colour]:
                self.draft = newgame.seated(draft, seat, replace(draft.seats[seat], colour=int(colour)))
            case ["is", _, name]:
                known = next(person for person in liked.roster if person.name == name)
                self.draft = newgame.seated(draft, seat, Person(name, known.colour))
                return places[:-1]
        return places


def typed_name(typed: str, letter: str) -> str:
    """One more letter: the first of every word is large, the others small."""
    if len(typed) >= newgame.LONGEST_NAME:
        return typed
    return typed + (letter.upper() if not typed or typed[-1] in " -" else letter.lower())
