"""Tempo: how far a bot's turn has progressed, which is public.

A turn may have twenty moves. To keep such a turn short, a bot gets less time for each further move,
down to a tenth.
"""

from __future__ import annotations

from collections import Counter

from msgspec import Struct, field

from app.games.run_rules import run_rules
from app.matches.room import Room
from engine.core.game import Turn
from engine.core.match import Match, running_table

FURTHER_MOVE = 0.75
"""The part of a move's time that the next move of the same turn gets."""
LEAST_PART = 0.1
REACTION = 0.5
"""The part of that time that a bot gets in another seat's turn."""
FOLLOW_UP = 0.2
"""The part of the time of a move's first answer that each further answer gets."""
MAX_MATCHES = 10_000
"""Limit on matches remembered; beyond it, the least recently used start their turns over."""


class _Moves(Struct):
    """The moves of a turn so far, by seat."""

    turn: tuple[int, list[int]]  # its round and seats
    by_seat: Counter[int] = field(default_factory=Counter)
    latest: str = ""  # the decision last passed to `part`


class Tempo:
    """The current turns of the matches in which bots play."""

    def __init__(self) -> None:
        self._moves: dict[str, _Moves] = {}

    def part(self, match: str, turn: Turn, seat: int, decision: str, *, further: bool) -> float:
        """The part of its time that the seat's bot gets for a decision; `further`: it continues a
        move. A decision counts once, even if the bot thinks about it again.
        """
        key = turn.round, turn.seats
        moves = self._moves.pop(match, None)
        if moves is None or moves.turn != key:
            moves = _Moves(key)
        self._moves[match] = moves
        if len(self._moves) > MAX_MATCHES:
            del self._moves[next(iter(self._moves))]
        if not further and moves.latest != decision:
            moves.by_seat[seat] += 1
        moves.latest = decision
        part = max(LEAST_PART, FURTHER_MOVE ** max(0, moves.by_seat[seat] - 1))
        if seat not in turn.seats:
            part *= REACTION
        return part * FOLLOW_UP if further else part

    def forget(self, match: str) -> None:
        self._moves.pop(match, None)


def turn_of(room: Room, seconds: float) -> Turn:
    """Whose turn it is in a match that is being played. Raises what `run_rules` raises."""

    def turn() -> Turn:
        current = room.running or running_table(room.game, room.playing)
        return room.game.turn(current.table)

    return run_rules(turn, seconds, match=room.info.id)


def has_begun(match: Match, seat: int) -> bool:
    """Whether the seat has answered in the current step, so the next answer continues a move."""
    return any(given.seat == seat and not given.is_show for given in match.step.answers)
