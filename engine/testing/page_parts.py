"""Page parts: the files that a game adds to the page are there, and load."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

from engine.core.game import Game
from engine.core.page_parts import MEDIA, PageParts, page_files
from engine.testing.battery import Case, battery, game_alone

COLOUR = re.compile("#[0-9a-fA-F]{6}")
DEFAULT_EXPORT = re.compile(r"\bexport\b[^;]*\bdefault\b")
REFERENCES = {
    "text/css": (r"""url\(\s*["']?([^"'()\s]+)""", r"""@import\s+["']([^"']+)"""),
    "text/javascript": (
        r"""\b(?:from|import)\s*\(?\s*["'](\.{1,2}/[^"']+)""",
        r"""new\s+URL\(\s*["']([^"']+)["']\s*,\s*import\.meta\.url""",
    ),
}
"""By media type, how a file refers to another by a relative address."""
SVG = "{http://www.w3.org/2000/svg}svg"
SIGNATURES = {
    ".avif": (4, (b"ftyp",)),
    ".gif": (0, (b"GIF8",)),
    ".jpg": (0, (b"\xff\xd8\xff",)),
    ".m4a": (4, (b"ftyp",)),
    ".mp3": (0, (b"ID3", b"\xff\xfb", b"\xff\xf3", b"\xff\xf2", b"\xff\xfa")),
    ".ogg": (0, (b"OggS",)),
    ".png": (0, (b"\x89PNG\r\n",)),
    ".wasm": (0, (b"\0asm",)),
    ".wav": (8, (b"WAVE",)),
    ".webp": (8, (b"WEBP",)),
    ".woff2": (0, (b"wOF2",)),
}
"""By ending, where a file says what it is, and how."""


@battery("Every file that the game's page names is there, and loads", game_alone)
def page_parts(case: Case) -> None:
    case.require(case.game.page, "the game adds nothing to the page")
    problems = list(problems_of(case.game))
    assert not problems, "; ".join(problems)


def problems_of(game: Game[Any, Any]) -> Iterator[str]:
    """What is wrong with the page parts of a game, a sentence each."""
    parts = game.page
    assert parts is not None
    folder = game.folder() / parts.folder
    if not folder.is_dir():
        yield f"there is no folder {folder}"
        return
    files = page_files(folder)
    for name, kind in named_files(parts):
        yield from _named(folder, files, name, kind)
    components = game.catalogue()
    known = {name for component in components for name in (component.id, component.kind)}
    yield from _named_after(files, parts.faces, "image", known, "component or kind")
    events = {key.rpartition(".")[2] for key in game.messages.texts if key.startswith("event.")}
    yield from _named_after(files, parts.sounds, "audio", events, "event")
    for colour in filter(None, (parts.light, parts.dark)):
        if not COLOUR.fullmatch(colour):
            yield f"{colour} is not a colour such as #5b3a2c"
    if parts.minutes and not 0 < parts.minutes[0] <= parts.minutes[1]:
        yield f"minutes are the shortest match and the longest, not {parts.minutes}"
    for name, path in files.items():
        yield from _content(files, name, path)


def named_files(parts: PageParts) -> Iterator[tuple[str, str]]:
    """The files that are named one by one, and the kind of each."""
    if parts.board:
        yield parts.board.module, "text/javascript"
    yield from ((name, "image") for name in (parts.emblem, parts.cover) if name)


def _named(folder: Path, files: dict[str, Path], name: str, kind: str) -> Iterator[str]:
    if not (folder / name).is_file():
        yield f"{name} is missing"
    elif name not in files:
        yield f"{name} is not served: its ending is none of {' '.join(MEDIA)}, or a link leads out"
    elif not MEDIA[files[name].suffix].startswith(kind):
        yield f"{name} is no {'module' if kind.startswith('text') else 'picture'}"
    elif kind == "text/javascript" and not DEFAULT_EXPORT.search(_text(files[name])):
        yield f"{name} has no default export"


def _named_after(
    files: dict[str, Path], folder: str, kind: str, known: Iterable[str], what: str
) -> Iterator[str]:
    """A folder whose files are named after things of the game."""
    if not folder:
        return
    inside = [PurePosixPath(name) for name in files]
    inside = [path for path in inside if path.parent == PurePosixPath(folder)]
    if not inside:
        yield f"{folder} is missing, or empty"
    for path in inside:
        if not MEDIA[path.suffix].startswith(kind):
            yield f"{path} is no {'picture' if kind == 'image' else 'recording'}"
        elif path.stem not in known:
            yield f"{path} is named after no {what} of the game"


def _content(files: dict[str, Path], name: str, path: Path) -> Iterator[str]:
    """The content of a file is what its ending says, and all it refers to is there."""
    try:
        if path.suffix == ".svg" and ElementTree.fromstring(path.read_bytes()).tag != SVG:
            yield f'{name}: its root is not <svg xmlns="http://www.w3.org/2000/svg">'
        elif path.suffix == ".json":
            json.loads(path.read_bytes())
    except (ElementTree.ParseError, ValueError) as error:
        yield f"{name}: {error}"
    if path.suffix in SIGNATURES:
        offset, signatures = SIGNATURES[path.suffix]
        if not path.read_bytes()[offset:].startswith(signatures):
            yield f"{name} is not what its ending says"
    for pattern in REFERENCES.get(MEDIA[path.suffix], ()):
        for reference in re.findall(pattern, _text(path)):
            target = _target(name, reference)
            if target is not None and target not in files:
                yield f"{name} refers to {reference}, which is missing"


def _target(name: str, reference: str) -> str | None:
    """The file that a file refers to, within the folder; None for an address elsewhere."""
    address = re.split("[?#]", reference)[0]
    if not address or address.startswith("/") or ":" in address:
        return None
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(address)))


def _text(path: Path) -> str:
    return path.read_text("utf-8", errors="replace")
