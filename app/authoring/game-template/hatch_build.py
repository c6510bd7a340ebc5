"""Build hook: compiles the translations, `*/locale/*.po`, to `.mo` files beside them.

Every installation runs it, also that of an editable checkout.
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
        """Raises PoFileError for a catalogue that can't be read."""
        for source in Path(self.root).glob("*/locale/*.po"):
            with source.open("rb") as text, source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(text, abort_invalid=True))
