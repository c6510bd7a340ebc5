"""Records: everything that the tables hold about a person, as their export contains it.

Left out are secrets and their hashes, and what belongs to others: who has blocked or reported the
person, what the staff has noted, and messages that the person has deleted.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.models import (
    AcceptRow,
    Account,
    FormerName,
    Relation,
    SignInIdentityRow,
    Token,
)
from app.accounts.privacy import COLUMNS
from app.admin.models import ReportRow, WarningRow
from app.analysis.models import AnalysisRow
from app.friends.models import FriendRequestRow, FriendshipRow, MessageRow
from app.mail.models import MailRow
from app.matches.models import ChatRow, MatchRow, OccupantRow, SeatRow
from app.matchmaking.models import PairingRow, PairingSeatRow, PoolPersonRow, PoolTicketRow
from app.notifications.push.models import PushSubscriptionRow
from app.notifications.webhooks.models import WebhookRow
from app.ratings.models import RatingRow, ResultRow

Query = sa.Select[*tuple[Any, ...]]
Record = dict[str, Any]
"""A row as JSON; times as in the API."""


async def records_of(session: AsyncSession, account: Account) -> dict[str, Record | list[Record]]:
    """All records about an account, by the name of their file."""
    records: dict[str, Record | list[Record]] = {"account": _account(account)}
    for part in (_own_queries, _people_queries, _play_queries):
        for name, query in part(account.id).items():
            rows = (await session.execute(query)).mappings().all()
            records[name] = [
                {column: _plain(value) for column, value in row.items()} for row in rows
            ]
    return records


def _own_queries(id: str) -> dict[str, Query]:
    """What belongs to the account alone."""
    return {
        "former_names": sa.select(FormerName.folded.label("name"), FormerName.match).where(
            FormerName.account == id
        ),
        "sessions_and_tokens": sa.select(
            Token.kind, Token.name, Token.scopes, Token.created_at, Token.expires_at
        ).where(Token.account == id, Token.kind.in_(("session", "token"))),
        "sign_in_identities": sa.select(
            SignInIdentityRow.issuer, SignInIdentityRow.subject, SignInIdentityRow.created_at
        ).where(SignInIdentityRow.account == id),
        "accepts": sa.select(AcceptRow.accepts, AcceptRow.seen_at).where(AcceptRow.account == id),
        "bots": sa.select(Account.id, Account.name, Account.created_at).where(Account.owner == id),
        "webhooks": _columns(WebhookRow, WebhookRow.account == id),
        "mail_waiting": sa.select(MailRow.kind, MailRow.address, MailRow.created_at).where(
            MailRow.account == id
        ),
        "push": sa.select(PushSubscriptionRow.endpoint, PushSubscriptionRow.created_at).where(
            PushSubscriptionRow.account == id
        ),
    }


def _people_queries(id: str) -> dict[str, Query]:
    """What the account has with others: friends, messages, reports."""
    sent = _named(MessageRow.recipient, MessageRow.sender == id, ~MessageRow.sender_deleted)
    received = _named(MessageRow.sender, MessageRow.recipient == id, ~MessageRow.recipient_deleted)
    return {
        "friends": _named(FriendshipRow.other, FriendshipRow.account == id),
        "friend_requests_sent": _named(FriendRequestRow.other, FriendRequestRow.account == id),
        "friend_requests_received": _named(FriendRequestRow.account, FriendRequestRow.other == id),
        "blocks_and_mutes": _named(Relation.other, Relation.account == id).add_columns(
            Relation.kind, Relation.at
        ),
        "messages_sent": sent.add_columns(MessageRow.text, MessageRow.at).order_by(MessageRow.id),
        "messages_received": received.add_columns(
            MessageRow.text, MessageRow.at, MessageRow.read_at
        ).order_by(MessageRow.id),
        "chat": sa.select(ChatRow.match, ChatRow.channel, ChatRow.to, ChatRow.text, ChatRow.at)
        .where(ChatRow.account == id)
        .order_by(ChatRow.id),
        "reports_filed": _named(ReportRow.account, ReportRow.by == id).add_columns(
            ReportRow.reason, ReportRow.line, ReportRow.match, ReportRow.at
        ),
        "reports_received": sa.select(ReportRow.line, ReportRow.at, ReportRow.verdict).where(
            ReportRow.account == id
        ),
        "warnings": sa.select(WarningRow.text, WarningRow.at, WarningRow.acknowledged_at).where(
            WarningRow.account == id
        ),
    }


def _play_queries(id: str) -> dict[str, Query]:
    """What the account has played and looked for."""
    return {
        "seats": _seats(id),
        "ratings": _columns(RatingRow, RatingRow.account == id),
        "results": _columns(ResultRow, ResultRow.account == id),
        "analyses": sa.select(AnalysisRow.match, AnalysisRow.asked_at).where(
            AnalysisRow.account == id
        ),
        "pools": sa.select(PoolTicketRow.pool, PoolTicketRow.since).where(
            PoolTicketRow.account == id
        ),
        "pool_pairings": sa.select(
            PairingRow.pool, PairingRow.made_at, PairingSeatRow.waited_s, PairingSeatRow.accepted
        )
        .join(PairingSeatRow, PairingSeatRow.pairing == PairingRow.id)
        .where(PairingSeatRow.account == id),
        "pool_absences": sa.select(PoolPersonRow.absences, PoolPersonRow.absent_at).where(
            PoolPersonRow.person == id
        ),
    }


async def matches_of(session: AsyncSession, account: str) -> Sequence[str]:
    """The matches in which the account sits, has sat, or which it has made, oldest first."""
    places = sa.union(
        sa.select(SeatRow.match).where(
            sa.or_(SeatRow.account == account, SeatRow.former == account)
        ),
        sa.select(OccupantRow.match).where(OccupantRow.account == account),
        sa.select(MatchRow.id).where(MatchRow.creator == account),
    )
    query = sa.select(MatchRow.id).where(MatchRow.id.in_(places))
    return (await session.scalars(query.order_by(MatchRow.created_at, MatchRow.id))).all()


def _account(account: Account) -> Record:
    names = (
        *("id", "kind", "name", "email", "email_verified_at", "created_at", "last_seen_at"),
        *("crest", "friend_code", "muted_until", "closed_at"),
    )
    record = {name: getattr(account, name) for name in names}
    return {
        **{name: _plain(value) for name, value in record.items() if value is not None},
        "role": account.role,
        "preferences": account.preferences,
        "privacy": {member: getattr(account, column) for member, column in COLUMNS.items()},
    }


def _seats(account: str) -> Query:
    """The account's seats, with the name that others see there."""
    return (
        sa.select(
            SeatRow.match,
            SeatRow.seat,
            SeatRow.name,
            SeatRow.rating,
            SeatRow.resigned,
            SeatRow.sat_at,
        )
        .where(sa.or_(SeatRow.account == account, SeatRow.former == account))
        .order_by(SeatRow.match)
    )


def _named(other: sa.ColumnElement[Any] | Any, *which: sa.ColumnElement[bool]) -> Query:
    """The other account of a relation, by id and name."""
    query = sa.select(Account.id.label("account"), Account.name)
    return query.join(other.class_, other == Account.id).where(*which)


def _columns(table: Any, *which: sa.ColumnElement[bool]) -> Query:
    """All columns of a table."""
    return sa.select(*table.__table__.columns).where(*which)


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value
