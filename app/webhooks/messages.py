"""Messages: what a webhook is told. Nothing of a match that is not public, or the receiver's own.

A message about a turn says whose turn it is, never what is asked.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.records import Account
from app.database import now
from app.lobby.games import Shelf
from app.matches.records import MatchRow, SeatRow
from app.settings import Settings
from app.webhooks.records import DeliveryRow, WebhookRow

MARKS = re.compile(r"([\\`*_~|>#\[\]()<@:])")
"""What Discord would take for more than text."""


class Message(Struct):
    """What is sent, and where."""

    webhook: str
    url: str
    body: bytes
    headers: dict[str, str]


async def message_of(
    session: AsyncSession, row: DeliveryRow, settings: Settings, shelf: Shelf
) -> Message | None:
    """The message as it is true now; None if there is nothing to say any more."""
    webhook = await session.get(WebhookRow, row.webhook)
    match = await session.get(MatchRow, row.match)
    if webhook is None or match is None or match.game not in shelf.games:
        return None
    query = sa.select(SeatRow).where(SeatRow.match == match.id).order_by(SeatRow.seat)
    seats = list((await session.scalars(query)).all())
    if not _is_news(row.event, match, seats, webhook.account):
        return None
    account = await session.get_one(Account, webhook.account)
    title = shelf.games[match.game].title
    url = f"{settings.address}/matches/{match.id}"
    if webhook.format == "discord":
        names = [plain(one) for one in _names(seats)]
        text = _text(row.event, match, names, plain(account.name), title)
        said = {"content": f"{text} {url}", "allowed_mentions": {"parse": []}}
        body = msgspec.json.encode(said)
        return Message(webhook.id, webhook.url, body, {"Content-Type": "application/json"})
    body = msgspec.json.encode({**_said(row.event, match, seats, account, title), "url": url})
    return Message(webhook.id, webhook.url, body, signed(settings, webhook.id, row.event, body))


def _is_news(event: str, match: MatchRow, seats: list[SeatRow], account: str) -> bool:
    """Whether it is still so."""
    if event == "decision":
        own = [seat.seat for seat in seats if seat.account == account]
        return match.status == "playing" and any(match.waiting >> seat & 1 for seat in own)
    if event == "invite":
        return any(seat.invited == account for seat in seats)
    return match.status in ("finished", "aborted")


def _said(
    event: str, match: MatchRow, seats: list[SeatRow], account: Account, title: str
) -> dict[str, Any]:
    names = _names(seats)
    said: dict[str, Any] = {
        "event": event,
        "account": {"id": account.id, "name": account.name},
        "match": match.id,
        "game": match.game,
        "title": title,
        "status": match.status,
        "players": names,
        "text": _text(event, match, names, account.name, title),
    }
    if event == "decision":
        said["waiting"] = [name for seat, name in enumerate(names) if match.waiting >> seat & 1]
    if event == "end":
        said["ranks"] = _ranks(match, names)
    return said


def _text(event: str, match: MatchRow, names: list[str], who: str, title: str) -> str:
    if event == "decision":
        return f"{who}, it is your turn in {title}."
    if event == "invite":
        return f"{who}, a seat is kept for you in {title}."
    ranks = _ranks(match, names)
    if match.status == "aborted" or not ranks:
        return f"{title} has ended without a result."
    return f"{title} is over. First: {', '.join(ranks[0])}."


def _names(seats: list[SeatRow]) -> list[str]:
    return [seat.name or f"Player {seat.seat + 1}" for seat in seats]


def _ranks(match: MatchRow, names: list[str]) -> list[list[str]]:
    """Who came first, second, …, by name."""
    return [[names[seat] for seat in rank] for rank in (match.outcome or {}).get("ranks", [])]


def signed(settings: Settings, webhook: str, event: str, body: bytes) -> dict[str, str]:
    """The headers of a message: who has the webhook's secret can tell that it is ours and new."""
    moment = str(int(now().timestamp()))
    key = secret_of(settings, webhook).encode()
    signature = hmac.new(key, moment.encode() + b"." + body, hashlib.sha256).hexdigest()
    return {
        "Content-Type": "application/json",
        "Conclave-Event": event,
        "Conclave-Timestamp": moment,
        "Conclave-Signature": f"v1={signature}",
    }


def secret_of(settings: Settings, webhook: str) -> str:
    """The secret that signs a webhook's messages; made from our own, it is kept nowhere."""
    key = settings.secret_key.get_secret_value().encode()
    return "whsec_" + hmac.new(key, f"webhook {webhook}".encode(), hashlib.sha256).hexdigest()


def plain(name: str) -> str:
    """A name that Discord takes for nothing but text."""
    return MARKS.sub(r"\\\1", name)
