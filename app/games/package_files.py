"""Package files: what a game's package adds to the page, under an address that names its contents.

They are read once, when a game is first described, so the address
`/packages/<game>/<digest>/<name>` always has the same contents. Only files that a page loads are
served: scripts, style sheets, pictures, sounds, fonts and data.
"""

from __future__ import annotations

import gzip
import hashlib
from functools import cached_property, partial
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from app.infra.problems import not_found
from app.wire import UNSET, UnsetType
from app.wire import games as wire_games
from engine.core.game import Component, Game
from engine.core.page_parts import MEDIA, Board, PageParts, page_files
from engine.core.translation import by_language, gist

ROOT = "/packages"
_PACKED = (".css", ".js", ".json", ".mjs", ".svg")
"""Endings of the files that are also kept compressed."""


class PackageFile(NamedTuple):
    """A file: its media type, its bytes, and the same bytes by gzip where that is worth it."""

    media: str
    content: bytes
    packed: bytes | None


class PackageFiles:
    """The files of one game's package; none for a game without page parts."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game, self._parts = game, game.page
        self._files = _read(game.folder() / game.page.folder) if game.page else {}

    @cached_property
    def digest(self) -> str:
        """A hash of all names and contents: one file may refer to another."""
        digest = hashlib.sha256()
        for name, file in self._files.items():
            digest.update(f"{name}\0{len(file.content)}\0".encode() + file.content)
        return digest.hexdigest()[:16]

    def file(self, digest: str, name: str) -> PackageFile:
        """A file by its name and the digest of its address. Raises Problem not-found."""
        file = self._files.get(name)
        if file is None or digest != self.digest:
            raise not_found("file")
        return file

    @cached_property
    def page(self) -> wire_games.PageParts | None:
        """What the page needs to know of the parts; None for a game without any."""
        if (parts := self._parts) is None:
            return None
        return wire_games.PageParts(
            gist=self._gist or UNSET,
            minutes=_minutes(parts),
            weight=parts.weight or UNSET,
            board=self._board(parts.board) if parts.board else UNSET,
            emblem=self._address(parts.emblem) if parts.emblem else UNSET,
            cover=self._address(parts.cover) if parts.cover else UNSET,
            light=parts.light or UNSET,
            dark=parts.dark or UNSET,
            sounds=self._named_in(parts.sounds) or UNSET,
        )

    def face(self, component: Component) -> str | None:
        """The address of the picture of a component, if the package has one."""
        return self._faces.get(component.id) or self._faces.get(component.kind)

    @cached_property
    def _faces(self) -> dict[str, str]:
        return self._named_in(self._parts.faces) if self._parts else {}

    @property
    def _gist(self) -> dict[str, str]:
        """The game in a sentence, by language."""
        texts = by_language(self._game, partial(gist, self._game))
        return texts if texts["en"] else {}

    def _board(self, board: Board) -> wire_games.PackagedBoard:
        return wire_games.PackagedBoard(
            address=self._address(board.module), contract=board.contract
        )

    def _address(self, name: str) -> str:
        """The path of a file, from the root of the site."""
        return f"{ROOT}/{self._game.id}/{self.digest}/{name}"

    def _named_in(self, folder: str) -> dict[str, str]:
        """The addresses of the files in a folder, by their names without endings."""
        if not folder:
            return {}
        paths = [PurePosixPath(name) for name in self._files]
        inside = [path for path in paths if path.parent == PurePosixPath(folder)]
        return {path.stem: self._address(str(path)) for path in inside}


def _minutes(parts: PageParts) -> wire_games.Minutes | UnsetType:
    if parts.minutes is None:
        return UNSET
    least, most = parts.minutes
    return wire_games.Minutes(min=least, max=most)


def _read(folder: Path) -> dict[str, PackageFile]:
    """The files of a folder that a page may load, by their paths in it."""
    files: dict[str, PackageFile] = {}
    for name, path in page_files(folder).items():
        content = path.read_bytes()
        packed = gzip.compress(content, mtime=0) if path.suffix in _PACKED else None
        is_smaller = packed is not None and len(packed) < len(content)
        files[name] = PackageFile(MEDIA[path.suffix], content, packed if is_smaller else None)
    return files
