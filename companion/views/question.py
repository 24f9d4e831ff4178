"""A question with many answers, as a page of its own."""

from companion.phrasebook import Phrasebook
from companion.views.page import Page, Section, Tile
from companion.views.table import colour_of, owner_of, question_view
from engine.boss_monster.answers import offered
from engine.boss_monster.state import State

MANY_CHOICES = 4
"""More answers than these get a page of their own."""


def has_many_answers(state: State) -> bool:
    """Whether something is asked that has more answers than the table has room for."""
    return state.question is not None and len(offered(state.question)) > MANY_CHOICES


def question_page(state: State, book: Phrasebook, colours: tuple[int, ...]) -> Page:
    """What is asked, the card it is about, and every answer; where it matters, in whose dungeon it lies."""
    question, asked = state.question, question_view(state, book, colours)
    assert question is not None and asked is not None
    owners = {choice.value: owner_of(state, choice.value) for choice in asked.choices}
    tells_owner = len({owner for owner in owners.values() if owner is not None}) > 1
    shown = {
        value: colour_of(state, owner, colours) for value, owner in owners.items() if tells_owner and owner is not None
    }
    tiles = tuple(
        Tile(choice.label, f"answer:{choice.value}", colour=shown.get(choice.value)) for choice in asked.choices
    )
    sections = [Section(tiles)]
    about = next((card for card in question.cards if book.summary(card)), None)
    if about is not None:
        sections.insert(0, Section((Tile(book.card(about), note=book.summary(about), icon="cards"),)))
    footer = (
        Tile(book.text("button_undo"), "button:undo", icon="undo"),
        Tile(book.text("button_repeat"), "button:repeat", icon="repeat"),
        Tile(book.text("entry.table"), "peek", icon="phase_built"),
    )
    title = book.text("question.title")
    return Page(f"question:{question.ask}", title, tuple(sections), asked.text, footer, can_go_back=False)
