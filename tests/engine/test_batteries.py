"""Invariants of every registered game, whatever its rules.

`make test` plays a sample; `make soak` plays thousands of matches with the same functions.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.core.registry import games
from tests.engine import batteries
from tests.engine.agreed_undo import play_with_agreed_undos
from tests.engine.transcripts import transcript

MATCHES = int(os.environ.get("BATTERY_MATCHES", "3"))
STRIDE = int(os.environ.get("BATTERY_STRIDE", "4"))
"""Interval, in questions, at which hidden things are redealt; the soak uses every question."""
CASES = [
    pytest.param(game.id, seats, id=f"{game.id}-{seats}")
    for game in games().values()
    for seats in game.seats
]


@pytest.mark.parametrize(("game_id", "seats"), CASES)
def test_whole_random_matches_end_and_keep_every_law(game_id: str, seats: int) -> None:
    for seed in range(MATCHES * 5):
        batteries.play_to_the_end(games()[game_id], seats, seed)


@pytest.mark.parametrize(("game_id", "seats"), CASES)
def test_every_answer_can_be_saved_and_undone(game_id: str, seats: int) -> None:
    for seed in range(max(1, MATCHES // 3)):
        batteries.save_and_undo_everything(games()[game_id], seats, seed)


@pytest.mark.parametrize(("game_id", "seats"), CASES)
def test_cached_script_continues_like_a_rerun_one(game_id: str, seats: int) -> None:
    for seed in range(max(1, MATCHES // 3)):
        assert batteries.play_with_cached_scripts(games()[game_id], seats, seed)


@pytest.mark.parametrize(("game_id", "seats"), CASES)
def test_agreed_undo_reveals_nothing_and_redraws_hidden_orders(game_id: str, seats: int):
    reordered = sum(
        play_with_agreed_undos(games()[game_id], seats, seed, 0.1) for seed in range(MATCHES)
    )
    assert reordered, "no undo went back over a draw or a reveal"


@pytest.mark.parametrize(("game_id", "seats"), CASES)
def test_hidden_state_changes_nothing_a_viewer_receives(game_id: str, seats: int) -> None:
    for seed in range(MATCHES):
        batteries.resample_everything(games()[game_id], seats, seed, STRIDE)


@pytest.mark.parametrize("hash_seeds", [("1", "2")])
def test_states_do_not_depend_on_the_hash_seed(hash_seeds: tuple[str, str]) -> None:
    first, second = (states_under(seed) for seed in hash_seeds)
    assert first == second
    assert first.strip(), "no state was compared"


def states_under(hash_seed: str) -> str:
    """A digest of every state of a match of each game and player count, from a new interpreter."""
    return subprocess.run(
        [sys.executable, "-m", "tests.engine.batteries"],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    ).stdout


GOLDEN = Path(__file__).parents[1] / "games"


def golden_files() -> Iterator[object]:
    for game in games().values():
        for seats in game.seats:
            yield pytest.param(game.id, seats, id=f"{game.id}-{seats}")


@pytest.mark.parametrize(("game_id", "seats"), list(golden_files()))
def test_golden_match_is_unchanged(game_id: str, seats: int) -> None:
    """A failure here means changed rules or words: rewrite them with `python -m tests.games`."""
    expected = (GOLDEN / f"{game_id}-{seats}.txt").read_text()
    assert transcript(games()[game_id], seats) == expected
