"""A game night, and what was played before: standings, the finale of the night, past games, and everybody's figures.

Pure: games come as records, colours by name.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from companion.chronicle import (
    FinishedGame,
    GameNight,
    Standing,
    leaders,
    night_story,
    shown_clock,
    standings,
)
from companion.lines import Amount, Line, line
from companion.phrasebook import Phrasebook
from companion.preferences import MOST_COLOURS, Person
from companion.views.ending import Bars, EndingView, ScoreRow
from companion.views.page import Kind, Page, Section, Tile
from engine.core.ids import CardId, copy_id

MOST_ROWS = 8
"""So many people have room on the scoreboard; the games of the night name everybody."""

MOST_CROWNS = 5
"""More wins are only told as a number."""


def colours_of(names: Iterable[str], known: Iterable[Person]) -> dict[str, int]:
    """A colour for everybody: the own one, or a free one where two had the same on different evenings."""
    own: dict[str, int] = {}
    for person in known:
        own.setdefault(person.name, person.colour)
    given: dict[str, int] = {}
    for place, name in enumerate(dict.fromkeys(names)):
        free = [colour for colour in range(MOST_COLOURS) if colour not in given.values()]
        liked = own.get(name)
        given[name] = liked if liked is not None and (liked in free or not free) else [*free, place % MOST_COLOURS][0]
    return given


# -- what is said ------------------------------------------------------------------------------------------------------


def night_line(night: GameNight) -> Line:
    """What is said when the next game of a night begins."""
    number, ranked = len(night.games) + 1, standings(night.games)
    ahead = leaders(ranked)
    if not night.games:
        return line("night_began", names=tuple(seat.name for seat in night.agreed.seats))
    if not ahead:
        return line("night_goes_on", number=number)
    key = "night_led" if len(ahead) == 1 else "night_level"
    return line(key, number=number, names=ahead, wins=Amount("win", ranked[0].wins))


def night_end(night: GameNight) -> Line:
    """What is said when a night is over."""
    ranked = standings(night.games)
    ahead = leaders(ranked)
    if not ahead:
        return line("night_without_games")
    key = "night_won" if len(ahead) == 1 else "night_shared"
    return line(key, names=ahead, wins=Amount("win", ranked[0].wins), games=Amount("game", len(night.games)))


# -- the scoreboard of a night -----------------------------------------------------------------------------------------


def night_view(
    night: GameNight, roster: Sequence[Person], book: Phrasebook, *, waits: bool, trouble: str = ""
) -> EndingView:
    """Tonight's standings. `waits` says that a game of the night was interrupted and goes on first."""
    go_on = ("next", book.text("start.resume"), "night:rematch")
    rematch = ("players", book.text("night.rematch"), "night:rematch")
    buttons = (
        ("pencil", book.text("night.change"), "go:new:night"),
        ("history", book.text("night.games"), f"go:games:{night.number}"),
        ("phase_over", book.text("night.end"), f"night:end:{night.number}"),
        go_on if waits else rematch,
    )
    view = _board(night, roster, book, book.say(night_line(night)), buttons)
    return replace(view, banners=(trouble,)) if trouble else view


def finale_view(night: GameNight, roster: Sequence[Person], book: Phrasebook, *, can_go_on: bool) -> EndingView:
    """The end of a night, also when it is looked up later. The newest can still go on."""
    more = ("undo", book.text("night.not_over"), f"night:go_on:{night.number}")
    people = ("players", book.text("night.people"), "go:people")
    buttons = (
        ("history", book.text("night.games"), f"go:games:{night.number}"),
        ("cards", book.text("night.history"), "go:history"),
        more if can_go_on else people,
        ("home", book.text("ending.start"), "go:start"),
    )
    return _board(night, roster, book, book.say(night_end(night)), buttons)


def _board(
    night: GameNight,
    roster: Sequence[Person],
    book: Phrasebook,
    prompt: str,
    buttons: tuple[tuple[str, str, str], ...],
) -> EndingView:
    ranked = standings(night.games) or _nobody_yet(night)
    colours = colours_of((each.name for each in ranked), (*night.agreed.seats, *roster))
    hidden = len(ranked) - MOST_ROWS
    more = book.text("night.more_people", number=hidden) if hidden > 0 else ""
    return EndingView(
        language=book.language,
        title=book.text("night.title"),
        round=book.text("night.played", number=len(night.games)),
        prompt=prompt,
        rows=tuple(_row(each, len(night.games), colours, book) for each in ranked[:MOST_ROWS]),
        goal=0,
        reason=f"{book.text('night.decides')} {more}".strip(),
        chart_title=book.text("night.chart"),
        curves=(),
        facts=_facts(night, colours, book),
        todo_title="",
        todo=(),
        buttons=buttons,
        labels=(book.many("soul"), book.many("wound"), book.text("out")),
        bars=tuple(_bars(number, game, colours) for number, game in enumerate(night.games, start=1)),
        can_go_back=True,
    )


def _nobody_yet(night: GameNight) -> tuple[Standing, ...]:
    """Before the first game is over everybody stands at the beginning."""
    return tuple(Standing(1, seat.name, 0, 0, 0, 0, 0, ()) for seat in night.agreed.seats)


def _row(each: Standing, games: int, colours: Mapping[str, int], book: Phrasebook) -> ScoreRow:
    wins = book.words(Amount("win", each.wins), "amount", None)
    places = ", ".join(str(place) for place in each.places)
    return ScoreRow(
        place=each.place if games else 0,
        name=each.name,
        colour=colours[each.name],
        boss=book.text("night.row", number=len(each.places), wins=wins, places=places) if places else "",
        souls=each.souls,
        wounds=each.wounds,
        new_souls=0,
        new_wounds=0,
        is_out=False,
        is_winner=each.place == 1 and each.wins > 0,
        pips=(("crown", each.wins, games),) if games else (),
    )


def _bars(number: int, game: FinishedGame, colours: Mapping[str, int]) -> Bars:
    return Bars(str(number), tuple((colours[seat.name], seat.souls) for seat in game.record.seats))


def _facts(night: GameNight, colours: Mapping[str, int], book: Phrasebook) -> tuple[Tile, ...]:
    if not night.games:
        return ()
    story = night_story(night.games)
    minutes = sum(game.minutes for game in night.games)
    facts = [
        Tile(book.text("ending.killed"), number=str(story.killed), icon="soul"),
        Tile(book.text("ending.survived"), number=str(story.survived), icon="wound"),
        Tile(book.text("night.minutes"), number=str(minutes), icon="history"),
    ]
    facts += _room_fact("ending.lethal", "skull", story.lethal, book)
    if story.baited is not None:
        name, count = story.baited
        facts.append(Tile(book.text("ending.baited"), note=name, number=str(count), colour=colours[name]))
    facts += _room_fact("night.hardest", "sword", story.hardest, book)
    return tuple(facts)


def _room_fact(key: str, icon: str, told: tuple[CardId, int] | None, book: Phrasebook) -> list[Tile]:
    if told is None:
        return []
    room, count = told
    return [Tile(book.text(key), note=book.card(copy_id(room, 1)), number=str(count), icon=icon)]


# -- pages -------------------------------------------------------------------------------------------------------------


def no_night_page(past: Sequence[GameNight], book: Phrasebook, trouble: str) -> Page:
    """Before a night: begin one, or look up what was."""
    begin = Tile(book.text("night.begin"), "go:new:night", book.text("night.begin_note"), "crown", golden=True)
    tiles = [begin]
    last = next((night for night in past if night.games), None)
    if last is not None:
        note = book.say(night_end(last))
        tiles.append(Tile(book.text("night.last"), f"go:finale:{last.number}", note, "phase_over"))
    others = (
        Tile(book.text("night.history"), "go:history", book.text("night.history_note"), "history"),
        Tile(book.text("night.people"), "go:people", book.text("night.people_note"), "players"),
    )
    text = trouble or book.text("night.text")
    return Page("night", book.text("night.title"), (Section(tuple(tiles)), Section(others)), text)


def games_page(night: GameNight, roster: Sequence[Person], book: Phrasebook, written: str) -> Page:
    """All games of a night with their times and places; each leads to its figures and its code."""
    names = (seat.name for game in night.games for seat in game.record.seats)
    colours = colours_of(names, (*night.agreed.seats, *roster))
    rows = tuple(
        _game_tile(book.text("night.game", number=number), game, colours, book)
        for number, game in enumerate(night.games, start=1)
    )
    done = (Tile(book.text("share.written"), note=written, icon="check"),) if written else ()
    sections = [Section(done, kind=Kind.ROWS)] if done else []
    sections += [Section(rows, kind=Kind.ROWS)] if rows else []
    files = f"night:export:{night.number}" if rows else ""
    footer = (
        Tile(book.text("night.history"), "go:history", icon="history"),
        Tile(book.text("share.export"), files, icon="sticker", golden=bool(rows), dim=not rows),
    )
    text = book.text("night.games_text") if rows else book.text("night.no_games")
    return Page(f"games:{night.number}", book.text("night.games"), tuple(sections), text, footer)


def history_page(
    nights: Sequence[GameNight], games: Sequence[FinishedGame], roster: Sequence[Person], book: Phrasebook, trouble: str
) -> Page:
    """Everything that was played, the newest first: nights as a whole, other games one by one."""
    inside = {game.number for night in nights for game in night.games}
    found = [(night.games[-1].number, _night_tile(night, roster, book)) for night in nights if night.games]
    for game in games:
        if game.number not in inside:
            colours = colours_of((seat.name for seat in game.record.seats), roster)
            found.append((game.number, _game_tile(book.text("night.single"), game, colours, book)))
    rows = tuple(tile for _, tile in sorted(found, key=lambda pair: -pair[0]))
    text = trouble or book.text("night.history_text" if rows else "night.no_history")
    footer = (Tile(book.text("night.people"), "go:people", icon="players"),)
    sections = (Section(rows, kind=Kind.ROWS),) if rows else ()
    return Page("history", book.text("night.history"), sections, text, footer)


def _night_tile(night: GameNight, roster: Sequence[Person], book: Phrasebook) -> Tile:
    ranked = standings(night.games)
    first = ranked[0].name
    colour = colours_of((first,), (*night.agreed.seats, *roster))[first]
    label = book.text("night.one", names=leaders(ranked) or (first,))
    played = book.text("night.played", number=len(night.games))
    note = _joined(played, _when(night.begun_at, book), ", ".join(each.name for each in ranked))
    place = f"go:finale:{night.number}" if night.is_over else "go:night"
    return Tile(label, place, note, "crown", colour=colour)


def _game_tile(title: str, game: FinishedGame, colours: Mapping[str, int], book: Phrasebook) -> Tile:
    first = game.record.seats[0].name
    label = book.text("night.won_by", title=title, name=first)
    scores = ", ".join(f"{seat.place}. {seat.name} {seat.souls}/{seat.wounds}" for seat in game.record.seats)
    minutes = book.text("night.lasted", number=game.minutes)
    note = _joined(scores, minutes, _when(game.begun_at, book))
    return Tile(label, f"go:game:{game.number}", note, "phase_over", colour=colours[first])


def _when(note: str, book: Phrasebook) -> str:
    """Day and time as people write them; nothing when the clock was never set."""
    moment = shown_clock(note)
    if moment is None:
        return ""
    day, month, year, time = moment.strftime("%d %m %Y %H:%M").split()
    return book.text("night.when", day=day, month=month, year=year, time=time)


def _joined(*words: str) -> str:
    return " · ".join(word for word in words if word)


def game_page(
    game: FinishedGame,
    night: GameNight | None,
    roster: Sequence[Person],
    code: tuple[str, ...],
    book: Phrasebook,
    written: str,
) -> Page:
    """One finished game: places with souls and wounds, how long it took, and its code for BG Stats."""
    record = game.record
    colours = colours_of((seat.name for seat in record.seats), roster)
    seats = tuple(
        Tile(
            f"{seat.place}. {seat.name}",
            note=_joined(
                book.card(seat.boss),
                book.words(Amount("soul", seat.souls), "amount", None),
                book.words(Amount("wound", seat.wounds), "amount", None),
            ),
            colour=colours[seat.name],
        )
        for seat in record.seats
    )
    sections = [Section(seats, kind=Kind.ROWS)]
    if written:
        done = Tile(book.text("share.written"), note=written, icon="check")
        sections.insert(0, Section((done,), kind=Kind.ROWS))
    footer = (
        Tile(book.text("night.open"), f"night:open:{game.number}", icon="undo"),
        Tile(book.text("share.export"), f"night:export_game:{game.number}", icon="sticker"),
    )
    rounds = book.text("night.rounds", number=record.rounds)
    minutes = book.text("night.lasted", number=game.minutes)
    text = _joined(rounds, minutes, _when(game.begun_at, book))
    title = book.text("night.single")
    if night is not None:
        title = book.text("night.game", number=1 + [each.number for each in night.games].index(game.number))
    return Page(f"game:{game.number}", title, tuple(sections), text, footer, picture=code)


def people_page(games: Sequence[FinishedGame], roster: Sequence[Person], book: Phrasebook) -> Page:
    """Everybody who ever played to the end here: games, wins, souls and wounds."""
    ranked = standings(reversed(games))
    colours = {each.name: colours_of((each.name,), roster)[each.name] for each in ranked}
    rows = tuple(
        Tile(
            each.name,
            note=_joined(
                *(
                    book.words(Amount(noun, count), "amount", None)
                    for noun, count in (
                        ("game", each.games),
                        ("win", each.wins),
                        ("soul", each.souls),
                        ("wound", each.wounds),
                    )
                )
            ),
            icons=("crown",) * min(each.wins, MOST_CROWNS),
            colour=colours[each.name],
        )
        for each in ranked
    )
    text = book.text("night.people_text" if rows else "night.no_history")
    sections = (Section(rows, kind=Kind.ROWS),) if rows else ()
    return Page("people", book.text("night.people"), sections, text)
