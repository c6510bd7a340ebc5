"""New game: copies the template, a game that runs, with its names replaced.

The template is a package of its own, checked and tested as it stands. What is replaced is its id
in each spelling and its numbers of players; there is nothing else to fill in.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Collection, Iterator
from pathlib import Path

TEMPLATE = Path(__file__).parent / "game-template"
TEMPLATE_WORDS = ("night", "market")
TEMPLATE_SEATS = range(2, 5)
BUILT = {"__pycache__", ".mypy_cache", ".pytest_cache", ".ruff_cache", "dist"}
"""Folders that running the template leaves behind."""
MAX_NAME_LENGTH = 40
MAX_SEATS = 10
"""A view names players by one digit."""


class WrongGame(Exception):
    """No game can be made like this; `str(error)` is one sentence."""


def new_game(name: str, players: str, folder: Path, installed: Collection[str] = ()) -> Path:
    """Write a new game into a folder of its own inside `folder`; returns that folder.

    `name` is words such as "high_tide" or "High Tide", `players` such as "2-4" or "3"; `installed`
    are the ids that are taken. Raises WrongGame, before anything is written.
    """
    words, seats = words_of(name), seats_of(players)
    id = "_".join(words)
    if id in installed:
        raise WrongGame(f"A game {id} is installed already; choose another name.")
    if (taken := spellings(words)["class"]) in identifiers():
        raise WrongGame(f"The template's code has a name {taken} already; choose another name.")
    target = folder / f"conclave-{'-'.join(words)}"
    if target.exists():
        raise WrongGame(f"{target} exists already.")
    replacements = _replacements(words, seats)
    for source in template_files():
        path = target / _replaced(str(source.relative_to(TEMPLATE)), replacements)
        path.parent.mkdir(parents=True, exist_ok=True)
        text = source.read_bytes().decode("latin-1")  # so sounds stay as they are
        path.write_bytes(_replaced(text, replacements).encode("latin-1"))
    return target


def words_of(name: str) -> list[str]:
    """The words of a name, in lower case. Raises WrongGame."""
    words = [word for word in re.split(r"[ _-]+", name.lower()) if word]
    is_id = re.fullmatch(r"[a-z][a-z0-9]*", "".join(words), re.ASCII)
    if not is_id or len("_".join(words)) > MAX_NAME_LENGTH:
        raise WrongGame(
            f"A name has letters a to z and digits, begins with a letter, and has at most "
            f"{MAX_NAME_LENGTH} characters, such as high_tide."
        )
    return words


def seats_of(players: str) -> range:
    """The numbers of players of "2-4" or "3". Raises WrongGame."""
    numbers = re.fullmatch(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", players.strip(), re.ASCII)
    if numbers:
        least, most = int(numbers[1]), int(numbers[2] or numbers[1])
        if 1 <= least <= most <= MAX_SEATS:
            return range(least, most + 1)
    raise WrongGame(f"The players are given as 2-4 or as 3, from 1 to {MAX_SEATS}.")


def template_files() -> Iterator[Path]:
    """The files of the template, without what building and running it leaves behind."""
    for path in sorted(TEMPLATE.rglob("*")):
        is_built = path.suffix == ".mo" or BUILT.intersection(path.parts)
        if path.is_file() and not is_built:
            yield path


def identifiers() -> set[str]:
    """Every name in the template's code."""
    return {
        token.string
        for file in template_files()
        if file.suffix == ".py"
        for token in tokenize.generate_tokens(io.StringIO(file.read_text("utf-8")).readline)
        if token.type == tokenize.NAME
    }


def spellings(words: list[str] | tuple[str, ...]) -> dict[str, str]:
    """A name as an id, in the names of a distribution and a class, and as a title."""
    capitalised = [word.capitalize() for word in words]
    return {
        "id": "_".join(words),
        "distribution": "-".join(words),
        "class": "".join(capitalised),
        "title": " ".join(capitalised),
    }


def _replacements(words: list[str], seats: range) -> dict[str, str]:
    """What stands for each spelling and number of the template."""
    ours, theirs = spellings(TEMPLATE_WORDS), spellings(words)
    names = {ours[kind]: theirs[kind] for kind in ours}
    return names | dict(zip(_numbers(TEMPLATE_SEATS), _numbers(seats), strict=True))


def _numbers(seats: range) -> tuple[str, str]:
    """Numbers of players in code and in prose."""
    least, most = seats[0], seats[-1]
    prose = f"{least}-{most} players" if most > least else f"{least} player{'s' * (least > 1)}"
    return f"range({seats.start}, {seats.stop})", prose


def _replaced(text: str, replacements: dict[str, str]) -> str:
    pattern = "|".join(re.escape(name) for name in replacements)
    return re.sub(pattern, lambda match: replacements[match[0]], text)
