"""`lairkeeper read`: which stickers are in a picture."""

import json
import math
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.read import CopyOf, Findings, find, read_all
from engine.core.ids import Code, CopyId
from tests.vision.pictures import Glued, photograph, straight_down, to_pixels
from vision.decode import Read
from vision.frames import Picture
from vision.tabletop import Pose

SIZE = 600
CAMERA = straight_down(4.6, SIZE, SIZE)
COPIES = {Code("BMR01701"): CopyId("bm.room.dark_altar#2"), Code("BMH00301"): CopyId("bm.hero.cleric#1")}
COPY_OF: CopyOf = COPIES.get
ROOM = Glued("BMR01701", Pose(-20, 10, 135))
HERO = Glued("BMH00301", Pose(30, -15, -90))


class _Says:
    """A second reader with an opinion of its own."""

    name = "second"

    def __init__(self, *reads: Read) -> None:
        self._reads = list(reads)

    def decode(self, picture: Picture) -> list[Read]:
        return self._reads


def _taken(path: Path, *stickers: Glued) -> str:
    cv2.imwrite(str(path), photograph(stickers, CAMERA, SIZE, SIZE))
    return str(path)


def _texts(findings: Findings) -> tuple[list[str], list[str]]:
    return [one.read.text for one in findings.stickers], [read.text for read in findings.foreign]


def test_json_names_card_copy_corners_angle_and_confidence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    image = _taken(tmp_path / "table.png", ROOM, HERO)
    assert read_all([image], COPY_OF, as_json=True) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["image"], record["width"], record["height"], record["foreign"]) == (image, SIZE, SIZE, [])
    hero, room = record["stickers"]
    assert (room["code"], room["card"], room["copy"]) == ("BMR01701", "bm.room.dark_altar", 2)
    assert np.abs(np.array(room["corners"]) - to_pixels(CAMERA, ROOM.symbol_corners_mm)).max() < 0.5
    assert room["angle"] == pytest.approx(135, abs=0.5)
    assert hero["angle"] == pytest.approx(-90, abs=0.5)
    assert 0.9 < room["confidence"] <= 1


def test_people_get_a_readable_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert read_all([_taken(tmp_path / "a.png", ROOM, Glued("HELLO", Pose(40, 40, 0)))], COPY_OF, as_json=False) == 0
    text = capsys.readouterr().out
    assert "a.png: 1 sticker(s), 1 foreign code(s)" in text
    assert "BMR01701  bm.room.dark_altar#2" in text
    assert "foreign: HELLO" in text


def test_a_missing_picture_is_named_and_the_others_are_still_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.png"
    broken.write_bytes(b"no picture")
    good = _taken(tmp_path / "good.png", ROOM)
    assert read_all([str(tmp_path / "gone.png"), str(broken), good], COPY_OF, as_json=True) == 2
    printed = capsys.readouterr()
    assert "gone.png" in printed.err
    assert "broken.png" in printed.err
    assert [json.loads(line)["image"] for line in printed.out.splitlines()] == [good]


def test_foreign_and_damaged_codes_are_never_stickers() -> None:
    stranger = Glued("BMR99999", Pose(30, 40, 10))
    picture = photograph([ROOM, stranger], CAMERA, SIZE, SIZE)
    assert _texts(find(picture, COPY_OF)) == (["BMR01701"], ["BMR99999"])
    x, y = to_pixels(CAMERA, np.array([(ROOM.pose.x_mm, ROOM.pose.y_mm)]))[0].astype(int)
    picture[y - 16 : y + 16, x - 16 : x + 16] = np.random.default_rng(2).integers(0, 255, (32, 32))
    assert _texts(find(picture, COPY_OF))[0] == []


def test_the_same_sticker_twice_is_listed_twice() -> None:
    picture = photograph([ROOM, Glued("BMR01701", Pose(40, 40, 0))], CAMERA, SIZE, SIZE)
    first, second = find(picture, COPY_OF).stickers
    assert math.dist(first.read.middle, second.read.middle) > 100


def test_a_second_reader_that_agrees_raises_the_confidence() -> None:
    picture = photograph([ROOM], CAMERA, SIZE, SIZE)
    (alone,) = find(picture, COPY_OF, _Says()).stickers
    (agreed,) = find(picture, COPY_OF, _Says(alone.read)).stickers
    assert agreed.read.confidence > alone.read.confidence


def test_where_two_readers_disagree_there_is_no_sticker() -> None:
    picture = photograph([ROOM], CAMERA, SIZE, SIZE)
    (alone,) = find(picture, COPY_OF, _Says()).stickers
    stickers, foreign = _texts(find(picture, COPY_OF, _Says(Read("BMH00301", alone.read.corners, 0.9))))
    assert stickers == []
    assert sorted(foreign) == ["BMH00301", "BMR01701"]


def test_nothing_in_the_picture_is_an_empty_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert read_all([_taken(tmp_path / "bare.png")], COPY_OF, as_json=True) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["stickers"] == record["foreign"] == []
