"""Chances of winning: they sum to 1, grow with the obvious, and reveal nothing hidden."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import msgspec
import pytest
from conclave_tiny_game import Tiny

from engine.bots.chance import chance, chances, coefficients_of, model_of, score, softmax
from engine.bots.random_bot import random_answer
from engine.core.game import Game
from engine.core.match import Match, answer, new_match, running_table
from engine.core.registry import games
from engine.core.run import Run
from engine.core.running_table import begin
from engine.core.step import decode_table, encode_table
from engine.testing.play import options_of, seed_of

MODELLED = ["res_arcana", "battle_for_empyrean", "ascended_kings"]
CASES = [(id, seats) for id in MODELLED for seats in games()[id].seats]
STRIDE = {"ascended_kings": 7, "res_arcana": 5, "battle_for_empyrean": 1}
"""Interval, in answers, at which a match is sampled."""


def tables(game: Game[Any, Any], seats: int, number: int) -> list[tuple[Match, Any]]:
    """Tables of a random match, at rest and in mid-step."""
    rng, samples = Random(number), []
    match = new_match(game, options_of(game, seats, number), seats, seed_of(number)).match
    while not match.over:
        current = running_table(game, match)
        if match.ply % STRIDE[game.id] == 0:
            samples.append((match, current.table))
        position = rng.randrange(len(match.decisions))
        decision = match.decisions[position]
        raw = random_answer(current.open[position], rng)
        match = answer(game, match, decision.seat, decision.id, raw).match
    return [*samples, (match, running_table(game, match).table)]


@pytest.mark.parametrize(("game_id", "seats"), CASES)
def test_chances_sum_to_one_for_every_number_of_seats(game_id, seats):
    game = games()[game_id]
    for _, table in tables(game, seats, 1):
        all_chances = chances(game, table)
        assert len(all_chances) == seats
        assert sum(all_chances) == pytest.approx(1)
        assert [chance(game, table, seat) for seat in range(seats)] == all_chances


@pytest.mark.parametrize(("game_id", "seats"), CASES)
def test_winners_share_the_chance_after_the_end(game_id, seats):
    game = games()[game_id]
    match, table = tables(game, seats, 2)[-1]
    assert match.over
    first = game.outcome(table).ranks[0]
    expected = [1 / len(first) if seat in first else 0 for seat in range(seats)]
    assert chances(game, table) == expected


@pytest.mark.parametrize(("game_id", "seats"), CASES)
def test_features_depend_only_on_what_the_seat_knows(game_id, seats):
    """The features of a seat are the same in all worlds that it cannot distinguish."""
    game, rng, differ = games()[game_id], Random(5), 0
    for number in (3, 4, 5):
        for match, table in tables(game, seats, number):
            for seat in range(seats):
                other = copied(game, table, match)
                game.resample(other, seat, rng)
                assert game.features(other)[seat] == game.features(table)[seat]
                differ += encode_table(other) != encode_table(table)
    assert differ


def copied(game: Game[Any, Any], table: Any, match: Match) -> Any:
    """A copy of a table, also in mid-step."""
    other = decode_table(game, encode_table(table), game.rules)
    other.run = Run(match.seed, quiet=True)
    vars(other).update(
        {key: copy.copy(value) for key, value in vars(table).items() if key != "run"}
    )
    return other


# -- the obvious


def begun(game_id: str, seats: int, answers: int) -> Any:
    """A table after some random answers."""
    rng = Random(1)
    current = begin(games()[game_id], None, seats, seed_of(1))
    for _ in range(answers):
        question = next(asked for asked in current.open if not asked.optional)
        current.answer(question, random_answer(question, rng))
    return current.table


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_more_points_mean_a_higher_chance_in_res_arcana(seats):
    game, table = games()["res_arcana"], begun("res_arcana", seats, 60)
    by_points = []
    for points in (0, 3, 6, 9):
        table.temporary_points = [points, *[0] * (seats - 1)]
        by_points.append(chance(game, table, 0))
    assert by_points == sorted(by_points)
    assert by_points[0] < 0.6 < 0.9 < by_points[-1]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_more_bloodstones_mean_a_higher_chance_in_ascended_kings(seats):
    game, table = games()["ascended_kings"], begun("ascended_kings", seats, 60)
    table.omega_war = True
    by_stones = []
    for stones in (0, 1, 2, 3):
        table.characters[0].bloodstones = stones
        by_stones.append(chance(game, table, 0))
    assert by_stones == sorted(by_stones)
    assert by_stones[-1] > by_stones[0] + 0.1


@pytest.mark.parametrize("seats", [2, 3])
def test_more_might_means_a_higher_chance_in_battle_for_empyrean(seats):
    game, table = games()["battle_for_empyrean"], begun("battle_for_empyrean", seats, 40)
    table.phase = "begin"
    units = [unit for row in table.players[0].rows for unit in row]
    by_might = []
    for might in (0, 3, 6, 12):
        for unit in units:
            unit.revealed, unit.might = 1, might
        by_might.append(chance(game, table, 0))
    assert by_might == sorted(by_might)
    assert by_might[-1] > by_might[0] + 0.2


# -- the arithmetic


def test_softmax_shares_the_exponentials():
    assert softmax([0.0, 0.0]) == [0.5, 0.5]
    assert softmax([1.0, 0.0])[0] == pytest.approx(0.7310586)
    assert sum(softmax([1e6, 0.0, -1e6])) == pytest.approx(1)


def test_a_score_ignores_features_without_a_weight():
    assert score({"a": 2.0, "b": 5.0}, {"a": 0.5, "c": 9.0}) == 1.0


def test_weight_is_scaled_by_its_feature():
    model = model_of(type(games()["res_arcana"]))
    known = coefficients_of(type(games()["res_arcana"]))
    assert {name: weight.weight / weight.scale for name, weight in model.weights.items()} == known


# -- games without a model


def test_game_without_a_model_uses_its_appraisal(monkeypatch):
    game = games()["tiny"]
    table = begin(game, None, 2, seed_of(1)).table
    with pytest.raises(LookupError):
        chances(game, table)
    assert chance(game, table, 0) == 0.5
    monkeypatch.setattr(Tiny, "appraise", lambda self, table, seat: 100)
    assert chance(game, table, 0) == pytest.approx(0.7310586)


# -- the files


@pytest.mark.parametrize("game_id", MODELLED)
def test_model_states_its_training_and_beats_simpler_ones(game_id):
    game = games()[game_id]
    model = model_of(type(game))
    about = model.about
    assert about["command"].startswith(f"conclave train {game_id} --games ")
    assert about["rules"] == game.rules, "train again: the rules have changed"
    assert about["brier"]["model"] < about["brier"]["equal"] - 0.005
    assert about["brier"]["model"] <= about["brier"]["appraise"]
    assert sum(count for _, _, count in about["reliability"]) == sum(
        group["seats"] * group["positions"] for group in about["by_seats"]
    )


@pytest.mark.parametrize("game_id", MODELLED)
def test_every_weight_belongs_to_a_feature(game_id):
    game = games()[game_id]
    features = [row for _, table in tables(game, 2, 1)[:-1] for row in game.features(table)]
    assert set(coefficients_of(type(game))) <= {name for row in features for name in row}


def test_weights_survive_a_json_round_trip():
    model = model_of(type(games()["res_arcana"]))
    assert msgspec.json.decode(msgspec.json.encode(model), type=type(model)) == model
