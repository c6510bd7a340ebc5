"""Boarded: Tiny in a package of its own that also brings a board, pictures and a sound."""

from __future__ import annotations

import os
from pathlib import Path

SOURCE = """
from conclave_tiny_game import Tiny
from engine.core.page_parts import Board, PageParts


class Boarded(Tiny):
    id = "boarded"
    title = "Boarded"
    page = PageParts(
        board=Board("board.js", contract={contract}),
        emblem="emblem.svg",
        cover="cover.svg",
        light="#336699",
        dark="#112233",
        faces="cards",
        sounds="sounds",
    )


GAME = Boarded()
"""
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>'
FILES = {
    "board.js": "export default class extends HTMLElement {}\n" * 40,
    "emblem.svg": PICTURE,
    "cover.svg": PICTURE,
    "cards/c7.svg": PICTURE,
    "cards/card.svg": PICTURE,
    "sounds/played.ogg": "OggS",
    "notes.txt": "not for the page",
    "build.py": "not for the page",
}
PACKAGE = "conclave_boarded"


def write_package(folder: Path, contract: int = 1, **files: str | None) -> dict[str, str]:
    """Write the package, with other `files` (None: without it), into the folder and install it;
    returns the settings and variables of a server that has it.
    """
    source = folder / PACKAGE
    for name, content in (FILES | files).items():
        path = source / "board" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if content is not None:
            path.write_text(content)
    (source / "__init__.py").write_text(SOURCE.replace("{contract}", str(contract)))
    return install(folder, "boarded", PACKAGE, folder)


def install(folder: Path, id: str, package: str, source: Path) -> dict[str, str]:
    """Install a game's package that lies in `source`, for servers with the settings and variables
    that are returned; its entry point lies in the folder.
    """
    name = package.replace("_", "-")
    about = folder / f"{package}-1.2.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n")
    (about / "entry_points.txt").write_text(f"[conclave.games]\n{id} = {package}:GAME\n")
    places = os.pathsep.join(dict.fromkeys((str(folder), str(source))))
    return {"PYTHONPATH": places, "GAMES": f"{id},res_arcana"}
