"""Build hooks: compile the translations, `*/locale/*.po`, to `.mo` files, and say where the project
is at home.

Every installation runs them, also that of an editable checkout; `python engine/hatch_build.py`
compiles alone.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface


class CatalogueHook(BuildHookInterface[Any]):
    """Compiles before anything is packed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        compile_all(Path(self.root))


class HomeHook(MetadataHookInterface):
    """Sets the project's URLs from `REPOSITORY`, the address that a release is published from."""

    def update(self, metadata: dict[str, Any]) -> None:
        repository = os.environ.get("REPOSITORY", "").rstrip("/")
        changes = f"{repository}/blob/main/CHANGELOG.md"
        metadata["urls"] = {"Source": repository, "Changelog": changes} if repository else {}


def compile_all(folder: Path) -> None:
    """Compile every catalogue of the packages in a folder. Raises PoFileError for one that can't be
    read.
    """
    for source in folder.glob("*/locale/*.po"):
        with source.open("rb") as text, source.with_suffix(".mo").open("wb") as compiled:
            write_mo(compiled, read_po(text, abort_invalid=True))


if __name__ == "__main__":
    compile_all(Path(__file__).parent)
