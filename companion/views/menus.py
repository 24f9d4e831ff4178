"""The pages around the game: start, menu, settings, help, stickers. Pure."""

from dataclasses import dataclass

from companion.phrasebook import Phrasebook
from companion.preferences import Preferences
from companion.views.layout import INCHES
from companion.views.page import Kind, Page, Section, Tile

HELP = ("round", "start", "build", "bait", "adventure", "end", "touch", "why", "undo", "keys")
"""The chapters of the help, in the order of an evening."""


@dataclass(frozen=True, slots=True)
class Start:
    """What the start page needs to know."""

    has_camera: bool
    resume_round: int | None = None
    """The round of the game that can be gone on with; nothing when there is none."""
    resume_names: tuple[str, ...] = ()
    night_names: tuple[str, ...] = ()
    """Who plays in the game night that goes on; nobody when there is none."""
    night_games: int = 0
    """So many games of it are over."""


def start_page(start: Start, book: Phrasebook) -> Page:
    """The first page: go on with one tap, or begin."""
    tiles: list[Tile] = []
    can_resume = start.resume_round is not None
    if can_resume:
        note = book.text("start.resume_note", round=start.resume_round or 0, names=", ".join(start.resume_names))
        tiles.append(Tile(book.text("start.resume"), "resume", note, "next", golden=True))
    new_note = book.text("start.new_camera" if start.has_camera else "start.new_touch")
    has_night = bool(start.night_names)
    tiles.append(Tile(book.text("start.new"), "go:new", new_note, "players", golden=not can_resume and not has_night))
    tiles.append(_night_tile(start, book, golden=not can_resume and has_night))
    tiles.append(Tile(book.text("start.first"), "guided", book.text("start.first_note"), "torch"))
    others = (
        Tile(book.text("menu.stickers"), "go:stickers", icon="sticker"),
        Tile(book.text("menu.cards"), "go:cards", icon="cards"),
        Tile(book.text("menu.settings"), "go:settings", icon="settings"),
        Tile(book.text("menu.help"), "go:help", icon="help"),
    )
    sections = (Section(tuple(tiles)), Section(others))
    return Page("start", "Lairkeeper", sections, book.text("start.text"), can_go_back=False)


def _night_tile(start: Start, book: Phrasebook, *, golden: bool) -> Tile:
    note = book.text("start.night_note")
    if start.night_names:
        names = ", ".join(start.night_names)
        note = book.text("start.night_goes_on", number=start.night_games + 1, names=names)
    return Tile(book.text("start.night"), "go:night", note, "crown", golden=golden)


def menu_page(book: Phrasebook, *, by_touch: bool, has_camera: bool, can_look: bool, can_redo: bool) -> Page:
    """The menu of a running game."""
    game = [
        Tile(book.text("menu.timeline"), "go:timeline", book.text("menu.timeline_note"), "history"),
        Tile(book.text("menu.correct"), "go:correct", book.text("menu.correct_note"), "pencil"),
        Tile(book.text("button_repeat"), "button:repeat", book.text("menu.repeat_note"), "repeat"),
    ]
    if can_redo:
        game.append(Tile(book.text("menu.redo"), "redo", icon="redo"))
    if has_camera:
        key = "menu.use_camera" if by_touch else "menu.use_touch"
        game.append(Tile(book.text(key), "toggle:touch", book.text(f"{key}_note"), "camera" if by_touch else "hand"))
    if can_look:
        game.append(Tile(book.text("menu.camera"), "go:camera", book.text("menu.camera_note"), "camera"))
    others = (
        Tile(book.text("menu.cards"), "go:cards", icon="cards"),
        Tile(book.text("menu.help"), "go:help", icon="help"),
        Tile(book.text("menu.settings"), "go:settings", icon="settings"),
        Tile(book.text("menu.leave"), "go:start", book.text("menu.leave_note"), "door"),
    )
    return Page("menu", book.text("menu.title"), (Section(tuple(game)), Section(others)))


def settings_page(preferences: Preferences, inches: float, book: Phrasebook) -> Page:
    """Language, theme, screen, animations and voice; each tap is the next value."""
    on_off = {True: book.text("settings.on"), False: book.text("settings.off")}
    tiles = (
        Tile(book.text("settings.language"), "toggle:language", book.text("settings.this_language"), "language"),
        Tile(book.text("settings.theme"), "toggle:theme", book.text(f"settings.{preferences.theme}"), "torch"),
        Tile(book.text("settings.animations"), "toggle:animations", on_off[preferences.animations], "phase_adventure"),
        Tile(book.text("settings.voice"), "toggle:voice", on_off[preferences.voice], "repeat"),
    )
    usual = Tile(book.text("settings.usual"), "inches:0", golden=not inches)
    screens = (usual, *(Tile(f'{size:g}"', f"inches:{size:g}", golden=size == inches) for size in INCHES))
    sections = (Section(tiles), Section(screens, book.text("settings.screen"), Kind.KEYS))
    return Page("settings", book.text("settings.title"), sections, book.text("settings.text"))


def help_page(book: Phrasebook) -> Page:
    """How an evening goes, in a few sentences."""
    icons = {
        "round": "phase_setup",
        "start": "phase_round_start",
        "build": "phase_build",
        "bait": "phase_baited",
        "adventure": "phase_adventure",
        "end": "phase_round_end",
        "touch": "hand",
        "why": "help",
        "undo": "undo",
        "keys": "menu",
    }
    rows = tuple(
        Tile(book.text(f"help.{name}"), note=book.text(f"help.{name}_text"), icon=icons[name]) for name in HELP
    )
    return Page("help", book.text("help.title"), (Section(rows, kind=Kind.ROWS),))


def stickers_page(sets: tuple[tuple[str, str, int, bool], ...], written: str, book: Phrasebook) -> Page:
    """Which boxes to make stickers for, and where the sheet was written. Sets: id, title, stickers, chosen."""
    boxes = tuple(
        Tile(title, f"sticker_set:{id_}", book.text("stickers.count", number=number), chosen=chosen)
        if number
        else Tile(title, note=book.text("stickers.none"), dim=True)
        for id_, title, number, chosen in sets
    )
    steps = tuple(Tile(f"{step}.", note=book.text(f"stickers.step_{step}")) for step in (1, 2, 3, 4))
    done = (Tile(book.text("stickers.written"), note=written, icon="check"),) if written else ()
    sections = (
        *((Section(done, kind=Kind.ROWS),) if done else ()),
        Section(boxes, book.text("stickers.boxes")),
        Section(steps, book.text("stickers.how"), Kind.ROWS),
    )
    footer = (Tile(book.text("stickers.write"), "stickers:write", icon="sticker", golden=True),)
    return Page("stickers", book.text("menu.stickers"), sections, book.text("stickers.text"), footer)
