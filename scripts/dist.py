"""Distributions: builds all into `dist/` and checks their contents.

    REPOSITORY=https://… python -m scripts.dist

Each sdist is unpacked elsewhere and its wheel built there, so a wheel needs no file of the other
distribution, nor of this checkout.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
PROJECTS = {
    "conclave-engine": ROOT / "engine",
    "conclave-tables": ROOT,
    "conclave-client": ROOT / "clients/python",
}
PARTS = {
    "conclave-engine": {"engine"},
    "conclave-tables": {"app", "migrations"},
    "conclave-client": {"conclave_client"},
}
"""The packages that a wheel installs."""
NEEDED = {
    "conclave-engine": ["engine/py.typed", "engine/core/locale/de.mo"],
    "conclave-tables": [
        *("app/py.typed", "app/page/index.html", "app/notifications/locale/de.mo"),
        "migrations/script.py.mako",
        "app/authoring/game-template/conclave_night_market/locale/de.po",
        "app/authoring/game-template/conclave_night_market/board/board.js",
        "app/authoring/game-template/.github/workflows/ci.yml",
    ],
    "conclave-client": ["conclave_client/py.typed"],
}
UNWANTED = re.compile(
    r"^(?!app/authoring/game-template/)(.*/)?"  # a game has tests and a build of its own
    r"(tests?|node_modules|__pycache__|var|hatch_build\.py|\.git\w*)(/|$)"
)


class WrongDistribution(Exception):
    """A distribution lacks a file, or has one that it must not have."""


def build(folder: Path) -> list[Path]:
    """Build all; returns the wheels. Raises CalledProcessError."""
    folder.mkdir(parents=True, exist_ok=True)
    wheels = []
    for name, project in PROJECTS.items():
        sdist = _built(project, "sdist", folder, name)
        with tempfile.TemporaryDirectory() as elsewhere:
            with tarfile.open(sdist) as archive:
                # Python before 3.11.4 has no filters and ignores this.
                archive.extraction_filter = getattr(tarfile, "data_filter", None)
                archive.extractall(elsewhere)
            (unpacked,) = Path(elsewhere).iterdir()
            wheels.append(_built(unpacked, "wheel", folder, name))
    return wheels


def _built(project: Path, target: str, folder: Path, name: str) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder), "-t", target]
    subprocess.run(command, cwd=project, check=True, stdout=subprocess.DEVNULL)
    ending = {"sdist": "*.tar.gz", "wheel": "*.whl"}[target]
    (built,) = folder.glob(f"{name.replace('-', '_')}-{ending}")
    return built


def check(wheels: list[Path]) -> None:
    """Raises WrongDistribution."""
    files = {wheel: set(ZipFile(wheel).namelist()) for wheel in wheels}
    problems = [problem for wheel in wheels for problem in _problems(wheel, files[wheel])]
    for first, other in combinations(wheels, 2):
        if shared := files[first] & files[other]:
            problems.append(f"{first.name} and {other.name} have {sorted(shared)}")
    if problems:
        raise WrongDistribution("\n".join(problems))


def _problems(wheel: Path, files: set[str]) -> Iterator[str]:
    name = wheel.name.split("-")[0].replace("_", "-")
    packages = {file.split("/")[0] for file in files if ".dist-info/" not in file}
    if packages != PARTS[name]:
        yield f"{name} installs {sorted(packages)}"
    for missing in sorted(set(NEEDED[name]) - files):
        yield f"{name} lacks {missing}"
    for unwanted in sorted(file for file in files if UNWANTED.search(file)):
        yield f"{name} has {unwanted}"
    if f"-{version()}-" not in wheel.name:
        yield f"{wheel.name} is not of version {version()}"


def version() -> str:
    """The version as it is written in pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    beginning = "conclave-engine=="
    (own,) = [
        dependency for dependency in project["dependencies"] if dependency.startswith(beginning)
    ]
    return str(own.removeprefix(beginning))


def main() -> None:
    shutil.rmtree(DIST, ignore_errors=True)
    check(build(DIST))
    for file in sorted(DIST.iterdir()):
        print(f"{file.stat().st_size / 1e6:6.2f} MB  {file.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
