"""Resampling: a match in a world that a seat can't tell from the true one."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from engine.core.game import Game
from engine.core.match import Match, replay, running_table
from engine.core.rests import Rests
from engine.core.run import Run
from engine.core.running_table import RunningTable
from engine.core.step import Answer, Step, decode_table, encode_table


def resampled(game: Game[Any, Any], match: Match, seat: int, rng: Random) -> RunningTable:
    """The match at its open questions, in a world that is as likely to the seat as the true one.
    It depends on what the seat knows and on `rng` alone.

    If the step can be re-run in that world, the questions to other seats belong to it too. If not,
    hidden facts are redealt at the open questions.
    """
    current = running_table(game, match, seat)
    answers = rerunnable(current, seat)
    if answers is None:
        current.resample(seat, rng)
        return current
    return replay(game, resampled_step(game, match, seat, rng), answers)


def rerunnable(current: RunningTable, seat: int) -> list[Answer] | None:
    """The answers since the checkpoint, if the step can be run in another world: only the seat has
    answered, nothing was drawn or revealed, and the rules are today's. Else None.
    """
    step, run = current.step, current.run
    assert step is not None
    if run.counters or run.sealed_at >= 0 or step.rules != current.game.rules:
        return None
    return step.answers if all(answer.seat == seat for answer in step.answers) else None


def resampled_step(game: Game[Any, Any], match: Match, seat: int, rng: Random) -> Match:
    """The match at the checkpoint of its step, in such a world, without its answers. The draw
    counter restarts: seats cannot see it.
    """
    table = decode_table(game, match.step.checkpoint, game.rules)
    table.run = Run(rng.randbytes(32))
    table.drawn = table.steps = 0
    game.resample(table, seat, rng)
    step = msgspec.structs.replace(match.step, checkpoint=encode_table(table), answers=[])
    return msgspec.structs.replace(match, seed=table.run.seed, step=step, chance_floor=0)


def match_for_seat(game: Game[Any, Any], match: Match, seat: int, rng: Random) -> Match | None:
    """A match that may be sent to the seat: a world as likely as the true one, with the seat's own
    answers in this step and its open questions. Sampling from it yields the same worlds as sampling
    from the true match. It depends on what the seat knows and on `rng` alone.

    None if the step can't be re-run in another world (see `rerunnable`).
    """
    answers = rerunnable(running_table(game, match, seat), seat)
    if answers is None:
        return None
    table_at_rest = resampled_step(game, match, seat, rng).step.checkpoint
    return Match(
        game=match.game,
        rules=game.rules,
        seats=match.seats,
        options=match.options,
        seed=rng.randbytes(32),
        step=Step(table_at_rest, list(answers), rules=game.rules),
        ply=match.ply,
        decisions=[decision for decision in match.decisions if decision.seat == seat],
        rests=match.rests if match.rests.seat == seat else Rests(),
    )
