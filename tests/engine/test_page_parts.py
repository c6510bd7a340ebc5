"""Page parts: each way in which a package's page can be broken is said, with the file's name."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conclave_night_market import GAME
from conclave_night_market.game import NightMarket
from msgspec import structs

from engine.core.page_parts import Board
from engine.testing.page_parts import problems_of


class Changed(NightMarket):
    """The template's game, with page parts and files that a test has changed."""

    place = Path()

    @classmethod
    def folder(cls) -> Path:
        return cls.place


@pytest.fixture
def changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of its files, at first those of the template."""
    shutil.copytree(GAME.folder() / "board", tmp_path / "board")
    monkeypatch.setattr(Changed, "place", tmp_path)
    return tmp_path / "board"


def test_template_has_no_problem(changed: Path) -> None:
    assert list(problems_of(Changed())) == []


def without(name: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).unlink()


def renamed(name: str, to: str) -> Callable[[Path], None]:
    def rename(folder: Path) -> None:
        (folder / name).rename(folder / to)

    return rename


def holding(name: str, content: str | bytes) -> Callable[[Path], None]:
    content = content.encode() if isinstance(content, str) else content

    def write(folder: Path) -> None:
        (folder / name).write_bytes(content)

    return write


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (without("board.js"), "board.js is missing"),
        (without("emblem.svg"), "emblem.svg is missing"),
        (without("cover.svg"), "cover.svg is missing"),
        (without("board.css"), "board.js refers to ./board.css, which is missing"),
        (without("sounds/took.wav"), "sounds is missing, or empty"),
        (
            renamed("cards/tea.svg", "cards/coffee.svg"),
            "cards/coffee.svg is named after no component or kind of the game",
        ),
        (
            renamed("sounds/took.wav", "sounds/taken.wav"),
            "sounds/taken.wav is named after no event of the game",
        ),
        (holding("cards/tea.wav", b"RIFF0000WAVE"), "cards/tea.wav is no picture"),
        (holding("sounds/took.wav", "silence"), "sounds/took.wav is not what its ending says"),
        (holding("emblem.svg", "<svg"), "emblem.svg: unclosed token: line 1, column 0"),
        (
            holding("emblem.svg", "<svg/>"),
            'emblem.svg: its root is not <svg xmlns="http://www.w3.org/2000/svg">',
        ),
        (holding("cards/tea.png", b"\x89PNG\r\n\x1a\n"), None),
        (holding("board.js", "class Board {}"), "board.js has no default export"),
        (
            holding("board.js", "import './pieces.js';export{a as default}"),
            "board.js refers to ./pieces.js, which is missing",
        ),
        (holding("board.js", "import * as icons from 'icons';export default icons"), None),
        (
            holding("board.css", "a { background: url( 'felt.webp') }"),
            "board.css refers to felt.webp, which is missing",
        ),
        (holding("board.css", "a { background: url(data:image/gif;base64,R0lG), url(#a) }"), None),
        (holding("board.css", "a { background: url(cards/tea.svg?big#x) }"), None),
        (holding("texts.json", "{"), "texts.json: Expecting property name"),
    ],
)
def test_broken_file_is_named(
    changed: Path, change: Callable[[Path], None], says: str | None
) -> None:
    change(changed)
    problems = list(problems_of(Changed()))
    assert len(problems) == (0 if says is None else 1)
    assert "; ".join(problems).startswith(says or "")


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ({"folder": "page"}, "there is no folder "),
        ({"emblem": "emblem.jpeg"}, "emblem.jpeg is not served: its ending is none of "),
        ({"emblem": "board.css"}, "board.css is no picture"),
        ({"board": Board("emblem.svg", contract=1)}, "emblem.svg is no module"),
        ({"faces": "faces"}, "faces is missing, or empty"),
        ({"light": "brown"}, "brown is not a colour such as #5b3a2c"),
        ({"minutes": (20, 10)}, "minutes are the shortest match and the longest, not (20, 10)"),
    ],
)
def test_broken_part_is_named(
    changed: Path, monkeypatch: pytest.MonkeyPatch, parts: dict[str, Any], says: str
) -> None:
    (changed / "emblem.jpeg").write_bytes(b"\xff\xd8\xff")
    monkeypatch.setattr(Changed, "page", structs.replace(NightMarket.page, **parts))
    (problem,) = problems_of(Changed())
    assert problem.startswith(says)


def test_link_out_of_the_folder_is_not_served(changed: Path) -> None:
    (changed / "cover.svg").unlink()
    (changed / "cover.svg").symlink_to(changed.parent / "elsewhere.svg")
    shutil.copy(changed / "emblem.svg", changed.parent / "elsewhere.svg")
    (problem,) = problems_of(Changed())
    assert problem.endswith("or a link leads out")
