"""Undo: takes answers back.

A seat may take back its own answers since the last seal freely. Across another seat's answer, that
seat must consent; across a seal, all seats must. Then chance moves on and hidden orders are redrawn
(`Game.reshuffle`), so nothing already seen comes up again. A shown card is never taken back: the
others have seen it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.core.errors import UndoRefused
from engine.core.event import Event, event
from engine.core.game import Game
from engine.core.last_answers import LastAnswer
from engine.core.match import Match, Transition, make_transition, replay
from engine.core.rests import Rests
from engine.core.step import Answer, Step


def undo(
    game: Game[Any, Any],
    match: Match,
    seat: int,
    decision: str,
    *,
    agreed: bool = False,
    earlier_steps: Sequence[Step] = (),
) -> Transition:
    """Take back the seat's answers since it answered `decision`; an open decision of its own means
    its last answer.

    `match.past` must hold all `match.undo_depth` steps. `agreed` means that all seats concerned
    have consented. `earlier_steps` are those before `match.past`, if known; they determine what
    each seat would take back next. Raises UndoRefused if there is no such answer within the undo
    depth, or if another seat must consent.
    """
    steps = [*match.past, match.step]
    index, position = _locate(match, steps, seat, decision)
    at_once_start = replay(game, match, match.step.answers).run.at_once_start
    within_at_once = (
        index == len(steps) - 1 and at_once_start is not None and position >= at_once_start
    )
    refusal = None if within_at_once else _refusal(steps, index, position, seat)
    if refusal and not agreed:
        raise refusal
    earlier_match = msgspec.structs.replace(
        match,
        step=_remaining_step(steps[index:], position, seat if within_at_once else None),
        undo_depth=match.undo_depth - (len(steps) - 1 - index),
        past=steps[:index],
        undoable=[],
        over=False,
        rests=Rests(),
    )
    if _crosses_a_seal(steps, index, position):
        earlier_match.chance_floor = _first_unused_counter(match, steps[index:])
        _redraw(game, earlier_match)
    events: list[Event] = [event("undone", seat=seat)]
    current = replay(game, earlier_match, earlier_match.step.answers)
    transition = make_transition(earlier_match, current, events, ply=match.ply + 1, acted=seat)
    remaining = [*earlier_steps, *steps[:index], *transition.ended_steps, transition.match.step]
    transition.match.last_answers = [
        _last_answer(transition, remaining, other_seat) for other_seat in range(match.seats)
    ]
    return transition


def _last_answer(transition: Transition, steps: list[Step], seat: int) -> LastAnswer:
    """The answer that the seat would take back next, from the remaining steps."""
    for index in range(len(steps) - 1, -1, -1):
        answers = steps[index].answers
        for position in range(len(answers) - 1, -1, -1):
            answer = answers[position]
            if answer.seat == seat and not (answer.automatic or answer.is_show):
                steps_since = len(steps) - 1 - index
                free = (
                    seat in transition.match.undoable and steps_since <= transition.match.undo_depth
                )
                at_once_start = transition.running.run.at_once_start
                if free and (steps_since or at_once_start is None or position < at_once_start):
                    free = _refusal(steps, index, position, seat) is None
                return LastAnswer(answer.decision, steps_since, free)
    return LastAnswer()


def _remaining_step(steps: list[Step], position: int, seat: int | None) -> Step:
    """The first step without the answers from `position` on (all of them, or only those of
    `seat`); cards shown since stay, as if shown now.
    """
    step = steps[0]
    since = [*step.answers[position:], *(answer for later in steps[1:] for answer in later.answers)]
    remaining = [
        answer for answer in since if answer.is_show or (seat is not None and answer.seat != seat)
    ]
    answers = [*step.answers[:position], *remaining]
    draws = [draw for draw in step.draws if draw[0] <= position]
    redraws = [place for place in step.redraws if place <= position]
    return Step(step.checkpoint, answers, draws, rules=step.rules, redraws=redraws)


def _crosses_a_seal(steps: list[Step], index: int, position: int) -> bool:
    """Whether something was drawn or revealed after the first `position` answers of a step."""
    later = steps[index + 1 :]
    return steps[index].sealed_at > position or any(step.sealed_at >= 0 for step in later)


def _first_unused_counter(match: Match, steps: list[Step]) -> int:
    """The lowest counter above all those that chance has used in these steps."""
    counters = [counter for step in steps for _, counter in step.draws]
    return max([match.chance_floor, *(counter + 1 for counter in counters)])


def _redraw(game: Game[Any, Any], match: Match) -> None:
    """Redraw hidden orders at the match's current answer, or before an open simultaneous choice, so
    changing an answer in that choice changes nothing else.
    """
    step = match.step
    at_once_start = replay(game, match, step.answers).run.at_once_start
    step.redraws.append(len(step.answers) if at_once_start is None else at_once_start)


def same_apart_from_ids(match: Match, other: Match) -> bool:
    """Whether two matches encode to the same bytes, apart from ids, ply and event counts."""
    return _without_ids(match) == _without_ids(other)


def _without_ids(match: Match) -> bytes:
    copy = msgspec.structs.replace(
        match, ply=0, event_counts=[], decisions=[], last_answers=[], rests=Rests()
    )
    copy.past = [_step_without_ids(step) for step in match.past]
    copy.step = _step_without_ids(match.step)
    return copy.to_bytes()


def _step_without_ids(step: Step) -> Step:
    answers = [Answer(answer.seat, "", answer.prompt, answer.answer) for answer in step.answers]
    return msgspec.structs.replace(step, answers=answers)


def _locate(match: Match, steps: list[Step], seat: int, decision: str) -> tuple[int, int]:
    """The indices of the step and of the answer in it."""
    own_open = any(
        open_decision.id == decision and open_decision.seat == seat
        for open_decision in match.decisions
    )
    for index in range(len(steps) - 1, -1, -1):
        answers = steps[index].answers
        for position in range(len(answers) - 1, -1, -1):
            answer = answers[position]
            is_own = answer.seat == seat and not answer.is_show
            if is_own and (own_open or answer.decision == decision):
                return index, position
    raise UndoRefused("There is no such answer since the last draw or reveal.", sealed=True)


def _refusal(steps: list[Step], index: int, position: int, seat: int) -> UndoRefused | None:
    """Why the seat can't take back the answers since then on its own."""
    since = steps[index].answers[position:] + [
        answer for later in steps[index + 1 :] for answer in later.answers
    ]
    others = tuple(sorted({answer.seat for answer in since} - {seat}))
    if _crosses_a_seal(steps, index, position):
        return UndoRefused("Something was drawn or revealed since.", sealed=True, consent=others)
    if others:
        return UndoRefused("Others have answered since.", sealed=False, consent=others)
    return None
