"""The sheet of stickers to print: A4, true size, a cut line around each sticker and its card's name below."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas

from vision.stickers import QUIET_MODULES, STICKER_MODULES

if TYPE_CHECKING:
    from cards_db.qr import Matrix
    from companion.stickers import Sticker

MARGIN_MM = 10.0
HEADER_MM = 12.0
LABEL_MM = 8.0
"""Below each sticker: up to two lines of name, one with copy and code, and a gap."""
GAP_MM = 6.0
"""Least distance between two stickers of a row."""
RULER_MM = 100
"""Length of the printed ruler that shows whether the printer kept the scale."""

_FONT = "Helvetica"
_FONT_PT = 4.8
_LEADING_PT = 5.4
_NAME_LINES = 2
_PAGE_WIDTH_MM, _PAGE_HEIGHT_MM = A4[0] / mm, A4[1] / mm


@dataclass(frozen=True, slots=True)
class Placed:
    """A sticker on a page; `x_mm` and `y_mm` are its upper left corner, seen from that of the page."""

    page: int
    x_mm: float
    y_mm: float
    cell_mm: float
    sticker: "Sticker"


def placed_stickers(stickers: Sequence["Sticker"]) -> list[Placed]:
    """Lay the stickers out row by row, equal sizes together, each as often as it is needed."""
    places: list[Placed] = []
    page, y_mm = 0, MARGIN_MM + HEADER_MM
    for row in _rows(stickers):
        size_mm = row[0].size_mm
        if y_mm + size_mm + LABEL_MM > _PAGE_HEIGHT_MM - MARGIN_MM:
            page, y_mm = page + 1, MARGIN_MM + HEADER_MM
        cell_mm = (_PAGE_WIDTH_MM - 2 * MARGIN_MM) / _columns(size_mm)
        for column, sticker in enumerate(row):
            x_mm = MARGIN_MM + column * cell_mm + (cell_mm - size_mm) / 2
            places.append(Placed(page, x_mm, y_mm, cell_mm, sticker))
        y_mm += size_mm + LABEL_MM
    return places


def sheet_pdf(
    stickers: Sequence["Sticker"], matrix: Callable[[str], "Matrix"], progress: Callable[[str], None]
) -> bytes:
    """The whole sheet as a PDF file. The same stickers always give the same bytes."""
    places = placed_stickers(stickers)
    pages = places[-1].page + 1 if places else 0
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=A4, invariant=1, pageCompression=1)
    canvas.setTitle("Lairkeeper stickers")
    canvas.setViewerPreference("PrintScaling", "None")  # "fit to page" would change the size
    for page in range(pages):
        progress(f"drawing page {page + 1} of {pages}")
        _draw_header(canvas, page + 1, pages)
        for place in places:
            if place.page == page:
                _draw_sticker(canvas, place, matrix(place.sticker.code))
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _rows(stickers: Sequence["Sticker"]) -> Iterator[list["Sticker"]]:
    """Stickers of one size, as many as fit beside each other."""
    for size_mm in sorted({sticker.size_mm for sticker in stickers}, reverse=True):
        alike = [sticker for sticker in stickers if sticker.size_mm == size_mm for _ in range(sticker.prints)]
        columns = _columns(size_mm)
        yield from (alike[start : start + columns] for start in range(0, len(alike), columns))


def _columns(size_mm: float) -> int:
    return int((_PAGE_WIDTH_MM - 2 * MARGIN_MM) // (size_mm + GAP_MM))


def _draw_header(canvas: Any, page: int, pages: int) -> None:
    """The scale to print at, with a ruler to check it; in no language, because cards have theirs."""
    top = (_PAGE_HEIGHT_MM - MARGIN_MM) * mm
    canvas.setFont(_FONT, 7)
    canvas.drawString(MARGIN_MM * mm, top - 7, f"Lairkeeper {page}/{pages}, 100 %")
    left, line = MARGIN_MM * mm, top - 17
    canvas.setLineWidth(0.4)
    canvas.line(left, line, left + RULER_MM * mm, line)
    for tick in range(0, RULER_MM + 1, 10):
        canvas.line(left + tick * mm, line - 2, left + tick * mm, line + 2)
    canvas.drawString(left + (RULER_MM + 2) * mm, line - 2.5, f"{RULER_MM} mm")


def _draw_sticker(canvas: Any, place: Placed, modules: "Matrix") -> None:
    size, left, top = place.sticker.size_mm * mm, place.x_mm * mm, (_PAGE_HEIGHT_MM - place.y_mm) * mm
    canvas.setLineWidth(0.25)
    canvas.setStrokeGray(0.6)
    canvas.rect(left, top - size, size, size, stroke=1, fill=0)
    canvas.setStrokeGray(0)
    _draw_symbol(canvas, left, top, size, modules)
    middle = left + size / 2
    canvas.setFont(_FONT, _FONT_PT)
    for number, line in enumerate(_label(place), start=1):
        canvas.drawCentredString(middle, top - size - number * _LEADING_PT, line)


def _draw_symbol(canvas: Any, left: float, top: float, size: float, modules: "Matrix") -> None:
    """All dark modules as one path: separate shapes leave hairlines that spoil the code."""
    module = size / STICKER_MODULES
    canvas.saveState()
    canvas.transform(module, 0, 0, -module, left + QUIET_MODULES * module, top - QUIET_MODULES * module)
    path = canvas.beginPath()
    for y, row in enumerate(modules.tolist()):
        for x, length in _runs(row):
            path.rect(x, y, length, 1)
    canvas.drawPath(path, stroke=0, fill=1)
    canvas.restoreState()


def _runs(row: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """The dark stretches of a row: start and length."""
    start = None
    for x, dark in enumerate((*row, False)):
        if dark and start is None:
            start = x
        elif not dark and start is not None:
            yield start, x - start
            start = None


def _label(place: Placed) -> list[str]:
    """The card's name, and which copy it is, so that each sticker finds its card."""
    sticker = place.sticker
    lines = simpleSplit(sticker.name, _FONT, _FONT_PT, (place.cell_mm - 1) * mm)
    if len(lines) > _NAME_LINES:
        lines = [*lines[: _NAME_LINES - 1], lines[_NAME_LINES - 1] + " …"]
    copy = f"{sticker.copy}/{sticker.copies}  " if sticker.copies > 1 else ""
    return [*lines, copy + sticker.code]
