"""Make a bare computer ready for the table: system packages, `.venv`, locked dependencies, the `lairkeeper` command.

Run as a file by the Makefile, before anything of ours can be imported: standard library only, and written so that
even Python 3.8 reads it and can say which Python is needed.
"""

from __future__ import annotations

import argparse
import ctypes
import hashlib
import json
import os
import re
import select
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Iterable, Iterator, NamedTuple, TextIO  # noqa: UP035 - Python 3.8 must be able to read this

SUPPORTED = ("3.11", "3.12", "3.13")
PROBE = "import sys; print('%d.%d' % sys.version_info[:2], sys.maxsize > 2**32)"
NO_NETWORK = re.compile(
    r"name resolution|NameResolutionError|NewConnectionError|unreachable|Connect\w*Timeout|ProxyError"
)


OURS = ("engine", "cards_db", "vision", "hw", "companion")
"""The folders with our modules."""


class SetupTrouble(Exception):
    """The set-up cannot go on. The message says what to do."""


class Needed(NamedTuple):
    """Something of the operating system: its Debian names (they differ between releases) and what it is good for."""

    packages: tuple[str, ...]
    purpose: str
    proof: str  # a library or program that shows it is there on systems without dpkg


NEEDED = (
    Needed(("libegl1",), "the window", "libEGL.so.1"),
    Needed(("libgl1",), "the window", "libGL.so.1"),
    Needed(("libmtdev1t64", "libmtdev1"), "the touchscreen", "libmtdev.so.1"),
    Needed(("libzbar0t64", "libzbar0"), "the second sticker reader", "libzbar.so.0"),
    Needed(("espeak-ng",), "the voice", "espeak-ng"),
)
NEEDED_ON_PI = (
    Needed(("libgles2",), "the window", "libGLESv2.so.2"),
    Needed(("python3-picamera2",), "the Pi camera", ""),
    Needed(("python3-lgpio",), "the buttons and lamps", ""),
)


class Result(NamedTuple):
    """How a short command ended."""

    code: int
    output: str


class Machine:
    """What the set-up asks of the computer."""

    def is_admin(self) -> bool:
        """Whether packages can be installed without sudo."""
        return os.geteuid() == 0

    def has_person(self) -> bool:
        """Whether somebody could type a password."""
        return sys.stdin.isatty()

    def which(self, program: str) -> str | None:
        """Where a program is."""
        return shutil.which(program)

    def can_load(self, library: str) -> bool:
        """Whether a shared library is there."""
        try:
            ctypes.CDLL(library)
        except OSError:
            return False
        return True

    def read(self, path: str) -> str:
        """A small file of the system, empty when there is none."""
        try:
            return Path(path).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""

    def run(self, command: list[str]) -> Result:
        """Run a short command quietly."""
        try:
            done = subprocess.run(
                command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=quiet_environment(), check=False
            )
        except OSError as error:
            return Result(127, str(error))
        return Result(done.returncode, done.stdout.decode(errors="replace").strip())

    def stream(self, command: list[str]) -> Iterator[str]:
        """Run a long command; its lines as they come, and an empty one whenever it is silent for a moment."""
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=quiet_environment(), bufsize=0
        )
        assert process.stdout is not None
        rest = b""
        while True:
            if not select.select([process.stdout], [], [], 0.3)[0]:
                yield ""
                continue
            chunk = os.read(process.stdout.fileno(), 65536)
            if not chunk:
                break
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                yield line.decode(errors="replace").rstrip()
        if process.wait() != 0:
            raise SetupTrouble(f"{command[0]} stopped with code {process.returncode}")


def quiet_environment() -> dict[str, str]:
    """Our environment, with programs speaking English and asking nothing; PIP_USER would fight with a venv."""
    extra = {"LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive", "PIP_USER": "0", "PYTHONUNBUFFERED": "1"}
    return {**os.environ, **extra}


class Progress:
    """One line that fills up on a terminal; plain lines at every tenth elsewhere."""

    def __init__(self, title: str, out: TextIO) -> None:
        self._title, self._out, self._tenth = title, out, -1

    def show(self, done: float, total: float, label: str = "") -> None:
        """Tell how far we are."""
        tenth = int(10 * done / max(total, 1))
        line = f"  {done:3.0f}/{total:.0f} {self._title} {label}"
        if self._out.isatty():
            bar = "#" * (2 * tenth) + "." * (20 - 2 * tenth)
            self._out.write("\r\x1b[K" + f"  [{bar}]{line}"[: shutil.get_terminal_size().columns - 1])
        elif tenth != self._tenth:
            self._out.write(line.rstrip() + "\n")
        self._tenth = tenth
        self._out.flush()

    def end(self) -> None:
        """Leave the line."""
        if self._out.isatty():
            self._out.write("\r\x1b[K")


# ------------------------------------------------------------------------------------------------ the system


def is_raspberry_pi(machine: Machine) -> bool:
    """Whether buttons, lamps and the Pi camera can exist here."""
    return "Raspberry Pi" in machine.read("/proc/device-tree/model")


def is_bookworm(machine: Machine) -> bool:
    """Whether this is Debian 12, whose Pi camera packages were built for numpy 1."""
    return "VERSION_CODENAME=bookworm" in machine.read("/etc/os-release")


def choose_python(machine: Machine) -> str:
    """A Python that can run the companion. On a Pi the system's own: the camera's binding is built for no other."""
    own = ["/usr/bin/python3"] if is_raspberry_pi(machine) else [sys.executable]
    seen = []
    for candidate in own + [f"python{version}" for version in reversed(SUPPORTED)]:
        result = machine.run([candidate, "-c", PROBE])
        version, _, is_64_bit = result.output.partition(" ")
        if result.code == 0:
            seen.append(version + ("" if is_64_bit == "True" else " (32 bit)"))
        if result.code == 0 and version in SUPPORTED and is_64_bit == "True":
            return candidate
    raise SetupTrouble(
        f"Lairkeeper needs a 64-bit Python 3.11, 3.12 or 3.13; found here: {', '.join(seen) or 'none'}.\n"
        "Debian 12 and 13 and Raspberry Pi OS (64-bit) bring one: sudo apt install python3"
    )


def needed_here(machine: Machine, python: str) -> list[Needed]:
    """What this computer must have."""
    needed = list(NEEDED)
    if machine.run([python, "-c", "import ensurepip, venv"]).code != 0:
        name = "python3-venv" if python in ("/usr/bin/python3", sys.executable) else python + "-venv"
        needed.insert(0, Needed((name,), "the place for Python packages (.venv)", ""))
    return needed + list(NEEDED_ON_PI if is_raspberry_pi(machine) else ())


def is_installed(machine: Machine, needed: Needed) -> bool:
    """Whether Debian has it, under any of its names."""
    query = ["dpkg-query", "-W", "-f", "${db:Status-Status}\n", *needed.packages]
    return "installed" in machine.run(query).output.split()


def offered_name(machine: Machine, needed: Needed) -> str | None:
    """The name under which this Debian release offers it."""
    for name in needed.packages:
        candidate = re.search(r"Candidate: (.+)", machine.run(["apt-cache", "policy", name]).output)
        if candidate and candidate.group(1) != "(none)":
            return name
    return None


def ensure_packages(machine: Machine, needed: list[Needed], out: TextIO) -> None:
    """Install what the system lacks, after saying what and why."""
    if not (machine.which("apt-get") and machine.which("dpkg-query")):
        name_by_hand(machine, needed, out)
        return
    missing = [each for each in needed if not is_installed(machine, each)]
    if not missing:
        return
    print("Missing system packages:", file=out)
    names = {each: offered_name(machine, each) for each in missing}
    for each, name in names.items():
        print(f"  {name or each.packages[-1]:18} for {each.purpose}", file=out)
    admin = admin_prefix(machine, [name or each.packages[-1] for each, name in names.items()], out)
    fetch_lists(machine, admin, out)
    names = {each: offered_name(machine, each) for each in missing}
    for each, name in names.items():
        if name is None:
            print(f"  This system does not offer {each.packages[-1]}; going on without {each.purpose}.", file=out)
    install_packages(machine, admin, [name for name in names.values() if name], out)


def name_by_hand(machine: Machine, needed: list[Needed], out: TextIO) -> None:
    """On a system without apt a person has to help; what is missing may still not matter to them."""
    missing = [
        each for each in needed if each.proof and not (machine.which(each.proof) or machine.can_load(each.proof))
    ]
    if missing:
        print("This system has no apt-get; please install by hand what is missing, then run this again:", file=out)
    for each in missing:
        print(f"  {each.proof} (Debian: {each.packages[-1]}) for {each.purpose}", file=out)


def admin_prefix(machine: Machine, names: list[str], out: TextIO) -> list[str]:
    """How to become allowed to install packages."""
    keep = ["env", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C.UTF-8"]
    if machine.is_admin():
        return keep
    if machine.which("sudo"):
        print("Installing them needs sudo; it may ask for your password.", file=out)
        if machine.has_person() or machine.run(["sudo", "-n", "true"]).code == 0:
            return ["sudo", *keep]
    raise SetupTrouble(
        "Installing packages is not allowed here. As administrator, please run this, then try again:\n"
        "  apt-get update && apt-get install --no-install-recommends " + " ".join(names)
    )


def fetch_lists(machine: Machine, admin: list[str], out: TextIO) -> None:
    """Refresh Debian's package lists; one broken source must not stop the rest."""
    print("Fetching the package lists ...", file=out)
    try:
        for _ in machine.stream([*admin, "apt-get", "update", "-q"]):
            pass
    except SetupTrouble:
        print("  Some package lists could not be fetched; trying with those at hand.", file=out)


def install_packages(machine: Machine, admin: list[str], names: list[str], out: TextIO) -> None:
    """Install Debian packages with a progress display; apt's own words only when it fails."""
    if not names:
        return
    command = [*admin, "apt-get", "install", "-y", "-q", "--no-install-recommends", "-o", "APT::Status-Fd=1", *names]
    progress, said = Progress("system packages:", out), []
    try:
        for line in machine.stream(command):
            status = re.match(r"(dl|pm)status:([^:]*):([\d.]+):(.*)", line)
            if status:
                # apt counts fetching and unpacking from 0 to 100 each
                share = float(status.group(3)) / 2 + (50 if status.group(1) == "pm" else 0)
                progress.show(share, 100, status.group(4))
            elif line:
                said.append(line)
    except SetupTrouble:
        progress.end()
        raise SetupTrouble(
            "\n".join(said[-15:]) + "\nThe system packages could not be installed. If this computer has no connection, "
            "connect it; otherwise try:\n  sudo apt-get install " + " ".join(names)
        ) from None
    progress.end()


# ------------------------------------------------------------------------------------------------ the packages


class Package(NamedTuple):
    """One entry of a lock file."""

    name: str
    version: str
    entry: str


def locked(paths: Iterable[Path]) -> list[Package]:
    """Every package of the lock files."""
    packages = []
    for path in paths:
        for entry in re.split(r"\n(?=\S)", path.read_text(encoding="utf-8")):
            found = re.match(r"([\w.-]+)==(\S+)", entry)
            if found:
                packages.append(Package(found.group(1), found.group(2), entry.strip()))
    return packages


class House:
    """The places in a copy of this project that the set-up writes to."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.venv = root / ".venv"
        self.python = self.venv / "bin" / "python"
        self.stamp = self.venv / ".lairkeeper-setup"
        self.unfinished = self.venv / ".lairkeeper-unfinished"  # there only while pip works

    def lock_files(self, machine: Machine, dev: bool) -> list[Path]:
        """The lock files that count here."""
        names = ["requirements.lock", *(["requirements-dev.lock"] if dev else [])]
        if is_raspberry_pi(machine) and is_bookworm(machine):
            names.append("requirements-pi-bookworm.lock")
        return [self.root / name for name in names]

    def site_packages(self) -> Path | None:
        """Where the packages of `.venv` lie."""
        return next(iter(self.venv.glob("lib/python3*/site-packages")), None)

    def installed(self) -> set[tuple[str, str]]:
        """Name and version of the packages in `.venv` itself, not of those it may borrow from the system."""
        site = self.site_packages()
        finished = site.glob("*.dist-info/INSTALLER") if site else ()
        pairs = (path.parent.name[: -len(".dist-info")].rsplit("-", 1) for path in finished)
        return {(re.sub(r"[-_.]+", "-", name).lower(), version) for name, version in pairs}


def digest(house: House, machine: Machine, dev: bool) -> str:
    """What a finished set-up was made from; another value means there is work to do."""
    made_from = hashlib.sha256()
    for path in [Path(__file__), house.venv / "pyvenv.cfg", *house.lock_files(machine, dev)]:
        made_from.update(machine.read(str(path)).encode())
    made_from.update(str(house.root).encode())
    return made_from.hexdigest()


def is_ready(house: House, machine: Machine, dev: bool) -> bool:
    """Whether the set-up was finished before and still holds."""
    try:
        stamp = json.loads(machine.read(str(house.stamp)))
    except ValueError:
        return False
    with_dev = stamp.get("dev") == digest(house, machine, True)
    right = with_dev or (not dev and stamp.get("run") == digest(house, machine, False))
    return right and machine.run([str(house.python), "-c", "import companion"]).code == 0


def ensure_venv(house: House, machine: Machine, python: str, out: TextIO) -> None:
    """A working `.venv`; a broken, half-made or outdated one is made anew."""
    borrow = is_raspberry_pi(machine)  # picamera2 and lgpio exist only as system packages
    settings = machine.read(str(house.venv / "pyvenv.cfg"))
    probe = machine.run([str(house.python), "-c", "import pip; " + PROBE])
    works = probe.code == 0 and probe.output.split(" ")[0] in SUPPORTED and not house.unfinished.exists()
    if works and ("include-system-site-packages = true" in settings) == borrow:
        return
    print(f"Making .venv with {python} ...", file=out)
    shutil.rmtree(house.venv, ignore_errors=True)
    made = machine.run([python, "-m", "venv", *(["--system-site-packages"] if borrow else []), str(house.venv)])
    if made.code != 0:
        raise SetupTrouble(
            f"{made.output}\nThe folder {house.venv} could not be made. Is the disk full or read-only, or is Python's "
            "venv part missing (sudo apt install python3-venv)?"
        )


def ensure_dependencies(house: House, machine: Machine, dev: bool, out: TextIO) -> None:
    """Install the locked packages that `.venv` lacks, checking the fingerprint of each."""
    have = house.installed()
    missing = [each for each in locked(house.lock_files(machine, dev)) if (each.name, each.version) not in have]
    if not missing:
        return
    print(f"Installing {len(missing)} Python packages ...", file=out)
    house.unfinished.write_text("\n".join(each.entry for each in missing) + "\n", encoding="utf-8")
    # --force-reinstall: a system package of the same version must not stand in for ours.
    command = [str(house.python), "-m", "pip", "install", "--no-deps", "--require-hashes", "--force-reinstall"]
    command += ["--only-binary=:all:", "--disable-pip-version-check", "--progress-bar=off", "--retries=2", "-r"]
    said: list[str] = []
    try:
        watch_pip(house, machine.stream([*command, str(house.unfinished)]), missing, said, out)
    except SetupTrouble:
        raise SetupTrouble("\n".join(said[-15:]) + "\n" + pip_advice("\n".join(said))) from None
    house.unfinished.unlink()


def watch_pip(house: House, lines: Iterable[str], wanted: list[Package], said: list[str], out: TextIO) -> None:
    """Show how many packages are fetched and, while pip is silent, how many are unpacked."""
    fetching, unpacking, fetched, installs = Progress("fetching", out), Progress("unpacked", out), 0, False
    for line in lines:
        if line:
            said.append(line)
        if line.startswith("Collecting "):
            fetched += 1
            fetching.show(fetched, len(wanted), line.split(" ")[1])
        installs = installs or line.startswith("Installing collected")
        if installs:
            there = house.installed()
            unpacking.show(sum((each.name, each.version) in there for each in wanted), len(wanted))
    unpacking.end()


def pip_advice(said: str) -> str:
    """What a person can do about pip's trouble."""
    if NO_NETWORK.search(said):
        return (
            "The Python packages could not be fetched: no connection. The set-up needs the internet once; "
            "connect this computer and run the same command again."
        )
    if "DO NOT MATCH THE HASHES" in said:
        return "A package is not the one we checked (its fingerprint differs). Nothing was installed; try again later."
    if "No space left" in said:
        return "The disk is full; about 1 GB must be free. Make room and run the same command again."
    return "The Python packages could not be installed; pip's last words are above. Run the same command again."


def write_launcher(house: House) -> None:
    """Put the `lairkeeper` command into `.venv`, running this very copy: no build step that could fail."""
    site = house.site_packages()
    assert site is not None, "a finished .venv has site-packages"
    (site / "lairkeeper.pth").write_text(f"{house.root}\n", encoding="utf-8")
    launcher = house.venv / "bin" / "lairkeeper"
    # through sh, because a #! line may hold neither blanks nor long paths
    launcher.write_text(
        f"#!/bin/sh\n'''exec' \"{house.python}\" \"$0\" \"$@\"\n' '''\n"
        + "import sys\n\nfrom companion.__main__ import main\n\nsys.exit(main())\n",
        encoding="utf-8",
    )
    launcher.chmod(0o755)


def compile_ours(house: House, machine: Machine) -> None:
    """Compile our modules, as pip does with those it installs. Where that fails Python does it at every start."""
    machine.run([str(house.python), "-m", "compileall", "-q", *(str(house.root / name) for name in OURS)])


def set_up(house: House, machine: Machine, dev: bool, out: TextIO) -> None:
    """Everything a fresh computer needs; nothing at all the second time."""
    if is_ready(house, machine, dev):
        return
    print("Setting up Lairkeeper (once; the next start is immediate).", file=out)
    python = choose_python(machine)
    ensure_packages(machine, needed_here(machine, python), out)
    ensure_venv(house, machine, python, out)
    ensure_dependencies(house, machine, dev, out)
    write_launcher(house)
    compile_ours(house, machine)
    made = {"run": digest(house, machine, False), **({"dev": digest(house, machine, True)} if dev else {})}
    house.stamp.write_text(json.dumps(made), encoding="utf-8")
    print("Ready.", file=out)


def main(arguments: list[str] | None = None) -> int:
    """The command line: `setup`, and `setup --dev` for the checks too."""
    parser = argparse.ArgumentParser(description="Make this computer ready for Lairkeeper.")
    parser.add_argument("step", choices=["setup"])
    parser.add_argument("--dev", action="store_true", help="also install what the checks need")
    chosen = parser.parse_args(arguments)
    try:
        set_up(House(Path(__file__).resolve().parent.parent), Machine(), chosen.dev, sys.stdout)
    except SetupTrouble as trouble:
        print(f"\n{trouble}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped; run the same command to go on.", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
