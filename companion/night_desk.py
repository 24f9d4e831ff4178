"""The pages of a game night and of the history at the screen, and what is tapped there. Knows no Kivy."""

from typing import Protocol

from companion.nights import Nights
from companion.phrasebook import Phrasebook
from companion.preferences import Person
from companion.views import night as pages
from companion.views.ending import EndingView
from companion.views.page import Page

PLACES = ("night", "finale", "games", "game", "history", "people")
"""Where these pages are found."""


class NightHouse(Protocol):
    """What the house does about nights and past games."""

    @property
    def nights(self) -> Nights:
        """Nights and history."""
        ...

    @property
    def night_trouble(self) -> str:
        """Why something is not kept or cannot be read, for people; nothing when all is well."""
        ...

    def is_in_night(self) -> bool:
        """Whether the game on the table belongs to the night that goes on."""
        ...

    def waits_in_night(self) -> bool:
        """Whether a game of the running night was interrupted."""
        ...

    def rematch(self) -> None:
        """The next game of the running night, as agreed; an interrupted one goes on."""
        ...

    def end_night(self, number: int) -> None:
        """The night is over."""
        ...

    def open_game(self, number: int) -> bool:
        """Let a finished game stand again, so that its end can be corrected. Says whether that was possible."""
        ...

    def code_of(self, number: int) -> tuple[str, ...]:
        """A finished game as a code for BG Stats; nothing when it cannot be replayed."""
        ...

    def export_game(self, number: int) -> str:
        """Write a finished game as CSV and JSON; where they lie, or why that failed."""
        ...

    def export_night(self, number: int) -> str:
        """Write a whole night as CSV and JSON; where they lie, or why that failed."""
        ...


def night_page(
    name: str, rest: list[str], house: NightHouse, roster: tuple[Person, ...], book: Phrasebook, written: str
) -> Page | EndingView | None:
    """The page of a place; nothing when what it was about is not there any more."""
    nights = house.nights
    match name, rest:
        case "night", _:
            running = nights.running()
            if running is None:
                return pages.no_night_page(nights.all_nights(), book, house.night_trouble)
            waits, trouble = house.waits_in_night(), house.night_trouble
            return pages.night_view(running, roster, book, waits=waits, trouble=trouble)
        case "finale", [number]:
            all_nights = nights.all_nights()
            night = next((each for each in all_nights if each.number == int(number)), None)
            is_newest = night is not None and all_nights[0].number == night.number
            return pages.finale_view(night, roster, book, can_go_on=is_newest) if night is not None else None
        case "games", [number]:
            night = nights.night(int(number))
            return pages.games_page(night, roster, book, written) if night is not None else None
        case "game", [number]:
            game = nights.game(int(number))
            if game is None:
                return None
            night = nights.night(game.night) if game.night is not None else None
            return pages.game_page(game, night, roster, house.code_of(game.number), book, written)
        case "history", _:
            all_nights, games = nights.all_nights(), nights.finished()
            return pages.history_page(all_nights, games, roster, book, house.night_trouble)
        case _:
            return pages.people_page(nights.finished(), roster, book)


def act(what: str, house: NightHouse, places: list[str]) -> tuple[list[str], str]:
    """Something about a night was tapped: where that leads, and what was written."""
    verb, _, number = what.partition(":")
    match verb:
        case "rematch":
            house.rematch()
            return [], ""
        case "end":
            house.end_night(int(number))
            return ["start", f"finale:{number}"], ""
        case "go_on":
            house.nights.go_on(int(number))
            return ["start", "night"], ""
        case "open":
            return ([], "") if house.open_game(int(number)) else (places, house.night_trouble)
        case "export_game":
            return places, house.export_game(int(number))
        case _:
            return places, house.export_night(int(number))
