"""Version: the version of the server, and of the engine with it."""

from __future__ import annotations

from importlib import metadata

DISTRIBUTION = "conclave-tables"


def version() -> str:
    """The installed distribution's version; `pyproject.toml` is where it is written."""
    return metadata.version(DISTRIBUTION)
