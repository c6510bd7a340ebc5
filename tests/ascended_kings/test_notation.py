"""Notation: positions round-trip, at every checkpoint of random matches."""

from random import Random

import pytest

from engine.ascended_kings import GAME
from engine.ascended_kings.notation import write
from engine.ascended_kings.read_notation import read
from engine.bots.random_bot import random_answer
from engine.core.running_table import begin
from tests.ascended_kings.positions import lay

EXAMPLE = """\
phase action p0 began p1
index 14 event 4 played 3 turns 0 awarded
walls top1 right2
p0 apsu @72 A3 E1 D1 Y2 *1 x1 [aria] (asc_projection_1) asc_albedo_1
p1 zhoth revenant L2 @56 P4 Y1 *0 x2 die
p2 vara +A3 *0 x1
tiles 35:Y1 46:P2D1 36:*2
dead p2
dice p0 3 5 6 >=5
added 2
spare 1
discard rev_rubedo_1"""


def test_position_survives_a_notation_round_trip():
    assert write(read(EXAMPLE)) == EXAMPLE
    assert GAME.notation(read(EXAMPLE)) == EXAMPLE


def test_viewers_notation_has_no_foreign_card():
    seen = write(read(EXAMPLE), 1)
    assert "p0 apsu @72 A3 E1 D1 Y2 *1 x1 [aria] (?) ?1" in seen.splitlines()


@pytest.mark.parametrize("text", ["p0 apsu\np1 nobody", "p0 apsu\np1 vara\nweather fine"])
def test_invalid_notation_is_refused(text):
    with pytest.raises(ValueError, match="no such"):
        read(text)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_checkpoint_of_a_random_match_survives_a_notation_round_trip(seats):
    rng = Random(seats)
    current = begin(GAME, {"round_limit": 6, "kings": "random"}, seats, bytes(32))
    step = -1
    while not current.over:
        table = current.table
        if table.steps != step and not table.resolving and not table.looked_at:
            step = table.steps
            text = write(table)
            again = read(text)
            assert write(again) == text
            GAME.laws(again)
        question = rng.choice(current.open)
        current.answer(question, random_answer(question, rng))


def test_a_laid_position_can_be_played():
    _, bob, _ = lay("phase state p1\np0 apsu @72 A3\np1 zhoth revenant @57\np2 vara @00")
    assert bob.asked == "state"
