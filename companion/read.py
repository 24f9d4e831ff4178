"""`lairkeeper read IMAGE...`: say which stickers are in pictures."""

import argparse
import json
import math
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion import settings
from engine.core.ids import Code, CopyId, card_of
from vision.decode import Decoder, DecoderTrouble, Read, TableDecoder, ZbarDecoder, ZxingDecoder
from vision.folder import load_picture
from vision.frames import Frame, Picture
from vision.trouble import CameraTrouble

if TYPE_CHECKING:
    from companion.wiring import Box

CopyOf = Callable[[Code], CopyId | None]


@dataclass(frozen=True, slots=True)
class Sticker:
    """One of our stickers in a picture."""

    copy: CopyId
    read: Read


@dataclass(frozen=True, slots=True)
class Findings:
    """What a picture holds: our stickers, and symbols that are none of ours."""

    stickers: tuple[Sticker, ...]
    foreign: tuple[Read, ...]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command line of `lairkeeper read`."""
    parser.add_argument("images", nargs="+", metavar="IMAGE", help="pictures of stickers, cards or a whole table")
    parser.add_argument("--json", action="store_true", help="one line of JSON per picture")
    parser.add_argument(
        "--overlay",
        type=Path,
        metavar="DIR",
        help="write every picture with all cards outlined and named into a folder",
    )
    settings.add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Print what the reader finds; 2 if a picture could not be opened."""
    from companion import wiring

    box = wiring.open_box(wiring.own_cards(None))
    from companion.eye_making import make_readers

    readers = make_readers(box.specs)
    code = read_all(args.images, box.catalog.codes.get, as_json=args.json, new_reader=readers)
    if args.overlay is None:
        return code
    try:
        args.overlay.mkdir(parents=True, exist_ok=True)
        for image in args.images:
            write_overlay(Path(image), args.overlay, box, args.lang)
    except OSError as error:
        print(
            f"lairkeeper read: no overlay was written: {error}. Choose a folder that you may write to", file=sys.stderr
        )
        return 2
    return code


def write_overlay(image: Path, folder: Path, box: "Box", language: str) -> None:
    """One picture with every card outlined, named and placed. A picture that cannot be opened was named already."""
    import cv2

    from companion import wiring
    from companion.overlay_picture import drawn
    from companion.views.overlay import overlay

    try:
        picture = load_picture(image)
    except CameraTrouble:
        return
    eye = wiring.new_eye(box, box.files.game.set_ids)
    for number in range(_LOOKS):  # one picture again and again is a table that lies still
        seen = eye.look(Frame(number, number / _LOOKS, picture))
    outlines = () if eye.map is None else overlay(seen, eye.map, None, (), box.catalog, box.book(language))
    cv2.imwrite(str(folder / f"{image.stem}.overlay.jpg"), drawn(picture, outlines))


_LOOKS = 8


def read_all(
    images: Iterable[str], copy_of: CopyOf, *, as_json: bool, new_reader: Callable[[], Decoder] | None = None
) -> int:
    """Read every picture that can be opened and name those that cannot. Each has its own camera, so its own reader."""
    failed = False
    for image in images:
        try:
            picture = load_picture(Path(image))
        except CameraTrouble as trouble:
            print(trouble, file=sys.stderr)
            failed = True
            continue
        findings = find(picture, copy_of, reader=new_reader() if new_reader else None)
        print(json.dumps(as_record(image, picture, findings)) if as_json else as_text(image, findings))
    return 2 if failed else 0


def find(picture: Picture, copy_of: CopyOf, second: Decoder | None = None, reader: Decoder | None = None) -> Findings:
    """Every symbol in a picture, read with all means: by the list, as it is, enlarged, and with a second reader.

    A place where the readers disagree is no sticker: a disagreement is an alarm, not a vote.
    """
    listed = reader.decode(picture) if reader else []
    reads = _once([*listed, *TableDecoder().decode(picture), *ZxingDecoder(enlarge=False).decode(picture)])
    second = second or _second_opinion()
    others = second.decode(picture) if second else []
    reads = [_confirmed(read, others) for read in _once([*reads, *others])]
    doubtful = [read for read in reads if any(_overlaps(read, other) for other in reads if other.text != read.text)]
    sure = [read for read in reads if read not in doubtful]
    copies = [(copy_of(Code(read.text)), read) for read in sure]
    stickers = [Sticker(copy, read) for copy, read in copies if copy is not None]
    foreign = [read for copy, read in copies if copy is None] + doubtful
    return Findings(tuple(sorted(stickers, key=lambda sticker: sticker.copy)), tuple(foreign))


def _second_opinion() -> Decoder | None:
    try:
        return ZbarDecoder()
    except DecoderTrouble:
        return None


def _once(reads: Sequence[Read]) -> list[Read]:
    """The same text at the same place counts once; the same sticker in two places stays two."""
    kept: list[Read] = []
    for read in sorted(reads, key=lambda one: -one.confidence):
        if not any(other.text == read.text and _overlaps(read, other) for other in kept):
            kept.append(read)
    return kept


def _overlaps(one: Read, other: Read) -> bool:
    return math.dist(one.middle, other.middle) < 0.5 * max(one.edge_px, other.edge_px)


def _confirmed(read: Read, others: Sequence[Read]) -> Read:
    """A second reader that says the same halves the doubt."""
    if any(other.text == read.text and _overlaps(read, other) for other in others):
        return replace(read, confidence=1 - (1 - read.confidence) / 2)
    return read


def as_record(image: str, picture: Picture, findings: Findings) -> dict[str, Any]:
    """One picture's findings as plain data. Corners run top left, top right, bottom right, bottom left."""
    return {
        "image": image,
        "width": int(picture.shape[1]),
        "height": int(picture.shape[0]),
        "stickers": [_sticker_record(sticker) for sticker in findings.stickers],
        "foreign": [{"text": read.text, "corners": _rounded(read)} for read in findings.foreign],
    }


def _sticker_record(sticker: Sticker) -> dict[str, Any]:
    return {
        "code": sticker.read.text,
        "card": card_of(sticker.copy),
        "copy": int(sticker.copy.rpartition("#")[2]),
        "corners": _rounded(sticker.read),
        "angle": _rounded_angle(sticker.read.angle_deg),
        "confidence": round(sticker.read.confidence, 3),
    }


def _rounded_angle(angle_deg: float) -> float:
    """Two decimals, still in (-180, 180]."""
    angle = round(angle_deg, 2)
    return 180.0 if angle == -180.0 else angle


def _rounded(read: Read) -> list[list[float]]:
    return [[round(x, 2), round(y, 2)] for x, y in read.corners]


def as_text(image: str, findings: Findings) -> str:
    """One picture's findings for people."""
    lines = [f"{image}: {len(findings.stickers)} sticker(s), {len(findings.foreign)} foreign code(s)"]
    for sticker in findings.stickers:
        x, y = sticker.read.middle
        place = f"at {x:.0f}, {y:.0f}, turned {sticker.read.angle_deg:.0f} degrees"
        lines.append(f"  {sticker.read.text}  {sticker.copy}  {place}, confidence {sticker.read.confidence:.2f}")
    lines += [f"  foreign: {read.text}" for read in findings.foreign]
    return "\n".join(lines)
