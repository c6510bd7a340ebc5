"""Build hooks: compile the translations, add the built page to a wheel, and say where the project
is at home.

Every installation runs them, also that of an editable checkout.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

PAGE = "web/dist"
PACKED = "app/page"
"""Where a wheel has the page; the default of `PAGE_FOLDER`."""


class AssetsHook(BuildHookInterface[Any]):
    """Compiles the translations, and adds the page. A checkout that is installed for development
    serves `web/dist` itself.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Raises FileNotFoundError if the page has not been built, PoFileError for a catalogue that
        can't be read.
        """
        for source in Path(self.root).glob("app/**/locale/*.po"):
            with source.open("rb") as text, source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(text, abort_invalid=True))
        if self.target_name == "wheel" and version == "editable":
            return
        if not (Path(self.root) / PAGE / "index.html").exists():
            raise FileNotFoundError(f"{PAGE} is missing: make web")
        if self.target_name == "wheel":
            build_data["force_include"][PAGE] = PACKED


class HomeHook(MetadataHookInterface):
    """Sets the project's URLs from `REPOSITORY`, the address that a release is published from."""

    def update(self, metadata: dict[str, Any]) -> None:
        repository = os.environ.get("REPOSITORY", "").rstrip("/")
        pages = {"Documentation": "README.md", "Changelog": "CHANGELOG.md"}
        urls = {label: f"{repository}/blob/main/{page}" for label, page in pages.items()}
        metadata["urls"] = {"Source": repository, **urls} if repository else {}
