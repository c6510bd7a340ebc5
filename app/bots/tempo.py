"""Tempo: how far a bot's turn has progressed, and how long people have waited for theirs. Both are
public.

A turn may have twenty moves, and a person may wait for six turns. To keep turns short, a bot gets
less time for each further move, down to a tenth; and all bots together take less than
`MAX_BOT_TIME_S` between two turns of people, whatever they do.
"""

from __future__ import annotations

from collections import Counter

from msgspec import Struct, field

from app.games.run_rules import run_rules
from app.matches.room import Room
from engine.core.game import Turn
from engine.core.match import Match, running_table

FURTHER_MOVE_SHARE = 0.75
"""The part of a move's time that the next move of the same turn gets."""
MIN_SHARE = 0.1
REACTION_SHARE = 0.5
"""The part of that time that a bot gets in another seat's turn."""
FOLLOW_UP_SHARE = 0.2
"""The part of the time of a move's first answer that each further answer gets."""
MAX_BOT_TIME_S = 12.0
"""The upper bound of the time that bots take between two turns of people…"""
BOT_TIME_SHARE = 1 / 8
"""… and the part of the rest of it that one answer may take. It matters after 8 s of `hard`."""
MAX_MATCHES = 10_000
"""Limit on matches remembered; beyond it, the least recently used start their turns over."""


class _Moves(Struct):
    """The moves of a turn so far, by seat."""

    turn: tuple[int, list[int]]  # its round and seats
    by_seat: Counter[int] = field(default_factory=Counter)
    latest: str = ""  # the decision last passed to `turn_share`
    wait_s: float = 0.0  # that this decision took
    spent_s: float = 0.0  # by the others since a person's turn


class Tempo:
    """The current turns of the matches in which bots play."""

    def __init__(self) -> None:
        self._moves: dict[str, _Moves] = {}

    def turn_share(
        self, match: str, turn: Turn, seat: int, decision: str, *, further: bool
    ) -> float:
        """The part of its time that the seat's bot gets for a decision; `further`: it continues a
        move. A decision counts once, even if the bot thinks about it again.
        """
        key = turn.round, turn.seats
        moves = self._moves.pop(match, None)
        if moves is None or moves.turn != key:
            moves = _Moves(key, spent_s=moves.spent_s + moves.wait_s if moves else 0.0)
        self._moves[match] = moves
        if len(self._moves) > MAX_MATCHES:
            del self._moves[next(iter(self._moves))]
        if moves.latest != decision:
            moves.by_seat[seat] += not further
            moves.spent_s, moves.wait_s, moves.latest = moves.spent_s + moves.wait_s, 0.0, decision
        turn_share = max(MIN_SHARE, FURTHER_MOVE_SHARE ** max(0, moves.by_seat[seat] - 1))
        if seat not in turn.seats:
            turn_share *= REACTION_SHARE
        return turn_share * FOLLOW_UP_SHARE if further else turn_share

    def limit_s(self, match: str) -> float:
        """How long the decision last passed to `turn_share` may take if people wait for it."""
        return max(0.0, MAX_BOT_TIME_S - self._moves[match].spent_s) * BOT_TIME_SHARE

    def record(self, match: str, seconds: float) -> None:
        """Record how long that decision took, queueing included."""
        if moves := self._moves.get(match):
            moves.wait_s = seconds

    def reset(self, match: str) -> None:
        """Reset the time used by bots at a person's turn."""
        if moves := self._moves.get(match):
            moves.spent_s = moves.wait_s = 0.0

    def forget(self, match: str) -> None:
        self._moves.pop(match, None)


def turn_of(room: Room, seconds: float) -> Turn:
    """The turn in a match in play. Raises the exceptions of `run_rules`."""

    def turn() -> Turn:
        current = room.running or running_table(room.game, room.started_match)
        return room.game.turn(current.table)

    return run_rules(turn, seconds, match=room.info.id)


def has_begun(match: Match, seat: int) -> bool:
    """Whether the seat has answered in the current step, so the next answer continues a move."""
    return any(answer.seat == seat and not answer.is_show for answer in match.step.answers)
