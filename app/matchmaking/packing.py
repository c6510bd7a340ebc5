"""Packing: makes tables of the tickets that wait in a pool. Pure: no clock, no I/O, no chance.

The ticket that has waited longest chooses first, the nearest ratings that its range and theirs
admit. Ranges widen with waiting, in the end without limit, so only blocks leave a ticket waiting.
"""

from __future__ import annotations

import math
from bisect import bisect_left, insort
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

START_RANGE = 100.0
"""The difference of ratings that a new ticket admits."""
RANGE_PER_S = 3.0
"""How fast it widens."""
UNLIMITED_AFTER_S = 120.0
"""After this time a ticket admits any rating."""
UNCERTAIN_RANGE = 150.0
"""How much more a ticket admits whose rating rests on few matches."""
MEETING_GAP = 150.0
"""A recent match of two people separates them like this difference of ratings."""
MAX_NEIGHBOURS = 48
"""How many tickets are tried for one table."""


class Waiting(Struct, frozen=True):
    """A ticket that waits: its person, for how long, and how strong its account is."""

    person: str
    waited_s: float
    rating: float
    is_uncertain: bool = False

    @property
    def range(self) -> float:
        """The difference of ratings that it admits."""
        if self.waited_s >= UNLIMITED_AFTER_S:
            return math.inf
        uncertain = UNCERTAIN_RANGE if self.is_uncertain else 0.0
        return START_RANGE + uncertain + RANGE_PER_S * self.waited_s


Separation = Callable[[str, str], float]
"""What separates two people beyond their ratings: infinite if they must not meet."""


def pack(tickets: Sequence[Waiting], players: int, separation: Separation) -> list[list[Waiting]]:
    """Tables of that many players. No person sits at two, and no two at a table are separated
    by more than the range of either.
    """
    queue = sorted(tickets, key=lambda ticket: (-ticket.waited_s, ticket.person))
    free = sorted((ticket.rating, ticket.person, ticket) for ticket in queue)
    tables: list[list[Waiting]] = []
    for ticket in queue:
        place = bisect_left(free, (ticket.rating, ticket.person))
        if place == len(free) or free[place][1] != ticket.person:
            continue  # sits at a table already
        del free[place]
        table = _table(ticket, _nearest(free, place, ticket.rating), players, separation)
        if table is None:
            insort(free, (ticket.rating, ticket.person, ticket))
            continue
        for other in table[1:]:
            del free[bisect_left(free, (other.rating, other.person))]
        tables.append(table)
    return tables


def _nearest(
    free: Sequence[tuple[float, str, Waiting]], place: int, rating: float
) -> Iterator[Waiting]:
    """The free tickets on both sides of a rating, the nearest first."""
    below, above = place - 1, place
    while below >= 0 or above < len(free):
        if above == len(free) or (
            below >= 0 and rating - free[below][0] <= free[above][0] - rating
        ):
            yield free[below][2]
            below -= 1
        else:
            yield free[above][2]
            above += 1


def _table(
    first: Waiting, nearest: Iterator[Waiting], players: int, separation: Separation
) -> list[Waiting] | None:
    """A table with the first ticket and the nearest ones that all admit one another."""
    candidates: list[Waiting] = []
    for other in nearest:
        if abs(other.rating - first.rating) > first.range:
            break
        if _admit(first, other, separation):
            candidates.append(other)
            if len(candidates) == MAX_NEIGHBOURS:
                break
    candidates.sort(key=lambda other: _gap(first, other, separation))
    return _complete([first], candidates, players, separation)


def _complete(
    table: list[Waiting], candidates: Sequence[Waiting], players: int, separation: Separation
) -> list[Waiting] | None:
    """The table filled up with candidates, in their order, or None."""
    missing = players - len(table)
    if not missing:
        return table
    for place, other in enumerate(candidates[: len(candidates) - missing + 1]):
        later = [third for third in candidates[place + 1 :] if _admit(other, third, separation)]
        if filled := _complete([*table, other], later, players, separation):
            return filled
    return None


def _admit(one: Waiting, other: Waiting, separation: Separation) -> bool:
    """Whether the two may sit at one table."""
    gap = _gap(one, other, separation)
    return gap < math.inf and gap <= min(one.range, other.range)


def _gap(one: Waiting, other: Waiting, separation: Separation) -> float:
    """What separates two tickets: their ratings, and what lies between the people."""
    return abs(one.rating - other.rating) + separation(one.person, other.person)
