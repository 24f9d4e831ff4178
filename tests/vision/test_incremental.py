"""The dictionary reader from picture to picture: what lies is verified, what changes is found, nothing is invented."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.listed import LISTED, book, laid, photo, reader, right, specs
from tests.vision.pictures import Glued, straight_down
from vision.dictionary import DictionaryDecoder
from vision.frames import Picture
from vision.opinions import Disagreement
from vision.orders import Orders
from vision.partial import PartReader
from vision.recognition import Hits
from vision.search import Part, Search
from vision.slices import Slices
from vision.stickers import Role
from vision.stillness import SPOT, LastLooks, Stillness, Stirred
from vision.tabletop import Pose

SIZE = (900, 600)
CAMERA = straight_down(1.4 * 25 / 16, *SIZE)
STICKERS = laid(8, 5, LISTED)


def _watched(decoder: DictionaryDecoder, stickers: list[Glued], frames: int) -> list[set[str]]:
    picture = photo(stickers, CAMERA, SIZE, seed=2)
    return [{read.text for read in decoder.decode(picture)} for _ in range(frames)]


def test_lying_stickers_are_read_in_every_picture() -> None:
    everything = {sticker.text for sticker in STICKERS}
    assert all(texts == everything for texts in _watched(reader(), STICKERS, 15))


def test_a_new_card_is_found_two_pictures_after_it_lies_still() -> None:
    decoder = reader()
    _watched(decoder, STICKERS[:20], 6)
    after = _watched(decoder, STICKERS[:21], 3)
    assert STICKERS[20].text in after[-1]


@pytest.mark.parametrize("settled", [False, True])
def test_a_new_card_that_was_missed_once_is_looked_at_again(settled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless nobody knows how the table lay before."""
    decoder, misses = reader(), 1
    _watched(decoder, STICKERS[:20], 6)
    decoder.attend(Orders(hurry=True, settled=settled))
    found = Search.within

    def within(self: Search, parts: Sequence[Part], known: Hits, **how: Any) -> Hits:
        nonlocal misses
        hits = found(self, parts, known, **how)
        misses -= 1
        return hits if misses < 0 else hits.where(np.zeros(len(hits), np.bool_))

    monkeypatch.setattr(Search, "within", within)
    picture, texts = photo(STICKERS[:21], CAMERA, SIZE, seed=2), []
    for _ in range(5):
        texts.append({read.text for read in decoder.decode(picture)})
        decoder.attend(Orders(hurry=True))
    assert [STICKERS[20].text in seen for seen in texts] == [False, False, settled, settled, settled]


def test_a_card_that_was_taken_away_is_gone_at_once_and_stays_gone() -> None:
    decoder = reader()
    _watched(decoder, STICKERS, 5)
    after = _watched(decoder, STICKERS[1:], 15)
    assert all(STICKERS[0].text not in texts for texts in after)
    assert all(STICKERS[1].text in texts for texts in after)


def test_of_a_card_that_was_taken_away_nothing_is_left() -> None:
    decoder = reader()
    _watched(decoder, STICKERS, 5)
    _watched(decoder, STICKERS[1:], 2)
    ((code, place),) = decoder.vanished
    truth = CAMERA @ (STICKERS[0].pose.x_mm, STICKERS[0].pose.y_mm, 1.0)
    assert code == STICKERS[0].text
    assert np.abs(place - truth[:2]).max() < 1


def test_also_after_most_stickers_were_moved_it_is_told_that_one_is_gone() -> None:
    decoder = reader()
    _watched(decoder, STICKERS[:16], 5)
    moved = [Glued(card.text, place.pose, card.size_mm) for card, place in zip(STICKERS, STICKERS[20:36], strict=False)]
    _watched(decoder, moved, 12)
    _watched(decoder, moved[1:], 2)
    assert [code for code, _ in decoder.vanished] == [STICKERS[0].text]


def test_a_back_that_was_long_missed_is_told_to_be_gone_though_others_like_it_lie_elsewhere() -> None:
    back = STICKERS[3].text
    listed = {code: replace(spec, role=Role.BACK) if code == back else spec for code, spec in specs().items()}
    decoder = DictionaryDecoder(book(), listed)
    backs = [Glued(back, STICKERS[place].pose, STICKERS[place].size_mm) for place in (20, 27)]
    _watched(decoder, [*STICKERS[:16], *backs], 5)
    _watched(decoder, [*STICKERS[:16], backs[0]], 12)
    assert [code for code, _ in decoder.vanished] == [back]


@pytest.mark.parametrize("blur", [1.5, 2.5, 4.0])
def test_when_most_stickers_are_hard_to_read_it_is_the_picture_that_is_bad(blur: float) -> None:
    decoder = reader()
    _watched(decoder, STICKERS, 5)
    decoder.decode(photo(STICKERS, CAMERA, SIZE, seed=2, blur=blur))
    assert not decoder.vanished


def test_a_sticker_that_was_hardly_seen_is_not_verified_by_whatever_lies_there() -> None:
    """Any background is a little like any code."""
    decoder = reader()
    _watched(decoder, STICKERS, 5)
    known = decoder._known
    wrong = replace(known.hits, number=np.roll(known.hits.number, 1))
    decoder._known = replace(known, hits=wrong, score=np.full_like(known.score, 0.1))
    truth = {sticker.text: CAMERA @ (sticker.pose.x_mm, sticker.pose.y_mm, 1.0) for sticker in STICKERS}
    picture = photo(STICKERS, CAMERA, SIZE, seed=2)
    for _ in range(24):  # not all are verified in every picture
        decoder.decode(picture)
    for read in decoder.decode(picture):
        assert np.abs(np.array(read.middle) - truth[read.text][:2]).max() < 5, read.text


def test_where_it_is_told_to_look_closely_a_half_covered_sticker_is_found_at_the_second_look() -> None:
    def part(decoder: DictionaryDecoder) -> list[set[str]]:
        _watched(decoder, STICKERS[:30], 3)
        picture = photo([*STICKERS[:30], STICKERS[33]], CAMERA, SIZE, seed=2)
        x, y = (int(at) for at in (CAMERA @ (STICKERS[33].pose.x_mm, STICKERS[33].pose.y_mm, 1.0))[:2])
        picture[y - 30 : y + 30, x + 5 : x + 30] = 90
        texts = []
        for _ in range(2):
            decoder.attend(Orders(((x - 40, y - 40, x + 40, y + 40),) if closely else ()))
            texts.append({read.text for read in decoder.decode(picture)})
        return texts

    closely = False
    assert STICKERS[33].text not in part(reader())[1]
    closely = True
    assert STICKERS[33].text in part(reader())[1]


@pytest.mark.parametrize(("score", "stays"), [(0.35, False), (0.6, True)])
def test_a_half_covered_sticker_is_not_seen_in_what_lies_there_by_chance(
    score: float, stays: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Part of a pattern tells less than the whole: other cards reach 0.39, stickers that lie there 0.6 and more."""
    decoder, covered = reader(), STICKERS[33]
    _watched(decoder, STICKERS[:30], 3)
    picture = photo([*STICKERS[:30], covered], CAMERA, SIZE, seed=2)
    x, y = (int(at) for at in (CAMERA @ (covered.pose.x_mm, covered.pose.y_mm, 1.0))[:2])
    picture[y - 30 : y + 30, x + 5 : x + 30] = 90
    for _ in range(2):
        decoder.attend(Orders(((x - 40, y - 40, x + 40, y + 40),)))
        texts = {read.text for read in decoder.decode(picture)}
    assert covered.text in texts
    decoder.attend(Orders())
    decoder._known = replace(decoder._known, score=np.minimum(decoder._known.score, 0.47))
    picture[y - 40 : y + 40, x - 40 : x + 40] = 90
    monkeypatch.setattr(PartReader, "verified", lambda _, __, hits, blur: np.full(len(hits), score, np.float32))
    texts = [{read.text for read in decoder.decode(picture)} for _ in range(8)][-1]
    assert (covered.text in texts) is stays
    assert (covered.text in [code for code, _ in decoder.vanished]) is not stays


def test_a_half_covered_sticker_that_was_read_stays_though_the_light_changes() -> None:
    """It is verified by what is free of it; as a whole it looks like nothing."""
    decoder, covered = reader(), STICKERS[33]
    _watched(decoder, STICKERS[:30], 3)
    picture = photo([*STICKERS[:30], covered], CAMERA, SIZE, seed=2)
    x, y = (int(at) for at in (CAMERA @ (covered.pose.x_mm, covered.pose.y_mm, 1.0))[:2])
    picture[y - 30 : y + 30, x + 5 : x + 30] = np.random.default_rng(4).integers(0, 255, (60, 25))
    for _ in range(2):
        decoder.attend(Orders(((x - 40, y - 40, x + 40, y + 40),)))
        texts = {read.text for read in decoder.decode(picture)}
    assert covered.text in texts
    decoder.attend(Orders())
    for light in (0.9, 0.8, 0.7, 0.8, 0.9, 1.0):
        shaded = picture.copy()
        shaded[y - 60 : y + 60, x - 60 : x + 60] = cv2.convertScaleAbs(
            shaded[y - 60 : y + 60, x - 60 : x + 60], alpha=light
        )
        assert covered.text in {read.text for read in decoder.decode(shaded)}
    picture[y - 30 : y + 30, x - 30 : x + 30] = 90
    decoder.decode(picture)
    assert covered.text not in {read.text for read in decoder.decode(picture)}, "now nothing of it is left"


def test_a_covered_sticker_that_is_sought_everywhere_is_found_within_a_few_pictures() -> None:
    def pictures_needed(*, everywhere: bool) -> int:
        decoder = reader()
        _watched(decoder, STICKERS[:30], 3)
        picture = photo([*STICKERS[:30], STICKERS[33]], CAMERA, SIZE, seed=2)
        x, y = (int(at) for at in (CAMERA @ (STICKERS[33].pose.x_mm, STICKERS[33].pose.y_mm, 1.0))[:2])
        picture[y - 30 : y + 30, x + 5 : x + 30] = 90
        for number in range(60):
            decoder.attend(Orders(everywhere=everywhere))
            if STICKERS[33].text in {read.text for read in decoder.decode(picture)}:
                return number + 1
        return 60

    assert pictures_needed(everywhere=True) <= 4
    assert pictures_needed(everywhere=False) >= 8


def _looked_at_closely(decoder: DictionaryDecoder, picture: Picture, monkeypatch: pytest.MonkeyPatch) -> list[Part]:
    """What the reader looks at closely in this picture when it is told a second time to look at its middle."""
    asked: list[Part] = []
    within = Search.within

    def spied(search: Search, parts: Sequence[Part], known: Hits, *, closely: Sequence[Part] = (), **how: Any) -> Hits:
        asked.extend(closely)
        return within(search, parts, known, closely=closely, **how)

    monkeypatch.setattr(Search, "within", spied)
    monkeypatch.setattr(Slices, "next_quarter", lambda *_, **__: [])
    decoder._sums.forget()
    for _ in range(2):
        asked.clear()
        decoder.attend(Orders(((400, 250, 500, 350),)))
        decoder.decode(picture)
    return asked


@pytest.mark.parametrize(("place", "sizes_mm"), [(35, [16, 20]), (39, [16])])
def test_seats_and_markers_are_looked_for_closely_only_near_places_where_one_is_missed(
    place: int, sizes_mm: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They lie there for a whole game, and they are the only ones with stickers that large."""
    large = {code for code, spec in specs().items() if spec.size_mm > 16}
    listed = {code: replace(spec, role=Role.BOSS) if code in large else spec for code, spec in specs().items()}
    decoder = DictionaryDecoder(book(), listed)
    boss = replace(STICKERS[place], text=sorted(large)[0], size_mm=20.0)
    _watched(decoder, [*STICKERS[:30], boss], 5)
    (part,) = _looked_at_closely(decoder, photo([*STICKERS[:30], boss], CAMERA, SIZE, seed=2), monkeypatch)
    assert part[1].module_mm * part[1].sizes[-1] < 17 / 25
    gone = photo(STICKERS[:30], CAMERA, SIZE, seed=2)
    parts = _looked_at_closely(decoder, gone, monkeypatch)
    assert sorted(round(plane.module_mm * 25) for _, plane, _ in parts) == sizes_mm
    assert len({id(levels) for levels, _, _ in parts}) == 1, "both are seen in the same grey picture"


def test_a_picture_of_a_knocked_table_counts_as_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a thumbnail a blurred card looks like a sharp one: what cannot be read in it would never be searched again."""
    decoder, again = reader(), []
    monkeypatch.setattr(Stillness, "unsettle", lambda _: again.append(decoder._slices.turn))
    _watched(decoder, STICKERS[:30], 5)
    picture = photo(STICKERS[:31], CAMERA, SIZE, seed=2)
    decoder.decode(picture)
    assert not again
    decoder.decode(np.asarray(cv2.blur(picture, (17, 1)), np.uint8))
    (slice_,) = again
    assert slice_ % len(decoder._slices) not in decoder._slices._looks._looks, "nor does its slice"
    hand = picture.copy()
    hand[:, :200] = 90
    decoder.decode(picture)
    decoder.decode(hand)
    assert len(again) == 1, "a hand that hides some cards is no knock"


def test_bosses_are_looked_for_in_all_that_changes_while_they_are_being_laid_down() -> None:
    large = {code for code, spec in specs().items() if spec.size_mm > 16}
    listed = {code: replace(spec, role=Role.BOSS) if code in large else spec for code, spec in specs().items()}
    decoder = DictionaryDecoder(book(), listed)
    boss, other = (replace(STICKERS[place], text=sorted(large)[place - 38], size_mm=20.0) for place in (38, 39))
    _watched(decoder, STICKERS[:30], 5)
    assert decoder._furnishing
    decoder._furnishing = 6
    _watched(decoder, [*STICKERS[:30], boss], 4)
    assert decoder._furnishing > 50, "one was found, more may follow"
    decoder._furnishing = 0
    _watched(decoder, STICKERS[:30], 3)
    _watched(decoder, [*STICKERS[:30], boss], 16)
    assert decoder._furnishing == 0, "a hand lay over it for a moment"
    assert other.text in _watched(decoder, [*STICKERS[:30], boss, other], 16)[-1], "it is found all the same"


def test_a_close_look_takes_the_turn_of_a_slice_and_none_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    decoder = reader()
    _watched(decoder, STICKERS[:30], 3)
    turns: list[int] = []

    def differs(_: LastLooks, part: int, *__: object) -> bool:
        turns.append(part)
        return False

    monkeypatch.setattr(LastLooks, "differs", differs)
    picture = photo(STICKERS[:30], CAMERA, SIZE, seed=2)
    for number in range(20):
        decoder.attend(Orders(((400, 250, 500, 350),) if number % 2 else ()))
        decoder.decode(picture)
    assert len(turns) == 10
    assert all((two - one) % len(decoder._slices) == 1 for one, two in pairwise(turns))


def test_a_room_built_exactly_on_another_is_never_taken_for_the_old_one() -> None:
    decoder = reader()
    _watched(decoder, STICKERS, 5)
    old = STICKERS[12]
    new = Glued(LISTED[250 + 1], old.pose, old.size_mm)
    after = _watched(decoder, [*STICKERS[:12], new, *STICKERS[13:]], 6)
    assert all(old.text not in texts for texts in after)
    assert new.text in after[-1]


def test_a_card_slid_by_half_a_millimetre_gets_its_new_place() -> None:
    decoder = reader()
    _watched(decoder, STICKERS, 5)
    old = STICKERS[7]
    slid = Glued(old.text, Pose(old.pose.x_mm + 0.5, old.pose.y_mm, old.pose.angle_deg), old.size_mm)
    moved = [*STICKERS[:7], slid, *STICKERS[8:]]
    picture = photo(moved, CAMERA, SIZE, seed=2)
    for _ in range(4):
        reads = decoder.decode(picture)
    read = next(read for read in reads if read.text == slid.text)
    truth = CAMERA @ (slid.pose.x_mm, slid.pose.y_mm, 1.0)
    assert np.abs(np.array(read.middle) - truth[:2]).max() < 0.3


@pytest.mark.parametrize(("shade", "off_px"), [(1.0, 0.12), (0.6, 0.35)])
def test_a_card_nudged_by_a_fifth_of_a_millimetre_has_its_new_place_at_once(shade: float, off_px: float) -> None:
    decoder = reader()
    _watched(decoder, STICKERS, 5)
    old = STICKERS[7]
    nudged = Glued(old.text, Pose(old.pose.x_mm + 0.15, old.pose.y_mm - 0.15, old.pose.angle_deg), old.size_mm)
    picture = photo([*STICKERS[:7], nudged, *STICKERS[8:]], CAMERA, SIZE, seed=2)
    truth = (CAMERA @ (nudged.pose.x_mm, nudged.pose.y_mm, 1.0))[:2]
    x, y = (int(at) for at in truth)
    shadow = picture[y - 30 : y + 30, x : x + 30]  # on one half of it, if any
    shadow[:] = (shadow * shade).astype(np.uint8)
    read = next(read for read in decoder.decode(picture) if read.text == old.text)
    assert np.abs(np.array(read.middle) - truth).max() < off_px


def test_what_changes_too_little_to_be_noticed_is_found_by_the_slices_within_fourteen_pictures() -> None:
    """The reader is told that nothing changed; only the search in slices is left."""

    class Blind(Stillness):
        def look(self, picture: Picture) -> Stirred:
            true = super().look(picture)
            return Stirred(*(np.zeros_like(true.ripe),) * 3, true.cell_px)

    decoder = reader()
    _watched(decoder, STICKERS[:30], 2)
    decoder._stillness = Blind()
    after = _watched(decoder, STICKERS, 14)
    assert after[-1] == {sticker.text for sticker in STICKERS}


def test_a_slice_is_not_searched_for_what_is_searched_anyway() -> None:
    looks = LastLooks()
    before = np.random.default_rng(1).integers(90, 110, (240, 320)).astype(np.uint8)
    looks.keep(0, before)
    after = before.copy()
    after[40:120, 100:180] += 60
    changed = np.zeros((10, 20), np.bool_)
    stirred = Stirred(changed, changed.copy(), changed, 64)
    at = partial(stirred.changed_cells, (128, 64), (2 * SPOT[0], 2 * SPOT[1]))
    assert looks.differs(0, after), "it is seen at all"
    assert looks.differs(0, after, at), "nothing stirs"
    stirred.changed[:, :3] = True
    assert looks.differs(0, after, at), "something stirs elsewhere"
    stirred.changed[2:5, 5:8] = True
    assert not looks.differs(0, after, at), "it stirs there"
    after[200:230, 200:230] += 60
    assert looks.differs(0, after, at), "and something else lies still"


def _half_covered(over: int = 0) -> Picture:
    """The table with one more sticker, half of it covered, and something in the other corner of the picture."""
    picture = photo([*STICKERS[:30], STICKERS[33]], CAMERA, SIZE, seed=2)
    x, y = (int(at) for at in (CAMERA @ (STICKERS[33].pose.x_mm, STICKERS[33].pose.y_mm, 1.0))[:2])
    picture[y - 30 : y + 30, x + 5 : x + 30] = 90
    if over:
        picture[: over % 250, :60] = 60 + over % 120
    return picture


def _first_read(decoder: DictionaryDecoder, pictures: list[Picture]) -> int | None:
    for number, picture in enumerate(pictures):
        if STICKERS[33].text in {read.text for read in decoder.decode(picture)}:
            return number
    return None


def test_a_half_covered_sticker_is_found_within_three_seconds_though_nothing_changes() -> None:
    decoder = reader()
    _watched(decoder, STICKERS[:30], 3)
    assert (_first_read(decoder, [_half_covered()] * 44) or 99) < 44


def test_it_is_found_though_something_never_comes_to_rest_elsewhere() -> None:
    decoder = reader()
    _watched(decoder, STICKERS[:30], 3)
    restless = [_half_covered(over=20 + 37 * number) for number in range(1, 110)]
    assert _first_read(decoder, restless) is not None


def test_no_part_is_looked_at_closely_while_something_stirs_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """It waits for a while, but not for ever."""
    close: list[int] = []
    real = Search.within

    def within(search: Search, parts: Sequence[Part], known: Hits, **how: Any) -> Hits:
        close.append(len(how.get("closely", ())))
        return real(search, parts, known, **how)

    monkeypatch.setattr(Search, "within", within)
    decoder = reader()
    for number in range(1, 34):
        picture = photo(STICKERS[:20], CAMERA, SIZE, seed=2)
        picture[(number * 53) % 400 :, (number * 97) % 700 :][:180, :180] = 60 + number
        decoder.decode(picture)
    assert sum(close) <= 1
    close.clear()
    _watched(decoder, STICKERS[:20], 45)
    assert 3 <= sum(close) <= 5


def test_the_reads_of_a_still_table_are_the_same_and_yet_the_callers_own() -> None:
    decoder = reader()
    picture = photo(STICKERS, CAMERA, SIZE, seed=2)
    for _ in range(3):
        reads = decoder.decode(picture)
    wanted = list(reads)
    reads.clear()
    assert decoder.decode(picture) == wanted


def test_a_read_that_was_disputed_is_there_again_when_the_dispute_is_over() -> None:
    decoder = reader()
    picture = photo(STICKERS, CAMERA, SIZE, seed=2)
    for _ in range(3):
        decoder.decode(picture)
    seen = decoder._known.hits
    read = decoder._reads(seen)[5]
    decoder._told = (decoder._known.hits.where(np.zeros(len(seen), np.bool_)), [])
    decoder.opinions.disagreements = [Disagreement(read.text, "OTHER", read.middle)]
    assert len(decoder._reads(seen)) == len(STICKERS) - 1
    decoder.opinions.disagreements = []
    assert len(decoder._reads(seen)) == len(STICKERS)


def test_when_the_camera_is_moved_all_stickers_are_found_again_and_the_map_begins_anew() -> None:
    decoder = reader()
    _watched(decoder, STICKERS, 6)
    moved = straight_down(1.3 * 25 / 16, *SIZE)
    moved[:2, 2] += (31, -17)
    picture = photo(STICKERS, moved, SIZE, seed=2)
    for _ in range(6):
        reads = decoder.decode(picture)
    assert len(right(reads, STICKERS, moved)) == len(STICKERS)
    assert decoder.calibrator is not None
    assert decoder.calibrator.starts >= 1


def test_a_disagreement_with_the_other_reader_is_an_alarm_and_no_read() -> None:
    """The list says one thing about a pattern, zxing-cpp reads another: nobody is believed."""
    from cards_db.qr import matrices
    from vision.codebook import build_codebook
    from vision.stickers import Role, StickerSpec

    dark = matrices(LISTED[:40])
    swapped = [*LISTED[1:40], LISTED[0]]
    specs = {code: StickerSpec(code, Role.ROOM, 16.0, 0.0, 0.0) for code in LISTED[:40]}
    decoder = DictionaryDecoder(build_codebook(swapped, dark), specs)
    camera = straight_down(3.5 * 25 / 16, 600, 400)
    picture = photo(laid(2, 2, LISTED[:12]), camera, (600, 400))
    reads = decoder.decode(picture)
    assert reads == []
    assert len(decoder.opinions.disagreements) == 4


def test_a_new_sticker_is_compared_with_the_other_reader_also_while_people_wait() -> None:
    """The list says one thing about two patterns, zxing-cpp reads another; both are laid down while people wait."""
    from cards_db.qr import matrices
    from vision.codebook import build_codebook
    from vision.stickers import StickerSpec

    listed = [*LISTED[:2], LISTED[3], LISTED[2], *LISTED[4:40]]
    specs = {code: StickerSpec(code, Role.ROOM, 16.0, 0.0, 0.0) for code in LISTED[:40]}
    decoder = DictionaryDecoder(build_codebook(listed, matrices(LISTED[:40])), specs)
    camera, stickers = straight_down(3.5 * 25 / 16, 600, 400), laid(2, 2, LISTED[:12])
    wrong = [sticker for sticker in stickers if sticker.text in LISTED[2:4]]
    right = [sticker for sticker in stickers if sticker not in wrong]
    assert len(wrong) == 2
    before, after = (photo(some, camera, (600, 400), seed=2) for some in (right, stickers))
    for _ in range(4):
        decoder.decode(before)
    for _ in range(4):
        decoder.attend(Orders(hurry=True))
        texts = {read.text for read in decoder.decode(after)}
        assert texts <= {sticker.text for sticker in right}
    assert {one.ours for one in decoder.opinions.disagreements} == {sticker.text for sticker in wrong}


def _with_foreign_code() -> tuple[Picture, Picture]:
    """The table without and with a foreign code."""
    import segno

    from tests.vision.pictures import finish

    foreign = segno.make("HTTPS://EXAMPLE.ORG", error="m", micro=False)
    rows = np.array([[235.0 - 215 * bit for bit in row] for row in foreign.matrix_iter(border=4)], np.float32)
    large = cv2.resize(rows, None, fx=5, fy=5, interpolation=cv2.INTER_NEAREST)
    clean = photo(STICKERS, CAMERA, SIZE, noise=0.0, blur=0.0).astype(np.float32)
    empty = finish(clean.copy(), blur=0.7, noise=2, rng=np.random.default_rng(1))
    clean[: large.shape[0], : large.shape[1]] = large
    return empty, finish(clean, blur=0.7, noise=2, rng=np.random.default_rng(1))


def test_a_foreign_code_that_comes_while_people_wait_is_named_when_there_is_time() -> None:
    empty, with_code = _with_foreign_code()
    decoder, named = reader(), []
    for _ in range(4):
        decoder.decode(empty)
    for number in range(6):
        decoder.attend(Orders(hurry=number < 4))
        named.append("HTTPS://EXAMPLE.ORG" in {read.text for read in decoder.decode(with_code)})
    assert named == [False] * 4 + [True] * 2


def test_a_foreign_code_is_named_while_it_lies_there() -> None:
    empty, with_code = _with_foreign_code()
    decoder = reader()
    for picture in (with_code, with_code, with_code):
        texts = {read.text for read in decoder.decode(picture)}
        assert "HTTPS://EXAMPLE.ORG" in texts
    for _ in range(3):
        texts = {read.text for read in decoder.decode(empty)}
    assert "HTTPS://EXAMPLE.ORG" not in texts


def _turns(decoder: DictionaryDecoder, pictures: Sequence[Picture]) -> int:
    """How many slices have their turn in these pictures."""
    before = decoder._slices.turn
    for picture in pictures:
        decoder.decode(picture)
    return decoder._slices.turn - before


def test_while_hands_are_at_work_slices_have_their_turn_more_seldom_but_they_have_it() -> None:
    decoder = reader()
    _watched(decoder, STICKERS[:30], 5)
    still = photo(STICKERS[:30], CAMERA, SIZE, seed=2)
    assert _turns(decoder, [still] * 12) == 12
    hands = []
    for number in range(12):
        hand = still.copy()
        hand[40 * number : 40 * number + 200, 500:700] = 90
        hands += [hand, hand]
    assert 3 <= _turns(decoder, hands) <= 12


def test_while_people_wait_the_map_is_not_bettered() -> None:
    decoder = reader()
    _watched(decoder, STICKERS[:20], 8)
    table = decoder.table
    picture = photo(STICKERS[:30], CAMERA, SIZE, seed=2)
    for _ in range(8):
        decoder.attend(Orders(hurry=True))
        decoder.decode(picture)
    assert decoder.table is table
    for _ in range(2):
        decoder.attend(Orders())
        decoder.decode(picture)
    assert decoder.table is not table
