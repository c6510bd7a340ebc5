"""Explanations of matches: sums, undone answers, and the command `analyse`."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from app.cli.lab import console
from app.cli.main import cli
from app.history.verify import verify_mainline
from engine.bots import analysis
from engine.bots import luck as lucks
from engine.bots.luck import Luck
from engine.bots.mainline import points
from engine.core.registry import games
from engine.lab import explain as explain_module
from engine.lab.account import Account, Ledger, accuracy
from engine.lab.explain import Effort, Explanation, explain
from tests.lab.exports import exported, exported_fork
from tests.sampling import sampled

GAMES = ("res_arcana", "battle_for_empyrean", "ascended_kings")
TABLES = sampled(
    [(game, seats) for game in GAMES for seats in (2, 3)],
    [("res_arcana", 2), ("battle_for_empyrean", 3), ("ascended_kings", 2)],
)


@pytest.fixture(autouse=True)
def few_playouts(monkeypatch):
    monkeypatch.setattr(analysis, "MIN_FRESH_WORLDS", 3)
    monkeypatch.setattr(lucks, "MAX_RERUNS", 6)
    monkeypatch.setattr(lucks, "MAX_WORLDS", 12)


def explanation_of(export: dict[str, Any], seed: int = 1) -> Explanation:
    game = games()[export["game"]]
    line = verify_mainline(game, export)
    winners = export["outcome"]["ranks"][0]
    return explain(game, line, winners, export["players"], Effort.of(6), seed=seed)


@pytest.mark.soak
@pytest.mark.parametrize(("id", "seats"), TABLES)
def test_start_answers_luck_and_the_remainder_add_up_to_the_result(id, seats):
    export = exported(id, 1, seats=seats)
    explanation = explanation_of(export)
    assert len(explanation.accounts) == seats
    for account in explanation.accounts:
        own = [move for move in explanation.moves if move.seat == account.seat]
        assert account.luck == pytest.approx(
            sum(draw.by_seat[account.seat] for draw in explanation.luck)
        )
        assert abs(total(account) - account.result) < 1e-9
        assert account.moves == len(own) > 0
        assert account.accuracy == accuracy([move.judged.loss for move in own])
    assert sum(account.result for account in explanation.accounts) == pytest.approx(1)
    assert explanation.luck
    rounds = [standing.round for standing in explanation.standings[:-1]]
    assert rounds == sorted(rounds)
    assert set(rounds) == set(range(rounds[0], 3))
    for standing, other in pairwise(explanation.standings[:-1]):
        moved = max(abs(a - b) for a, b in zip(standing.chances, other.chances, strict=True))
        assert standing.round != other.round or moved >= 0.01
    assert explanation.standings[-1].chances == [account.result for account in explanation.accounts]
    assert all(sum(standing.chances) == pytest.approx(1) for standing in explanation.standings)


@pytest.mark.parametrize("id", GAMES)
def test_each_move_has_its_log_entry_and_the_texts_of_its_answers(id):
    export = exported(id, 2)
    entries = {entry["ply"]: entry for entry in export["entries"]}
    explanation = explanation_of(export)
    for move in explanation.moves:
        entry = entries[move.ply]
        assert (entry["seat"], entry["answer"]) == (move.seat, move.played[0].answer)
        assert move.best[0].answer == move.judged.best
        chosen = [*move.played, *move.best]
        texts = [choice.prompt["text"] for choice in chosen]
        texts += [option["text"] for choice in chosen for option in choice.options]
        assert all(text and "[error" not in text for text in texts)
    assert {entries[draw.ply]["kind"] for draw in explanation.luck} == {"answer"}


def without_plies(explanation: Explanation) -> Explanation:
    for part in (*explanation.moves, *explanation.luck):
        part.ply = 0
    return explanation


def test_undone_answer_is_not_explained():
    plain, undone = exported("res_arcana", 3), exported("res_arcana", 3, undone=3)
    assert len(undone["entries"]) == len(plain["entries"]) + 6
    assert without_plies(explanation_of(undone)) == without_plies(explanation_of(plain))


@pytest.mark.soak
@pytest.mark.parametrize("id", sampled(GAMES, ("battle_for_empyrean",)))
def test_match_is_explained_across_an_agreed_undo_past_a_draw(id):
    export = exported(id, 3, rounds=3, agreed=14)
    line = verify_mainline(games()[id], export)
    line_points = points(games()[id], line)
    standing = len(export["entries"]) - 1
    assert sum(len(step.answers) for step in line.steps) == len(line_points) - 1 <= standing - 2
    assert any(step.redraws for step in line.steps)
    assert all(point.question is not None for point in line_points[:-1])
    assert all(point.answer.decision in line.plies for point in line_points[:-1])
    assert all(
        abs(total(account) - account.result) < 1e-9 for account in explanation_of(export).accounts
    )


@pytest.mark.parametrize("id", ["res_arcana", "ascended_kings"])
def test_answers_that_a_fork_inherits_are_not_explained(id):
    export, given = exported_fork(id)
    line = verify_mainline(games()[id], export)
    line_points = points(games()[id], line)
    assert line.inherited == given == line_points[0].answer_count > 0
    assert [point.answer.answer for point in line_points[:-1]] == [
        entry["answer"] for entry in export["entries"]
    ]
    assert {move.ply for move in explanation_of(export).moves} <= set(range(1, len(line_points)))


def total(account: Account) -> float:
    return account.start + account.gains + account.luck + account.unexplained


def test_explanation_is_deterministic_for_seed_and_iterations():
    export = exported("battle_for_empyrean", 4)
    explanation = explanation_of(export)
    assert explanation_of(export) == explanation
    assert explanation_of(export, seed=2) != explanation


def test_explanation_reuses_earlier_moves_with_the_same_result(monkeypatch):
    """Whatever part is already known; only the rest is judged."""
    export = exported("battle_for_empyrean", 4)
    game, judged = games()["battle_for_empyrean"], []
    whole, given = explanation_of(export), explain_module.judge
    monkeypatch.setattr(explain_module, "judge", lambda *args: judged.append(args) or given(*args))
    line, winners = verify_mainline(game, export), export["outcome"]["ranks"][0]
    for count in (3, len(whole.moves)):
        judged.clear()
        reported: list[int] = []
        explanation = explain(
            game,
            line,
            winners,
            export["players"],
            Effort.of(6),
            earlier=whole.moves[:count],
            on_answer=lambda moves, reported=reported: reported.append(len(moves)),
        )
        assert explanation == whole
        assert len(judged) == len(whole.moves) - count
        assert reported == sorted(reported)
        assert (len(reported), reported[-1]) == (len(export["entries"]), len(whole.moves))
    elsewhere = [msgspec.structs.replace(move, seat=1 - move.seat) for move in whole.moves]
    judged.clear()
    explain(game, line, winners, export["players"], Effort.of(6), earlier=elsewhere)
    assert len(judged) == len(whole.moves), "these are moves of another match"


def test_a_ledger_divides_every_change_of_a_chance():
    ledger = Ledger([0.5, 0.5])
    ledger.draw([0.6, 0.4], Luck([0.05, -0.1], [30, 30]), [0.7, 0.3])
    ledger.draw([0.7, 0.3], Luck([0.0, -0.2], [4, 5]), [0.8, 0.1])
    ledger.end([0.9, 0.1], [0])
    ann, bob = ledger.accounts
    assert (ann.start, ann.result) == (0.5, 1.0)
    assert ann.gains == pytest.approx(0.1 + 0.05 + 0.1)
    assert ann.luck == pytest.approx(0.05)
    assert ann.unexplained == pytest.approx(0.1 + 0.1), "a draw too rare to repeat; the end"
    assert bob.gains == pytest.approx(-0.1 + 0.0 + 0.0)
    assert bob.luck == pytest.approx(-0.1 - 0.2)
    assert bob.unexplained == pytest.approx(-0.1)
    assert [total(account) for account in ledger.accounts] == pytest.approx([1.0, 0.0])


def test_accuracy_falls_from_100_to_0():
    assert accuracy([]) is None
    assert accuracy([0.0, 0.0]) == 100
    assert accuracy([0.0, 0.1]) == pytest.approx(75)
    assert accuracy([0.2, 0.9]) == 0


def run(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(cli, [str(word) for word in words])
    return done.exit_code, done.output


def test_analyse_prints_the_costly_moves_and_the_accounts_of_an_export(tmp_path, monkeypatch):
    monkeypatch.setattr(console, "width", 400)
    export = exported("res_arcana", 5)
    file, written = tmp_path / "match.json", tmp_path / "analysis.json"
    file.write_bytes(msgspec.json.encode(export))
    status, output = run("analyse", file, "--iterations", 6, "--json", written)
    assert status == 0, output
    explanation = msgspec.json.decode(written.read_bytes(), type=Explanation)
    assert explanation == explanation_of(export)
    worst = max(explanation.moves, key=lambda move: move.judged.loss)
    row = next(line for line in output.splitlines() if line.split()[:1] == [str(worst.ply)])
    assert export["players"][worst.seat] in row
    assert f"{100 * worst.judged.loss:.1f}" in row
    for chosen in (worst.played[0], worst.best[0]):
        assert all(option["text"] in row for option in chosen.options)
    for account in explanation.accounts:
        row = [
            line for line in output.splitlines() if line.startswith(export["players"][account.seat])
        ]
        assert f"{account.accuracy:.0f} %" in row[-1]
        assert f"{100 * account.luck:+.1f}" in row[-1]


def test_analyse_refuses_an_incomplete_match(tmp_path):
    file, export = tmp_path / "match.json", exported("tiny", 6)
    export["entries"].pop()
    file.write_bytes(msgspec.json.encode(export))
    status, output = run("analyse", file)
    assert status == 1
    assert "Not analysed: The entries do not end the match." in output
    assert run("analyse", tmp_path / "missing.json")[0] == 1


def test_a_game_without_a_model_is_explained_by_its_appraisal(tmp_path):
    file = tmp_path / "match.json"
    file.write_bytes(msgspec.json.encode(exported("tiny", 7)))
    status, output = run("analyse", file, "--seconds", 0.01)
    assert status == 0, output
    assert "accuracy" in output
