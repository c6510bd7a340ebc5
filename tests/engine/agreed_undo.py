"""Battery of agreed undos: players go back across draws and reveals, and play on."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import msgspec

from engine.bots.random_bot import random_answer
from engine.core.game import Game
from engine.core.match import Match, Taken, answer, new_match, running_table
from engine.core.step import Step
from engine.core.undo import undo
from tests.engine.batteries import frames_of, options_of, seed_of

WAY_BACK = 12
"""The most answers that an agreed undo of random play goes back."""
LONGEST_WITH_UNDO = 300


def go_back_by_agreement(game: Game[Any, Any], seats: int, number: int, chance: float) -> int:
    """A random match in which all players now and then agree to go back some way and play on.

    All see again what they saw, even if hidden cards are now in another order; returns how often
    they are.
    """
    rng = Random(number)
    match = new_match(game, options_of(game, seats, number), seats, seed_of(number)).match
    way: list[Been] = []
    past: list[Step] = []
    reordered = 0
    while not match.over and match.ply < LONGEST_WITH_UNDO:
        if way and rng.random() < chance:
            back = rng.randint(max(0, len(way) - WAY_BACK), len(way) - 1)
            taken = gone_back(game, match, past, way[back])
            rest = (taken.settled[0] if taken.settled else taken.match.step).checkpoint
            past = past[: next((n for n, step in enumerate(past) if step.checkpoint is rest), None)]
            is_whole = len(taken.match.step.answers) == way[back].answers
            way = way[:back] if is_whole else []
            match = taken.match
            reordered += bool(match.step.redraws)
            continue
        position = rng.randrange(len(match.decisions))
        known = match.decisions[position]
        current = running_table(game, match)
        seen = nameless(frames_of(game, match, current))
        way.append(Been(known.seat, known.id, len(match.step.answers), seen))
        raw = random_answer(current.open[position], rng)
        taken = answer(game, match, known.seat, known.id, raw)
        past += taken.settled
        match = taken.match
    return reordered


class Been(NamedTuple):
    """A moment before an answer: whose it was to which question, what all saw."""

    seat: int
    decision: str
    answers: int
    seen: list[dict[str, Any]]


def gone_back(game: Game[Any, Any], match: Match, past: list[Step], to: Been) -> Taken:
    """Undo by agreement; only in an open simultaneous choice others' answers may be left."""
    whole = msgspec.structs.replace(match, past=list(past), undo_depth=len(past))
    taken = undo(game, whole, to.seat, to.decision, agreed=True)
    assert Match.from_bytes(taken.match.to_bytes()) == taken.match
    check_that_it_stands(taken, past)
    again = running_table(game, taken.match)
    game.laws(again.table)
    if len(taken.match.step.answers) == to.answers:
        seen = nameless(frames_of(game, taken.match, again))
        assert seen == to.seen, "an undo changed what is seen"
    return taken


def check_that_it_stands(taken: Taken, past: list[Step]) -> None:
    """What each seat would take back after an undo has not been taken back already."""
    first = (taken.settled[0] if taken.settled else taken.match.step).checkpoint
    until = next((n for n, step in enumerate(past) if step.checkpoint is first), None)
    steps = [*past[:until], *taken.settled, taken.match.step]
    standing = {(given.seat, given.decision) for step in steps for given in step.answers}
    named = {(seat, one.decision) for seat, one in enumerate(taken.match.latest) if one.decision}
    assert named <= standing


def nameless(frames: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Frames without what is another one after an undo: ids, and whether it can be taken back."""
    return [
        {**one, "decisions": [{**asked, "id": "", "undo": False} for asked in one["decisions"]]}
        for one in frames
    ]
