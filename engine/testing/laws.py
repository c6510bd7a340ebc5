"""Laws: random matches end, keep every law and their round limit, and rank every seat."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.bots.random_bot import random_answer
from engine.core import view
from engine.core.game import Game
from engine.core.outcome import Outcome
from engine.core.question import Question
from engine.core.running_table import RunningTable
from engine.testing.battery import Case, battery
from engine.testing.frames import viewers_of
from engine.testing.play import Line
from engine.testing.scenario import NAMES
from engine.testing.views import view_of

SCORE_INTERVAL = 20
"""Interval, in answers, at which the score sheet is checked."""
FORCED_INTERVAL = 5
"""Interval, in answers, at which it is tried whether a question has one answer alone."""
RANDOM_TRIES = 40
"""Random answers that tell whether a question has more than one."""


@battery("Random matches end, and keep every law at every question")
def laws(case: Case) -> None:
    for line in case.lines(5 * case.effort):
        play_to_the_end(line)


def play_to_the_end(line: Line) -> int:
    """A whole random match, its laws checked at every question; the number of answers."""
    game, current = line.game, line.begin_running()
    while True:
        game.laws(current.table)
        if len(line.answers) % SCORE_INTERVAL == 0 or current.over:
            check_score_sheet(game, current, line.seats)
            for viewer in viewers_of(line.seats):
                view_of(game, current.table, viewer)
        if current.over:
            check_outcome(current, line)
            return len(line.answers)
        assert current.open, "no question is open and the game is not over"
        place, raw = line.pick(current.open)
        question = current.open[place]
        question.read(question.default())
        if (len(line.answers) - 1) % FORCED_INTERVAL == 0:
            assert question.forced == has_one_answer(question), question
        current.answer(question, raw)


def check_score_sheet(game: Game[Any, Any], current: RunningTable, seats: int) -> None:
    """The score sheet has every seat, or none."""
    sheet = view.result(game, Outcome([], game.score_sheet(current.table)), NAMES)["sheet"]
    assert [score["seat"] for score in sheet] in ([], list(range(seats))), "a seat has no score"
    view.check_view(sheet)


def check_outcome(current: RunningTable, line: Line) -> None:
    """The outcome ranks every seat once, and the match ended within its round limit."""
    outcome = current.outcome
    assert outcome is not None, "the match is over without an outcome"
    ranked = sorted(seat for rank in outcome.ranks for seat in rank)
    assert ranked == list(range(line.seats)), "a seat is not ranked, or twice"
    limit, last = line.options.get("round_limit", 0), line.game.turn(current.table).round
    assert not limit or last <= limit + 1, f"round {last} was played with a limit of {limit}"


def has_one_answer(question: Question) -> bool:
    """Whether random answers are always the same; a player may have such a question answered."""
    return len({str(random_answer(question, Random(n))) for n in range(RANDOM_TRIES)}) == 1
