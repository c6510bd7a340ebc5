"""Built-in opponents. They see a resampled match, never the true one.

==========  ============================================================
random      any legal answer
greedy      one move ahead, by the game's own appraisal
==========  ============================================================
"""

from __future__ import annotations

from random import Random
from typing import Any

from engine.bots.greedy_bot import greedy_answer
from engine.bots.random_bot import random_answer
from engine.core.game import Game
from engine.core.match import Match, find, running_table

NAMES = ("random", "greedy")


def think(
    name: str, game: Game[Any, Any], match: Match, seat: int, decision: str, rng: Random
) -> Any:
    """The named opponent's answer to one of its open decisions, in its wire form.

    Raises StaleDecision or NotYourDecision if the decision is not open to the seat.
    """
    known = match.decisions[find(match, seat, decision)]
    current = running_table(game, match, seat)
    question = next(q for q in current.open if q.seat == seat and q.prompt == known.prompt)
    if name == "random":
        return random_answer(question, rng)
    return greedy_answer(game, match, seat, question, rng)
