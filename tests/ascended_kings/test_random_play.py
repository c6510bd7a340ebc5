"""Whole random matches, for every kind of match that can be created."""

from random import Random

import pytest

from engine.ascended_kings import GAME
from engine.ascended_kings.read_notation import read
from engine.bots.random_bot import random_answer
from engine.core.run import Run
from engine.core.running_table import RunningTable, begin
from engine.testing.laws import play_to_the_end
from engine.testing.play import Line, seed_of

MODES = {
    "countdown": {},
    "without countdown": {"countdown": False},
    "one round": {"rounds": 1},
    "dealt kings": {"kings": "random", "first": "creator"},
    "no responses": {"respond": False},
}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("mode", MODES)
def test_random_matches_of_every_kind_end_and_keep_every_law(mode, seats):
    options = {"round_limit": 30, **MODES[mode]}
    for number in range(2):
        play_to_the_end(Line(GAME, seats, number, options=options))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_match_of_default_answers_ends(seats):
    """Timeouts only, no countdown and otherwise default options."""
    current = begin(GAME, {"countdown": False}, seats, seed_of(seats))
    for _ in range(20_000):
        if current.over:
            break
        question = next(asked for asked in current.open if not asked.optional)
        current.answer(question, question.default())
    assert current.outcome.reason == "limit"
    assert current.table.rounds_played == 60


WAR = """
phase turn p{first}
p0 apsu revenant @11 A9 *2 x1
p1 zhoth revenant @18 A9 *0 x1
p2 vara @81 A6 *1
p3 eloden @88 A6 *1
tiles 04:omega 10:Y1 45:P2
"""


def test_random_matches_reach_the_omega_stone():
    """Without any limit: sooner or later a piece walks onto it."""
    claimed = 0
    for number in range(12):
        rng = Random(number)
        table = read(WAR.format(first=number % 4))
        current = RunningTable(GAME, table, Run(seed_of(number), quiet=True))
        for _ in range(600):
            if current.over:
                claimed += 1
                assert table.characters[table.claimed].bloodstones
                assert current.outcome.reason == "finished"
                break
            GAME.laws(table)
            question = rng.choice(current.open)
            current.answer(question, random_answer(question, rng))
    assert claimed
