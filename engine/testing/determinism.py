"""Determinism: two interpreters with different hash seeds play the same match."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from typing import Any

from engine.core.game import Game
from engine.core.match import running_table
from engine.testing.battery import Case, battery, fewest_and_most
from engine.testing.frames import viewers_of
from engine.testing.play import Line
from engine.testing.reference import game_named, reference_of
from engine.testing.scenario import frame

HASH_SEEDS = ("1", "2")
MODULE = "engine.testing.determinism"


@battery("A match does not depend on the order of sets and hashes", fewest_and_most)
def hash_seeds(case: Case) -> None:
    first, second = (digest_under(case, seed) for seed in HASH_SEEDS)
    assert first == second, "the states of a match depend on PYTHONHASHSEED"


def digest_under(case: Case, hash_seed: str) -> str:
    """The digest of a match, from a new interpreter."""
    process = subprocess.run(
        [sys.executable, "-m", MODULE, reference_of(case.game), str(case.seats)],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    return process.stdout


def digest(game: Game[Any, Any], seats: int, number: int = 1) -> str:
    """A hash over every state of a random match, and the view of each viewer in turn."""
    line, states = Line(game, seats, number), hashlib.sha256()
    match, viewers = line.begin().match, viewers_of(seats)
    while not match.over:
        states.update(match.to_bytes())
        current = running_table(game, match)
        viewer = viewers[match.ply % len(viewers)]
        states.update(repr(frame(game, match, current.table, current.open, viewer)).encode())
        match = line.answer(match).match
    return states.hexdigest()


if __name__ == "__main__":
    reference, seats = sys.argv[1:]
    print(digest(game_named(reference), int(seats)))
