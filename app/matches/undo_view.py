"""Undo view: the protocol's `undo` member, which says what a seat may take back."""

from __future__ import annotations

from app.matches.match_info import MatchInfo
from app.matches.undo_history import MAX_AGREED_UNDO
from app.wire.play import TakingBack
from engine.core.match import Match


def undo_view(info: MatchInfo, match: Match, seat: int) -> TakingBack:
    """The decision to which the seat may go back, if policy and distance allow any."""
    if info.status != "playing" or info.undo == "off" or not match.last_answers:
        return TakingBack()
    last_answer = match.last_answers[seat]
    within = last_answer.free or (info.undo == "ask" and last_answer.steps_since <= MAX_AGREED_UNDO)
    if not (last_answer.decision and within):
        return TakingBack()
    return TakingBack(decision=last_answer.decision, free=last_answer.free)
