"""A finger that plays whole evenings on the screen: it sees only views, and taps only what can be tapped."""

from random import Random

from companion.desk import View
from companion.views.adventure import AdventureView
from companion.views.bait import BaitView
from companion.views.ending import EndingView
from companion.views.model import TableView
from companion.views.page import Action, Page
from companion.views.watching import WatchView
from engine.boss_monster.commands import Announce, FinishBuild
from engine.boss_monster.state import Phase, State


def actions(view: View) -> list[Action]:
    """Everything that a view offers to tap."""
    match view:
        case Page():
            return [tile.action for tile in view.tiles()]
        case TableView():
            answers = [f"answer:{choice.value}" for choice in view.question.choices] if view.question else []
            return [*answers, "button:next", "button:pass", "button:undo", "button:repeat", "go:menu"]
        case BaitView() | EndingView() | WatchView():
            return [action for _, _, action in view.buttons]
        case AdventureView():
            return [*(action for _, _, action in view.buttons), *(tile.action for tile in view.reacts)]


def next_tap(view: View, state: State, dice: Random, eager: float = 0.0) -> Action:
    """What somebody taps who wants to go on; with `eager` players use their cards now and then."""
    offered = actions(view)
    reacts = [action for action in offered if isinstance(action, str) and action.startswith("go:react:")]
    if reacts and not state.announced and dice.random() < eager:
        return dice.choice(reacts)
    if isinstance(view, Page):
        return _on_page(view, offered, dice)
    answers = [action for action in offered if isinstance(action, str) and action.startswith("answer:")]
    if answers:
        return dice.choice([answer for answer in answers if answer != "answer:wait"] or answers)
    if state.phase is Phase.ADVENTURE and dice.random() < 0.7:
        return "button:pass"
    return "button:next"


def _on_page(page: Page, offered: list[Action], dice: Random) -> Action:
    if page.name == "start":
        return "go:new"
    if page.name == "new":
        return "new:begin"
    if page.name.startswith("react:"):
        uses = [action for action in offered if isinstance(action, Announce) and action.card is not None]
        return dice.choice(uses) if uses else "back"
    placing = [action for action in offered if isinstance(action, FinishBuild) and action.slot is not None]
    if placing:
        return dice.choice(placing)
    if page.name.startswith("entry:build"):
        return next(action for action in offered if isinstance(action, FinishBuild))
    wanted = ("pick:", "answer:", "slot:")
    picks = [action for action in offered if isinstance(action, str) and action.startswith(wanted)]
    return dice.choice(picks) if picks else "no_items"
