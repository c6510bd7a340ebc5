"""Results: names and endings of matches, in words for the bot's author."""

from __future__ import annotations

from conclave_client.scores import share
from conclave_client.types import Match, Outcome


def players_of(match: Match, seat: int) -> str:
    """The other players: `Ada and hard`."""
    names = [other.name or other.bot or "an open seat" for other in match.seats]
    del names[seat]
    *first, last = names or ["no rival"]
    return f"{', '.join(first)} and {last}" if first else last


def name_of(match: Match, seat: int) -> str:
    """A match by its game and its other players: `Res Arcana with Ada and hard`."""
    return f"{match.title} with {players_of(match, seat)}"


def result_of(outcome: Outcome | None, seat: int) -> str:
    """How a match ended for a seat: `won, 12 : 9`."""
    if outcome is None:
        return "ended without a result"
    part = share(outcome, seat)
    word = "won" if part == 1 else "shared the victory" if part else "lost"
    totals = {score.seat: score.total for score in outcome.sheet}
    if seat not in totals:
        return word
    others = [str(total) for other, total in totals.items() if other != seat]
    return f"{word}, {' : '.join([str(totals[seat]), *others])}"
