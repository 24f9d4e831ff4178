"""Presence with hysteresis (rules 4.3): lists of sightings in, what lies still out."""

from collections.abc import Iterable, Sequence

import pytest

from engine.core.ids import Code
from vision.tabletop import Pose
from vision.tracker import QUICK, Outlook, Presence, Sighting, Tracker, are_adrift, average, moved_together

STEP_S = 0.15


def _card(code: str, x: float = 0.0, y: float = 0.0, angle: float = 0.0) -> Sighting:
    return Sighting(Code(code), Pose(x, y, angle))


def _back(x: float, y: float = 0.0) -> Sighting:
    return Sighting(Code("BACK"), Pose(x, y, 0), alike=True)


class _Film:
    """A tracker fed with pictures at an even pace."""

    def __init__(self, step_s: float = STEP_S) -> None:
        self.tracker, self.now_s, self._step_s = Tracker(), 100.0, step_s

    def show(self, sightings: Iterable[Sighting], frames: int = 1) -> Presence:
        shown: Sequence[Sighting] = list(sightings)
        for _ in range(frames):
            self.now_s += self._step_s
            presence = self.tracker.look(shown, self.now_s)
        return presence


def _codes(presence: Presence) -> list[str]:
    return [card.code for card in presence.cards]


def test_a_card_counts_after_five_frames() -> None:
    film = _Film()
    assert _codes(film.show([_card("A")], 4)) == []
    assert _codes(film.show([_card("A")])) == ["A"]


def test_a_fast_camera_still_waits_six_tenths_of_a_second() -> None:
    film = _Film(step_s=0.05)
    assert _codes(film.show([_card("A")], 12)) == []
    assert _codes(film.show([_card("A")])) == ["A"]


def test_a_glimpse_is_no_card() -> None:
    film = _Film()
    film.show([_card("A")], 2)
    presence = film.show([], 8)
    assert _codes(presence) == []
    assert presence.settled


def test_a_card_read_in_five_of_seven_frames_counts() -> None:
    film = _Film()
    for seen in (1, 0, 1, 1, 0, 1, 1):
        presence = film.show([_card("A")] if seen else [])
    assert _codes(presence) == ["A"]


def test_a_hand_over_a_card_does_not_make_it_vanish() -> None:
    film = _Film()
    film.show([_card("A"), _card("B", 100)], 8)
    assert _codes(film.show([_card("B", 100)], 5)) == ["A", "B"]
    assert _codes(film.show([_card("A"), _card("B", 100)], 2)) == ["A", "B"]


def test_a_card_taken_away_is_no_longer_seen_after_a_second() -> None:
    film = _Film()
    film.show([_card("A"), _card("B", 100)], 8)
    assert _codes(film.show([_card("B", 100)], 6)) == ["A", "B"]
    assert _codes(film.show([_card("B", 100)], 1)) == ["B"]


def test_at_two_pictures_a_second_five_must_be_missed() -> None:
    film = _Film(step_s=0.5)
    film.show([_card("A")], 6)
    assert _codes(film.show([], 4)) == ["A"]
    assert _codes(film.show([])) == []


def test_a_moved_card_stays_at_its_old_place_until_the_new_one_is_sure() -> None:
    film = _Film()
    film.show([_card("A")], 8)
    presence = film.show([_card("A", 66)], 4)
    assert presence.cards[0].pose.x_mm == 0
    presence = film.show([_card("A", 66)])
    assert [card.pose.x_mm for card in presence.cards] == [66]
    assert presence.twice == ()


def test_a_card_turned_in_its_place_is_reported_turned() -> None:
    film = _Film()
    film.show([_card("A")], 8)
    assert film.show([_card("A", angle=90)], 4).cards[0].pose.angle_deg == 0
    assert film.show([_card("A", angle=90)], 1).cards[0].pose.angle_deg == 90


def test_a_card_dragged_over_the_table_is_nowhere_else_on_its_way() -> None:
    film = _Film()
    film.show([_card("A")], 8)
    for step in range(1, 12):
        presence = film.show([_card("A", 15.0 * step)])
        assert {card.pose.x_mm for card in presence.cards} <= {0}
        assert not presence.settled
    assert film.show([_card("A", 180)], 6).cards[0].pose.x_mm == 180


def test_small_shakes_are_averaged() -> None:
    film = _Film()
    for x, angle in ((0, 0), (1, 1), (-1, -1), (0.5, 0), (-0.5, 3), (0, 0), (3.5, 0)):
        presence = film.show([_card("A", x, angle=angle)])
    assert presence.cards[0].pose == Pose(0, 0, 0)


def test_angles_are_averaged_across_half_a_turn() -> None:
    assert average([Pose(0, 0, 179), Pose(0, 0, -179), Pose(0, 0, 180)]).angle_deg == pytest.approx(180)


def test_the_same_code_in_two_places_is_reported_as_twice_and_not_as_a_card() -> None:
    film = _Film()
    film.show([_card("A")], 8)
    presence = film.show([_card("A"), _card("A", 200)], 6)
    assert presence.twice == ("A",)
    assert _codes(presence) == []
    assert film.show([_card("A"), _card("A", 200)], 20).twice == ("A",)


@pytest.mark.parametrize("left_at", [0.0, 200.0])
def test_when_one_of_the_two_is_taken_away_the_other_is_the_card(left_at: float) -> None:
    film = _Film()
    film.show([_card("A")], 8)
    film.show([_card("A"), _card("A", 200)], 8)
    presence = film.show([_card("A", left_at)], 8)
    assert [card.pose.x_mm for card in presence.cards] == [left_at]
    assert presence.twice == ()


def test_face_down_cards_are_many_alike_and_told_apart_by_place() -> None:
    film = _Film()
    presence = film.show([_back(0), _back(66), _back(66, 100)], 6)
    assert [(back.pose.x_mm, back.pose.y_mm) for back in presence.alike] == [(0, 0), (66, 0), (66, 100)]
    assert presence.twice == ()
    presence = film.show([_back(66, 100), _back(0)], 8)
    assert [(back.pose.x_mm, back.pose.y_mm) for back in presence.alike] == [(0, 0), (66, 100)]


def test_a_card_that_appears_is_waited_for_and_then_nothing_more() -> None:
    """It has lain still all the while."""
    film = _Film()
    assert not film.show([_card("A")], 4).settled
    assert film.show([_card("A")]).settled
    assert not film.show([_card("A"), _card("B", 66)], 4).settled
    presence = film.show([_card("A"), _card("B", 66)])
    assert (_codes(presence), presence.settled) == (["A", "B"], True)


def test_unrest_begins_the_waiting_anew_also_for_cards_that_appear() -> None:
    film = _Film()
    film.show([_card("A")], 3)
    film.tracker.look([_card("A")], film.now_s, restless=True)
    presence = film.show([_card("A")], 2)
    assert (_codes(presence), presence.settled) == (["A"], False)
    assert film.show([_card("A")], 2).settled


def _plainly(_: Sighting) -> Outlook:
    return Outlook.PLAIN


def _otherwise(_: Sighting) -> Outlook:
    return Outlook.CHANGED


def test_a_boss_that_is_not_read_is_believed_and_keeps_nobody_waiting() -> None:
    """A lamp glares on it, perhaps since a bump, after which nothing looks as before. Other cards are taken away."""
    for stays, outlook, lies in (({"A"}, _plainly, True), ({"A"}, _otherwise, True), ({"B"}, _plainly, False)):
        tracker = Tracker(QUICK, frozenset(Code(name) for name in stays))
        for number in range(120):
            seen = [_card("A"), _card("B", 66)][number >= 20 :]
            presence = tracker.look(seen, number / 14, outlook)
        assert (_codes(presence), presence.settled) == (["A", "B"] if lies else ["B"], True)


def test_what_awaits_a_look_is_no_unrest() -> None:
    """The table has lain still meanwhile: once everything was looked at, it is settled at once."""
    film = _Film()
    film.show([_card("A")], 8)
    for _ in range(5):
        assert not film.tracker.look([_card("A")], film.now_s, awaiting=True).settled
    assert film.show([_card("A")]).settled


def test_a_card_on_its_way_out_keeps_the_table_unsettled() -> None:
    film = _Film()
    film.show([_card("A"), _card("B", 66)], 10)
    assert not film.show([_card("B", 66)], 3).settled
    assert not film.show([_card("B", 66)], 5).settled
    assert film.show([_card("B", 66)], 4).settled


def test_a_sticker_at_the_edge_of_readability_does_not_keep_the_table_unsettled_for_ever() -> None:
    film = _Film()
    for number in range(40):
        edge = [_card("B", 66)] if number % 2 else []
        presence = film.show([_card("A"), *edge])
    assert _codes(presence) == ["A"]
    assert presence.settled


def test_a_better_map_redraws_the_table_without_stirring_it() -> None:
    film = _Film()
    film.show([_card("A", 100), _card("B", 300)], 12)
    remembered = [len(track.poses) for track in film.tracker._tracks]
    film.tracker.redraw(lambda poses: [Pose(pose.x_mm * 1.1, pose.y_mm, pose.angle_deg) for pose in poses])
    assert [len(track.poses) for track in film.tracker._tracks] == remembered
    presence = film.show([_card("A", 110), _card("B", 330)])
    assert [card.pose.x_mm for card in presence.cards] == [pytest.approx(110), pytest.approx(330)]
    assert presence.settled


def test_an_empty_table_settles() -> None:
    film = _Film()
    assert not film.show([]).settled
    assert film.show([], 6).settled


@pytest.mark.parametrize("step_s", [0.15, 1.0, 4.0])
def test_a_table_with_a_card_just_glimpsed_is_never_settled(step_s: float) -> None:
    """However slow the pictures come: otherwise a new card would be taken for no card."""
    film = _Film(step_s)
    film.show([_card("A")], 12)
    for _ in range(4):
        presence = film.show([_card("A"), _card("B", 100)])
        assert _codes(presence) == ["A"]
        assert not presence.settled
    assert _codes(film.show([_card("A"), _card("B", 100)], 2)) == ["A", "B"]


# -- hands and plain sight ---------------------------------------------------------------------------------------------


class _Quick(_Film):
    """Fourteen pictures a second, with an eye for hands."""

    def __init__(self) -> None:
        super().__init__(1 / 14)
        self.tracker = Tracker(QUICK)
        self.outlook = Outlook.PLAIN
        self.restless = False

    def show(self, sightings: Iterable[Sighting], frames: int = 1) -> Presence:
        shown = list(sightings)
        for _ in range(frames):
            self.now_s += self._step_s
            presence = self.tracker.look(shown, self.now_s, lambda _: self.outlook, restless=self.restless)
        return presence

    def astray(self) -> tuple[Sighting, ...]:
        return self.tracker.astray(self.now_s, 0.3)

    def unseen(self) -> list[str]:
        return [card.code for card in self.tracker.unseen]


def test_a_hand_freezes_what_it_covers_however_long_it_stays() -> None:
    film = _Quick()
    film.show([_card("A"), _card("B", 100)], 8)
    film.outlook = Outlook.HIDDEN
    presence = film.show([_card("B", 100)], 400)
    assert _codes(presence) == ["A", "B"]
    assert [card.hidden for card in presence.cards] == [True, False]
    film.outlook = Outlook.PLAIN
    presence = film.show([_card("A"), _card("B", 100)])
    assert [card.hidden for card in presence.cards] == [False, False]


def test_a_card_taken_from_under_a_hand_is_gone_soon_after_the_hand() -> None:
    film = _Quick()
    film.show([_card("A"), _card("B", 100)], 8)
    film.outlook = Outlook.HIDDEN
    film.show([_card("B", 100)], 30)
    film.outlook = Outlook.CHANGED
    assert _codes(film.show([_card("B", 100)], 2)) == ["A", "B"]
    assert _codes(film.show([_card("B", 100)], 2)) == ["B"]


def test_a_sticker_that_only_cannot_be_read_keeps_its_place_for_a_while() -> None:
    """The picture looks as before: nobody took the card."""
    film = _Quick()
    film.show([_card("A")], 8)
    assert _codes(film.show([], 34)) == ["A"]
    assert _codes(film.show([], 2)) == []


def test_a_card_that_was_glimpsed_on_its_way_elsewhere_is_not_believed_where_it_was() -> None:
    """A hero is carried through a dungeon and turned over at its end: nobody reads it there."""
    film = _Quick()
    film.show([_card("A")], 8)
    film.show([], 1)
    film.show([_card("A", 100)], 1)
    assert _codes(film.show([], 2)) == []


def test_a_card_that_is_read_again_where_it_was_stays_there_as_long_as_any_other() -> None:
    film = _Quick()
    film.show([_card("A")], 8)
    film.show([_card("A", 100)], 1)
    film.show([_card("A")], 2)
    assert _codes(film.show([], 30)) == ["A"]


def test_a_reader_without_false_reads_settles_within_three_pictures() -> None:
    film = _Quick()
    film.show([_card("A")], 10)
    assert not film.show([_card("A"), _card("B", 66)], 2).settled
    presence = film.show([_card("A"), _card("B", 66)])
    assert presence.settled
    assert _codes(presence) == ["A", "B"]


def test_a_table_over_which_hands_move_is_not_settled() -> None:
    film = _Quick()
    film.show([_card("A")], 10)
    film.restless = True
    assert not film.show([_card("A")], 20).settled
    film.restless = False
    assert not film.show([_card("A")]).settled
    assert film.show([_card("A")], 2).settled


def test_a_card_carried_away_under_the_hand_is_not_there_twice() -> None:
    film = _Quick()
    film.show([_card("A")], 8)
    film.outlook = Outlook.HIDDEN
    for _ in range(6):
        presence = film.show([_card("A", 300)])
        assert presence.twice == ()
    assert [card.pose.x_mm for card in presence.cards] == [300]


def test_a_card_that_left_its_place_is_astray_until_it_is_seen_elsewhere_or_given_up() -> None:
    film = _Quick()
    film.show([_card("A"), _card("B", 100), _back(300)], 8)
    film.outlook = Outlook.CHANGED
    assert film.astray() == ()
    film.show([_card("B", 100)], 1)
    assert [card.code for card in film.astray()] == ["A"], "nobody knows which back is which"
    film.show([_card("B", 100)], 3)
    assert [card.code for card in film.tracker.lying] == ["B"]
    assert [card.code for card in film.astray()] == ["A"], "it was let go just now"
    film.show([_card("B", 100)], 5)
    assert film.astray() == ()
    assert [card.code for card in film.tracker.astray(film.now_s, 2.0)] == ["A"]
    film.show([_card("B", 100)], 90)
    assert film.tracker.astray(film.now_s, 9.0) == (), "long ago"


def test_a_card_that_is_glimpsed_elsewhere_is_not_astray() -> None:
    film = _Quick()
    film.show([_card("A"), _card("B", 100)], 8)
    film.outlook = Outlook.CHANGED
    film.show([_card("A", 66), _card("B", 100)], 1)
    assert film.astray() == ()


def test_unseen_is_what_a_hand_hides_or_what_was_missed_more_than_once() -> None:
    film = _Quick()
    film.show([_card("A"), _card("B", 100)], 8)
    assert film.unseen() == []
    film.show([_card("B", 100)])
    assert film.unseen() == [], "a single picture may be bad"
    film.show([_card("B", 100)])
    assert film.unseen() == ["A"]
    film.show([_card("A"), _card("B", 100)])
    film.outlook = Outlook.HIDDEN
    film.show([_card("A")])
    assert film.unseen() == ["B"]


def test_a_card_under_a_hand_is_not_astray() -> None:
    film = _Quick()
    film.show([_card("A"), _card("B", 100)], 8)
    film.outlook = Outlook.HIDDEN
    film.show([_card("B", 100)], 3)
    assert film.astray() == ()


def test_both_places_of_a_sticker_that_lies_there_twice_are_named() -> None:
    film = _Quick()
    presence = film.show([_card("A"), _card("A", 200), _card("B", 66)], 8)
    assert presence.twice == ("A",)
    assert sorted(card.pose.x_mm for card in presence.doubles) == [0, 200]
    assert _codes(presence) == ["B"]


def test_every_card_says_how_exactly_its_place_is_known() -> None:
    film = _Quick()
    for number in range(20):
        presence = film.show([_card("A", 0.3 * (number % 2), angle=number % 2)])
    (card,) = presence.cards
    assert 0.05 < card.sigma_mm < 0.3
    assert 0.3 < card.sigma_deg < 1.0


def test_a_sure_card_that_is_missed_in_plain_sight_is_worth_a_closer_look_for_a_while() -> None:
    film = _Quick()
    film.show([_card("A"), _card("B", 66)], 8)
    assert film.tracker.missing(film.now_s, 0.5) == ()
    film.show([_card("B", 66)], 2)
    assert [card.code for card in film.tracker.missing(film.now_s, 0.5)] == ["A"]
    assert film.tracker.missing(film.now_s + 1, 0.5) == ()
    film.outlook = Outlook.HIDDEN
    film.show([_card("B", 66)])
    assert film.tracker.missing(film.now_s, 0.5) == ()


LAID = [
    _card("A", 0, 0, 10),
    _card("B", 300, 40, 95),
    _card("C", -120, 210, 0),
    _card("D", 80, -150, 178),
    _back(40, 90),
]


def _bumped(card: Sighting, by: Pose) -> Sighting:
    return Sighting(card.code, by.moved(card.pose.x_mm, card.pose.y_mm, card.pose.angle_deg), card.alike)


def test_when_the_map_begins_anew_the_cards_tell_how_it_was_turned_and_shifted() -> None:
    by = Pose(31, -17, 4)
    change = moved_together(LAID, [_bumped(card, by) for card in LAID])
    assert change is not None
    wanted = _bumped(LAID[-1], by).pose
    there = change(LAID[-1].pose)
    assert (there.x_mm, there.y_mm, there.angle_deg) == pytest.approx((wanted.x_mm, wanted.y_mm, wanted.angle_deg))


def test_a_bump_moves_most_cards_and_a_hand_one_or_two() -> None:
    assert are_adrift(LAID, [_bumped(card, Pose(5, 2, 0)) for card in LAID])
    assert not are_adrift(LAID, [_bumped(card, Pose(1, 1, 0)) for card in LAID])
    assert not are_adrift(LAID, [*LAID[2:], *(_bumped(card, Pose(50, 0, 0)) for card in LAID[:2])])
    assert not are_adrift(LAID[:2], [_bumped(card, Pose(50, 0, 0)) for card in LAID[:2]])


def test_a_card_that_a_hand_moved_meanwhile_has_no_say() -> None:
    by = Pose(8, 3, -2)
    now = [_bumped(card, by) for card in LAID]
    now[0] = _card("A", 500, 500, 90)
    change = moved_together(LAID, now)
    assert change is not None
    assert change(LAID[1].pose).x_mm == pytest.approx(now[1].pose.x_mm, abs=0.01)


def test_few_cards_or_such_that_disagree_tell_nothing() -> None:
    assert moved_together(LAID[:2], LAID[:2]) is None
    assert (
        moved_together(LAID, [_card(c.code, 70 * n * n, -90 * n, c.pose.angle_deg) for n, c in enumerate(LAID)]) is None
    )
    assert moved_together([_back(0), _back(80), _back(160)], [_back(5), _back(85), _back(165)]) is None


def test_a_face_down_card_that_was_nudged_is_there_once() -> None:
    film = _Film()
    assert len(film.show([_back(0), _back(80)], 12).alike) == 2
    assert len(film.show([_back(9), _back(80)], 4).alike) == 2
    presence = film.show([_back(9), _back(80)], 2)
    assert sorted(round(back.pose.x_mm) for back in presence.alike) == [9, 80]


def test_a_face_down_card_laid_beside_one_under_a_hand_is_a_second_one() -> None:
    film = _Film()
    film.show([_back(0)], 12)
    for _ in range(8):
        film.now_s += STEP_S
        presence = film.tracker.look([_back(15)], film.now_s, lambda _: Outlook.HIDDEN)
    assert len(presence.alike) == 2


def test_a_card_carried_away_under_the_hand_is_not_there_twice_in_a_picture_that_shows_it_nowhere() -> None:
    film = _Quick()
    film.show([_card("A")], 8)
    film.outlook = Outlook.HIDDEN
    film.show([_card("A", 300)], 2)
    film.outlook = Outlook.PLAIN
    film.show([_card("A", 300)])
    presence = film.show([])  # the table is knocked
    assert not presence.twice
    assert [card.pose.x_mm for card in presence.cards] == [300]


def test_what_lies_there_is_told_anew_after_every_picture_and_every_better_map() -> None:
    film = _Film()
    film.show([_card("A")], 10)
    assert [card.pose.x_mm for card in film.tracker.lying] == [0.0]
    film.tracker.redraw(lambda poses: [Pose(pose.x_mm + 50, pose.y_mm, pose.angle_deg) for pose in poses])
    assert [card.pose.x_mm for card in film.tracker.lying] == [50.0]
    film.show([_card("A", 50), _card("B", 200)], 10)
    assert [card.code for card in film.tracker.lying] == ["A", "B"]


@pytest.mark.parametrize(("now", "missed"), [([], ["A"]), ([_card("A", 300)], []), ([_card("B", 300)], ["A"])])
def test_a_card_that_was_read_elsewhere_is_not_missed_at_its_old_place(now: list[Sighting], missed: list[str]) -> None:
    film = _Film()
    film.show([_card("A")], 10)
    film.show(now)
    assert [card.code for card in film.tracker.missing(film.now_s, 0.5)] == missed
