"""Training: samples, the fit, measures on held-out matches, the same weights for a seed."""

from __future__ import annotations

import os
import subprocess
import sys
from math import log
from pathlib import Path

import msgspec
import pytest

from engine.core.registry import games
from engine.lab.fit import fit
from engine.lab.play import MatchFailed
from engine.lab.player import read_player
from engine.lab.reliability import Bin, bins, brier, predict
from engine.lab.samples import MAX_POSITIONS, Sample, TrainingConfig, sample
from engine.lab.train import train

GAMES = ["res_arcana", "battle_for_empyrean", "ascended_kings"]


def training_config(game: str, *specs: str, seed: int = 1) -> TrainingConfig:
    return TrainingConfig(
        game=game,
        rules=games()[game].rules,
        players=[read_player(spec) for spec in specs or ("greedy", "random")],
        seed=seed,
    )


def encoded(game: str) -> str:
    """A model trained on a few matches, as JSON."""
    return msgspec.json.encode(train(training_config(game, "random"), 10)).decode()


# -- samples


@pytest.mark.parametrize("game", GAMES)
def test_samples_are_few_per_match_and_carry_its_result(game):
    for number in range(2):
        samples = sample(training_config(game, "random"), number)
        assert 0 < len(samples) <= MAX_POSITIONS
        assert {position.match for position in samples} == {number}
        seats = games()[game].seats[number % len(games()[game].seats)]
        for position in samples:
            assert len(position.features) == len(position.shares) == seats
            assert sum(position.shares) == pytest.approx(1)
            assert position.shares == samples[0].shares


def test_samples_come_from_different_rounds():
    """Res Arcana's points hardly ever go down: a late sample has more than the first."""
    samples = sample(training_config("res_arcana", "greedy"), 0)
    assert len(samples) >= 5
    first, last = (
        max(row["points x pace"] for row in each.features) for each in (samples[0], samples[-1])
    )
    assert last > first


def test_the_seed_and_the_number_decide_a_match():
    first = sample(training_config("battle_for_empyrean", "random"), 0)
    assert first == sample(training_config("battle_for_empyrean", "random"), 0)
    assert first != sample(training_config("battle_for_empyrean", "random", seed=2), 0)
    assert first != sample(training_config("battle_for_empyrean", "random"), 2)


def test_failed_match_ends_the_training(monkeypatch):
    monkeypatch.setattr("engine.lab.play.think", lambda *args: 1 / 0)
    with pytest.raises(MatchFailed, match="ZeroDivisionError"):
        train(training_config("battle_for_empyrean"), 10)


# -- the fit


def of_two(wins: int, losses: int) -> list[Sample]:
    """A feature that is 1 for one seat and 0 for the other."""
    features = [{"a": 1.0, "b": 7.0}, {"a": 0.0, "b": 7.0}]
    return [Sample(0, features, [1.0, 0.0])] * wins + [Sample(0, features, [0.0, 1.0])] * losses


def test_weight_is_the_logarithm_of_the_odds():
    """Three wins of four: log 3, less the effect of the penalty for this many samples."""
    weights = fit(of_two(3_000, 1_000), ["a", "b"])
    assert weights["a"].weight / weights["a"].scale == pytest.approx(log(3), abs=0.005)
    assert "b" not in weights, "it never differs between seats"


def test_the_penalty_keeps_weights_finite():
    assert 1 < fit(of_two(100, 0), ["a"])["a"].weight < 10


def test_fit_handles_three_seats():
    """A feature that doubles the odds: 2 of 4 against two others."""
    features = [{"a": 1.0}, {"a": 0.0}, {"a": 0.0}]
    shares = ([1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0])
    weights = fit([Sample(0, features, each) for each in shares * 1000], ["a"])
    assert weights["a"].weight / weights["a"].scale == pytest.approx(log(2), abs=0.005)


def test_correlated_features_are_separated():
    """One feature decides; the other merely coincides with it at times."""
    samples = []
    for n in range(3000):
        a, b = float(n % 2), float(n % 3 == 0)
        won = 1.0 if (n // 6) % 4 else 0.0
        share = won if a else 0.5
        samples.append(Sample(n, [{"a": a, "b": b}, {}], [share, 1 - share]))
    weights = fit(samples, ["a", "b"])
    assert weights["a"].weight / weights["a"].scale == pytest.approx(log(3), abs=0.05)
    assert "b" not in weights or weights["b"].weight < 0.05


def test_feature_with_a_negative_weight_is_left_out():
    """Feature "b" adds nothing to "a", though alone it would look good."""
    samples = [
        Sample(0, [{"a": a, "b": b}, {}], [share, 1 - share])
        for a, b, share, number in (
            (1.0, 0.0, 1.0, 4),
            (1.0, 0.0, 0.0, 1),
            (1.0, 1.0, 1.0, 3),
            (1.0, 1.0, 0.0, 2),
        )
        for _ in range(100 * number)
    ]
    assert list(fit(samples, ["a", "b"])) == ["a"]
    assert fit(samples, ["b"])["b"].weight > 0


# -- measures


def test_the_brier_score_is_the_mean_squared_error():
    samples = [Sample(0, [{}, {}], [1.0, 0.0])]
    assert brier(samples, [[0.8, 0.2]]) == pytest.approx(0.04)
    assert brier(samples, predict(samples, {})) == 0.25


def test_bins_compare_predictions_with_results():
    samples = [Sample(0, [{}, {}], [1.0, 0.0]), Sample(1, [{}, {}], [0.5, 0.5])]
    reliability = bins(samples, [[0.95, 0.05], [1.0, 0.0]])
    assert reliability == [Bin(0.025, 0.25, 2), Bin(0.975, 0.75, 2)]


# -- the whole


def test_training_beats_equal_chances():
    """Fifteen matches are enough; the model is measured on five others."""
    model = train(
        training_config("battle_for_empyrean", "greedy", "random"), 20, command="a", date="b"
    )
    about = model.about
    assert (about["command"], about["date"], about["matches"]) == ("a", "b", 20)
    assert about["players"] == ["greedy", "random"]
    assert [group["seats"] for group in about["by_seats"]] == [2, 3]
    assert about["held_out"] == sum(group["positions"] for group in about["by_seats"])
    assert 0 < about["held_out"] < about["positions"] / 2
    assert about["brier"]["model"] < about["brier"]["equal"]


def test_too_few_matches_are_refused():
    with pytest.raises(ValueError, match="no positions to learn from"):
        train(training_config("res_arcana", "random"), 3)


def test_a_game_without_features_is_refused():
    with pytest.raises(ValueError, match="no positions to learn from"):
        train(training_config("tiny", "random"), 30)


def test_training_is_the_same_under_two_hash_seeds():
    code = "from tests.lab.test_train import encoded; print(encoded('battle_for_empyrean'))"
    models = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[2],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(models) == 1
    assert '"matches":10,' in models.pop()
