"""Undo consent: whose consent an undo needs that goes back past other seats or a draw."""

from __future__ import annotations

from app.infra.problems import Problem
from app.matches.match_info import MatchInfo
from engine.core.errors import UndoRefused


class Consent(Problem):
    """An undo that needs the consent of other seats, which are `asked`."""

    def __init__(self, sentence: str, asked: list[int]) -> None:
        super().__init__("undo-sealed", sentence)
        self.asked = asked


def consent_to(refused: UndoRefused, info: MatchInfo, seat: int) -> Consent:
    """Whose consent an undo by this seat needs."""
    others = [n for n, occupant in enumerate(info.seats) if occupant.account and n != seat]
    return Consent(str(refused), [n for n in others if refused.sealed or n in refused.consent])
