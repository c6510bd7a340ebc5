"""Built-in opponents. They think on worlds that may be the true one, never on the true match. A
server may install more (docs/adding-a-bot.md).

==========  ============================================================
random      any legal answer
greedy      one move ahead, by the game's own appraisal
==========  ============================================================
"""

from __future__ import annotations

from random import Random
from typing import Any

from engine.bots.bot import Budget, Iterations, installed_bots
from engine.bots.position import Position
from engine.core.game import Game
from engine.core.match import Match

STAND_IN = "greedy"
"""Plays for a bot that is no longer installed."""
USUAL_ITERATIONS = 1000


def think(
    name: str,
    game: Game[Any, Any],
    match: Match,
    seat: int,
    decision: str,
    rng: Random,
    budget: Budget | None = None,
) -> Any:
    """The named bot's answer to one of its open decisions, in its wire form.

    Raises StaleDecision or NotYourDecision if the decision is not open to the seat.
    """
    bots = installed_bots()
    bot = bots.get(name) or bots[STAND_IN]
    position = Position(game, match, seat, decision)
    return bot.choose(position, budget or Iterations(USUAL_ITERATIONS), rng)
