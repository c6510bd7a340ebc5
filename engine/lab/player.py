"""Player: a bot with its settings in the lab, written as one word.

==============  ==========================================================================
greedy          the bot with the iterations of its own level
hard@200        the bot with a budget of 200 iterations
greedy~20       the bot with every fifth answer (20 %) given at random
==============  ==========================================================================
"""

from __future__ import annotations

import re

from msgspec import Struct

from engine.bots.bot import installed_bots

_SPEC = re.compile(r"(?P<bot>[a-z_]+)(?:@(?P<iterations>\d+))?(?:~(?P<random>\d+))?")


class UnknownPlayer(ValueError):
    """The word does not describe a player."""


class Player(Struct, frozen=True):
    """A bot, its budget and how many percent of its answers are random."""

    spec: str
    bot: str
    iterations: int | None  # None: the bot's usual number
    random: int = 0


def read_player(spec: str) -> Player:
    """The player that a word describes. Raises UnknownPlayer."""
    match = _SPEC.fullmatch(spec)
    bot = installed_bots().get(match["bot"]) if match else None
    if match is None or bot is None:
        names = ", ".join(installed_bots())
        raise UnknownPlayer(f"{spec} is not a player: use one of {names}, as in hard@200.")
    default: int | None = getattr(bot, "iterations", None)
    percent = int(match["random"] or 0)
    if percent > 100:
        raise UnknownPlayer(f"{spec}: at most 100 percent of the answers are random.")
    iterations = int(match["iterations"]) if match["iterations"] else default
    return Player(spec, bot.name, iterations, percent)
