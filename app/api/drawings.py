"""Drawings: the drawings of a game that a table needs, in one reply.

The page's build writes one file per game: the outlines of its drawings by name. `?only=a,b` filters
it, so the reply can be cached as long as the file. A server without the filter may send the whole
file.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from fastapi import Request

KIND = "-drawings-"
"""Part of each such file's name, before the content hash."""


def requested_names(file: Path, request: Request) -> frozenset[str] | None:
    """The names of the drawings requested from a file; None for the whole file."""
    only = request.query_params.get("only")
    if only is None or file.suffix != ".json" or KIND not in file.name:
        return None
    return frozenset(only.split(","))


def select_drawings(file: Path, names: frozenset[str]) -> bytes:
    """The drawings with these names, in the order of the file; unknown names are ignored."""
    every = _all(file, file.stat().st_mtime_ns)
    some = {name: outline for name, outline in every.items() if name in names}
    return json.dumps(some, separators=(",", ":")).encode()


@lru_cache(maxsize=8)
def _all(file: Path, _changed: int) -> dict[str, str]:
    drawings: dict[str, str] = json.loads(file.read_bytes())
    return drawings
