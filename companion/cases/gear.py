"""Cases about items: who takes which, and what lies open in a score area (BM-ITEM)."""

from companion.cases.cards import split_name
from companion.cases.fields import CaseError, Record, once, shown
from companion.cases.reading import Case
from companion.cases.sitting import EVERYWHERE, WITH_ITEMS, Result, Seat, Sitting, sets_of, sitting_for
from engine.boss_monster.cards import item_card
from engine.boss_monster.commands import BeginAdventure, KillHero, RevealHeroes, UseItem, WalkOn
from engine.boss_monster.decks import items_for
from engine.boss_monster.items import is_useless
from engine.boss_monster.state import HeroMark, Phase, Stack
from engine.core.ids import CopyId

MOST_ITEMS = 3
FIELDS = (
    "crash_landing",
    "sets",
    "town",
    "has_item",
    "star",
    "waiting_items",
    "reveal_items",
    "reveal_heroes",
    "reveal_target",
    "answer",
)


def items(case: Case) -> Result:
    """Items and heroes are revealed; who carries what, what waits, what left the game?"""
    given = case.given
    given.only(*FIELDS)
    town, new = _heroes(given, "town"), _heroes(given, "reveal_heroes")
    once((name, path) for name, _, path in (*town, *new))
    sitting = _table_for(case, len(new))
    stars = {name for name, _ in given.texts("star")}
    _check_names(given, "star", {name for name, _, _ in (*town, *new)})
    copies = {name: sitting.box.hero(name, kind, path, star=name in stars) for name, kind, path in (*town, *new)}
    here = tuple(copies[name] for name, _, _ in town)
    sitting.set(town=here, seen_heroes=here, phase=Phase.ROUND_START, active=None)
    _carry(sitting, given, copies)
    waiting = tuple(_item(sitting, word, path) for word, path in given.texts("waiting_items"))
    revealed = _drawn(sitting, given)
    sitting.set(items=waiting)
    sitting.do(RevealHeroes(tuple(copies[name] for name, _, _ in new), revealed))
    _answer_all(sitting, given)
    return Result(_who_carries(sitting, copies), (sitting,))


def _heroes(given: Record, name: str) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(*split_name(word, path), path) for word, path in given.texts(name)]


def _check_names(given: Record, name: str, known: set[str]) -> None:
    for word, path in given.texts(name):
        if word not in known:
            raise CaseError(f"there is no hero {shown(word)}", path)


def _table_for(case: Case, heroes: int) -> Sitting:
    """A table for as many players as so many new heroes and items need (BM-START-1, BM-ITEM-4)."""
    useful = sum(not word.endswith(":explorer") for word, _ in case.given.texts("reveal_items"))
    has_explorers = "crash_landing" in sets_of(case.given, WITH_ITEMS)
    count = len(case.given.texts("reveal_items")) if has_explorers else useful
    if "reveal_target" in case.given:
        count = min(count, case.given.whole("reveal_target"))
    if heroes > 6:
        raise CaseError("at most 6 heroes are revealed in a round (BM-START-1)", case.given.at("reveal_heroes"))
    if count > MOST_ITEMS:
        raise CaseError("at most 3 items are revealed in a round (BM-ITEM-4)", case.given.at("reveal_items"))
    players = next(people for people in range(max(heroes, 2), 7) if items_for(people) >= count)
    sitting = sitting_for(case, [f"player {seat}" for seat in range(1, players + 1)], WITH_ITEMS)
    sitting.sit(Seat(f"player {seat}", 1000 - seat) for seat in range(1, players + 1))
    return sitting


def _item(sitting: Sitting, word: str, path: tuple[str, ...], default: str | None = None) -> CopyId:
    name, kind = split_name(word, path, default)
    return sitting.box.item(name, kind, path)


def _carry(sitting: Sitting, given: Record, copies: dict[str, CopyId]) -> None:
    """Items that heroes carry already."""
    if "has_item" not in given:
        return
    carried = given.record("has_item")
    for name in carried.data:
        if name not in copies:
            raise CaseError(f"there is no hero {shown(name)}", carried.at(name))
        item = _item(sitting, carried.text(name), carried.at(name), "universal")
        sitting.state = sitting.state.with_mark(HeroMark(copies[name], item=item))


def _drawn(sitting: Sitting, given: Record) -> tuple[CopyId, ...]:
    """New items until enough of them are of use; the others are replaced by the next (BM-COMB-7)."""
    new = [_item(sitting, word, path) for word, path in given.texts("reveal_items")]
    if "reveal_target" not in given:
        return tuple(new)
    target, drawn = given.whole("reveal_target"), list[CopyId]()
    for item in new:
        if target == 0:
            break
        drawn.append(item)
        target -= not is_useless(item_card(sitting.box.catalog, item), sitting.state)
    return tuple(drawn)


def _answer_all(sitting: Sitting, given: Record) -> None:
    """A-27: the case may say which item a hero takes, as `answer: {W1: I2}`; the usual one came first."""
    wishes = given.record("answer") if "answer" in given else Record({}, ())
    while (question := sitting.state.question) is not None:
        name = sitting.name(question.cards[0])
        wish = wishes.text(name) if name in wishes else None
        choice = next((item for item in question.choices if sitting.name(CopyId(item)) == wish), None)
        if wish is not None and choice is None:
            raise CaseError(f"{name} cannot take {shown(wish)}", wishes.at(name))
        sitting.answer(choice, usual=question.choices[0])


def _who_carries(sitting: Sitting, copies: dict[str, CopyId]) -> dict[str, object]:
    carried = {name: sitting.state.mark(hero).item for name, hero in copies.items()}
    return {
        "attached": {name: sitting.name(item) for name, item in carried.items() if item is not None},
        "waiting_items": sitting.named(sitting.state.items),
        "removed_items": sitting.named(sitting.state.removed),
    }


# -- the score area ----------------------------------------------------------------------------------------------------

ME, OTHER = "me", "other"
RESULTS = ("dies", "survives", "killed_in_town")
HEALTHY = 99


def item_score(case: Case) -> Result:
    """Items of dead and surviving heroes, and their use (BM-ITEM-11 to -14)."""
    given = case.given
    given.only("open", "closed", "events", *EVERYWHERE)
    events = given.records("events", needed=True)
    sitting = sitting_for(case, (ME, OTHER), WITH_ITEMS)
    sitting.sit([Seat(ME, 900), Seat(OTHER, 100)])
    sitting.backstage.add(OTHER)
    opened = given.maybe("open")
    shut = [sitting.box.item(name, "universal", path) for name, path in given.texts("closed")]
    first = None if opened is None else sitting.box.item(opened, "universal", given.at("open"))
    sitting.change(ME, open_item=first, closed_items=tuple(shut))
    heroes = {number: _equipped(sitting, event) for number, event in enumerate(events) if "use" not in event}
    _begin(sitting, [heroes[number] for number in heroes if events[number].data.get("result") != "killed_in_town"])
    answer: dict[str, object] = {}
    for number, event in enumerate(events):
        if number in heroes:
            _finish_hero(sitting, event, heroes[number])
        else:
            _use(sitting, event)
        answer[f"after_{number + 1}"] = _score(sitting)
    return Result(answer, (sitting,))


def _equipped(sitting: Sitting, event: Record) -> CopyId:
    event.only("hero", "result", "souls", "wounds", "epic", "item", "keep_open")
    result = event.choice("result", RESULTS)
    hero = sitting.box.hero(
        event.text("hero"),
        path=event.at("hero"),
        health=HEALTHY if result == "survives" else 1,
        epic=event.flag("epic"),
        souls=event.whole("souls") if "souls" in event else None,
        wounds=event.whole("wounds") if "wounds" in event else None,
    )
    if event.maybe("item") is not None:
        item = sitting.box.item(event.text("item"), "universal", event.at("item"))
        sitting.state = sitting.state.with_mark(HeroMark(hero, item=item))
    if result == "killed_in_town":
        sitting.set(town=(*sitting.state.town, hero))
    return hero


def _begin(sitting: Sitting, queue: list[CopyId]) -> None:
    """The heroes wait in the order of the case; another player's hero keeps the round open until all is done."""
    last = sitting.box.hero("(other)")
    rooms = [sitting.box.room(name, Record({"dmg": 1}, ())) for name in ("mine", "(other)")]
    sitting.change(ME, entrance=tuple(queue), dungeon=(Stack((rooms[0],)),))
    sitting.change(OTHER, entrance=(last,), dungeon=(Stack((rooms[1],)),))
    sitting.set(seen_heroes=(*queue, *sitting.state.town, last), phase=Phase.BAITED, active=None)
    sitting.do(BeginAdventure())


def _finish_hero(sitting: Sitting, event: Record, hero: CopyId) -> None:
    if hero in sitting.state.town:
        sitting.do(KillHero(hero, sitting.id_of(ME)))
    while hero in sitting.player(ME).entrance:
        sitting.do(WalkOn())
    wish = event.maybe("keep_open")
    question = sitting.state.question
    choices = question.choices if question else ()
    choice = next((item for item in choices if sitting.name(CopyId(item)) == wish), None)
    if wish is not None and choice is None and wish not in _items(sitting):
        raise CaseError(f"{shown(wish)} does not lie there", event.at("keep_open"))
    if question is not None:
        sitting.answer(choice)


def _items(sitting: Sitting) -> list[str]:
    me = sitting.player(ME)
    return sitting.named((*me.closed_items, *((me.open_item,) if me.open_item else ())))


def _use(sitting: Sitting, event: Record) -> None:
    """Only the open item can be used, once (BM-ITEM-14); another one stays as it lies."""
    event.only("use")
    me = sitting.player(ME)
    if event.text("use") not in sitting.box.names.values():
        raise CaseError(f"there is no item {shown(event.text('use'))}", event.at("use"))
    if me.open_item is not None and sitting.name(me.open_item) == event.text("use"):
        sitting.do(UseItem(me.id))


def _score(sitting: Sitting) -> dict[str, object]:
    me = sitting.player(ME)
    return {
        "open": None if me.open_item is None else sitting.name(me.open_item),
        "closed": sitting.named(me.closed_items),
        "souls": me.souls,
        "wounds": me.wounds,
    }
