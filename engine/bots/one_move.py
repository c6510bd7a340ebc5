"""One move ahead: candidate answers, and how a table looks after each of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from msgspec import Struct

from engine.bots.position import Position
from engine.bots.random_bot import random_answer
from engine.bots.world import World
from engine.core.running_table import RunningTable
from engine.core.script import Question

MAX_CANDIDATES = 24
"""Answers tried for a question without listed options."""
MAX_FOLLOW_UPS = 12
"""Limit on the follow-up questions of one move."""


class FollowUp(Struct, array_like=True, frozen=True):
    """A seat's answer to a question that follows in the same move."""

    prompt: str
    answer: Any  # in its wire form


class Completion(NamedTuple):
    """The follow-ups that completed a move, and how the table looks afterwards."""

    appraisal: int
    follow_ups: list[FollowUp]


def candidates(question: Question, rng: Random, count: int = MAX_CANDIDATES) -> list[Any]:
    """All answers if the question lists them, otherwise random ones; in their wire form."""
    if question.kind == "choose" and not question.many:
        return [option.key for option in question.options]
    if question.kind == "amount" and question.most - question.least < count:
        return list(range(question.least, question.most + 1))
    answers = [_sorted(question, random_answer(question, rng)) for _ in range(count)]
    return [answer for n, answer in enumerate(answers) if answer not in answers[:n]]


def _sorted(question: Question, answer: Any) -> Any:
    """Several options in the order of the question: no rule depends on the order of choosing."""
    if question.kind != "choose" or not isinstance(answer, list):
        return answer
    return [option.key for option in question.options if option.key in answer]


def try_answer(world: World, question: Question, answer: Any, rng: Random) -> Completion:
    """Try an answer in a world, which is consumed, and complete the move: random answers to the
    seat's follow-up questions, defaults for simultaneous questions to others.
    """
    running = world.running
    follow_ups = complete_move(running, question, answer, rng)
    return Completion(running.game.appraise(running.table, question.seat), follow_ups)


def appraisals(
    position: Position, answers: Sequence[Any], rng: Random, tries: int = 1
) -> Iterator[int]:
    """How good the table looks after each answer, all in one world: the best of `tries` random
    completions of its move.
    """
    world = position.world(rng)
    question = position.question_in(world.running)
    for answer in answers:
        completion = try_answer(world.copy(), question, answer, rng)
        appraisal = completion.appraisal
        for _ in range(tries - 1 if completion.follow_ups else 0):
            appraisal = max(appraisal, try_answer(world.copy(), question, answer, rng).appraisal)
        yield appraisal


def greedy_answer(world: World, question: Question, rng: Random) -> tuple[Any, list[FollowUp]]:
    """The answer that looks best after one try, with its follow-ups, by what the seat knows."""
    options = candidates(question, rng)
    if len(options) == 1:
        return options[0], []
    known_world = world.resampled_for(question.seat, rng)
    best, best_answer = None, (options[0], list[FollowUp]())
    for remaining, answer in enumerate(options, 1 - len(options)):
        completion = try_answer(
            known_world.copy() if remaining else known_world, question, answer, rng
        )
        rank = completion.appraisal, rng.random()
        if best is None or rank > best:
            best, best_answer = rank, (answer, completion.follow_ups)
    return best_answer


def complete_move(
    running: RunningTable,
    question: Question,
    answer: Any,
    rng: Random,
    planned: Sequence[FollowUp] = (),
) -> list[FollowUp]:
    """Answer the matching question, then the seat's own follow-ups: as planned, else at random.
    Returns the follow-ups; the table stays as the move left it.
    """
    seat = question.seat
    matching = next(q for q in running.open if q.seat == seat and q.prompt == question.prompt)
    _feed(running, matching, answer)
    follow_ups = list[FollowUp]()
    while len(follow_ups) < MAX_FOLLOW_UPS:
        _let_others_answer(running, seat)
        own = [q for q in running.open if q.seat == seat and not q.optional]
        if not own:
            break
        intended = planned[len(follow_ups)] if len(follow_ups) < len(planned) else None
        if intended and intended.prompt == own[0].prompt and own[0].allows(intended.answer):
            answer = intended.answer
        else:
            answer = random_answer(own[0], rng)
        follow_ups.append(FollowUp(own[0].prompt, answer))
        _feed(running, own[0], answer)
    return follow_ups


def _let_others_answer(running: RunningTable, seat: int) -> None:
    """Give the others' default answers once this seat has answered a simultaneous question."""
    while running.run.at_once_start is not None and all(q.seat != seat for q in running.open):
        _feed(running, running.open[0], running.open[0].default())


def _feed(running: RunningTable, question: Question, answer: Any) -> None:
    """Answer without ending the step, so `Game.appraise` gets the table as the step left it."""
    running.run.feed(question, question.read(answer))
