"""Player: a bot as the lab seats it, written as one word.

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
    found = _SPEC.fullmatch(spec)
    bot = installed_bots().get(found["bot"]) if found else None
    if found is None or bot is None:
        names = ", ".join(installed_bots())
        raise UnknownPlayer(f"{spec} is not a player: use one of {names}, as in hard@200.")
    usual: int | None = getattr(bot, "iterations", None)
    percent = int(found["random"] or 0)
    if percent > 100:
        raise UnknownPlayer(f"{spec}: at most 100 percent of the answers are random.")
    iterations = int(found["iterations"]) if found["iterations"] else usual
    return Player(spec, bot.name, iterations, percent)
