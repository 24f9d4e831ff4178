"""The person at the screen: which page is open, what was tapped so far, and what a tap means. Knows no Kivy.

`view()` gives what the screen shows, `act()` takes what was tapped. Whatever concerns the game goes through the inbox
like every other message.
"""

from dataclasses import replace
from typing import Protocol, TypeAlias

from companion import night_desk
from companion.house_rules import rule_words
from companion.inbox import Ordered
from companion.night_desk import NightHouse
from companion.preferences import Person, Preferences
from companion.session import Session
from companion.views import cards as card_pages
from companion.views import correct, entry, menus, newgame, why
from companion.views.adventure import AdventureView, adventure_view
from companion.views.bait import BaitView, bait_view, latest_bait
from companion.views.ending import EndingView, ending_view
from companion.views.menus import Start
from companion.views.model import TableView
from companion.views.newgame import Draft
from companion.views.page import Action, Page, Section, Tile
from companion.views.react import react_page
from companion.views.table import colour_of, owner_of, question_view
from companion.views.timeline import timeline_page
from companion.views.watching import Sight, WatchView, Where, next_card
from engine.boss_monster.answers import BUILD_NOW, offered
from engine.boss_monster.cards import Item
from engine.boss_monster.commands import Ask
from engine.boss_monster.state import Phase, State
from engine.core.cards import Catalog
from engine.core.commands import Redo, Undo
from engine.core.ids import CopyId, PlayerId
from hw.panel import Button

View: TypeAlias = TableView | BaitView | AdventureView | EndingView | Page | WatchView
MANY_CHOICES = 4
"""More answers than these get a page of their own."""
MOMENTARY = ("rooms", "heroes", "boss", "react")
"""Pages that are left as soon as something was picked."""


class House(NightHouse, Protocol):
    """What a whole evening can do besides the game that is being played."""

    @property
    def has_camera(self) -> bool:
        """Whether a real camera hangs above the table."""
        ...

    @property
    def can_look(self) -> bool:
        """Whether there is a camera to look through, real or simulated."""
        ...

    def open_eyes(self, sets: tuple[str, ...]) -> None:
        """Let people look through the camera, also before a game."""
        ...

    def sight(self, where: Where | None = None) -> Sight | None:
        """What the camera sees now, and the part of it that is wanted; nothing before its eyes are open."""
        ...

    def start_info(self) -> Start:
        """What the start page tells."""
        ...

    def resume(self) -> None:
        """Go on with the interrupted game."""
        ...

    def begin(self, draft: Draft, *, in_night: bool) -> None:
        """Begin a new game as agreed; in a night it is the next one, or the first of a new night."""
        ...

    def begin_guided(self) -> None:
        """Begin a first evening on the simulated table."""
        ...

    def prefer(self, preferences: Preferences) -> None:
        """Keep what the group likes, and let it count at once."""
        ...

    @property
    def catalog(self) -> Catalog:
        """All cards as the owner knows them now."""
        ...

    def learn(self, card: str, key: str, value: str) -> str:
        """The owner read a fact from a real card; says what became of it."""
        ...

    def set_titles(self) -> dict[str, str]:
        """The titles of all boxes in the language that is spoken."""
        ...

    def sticker_sets(self) -> tuple[tuple[str, str, int, bool], ...]:
        """The boxes for which stickers can be made: id, title, number, chosen."""
        ...

    def choose_stickers(self, set_: str) -> None:
        """Take a box into the sheet, or leave it out."""
        ...

    def write_stickers(self) -> str:
        """Begin to write the sheet; what is said meanwhile."""
        ...

    def share_code(self) -> tuple[str, ...]:
        """The finished game as a code for BG Stats."""
        ...

    def export(self) -> str:
        """Write the finished game as CSV and JSON; where they lie, or why that failed."""
        ...


class Desk:
    """Navigation and drafts around a session. `place` is the page that is open; empty is the game itself."""

    def __init__(self, session: Session, house: House, preferences: Preferences, *, at_start: bool = True) -> None:
        self.session, self.house, self.preferences = session, house, preferences
        self.inches = preferences.inches
        self.places: list[str] = ["start"] if at_start else []
        self.draft: Draft | None = None
        self.picks = entry.Picks()
        self.players = max(2, min(4, len(preferences.roster))) if preferences.roster else 4
        self._typed = ""
        self._written = ""
        self._looked_at = ""
        self._moment: object = None
        self._is_peeking = False
        self._version = 0
        self._shown: tuple[object, View] | None = None

    # -- what is shown -----------------------------------------------------------------------------------------------

    def view(self) -> View:
        """What the screen shows now."""
        self._follow_the_game()
        key = (self._version, self.session.version, self.session.announcer.book.language, self._picture_number())
        if self._shown is None or self._shown[0] != key:
            self._shown = (key, self._make_view())
        return self._shown[1]

    def _follow_the_game(self) -> None:
        """A new moment of the game ends peeking, and picks of the old one mean nothing."""
        state = self.session.host.state
        now = (state.phase, state.round, state.active, state.question, len(self.session.host.game.history.turns))
        if now != self._moment:
            self._moment, self._is_peeking, self.picks = now, False, entry.Picks()
            self._version += 1

    def _picture_number(self) -> int:
        """While somebody looks through the camera, or it shows what is asked about, every picture is a new view."""
        sight = self.house.sight() if self.places[-1:] == ["camera"] else self._unclear_sight()
        return sight.picture.number if sight is not None else 0

    def _unclear_sight(self) -> Sight | None:
        """What the camera sees of the place that is asked about."""
        where = self._unclear_place()
        return self.house.sight(where) if where is not None else None

    def _unclear_place(self) -> Where | None:
        """How to find the place that is asked about; nothing without a camera, or when all is clear."""
        host = self.session.host
        is_watched = host.seen is not None and not host.by_touch and not host.camera_trouble
        if self.places or not is_watched or not (host.state.question or host.todo):
            return None
        from companion.views.cutout import where_unclear  # loads OpenCV, as the camera does

        return where_unclear(host.state, host.todo, host.game.cards)

    def _make_view(self) -> View:
        page = self._page(self.places[-1]) if self.places else None
        view: View = page if page is not None else self._game_view()
        if isinstance(view, Page) and self.session.refused:
            return replace(view, text=self.session.refused)
        is_question = isinstance(view, Page) and view.name.startswith("question:")
        return self._with_cutout(view) if isinstance(view, TableView) or is_question else view

    def _with_cutout(self, view: View) -> View:
        """The same table or question, with the picture of what is asked about."""
        if self._unclear_place() is None or not isinstance(view, TableView | Page):
            return view
        from companion.views.cutout import cutout

        sight, host = self._unclear_sight(), self.session.host
        cut = cutout(sight, host.state, host.todo, host.game.cards, self.session.announcer.book)
        return replace(view, cutout=cut, looks=True)

    def _game_view(self) -> View:
        """The screen that fits the phase, unless somebody peeks at the whole table."""
        state, session = self.session.host.state, self.session
        book, cards, colours = session.announcer.book, session.host.game.cards, session.colours
        if state.question is not None and state.question.key == BUILD_NOW and session.host.by_touch:
            return entry.build_now_page(state, self.picks, cards, book, colours)
        if self._is_peeking and self._has_many_answers():
            return replace(session.view(), question=None)
        if state.question is not None:
            return self._question_page(state) if self._has_many_answers() else session.view()
        if self._is_peeking:
            return session.view()
        table = session.view()
        match state.phase:
            case Phase.BAITED:
                history = session.host.game.history
                return bait_view(
                    state,
                    latest_bait(history),
                    session.host.todo,
                    cards,
                    book,
                    colours,
                    table.prompt,
                    is_watched=session.host.seen is not None and not session.host.by_touch,
                    banners=table.banners,
                )
            case Phase.ADVENTURE:
                return adventure_view(state, table, cards, book, colours, animated=self.preferences.animations)
            case Phase.ROUND_END | Phase.OVER:
                return self._ending(state, table)
            case _ if session.host.by_touch and not state.announced:
                return entry.entry_page(state, self.picks, cards, book, colours) or table
            case _:
                return table

    def _ending(self, state: State, table: TableView) -> EndingView:
        session = self.session
        told = table.verdicts[0] if table.verdicts and state.phase is Phase.OVER else None
        reason = f"{told.text} {told.why}".strip() if told else (table.verdicts[0].text if table.verdicts else "")
        game, book = session.host.game, session.announcer.book
        return ending_view(
            state,
            game.history,
            game.cards,
            book,
            session.colours,
            table.prompt,
            table.todo,
            reason,
            table.banners,
            in_night=state.phase is Phase.OVER and self.house.is_in_night(),
        )

    def _has_many_answers(self) -> bool:
        question = self.session.host.state.question
        return question is not None and len(offered(question)) > MANY_CHOICES

    def _question_page(self, state: State) -> Page:
        """A question with many answers, as a page."""
        question, book = state.question, self.session.announcer.book
        asked = question_view(state, book, self.session.colours)
        assert question is not None and asked is not None
        owners = {choice.value: owner_of(state, choice.value) for choice in asked.choices}
        tells_owner = len({owner for owner in owners.values() if owner is not None}) > 1
        colours = {
            value: colour_of(state, owner, self.session.colours)
            for value, owner in owners.items()
            if tells_owner and owner is not None
        }
        tiles = tuple(
            Tile(choice.label, f"answer:{choice.value}", colour=colours.get(choice.value)) for choice in asked.choices
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

    def _page(self, place: str) -> Page | EndingView | WatchView | None:
        """The page of a place; nothing when the game has gone on and it makes no sense any more."""
        name, *rest = place.split(":")
        book, game = self.session.announcer.book, self.session.host.game
        match name:
            case "start":
                return menus.start_page(self.house.start_info(), book)
            case "menu":
                host = self.session.host
                can_redo = bool(game.history.undone)
                return menus.menu_page(
                    book,
                    by_touch=host.by_touch,
                    has_camera=self.house.has_camera,
                    can_look=self.house.can_look,
                    can_redo=can_redo,
                )
            case "camera":
                return self._watch_view()
            case "settings":
                return menus.settings_page(self.preferences, self.inches, book)
            case "help":
                return menus.help_page(book)
            case "stickers":
                return menus.stickers_page(self.house.sticker_sets(), self._written, book)
            case "cards" | "card":
                return self._card_page(name, rest)
            case "timeline":
                return timeline_page(game.history, game.cards, book)
            case "share":
                return self._share_page()
            case _ if name in night_desk.PLACES:
                roster = self.preferences.roster
                return night_desk.night_page(name, rest, self.house, roster, book, self._written)
            case "enter":
                return entry.entry_page(game.state, self.picks, game.cards, book, self.session.colours)
            case "why" | "correct" | "rooms" | "heroes" | "boss" | "react":
                return self._table_page(name, rest)
            case _:
                return self._new_game_page(name, rest)

    def _watch_view(self) -> WatchView:
        from companion.views.lookout import watch_view  # loads OpenCV, and few evenings need it

        session = self.session
        host, book = session.host, session.announcer.book
        return watch_view(self.house.sight(), self._looked_at, host.state, host.todo, host.game.cards, book)

    def _card_page(self, name: str, rest: list[str]) -> Page:
        book, cards = self.session.announcer.book, self.house.catalog
        if name == "card":
            return card_pages.card_page(CopyId(rest[0]), self.house.set_titles(), cards, book, self._written)
        if rest == ["open"]:
            return card_pages.open_page(cards, book)
        return card_pages.kind_page(rest[0], cards, book) if rest else card_pages.cards_page(cards, book)

    def _share_page(self) -> Page:
        book = self.session.announcer.book
        tiles = [Tile(book.text("share.export"), "export", book.text("share.export_note"), "history")]
        if self._written:
            tiles.append(Tile(book.text("share.written"), note=self._written, icon="check"))
        page = Page("share", book.text("ending.share"), (Section(tuple(tiles)),), book.text("share.text"))
        return replace(page, picture=self.house.share_code())

    def _table_page(self, name: str, rest: list[str]) -> Page | None:
        """Why, and correct: about a player, a room, the town or a hero."""
        state, cards = self.session.host.state, self.session.host.game.cards
        book, colours = self.session.announcer.book, self.session.colours
        if name == "correct" and not rest:
            return correct.correct_menu(state, book, colours)
        if name == "heroes":
            return correct.heroes_page(state, cards, book)
        if rest and rest[0] == "town":
            return (
                why.why_town(state, cards, book, colours) if name == "why" else correct.correct_town(state, cards, book)
            )
        if rest and rest[0] == "hero":
            is_there = rest[1] in state.town or any(rest[1] in player.entrance for player in state.players)
            return correct.correct_hero(state, CopyId(rest[1]), cards, book, colours) if is_there else None
        if not any(player.id == rest[0] for player in state.players):
            return None
        return self._player_page(name, PlayerId(rest[0]), rest[1:])

    def _player_page(self, name: str, id_: PlayerId, rest: list[str]) -> Page | None:
        state, cards = self.session.host.state, self.session.host.game.cards
        book, colours = self.session.announcer.book, self.session.colours
        match name, rest:
            case "why", [slot]:
                return why.why_room(state, id_, int(slot), cards, book)
            case "why", _:
                return why.why_player(state, id_, cards, book, colours)
            case "correct", [slot]:
                return correct.correct_room(state, id_, int(slot), cards, book)
            case "correct", _:
                return correct.correct_player(state, id_, cards, book, colours)
            case "react", _:
                return react_page(state, id_, cards, book, colours)
            case "boss", _:
                return correct.bosses_page(state, id_, cards, book)
            case "rooms", [slot, how]:
                tiles = entry.room_tiles(state, id_, int(slot), entry.Picks(filter=entry.ALL), cards, book)
                return correct.rooms_page(state, id_, int(slot), how, tiles, book)
        return None

    def _new_game_page(self, name: str, rest: list[str]) -> Page | None:
        book, cards = self.session.announcer.book, self.session.host.game.cards
        draft, titles, rules = self._draft(), self.house.set_titles(), rule_words(book.language)
        match name, rest:
            case "new", _:
                camera = self.house.has_camera
                return newgame.new_game_page(
                    draft, titles, book, rules, cards, has_camera=camera, for_night=rest == ["night"]
                )
            case "seat", [seat] if int(seat) < len(draft.seats):
                return newgame.seat_page(draft, int(seat), self.preferences, book)
            case "name", [seat]:
                return newgame.name_page(self._typed, int(seat), book)
            case "sets", _:
                return newgame.sets_page(draft, titles, book)
            case "rules", _:
                return newgame.rules_page(draft, book, rules)
            case "deck", _:
                return newgame.deck_page(draft, book, cards)
        return None

    def _draft(self) -> Draft:
        if self.draft is None:
            by_touch = not self.house.has_camera
            self.draft = newgame.first_draft(self.preferences, self.players, by_touch=by_touch)
        return self.draft

    # -- what is tapped ----------------------------------------------------------------------------------------------

    def act(self, action: Action) -> None:
        """Somebody tapped something."""
        self._version += 1
        self.session.forget_refusal()
        if not isinstance(action, str):
            self.session.inbox.put(Ordered(action))
            if self.places and self.places[-1].partition(":")[0] in MOMENTARY:
                self.places.pop()
            return
        verb, _, rest = action.partition(":")
        if verb in ("go", "back", "peek", "enter", "look"):
            self._go(verb, rest)
        elif verb in ("button", "answer", "undo", "redo"):
            self._play(verb, rest)
        elif verb in ("pick", "unpick", "slot", "filter", "no_items"):
            self._pick(verb, rest)
        elif verb in ("toggle", "inches"):
            self._set(verb, rest)
        elif verb in ("resume", "guided", "sticker_set", "stickers", "export", "fact"):
            self._ask_the_house(verb, rest)
        elif verb == "night":
            self.places, self._written = night_desk.act(rest, self.house, self.places)
        else:
            self._agree(verb, rest)

    def tell_written(self, where: str) -> None:
        """Something that was written in the background is ready."""
        self._written = where
        self._version += 1

    def react(self, seat: int) -> None:
        """A player pressed the button to react: the page with everything that can be used now."""
        state = self.session.host.state
        player = f"p{seat + 1}"
        if any(each.id == player for each in state.players) and self.places[:1] != ["start"]:
            self.places = [f"react:{player}"]
            self._version += 1

    def type(self, letter: str) -> None:
        """A letter from a real keyboard, on a page on which one types."""
        self.act(f"type:{letter}")

    def _go(self, verb: str, rest: str) -> None:
        if verb == "go" and rest == "start":
            self.places = ["start"]
        elif verb == "go":
            self._written = ""
            if rest.startswith("name:"):
                self._typed = ""
            if rest == "new:night" and (running := self.house.nights.running()) is not None:
                self.draft = running.agreed
            if rest == "camera":
                self._looked_at = ""
                self.house.open_eyes(self._draft().sets if self._is_agreeing else self.session.host.state.options.sets)
            self.places.append(rest)
        elif verb == "look":
            self._look_at(rest)
        elif verb == "enter":
            self.places.append("enter")
        elif verb == "peek":
            self.places, self._is_peeking = [], True
        elif len(self.places) > 1 or self.places != ["start"]:
            self.places = self.places[:-1]

    @property
    def _is_agreeing(self) -> bool:
        """Whether a new game is being agreed on."""
        return any(place.partition(":")[0] == "new" for place in self.places)

    def _look_at(self, what: str) -> None:
        """A card of the live picture, or the one before or after the chosen one."""
        view = self.view()
        is_step = what in ("1", "-1")
        marks = view.marks if isinstance(view, WatchView) else ()
        self._looked_at = next_card(marks, self._looked_at, int(what)) if is_step else what
        self._version += 1

    def _play(self, verb: str, rest: str) -> None:
        if verb == "button":
            self.press(Button(rest))
        elif verb == "answer":
            self.session.choose(rest)
        else:
            entry_ = Undo() if verb == "undo" else Redo()
            for _ in range(int(rest or 1)):
                self.session.inbox.put(Ordered(entry_))

    def press(self, button: Button) -> None:
        """In the whole-table view "next" leads back: to what is asked, or to saying by touch what lies there."""
        was_peeking = self._is_peeking
        self._is_peeking = was_peeking and button is not Button.NEXT
        self._version += 1
        if was_peeking and not self._is_peeking and self._has_many_answers():
            return
        self.session.press(button)

    def _pick(self, verb: str, rest: str) -> None:
        if verb == "filter":
            self.picks = replace(self.picks, filter=rest)
            return
        cards = self.session.host.game.cards
        has_items = entry.picked_items(self.picks, cards) > 0
        if verb == "no_items" and not has_items:
            self.session.inbox.put(Ordered(Ask("Q-20", ("continue", "wait"), rule="BM-ITEM-4")))
            return
        if verb == "slot":
            self.picks = replace(self.picks, slots=(*self.picks.slots, int(rest)))
            return
        if verb == "unpick" and not self.picks.cards:
            self.picks = replace(self.picks, slots=self.picks.slots[:-1])
            return
        self.picks = self._changed_picks(verb, rest)
        game = self.session.host.game
        told = entry.entered(game.state, self.picks, game.cards)
        if told is not None:
            self.session.inbox.put(Ordered(told))
            self.picks = entry.Picks()
            if self.places[-1:] == ["enter"]:
                self.places.pop()

    def _changed_picks(self, verb: str, rest: str) -> entry.Picks:
        """One card more or less, or no more items; that is the first thing that is taken back."""
        picks, cards = self.picks, self.session.host.game.cards
        if verb == "no_items":
            return replace(picks, ends_items=True)
        if verb == "unpick" and picks.ends_items and isinstance(cards[picks.cards[-1]], Item):
            return replace(picks, ends_items=False)
        picked = (*picks.cards, CopyId(rest)) if verb == "pick" else picks.cards[:-1]
        return entry.Picks(picked, slots=picks.slots, ends_items=picks.ends_items)

    def _set(self, verb: str, rest: str) -> None:
        liked = self.preferences
        if verb == "inches":
            self.inches = float(rest)
            self._prefer(replace(liked, inches=self.inches))
        elif rest == "touch":
            self.session.host.by_touch = not self.session.host.by_touch
            self.places = []
        elif rest == "language":
            other = "en" if self.session.announcer.book.language == "de" else "de"
            self._prefer(replace(liked, language=other))
        elif rest == "theme":
            self._prefer(replace(liked, theme="bright" if liked.theme == "dark" else "dark"))
        elif rest == "animations":
            self._prefer(replace(liked, animations=not liked.animations))
        else:
            self._prefer(replace(liked, voice=not liked.voice))

    def _prefer(self, preferences: Preferences) -> None:
        self.preferences = preferences
        self.house.prefer(preferences)

    def _ask_the_house(self, verb: str, rest: str) -> None:
        match verb:
            case "resume":
                self.house.resume()
                self.places = []
            case "guided":
                self.house.begin_guided()
                self.places = []
            case "sticker_set":
                self.house.choose_stickers(rest)
            case "fact":
                self._written = self.house.learn(*rest.split(":"))
            case "stickers":
                self._written = self.house.write_stickers()
            case _:
                self._written = self.house.export()

    def _agree(self, verb: str, rest: str) -> None:
        """Something about the game that is being agreed on."""
        draft = self._draft()
        match verb:
            case "new" if rest == "begin":
                self._prefer(self.preferences.with_people(draft.seats))
                self.house.begin(draft, in_night="new:night" in self.places)
                self.places, self.draft = [], None
            case "new":
                self.draft = replace(draft, by_touch=not draft.by_touch)
            case "player":
                self.draft = newgame.with_player(draft, self.preferences)
            case "seat":
                self._change_seat(draft, rest.split(":"))
            case "type":
                self._typed = self._typed[:-1] if rest == "erase" else typed_name(self._typed, rest)
            case "name":
                seat = int(rest.partition(":")[2])
                if self._typed.strip():
                    person = replace(draft.seats[seat], name=self._typed.strip())
                    self.draft = newgame.seated(draft, seat, person)
                self.places.pop()
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

    def _change_seat(self, draft: Draft, what: list[str]) -> None:
        seat = int(what[1])
        match what:
            case ["move", _, by]:
                self.draft = newgame.moved(draft, seat, int(by))
                self.places[-1] = f"seat:{(seat + int(by)) % len(draft.seats)}"
            case ["remove", _]:
                self.draft = newgame.without_player(draft, seat)
                self.places.pop()
            case ["colour", _, colour]:
                self.draft = newgame.seated(draft, seat, replace(draft.seats[seat], colour=int(colour)))
            case ["is", _, name]:
                known = next(person for person in self.preferences.roster if person.name == name)
                self.draft = newgame.seated(draft, seat, Person(name, known.colour))
                self.places.pop()


def typed_name(typed: str, letter: str) -> str:
    """One more letter: the first of every word is large, the others small."""
    if len(typed) >= newgame.LONGEST_NAME:
        return typed
    return typed + (letter.upper() if not typed or typed[-1] in " -" else letter.lower())
