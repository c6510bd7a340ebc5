"""Older rules: reopens matches saved under them with the questions that today's rules ask."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.core.game import Game
from engine.core.match import Match, name_decisions, replay


def renew_questions(game: Game[Any, Any], match: Match) -> Match:
    """The match with the questions of today's rules; unchanged questions keep their ids.

    Returns the match itself if these rules have named its questions already. The given match is
    not changed.
    """
    if match.rules >= game.rules or match.over:
        return match
    questions = replay(game, match, match.step.answers).open
    return msgspec.structs.replace(match, decisions=name_decisions(match, questions, match.ply))
