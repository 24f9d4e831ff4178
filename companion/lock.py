"""Write the lock files anew: which exact packages a table gets, each with the fingerprints of its wheels.

Run as a file (`make lock`), standard library only. The oldest supported Python decides the versions, so that one
version serves every table; the files carry names, versions and fingerprints, never an address.
"""

import json
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHONS = ("3.11", "3.12", "3.13")
MACHINES = ("x86_64", "aarch64")
NEWEST_GLIBC = 36  # Debian 12 has glibc 2.36; wheels for older ones run there too
# Debian 12's own simplejpeg, which picamera2 imports, was built for numpy 1 and breaks beside numpy 2.
PI_BOOKWORM = ("simplejpeg",)

Versions = dict[str, str]


@dataclass(frozen=True, slots=True)
class Target:
    """One kind of table: a Python on a processor."""

    python: str
    machine: str

    def pip_options(self) -> list[str]:
        """What makes pip choose wheels for this table instead of the machine it runs on."""
        tags = [f"manylinux_2_{minor}_{self.machine}" for minor in range(NEWEST_GLIBC, 4, -1)]
        tags += [f"manylinux2014_{self.machine}", f"linux_{self.machine}"]
        return ["--python-version", self.python, *(word for tag in tags for word in ("--platform", tag))]


@dataclass(frozen=True, slots=True)
class Wheel:
    """One wheel pip would install."""

    name: str
    version: str
    sha256: str


TARGETS = tuple(Target(python, machine) for python in PYTHONS for machine in MACHINES)


def ask_pip(target: Target, requirements: Iterable[str], pins: Mapping[str, str], deps: bool = True) -> list[Wheel]:
    """What pip would install on a table, without installing anything."""
    with tempfile.TemporaryDirectory() as folder:
        constraints, report = Path(folder, "pins.txt"), Path(folder, "report.json")
        constraints.write_text("".join(f"{name}=={version}\n" for name, version in pins.items()))
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed"]
        command += ["--only-binary=:all:", "--target", folder, "--report", str(report), "-c", str(constraints)]
        command += [*([] if deps else ["--no-deps"]), *target.pip_options(), *requirements]
        subprocess.run(command, check=True)
        return [as_wheel(entry) for entry in json.loads(report.read_text())["install"]]


def as_wheel(entry: Mapping[str, Mapping[str, object]]) -> Wheel:
    """One entry of pip's report."""
    metadata, archive = entry["metadata"], entry["download_info"]["archive_info"]
    assert isinstance(archive, dict)
    sha256 = archive["hashes"]["sha256"] if "hashes" in archive else archive["hash"].removeprefix("sha256=")
    return Wheel(normal_name(str(metadata["name"])), str(metadata["version"]), sha256)


def normal_name(name: str) -> str:
    """The one spelling of a package name."""
    return name.lower().replace("_", "-").replace(".", "-")


def resolve(requirements: Iterable[str], fixed: Versions, targets: Iterable[Target]) -> Versions:
    """Every package the requirements pull in beyond the `fixed` ones, on any of the tables."""
    found: Versions = dict(fixed)
    for target in targets:
        for wheel in ask_pip(target, requirements, pins=found):
            found.setdefault(wheel.name, wheel.version)
    return {name: found[name] for name in sorted(found) if name not in fixed}


def fingerprints(versions: Versions, targets: Iterable[Target]) -> dict[str, set[str]]:
    """The wheels that may be installed, for every table."""
    found: dict[str, set[str]] = {name: set() for name in versions}
    wanted = [f"{name}=={version}" for name, version in versions.items()]
    for target in targets:
        for wheel in ask_pip(target, wanted, pins={}, deps=False):
            found[wheel.name].add(wheel.sha256)
    return found


def write_lock(path: Path, title: str, versions: Versions, targets: tuple[Target, ...]) -> None:
    """Write one lock file."""
    hashes = fingerprints(versions, targets)
    lines = [f"# {title} Written by `make lock`; do not edit."]
    for name, version in versions.items():
        lines += [f"{name}=={version}", *(f"    --hash=sha256:{sha256}" for sha256 in sorted(hashes[name]))]
    text = "\n".join(lines) + "\n"
    path.write_text(text.replace("\n    --hash", " \\\n    --hash"))
    print(f"{path.name}: {len(versions)} packages, {sum(map(len, hashes.values()))} fingerprints")


def main() -> None:
    """Refresh every lock file from pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    run = resolve(project["dependencies"], {}, TARGETS)
    write_lock(ROOT / "requirements.lock", "What every table needs.", run, TARGETS)
    dev = resolve(project["optional-dependencies"]["dev"], run, TARGETS)
    write_lock(ROOT / "requirements-dev.lock", "What the checks need on top.", dev, TARGETS)
    old_pi = (Target("3.11", "aarch64"),)
    extra = resolve(PI_BOOKWORM, run, old_pi)
    write_lock(ROOT / "requirements-pi-bookworm.lock", "Only on a Raspberry Pi with Debian 12.", extra, old_pi)


if __name__ == "__main__":
    main()
