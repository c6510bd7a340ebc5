"""Bot: the interface of a built-in opponent, and the installed ones, found through entry points of
the group `conclave.bots`. An installed bot is trusted code: it runs in the server's worker
processes.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from random import Random
from typing import Any, Protocol, runtime_checkable

from engine.bots.budget import Budget
from engine.bots.plan import Thought
from engine.bots.position import Position

GROUP = "conclave.bots"


@runtime_checkable
class Bot(Protocol):
    """A built-in opponent. It has no state: two answers of a match may come from two processes.

    The same position, iterations and `rng` lead to the same answer. Two members may be missing:
    `recommended` says whether the page offers the bot as a level, before all others; `outline` is
    its picture, an SVG path in a square of 24 that is filled by the even-odd rule.
    """

    name: str
    level: int
    """Bots are listed from the weakest to the strongest."""
    title: str
    text: str
    """One sentence for players."""
    face: str
    """The name of its picture: its own, or that of the bot whose picture it shares."""
    seconds: float
    """How long the first answer of a turn may take; 0 if the bot answers at once."""

    def choose(self, position: Position, budget: Budget, rng: Random) -> Any:
        """The answer to the position's question, in its wire form."""


@runtime_checkable
class Planner(Protocol):
    """A bot that plans whole moves."""

    def think(self, position: Position, budget: Budget, rng: Random) -> Thought:
        """The same answer as `choose`, and the answers to its follow-up questions."""


@cache
def installed_bots() -> dict[str, Bot]:
    """Every installed bot by name, from the weakest. An entry point whose name is not its bot's, or
    is there twice, is an error.
    """
    bots: dict[str, Bot] = {}
    for point in entry_points(group=GROUP):
        bot = point.load()
        if not isinstance(bot, Bot) or bot.name != point.name:
            raise TypeError(f"entry point {point.name} of {GROUP} must name a Bot of that name")
        if point.name in bots:
            raise TypeError(f"two installed bots are called {point.name}")
        bots[point.name] = bot
    return {bot.name: bot for bot in sorted(bots.values(), key=lambda bot: (bot.level, bot.name))}
