"""Replay metadata: what a replay needs to know of an entry besides the snapshots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from engine.core.match import Match, Taken
from engine.core.step import SHOW, Answer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.matches.match_info import SeatInfo


class Sitting(Struct, array_like=True):
    """A seat's occupant as shown at an entry."""

    kind: str
    name: str | None
    resigned: bool = False
    stands_in: bool = False
    rating: int | None = None


class Undone(Struct, array_like=True):
    """What an undo left of the step that it went back into."""

    answers: list[Answer]
    draws: list[tuple[int, int]]
    chance_floor: int  # where chance continued
    redraws: list[int] = []  # answer counts after which hidden orders were redrawn

    @classmethod
    def of(cls, match: Match) -> Undone:
        step = match.step
        return cls(step.answers, step.draws, match.chance_floor, step.redraws)


class ReplayMetadata(Struct, array_like=True):
    """The metadata of one entry."""

    rules: int  # the version in force
    ids: list[str]  # of the open questions, in order
    undoable: list[int]  # seats that may undo
    prompt: str = ""  # of the question that was answered
    undone: Undone | None = None  # what an undo left
    seats: list[Sitting] | None = None  # occupants, if not as at the start


def first_metadata(taken: Taken, seats: Sequence[SeatInfo]) -> ReplayMetadata:
    """The metadata of a start; a fork begins with answers."""
    trail = _trail(taken.match, seats)
    if taken.match.step.answers:
        trail.undone = Undone.of(taken.match)
    return trail


def metadata_of(
    before: Match, taken: Taken, kind: str, decision: str, seats: Sequence[SeatInfo], changed: bool
) -> ReplayMetadata:
    """The metadata of an entry; `changed` says that occupants differ from those at the start."""
    trail = _trail(taken.match, seats if changed else None)
    if kind == "undo":
        trail.undone = Undone.of(taken.match)
    elif kind == "show":
        trail.prompt = SHOW
    else:
        trail.prompt = next(one.prompt for one in before.decisions if one.id == decision)
    return trail


def _trail(match: Match, seats: Sequence[SeatInfo] | None) -> ReplayMetadata:
    sitting = None
    if seats is not None:
        sitting = [_sitting(one) for one in seats]
    ids = [decision.id for decision in match.decisions]
    return ReplayMetadata(match.rules, ids, match.undoable, seats=sitting)


def _sitting(seat: SeatInfo) -> Sitting:
    return Sitting(seat.kind, seat.name, seat.resigned, seat.stands_in, seat.rating)
