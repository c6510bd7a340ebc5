"""Results file: the games of a contest so far, from which it can be resumed.

Its first line is the contest, each other line one game. A line cut off in the middle is ignored.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from engine.lab.contest import Contest, GameResult


class OtherContest(ValueError):
    """The file holds the results of another contest."""


def read_results(path: Path, contest: Contest) -> dict[int, GameResult]:
    """The games played so far, by number. A new file gets the contest as its header.

    Raises OtherContest.
    """
    text = path.read_bytes() if path.exists() else b""
    if not text:
        path.write_bytes(msgspec.json.encode(contest) + b"\n")
        return {}
    header, *lines = text.split(b"\n")
    try:
        stored = msgspec.json.decode(header, type=Contest)
    except msgspec.MsgspecError:
        stored = None
    if stored != contest or not lines:
        raise OtherContest(f"{path} holds another contest; its first line describes it.")
    if cut_off := lines.pop():
        path.write_bytes(text.removesuffix(cut_off))
    results = [msgspec.json.decode(line, type=GameResult) for line in lines]
    return {game.number: game for game in results}


def append_result(path: Path, game: GameResult) -> None:
    """Append a game."""
    with path.open("ab") as lines:
        lines.write(msgspec.json.encode(game) + b"\n")
