"""Search: copies of worlds, whole moves, budgets."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import pytest

from engine.bots import search as searching
from engine.bots import think
from engine.bots.budget import Iterations
from engine.bots.levels import HARD
from engine.bots.plan import thought_with_plan
from engine.bots.position import Position
from engine.bots.random_bot import random_answer
from engine.bots.search import search
from engine.core.match import Match, answer, new_match, running_table
from engine.core.registry import games
from engine.testing.play import options_of, seed_of

GAMES = [id for id, game in games().items() if not game.for_tests]


class Expired:
    """A budget that expires after `questions` checks."""

    iterations = None

    def __init__(self, questions: int) -> None:
        self.left = questions

    def expired(self) -> bool:
        self.left -= 1
        return self.left < 0


def positions(game_id: str, seats: int, number: int, every: int = 7) -> list[Position]:
    """Positions of a random match, in mid-step too."""
    game, rng, sampled = games()[game_id], Random(number), list[Position]()
    match = new_match(game, options_of(game, seats, number), seats, seed_of(number)).match
    while not match.over and len(sampled) < 12:
        decision = next(decision for decision in match.decisions if not decision.optional)
        position = Position(game, match, decision.seat, decision.id)
        if match.ply % every == 0:
            sampled.append(position)
        match = answer(
            game, match, decision.seat, decision.id, random_answer(position.question, rng)
        ).match
    return sampled


@pytest.mark.parametrize("game_id", GAMES)
def test_search_stays_within_its_playouts_and_ranks_all_moves(game_id):
    position = next(
        candidate for candidate in positions(game_id, 2, 3) if len(candidate.question.options) > 2
    )
    moves = search(position, Iterations(40), 40, Random(1))
    played = [len(move.chances) for move in moves]
    assert 20 <= sum(played) <= 40
    assert played[0] == max(played)
    assert all(0 <= chance <= 1 for move in moves for chance in move.chances)
    assert all(position.question.allows(move.answer) for move in moves)


@pytest.mark.parametrize("questions", [0, 1, 5, 60])
@pytest.mark.parametrize("game_id", GAMES)
def test_expired_budget_ends_the_search_with_the_best_so_far(game_id, questions):
    for position in positions(game_id, 2, 4)[:4]:
        budget = Expired(questions)
        given = HARD.choose(position, budget, Random(1))
        assert position.question.allows(given)


def test_interrupted_playouts_are_not_counted():
    position = next(
        candidate
        for candidate in positions("res_arcana", 2, 3)
        if len(candidate.question.options) > 2
    )
    moves = search(position, Expired(60), 400, Random(1))
    assert 0 < sum(len(move.chances) for move in moves) < 60


def moves_with_follow_ups() -> tuple[Match, Position]:
    """A question whose answer leads to a follow-up of the same seat."""
    game = games()["res_arcana"]
    match = new_match(game, None, 2, seed_of(5)).match
    rng = Random(5)
    while True:
        decision = match.decisions[0]
        position = Position(game, match, decision.seat, decision.id)
        if not match.step.answers:
            moves = search(position, Iterations(20), 20, rng)
            if moves[0].follow_ups:
                return match, position
        raw = random_answer(position.question, rng)
        match = answer(game, match, decision.seat, decision.id, raw).match


def test_plan_answers_follow_ups_while_it_fits(monkeypatch):
    match, position = moves_with_follow_ups()
    game, decision = position.game, match.decisions[0]
    best = search(position, Iterations(20), 20, Random(1))
    chosen = next(move for move in best if move.follow_ups)
    plan = thought_with_plan(position, chosen.answer, chosen.follow_ups).plan
    after = answer(game, match, decision.seat, decision.id, chosen.answer).match
    following = after.decisions[0]
    monkeypatch.setattr(searching, "play_out", None)
    thought = think("hard", game, after, following.seat, following.id, Random(2), None, plan)
    assert thought.answer == chosen.follow_ups[0].answer

    elsewhere = Position(game, match, decision.seat, decision.id)
    assert not plan.fits(elsewhere), "another question"
    later = next(
        candidate for candidate in positions("res_arcana", 2, 6) if candidate.seat == decision.seat
    )
    assert not plan.fits(later), "another step"


SCRIPT = """
from tests.engine.test_search import positions
from engine.bots.levels import HARD
from engine.bots.budget import Iterations
from random import Random
for game_id in ("res_arcana", "battle_for_empyrean", "ascended_kings"):
    answered = positions(game_id, 2, 7)[:6]
    print([HARD.choose(position, Iterations(12), Random(3)) for position in answered])
"""


def test_answers_do_not_depend_on_the_hash_seed():
    outputs = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


@pytest.mark.parametrize(
    ("game_id", "better", "worse"),
    [(id, *pair) for id in GAMES for pair in (("greedy", "easy"), ("easy", "random"))],
)
def test_levels_are_in_order_of_strength(game_id, better, worse):
    """A small sample; docs/bots.md has the full run."""
    game, won = games()[game_id], 0.0
    for number in range(5):
        names = [better, worse] if number % 2 == 0 else [worse, better]
        transition = new_match(game, None, 2, seed_of(number))
        rng = Random(number)
        while not transition.match.over:
            decision = next(
                decision for decision in transition.match.decisions if not decision.optional
            )
            raw = think(
                names[decision.seat], game, transition.match, decision.seat, decision.id, rng
            ).answer
            transition = answer(game, transition.match, decision.seat, decision.id, raw)
            transition.match.past, transition.match.undo_depth = [], 0
        first = transition.running.outcome.ranks[0]
        won += (number % 2 in first) / len(first)
    assert won >= 2.5 if worse == "easy" else won >= 4


def test_finished_world_has_no_question():
    game = games()["tiny"]
    match = new_match(game, None, 2, seed_of(1)).match
    decision = match.decisions[0]
    world = Position(game, match, decision.seat, decision.id).world(Random(1))
    while world.question is not None:
        world.answer(world.question, world.question.default())
    assert world.running.over
    assert running_table(game, match).open
