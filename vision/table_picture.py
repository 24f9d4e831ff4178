"""The picture of a table before the sensor adds its noise, kept up to date card by card.

A table that differs from the last one by a few cards is drawn anew only where those cards lie or lay. The result is the
same, to the last grey level, as that of a table drawn from scratch.
"""

from collections import OrderedDict
from collections.abc import Iterable
from typing import TypeVar

import numpy as np

from vision.camera_model import CameraModel, CameraSettings
from vision.card_texture import Patterns
from vision.frames import Picture
from vision.optics import Lamp, Lens
from vision.patches import Box, Patch, View, card_patch, cover_patch
from vision.tabletop import Cover, Laid, Tabletop
from vision.wood import BareTable, bare_table

Thing = Laid | Cover
"""What covers what lies below it."""
_Any = TypeVar("_Any", bound=Thing)

KEPT_PATCHES = 32
"""So many drawn cards are kept beside those that lie there, which are all needed for the next picture."""


class TablePicture:
    """The sharp, noise-free picture of the newest table."""

    _bare: BareTable
    _clean: Picture

    def __init__(self, settings: CameraSettings, patterns: Patterns) -> None:
        self._settings = settings
        self._patterns = patterns
        self._whole = Box(0, 0, settings.width_px, settings.height_px)
        self._patches: OrderedDict[Thing, Patch] = OrderedDict()
        self._lamp = Lamp(settings)
        self._lens = Lens(
            settings.blur_px, settings.sharpening, settings.sharpening_kind, settings.motion_px, settings.motion_deg
        )
        self._size_mm: tuple[float, float] | None = None
        self._things: tuple[Thing, ...] = ()
        self._view = View(np.eye(3), CameraModel(settings).distortion)

    def of(self, table: Tabletop) -> Picture:
        """The picture of this table. It is the drawing's own canvas: copy it before you paint on it."""
        size_mm = (table.width_mm, table.height_mm)
        things: tuple[Thing, ...] = (*table.laid, *table.covers)
        if self._size_mm != size_mm:
            self._start(table)
            boxes = [self._whole]
        elif self._things == things:
            boxes = []
        else:
            boxes = joined([self._patch(thing).box for thing in changed_cards(self._things, things)])
        self._things = things
        for box in boxes:
            self._develop(box)
        self._size_mm = size_mm
        for gone in [thing for thing in self._patches if isinstance(thing, Cover) and thing not in things]:
            del self._patches[gone]  # a hand never comes back to exactly the same place, and it is large
        return self._clean

    def _start(self, table: Tabletop) -> None:
        """Make the bare table, and forget every card of another one. It counts only when all cards are drawn."""
        settings = self._settings
        self._size_mm = None
        self._patches.clear()
        self._view = View(CameraModel(settings).homography(table), self._view.lens)
        self._bare = bare_table(table, self._view, settings.width_px, settings.height_px, settings.seed)
        self._clean = np.empty(self._bare.shape, np.uint8)

    def _develop(self, box: Box) -> None:
        """Let lens and light work on one part of the picture and the pixels that it bleeds into."""
        if not box:
            return
        reach = self._lens.reach
        target = box.grown(reach).meet(self._whole)
        source = target.grown(reach).meet(self._whole)
        seen = self._lens.blurred(self._drawn(source))[target.within(source)]
        self._clean[target.within()] = self._lamp.shining_on(seen, target.left, target.top)

    def _drawn(self, box: Box) -> Picture:
        """One part of the picture before the lens, with all cards laid from the lowest to the topmost."""
        drawn = self._bare.part(*box.within())
        for thing in self._things:
            patch = self._patch(thing)
            part = patch.box.meet(box)
            if part:
                patch.over(drawn[part.within(box)], part)
        return drawn

    def _patch(self, thing: Thing) -> Patch:
        """This card or hand as it appears in the picture, drawn once."""
        patch = self._patches.get(thing)
        if patch is None:
            patch = self._patches[thing] = self._render(thing)
        self._patches.move_to_end(thing)
        while len(self._patches) > len(self._things) + KEPT_PATCHES:
            self._patches.popitem(last=False)
        return patch

    def _render(self, thing: Thing) -> Patch:
        if isinstance(thing, Cover):
            return cover_patch(thing, self._view, self._whole)
        settings = self._settings
        return card_patch(thing, self._view, self._whole, self._patterns, settings.printing, settings.seed)


def joined(boxes: Iterable[Box]) -> list[Box]:
    """Rectangles that cover these: two that share so much that one around both is no larger are drawn as one."""
    apart: list[Box] = []
    for box in boxes:
        while near := next((one for one in apart if one.around(box).area <= one.area + box.area), None):
            apart.remove(near)
            box = near.around(box)
        if box:
            apart.append(box)
    return apart


def changed_cards(before: tuple[_Any, ...], after: tuple[_Any, ...]) -> tuple[_Any, ...]:
    """The cards that came, went, moved or changed their place in the pile; at the least those that matter."""
    stayed = set(before) & set(after)
    old, new = [laid for laid in before if laid in stayed], [laid for laid in after if laid in stayed]
    shorter = min(len(old), len(new))
    head = next((index for index in range(shorter) if old[index] != new[index]), shorter)
    most_tail = shorter - head
    tail = next((index for index in range(most_tail) if old[-1 - index] != new[-1 - index]), most_tail)
    shuffled = old[head : len(old) - tail] + new[head : len(new) - tail]
    changed = [laid for laid in (*before, *after) if laid not in stayed]
    return tuple(dict.fromkeys(changed + shuffled))
