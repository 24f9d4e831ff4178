"""Heroes, items, spells and souls as the camera's words tell them (rules 4.2, 4.5, 5)."""

from dataclasses import replace

from engine.boss_monster.cards import Marker, MarkerRole
from engine.boss_monster.sight import recognise
from engine.core.cards import Catalog
from engine.core.ids import CardId, Code, CopyId
from engine.core.observations import Area, SeenCard, Spot, TableSeen, Turned, Unread
from tests.builders import Camera, Table, hero_id


def test_a_hero_on_a_room_stands_in_that_slot_and_one_beyond_the_rooms_waits() -> None:
    """Rules 4.2: hero in room k, entrance."""
    table = Table("Ada", "Ben").room("Ada", "den").room("Ada", "lair").hero("Elf").hero("Orc")
    camera = Camera(table).sees(hero_id("Elf"), Area.ROW, "Ada", 2.1).sees(hero_id("Orc"), Area.ROW, "Ada", 3.2)
    sight = recognise(camera.seen, table.catalog)
    boss = table.player("Ada").boss
    assert sight.in_room(boss, 2) == {hero_id("Elf"): 2}
    assert sight.queue(boss, 2) == (hero_id("Orc"),)


def test_wounds_are_told_from_the_boss_downwards() -> None:
    table = Table("Ada", "Ben").hero("Elf").hero("Orc")
    camera = Camera(table).sees(hero_id("Elf"), Area.WOUNDS, "Ada", drop_mm=58)
    camera.sees(hero_id("Orc"), Area.WOUNDS, "Ada", drop_mm=29)
    sight = recognise(camera.seen, table.catalog)
    assert sight.wounds_of(table.player("Ada").boss) == (hero_id("Orc"), hero_id("Elf"))
    assert sight.wounds_of(table.player("Ben").boss) == ()


def test_souls_are_counted_by_their_neutral_backs() -> None:
    """Rules 5.7"""
    table = Table("Ada", "Ben")
    back = Marker(id=CardId("bm.back.hero"), set="table", number="", copies=1, role=MarkerRole.HERO_BACK)
    copy = CopyId("bm.back.hero#1")
    catalog = Catalog({**table.catalog.cards, back.id: back}, {**table.catalog.codes, Code("SOUL"): copy})
    boss = table.player("Ada").boss
    spot = Spot(Area.SCORE, Code(boss.upper()), -1.1)
    souls = tuple(SeenCard(Code("SOUL"), replace(spot, drop_mm=-4.0 * n), Turned.UPRIGHT, 0, 0, 0) for n in range(3))
    sight = recognise(TableSeen((), souls), catalog)
    assert sight.souls_beside(boss) == 3
    assert sight.souls_beside(table.player("Ben").boss) == 0


def test_the_back_of_an_item_is_no_soul() -> None:
    """Rules 5.7, BM-ITEM-12"""
    table = Table("Ada", "Ben")
    back = Marker(id=CardId("bm.back.item"), set="table", number="", copies=1, role=MarkerRole.ITEM_BACK)
    codes = {**table.catalog.codes, Code("ITEM"): CopyId("bm.back.item#1")}
    boss = table.player("Ada").boss
    seen = SeenCard(Code("ITEM"), Spot(Area.SCORE, Code(boss.upper()), -1.1), Turned.UPRIGHT, 0, 0, 0)
    sight = recognise(TableSeen((), (seen,)), Catalog({**table.catalog.cards, back.id: back}, codes))
    assert sight.souls_beside(boss) == 0
    assert sight.back_slots(boss) == ()


def test_places_that_cannot_be_read_belong_to_their_boss() -> None:
    table = Table("Ada", "Ben")
    boss = table.player("Ben").boss
    seen = TableSeen(
        (), unread=(Unread(Spot(Area.ROW, Code(boss.upper()), 3.0)), Unread(Spot(Area.ROW, Code("?"), 1.0)))
    )
    sight = recognise(seen, table.catalog)
    assert sight.unread_slots(boss) == (3,)
    assert sight.unread_slots(table.player("Ada").boss) == ()
