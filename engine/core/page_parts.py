"""Page parts: what a game's package adds to the page, named as files beside the game's sources.

`docs/boards.md` describes the contract of a board, and what each picture and sound is for.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

from msgspec import Struct

MEDIA: Final = {
    ".avif": "image/avif",
    ".css": "text/css",
    ".gif": "image/gif",
    ".jpg": "image/jpeg",
    ".js": "text/javascript",
    ".json": "application/json",
    ".m4a": "audio/mp4",
    ".mjs": "text/javascript",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".wav": "audio/wav",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
"""Media types by the endings of the files that a page loads; no others are served."""

Weight = Literal["light", "medium", "heavy"]


class Board(Struct, frozen=True):
    """A board: an ES module whose default export is the class of a custom element."""

    module: str  # the file, such as "board.js"
    contract: int  # the version of the contract that it is written for


class PageParts(Struct, frozen=True, kw_only=True):
    """What lists of games say of the game, and names of files and folders within `folder`, which
    lies beside the module of the game's class. For all that is left out the page has something of
    its own, or nothing.
    """

    gist: str = ""  # the game in a sentence, in English; translated as "gist"
    minutes: tuple[int, int] | None = None  # from the shortest match to the longest
    weight: Weight | None = None  # how much there is to learn
    folder: str = "board"
    board: Board | None = None
    emblem: str = ""  # a square picture, the game's sign
    cover: str = ""  # a wide picture, 8 : 3
    light: str = ""  # the colours behind the emblem, as "#rrggbb"
    dark: str = ""
    faces: str = ""  # a folder of pictures named by the id, else the kind, of a component
    sounds: str = ""  # a folder of recordings named by the last part of an event's key


def page_files(folder: Path) -> dict[str, Path]:
    """The files of a folder that a page may load, by their paths in it; links do not lead out."""
    root = folder.resolve()
    return {
        path.relative_to(root).as_posix(): path
        for path in sorted(root.rglob("*"))
        if path.suffix in MEDIA and path.is_file() and path.resolve().is_relative_to(root)
    }
