"""A new game, as it is being agreed on: players, boxes, house rules, and the hero deck that follows from them. Pure."""

from dataclasses import dataclass, replace

from companion.house_rules import VARIANTS, effect
from companion.phrasebook import Phrasebook
from companion.preferences import MOST_COLOURS, Person, Preferences
from companion.settings import NAMES
from companion.views.page import Kind, Page, Section, Tile
from engine.boss_monster import decks
from engine.boss_monster.cards import Hero
from engine.boss_monster.combination import setup_problems
from engine.boss_monster.options import (
    EXPANSIONS,
    PROMOS,
    STAND_ALONE,
    SWITCHES,
    Options,
    PlainValue,
    Switch,
    options_from,
    switch_named,
)
from engine.boss_monster.profiles import DEFAULT_PROFILE, PROFILES
from engine.core.cards import Catalog
from engine.core.ids import copy_id

FEWEST, MOST = 2, 6
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ"
LONGEST_NAME = 12


@dataclass(frozen=True, slots=True)
class Draft:
    """What the group has agreed on so far. Seats are clockwise around the table."""

    seats: tuple[Person, ...]
    sets: tuple[str, ...] = ("base",)
    profile: str = DEFAULT_PROFILE
    rules: tuple[tuple[str, PlainValue], ...] = ()
    """Single house rules on top of the profile."""
    variants: tuple[str, ...] = ()
    by_touch: bool = False

    @property
    def options(self) -> Options:
        """The options of the game that would begin now."""
        names = tuple(seat.name for seat in self.seats)
        variants = dict.fromkeys(self.variants, True)
        return options_from({**PROFILES[self.profile], **dict(self.rules)}, names=names, sets=self.sets, **variants)

    @property
    def colours(self) -> tuple[int, ...]:
        """The colour of each seat."""
        return tuple(seat.colour for seat in self.seats)


def first_draft(preferences: Preferences, players: int, *, by_touch: bool) -> Draft:
    """As many people as last time from the roster, else the usual names."""
    draft = Draft((), by_touch=by_touch)
    for _ in range(players):
        draft = with_player(draft, preferences)
    return draft


def with_player(draft: Draft, preferences: Preferences) -> Draft:
    """One more player: the next of the roster, with a colour that nobody has."""
    if len(draft.seats) >= MOST:
        return draft
    names = {seat.name for seat in draft.seats}
    known = [person for person in preferences.roster if person.name not in names]
    fresh = [Person(name, number) for number, name in enumerate(NAMES) if name not in names]
    person = (known or fresh)[0]
    sets = draft.sets
    if len(draft.seats) >= 4 and "crash_landing" not in sets:  # BM-COMB-4
        sets = (*sets, "crash_landing")
    return replace(draft, seats=(*draft.seats, _with_free_colour(person, draft.seats)), sets=sets)


def without_player(draft: Draft, seat: int) -> Draft:
    """One player less."""
    if len(draft.seats) <= FEWEST:
        return draft
    return replace(draft, seats=(*draft.seats[:seat], *draft.seats[seat + 1 :]))


def _with_free_colour(person: Person, seats: tuple[Person, ...]) -> Person:
    taken = {seat.colour for seat in seats}
    free = [number for number in range(MOST_COLOURS) if number not in taken]
    return person if person.colour not in taken else replace(person, colour=free[0])


def seated(draft: Draft, seat: int, person: Person) -> Draft:
    """Another person sits here; a name or colour that is taken changes places."""
    old = draft.seats[seat]
    others = list(draft.seats)
    others[seat] = person
    for number, other in enumerate(draft.seats):
        if number != seat and other.name == person.name:
            others[number] = replace(old, colour=others[number].colour)
        if number != seat and other.colour == person.colour:
            others[number] = replace(others[number], colour=old.colour)
    return replace(draft, seats=tuple(others))


def moved(draft: Draft, seat: int, by: int) -> Draft:
    """Two neighbours change seats."""
    other = (seat + by) % len(draft.seats)
    seats = list(draft.seats)
    seats[seat], seats[other] = seats[other], seats[seat]
    return replace(draft, seats=tuple(seats))


def with_set(draft: Draft, name: str) -> Draft:
    """A box is taken out of the shelf or put back."""
    if name in draft.sets:
        return replace(draft, sets=tuple(each for each in draft.sets if each != name))
    order = (*STAND_ALONE, *EXPANSIONS, PROMOS)
    return replace(draft, sets=tuple(sorted((*draft.sets, name), key=order.index)))


def with_next_value(draft: Draft, name: str) -> Draft:
    """The next value of a house rule."""
    switch = switch_named(name)
    values = switch.values
    current = switch.value_in(draft.options)
    following = values[(values.index(current) + 1) % len(values)]
    rules = {**dict(draft.rules), name: following}
    usual = dict(PROFILES[draft.profile]).get(name, switch.default)
    if following == usual:
        rules.pop(name)
    return replace(draft, rules=tuple(rules.items()))


# -- pages -------------------------------------------------------------------------------------------------------------


def new_game_page(
    draft: Draft,
    titles: dict[str, str],
    book: Phrasebook,
    rules: Phrasebook,
    cards: Catalog,
    *,
    has_camera: bool,
    for_night: bool = False,
) -> Page:
    """Everything that is agreed on, and the button to begin; `for_night` agrees for all games of an evening."""
    seats = [Tile(seat.name, f"go:seat:{number}", colour=seat.colour) for number, seat in enumerate(draft.seats)]
    if len(draft.seats) < MOST:
        seats.append(Tile(book.text("new.add"), "player:add", icon="plus"))
    boxes = ", ".join(titles[name] for name in draft.sets)
    profile, _ = _name_and_effect(rules.text(f"profile.{draft.profile}"))
    changed = len(draft.rules) + len(draft.variants)
    note = book.text("new.rules_changed", number=changed) if changed else profile
    ordinary, epic = decks.hero_deck_counts(draft.options, cards)
    deck = book.text("new.deck_note", ordinary=ordinary, epic=epic)
    how = [
        Tile(book.text("new.boxes"), "go:sets", boxes, "cards"),
        Tile(book.text("new.rules"), "go:rules", note, "history"),
        Tile(book.text("new.deck"), "go:deck", deck, "mage"),
    ]
    if has_camera:
        key = "new.by_touch" if draft.by_touch else "new.by_camera"
        how.append(Tile(book.text(key), "new:touch", book.text(f"{key}_note"), "hand" if draft.by_touch else "camera"))
        how.append(Tile(book.text("new.camera"), "go:camera", book.text("new.camera_note"), "camera"))
    problems = setup_problems(draft.options)
    text = (
        rules.text(f"problem.{problems[0].key}") if problems else book.text("night.agree" if for_night else "new.text")
    )
    can_begin = not any(problem.is_error for problem in problems)
    begin = Tile(
        book.text("new.begin"), "new:begin" if can_begin else "", icon="next", golden=can_begin, dim=not can_begin
    )
    sections = (Section(tuple(seats), book.text("new.players")), Section(tuple(how), book.text("new.how")))
    title = book.text("night.title" if for_night else "new.title")
    return Page("new", title, sections, text, (begin,))


def seat_page(draft: Draft, seat: int, preferences: Preferences, book: Phrasebook) -> Page:
    """One player: name, colour with symbol, and seat."""
    person = draft.seats[seat]
    sitting = {each.name for each in draft.seats}
    known = [each for each in preferences.roster if each.name not in sitting]
    own = [
        Tile(book.text("seat.rename"), f"go:name:{seat}", icon="pencil"),
        Tile(book.text("seat.left"), f"seat:move:{seat}:-1", icon="left"),
        Tile(book.text("seat.right"), f"seat:move:{seat}:1", icon="right"),
    ]
    if len(draft.seats) > FEWEST:
        own.append(Tile(book.text("seat.remove"), f"seat:remove:{seat}", icon="home"))
    colours = tuple(
        Tile("", f"seat:colour:{seat}:{number}", colour=number, chosen=number == person.colour)
        for number in range(MOST_COLOURS)
    )
    sections = [Section(tuple(own)), Section(colours, book.text("seat.colour"), Kind.KEYS)]
    if known:
        roster = tuple(Tile(each.name, f"seat:is:{seat}:{each.name}", colour=each.colour) for each in known)
        sections.append(Section(roster, book.text("seat.roster")))
    place = book.text("seat.place", number=seat + 1, count=len(draft.seats))
    return Page(f"seat:{seat}", person.name, tuple(sections), place)


def name_page(typed: str, seat: int, book: Phrasebook) -> Page:
    """Type a name; a real keyboard works as well."""
    keys = tuple(Tile(letter, f"type:{letter}") for letter in LETTERS)
    more = (
        Tile("-", "type:-"),
        Tile(book.text("name.space"), "type: "),
        Tile("", "type:erase", icon="back_arrow"),
    )
    ready = Tile(book.text("name.done"), f"name:done:{seat}" if typed.strip() else "", icon="check", golden=True)
    shown = Tile(typed or book.text("name.empty"), icon="pencil", dim=not typed)
    rows = (Section((shown,), kind=Kind.ROWS), Section(keys, kind=Kind.KEYS), Section(more, kind=Kind.KEYS))
    return Page(f"name:{seat}", book.text("name.title"), rows, footer=(ready,), types=True)


def sets_page(draft: Draft, titles: dict[str, str], book: Phrasebook) -> Page:
    """Which boxes are on the table."""
    games = tuple(Tile(titles[name], f"set:{name}", chosen=name in draft.sets) for name in STAND_ALONE)
    more = tuple(Tile(titles[name], f"set:{name}", chosen=name in draft.sets) for name in (*EXPANSIONS, PROMOS))
    sections = (Section(games, book.text("sets.games")), Section(more, book.text("sets.expansions")))
    return Page("sets", book.text("new.boxes"), sections, book.text("sets.text"))


def rules_page(draft: Draft, book: Phrasebook, rules: Phrasebook) -> Page:
    """Profile, variants, and every house rule with what it means; each tap is its next value."""
    profiles = tuple(_choice_tile("profile", name, rules, chosen=name == draft.profile) for name in PROFILES)
    variants = tuple(_choice_tile("variant", name, rules, chosen=name in draft.variants) for name in VARIANTS)
    options = draft.options
    switches = tuple(_switch_tile(switch, options, draft, rules) for switch in SWITCHES)
    sections = (
        Section(profiles, book.text("rules.profiles"), Kind.ROWS),
        Section(variants, rules.text("variants"), Kind.ROWS),
        Section(switches, book.text("rules.single"), Kind.ROWS),
    )
    return Page("rules", book.text("new.rules"), sections, book.text("rules.text"))


def _choice_tile(sort: str, name: str, rules: Phrasebook, *, chosen: bool) -> Tile:
    title, meaning = _name_and_effect(rules.text(f"{sort}.{name}"))
    return Tile(title, f"{sort}:{name}", meaning, chosen=chosen)


def _name_and_effect(text: str) -> tuple[str, str]:
    """ "Intrigue: who gained no soul draws" as what it is called and what it means."""
    name, _, meaning = text.partition(": ")
    return name, meaning[:1].upper() + meaning[1:]


def _switch_tile(switch: Switch, options: Options, draft: Draft, rules: Phrasebook) -> Tile:
    value = switch.value_in(options)
    about, meaning = rules.text(f"{switch.name}.about"), effect(switch, value, rules)
    return Tile(about, f"rule:{switch.name}", meaning, chosen=switch.name in dict(draft.rules))


def deck_page(draft: Draft, book: Phrasebook, cards: Catalog) -> Page:
    """The check list of the hero deck: how many of each, and which heroes stay in the box (BM-HERO-1 to -5)."""
    options = draft.options
    ordinary, epic = decks.hero_deck_counts(options, cards)
    own = (options.hero_set, "crash_landing") if options.has_crash_landing else (options.hero_set,)
    left = [
        card
        for card in cards
        if isinstance(card, Hero) and card.set in own and not decks.is_in_hero_deck(card, options)
    ]
    steps = (
        Tile(book.text("deck.ordinary"), note=book.text("deck.ordinary_text"), number=str(ordinary), icon="fighter"),
        Tile(book.text("deck.epic"), note=book.text("deck.epic_text"), number=str(epic), icon="mage"),
    )
    boxed = tuple(
        Tile(book.card(copy_id(card.id, 1)), icon=card.hero_class.value, number=str(card.players or ""), dim=True)
        for card in sorted(left, key=lambda card: (card.players or 0, card.epic, card.id))
    )
    sections = [Section(steps, kind=Kind.ROWS)]
    if boxed:
        sections.append(Section(boxed, book.text("deck.boxed", number=len(boxed))))
    text = book.text(
        "deck.text", symbols=", ".join(str(number) for number in range(2, min(4, options.player_count) + 1))
    )
    return Page("deck", book.text("new.deck"), tuple(sections), text)
