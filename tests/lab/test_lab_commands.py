"""The commands `arena` and `train`."""

from __future__ import annotations

import msgspec
import pytest
from typer.testing import CliRunner

from app.cli.main import cli
from engine.bots.chance import FILE, Model
from engine.core.registry import games
from engine.lab.arena import ContestResult
from engine.lab.weights import weights_path


def run(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(cli, [str(word) for word in words])
    return done.exit_code, done.output


def test_arena_prints_the_score_and_writes_the_requested_files(tmp_path):
    files = {name: tmp_path / f"{name}.file" for name in ("json", "plot", "keep")}
    options = [word for name, path in files.items() for word in (f"--{name}", path)]
    status, output = run(
        *("arena", "battle_for_empyrean", "greedy", "random", "--games", 4, "--processes", 1),
        *("--sprt", 0, 5, "--option", "round_limit=8", *options),
    )
    assert status == 0
    assert "greedy" in output
    assert "4 games" in output
    assert "no verdict yet" in output
    result = msgspec.json.decode(files["json"].read_bytes(), type=ContestResult)
    assert result.games == 4
    assert result.rounds == 8
    assert files["plot"].read_text().startswith("<svg ")
    assert len(files["keep"].read_bytes().splitlines()) == 5


def test_arena_cuts_no_figure_beside_the_long_name_of_a_player(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    words = ("arena", "battle_for_empyrean", "conclave_client.bot:Bot", "random", "--games", 2)
    _, output = run(*words, "--option", "round_limit=2", "--processes", 1)
    assert "decisions" in output
    assert "…" not in output


def test_arena_plays_one_game_alone():
    status, output = run("arena", "battle_for_empyrean", "random", "random", "--only", 5)
    assert status == 0
    assert msgspec.json.decode(output)["number"] == 5


@pytest.mark.parametrize(
    ("words", "status", "why"),
    [
        (("chess", "random", "random"), 2, "chess is not a game"),
        (("res_arcana", "random", "rando"), 2, "rando is not a player"),
        (("res_arcana", "random"), 2, "Res Arcana is for 2 to 4 players"),
        (("res_arcana", "random", "random", "--option", "mode=blitz"), 2, "blitz"),
    ],
)
def test_arena_refuses_invalid_arguments(words, status, why):
    exit_code, output = run("arena", *words)
    assert exit_code == status
    assert why in output


def test_arena_refuses_the_file_of_another_contest(tmp_path):
    players = ("arena", "battle_for_empyrean", "random", "random", "--games", 2)
    more = ("--processes", 1, "--keep", tmp_path / "kept")
    assert run(*players, *more)[0] == 0
    status, output = run(*players, *more, "--seed", 2)
    assert status == 2
    assert "another contest" in output


def test_arena_reports_a_failed_match(monkeypatch):
    monkeypatch.setattr("engine.lab.play.think", lambda *args: 1 / 0)
    words = ("arena", "battle_for_empyrean", "random", "random", "--processes", 1, "--seed", 3)
    status, output = run(*words)
    assert status == 1
    assert "--seed 3, game 0 (--only 0 repeats it)" in output
    assert "ZeroDivisionError" in output


def test_train_writes_the_weights(tmp_path):
    path = tmp_path / "chance.json"
    status, output = run(
        *("train", "battle_for_empyrean", "--games", 10, "--seed", 4, "--processes", 1),
        *("--player", "random", "--write", path),
    )
    assert status == 0
    assert "Brier" in output
    model = msgspec.json.decode(path.read_bytes(), type=Model)
    words = "conclave train battle_for_empyrean --games 10 --seed 4 --player random"
    assert model.about["command"] == words
    assert "appraise" in model.weights


@pytest.mark.parametrize(
    ("words", "status", "why"),
    [
        (("chess",), 2, "chess is not a game"),
        (("res_arcana", "--player", "rando"), 2, "rando is not a player"),
        (("tiny", "--games", 6, "--processes", 1), 1, "no positions to learn from"),
    ],
)
def test_train_refuses_invalid_arguments(words, status, why):
    exit_code, output = run("train", *words)
    assert exit_code == status
    assert why in output


@pytest.mark.parametrize("game", ["res_arcana", "battle_for_empyrean", "ascended_kings"])
def test_weights_of_a_game_are_in_its_package(game):
    path = weights_path(type(games()[game]))
    assert path.parts[-3:] == ("engine", game, FILE)
    assert path.is_file()
