"""Threat proofs: carry out each announced threat, by the rules, from its position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from engine import bots
from engine.core.game import Game
from engine.core.match import answer, new_match
from engine.core.run import Run
from engine.core.running_table import RunningTable
from engine.core.script import Question
from engine.core.step import decode_table, encode_table
from engine.core.threat import Threat
from engine.testing.play import options_of, seed_of
from engine.testing.scenario import SEED

MAX_ANSWERS = 200
"""Far more answers than a proof of a threat needs."""

MakeTurn = Callable[[Any, int], None]
"""Makes it a seat's turn to act."""
ChooseAnswer = Callable[[Question], Any]
"""The answer that carries a threat out; None to answer by default."""


def positions(game: Game[Any, Any], seats: int, number: int, bot: str) -> Iterator[Any]:
    """The tables at rest of a match between bots, as often as the threats on them change."""
    rng = Random(number)
    match = new_match(game, options_of(game, seats, number), seats, seed_of(number)).match
    before: list[Threat] = []
    while not match.over:
        if not match.step.answers:
            table = decode_table(game, match.step.checkpoint, match.rules)
            now = game.threats(table)
            if now != before:
                yield table
            before = now
        asked = match.decisions[0]
        raw = bots.think(bot, game, match, asked.seat, asked.id, rng).answer
        match = answer(game, match, asked.seat, asked.id, raw).match


def carry_out(
    game: Game[Any, Any],
    table: Any,
    make_turn: MakeTurn,
    seat: int,
    choose_answer: ChooseAnswer,
    ends: ChooseAnswer,
) -> RunningTable:
    """The table after the seat has carried out the threat, all others answering by default.

    Stops at the first question for which `ends` holds after a wanted answer.
    """
    copy = decode_table(game, encode_table(table), game.rules)
    make_turn(copy, seat)
    current = RunningTable(game, copy, Run(SEED))
    has_answered = False
    for _ in range(MAX_ANSWERS):
        if current.over or (has_answered and any(ends(question) for question in current.open)):
            assert has_answered, "it was never possible"
            return current
        for question in current.open:
            raw = choose_answer(question)
            if raw is not None:
                current.answer(question, raw)
                has_answered = True
                break
        else:
            question = next(asked for asked in current.open if not asked.optional)
            current.answer(question, question.default())
    raise AssertionError("it was never possible")


def key_of(question: Question, start: str) -> str | None:
    """The first option key of a question with this prefix."""
    return next((option.key for option in question.options if option.key.startswith(start)), None)
