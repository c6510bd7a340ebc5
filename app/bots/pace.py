"""Pace: how long a bot thinks, and when its answer appears.

Both depend on the bot, the place in the turn, the time that people have waited for theirs (`tempo`)
and the queue, never on a seat's secrets: a bot with a single option answers when it would have with
twenty. The first answer of a turn takes `Bot.seconds`, and at least `BOT_DELAY`; later ones take a
part of that. If more bots wait than there are workers, each thinks for less time; with too little
to search, `greedy` answers.
"""

from __future__ import annotations

from math import inf

from msgspec import Struct

from app.infra.settings import Settings
from engine.bots.bot import Bot

SLACK_SHARE = 0.1
"""The part of its time that a bot does not search, for its last step and the round trip…"""
MIN_SLACK_S = 0.015
"""… and the minimum of that part."""
MIN_SEARCH_S = 0.005
"""With less time than this, a search sees less than `greedy`, which answers instead."""
LIMIT_SHARE = 0.5
"""The part of `BOT_SECONDS` that a bot may plan to use; after all of it, the bot is stopped."""
QUICK_BOT = "greedy"


class Pace(Struct, frozen=True):
    """What a bot gets for one answer."""

    bot: str  # the name of the bot that thinks
    search: float  # seconds until its budget expires
    wait: float  # seconds from the start of its thought to its answer
    share: float  # of its usual time; 1 if there are workers for all


def pace_of(bot: Bot, part: float, share: float, settings: Settings, limit: float = inf) -> Pace:
    """The pace of an answer: `part` is its time relative to the turn's first answer, `share` what
    the queue leaves of it, and `limit` the most seconds that people should wait for it.
    """
    longest = settings.bot_seconds * LIMIT_SHARE
    seconds = min(bot.seconds * settings.bot_effort, longest) * share
    own = min(seconds * part, limit)
    search = own - max(own * SLACK_SHARE, MIN_SLACK_S)
    hurries = bot.seconds > 0 and search < MIN_SEARCH_S
    return Pace(
        bot=QUICK_BOT if hurries else bot.name,
        search=0.0 if hurries else max(0.0, search),
        wait=min(max(seconds, settings.bot_delay) * part, limit) if settings.bot_delay else 0.0,
        share=share,
    )
