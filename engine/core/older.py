"""Matches of older rules: what today's rules ask where such a match stands."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.core.game import Game
from engine.core.match import Match, name, replay


def renewed(game: Game[Any, Any], match: Match) -> Match:
    """A match with the questions of today's rules; those that are the same keep their ids.

    It stays as it is where these rules have named its questions already. The given match is not
    changed.
    """
    if match.rules >= game.rules or match.over:
        return match
    questions = replay(game, match, match.step.answers).open
    return msgspec.structs.replace(match, decisions=name(match, questions, match.ply))
