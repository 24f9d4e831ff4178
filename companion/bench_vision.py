"""`make bench-vision`: how well stickers are read, against every ready-made reader on the same pictures in one run.

Every figure stands beside what it must reach. Pictures are seeded: the same run gives the same figures, but for times.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from companion import bench_recall, bench_tables
from companion.bench_goals import none_wrong, pixels_needed, share, speed_figures, worst_recall
from companion.bench_negatives import false_reads
from companion.bench_plots import write_plot
from companion.bench_readers import OURS, Contender, Listing, contenders, open_listing
from companion.bench_recall import LONG, SHORT, TINY, Effort, Progress
from companion.bench_report import Plot, Report, at_least, at_most, told
from companion.bench_speed import measure, measured_apart

CHAPTERS = ("scale", "second", "sweeps", "covered", "hard", "tables", "pose", "fusion", "healing", "false", "speed")
EFFORTS = {"tiny": TINY, "short": SHORT, "long": LONG}


class Bench:
    """One run: who takes part, on which list of codes, how thoroughly, and where the figures go."""

    def __init__(self, who: Sequence[Contender], effort: Effort, report: Report, progress: Progress) -> None:
        self.who = who
        self.effort = effort
        self.report = report
        self.progress = progress
        self.listing: Listing = open_listing()
        self.ours = next((one for one in who if one.name == OURS), None)

    def run(self, chapters: Sequence[str]) -> None:
        """These chapters, in their order."""
        for chapter in CHAPTERS:
            if chapter in chapters:
                getattr(self, chapter)()

    def scale(self) -> None:
        """Recall against pixels per module, and the pixels needed."""
        self.report.chapter("Pixels per module")
        sweep = bench_recall.scale_sweep(self.listing, self.effort)
        plot = self._sweep(sweep, 2 * self.effort.pictures)  # 99 % can only be told from many stickers
        self.report.add(pixels_needed(plot))

    def second(self) -> None:
        """The same on pictures that share nothing with the simulated table."""
        self.report.chapter("Pixels per module, pictures made in a second way")
        plot = self._sweep(bench_recall.second_sweep(self.listing, self.effort))
        self.report.add(pixels_needed(plot))

    def sweeps(self) -> None:
        """Blur, noise, tilt, motion, exposure and JPEG at several scales."""
        for scale in (1.0, 1.5, 2.5) if self.effort.is_full else (1.5,):
            self.report.chapter(f"Worse and worse, {scale:g} px per module")
            fewer = replace(self.effort, pictures=max(1, self.effort.pictures // (2 if scale > 2 else 1)))
            for sweep in bench_recall.sweeps_at(self.listing, scale, fewer):
                plot = self._sweep(sweep, fewer.pictures)
                self.report.add(worst_recall(plot, scale))

    def covered(self) -> None:
        """Stickers under slips of paper."""
        self.report.chapter("Covered stickers")
        for scale in (1.2, 2.3):
            plot = self._sweep(bench_recall.covered_sweep(self.listing, scale, self.effort))
            for curve in plot.curves:
                if curve.name == OURS and scale > 2:
                    chosen = [place for place, x in enumerate(curve.x) if x >= 0.6]
                    read, of = (sum(counts[place] for place in chosen) for counts in (curve.read, curve.of))
                    self.report.add([at_least("60 to 99 % visible, charts", read / of if of else None, 0.90)])

        self._covered_tables()

    def _covered_tables(self) -> None:
        """The same under cards, on whole tables."""
        if not self.ours:
            return
        for width, height in self.effort.sizes:
            self.progress(f"covered stickers on whole tables: {width}x{height}")
            tally = bench_tables.covered_tally(self.ours, self.listing.all_14_mm, (width, height), self.effort)
            name = f"60 to 99 % visible, whole tables, {width}x{height}, of {tally.of}"
            self.report.add([at_least(name, share(tally), 0.90), none_wrong("  read but not there", tally.wrong, True)])

    def hard(self) -> None:
        """Sharpening, rolling light, print and gloss."""
        for scale in (1.2, 2.5) if self.effort.is_full else (2.5,):
            self.report.chapter(f"Hardships, {scale:g} px per module")
            fewer = replace(self.effort, pictures=max(1, self.effort.pictures // 2))
            found = bench_recall.hard_tallies(self.who, self.listing, scale, fewer, self.progress)
            names = [one.name for one in self.who]
            self.report.add([told("", "  ".join(f"{name:>18}" for name in names))])
            for hardship, tallies in found.items():
                self.report.add([told(hardship, "  ".join(f"{share(tallies[name]):>18.1%}" for name in names))])

    def tables(self) -> None:
        """Whole tables with 40 stickers of 14 mm."""
        for width, height in self.effort.sizes:
            self.report.chapter(f"Whole tables, 40 stickers of 14 mm, {width}x{height}")
            self.progress(f"tables: {width}x{height}")
            found = bench_tables.table_tallies(self.who, self.listing.all_14_mm, (width, height), self.effort)
            goal = 1.0 if width > 3000 else 0.99
            for name, tally in found.items():
                free, part = tally.free, tally.covered
                known = f"{name}: free stickers, {free.read} of {free.of}"
                ours = name == OURS
                self.report.add([at_least(known, share(free), goal) if ours else told(known, f"{share(free):.1%}")])
                hidden = f"{name}: 60 to 99 % visible, {part.read} of {part.of}"
                if ours:
                    self.report.add([at_least(hidden, share(part), 0.90)])
                    self.report.add([at_least(f"{name}: free, camera unknown", share(tally.unknown), goal)])
                else:
                    self.report.add([told(hidden, f"{share(part):.1%}")])
                self.report.add([none_wrong(f"{name}: read but not there", free.wrong + tally.unknown.wrong, ours)])

    def pose(self) -> None:
        """Places in millimetres through a bent lens, and maps fitted from few stickers."""
        self.report.chapter("Places (95 %), bent lens")
        for one in self.who:
            if one.name in ("pyzbar", "OpenCV"):
                continue  # zbar does not say which corner is which, OpenCV reads too little
            for scale in (1.5, 2.5):
                self.progress(f"places: {one.name} at {scale:g} px per module")
                errors = bench_tables.pose_errors(one, self.listing, scale, self.effort)
                self._places(f"{one.name} at {scale:g} px per module ({len(errors.mm)})", one, errors, 0.2, 0.4)
        if self.ours:
            for columns, rows in ((3, 2), (4, 3), (8, 5)) if self.effort.is_full else ((3, 2),):
                errors = bench_tables.calibrated_errors(self.ours, self.listing, (columns, rows), 1.5, self.effort)
                name = f"map fitted from {columns * rows} stickers ({len(errors.mm)})"
                self._places(name, self.ours, errors, 0.4, 0.8)
                stretch = ", ".join(f"{one:+.2%}" for one in errors.stretch[:4])
                self.report.add([told("  the whole map is too large by", stretch)])

    def fusion(self) -> None:
        """What one picture cannot read, ten can."""
        if not self.ours:
            return
        self.report.chapter("Several pictures of a still table, 0.8 px per module, noise 10")
        self.progress("fusion")
        frames = (1, 4, 10, 16) if self.effort.is_full else (1, 2)
        found = bench_tables.fused(self.ours, self.listing, frames, self.effort)
        self.report.add([told(f"after {number} pictures", f"{share(tally):.1%}") for number, tally in found.items()])

    def healing(self) -> None:
        """A wrong sticker size, a lifted camera."""
        if not self.ours:
            return
        self.report.chapter("Scale off by a tenth: free stickers read, picture by picture")
        for wrong in (0.9, 1.1):
            shares = bench_tables.healed(self.ours, self.listing, wrong, self.effort, self.progress)
            course = " ".join(f"{share:.0%}" for share in shares)
            self.report.add([told(f"believed {wrong:g} times as large", course)])
            self.report.add([at_least("  from the second picture on", min(shares[1:]), 0.99)])

    def false(self) -> None:
        """Reading what is not there."""
        self.report.chapter("False reads")
        found = false_reads(self.who, self.listing, self.effort.negatives, self.progress)
        self.report.add(told(f"{kind.value} shown", f"{number:,}") for kind, number in found.shown.items())
        for one in self.who:
            ours = one.name == OURS
            name = f"{one.name}: read as ours, of {found.shown_to[one.name]:,}"
            self.report.add([none_wrong(name, found.ours[one.name], ours)])
            if not ours:
                self.report.add([told(f"{one.name}: read but not there", str(found.anything[one.name]))])
        for example in found.examples[:10]:
            self.progress(example)

    def speed(self) -> None:
        """Milliseconds per picture, with one thread and with two."""
        names = [one.name for one in self.who]
        for threads in self.effort.threads:
            self.report.chapter(
                f"Milliseconds per picture, our reader with {threads} thread{'s' if threads > 1 else ''}"
            )
            if self.effort is TINY:
                times = measure(self.who, self.listing.all_14_mm, self.effort.sizes[0], threads, 1, stickers=8)
            else:
                times = measured_apart(names, self.effort, threads, self.progress)
            self.report.add(speed_figures(times))

    def _sweep(self, sweep: bench_recall.Sweep, pictures: int = 0) -> Plot:
        self.progress(sweep.title)
        plot, wrong = sweep.run(self.who, self.listing, pictures or self.effort.pictures)
        self.report.table(plot)
        if OURS in wrong:
            self.report.add([none_wrong("read but not there", wrong[OURS], True)])
        return plot

    def _places(
        self, name: str, one: Contender, errors: bench_tables.PoseErrors, most_mm: float, most_degrees: float
    ) -> None:
        found = errors.at(0.95)
        if one.name != OURS:
            shown = f"{found[0]:.3f} mm, {found[1]:.2f} degrees" if found else "none read"
            self.report.add([told(name, shown)])
            return
        mm, degrees = found or (None, None)
        self.report.add([at_most(f"{name}: mm", mm, most_mm, "{:.3f}")])
        self.report.add([at_most(f"{name}: degrees", degrees, most_degrees)])


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 1 if a promise was not kept and `--strict` was asked for."""
    parser = argparse.ArgumentParser(prog="python -m companion.bench_vision", description=__doc__)
    length = parser.add_mutually_exclusive_group()
    for name in EFFORTS:
        length.add_argument(f"--{name}", dest="effort", action="store_const", const=name, help=f"a {name} run")
    parser.add_argument("--readers", nargs="+", default=[], help="only these readers")
    parser.add_argument("--chapters", nargs="+", default=CHAPTERS, choices=CHAPTERS, help="only these chapters")
    parser.add_argument("--out", type=Path, default=None, help="write plots into this folder")
    parser.add_argument("--json", type=Path, default=None, help="write all figures into this file")
    parser.add_argument("--strict", action="store_true", help="fail when a promise is not kept")
    parser.set_defaults(effort="short")
    args = parser.parse_args(arguments)
    try:
        who = contenders(args.readers)
    except ValueError as error:
        parser.error(str(error))
    report = Report(lambda line: print(line, flush=True))
    Bench(who, EFFORTS[args.effort], report, lambda line: print(f"... {line}", file=sys.stderr, flush=True)).run(
        args.chapters
    )
    if args.out:
        for plot in report.plots:
            write_plot(plot, args.out)
    if args.json:
        args.json.write_text(report.as_json(), encoding="utf-8")
    print(f"\n{_summary(report)}")
    return 1 if report.missed and args.strict else 0


def _summary(report: Report) -> str:
    """Which promises were kept."""
    promised = sum(figure.met is not None for _, figure in report.figures)
    missed = report.missed
    if not promised:
        return "nothing was promised: our reader took no part"
    return f"{promised - len(missed)} of {promised} promises kept" + "".join(f"\n  NOT MET: {name}" for name in missed)


if __name__ == "__main__":
    sys.exit(main())
