"""Player: a bot with its settings in the lab, or an outside player, written as one word.

==============  ==========================================================================
greedy          the bot with the iterations of its own level
hard@200        the bot with a budget of 200 iterations
greedy~20       the bot with every fifth answer (20 %) given at random
vex:Vex         whatever an installed package makes of the word (`engine.lab.outside`)
==============  ==========================================================================
"""

from __future__ import annotations

import re

from msgspec import Struct

from engine.bots.bot import installed_bots
from engine.lab.outside import outside_player

_SPEC = re.compile(r"(?P<bot>[a-z_]+)(?:@(?P<iterations>\d+))?(?:~(?P<random>\d+))?")


class UnknownPlayer(ValueError):
    """The word does not describe a player."""


class Player(Struct, frozen=True):
    """A bot, its budget and how many percent of its answers are random; or an outside player."""

    spec: str
    bot: str
    iterations: int | None  # None: the bot's usual number
    random: int = 0
    outside: bool = False


def read_player(spec: str) -> Player:
    """The player that a word describes. Raises UnknownPlayer."""
    match = _SPEC.fullmatch(spec)
    bot = installed_bots().get(match["bot"]) if match else None
    if match is None or bot is None:
        return _read_outside(spec)
    default: int | None = getattr(bot, "iterations", None)
    percent = int(match["random"] or 0)
    if percent > 100:
        raise UnknownPlayer(f"{spec}: at most 100 percent of the answers are random.")
    iterations = int(match["iterations"]) if match["iterations"] else default
    return Player(spec, bot.name, iterations, percent)


def _read_outside(spec: str) -> Player:
    try:
        is_known = outside_player(spec) is not None
    except Exception as error:
        raise UnknownPlayer(f"{spec} is not a player: {error}") from error
    if not is_known:
        names = ", ".join(installed_bots())
        raise UnknownPlayer(
            f"{spec} is not a player: use one of {names}, as in hard@200, or with conclave-client "
            "a class (vex:Vex) or a program ('node vex.mjs')."
        )
    return Player(spec, "", None, outside=True)
