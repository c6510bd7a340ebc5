"""Taking answers back.

Free within one's own answers since the last seal. Across another seat's answer that seat must
consent; across a seal everybody must, and then chance moves on, so that nothing seen comes again.
"""

from __future__ import annotations

from typing import Any

import msgspec

from engine.core.errors import UndoRefused
from engine.core.event import Event, event
from engine.core.game import Game
from engine.core.match import Match, Taken, finish, replay
from engine.core.step import Answer, Step


def undo(
    game: Game[Any, Any], match: Match, seat: int, decision: str, *, agreed: bool = False
) -> Taken:
    """Take back the seat's answers since it answered `decision`.

    An open decision of its own stands for its last answer.
    `match.past` must hold all `match.reach` steps. With `agreed` everybody concerned has consented.
    Raises UndoRefused if there is no such answer within reach, or if somebody must consent.
    """
    steps = [*match.past, match.step]
    index, position = _locate(match, steps, seat, decision)
    forked = replay(game, match, match.step.answers).run.forked
    within_fork = index == len(steps) - 1 and forked is not None and position >= forked
    if not agreed and not within_fork:
        _permit(steps, index, position, seat)
    step = steps[index]
    dropped = [
        given
        for n, given in enumerate(step.answers)
        if n >= position and (given.seat == seat or not within_fork)
    ]
    kept = [given for given in step.answers if all(given is not gone for gone in dropped)]
    floor = match.floor
    if any(later.sealed > (position if later is step else -1) for later in steps[index:]):
        floor = (
            max(counter for later in steps for _, counter in [(0, match.floor - 1), *later.draws])
            + 1
        )
    earlier = Match(
        game=match.game,
        rules=match.rules,
        seats=match.seats,
        options=match.options,
        seed=match.seed,
        step=Step(
            step.rest,
            kept,
            [draw for draw in step.draws if draw[0] <= position],
            rules=step.rules,
        ),
        floor=floor,
        reach=match.reach - (len(steps) - 1 - index),
        past=steps[:index],
        decisions=match.decisions,
        told=match.told,
    )
    told: list[Event] = [event("undone", seat=seat)]
    return finish(earlier, replay(game, earlier, kept), told, ply=match.ply + 1, acted=seat)


def same_apart_from_names(one: Match, other: Match) -> bool:
    """Whether two matches are the same bytes, apart from ids, ply and counts of tellings."""
    return _anonymous(one) == _anonymous(other)


def _anonymous(match: Match) -> bytes:
    copy = msgspec.structs.replace(match, ply=0, told=[], decisions=[])
    copy.past = [_nameless(step) for step in match.past]
    copy.step = _nameless(match.step)
    return copy.to_bytes()


def _nameless(step: Step) -> Step:
    answers = [Answer(given.seat, "", given.prompt, given.answer) for given in step.answers]
    return msgspec.structs.replace(step, answers=answers)


def _locate(match: Match, steps: list[Step], seat: int, decision: str) -> tuple[int, int]:
    """Which step and which of its answers."""
    own_open = any(known.id == decision and known.seat == seat for known in match.decisions)
    for index in range(len(steps) - 1, -1, -1):
        answers = steps[index].answers
        for position in range(len(answers) - 1, -1, -1):
            given = answers[position]
            if given.seat == seat and (own_open or given.decision == decision):
                return index, position
    raise UndoRefused("There is no such answer since the last draw or reveal.", sealed=True)


def _permit(steps: list[Step], index: int, position: int, seat: int) -> None:
    sealed = steps[index].sealed > position or any(
        later.sealed >= 0 for later in steps[index + 1 :]
    )
    since = steps[index].answers[position:] + [
        a for later in steps[index + 1 :] for a in later.answers
    ]
    others = tuple(sorted({given.seat for given in since} - {seat}))
    if sealed:
        raise UndoRefused("Something was drawn or revealed since.", sealed=True, consent=others)
    if others:
        raise UndoRefused("Others have answered since.", sealed=False, consent=others)
