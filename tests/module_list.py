"""One line per module for ARCHITECTURE.md, taken from the modules' own first lines.

python -m tests.module_list --write
"""

import argparse
import ast
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "ARCHITECTURE.md"
HEADING = "## The rooms"
PACKAGES = ("engine", "cards_db", "vision", "hw", "companion")


def first_line(path: Path) -> str:
    """The first sentence of a module's docstring."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return text.split("\n\n")[0].replace("\n", " ").strip()


def module_list() -> str:
    """The section with every module."""
    parts = [HEADING, "", "Written by `python -m tests.module_list --write` from the modules' first lines.", ""]
    for package in PACKAGES:
        parts += [f"**{package}/** {first_line(ROOT / package / '__init__.py')}", ""]
        for path in sorted((ROOT / package).rglob("*.py")):
            if path.name != "__init__.py":
                parts.append(f"- `{path.relative_to(ROOT)}` {first_line(path)}")
        parts.append("")
    return "\n".join(parts)


def renewed(page: str) -> str:
    """The page with the section written anew; it ends at the next heading of the same rank."""
    before, _, rest = page.partition(HEADING)
    _, mark, after = rest.partition("\n## ")
    return before + module_list() + (mark + after if mark else "")


def main() -> int:
    """Print or write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    if parser.parse_args().write:
        PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    else:
        print(module_list())
    return 0


if __name__ == "__main__":
    sys.exit(main())
