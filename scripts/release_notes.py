"""Release notes: what the changelog says of the version that is about to be released.

    python -m scripts.release_notes v0.2.0

Prints its section. Fails with a sentence unless it is the newest version of the changelog, and the
project's.
"""

from __future__ import annotations

import re
import sys

from app.infra.version import version
from scripts.dist import ROOT

HEADING = re.compile(r"^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2}$", re.MULTILINE)


class WrongVersion(Exception):
    """The version can't be released; `str(error)` is one sentence."""


def notes_of(tag: str, changelog: str, version: str) -> str:
    """The notes of a version, `v` and its numbers; `version` is the project's.

    Raises WrongVersion.
    """
    headings = list(HEADING.finditer(changelog))
    if not headings or f"v{headings[0][1]}" != tag:
        raise WrongVersion(f"The changelog's newest version is not {tag}.")
    if f"v{version}" != tag:
        raise WrongVersion(f"The project has version {version}, not {tag}.")
    end = headings[1].start() if len(headings) > 1 else len(changelog)
    return changelog[headings[0].end() : end].strip() + "\n"


def main() -> None:
    """Print the notes of the version given."""
    try:
        notes = notes_of(sys.argv[1], (ROOT / "CHANGELOG.md").read_text(), version())
    except WrongVersion as error:
        sys.exit(str(error))
    sys.stdout.write(notes)


if __name__ == "__main__":
    main()
