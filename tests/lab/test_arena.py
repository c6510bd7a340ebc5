"""The arena: seats and deals, determinism, resuming, stopping, failures."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.bots.bot import installed_bots
from engine.bots.random_bot import RandomBot
from engine.core.registry import games
from engine.lab.arena import measure
from engine.lab.contest import Contest, play_game
from engine.lab.play import MatchFailed, play_match
from engine.lab.player import UnknownPlayer, read_player
from engine.lab.plot import score_plot
from engine.lab.results_file import OtherContest
from engine.lab.statistics import Sprt


def contest(*players: str, game: str = "battle_for_empyrean", **more: Any) -> Contest:
    chosen_game = games()[game]
    return Contest(
        game=game,
        rules=chosen_game.rules,
        players=[read_player(spec) for spec in players],
        options=more.pop("options", {}),
        seed=more.pop("seed", 1),
        **more,
    )


def results(result: Any) -> Any:
    """A result without its CPU seconds."""
    plain = msgspec.to_builtins(result)
    for entry in plain["entries"]:
        del entry["seconds"]
    return plain


@pytest.fixture
def bots(monkeypatch):
    """Add bots to the installed ones."""

    def add(*more):
        known = {**installed_bots(), **{bot.name: bot for bot in more}}
        for module in ("engine.bots", "engine.bots.bot", "engine.lab.player"):
            monkeypatch.setattr(f"{module}.installed_bots", lambda: known)

    return add


class Odd(RandomBot):
    """A bot that does something wrong."""

    def __init__(self, name, does):
        self.name = name
        self.does = does

    def choose(self, position, budget, rng):
        return self.does(position)


# -- players


@pytest.mark.parametrize(
    ("spec", "bot", "iterations", "random"),
    [
        ("greedy", "greedy", None, 0),
        ("greedy@200", "greedy", 200, 0),
        ("random@5~20", "random", 5, 20),
    ],
)
def test_player_spec_names_bot_iterations_and_randomness(spec, bot, iterations, random):
    player = read_player(spec)
    assert (player.spec, player.bot, player.random) == (spec, bot, random)
    assert player.iterations == iterations


def test_player_has_the_iterations_of_its_bot_by_default(bots):
    strong = RandomBot()
    strong.name, strong.iterations = "strong", 77
    bots(strong)
    assert read_player("strong").iterations == 77
    assert read_player("strong@3").iterations == 3


@pytest.mark.parametrize("spec", ["gredy", "greedy@", "greedy@x", "greedy~101", "greedy 5", ""])
def test_invalid_player_spec_is_refused(spec):
    with pytest.raises(UnknownPlayer):
        read_player(spec)


def test_fully_random_player_never_thinks():
    """greedy~100 plays like random."""
    players = [read_player("greedy~100"), read_player("greedy")]
    played = play_match(games()["battle_for_empyrean"], players, bytes(32), thoughts="1")
    assert played.decisions[0] == 0 < played.decisions[1]
    assert sum(played.decisions) < played.answers


# -- seats and deals


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_player_gets_every_seat_of_each_deal_once(seats):
    tournament = contest(*["random"] * seats, game="res_arcana")
    for block in range(3):
        numbers = range(block * seats, (block + 1) * seats)
        assert len({tournament.deal(number) for number in numbers}) == 1
        for player in range(seats):
            assert {tournament.seat(player, number) for number in numbers} == set(range(seats))
    assert len({tournament.deal(number) for number in range(0, 12 * seats, seats)}) == 12


def test_the_seed_decides_the_deals():
    assert contest("random", "random").deal(0) != contest("random", "random", seed=2).deal(0)


def test_players_of_one_kind_share_an_entry():
    assert contest("greedy", "random", "random").entries() == {"greedy": [0], "random": [1, 2]}
    assert contest("random", "random").entries() == {"random (1)": [0], "random (2)": [1]}


# -- results


@pytest.mark.parametrize("game", ["res_arcana", "battle_for_empyrean", "ascended_kings"])
def test_greedy_beats_random(game):
    result = measure(contest("greedy", "random", game=game), 5)
    assert result.games == 6, "whole pairs"
    greedy, random = result.entries
    assert greedy.score >= 5 / 6
    assert greedy.score + random.score == pytest.approx(1)
    assert greedy.seconds > random.seconds >= 0
    assert greedy.decisions + random.decisions == pytest.approx(result.answers)


def test_three_players_share_a_table():
    result = measure(contest("greedy", "random", "random"), 6)
    assert [entry.seats for entry in result.entries] == [1, 2]
    assert sum(entry.score for entry in result.entries) == pytest.approx(1)
    assert sum(result.by_seat) == pytest.approx(1)


def test_options_reach_the_match():
    limited = contest("random", "random", game="res_arcana", options={"round_limit": 2})
    assert measure(limited, 4).rounds <= 2


def test_results_do_not_depend_on_processes_or_hash_seed():
    code = (
        "import msgspec;from engine.lab.arena import measure;"
        "from tests.lab.test_arena import contest, results;"
        "print(results(measure(contest('greedy', 'random'), 4)))"
    )
    here = results(measure(contest("greedy", "random"), 4, processes=2))
    there = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": "5"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert there.strip() == str(here)


# -- resuming


def test_an_interrupted_contest_is_resumed(tmp_path, monkeypatch):
    path, played = tmp_path / "kept.jsonl", []
    whole = results(measure(contest("greedy", "random"), 6))
    measure(contest("greedy", "random"), 4, file=path)
    path.write_bytes(path.read_bytes()[:-30])  # the last line is cut off
    monkeypatch.setattr(
        "engine.lab.arena.play_game",
        lambda contest_played, number: played.append(number) or play_game(contest_played, number),
    )
    resumed = measure(contest("greedy", "random"), 6, file=path)
    assert played == [3, 4, 5]
    assert results(resumed) == whole
    assert results(measure(contest("greedy", "random"), 6, file=path)) == whole
    assert len(played) == 3


@pytest.mark.parametrize(
    "other",
    [
        {"seed": 2},
        {"options": {"round_limit": 3}},
        {"game": "res_arcana"},
        {"players": ("random", "greedy")},
        {"players": ("greedy", "random@7")},
    ],
)
def test_another_contest_is_not_resumed(tmp_path, other):
    path = tmp_path / "kept.jsonl"
    measure(contest("greedy", "random"), 2, file=path)
    before = path.read_bytes()
    players = other.pop("players", ("greedy", "random"))
    with pytest.raises(OtherContest):
        measure(contest(*players, **other), 2, file=path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["one\ntwo", "one", "{}\n"])
def test_file_without_results_is_left_unchanged(tmp_path, text):
    path = tmp_path / "notes.txt"
    path.write_text(text)
    with pytest.raises(OtherContest):
        measure(contest("greedy", "random"), 2, file=path)
    assert path.read_text() == text


# -- stopping


def test_the_sequential_test_ends_a_clear_contest():
    result = measure(contest("greedy", "random"), 200, sprt=Sprt(0, 200))
    assert result.verdict == "high"
    assert result.games < 60
    assert result.ratio > 2.9
    longer = measure(contest("greedy", "random"), 400, sprt=Sprt(0, 200), processes=2)
    assert results(longer) == results(result), "games ahead of the verdict do not count"


# -- failures


def failing(bots, does, name="odd"):
    bots(Odd(name, does))
    with pytest.raises(MatchFailed) as caught:
        measure(contest(name, "random", seed=9), 4)
    return str(caught.value)


def test_illegal_answer_ends_the_contest_and_says_how_to_repeat_it(bots):
    message = failing(bots, lambda position: "nonsense")
    assert re.search(r"battle_for_empyrean, --seed 9, game 0 \(--only 0 repeats it\)", message)
    assert re.search(
        r"odd in seat 0 failed at answer \d+, decision \S+ \(\w+\): IllegalAns", message
    )


def test_bot_exception_ends_the_contest(bots):
    def fail(position):
        raise ZeroDivisionError("a slip")

    assert "odd in seat 0 failed" in failing(bots, fail)
    assert "ZeroDivisionError: a slip" in failing(bots, fail)


def test_overlong_match_ends_the_contest():
    with pytest.raises(MatchFailed, match="not over after 20 answers"):
        measure(contest("random", "random", max_answers=20), 2)


def test_a_failure_in_another_process_is_reported():
    with pytest.raises(MatchFailed, match=r"game 0 .*not over after 20 answers"):
        measure(contest("random", "random", max_answers=20), 8, processes=2)


# -- the plot


def test_the_plot_shows_the_score_after_each_pair():
    svg = score_plot(measure(contest("greedy", "random"), 6))
    assert svg.startswith("<svg ")
    assert "greedy: score in 6 games of battle_for_empyrean" in svg
    line = re.findall(r'<polyline points="([^"]*)" fill="none" stroke="#2563eb"', svg)
    assert [point.split(",")[0] for point in line[0].split()] == ["229.3", "410.7", "592.0"]
