"""Page parts: what a game's package adds to the page, named as files beside the game's sources.

`docs/boards.md` describes the contract of a board, and what each picture and sound is for.
"""

from __future__ import annotations

from msgspec import Struct


class Board(Struct, frozen=True):
    """A board: an ES module whose default export is the class of a custom element."""

    module: str  # the file, such as "board.js"
    contract: int  # the version of the contract that it is written for


class PageParts(Struct, frozen=True, kw_only=True):
    """Names of files and folders within `folder`, which lies beside the module of the game's class.
    For all that is left out the page has something of its own.
    """

    folder: str = "board"
    board: Board | None = None
    emblem: str = ""  # a square picture, the game's sign
    cover: str = ""  # a wide picture, 8 : 3
    light: str = ""  # the colours behind the emblem, as "#rrggbb"
    dark: str = ""
    faces: str = ""  # a folder of pictures named by the id, else the kind, of a component
    sounds: str = ""  # a folder of recordings named by the last part of an event's key
