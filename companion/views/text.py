"""The table as a picture of letters, for machines without a screen."""

import textwrap
from collections.abc import Iterator

from companion.views.model import HeroView, PlayerView, RoomView, TableView

SYMBOLS = "●■▲◆★✚"
ANSI = (214, 75, 43, 176, 227, 147)
"""Terminal colours of the players, near those of the screen."""
RESET = "\x1b[0m"
LEAST_WIDTH = 40


def text_table(view: TableView, width: int, *, colour: bool = False) -> str:
    """The same view as on the screen, no line longer than `width`."""
    width = max(LEAST_WIDTH, width)
    blocks: list[list[str]] = [list(_head(view, width))]
    blocks += [_painted(list(_player(player, view, width)), player, colour) for player in view.players]
    blocks.append(list(_town(view, width)))
    blocks += [list(lines) for lines in (_todo(view, width), _verdicts(view, width), _question(view, width))]
    rule = "─" * width
    return f"\n{rule}\n".join("\n".join(block) for block in blocks if block)


def _head(view: TableView, width: int) -> Iterator[str]:
    yield _pair(view.phase.upper(), view.round, width)
    yield from _wrapped(view.prompt, width, "> ")
    for banner in view.banners:
        yield from _wrapped(banner, width, "! ")


def _player(player: PlayerView, view: TableView, width: int) -> Iterator[str]:
    labels = view.labels
    mark = "»" if player.active else " "
    status = f" ({labels.out})" if player.eliminated else " ★" if player.levelled_up else ""
    boss = f"{player.boss[0]} {player.xp}".strip()
    score = f"{labels.souls} {player.souls}  {labels.wounds} {player.wounds}  {labels.damage} {player.damage}"
    if player.coins is not None:
        score += f"  {labels.coins} {player.coins}"
    yield _pair(f"{mark}{SYMBOLS[player.colour]} {player.name}{status}", boss, width)
    yield from _wrapped(score, width, "   ")
    names = dict(labels.treasure)
    yield from _wrapped("  ".join(f"{names[each]} {count}" for each, count in player.treasure), width, "   ")
    if player.open_item or player.closed_items:
        yield from _wrapped(f"{labels.items}: {', '.join(_items(player, view))}", width, "   ")
    if player.queue:
        queue = ", ".join(_hero(hero, view) for hero in player.queue)
        yield from _wrapped(f"{labels.entrance}: {queue}", width, "   ")
    if player.rooms:
        walk = " → ".join(_room(room, view) for room in player.rooms)
        yield from _wrapped(f"{walk} → {player.boss[-1]}", width, "   ")


def _room(room: RoomView, view: TableView) -> str:
    if room.empty:
        return f"[{room.names[0]}]"
    names = dict(view.labels.treasure)
    treasure = "".join(names[each][:2] for each in room.treasure)
    damage = f"{room.damage} ({room.bonus:+d})" if room.bonus else str(room.damage)
    words = [room.names[0], "zzz" if room.deactivated else damage, "" if room.deactivated else treasure]
    if room.miniboss is not None:
        words.append(f"^{room.miniboss.name} {room.miniboss.level}")
    if room.coins:
        words.append(f"({view.labels.coins} {room.coins})")
    if room.used:
        words.append(f"({view.labels.used})")
    if room.covered:
        words.append(f"(+{', '.join(room.covered)})")
    if room.pending:
        words.append(f"[{view.labels.face_down}]")
    if room.walker is not None:
        words.append(f"<{room.walker.hero.names[-1]} {room.walker.damage}/{room.walker.hero.health}>")
    return " ".join(word for word in words if word)


def _items(player: PlayerView, view: TableView) -> Iterator[str]:
    if player.open_item:
        yield f"{player.open_item} ({view.labels.open})"
    if player.closed_items:
        yield f"{player.closed_items} {view.labels.face_down}"


def _hero(hero: HeroView, view: TableView) -> str:
    words = [hero.names[0], f"{hero.damage}/{hero.health}" if hero.damage else str(hero.health)]
    if hero.item:
        words.append(f"[{hero.item}]")
    if hero.cannot_be_lured:
        words.append(f"({view.labels.cannot_be_lured})")
    return " ".join(words)


def _town(view: TableView, width: int) -> Iterator[str]:
    heroes = ", ".join(_hero(hero, view) for hero in view.town) or view.labels.town_empty
    yield from _wrapped(f"{view.labels.town}: {heroes}", width)
    if view.items:
        yield from _wrapped(f"{view.labels.items}: {', '.join(view.items)}", width)


def _todo(view: TableView, width: int) -> Iterator[str]:
    if view.todo:
        yield f"{view.labels.todo}:"
    for todo in view.todo:
        yield from _wrapped(todo, width, "[ ] ")


def _verdicts(view: TableView, width: int, shown: int = 5) -> Iterator[str]:
    for verdict in view.verdicts[:shown]:
        yield from _wrapped(verdict.text, width, "* ")
        if verdict.why:
            yield from _wrapped(verdict.why, width, "    ")


def _question(view: TableView, width: int) -> Iterator[str]:
    if view.question is None:
        return
    yield from _wrapped(view.question.text, width, "? ")
    for number, choice in enumerate(view.question.choices, start=1):
        yield from _wrapped(choice.label, width, f"  {number}  ")


def _pair(left: str, right: str, width: int) -> str:
    """One text at each end of a line; the left one gives way."""
    room = width - len(right) - 1
    if len(left) > room:
        left = left[: max(0, room - 1)] + "…"
    return f"{left}{' ' * (width - len(left) - len(right))}{right}"[:width]


def _wrapped(text: str, width: int, first: str = "") -> list[str]:
    return textwrap.wrap(text, width, initial_indent=first, subsequent_indent=" " * len(first))


def _painted(lines: list[str], player: PlayerView, colour: bool) -> list[str]:
    if not colour:
        return lines
    return [f"\x1b[38;5;{ANSI[player.colour]}m{lines[0]}{RESET}", *lines[1:]]
