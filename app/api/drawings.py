"""Some of the drawings of a game: a table fetches those of what it shows in one reply.

The page's build makes one file a game: the outlines of its drawings by name. `?only=a,b` cuts it,
so the reply is as lasting as the file; where nothing cuts, the whole file serves as well.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from fastapi import Request

KIND = "-drawings-"
"""In the name of each such file, before the hash of its content."""


def names_asked(file: Path, request: Request) -> frozenset[str] | None:
    """The names of the drawings that a request for a file wants; None for the file as it is."""
    only = request.query_params.get("only")
    if only is None or file.suffix != ".json" or KIND not in file.name:
        return None
    return frozenset(only.split(","))


def cut(file: Path, names: frozenset[str]) -> bytes:
    """The drawings of these names, in the order of the file; names without one are left out."""
    every = _all(file, file.stat().st_mtime_ns)
    some = {name: outline for name, outline in every.items() if name in names}
    return json.dumps(some, separators=(",", ":")).encode()


@lru_cache(maxsize=8)
def _all(file: Path, _changed: int) -> dict[str, str]:
    drawings: dict[str, str] = json.loads(file.read_bytes())
    return drawings
