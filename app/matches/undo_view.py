"""Undo view: the protocol's `undo`, which tells a seat alone what it may take back."""

from __future__ import annotations

from typing import Any

from app.matches.room import MatchInfo
from app.matches.undo_history import MAX_AGREED_UNDO
from engine.core.match import Match


def undo_view(info: MatchInfo, match: Match, seat: int) -> dict[str, Any]:
    """`{decision, free}`: the decision from which the seat's Undo takes back, and whether it needs
    no consent and takes back no other answer and no draw. Empty if the match's policy or the
    distance allows none.
    """
    if info.status != "playing" or info.undo == "off" or not match.latest:
        return {}
    latest = match.latest[seat]
    within = latest.free or (info.undo == "ask" and latest.ended <= MAX_AGREED_UNDO)
    return {"decision": latest.decision, "free": latest.free} if latest.decision and within else {}
