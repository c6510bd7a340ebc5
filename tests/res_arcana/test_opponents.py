"""The random and greedy bots play whole matches, in every mode."""

from __future__ import annotations

import hashlib
from random import Random

import pytest

from engine.bots import think
from engine.core.match import answer, new_match
from engine.res_arcana import GAME
from engine.testing.laws import play_to_the_end
from engine.testing.play import Line

MATCHES = 5
"""A sample: of a hundred two-player matches of twelve rounds greedy won 98."""


def seed_of(number: int) -> bytes:
    return hashlib.sha256(b"opponents" + bytes([number])).digest()


def winner_of(number: int) -> tuple[list[int], int]:
    """The first rank of a match of greedy against random, and the seat of greedy."""
    rng, greedy = Random(number), number % 2
    transition = new_match(GAME, {"round_limit": 8}, 2, seed_of(number))
    while not transition.match.over:
        decision = transition.match.decisions[0]
        name = "greedy" if decision.seat == greedy else "random"
        raw = think(name, GAME, transition.match, decision.seat, decision.id, rng).answer
        transition = answer(GAME, transition.match, decision.seat, decision.id, raw)
    return transition.running.outcome.ranks[0], greedy


def test_greedy_beats_random() -> None:
    results = [winner_of(number) for number in range(MATCHES)]
    assert sum(first == [greedy] for first, greedy in results) >= MATCHES - 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_matches_end_in_every_mode(seats: int) -> None:
    for number in range(20):
        play_to_the_end(Line(GAME, seats, 1000 * seats + number))
