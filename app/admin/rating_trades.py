"""Rating trades: pairs of people who seem to play rated matches for the rating alone.

The evidence is read from settled matches of two. A pair is listed if most of what one of them has
gained comes from the other, and their matches look made: won in turns, won by one side alone, or
given up after a few answers. It is a hint for a person who judges, and changes nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from app.accounts.models import Account
from app.infra.database import Database
from app.infra.wall_clock import now
from app.matches.models import MatchRow, SeatRow
from app.ratings.models import ResultRow

PERIOD = timedelta(days=30)
MIN_MATCHES = 6
"""Rated matches of a pair within PERIOD from which it is looked at."""
MIN_GAIN_SHARE = 0.6
"""The share of a person's gains that comes from the other."""
ALTERNATING = 0.85
ONE_SIDED = 0.9
QUICK = 0.5
"""Shares of their matches from which they look made."""
QUICK_PLIES = 20
"""A resignation up to this entry is quick."""
MAX_PAIRS = 200


class Meeting(Struct, frozen=True):
    """A rated match of a pair."""

    first_won: bool
    first_gain: int
    second_gain: int
    is_quick: bool  # resigned after a few answers


class RatingTrade(Struct, frozen=True):
    """A pair, and what speaks against it; `gainer` has the larger share of gains from the other."""

    gainer: str  # name and id
    other: str
    matches: int
    won: int  # by the gainer
    turns: int  # how often the winner changed from one match to the next
    quick: int  # resignations after a few answers
    gain: int  # rating points that the gainer has won from the other
    all_gains: int  # the gainer's in the period, over all matches of two

    @property
    def gain_share(self) -> float:
        return self.gain / self.all_gains if self.all_gains else 0.0

    @property
    def reasons(self) -> list[str]:
        """What about the matches looks made."""
        reasons = []
        if self.turns >= ALTERNATING * (self.matches - 1):
            reasons.append("won in turns")
        if max(self.won, self.matches - self.won) >= ONE_SIDED * self.matches:
            reasons.append("won by one side")
        if self.quick >= QUICK * self.matches:
            reasons.append("given up quickly")
        return reasons


class RatingTrades:
    """Lists the pairs."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def suspects(self) -> list[RatingTrade]:
        """The pairs with evidence against them, the largest share of gains first."""
        since = now() - PERIOD
        async with self.database.reading() as session:
            pairs = await _frequent_pairs(session, since)
            people = {person for pair in pairs for person in pair}
            meetings = await _meetings(session, people, since)
            gains = await _gains(session, people, since)
            names = await _names(session, people)
        trades = [_trade(pair, meetings[pair], gains, names) for pair in pairs]
        suspects = [
            trade for trade in trades if trade.gain_share >= MIN_GAIN_SHARE and trade.reasons
        ]
        return sorted(suspects, key=lambda trade: -trade.gain_share)


Pair = tuple[str, str]
"""Two people, by their ids in order."""
_first, _second = aliased(ResultRow), aliased(ResultRow)
_first_account, _second_account = aliased(Account), aliased(Account)
_first_person = sa.func.coalesce(_first_account.owner, _first_account.id)
_second_person = sa.func.coalesce(_second_account.owner, _second_account.id)


def _rated_matches(since: datetime, *columns: Any) -> sa.Select[Any]:
    """Columns of rated matches of two people, each match once."""
    return (
        sa.select(*columns)
        .select_from(_first)
        .join(_second, _second.match == _first.match)
        .join(_first_account, _first_account.id == _first.account)
        .join(_second_account, _second_account.id == _second.account)
        .where(_first.players == 2, _first.after.is_not(None), _first.at > since)
        .where(_first_person < _second_person)
    )


async def _frequent_pairs(session: AsyncSession, since: datetime) -> list[Pair]:
    count = sa.func.count()
    query = (
        _rated_matches(since, _first_person, _second_person)
        .group_by(_first_person, _second_person)
        .having(count >= MIN_MATCHES)
        .order_by(count.desc(), _first_person, _second_person)
        .limit(MAX_PAIRS)
    )
    return [(first, second) for first, second in (await session.execute(query)).all()]


async def _meetings(
    session: AsyncSession, people: set[str], since: datetime
) -> dict[Pair, list[Meeting]]:
    """The rated matches of every two of these people, oldest first."""
    resigned = sa.exists().where(SeatRow.match == _first.match, SeatRow.resigned)
    is_quick = sa.and_(resigned, MatchRow.ply <= QUICK_PLIES)
    gains = _first.after - _first.before, _second.after - _second.before
    query = (
        _rated_matches(since, _first_person, _second_person, _first.won, *gains, is_quick)
        .join(MatchRow, MatchRow.id == _first.match)
        .where(_first_person.in_(people), _second_person.in_(people))
        .order_by(_first.at, _first.match)
    )
    meetings: defaultdict[Pair, list[Meeting]] = defaultdict(list)
    for first, second, *meeting in (await session.execute(query)).all():
        meetings[first, second].append(Meeting(*meeting))
    return meetings


async def _gains(session: AsyncSession, people: set[str], since: datetime) -> dict[str, int]:
    """The sum of what each person has gained in rated matches of two, losses left out."""
    person = sa.func.coalesce(Account.owner, Account.id)
    gain = ResultRow.after - ResultRow.before
    query = (
        sa.select(person, sa.func.sum(gain))
        .join(Account, Account.id == ResultRow.account)
        .where(person.in_(people), ResultRow.players == 2, ResultRow.at > since, gain > 0)
        .group_by(person)
    )
    return {person: total or 0 for person, total in (await session.execute(query)).all()}


async def _names(session: AsyncSession, people: set[str]) -> dict[str, str]:
    query = sa.select(Account.id, Account.name).where(Account.id.in_(people))
    return {id: f"{name} ({id})" for id, name in (await session.execute(query)).all()}


def _trade(
    pair: Pair, meetings: Sequence[Meeting], gains: dict[str, int], names: dict[str, str]
) -> RatingTrade:
    """The evidence of a pair, from the view of the one who has gained more from the other."""
    from_second = sum(max(0, meeting.first_gain) for meeting in meetings)
    from_first = sum(max(0, meeting.second_gain) for meeting in meetings)
    shares = [
        gain / gains.get(person, 1) if gain else 0.0
        for person, gain in zip(pair, (from_second, from_first), strict=True)
    ]
    is_first = shares[0] >= shares[1]
    gainer, other = pair if is_first else pair[::-1]
    wins = [meeting.first_won is is_first for meeting in meetings]
    return RatingTrade(
        gainer=names[gainer],
        other=names[other],
        matches=len(meetings),
        won=sum(wins),
        turns=sum(one is not following for one, following in pairwise(wins)),
        quick=sum(meeting.is_quick for meeting in meetings),
        gain=from_second if is_first else from_first,
        all_gains=gains.get(gainer, 0),
    )
