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

from app.infra.settings import BotSettings
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
    search_s: float  # seconds until its budget expires
    wait_s: float  # seconds from the start of its thought to its answer
    queue_share: float  # of its usual time; 1 if there are workers for all


def pace_of(
    bot: Bot, turn_share: float, queue_share: float, settings: BotSettings, limit_s: float = inf
) -> Pace:
    """The pace of an answer: `turn_share` is its time relative to the turn's first answer,
    `queue_share` what the queue leaves of it, and `limit_s` the most that people should wait.
    """
    max_s = settings.bot_seconds * LIMIT_SHARE
    seconds = min(bot.seconds * settings.bot_effort, max_s) * queue_share
    answer_s = min(seconds * turn_share, limit_s)
    search_s = answer_s - max(answer_s * SLACK_SHARE, MIN_SLACK_S)
    is_too_short = bot.seconds > 0 and search_s < MIN_SEARCH_S
    return Pace(
        bot=QUICK_BOT if is_too_short else bot.name,
        search_s=0.0 if is_too_short else max(0.0, search_s),
        wait_s=min(max(seconds, settings.bot_delay) * turn_share, limit_s)
        if settings.bot_delay
        else 0.0,
        queue_share=queue_share,
    )
