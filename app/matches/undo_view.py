"""What a seat is told of taking back: the protocol's `undo`, its own and nobody else's."""

from __future__ import annotations

from typing import Any

from app.matches.room import Facts
from app.matches.undo_history import AGREED_REACH
from engine.core.match import Match


def shown_undo(facts: Facts, match: Match, seat: int) -> dict[str, Any]:
    """`{decision, free}`: the decision since which the seat's Undo takes back, and whether it asks
    nobody and lets no other answer and no draw be taken back with it. Empty where the match's
    policy or the distance allows none.
    """
    if facts.status != "playing" or facts.undo == "off" or not match.latest:
        return {}
    latest = match.latest[seat]
    within = latest.free or (facts.undo == "ask" and latest.ended <= AGREED_REACH)
    return {"decision": latest.decision, "free": latest.free} if latest.decision and within else {}
