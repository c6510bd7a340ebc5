"""Invitations: checks them against a config."""

from __future__ import annotations

from collections.abc import Iterable

from conclave_client.bot import Refusal
from conclave_client.config import Accept
from conclave_client.types import Match


def host_of(match: Match) -> str:
    """The account that hosts the table, or created it."""
    return match.host or match.creator


def own_seat(match: Match) -> int | None:
    """The caller's seat; None for others than players."""
    return next((seat.seat for seat in match.seats if seat.you), None)


def refusal_of(accept: Accept, match: Match) -> Refusal | None:
    """The refusal of a match that the config does not admit; None if it does."""
    players = len(match.seats)
    host = host_of(match)
    if host in accept.never or (accept.people is not None and host not in accept.people):
        return Refusal("person")
    if accept.games is not None and match.game not in accept.games:
        return Refusal("game", f"I play {_listed(accept.games)}.")
    if accept.players is not None and players not in accept.players:
        return Refusal("players", f"I play with {_listed(map(str, accept.players))} players.")
    if accept.clocks is not None and match.clock.kind not in accept.clocks:
        return Refusal("clock", f"I play with these clocks: {_listed(accept.clocks)}.")
    if match.rated and not accept.rated:
        return Refusal("rated", "I play unrated matches.")
    if not match.rated and not accept.unrated:
        return Refusal("rated", "I play rated matches.")
    return None


def _listed(words: Iterable[str]) -> str:
    *first, last = list(words) or ["none"]
    return f"{', '.join(first)} or {last}" if first else last
