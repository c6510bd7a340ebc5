"""Bots: the built-in opponents. They search sampled worlds that may be the true one, never the
true match. A server may install more (docs/adding-a-bot.md).
"""

from __future__ import annotations

from random import Random
from typing import Any

from engine.bots.bot import Bot, Planner, installed_bots
from engine.bots.budget import Budget, Iterations
from engine.bots.guide import GUIDE
from engine.bots.plan import Plan, Thought
from engine.bots.position import Position
from engine.bots.tutor import TutorBot, lesson_named
from engine.core.game import Game
from engine.core.match import Match

FALLBACK_BOT = "normal"
"""Plays for a bot that is no longer installed."""


def find_bot(name: str) -> Bot:
    """The bot of that name, or the stand-in if it is not installed."""
    bots, lesson = installed_bots(), lesson_named(name)
    if lesson is not None:
        return TutorBot(lesson)
    return GUIDE if name == GUIDE.name else bots.get(name) or bots[FALLBACK_BOT]


def think(
    name: str,
    game: Game[Any, Any],
    match: Match,
    seat: int,
    decision: str,
    rng: Random,
    budget: Budget | None = None,
    plan: Plan | None = None,
) -> Thought:
    """The named bot's answer to one of its open decisions, and its plan for what follows.

    The bot follows a `plan` of the same seat for as long as it fits. Without a budget it searches
    as much as on an idle server. Raises StaleDecision or NotYourDecision if the decision is not
    open to the seat, IllegalAnswer if the bot's answer is not legal.
    """
    bot = find_bot(name)
    position = Position(game, match, seat, decision)
    if plan is not None and plan.fits(position):
        return Thought(plan.follow_ups[0].answer, plan.remaining)
    budget = budget or Iterations(None)
    if isinstance(bot, Planner):
        thought = bot.think(position, budget, rng)
    else:
        thought = Thought(bot.choose(position, budget, rng))
    position.question.read(thought.answer)
    return thought
