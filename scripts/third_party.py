"""Third parties: writes `THIRD-PARTY.md`, the licences of what is inside the page.

    python -m scripts.third_party [--check]

These are the packages that the page depends on, two that Svelte's runtime imports, and three whose
content the build keeps: two sets of icons and the API reference.
"""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
PAGE = ROOT / "THIRD-PARTY.md"
IN_SVELTE = ("clsx", "esm-env")
"""What Svelte imports in a browser; its other dependencies belong to its compiler."""
KEPT_BY_THE_BUILD = ("@iconify-json/game-icons", "@iconify-json/lucide", "swagger-ui-dist")
FILES = ("LICENCE", "LICENSE", "NOTICE")
NO_TEXT = {"CC-BY-3.0": "https://creativecommons.org/licenses/by/3.0/legalcode"}
"""Licences whose packages bring no text, with its address."""
HEAD = """# Third parties

Conclave itself is under the [MIT licence](LICENSE). The page, and so the distribution
`conclave-tables`, has inside it:

<!-- Written by python -m scripts.third_party. -->
"""


class Package(NamedTuple):
    """A package, its licence as an SPDX identifier, and the licence's text."""

    name: str
    version: str
    licence: str
    text: str


def packages() -> list[Package]:
    """The packages inside the page, by name."""
    facts = json.loads((WEB / "package.json").read_text(encoding="utf-8"))
    names = (*facts["dependencies"], *IN_SVELTE, *KEPT_BY_THE_BUILD)
    return sorted(_package(WEB / "node_modules" / name) for name in names)


def expression() -> str:
    """The SPDX expression of everything in the distribution."""
    return " AND ".join(["MIT", *sorted({package.licence for package in packages()} - {"MIT"})])


def _package(folder: Path) -> Package:
    facts: dict[str, Any] = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    licence = facts["license"]
    files = sorted(file for file in folder.iterdir() if file.stem.upper() in FILES)
    text = "\n\n".join(file.read_text(encoding="utf-8").strip() for file in files)
    if not text:
        text = _author(folder) + NO_TEXT.get(licence, f"https://spdx.org/licenses/{licence}.html")
    return Package(facts["name"], facts["version"], licence, text)


def _author(folder: Path) -> str:
    """Who made a set of icons."""
    author = json.loads((folder / "info.json").read_text(encoding="utf-8"))["author"]
    return f"{author['name']}, {author['url']}\n"


def page() -> str:
    """The whole file."""
    found = packages()
    rows = [f"| {name} | {version} | {licence} |" for name, version, licence, _ in found]
    table = "\n".join(["| package | version | licence |", "|---|---|---|", *rows])
    texts = [f"## {package.name}\n\n```\n{package.text}\n```\n" for package in found]
    return "\n".join([HEAD, table, "", *texts])


def main(*, check: bool) -> int:
    """Write the file, or only compare it and the licence of the distribution; returns the exit
    code.
    """
    if not check:
        PAGE.write_text(page(), encoding="utf-8")
        return 0
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    complaints = []
    if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page():
        complaints.append("THIRD-PARTY.md is not fresh: python -m scripts.third_party")
    if project["license"] != expression():
        complaints.append(f"the licence in pyproject.toml must be {expression()}")
    print("\n".join(complaints), end="\n" if complaints else "", file=sys.stderr)
    return int(bool(complaints))


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv[1:]))
