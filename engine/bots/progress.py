"""Progress: filters out answers that lead nowhere, which bots avoid while there are others.

An answer leads nowhere if its question says that it has no effect now, or if its move returns to a
table at rest from earlier in the seat's turn with no more to spend than then. Both follow from what
the seat knows (`engine.core.rests`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Any, TypeVar

from engine.bots.one_move import FollowUp, complete_move
from engine.bots.position import Position
from engine.bots.world import World
from engine.core.rests import Rest, rest_of

T = TypeVar("T")
FOLLOW_UPS_TRIED = 6
"""Random follow-ups tried for a move, all of which must lead nowhere."""
FINAL_KINDS = ("pass", "decline")
"""Kinds of options that end something, even if the table looks the same."""
Candidate = tuple[Any, Sequence[FollowUp] | None]
"""An answer and its follow-ups; None: any."""


def productive_candidates(
    position: Position,
    ranked: Sequence[T],
    candidate_of: Callable[[T], Candidate] = lambda candidate: (candidate, None),
) -> Iterator[T]:
    """The candidates that lead somewhere, in this order; all of them if none does."""
    progress, any_productive = Progress(position), False
    for item in ranked:
        if progress.is_productive(*candidate_of(item)):
            any_productive = True
            yield item
    if not any_productive:
        yield from ranked


class Progress:
    """Judges candidate answers to a position."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._question = position.question

    def is_productive(self, answer: Any, follow_ups: Sequence[FollowUp] | None) -> bool:
        """Whether an answer leads somewhere, with these follow-ups or with any."""
        if answer in self._idle_keys:
            return False
        if answer in self._final_keys or not self._rests:
            return True
        return any(self._ends_elsewhere(answer, follow_ups))

    def _ends_elsewhere(self, answer: Any, follow_ups: Sequence[FollowUp] | None) -> Iterator[bool]:
        """Whether the move ends at a new table, for each completion tried."""
        rng = Random(0)
        for _ in range(FOLLOW_UPS_TRIED if follow_ups is None else 1):
            running = self._world.copy().running
            own_follow_ups = complete_move(running, self._question, answer, rng, follow_ups or ())
            if running.run.finished:
                rest = rest_of(self._position.game, running.table, self._position.seat)
                yield not any(rest.is_no_better(earlier) for earlier in self._rests)
            else:
                yield True
            if not own_follow_ups:
                break

    @cached_property
    def _idle_keys(self) -> list[str]:
        return list(self._question.idle()) if self._question.idle else []

    @cached_property
    def _final_keys(self) -> list[str]:
        return [option.key for option in self._question.options if option.kind in FINAL_KINDS]

    @cached_property
    def _rests(self) -> list[Rest]:
        return self._position.rests

    @cached_property
    def _world(self) -> World:
        """One world for all candidates, sampled without the bot's random numbers."""
        return self._position.world(Random(0))
