"""Replay metadata: the data about an entry that a replay needs besides the snapshots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from engine.core.match import Match, Transition
from engine.core.step import SHOW, Answer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.matches.match_info import SeatInfo


class SeatAtEntry(Struct, array_like=True):
    """A seat's occupant as shown at an entry."""

    kind: str
    name: str | None
    resigned: bool = False
    stands_in: bool = False
    rating: int | None = None


class Undone(Struct, array_like=True):
    """The state of a step after an undo went back into it."""

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
    undone: Undone | None = None  # the step after an undo
    seats: list[SeatAtEntry] | None = None  # occupants, if not as at the start


def first_metadata(transition: Transition, seats: Sequence[SeatInfo]) -> ReplayMetadata:
    """The metadata of a start; a fork begins with answers."""
    metadata = _metadata(transition.match, seats)
    if transition.match.step.answers:
        metadata.undone = Undone.of(transition.match)
    return metadata


def metadata_of(
    before: Match,
    transition: Transition,
    kind: str,
    decision: str,
    seats: Sequence[SeatInfo],
    changed: bool,
) -> ReplayMetadata:
    """The metadata of an entry; `changed` says that occupants differ from those at the start."""
    metadata = _metadata(transition.match, seats if changed else None)
    if kind == "undo":
        metadata.undone = Undone.of(transition.match)
    elif kind == "show":
        metadata.prompt = SHOW
    else:
        metadata.prompt = next(
            question.prompt for question in before.decisions if question.id == decision
        )
    return metadata


def _metadata(match: Match, seats: Sequence[SeatInfo] | None) -> ReplayMetadata:
    occupants = None
    if seats is not None:
        occupants = [_seat_at_entry(seat) for seat in seats]
    ids = [decision.id for decision in match.decisions]
    return ReplayMetadata(match.rules, ids, match.undoable, seats=occupants)


def _seat_at_entry(seat: SeatInfo) -> SeatAtEntry:
    return SeatAtEntry(seat.kind, seat.name, seat.resigned, seat.stands_in, seat.rating)
