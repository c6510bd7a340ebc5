"""Headings of the log: the core tells of each round of a game that has no such event of its own."""

from __future__ import annotations

from random import Random

import pytest
from conclave_tiny_game import GAME as TINY

from engine.bots.random_bot import random_answer
from engine.core.match import answer, new_match
from engine.core.running_table import begin
from engine.res_arcana import GAME as ARCANA
from engine.testing.play import seed_of


def keys_of(game, seats, options=None):
    """The keys and arguments of all events of a random match."""
    rng = Random(seats)
    transition = new_match(game, options or {}, seats, seed_of(seats))
    events = list(transition.events)
    while not transition.match.over:
        decision, question = transition.match.decisions[0], transition.running.open[0]
        raw = random_answer(question, rng)
        transition = answer(game, transition.match, decision.seat, decision.id, raw)
        events += transition.events
    return [(event.key, event.args) for event in events]


@pytest.mark.parametrize("seats", TINY.seats)
def test_rounds_of_a_game_without_headings_are_told_in_order(seats):
    told = keys_of(TINY, seats, {"turns": 4})
    assert [args["n"] for key, args in told if key == "next_round"] == [1, 2, 3, 4]
    place = told.index(("next_round", {"n": 2}))
    assert sum(key == "played" for key, _ in told[:place]) == seats


def test_game_with_a_heading_of_its_own_is_told_no_other():
    keys = [key for key, _ in keys_of(ARCANA, 2, {"round_limit": 2})]
    assert keys.count("round_began") == 2
    assert "next_round" not in keys


def test_search_is_told_nothing():
    running = begin(TINY, {"turns": 2}, 2, seed_of(1))
    rng = Random(1)
    while not running.over:
        question = running.open[0]
        running.answer(question, random_answer(question, rng))
    assert running.run.events == []
