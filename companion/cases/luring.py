"""Cases about the bait: who lures whom (BM-BAIT, BM-CL-3 to -9)."""

from collections.abc import Mapping

from companion.cases.cards import TREASURE, split_name, treasure, treasures
from companion.cases.fields import CaseError, Record
from companion.cases.reading import Case
from companion.cases.sitting import EVERYWHERE, Result, Seat, Sitting, checked_game, sitting_for
from engine.boss_monster.cards import Lure, Treasure
from engine.boss_monster.commands import BanHero, LureHeroes
from engine.boss_monster.counts import treasure_of
from engine.boss_monster.events import HeroBaited
from engine.boss_monster.state import Phase, State
from engine.core.ids import CopyId, PlayerId

PLAYER_FIELDS = ("xp", "treasure", "boss", "dungeon", "bonus", "souls", "wounds", "entrance")
MOST_SYMBOLS = 999


def bait(case: Case) -> Result:
    """Every hero in town is handled; the queues and the town are what is left."""
    given = case.given
    given.only("players", "town", "not_lurable", *EVERYWHERE)
    players = dict(given.entries("players"))
    sitting = sitting_for(case, players)
    checked_game(case, sitting)
    sitting.sit(Seat(name, facts.whole("xp"), _symbols(facts)) for name, facts in players.items())
    sitting.change_all({name: _sit_down(sitting, name, facts) for name, facts in players.items()})
    town = _town(sitting, given)
    for hero in _banned(given, town):
        sitting.do(BanHero(hero))
    before = sitting.state
    compared = {
        event.treasure: dict(event.counts)
        for event in sitting.do(LureHeroes())
        if isinstance(event, HeroBaited) and event.treasure is not None and event.also is None
    }
    while sitting.state.question is not None:  # hands are hidden: nobody can say who has the most cards
        sitting.answer(None)
    counts = _counts(sitting, before, compared)
    queues = {name: sitting.named(sitting.player(name).entrance) for name in players}
    return Result(
        {
            "counts": {name: counts[name] for name in players},
            "queues": queues,
            "town": sitting.named(sitting.state.town),
        },
        (sitting,),
    )


def _symbols(facts: Record) -> tuple[Treasure, ...]:
    """The symbols of a dungeon that is only counted lie on the boss, as good as anywhere (BM-CARD-6)."""
    facts.only(*PLAYER_FIELDS)
    if "treasure" not in facts:
        return treasures(facts, "boss")
    if "boss" in facts or "dungeon" in facts:
        raise CaseError("give either the treasure, or the boss and the dungeon", facts.at("treasure"))
    counted = facts.record("treasure")
    found = {treasure(word, counted.at(word)): counted.whole(word, most=MOST_SYMBOLS) for word in counted.data}
    return tuple(symbol for symbol, count in found.items() for _ in range(count))


def _sit_down(sitting: Sitting, name: str, facts: Record) -> dict[str, object]:
    """A player's dungeon, bonuses, scores and waiting heroes."""
    changes: dict[str, object] = {}
    if "dungeon" in facts:
        changes["dungeon"] = sitting.dungeon(facts, f"{name}.")
    if "bonus" in facts:
        bonus = facts.record("bonus")
        changes["bonus"] = tuple(
            (treasure(word, bonus.at(word)), bonus.whole(word, least=-MOST_SYMBOLS, most=MOST_SYMBOLS))
            for word in bonus.data
        )
    for score in ("souls", "wounds"):
        if score in facts:
            changes[score] = facts.whole(score)
    if "entrance" in facts:
        heroes = [(*split_name(word, path, "thief"), path) for word, path in facts.texts("entrance")]
        changes["entrance"] = tuple(sitting.box.hero(*hero) for hero in heroes)
    return changes


def _town(sitting: Sitting, given: Record) -> dict[str, CopyId]:
    """The heroes in town, oldest first. It is the end of the build phase."""
    heroes = [(*split_name(word, path), path) for word, path in given.texts("town", needed=True)]
    town = {name: sitting.box.hero(name, kind, path) for name, kind, path in heroes}
    waiting = tuple(town.values())
    older = [hero for player in sitting.state.players for hero in player.entrance]
    sitting.set(town=waiting, seen_heroes=(*older, *waiting), phase=Phase.BUILT, active=None)
    return town


def _banned(given: Record, town: Mapping[str, CopyId]) -> list[CopyId]:
    found = given.texts("not_lurable")
    for name, path in found:
        if name not in town:
            raise CaseError(f"no hero {name!r} is in town", path)
    return [town[name] for name, _ in found]


def _counts(
    sitting: Sitting, before: State, compared: Mapping[Treasure, Mapping[PlayerId, int]]
) -> dict[str, dict[str, int]]:
    """The treasures that the heroes of the case look for, per dungeon: as compared, or counted for hybrid heroes."""
    cards = [sitting.box.hero_card(hero) for hero in before.town]
    wanted = {symbol for card in cards if card.lure is Lure.TREASURE for symbol in card.treasures}
    counts: dict[str, dict[str, int]] = {player.name: {} for player in before.players}
    for symbol in TREASURE.values():
        if symbol in wanted:
            found = compared.get(symbol) or _counted(sitting, before, symbol)
            for player in before.players:
                counts[player.name][symbol.value] = found[player.id]
    return counts


def _counted(sitting: Sitting, before: State, symbol: Treasure) -> dict[PlayerId, int]:
    cards = sitting.box.catalog
    return {player.id: treasure_of(before, player, cards)[symbol] for player in before.players}
