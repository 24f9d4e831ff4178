"""Tools for the authors of cards: `python -m cards_db check`, `assign` and `pool`."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from cards_db.build import read_cards
from cards_db.census import Count, census, census_lines
from cards_db.coverage import Coverage, coverage, coverage_lines
from cards_db.games import read_game
from cards_db.loader import GAMES_FOLDER, home_of, read_files
from cards_db.overlay import read_overlay
from cards_db.registry import FILE_NAME, add_lines, codes_in_use, read_registry, without_code
from cards_db.rulings import Ruling, read_rulings
from cards_db.tables import stop
from engine.core.cards import Catalog
from engine.core.errors import CardDataError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one of the tools; the result is the exit code."""
    args = _parser().parse_args(arguments)
    try:
        match args.tool:
            case "check":
                return check(args.game, args.folder, args.overlay, as_json=args.json)
            case "assign":
                return assign(args.game, args.folder, args.overlay)
            case _:
                return pool(args.out)
    except (CardDataError, OSError) as error:
        print(f"cards_db: {error}", file=sys.stderr)
        return 1


def check(game: str, folder: Path | None, overlay: Path | None, *, as_json: bool) -> int:
    """Read all card files, print every complaint and the count of cards."""
    complaints: list[CardDataError] = []
    if overlay is not None and not overlay.exists():
        complaints.append(CardDataError("this file is missing", file=str(overlay)))
    files = read_files(game, folder, complaints.append, overlay)
    rulings: tuple[Ruling, ...] = ()
    if files is not None:
        complaints += _not_from_pool(files.catalog, f"{game}/{FILE_NAME}")
        rulings = read_rulings(home_of(game, folder), files.game, files.catalog.cards, complaints.append)
    report = _Report(
        complaints,
        census(files) if files else [],
        coverage(files) if files and not complaints else [],
        _spread(files.catalog if files else None),
        rulings,
    )
    print(json.dumps(report.as_data(), indent=2) if as_json else "\n".join(report.lines()))
    return 1 if complaints else 0


def assign(game: str, folder: Path | None, overlay: Path | None) -> int:
    """Give a sticker code to every physical card that has none. Codes that were given out never change.

    With an owner's file its cards get theirs from the end of the pool, where no shipped card will ever look.
    """
    from cards_db.pool import load_pool, pool_codes  # needs numpy

    home = home_of(game, folder)
    facts = read_game(home, stop)
    assert facts is not None, "a complaint stops the reading"
    own = read_overlay(overlay, stop)
    cards = read_cards(home, facts, stop, own)
    given = read_registry(home, cards, stop, overlay=own) if (home / FILE_NAME).exists() else {}
    wanting = without_code(cards.values(), given or {})
    taken = codes_in_use(home.parent, stop) | set(given or {})
    free = [code for code in pool_codes(load_pool()) if code not in taken]
    if len(free) < len(wanting):
        raise CardDataError(f"{len(wanting)} cards need a code, but the pool has only {len(free)} left; enlarge it")
    path = own.stickers if own is not None else home / FILE_NAME
    add_lines(path, zip(wanting, reversed(free) if own is not None else free, strict=False))
    print(f"{len(wanting)} codes assigned, {len(free) - len(wanting)} left in the pool")
    return 0


def pool(out: Path) -> int:
    """Pick the pool of sticker codes again. The result is always the same."""
    from cards_db.pool import pick_pool, written_pool  # needs numpy and segno

    grades = pick_pool(progress=lambda line: print(line, file=sys.stderr))
    out.write_text(written_pool(grades), encoding="utf-8")
    print(f"{sum(len(grade.serials) for grade in grades)} codes written to {out}")
    return 0


@dataclass(frozen=True, slots=True)
class _Report:
    """All that a check found."""

    complaints: list[CardDataError]
    counts: list[Count]
    coverage: list[Coverage]
    spread: "Spread"
    rulings: tuple[Ruling, ...]

    def as_data(self) -> dict[str, object]:
        """For programs."""
        found = [{"file": c.file, "card": c.card, "key": c.key, "message": str(c)} for c in self.complaints]
        counts = [asdict(count) for count in self.counts]
        covered = [asdict(row) for row in self.coverage]
        sources = Counter(ruling.source.value for ruling in self.rulings)
        return {
            "complaints": found,
            "counts": counts,
            "coverage": covered,
            "codes": asdict(self.spread),
            "rulings": dict(sources),
        }

    def lines(self) -> list[str]:
        """For people."""
        sources = Counter(ruling.source.value for ruling in self.rulings)
        by_source = ", ".join(f"{count} {source}" for source, count in sources.items())
        return [
            *map(str, self.complaints),
            *census_lines(self.counts),
            "",
            *coverage_lines(self.coverage),
            "",
            *([f"{len(self.rulings)} rulings: {by_source}"] if self.rulings else []),
            self.spread.line,
            f"{len(self.complaints)} complaints" if self.complaints else "no complaints",
        ]


@dataclass(frozen=True, slots=True)
class Spread:
    """How far apart the sticker codes look: modules in which the two most similar ones differ, however turned."""

    pool: int
    smallest_distance: int
    given: int
    smallest_distance_given: int

    @property
    def line(self) -> str:
        """In words."""
        words = f"{self.pool} sticker codes, any two differ in at least {self.smallest_distance} modules however turned"
        if not self.given:
            return words
        return f"{words}; the {self.given} given out in at least {self.smallest_distance_given}"


def _spread(catalog: Catalog | None) -> Spread:
    from cards_db.pool import closest_pair, load_pool, pool_codes  # needs numpy
    from cards_db.qr import matrices

    pool, given = pool_codes(load_pool()), tuple(catalog.codes) if catalog is not None else ()
    among = closest_pair(matrices(given)) if given else 0
    return Spread(len(pool), closest_pair(matrices(pool)), len(given), among)


def _not_from_pool(catalog: Catalog, file: str) -> list[CardDataError]:
    """Codes that are well-formed but were never picked: they may look like another sticker."""
    from cards_db.pool import load_pool, pool_codes  # needs numpy

    picked = set(pool_codes(load_pool()))
    return [
        CardDataError(f"{code} is not from the pool; codes come from `python -m cards_db assign`", file=file, card=copy)
        for code, copy in catalog.codes.items()
        if code not in picked
    ]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m cards_db",
        description="Tools for the authors of cards. cards_db/README.md explains how to write a card.",
    )
    tools = parser.add_subparsers(dest="tool", required=True, metavar="TOOL")
    which = argparse.ArgumentParser(add_help=False)
    which.add_argument("--game", default="boss_monster", help="the game, a folder with a game.toml (%(default)s)")
    which.add_argument("--folder", type=Path, default=None, help="the folder that holds the games (the shipped one)")
    which.add_argument("--overlay", type=Path, default=None, metavar="FILE", help="the owner's own card file, if any")
    text = "read all card files, print every complaint at once, then count the cards; exit code 1 on complaints"
    check_parser = tools.add_parser("check", parents=[which], help=text, description=text)
    check_parser.add_argument("--json", action="store_true", help="print complaints and counts as JSON")
    text = "give a sticker code to every physical card that has none; codes that were given out never change"
    tools.add_parser("assign", parents=[which], help=text, description=text)
    text = "pick the pool of sticker codes again, with the same result as ever; takes about two minutes"
    pool_parser = tools.add_parser("pool", help=text, description=text)
    pool_parser.add_argument(
        "--out", type=Path, default=GAMES_FOLDER / "pool.toml", help="the file to write (the shipped pool)"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
