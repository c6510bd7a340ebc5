"""Build hook: says where the project is at home."""

from __future__ import annotations

import os
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class HomeHook(MetadataHookInterface):
    """Sets the project's URLs from `REPOSITORY`, the address that a release is published from."""

    def update(self, metadata: dict[str, Any]) -> None:
        repository = os.environ.get("REPOSITORY", "").rstrip("/")
        changes = f"{repository}/blob/main/CHANGELOG.md"
        metadata["urls"] = {"Source": repository, "Changelog": changes} if repository else {}
