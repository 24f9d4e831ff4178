"""The house keeps its shape: who may import whom, what stays off the start path, and what our files never mention."""

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = {
    "engine": set[str](),
    "cards_db": {"engine"},
    "vision": {"engine"},
    "hw": set[str](),
    "companion": {"engine", "cards_db", "vision", "hw"},
}
HEAVY = {"kivy", "cv2", "reportlab", "zxingcpp", "pyzbar", "gpiozero", "picamera2"}
# Run by a bare Python before anything is installed.
BARE = {"companion/bootstrap.py", "companion/lock.py"}


def modules(folder: str) -> Iterator[Path]:
    """The Python files of a package, `companion/views` or a single module."""
    place = ROOT / folder
    return iter(sorted(place.rglob("*.py"))) if place.is_dir() else iter([place.with_suffix(".py")])


def imports(path: Path) -> set[str]:
    """Every module a file imports anywhere, by its full name."""
    package = path.relative_to(ROOT).parent.parts
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            found.add(".".join([*base, *([node.module] if node.module else [])]))
    return found


def tops(path: Path) -> set[str]:
    """The packages a file imports from."""
    return {name.partition(".")[0] for name in imports(path)}


@pytest.mark.parametrize("room", ROOMS)
def test_import_arrows_point_one_way(room: str) -> None:
    allowed = ROOMS[room] | {room}
    turned = {str(path.relative_to(ROOT)): tops(path) & ROOMS.keys() - allowed for path in modules(room)}
    assert {path: wrong for path, wrong in turned.items() if wrong} == {}


def test_the_engine_needs_only_the_standard_library() -> None:
    allowed = sys.stdlib_module_names | {"engine"}
    foreign = {str(path.relative_to(ROOT)): tops(path) - allowed for path in modules("engine")}
    assert {path: wrong for path, wrong in foreign.items() if wrong} == {}


def test_the_engine_has_no_clock_no_files_and_no_dice() -> None:
    """Time, files and chance come in as arguments."""
    outside = {"time", "random", "secrets", "pathlib", "os", "io", "sqlite3", "threading", "subprocess", "socket"}
    used = {str(path.relative_to(ROOT)): tops(path) & outside for path in modules("engine")}
    assert {path: wrong for path, wrong in used.items() if wrong} == {}


@pytest.mark.parametrize("pure", ["companion/views", "companion/narrator", "companion/host", "companion/journal"])
def test_what_is_decided_shown_and_said_is_found_without_kivy(pure: str) -> None:
    for path in modules(pure):
        assert "kivy" not in tops(path), path
        assert not {name for name in imports(path) if name.startswith("companion.screens")}, path


def test_only_the_companion_knows_kivy() -> None:
    knowing = {str(path.relative_to(ROOT)) for room in ROOMS for path in modules(room) if "kivy" in tops(path)}
    assert {path for path in knowing if not path.startswith("companion/")} == set()


@pytest.mark.parametrize("path", sorted(BARE))
def test_the_set_up_runs_on_a_bare_python(path: str) -> None:
    assert tops(ROOT / path) <= sys.stdlib_module_names


def test_no_module_hides_one_of_the_standard_library() -> None:
    """The set-up runs as a file, so its neighbours come before the standard library."""
    assert {path.stem for path in (ROOT / "companion").glob("*.py")} & sys.stdlib_module_names - {"__main__"} == set()


def test_the_command_starts_without_its_heavy_parts() -> None:
    look = f"import sys, companion.__main__; print([name for name in {sorted(HEAVY)} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", look], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def our_text_files() -> Iterator[tuple[str, str]]:
    """Every text file that belongs to the project."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=False) if shutil.which("git") else None
    names = listed.stdout.decode().split("\0") if listed and listed.returncode == 0 else walked()
    for name in filter(None, names):
        path = ROOT / name
        if path.is_file() and b"\0" not in path.read_bytes():
            yield name, path.read_text(encoding="utf-8")


def walked() -> list[str]:
    """The same without git, as in an unpacked archive."""
    made = {
        ".venv",
        ".git",
        "__pycache__",
        ".mypy_cache",
        ".ruff_cache",
        ".pytest_cache",
        ".hypothesis",
        "build",
        "dist",
    }
    paths = (path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file())
    return [str(path) for path in paths if not made & set(path.parts)]


def test_no_file_names_a_package_registry_or_a_place_on_somebodys_machine() -> None:
    # Put together from pieces, so that this file does not contain what it forbids.
    hosts = ["py" + "pi.org", "python" + "hosted.org", "pi" + "wheels.org", "registry." + "npmjs", "npmjs" + ".com"]
    settings = ["--" + "index-url", "--extra-" + "index-url", "--find" + "-links"]
    places = ["/wo" + "rk/", "/ro" + "ot/", "/opt/" + "py", "../sha" + "red"]
    patterns = [re.escape(word) for word in hosts + settings] + [rf"(?<!\w){re.escape(place)}" for place in places]
    forbidden = re.compile("|".join(patterns))
    found = {name: forbidden.findall(text) for name, text in our_text_files()}
    assert {name: words for name, words in found.items() if words} == {}


def test_lock_files_hold_names_versions_and_fingerprints_only() -> None:
    entry = re.compile(r"[a-z0-9.-]+==[\w.]+ \\|    --hash=sha256:[0-9a-f]{64}( \\)?|# .*")
    for path in ROOT.glob("requirements*.lock"):
        strange = [line for line in path.read_text().splitlines() if not entry.fullmatch(line)]
        assert strange == [], path.name
