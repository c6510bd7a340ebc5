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
from engine.core.latest import Latest
from engine.core.match import Match, Taken, finish, replay
from engine.core.rests import Rests
from engine.core.step import Answer, Step


def undo(
    game: Game[Any, Any],
    match: Match,
    seat: int,
    decision: str,
    *,
    agreed: bool = False,
    before: Sequence[Step] = (),
) -> Taken:
    """Take back the seat's answers since it answered `decision`.

    An open decision of its own stands for its last answer.
    `match.past` must hold all `match.undo_depth` steps. `agreed` means that all seats concerned
    have consented.
    `before` holds still earlier steps, if known; they determine what each seat would take back
    next.
    Raises UndoRefused if there is no such answer within reach, or if another seat must consent.
    """
    steps = [*match.past, match.step]
    index, position = _locate(match, steps, seat, decision)
    forked = replay(game, match, match.step.answers).run.forked
    within_fork = index == len(steps) - 1 and forked is not None and position >= forked
    refused = None if within_fork else _refusal(steps, index, position, seat)
    if refused and not agreed:
        raise refused
    earlier = msgspec.structs.replace(
        match,
        step=_left_of(steps[index:], position, seat if within_fork else None),
        undo_depth=match.undo_depth - (len(steps) - 1 - index),
        past=steps[:index],
        undoable=[],
        over=False,
        rests=Rests(),
    )
    if _crosses_a_seal(steps, index, position):
        earlier.chance_floor = _first_unused(match, steps[index:])
        _draw_anew(game, earlier)
    told: list[Event] = [event("undone", seat=seat)]
    current = replay(game, earlier, earlier.step.answers)
    taken = finish(earlier, current, told, ply=match.ply + 1, acted=seat)
    standing = [*before, *steps[:index], *taken.settled, taken.match.step]
    taken.match.latest = [_latest(taken, standing, one) for one in range(match.seats)]
    return taken


def _latest(taken: Taken, steps: list[Step], seat: int) -> Latest:
    """The answer that the seat would take back next, from the remaining steps."""
    for index in range(len(steps) - 1, -1, -1):
        answers = steps[index].answers
        for position in range(len(answers) - 1, -1, -1):
            given = answers[position]
            if given.seat == seat and not (given.by_itself or given.is_show):
                ended = len(steps) - 1 - index
                free = seat in taken.match.undoable and ended <= taken.match.undo_depth
                forked = taken.running.run.forked
                if free and (ended or forked is None or position < forked):
                    free = _refusal(steps, index, position, seat) is None
                return Latest(given.decision, ended, free)
    return Latest()


def _left_of(steps: list[Step], position: int, seat: int | None) -> Step:
    """The first step without the answers from `position` on (all of them, or only those of
    `seat`); cards shown since stay, as if shown now.
    """
    step = steps[0]
    since = [*step.answers[position:], *(given for later in steps[1:] for given in later.answers)]
    kept = [one for one in since if one.is_show or (seat is not None and one.seat != seat)]
    answers = [*step.answers[:position], *kept]
    draws = [draw for draw in step.draws if draw[0] <= position]
    redraws = [place for place in step.redraws if place <= position]
    return Step(step.checkpoint, answers, draws, rules=step.rules, redraws=redraws)


def _crosses_a_seal(steps: list[Step], index: int, position: int) -> bool:
    """Whether something was drawn or revealed after the first `position` answers of a step."""
    later = steps[index + 1 :]
    return steps[index].sealed > position or any(step.sealed >= 0 for step in later)


def _first_unused(match: Match, steps: list[Step]) -> int:
    """The lowest counter above all those that chance has used in these steps."""
    counters = [counter for step in steps for _, counter in step.draws]
    return max([match.chance_floor, *(counter + 1 for counter in counters)])


def _draw_anew(game: Game[Any, Any], match: Match) -> None:
    """Redraw hidden orders where the match stands; with an open simultaneous choice, before it, so
    changing an answer in it changes nothing else.
    """
    step = match.step
    forked = replay(game, match, step.answers).run.forked
    step.redraws.append(len(step.answers) if forked is None else forked)


def same_apart_from_names(one: Match, other: Match) -> bool:
    """Whether two matches are the same bytes, apart from ids, ply and event counts."""
    return _anonymous(one) == _anonymous(other)


def _anonymous(match: Match) -> bytes:
    copy = msgspec.structs.replace(match, ply=0, told=[], decisions=[], latest=[], rests=Rests())
    copy.past = [_nameless(step) for step in match.past]
    copy.step = _nameless(match.step)
    return copy.to_bytes()


def _nameless(step: Step) -> Step:
    answers = [Answer(given.seat, "", given.prompt, given.answer) for given in step.answers]
    return msgspec.structs.replace(step, answers=answers)


def _locate(match: Match, steps: list[Step], seat: int, decision: str) -> tuple[int, int]:
    """The indices of the step and of the answer in it."""
    own_open = any(known.id == decision and known.seat == seat for known in match.decisions)
    for index in range(len(steps) - 1, -1, -1):
        answers = steps[index].answers
        for position in range(len(answers) - 1, -1, -1):
            given = answers[position]
            is_own = given.seat == seat and not given.is_show
            if is_own and (own_open or given.decision == decision):
                return index, position
    raise UndoRefused("There is no such answer since the last draw or reveal.", sealed=True)


def _refusal(steps: list[Step], index: int, position: int, seat: int) -> UndoRefused | None:
    """Why the seat can't take back the answers since then on its own."""
    since = steps[index].answers[position:] + [
        a for later in steps[index + 1 :] for a in later.answers
    ]
    others = tuple(sorted({given.seat for given in since} - {seat}))
    if _crosses_a_seal(steps, index, position):
        return UndoRefused("Something was drawn or revealed since.", sealed=True, consent=others)
    if others:
        return UndoRefused("Others have answered since.", sealed=False, consent=others)
    return None
