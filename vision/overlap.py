"""Which parts of the table hide others: outlines in millimetres, and the stickers that nothing covers."""

from vision.tabletop import Laid, Pose, Tabletop

Outline = tuple[tuple[float, float], ...]
"""The corners of a rectangle: top left, top right, bottom right, bottom left as its owner sees it."""


def rectangle(middle: Pose, width_mm: float, height_mm: float) -> Outline:
    """The corners of a rectangle that lies like this."""
    right, down = width_mm / 2, height_mm / 2
    corners = (middle.moved(x, y) for x, y in ((-right, -down), (right, -down), (right, down), (-right, down)))
    return tuple((corner.x_mm, corner.y_mm) for corner in corners)


def card_outline(laid: Laid) -> Outline:
    """The corners of a card on the table."""
    return rectangle(laid.pose, *laid.size_mm)


def sticker_outline(laid: Laid, rim_mm: float = 0.0) -> Outline | None:
    """The corners of the sticker that looks up (made larger by a rim), or nothing if the card shows none."""
    sticker = laid.sticker
    if sticker is None:
        return None
    edge = sticker.size_mm + 2 * rim_mm
    return rectangle(sticker.pose, edge, edge)


def overlaps(one: Outline, other: Outline) -> bool:
    """Whether two rectangles share some area: no line along one of their sides parts them."""
    return not any(_parts(axis, one, other) for axis in (*_axes(one), *_axes(other)))


def free_stickers(table: Tabletop, rim_mm: float = 0.0) -> tuple[Laid, ...]:
    """The cards whose sticker looks up and is covered by nothing, not even its rim."""
    outlines = [card_outline(laid) for laid in table.laid]
    free = []
    for index, laid in enumerate(table.laid):
        sticker = sticker_outline(laid, rim_mm)
        if sticker is not None and not any(overlaps(sticker, above) for above in outlines[index + 1 :]):
            free.append(laid)
    return tuple(free)


def on_table(table: Tabletop, outline: Outline) -> bool:
    """Whether nothing of this hangs over the table's edge."""
    return all(0 <= x <= table.width_mm and 0 <= y <= table.height_mm for x, y in outline)


def _axes(outline: Outline) -> tuple[tuple[float, float], ...]:
    """The directions of the two sides of a rectangle."""
    (x0, y0), (x1, y1), _, (x3, y3) = outline
    return (x1 - x0, y1 - y0), (x3 - x0, y3 - y0)


def _parts(axis: tuple[float, float], one: Outline, other: Outline) -> bool:
    """Whether the shadows of both on this direction do not meet."""
    here = [x * axis[0] + y * axis[1] for x, y in one]
    there = [x * axis[0] + y * axis[1] for x, y in other]
    return max(here) <= min(there) or max(there) <= min(here)
