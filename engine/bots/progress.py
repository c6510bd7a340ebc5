"""Progress: which answers lead nowhere, so that no bot gives one while there is another.

An answer leads nowhere if it has no effect now by its question, or if its move comes back to a
table at which the seat has already stood in this turn, with no more to spend than then. Both follow
from what the seat knows (`engine.core.rests`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Any, TypeVar

from engine.bots.one_move import FollowUp, finish
from engine.bots.position import Position
from engine.bots.world import World
from engine.core.rests import Rest, rest_of

T = TypeVar("T")
WAYS = 6
"""Ways by chance to finish a move, all of which must lead nowhere."""
FINAL = ("pass", "decline")
"""Kinds of options that end something, even if the table looks the same."""
Way = tuple[Any, Sequence[FollowUp] | None]
"""An answer and its follow-ups; None: any."""


def leading_on(
    position: Position, ranked: Sequence[T], way: Callable[[T], Way] = lambda it: (it, None)
) -> Iterator[T]:
    """Those that lead somewhere, in this order; all if there are none."""
    progress, found = Progress(position), False
    for one in ranked:
        if progress.is_made(*way(one)):
            found = True
            yield one
    if not found:
        yield from ranked


class Progress:
    """Judges the ways to answer a position."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._question = position.question

    def is_made(self, answer: Any, follow_ups: Sequence[FollowUp] | None) -> bool:
        """Whether an answer leads somewhere, with these follow-ups or with any."""
        if answer in self._idle:
            return False
        if answer in self._final or not self._rests:
            return True
        return any(self._ends_elsewhere(answer, follow_ups))

    def _ends_elsewhere(self, answer: Any, follow_ups: Sequence[FollowUp] | None) -> Iterator[bool]:
        """For each way to finish the move."""
        rng = Random(0)
        for _ in range(WAYS if follow_ups is None else 1):
            running = self._world.copy().running
            given = finish(running, self._question, answer, rng, follow_ups or ())
            if running.run.finished:
                rest = rest_of(self._position.game, running.table, self._position.seat)
                yield not any(rest.is_no_better(earlier) for earlier in self._rests)
            else:
                yield True
            if not given:
                break

    @cached_property
    def _idle(self) -> list[str]:
        return list(self._question.idle()) if self._question.idle else []

    @cached_property
    def _final(self) -> list[str]:
        return [one.key for one in self._question.options if one.kind in FINAL]

    @cached_property
    def _rests(self) -> list[Rest]:
        return self._position.rests

    @cached_property
    def _world(self) -> World:
        """One for all, without use of the bot's chance."""
        return self._position.world(Random(0))
