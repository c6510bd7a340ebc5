"""Build hook: compiles the translations of the games, `engine/*/locale/*.po`, to `.mo` files.

`pip install`, also of an editable checkout, runs it; `python hatch_build.py` does the same alone.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueHook(BuildHookInterface[Any]):
    """Compiles before anything is packed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        compile_all(Path(self.root))


def compile_all(root: Path) -> None:
    """Compile every catalogue of the engine. Raises PoFileError for one that can't be read."""
    for source in root.glob("engine/*/locale/*.po"):
        with source.open("rb") as text, source.with_suffix(".mo").open("wb") as compiled:
            write_mo(compiled, read_po(text, abort_invalid=True))
