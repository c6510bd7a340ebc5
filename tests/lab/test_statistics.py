"""Intervals, Elo differences and the sequential test of the arena."""

from __future__ import annotations

import pytest

from engine.lab.statistics import Sprt, elo, interval, score_of


def test_equal_pairs_of_opposite_games_have_a_narrow_interval():
    """The seat decides every game: both win half, and the pairs say so with certainty."""
    mixed = interval([0.5] * 38 + [0.25, 0.75], 2)
    assert mixed.method == "blocks"
    assert 0.5 - mixed.low < 0.03
    as_games = interval([0.5] * 19, 2)
    assert as_games.method == "Wilson"
    assert 0.5 - as_games.low > 0.14


def test_the_interval_of_pairs_is_that_of_their_mean():
    """40 pairs, half of them won: 1.96 * sqrt(0.25 * 40 / 39 / 40)."""
    measured = interval([1.0, 0.0] * 20, 2)
    assert measured.high - 0.5 == pytest.approx(1.96 * (0.25 / 39) ** 0.5, abs=1e-4)


def test_a_clean_sweep_has_an_interval():
    """Wilson: 10 of 10 is at least 72 %."""
    measured = interval([1.0] * 5, 2)
    assert (round(measured.low, 3), measured.high) == (0.722, 1.0)
    assert (interval([0.0] * 5, 2).low, interval([], 2).low) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("score", "seats", "others", "expected"),
    [
        (0.5, 1, 1, 0),
        (0.75, 1, 1, 191),
        (0.25, 1, 1, -191),
        (0.25, 1, 3, 0),
        (0.5, 2, 2, 0),
        (0.75, 3, 1, 0),
    ],
)
def test_elo_is_zero_for_a_fair_share_and_191_for_three_wins_of_four(
    score, seats, others, expected
):
    difference = elo(score, seats, others)
    assert difference == pytest.approx(expected, abs=0.5)
    assert score_of(difference, seats, others) == pytest.approx(score)


def test_elo_is_unknown_if_all_games_were_won_or_all_lost():
    assert elo(1.0, 1, 1) is elo(0.0, 1, 1) is None


@pytest.mark.parametrize(
    ("blocks", "verdict"),
    [([1.0] * 40, "high"), ([0.0] * 40, "low"), ([1.0, 0.5] * 3, ""), ([], "")],
    ids=["won", "lost", "few", "none"],
)
def test_sequential_test_decides_only_with_enough_evidence(blocks, verdict):
    sprt = Sprt(0, 50)
    assert sprt.verdict(sprt.ratio(blocks, 1, 1)) == verdict


def test_likelihood_ratio_follows_the_formula():
    """(2.1) of Van den Bergh with scores 1/2 and 0.5715, mean 0.75; the variance of the blocks with
    0 and 1 added is (20 * 0.25 ** 2 + 0.75 ** 2 + 0.25 ** 2) / 21.
    """
    blocks = [1.0, 0.5] * 10
    variance = (20 * 0.25**2 + 0.75**2 + 0.25**2) / 21
    high = 1 / (1 + 10 ** (-50 / 400))
    expected = 20 * (high - 0.5) * (1.5 - 0.5 - high) / (2 * variance)
    assert Sprt(0, 50).ratio(blocks, 1, 1) == pytest.approx(expected)
