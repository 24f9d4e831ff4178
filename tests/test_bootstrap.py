"""The set-up of a bare computer, told by a computer made up for the test."""

import io
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from companion.bootstrap import (
    NEEDED,
    House,
    Machine,
    Needed,
    Progress,
    Result,
    SetupTrouble,
    choose_python,
    ensure_dependencies,
    ensure_packages,
    is_ready,
    locked,
    needed_here,
    pip_advice,
    set_up,
    write_launcher,
)

ROOT = Path(__file__).resolve().parent.parent
PI = {"/proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0"}


@dataclass
class PaperMachine(Machine):
    """A computer on paper: which Pythons, packages and programs it has, and what was done to it."""

    pythons: dict[str, str] = field(default_factory=lambda: {sys.executable: "3.11 True"})
    programs: set[str] = field(default_factory=lambda: {"apt-get", "dpkg-query", "sudo"})
    installed: set[str] = field(default_factory=set)
    offered: set[str] = field(default_factory=set)
    files: dict[str, str] = field(default_factory=dict)
    admin: bool = True
    person: bool = False
    has_ensurepip: bool = True
    pip_says: tuple[str, ...] = ()
    pip_fails: bool = False
    streamed: list[list[str]] = field(default_factory=list)

    def is_admin(self) -> bool:
        return self.admin

    def has_person(self) -> bool:
        return self.person

    def which(self, program: str) -> str | None:
        return program if program in self.programs else None

    def can_load(self, library: str) -> bool:
        return library in self.programs

    def read(self, path: str) -> str:
        return self.files.get(path) or ("" if path.startswith(("/proc", "/etc")) else super().read(path))

    def run(self, command: list[str]) -> Result:
        match command:
            case ["dpkg-query", *_]:
                return Result(0, "\n".join("installed" for name in command[4:] if name in self.installed))
            case ["apt-cache", "policy", name]:
                return Result(0, f"{name}:\n  Candidate: {'1.0' if name in self.offered else '(none)'}")
            case ["sudo", "-n", "true"]:
                return Result(1, "a password is required")
            case [python, "-c", "import ensurepip, venv"]:
                return Result(0 if self.has_ensurepip else 1, "")
            case [python, "-c", _]:
                return Result(0, self.pythons[python]) if python in self.pythons else Result(127, "")
            case [_, "-m", "venv", *_, folder]:
                (Path(folder) / "lib/python3.11/site-packages").mkdir(parents=True)
                (Path(folder) / "bin").mkdir()
                (Path(folder) / "pyvenv.cfg").write_text(f"include-system-site-packages = {len(command) > 4}".lower())
                self.pythons[f"{folder}/bin/python"] = "3.11 True"
                return Result(0, "")
        return Result(127, "")

    def stream(self, command: list[str]) -> Iterator[str]:
        self.streamed.append(command)
        if "pip" in command:
            yield from self.pip_says
            if self.pip_fails:
                raise SetupTrouble("pip stopped")
            site = next(Path(command[0]).parent.parent.glob("lib/*/site-packages"))
            for package in locked([Path(command[-1])]):
                yield f"Collecting {package.name}=={package.version}"
                folder = site / f"{package.name.replace('-', '_')}-{package.version}.dist-info"
                folder.mkdir()
                (folder / "INSTALLER").touch()
        if "install" in command:
            self.installed |= self.offered & set(command)


def lines(out: io.StringIO) -> list[str]:
    return out.getvalue().splitlines()


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A copy of the project with nothing set up, in a folder with a blank in its name."""
    root = tmp_path / "my table"
    root.mkdir()
    for name in ("requirements.lock", "requirements-dev.lock", "requirements-pi-bookworm.lock"):
        (root / name).write_text((ROOT / name).read_text())
    return House(root)


ALL = {each.packages[-1] for each in NEEDED}


def test_a_suitable_python_is_taken_as_it_is() -> None:
    assert choose_python(PaperMachine()) == sys.executable


def test_another_python_on_the_path_is_found_when_the_first_is_too_old() -> None:
    assert choose_python(PaperMachine({sys.executable: "3.9 True", "python3.12": "3.12 True"})) == "python3.12"


@pytest.mark.parametrize("found", ["3.9 True", "3.14 True", "3.11 False"])
def test_without_a_suitable_python_the_message_names_those_that_are(found: str) -> None:
    with pytest.raises(SetupTrouble, match=r"3\.11, 3\.12 or 3\.13"):
        choose_python(PaperMachine({sys.executable: found}))


def test_a_pi_uses_the_systems_own_python_because_the_camera_is_built_for_it() -> None:
    machine = PaperMachine({sys.executable: "3.12 True", "/usr/bin/python3": "3.13 True"}, files=PI)
    assert choose_python(machine) == "/usr/bin/python3"


def test_only_a_pi_needs_camera_and_pin_packages() -> None:
    names = {each.packages[0] for each in needed_here(PaperMachine(), sys.executable)}
    on_pi = {each.packages[0] for each in needed_here(PaperMachine(files=PI), "/usr/bin/python3")}
    assert on_pi - names == {"python3-picamera2", "python3-lgpio", "libgles2"}


def test_the_venv_package_is_asked_for_only_where_it_is_missing() -> None:
    assert needed_here(PaperMachine(has_ensurepip=False), sys.executable)[0].packages == ("python3-venv",)
    assert needed_here(PaperMachine(has_ensurepip=False), "python3.12")[0].packages == ("python3.12-venv",)
    assert needed_here(PaperMachine(), sys.executable)[0].packages == ("libegl1",)


def test_missing_packages_are_named_with_their_reason_and_installed() -> None:
    machine, out = PaperMachine(offered=ALL, installed={"libgl1"}), io.StringIO()
    ensure_packages(machine, list(NEEDED), out)
    assert machine.installed == ALL
    assert "  espeak-ng          for the voice" in lines(out)
    assert not [line for line in lines(out) if line.startswith("  libgl1 ")]
    assert [command[-1] for command in machine.streamed] == ["-q", "espeak-ng"]


def test_nothing_missing_means_nothing_is_said_or_done() -> None:
    machine, out = PaperMachine(installed={each.packages[0] for each in NEEDED}), io.StringIO()
    ensure_packages(machine, list(NEEDED), out)
    assert (out.getvalue(), machine.streamed) == ("", [])


def test_debian_thirteen_gets_its_new_names() -> None:
    machine = PaperMachine(offered={each.packages[0] for each in NEEDED})
    ensure_packages(machine, list(NEEDED), io.StringIO())
    assert {"libzbar0t64", "libmtdev1t64"} <= machine.installed


def test_what_the_system_does_not_offer_is_said_and_left_out() -> None:
    machine, out = PaperMachine(offered=ALL - {"espeak-ng"}), io.StringIO()
    ensure_packages(machine, list(NEEDED), out)
    assert "  This system does not offer espeak-ng; going on without the voice." in lines(out)


def test_without_rights_the_exact_command_is_printed() -> None:
    machine = PaperMachine(admin=False, programs={"apt-get", "dpkg-query"}, offered=ALL, installed=ALL - {"libzbar0"})
    with pytest.raises(SetupTrouble, match=r"apt-get install --no-install-recommends libzbar0$"):
        ensure_packages(machine, list(NEEDED), io.StringIO())
    assert machine.streamed == []


def test_sudo_is_used_when_somebody_can_type_the_password_and_refused_when_nobody_can() -> None:
    machine = PaperMachine(admin=False, person=True, offered=ALL)
    ensure_packages(machine, list(NEEDED), io.StringIO())
    assert all(command[0] == "sudo" for command in machine.streamed)
    with pytest.raises(SetupTrouble, match="administrator"):
        ensure_packages(PaperMachine(admin=False, offered=ALL), list(NEEDED), io.StringIO())


def test_a_system_without_apt_is_told_what_to_install_and_goes_on() -> None:
    out = io.StringIO()
    ensure_packages(PaperMachine(programs={"libEGL.so.1", "espeak-ng"}), list(NEEDED), out)
    assert "  libzbar.so.0 (Debian: libzbar0) for the second sticker reader" in lines(out)
    assert not [line for line in lines(out) if "espeak" in line or "libegl1" in line]


def test_a_fresh_copy_is_set_up_once_and_the_second_time_nothing_is_done(house: House) -> None:
    machine, out = PaperMachine(installed=ALL), io.StringIO()
    set_up(house, machine, dev=False, out=out)
    assert lines(out)[-1] == "Ready."
    assert house.installed() == {(each.name, each.version) for each in locked([ROOT / "requirements.lock"])}
    done, again = len(machine.streamed), io.StringIO()
    set_up(house, machine, dev=False, out=again)
    assert (again.getvalue(), len(machine.streamed)) == ("", done)


def test_the_checks_are_added_to_a_table_that_only_played_so_far(house: House) -> None:
    machine = PaperMachine(installed=ALL)
    set_up(house, machine, dev=False, out=io.StringIO())
    assert not is_ready(house, machine, dev=True)
    set_up(house, machine, dev=True, out=io.StringIO())
    assert is_ready(house, machine, dev=True)
    assert is_ready(house, machine, dev=False)


def test_a_changed_lock_file_brings_only_the_changed_package(house: House) -> None:
    machine, out = PaperMachine(installed=ALL), io.StringIO()
    set_up(house, machine, dev=False, out=io.StringIO())
    lock = house.root / "requirements.lock"
    lock.write_text(lock.read_text().replace("segno==1.6.6", "segno==1.6.7"))
    set_up(house, machine, dev=False, out=out)
    assert "Installing 1 Python packages ..." in lines(out)


@pytest.mark.parametrize("damage", ["half-made", "broken"])
def test_a_damaged_venv_is_made_anew(house: House, damage: str) -> None:
    machine, out = PaperMachine(installed=ALL), io.StringIO()
    set_up(house, machine, dev=False, out=io.StringIO())
    if damage == "half-made":
        house.unfinished.touch()
        house.stamp.unlink()
    else:
        del machine.pythons[str(house.python)]
    set_up(house, machine, dev=False, out=out)
    assert is_ready(house, machine, dev=False)
    assert any(line.startswith("Making .venv") for line in lines(out))


def test_a_copy_that_was_moved_finds_itself_again(house: House, tmp_path: Path) -> None:
    machine = PaperMachine(installed=ALL)
    set_up(house, machine, dev=False, out=io.StringIO())
    moved = House(house.root.rename(tmp_path / "elsewhere"))
    machine.pythons[str(moved.python)] = machine.pythons.pop(str(house.python))
    assert not is_ready(moved, machine, dev=False)
    set_up(moved, machine, dev=False, out=io.StringIO())
    assert is_ready(moved, machine, dev=False)
    assert str(moved.python) in (moved.venv / "bin/lairkeeper").read_text()


def test_an_old_pi_gets_a_picture_library_that_fits_its_numpy(house: House) -> None:
    bookworm = {**PI, "/etc/os-release": "VERSION_CODENAME=bookworm\n"}
    pythons = {"/usr/bin/python3": "3.11 True"}
    set_up(
        house,
        PaperMachine(pythons, installed={*ALL, "libgles2", "python3-lgpio"}, files=bookworm),
        False,
        io.StringIO(),
    )
    assert "simplejpeg" in {name for name, _ in house.installed()}
    assert "system-site-packages = true" in (house.venv / "pyvenv.cfg").read_text()


def test_without_a_network_the_message_says_so_and_the_next_try_starts_afresh(house: House) -> None:
    words = ("Collecting certifi", "NewConnectionError: Failed to establish a new connection")
    with pytest.raises(SetupTrouble, match="no connection"):
        set_up(house, PaperMachine(installed=ALL, pip_says=words, pip_fails=True), dev=False, out=io.StringIO())
    assert house.unfinished.exists()
    machine = PaperMachine(installed=ALL)
    set_up(house, machine, dev=False, out=io.StringIO())
    assert is_ready(house, machine, dev=False)


@pytest.mark.parametrize(
    ("said", "advice"),
    [("DO NOT MATCH THE HASHES", "fingerprint"), ("No space left on device", "disk is full"), ("?", "last words")],
)
def test_pips_trouble_is_put_into_words(said: str, advice: str) -> None:
    assert advice in pip_advice(said)


def test_progress_without_a_terminal_is_plain_lines(house: House) -> None:
    out = io.StringIO()
    progress = Progress("fetching", out)
    for done in range(1, 101):
        progress.show(done, 100, f"package-{done}")
    progress.end()
    assert len(lines(out)) == 11
    assert "\r" not in out.getvalue()
    assert lines(out)[-1] == "  100/100 fetching package-100"


def test_the_packages_of_the_venv_are_not_confused_with_borrowed_ones(house: House) -> None:
    machine = PaperMachine(installed=ALL)
    set_up(house, machine, dev=False, out=io.StringIO())
    ensure_dependencies(house, machine, dev=False, out=io.StringIO())
    assert "--force-reinstall" in machine.streamed[-1]


def test_the_command_starts_from_a_folder_with_blanks(house: House) -> None:
    """The launcher is real: it runs this very Python on a stand-in for the companion."""
    (house.venv / "bin").mkdir(parents=True)
    (house.venv / "lib/python3.11/site-packages").mkdir(parents=True)
    house.python.symlink_to(sys.executable)
    (house.root / "companion").mkdir()
    (house.root / "companion/__init__.py").touch()
    (house.root / "companion/__main__.py").write_text(
        "import sys\ndef main():\n    print(sys.argv[1:])\n    return 7\n"
    )
    write_launcher(house)
    result = Machine().run(["env", f"PYTHONPATH={house.root}", str(house.venv / "bin/lairkeeper"), "play", "a b"])
    assert result == Result(7, "['play', 'a b']")


def test_a_real_command_is_streamed_line_by_line_and_its_failure_is_noticed() -> None:
    assert [line for line in Machine().stream(["sh", "-c", "echo one; sleep 0.4; echo two"]) if line] == ["one", "two"]
    with pytest.raises(SetupTrouble, match="code 3"):
        list(Machine().stream(["sh", "-c", "exit 3"]))


def test_the_real_computer_answers_simple_questions(tmp_path: Path) -> None:
    machine = Machine()
    assert machine.which("sh")
    assert machine.read(str(tmp_path / "absent")) == ""
    assert machine.run(["no-such-program"]).code == 127
    assert not machine.can_load("libnothing.so.0")


def test_every_direct_dependency_is_locked() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    names = {each.name for each in locked([ROOT / "requirements.lock"])}
    dev = {each.name for each in locked([ROOT / "requirements-dev.lock"])}
    wanted = {requirement.split(">")[0].split("=")[0].strip() for requirement in project["dependencies"]}
    assert wanted <= names
    assert {each.split(">")[0].lower() for each in project["optional-dependencies"]["dev"]} <= dev
    assert not names & dev


def test_the_stamp_is_plain_and_small(house: House) -> None:
    machine = PaperMachine(installed=ALL)
    set_up(house, machine, dev=True, out=io.StringIO())
    assert set(json.loads(house.stamp.read_text())) == {"run", "dev"}


def test_a_needed_thing_is_there_under_any_of_its_names() -> None:
    zbar = Needed(("libzbar0t64", "libzbar0"), "reading", "libzbar.so.0")
    for name in zbar.packages:
        machine = PaperMachine(installed={name})
        ensure_packages(machine, [zbar], io.StringIO())
        assert machine.streamed == []
