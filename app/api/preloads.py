"""Preloads: names in a page's head the files and replies that it will request first, so they load
without waiting for a script. On a slow line this saves a round trip per step.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape
from pathlib import Path

import msgspec

from app.api.link_previews import ID

FILE = "preloads.json"
"""Written by the page's build (`web/chunks.ts`)."""


class Preloads(msgspec.Struct):
    """Addresses of scripts and sheets: those of the home page, of any table, and of the boards."""

    home: list[str] = []
    table: list[str] = []
    games: dict[str, list[str]] = {}


def preloads(root: Path, path: str, game: str, base: str = "") -> str:
    """Link elements for a path of the page. `game` is the game of the match at that path, if there
    is one; `base` is the path below which the site lies.
    """
    preloads_file = _read_preloads(root)
    kind, _, id = path.rstrip("/").partition("/")
    if not kind:
        return _file_links(preloads_file.home, base, "low")
    if kind != "m" or not id:
        return ""
    links = _file_links([*preloads_file.table, *preloads_file.games.get(game, [])], base)
    is_table = ID.fullmatch(id) is not None
    return f"{links}\n    {_reply_link(f'{base}/api/v1/matches/{id}')}" if is_table else links


def _file_links(files: list[str], base: str, priority: str = "auto") -> str:
    return "\n    ".join(_file_link(base + path, priority) for path in files)


def _file_link(address: str, priority: str) -> str:
    kind = 'rel="preload" as="style"' if address.endswith(".css") else 'rel="modulepreload"'
    href = f'crossorigin href="{escape(address)}"'
    return f'<link {kind} fetchpriority="{priority}" {href} />'


def _reply_link(address: str) -> str:
    """A reply of the API; the page's own request reuses the one that this link begins."""
    return f'<link rel="preload" as="fetch" crossorigin href="{escape(address)}" />'


def _read_preloads(root: Path) -> Preloads:
    file = root / FILE
    try:
        return _read(file, file.stat().st_mtime_ns)
    except FileNotFoundError:
        return Preloads()


@lru_cache(maxsize=4)
def _read(file: Path, _changed: int) -> Preloads:
    return msgspec.json.decode(file.read_bytes(), type=Preloads)
