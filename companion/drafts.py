"""Writing many files as one: all of them, or none."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path


def write_all(files: Mapping[Path, bytes]) -> None:
    """Write all files, or none if one cannot be written: drafts first, then they take their names."""
    drafts = {path: path.with_name(f".{path.name}.new") for path in files}
    made: list[Path] = []
    try:
        for path, draft in drafts.items():
            made += _make_folders(path.parent)
            draft.write_bytes(files[path])
        for path in drafts:
            if path.is_dir():
                raise IsADirectoryError(f"there is a folder of this name: {path}")
        for path, draft in drafts.items():
            draft.replace(path)
    except OSError:
        _tidy_up(drafts.values(), made)
        raise


def _make_folders(folder: Path) -> list[Path]:
    """Make a folder and all above it; gives back the new ones, outermost first."""
    new = [path for path in (folder, *folder.parents) if not path.exists()][::-1]
    for path in new:
        path.mkdir()
    return new


def _tidy_up(drafts: Iterable[Path], folders: Sequence[Path]) -> None:
    """Leave nothing of a failed attempt behind, as far as the disk lets us."""
    for path in drafts:
        try:
            path.unlink(missing_ok=True)
        except OSError:
            continue
    for folder in reversed(folders):
        try:
            folder.rmdir()
        except OSError:
            continue
