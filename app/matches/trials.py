"""Trials: private, unrated matches of a person's bots with built-in bots.

No person waits in them, and the timing of an answer tells their owner alone something. Where the
host permits it, they run at full speed, and no hourly quota counts them (decision 0084).
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from app.accounts.caller import Caller
from app.infra.own_address import is_loopback
from app.infra.settings import Settings
from app.matches.match_info import MatchInfo
from app.matches.models import MatchRow, SeatRow


def permits_trials(settings: Settings) -> bool:
    """Whether the host lets trials run at full speed."""
    hosts = (settings.host, urlsplit(settings.address).hostname or "")
    is_own = settings.trials == "loopback" and all(map(is_loopback, hosts))
    return is_own or settings.trials == "always"


def is_trial(info: MatchInfo, owners: Sequence[str]) -> bool:
    """Whether a running match is a trial; `owners` are the people behind its accounts."""
    accounts = [seat.account for seat in info.seats if seat.account]
    is_of_bots = len(owners) == 1 and owners[0] not in accounts
    return bool(accounts) and is_of_bots and info.visibility == "private" and not info.rated


def begins_trial(row: MatchRow, seats: Sequence[SeatRow], caller: Caller) -> bool:
    """Whether a new match is a trial: the caller is a bot that sits with built-in bots alone."""
    is_alone = all(seat.bot or seat.account == caller.account for seat in seats)
    is_hidden = row.visibility == "private" and row.rated is False
    return caller.kind == "bot" and is_alone and is_hidden
