"""Agreed undo: players take back answers across draws and reveals, and play on."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from engine.core.game import Game
from engine.core.match import Match, Transition, answer, running_table
from engine.core.step import Step
from engine.core.undo import undo
from engine.testing.battery import Case, battery
from engine.testing.frames import frames_of
from engine.testing.play import Line

MAX_UNDO = 12
"""The most answers that an agreed undo takes back in random play."""
MAX_PLIES = 300


UNDO_CHANCE = 0.1
"""How often all players agree to an undo."""
MIN_REORDERED = 10
"""Undos across a draw or a reveal that are enough; short matches have few."""


@battery("An agreed undo reveals nothing, and draws again what was seen")
def agreed_undo(case: Case) -> None:
    reordered = 0
    for count, line in enumerate(case.lines(5 * case.effort), start=1):
        reordered += play_with_agreed_undos(line)
        if count >= case.effort and reordered >= MIN_REORDERED:
            return
    if case.is_whole and not reordered:
        case.require(draws_or_reveals(case), "nothing is drawn or revealed after the set-up")
        raise AssertionError("no undo went back over a draw or a reveal")


def draws_or_reveals(case: Case) -> bool:
    """Whether a step of a random match draws or reveals something."""
    line = Line(case.game, case.seats, 0)
    match = line.begin().match
    while not match.over:
        transition = line.answer(match)
        steps = [*transition.ended_steps, transition.match.step]
        if any(step.draws or step.sealed_at >= 0 for step in steps):
            return True
        match = transition.match
    return False


def play_with_agreed_undos(line: Line, chance: float = UNDO_CHANCE) -> int:
    """A random match in which all players now and then agree to an undo and play on.

    Each viewer sees again what it saw, even if hidden cards are now in another order; returns how
    often they are.
    """
    game, rng, match = line.game, line.rng, line.begin().match
    moments: list[Moment] = []
    past: list[Step] = []
    reordered = 0
    while not match.over and match.ply < MAX_PLIES:
        if moments and rng.random() < chance:
            back = rng.randint(max(0, len(moments) - MAX_UNDO), len(moments) - 1)
            transition = undo_to(game, match, past, moments[back])
            checkpoint = (
                transition.ended_steps[0] if transition.ended_steps else transition.match.step
            ).checkpoint
            past = past[
                : next((n for n, step in enumerate(past) if step.checkpoint is checkpoint), None)
            ]
            is_whole = len(transition.match.step.answers) == moments[back].answers
            moments = moments[:back] if is_whole else []
            match = transition.match
            reordered += bool(match.step.redraws)
            continue
        current = running_table(game, match)
        place, raw = line.pick(current.open)
        decision = match.decisions[place]
        seen = without_ids(frames_of(game, match, current))
        moments.append(Moment(decision.seat, decision.id, len(match.step.answers), seen))
        transition = answer(game, match, decision.seat, decision.id, raw)
        past += transition.ended_steps
        match = transition.match
    return reordered


class Moment(NamedTuple):
    """The moment before an answer: its seat and decision, and what every viewer saw."""

    seat: int
    decision: str
    answers: int
    seen: list[dict[str, Any]]


def undo_to(game: Game[Any, Any], match: Match, past: list[Step], to: Moment) -> Transition:
    """Undo by agreement; others' answers may stay only in an open simultaneous choice."""
    whole = msgspec.structs.replace(match, past=list(past), undo_depth=len(past))
    transition = undo(game, whole, to.seat, to.decision, agreed=True)
    assert Match.from_bytes(transition.match.to_bytes()) == transition.match
    check_latest_answers_stand(transition, past)
    again = running_table(game, transition.match)
    game.laws(again.table)
    if len(transition.match.step.answers) == to.answers:
        seen = without_ids(frames_of(game, transition.match, again))
        assert seen == to.seen, "an undo changed what a viewer sees"
    return transition


def check_latest_answers_stand(transition: Transition, past: list[Step]) -> None:
    """The answer that each seat would undo next is still standing after an undo."""
    first = (
        transition.ended_steps[0] if transition.ended_steps else transition.match.step
    ).checkpoint
    until = next((n for n, step in enumerate(past) if step.checkpoint is first), None)
    steps = [*past[:until], *transition.ended_steps, transition.match.step]
    standing = {(given.seat, given.decision) for step in steps for given in step.answers}
    named = {
        (seat, last.decision)
        for seat, last in enumerate(transition.match.last_answers)
        if last.decision
    }
    assert named <= standing


def without_ids(frames: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Frames without what an undo changes: ids, and whether answers can be undone."""
    return [
        {**frame, "decisions": [{**asked, "id": "", "undo": False} for asked in frame["decisions"]]}
        for frame in frames
    ]
