"""Judgements of moves: by what the seat knew, in fresh worlds, and with whole moves."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from engine.bots import analysis
from engine.bots import search as searching
from engine.bots.analysis import Judgement, judge, mark_of
from engine.bots.budget import Iterations
from engine.bots.mainline import Mainline, has_seal_between, moves, points
from engine.bots.one_move import FollowUp
from engine.bots.position import Position
from engine.bots.random_bot import random_answer
from engine.bots.search import Move, search
from engine.core.game import Game
from engine.core.match import Match, Transition, answer, new_match
from engine.core.registry import games
from engine.testing.play import seed_of
from engine.testing.worlds import StepRecord, draws_or_reveals
from tests.engine.pairs import match_positions, pairs_with_decision

GAMES = ("res_arcana", "battle_for_empyrean", "ascended_kings")
AT_REST, IN_STEPS = 6, 3
"""Judgements compared in two worlds."""


def judged(
    game: Game[Any, Any], match: Match, decision: str, given: Any = None, seed: int = 7, n: int = 4
) -> Judgement:
    """Judge an answer to a decision, by default a random one; without follow-ups."""
    seat = next(known.seat for known in match.decisions if known.id == decision)
    position = Position(game, match, seat, decision)
    given = random_answer(position.question, Random(3)) if given is None else given
    return judge(position, Move(given, []), Iterations(n), Iterations(n), Random(seed))


@pytest.fixture
def few_worlds(monkeypatch):
    """Always judge a second time, in few worlds."""
    monkeypatch.setattr(analysis, "MIN_FRESH_WORLDS", 2)
    monkeypatch.setattr(analysis, "MIN_LOSS", -2.0)


def played(
    id: str, number: int, rounds: int = 3
) -> tuple[list[tuple[Transition, Transition]], Mainline]:
    """A random match before and after each answer, and its line."""
    game, rng, seen = games()[id], Random(number), []
    transition = new_match(game, {"round_limit": rounds}, 2, seed_of(number))
    steps = list(transition.ended_steps)
    while not transition.match.over:
        place = next(
            n for n, decision in enumerate(transition.match.decisions) if not decision.optional
        )
        decision = transition.match.decisions[place]
        raw = random_answer(transition.running.open[place], rng)
        after = answer(game, transition.match, decision.seat, decision.id, raw)
        seen.append((transition, after))
        steps += after.ended_steps
        transition = after
    return seen, Mainline(transition.match, [*steps, transition.match.step])


@pytest.mark.usefixtures("few_worlds")
@pytest.mark.parametrize("id", GAMES)
def test_judgement_is_the_same_in_worlds_its_seat_cannot_distinguish(id):
    """Also in mid-step, where scripts have continued with the true cards."""
    game = games()[id]
    for actual, other, decision in pairs_with_decision(game, AT_REST, IN_STEPS):
        assert judged(game, actual, decision) == judged(game, other, decision)


@pytest.mark.usefixtures("few_worlds")
def test_judgement_is_deterministic_for_a_seed():
    game = games()["res_arcana"]
    match = next(match_positions(game, 5, 1, stride=30))
    (decision, *_) = match.decisions
    judgement = judged(game, match, decision.id)
    assert judged(game, match, decision.id) == judgement
    assert judged(game, match, decision.id, seed=8) != judgement


def last_deployments() -> list[tuple[Match, str]]:
    """Battle for Empyrean: the last moment of each match at which a card could be deployed."""
    deployments = []
    for number in range(4):
        seen, _ = played("battle_for_empyrean", number, rounds=4)
        asked = [
            (transition.match, decision.id)
            for transition, _ in seen
            for decision, question in zip(
                transition.match.decisions, transition.running.open, strict=True
            )
            if decision.prompt == "deploy" and len(question.options) > 2
        ]
        deployments.append(asked[-1])
    return deployments


def test_forgoing_the_last_deployment_is_marked_and_the_best_move_is_not():
    game, marks = games()["battle_for_empyrean"], []
    for match, decision in last_deployments():
        forgone = judged(game, match, decision, "done", n=60)
        best = judged(game, match, decision, forgone.best, n=60)
        if forgone.mark is not None:
            marks.append(forgone.mark)
            assert forgone.best != "done"
            assert forgone.worlds >= 40
            assert forgone.chance - forgone.played == pytest.approx(forgone.loss)
            assert best.loss < forgone.loss
        assert best.mark is None
    assert "blunder" in marks


def test_mark_needs_40_worlds(monkeypatch):
    monkeypatch.setattr(analysis, "MIN_FRESH_WORLDS", 20)
    game = games()["battle_for_empyrean"]
    judgements = [judged(game, *where, "done", n=20) for where in last_deployments()]
    assert max(mark_of(judgement.loss, judgement.error) is not None for judgement in judgements)
    assert all(judgement.mark is None for judgement in judgements)


@pytest.mark.parametrize(
    ("loss", "error", "mark"),
    [
        (0.0, 0.0, None),
        (0.05, 0.0, None),
        (0.06, 0.0, "inaccuracy"),
        (0.06, 0.006, None),
        (0.14, 0.01, "mistake"),
        (0.25, 0.02, "blunder"),
        (0.25, 0.03, "mistake"),
    ],
)
def test_mark_subtracts_two_standard_errors_from_the_loss(loss, error, mark):
    assert mark_of(loss, error) == mark


def test_loss_is_measured_in_fresh_worlds_only(monkeypatch):
    """The search overrates a copy of the played move; in the same fresh worlds both score alike."""

    def flattering(position, budget, iterations, rng, required):
        same_move = Move(required.answer, list(required.follow_ups), chances=[1.0] * 9)
        required.chances = [0.0] * 9
        return [same_move, required]

    monkeypatch.setattr(analysis, "search", flattering)
    game = games()["ascended_kings"]
    match = next(match_positions(game, 5, 1, stride=20))
    judgement = judged(game, match, match.decisions[0].id)
    assert judgement.fresh
    assert judgement.worlds >= 40
    assert (judgement.loss, judgement.error, judgement.mark) == (0.0, 0.0, None)
    assert 0 < judgement.played == judgement.chance < 1


@pytest.mark.parametrize("id", GAMES)
def test_search_plays_the_given_move_in_every_world(id):
    game, ranked_lower = games()[id], 0
    for match in match_positions(game, 4, 6, stride=9):
        decision = match.decisions[0]
        position = Position(game, match, decision.seat, decision.id)
        own = Move(random_answer(position.question, Random(2)), [])
        moves = search(position, Iterations(24), 24, Random(1), required=own)
        assert sum(move is own for move in moves) == 1
        assert sum(move.is_like(own) for move in moves) == 1
        if len(moves) > 2:
            assert len(own.chances) == max(len(move.chances) for move in moves)
            ranked_lower += moves[0] is not own
    assert ranked_lower


@pytest.mark.parametrize("id", GAMES)
def test_analysis_has_a_position_before_each_answer_and_at_the_end(id):
    game = games()[id]
    for number in range(3):
        seen, line = played(id, number)
        line_points = points(game, line)
        assert len(line_points) == len(seen) + 1
        for (transition, after), before, behind in zip(
            seen, line_points, line_points[1:], strict=False
        ):
            assert before.match.step == transition.match.step
            first = next(question for question in transition.running.open if not question.optional)
            assert (before.seat, before.question.prompt) == (first.seat, first.prompt)
            assert [q.prompt for q in before.open] == [q.prompt for q in transition.running.open]
            expected = draws_or_reveals(StepRecord.of(transition.match), after)
            assert has_seal_between(line, before, behind) == expected
        assert line_points[-1].match.over
        assert line_points[-1].answer is None


@pytest.mark.parametrize("id", GAMES)
def test_move_includes_follow_ups_until_new_information(id):
    game, long = games()[id], 0
    for number in range(4):
        _, line = played(id, number)
        line_points = points(game, line)
        touched = [
            has_seal_between(line, point, following) for point, following in pairwise(line_points)
        ]
        whole = [[line_points.index(point) for point in move] for move in moves(line_points)]
        answers = [n for move in whole for n in move]
        assert len(answers) == len(set(answers))
        left = set(range(len(line_points) - 1)) - set(answers)
        assert all(line_points[n].question.forced for n in left)
        for move in whole:
            assert not line_points[move[0]].question.forced
            assert len({(line_points[n].step, line_points[n].seat) for n in move}) == 1
            assert not any(touched[move[0] : move[-1]])
            long += len(move) > 1
    assert long or id == "battle_for_empyrean", "its cards seldom ask follow-ups"


def test_follow_ups_are_judged_with_their_move(monkeypatch):
    """The playouts of the played move give its actual answers."""
    game, seen = games()["res_arcana"], []
    _, line = played("res_arcana", 1)
    move = next(candidate for candidate in moves(points(game, line)) if len(candidate) > 1)
    first, *later = move
    follow_ups = [FollowUp(point.answer.prompt, point.answer.answer) for point in later]
    real = searching.table_after_playout

    def listening(world, position, played, budget, rng):
        seen.append((played.answer, played.follow_ups))
        return real(world, position, played, budget, rng)

    monkeypatch.setattr(searching, "table_after_playout", listening)
    position = Position(game, first.match, first.seat, first.decision)
    own = Move(first.answer.answer, follow_ups)
    judge(position, own, Iterations(4), Iterations(4), Random(1))
    assert (first.answer.answer, follow_ups) in seen
