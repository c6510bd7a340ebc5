"""Payloads: the messages to webhooks, which hold only public facts and the receiver's own.

A message about a turn says whose turn it is, never what the question is.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.models import Account
from app.games.catalogue import Catalogue
from app.infra.settings import Settings
from app.infra.wall_clock import now
from app.matches.match_info import OVER, Offer
from app.matches.models import MatchRow, SeatRow
from app.matches.offer_reads import read_offers, shown_offer
from app.notifications.webhooks.models import DeliveryRow, WebhookRow

MARKS = re.compile(r"([\\`*_~|>#\[\]()<@:])")
"""Characters that Discord treats as markup."""


OFFERS = {
    "undo": "asks to undo an answer",
    "pause": "asks to pause",
    "resume": "asks to resume",
    "abort": "asks to abort the match",
    "draw": "offers a draw",
    "substitute": "asks to replace an absent player",
}


class Payload(Struct):
    """A message ready to send: body, headers, URL, and the account it is for."""

    webhook: str
    account: str
    url: str
    body: bytes
    headers: dict[str, str]


class News(Struct):
    """The facts that a message is written from."""

    event: str
    status: str
    title: str
    who: str
    names: list[str]
    own: list[int]  # the seats of the account
    waiting: list[int]  # the seats that the match waits for
    invited: bool
    offers: list[Offer]  # those that need the account's consent
    ranks: list[list[int]]

    @property
    def is_true(self) -> bool:
        """Whether the event still holds."""
        if self.event == "decision":
            return self.status == "playing" and not set(self.own).isdisjoint(self.waiting)
        if self.event == "offer":
            return self.status in ("playing", "paused") and bool(self.offers)
        if self.event == "invite":
            return self.invited
        return self.status in OVER

    @property
    def text(self) -> str:
        """The message as one sentence."""
        match self.event:
            case "decision":
                return f"{self.who}, it is your turn in {self.title}."
            case "offer":
                offer = self.offers[0]
                return f"{self.who}, {self.names[offer.by]} {OFFERS[offer.kind]} in {self.title}."
            case "invite":
                return f"{self.who}, a seat is kept for you in {self.title}."
        if self.status == "aborted" or not self.ranks:
            return f"{self.title} has ended without a result."
        return f"{self.title} is over. First: {', '.join(self.named(self.ranks[0]))}."

    def named(self, seats: list[int]) -> list[str]:
        return [self.names[seat] for seat in seats]


async def payload_of(
    session: AsyncSession, row: DeliveryRow, settings: Settings, shelf: Catalogue
) -> Payload | None:
    """The message from the current state; None if the event no longer holds."""
    webhook = await session.get(WebhookRow, row.webhook)
    match = await session.get(MatchRow, row.match)
    if webhook is None or match is None or match.game not in shelf.games:
        return None
    account = await session.get_one(Account, webhook.account)
    news = await _news(session, row.event, match, account, shelf.games[match.game].title)
    if not news.is_true:
        return None
    url = f"{settings.address}/m/{match.id}"
    if webhook.format == "discord":
        plainly = replace(news, names=[plain(one) for one in news.names], who=plain(news.who))
        said = {"content": f"{plainly.text} {url}", "allowed_mentions": {"parse": []}}
        body = msgspec.json.encode(said)
        headers = {"Content-Type": "application/json"}
        return Payload(webhook.id, account.id, webhook.url, body, headers)
    body = msgspec.json.encode({**_said(news, match, account), "url": url})
    headers = signed(settings, webhook.id, row.event, body)
    return Payload(webhook.id, account.id, webhook.url, body, headers)


async def _news(
    session: AsyncSession, event: str, match: MatchRow, account: Account, title: str
) -> News:
    query = sa.select(SeatRow).where(SeatRow.match == match.id).order_by(SeatRow.seat)
    seats = list((await session.scalars(query)).all())
    own = [seat.seat for seat in seats if seat.account == account.id]
    offers = await read_offers(session, match) if event == "offer" else []
    return News(
        event=event,
        status=match.status,
        title=title,
        who=account.name,
        names=[seat.name or f"Player {seat.seat + 1}" for seat in seats],
        own=own,
        waiting=[seat.seat for seat in seats if match.waiting >> seat.seat & 1],
        invited=any(seat.invited == account.id for seat in seats),
        offers=[one for one in offers if {*own} & {*one.asked} - {*one.answers}],
        ranks=(match.outcome or {}).get("ranks", []),
    )


def _said(news: News, match: MatchRow, account: Account) -> dict[str, Any]:
    said: dict[str, Any] = {
        "event": news.event,
        "account": {"id": account.id, "name": account.name},
        "match": match.id,
        "game": match.game,
        "title": news.title,
        "status": news.status,
        "players": news.names,
        "text": news.text,
    }
    if news.event == "decision":
        said["waiting"] = news.named(news.waiting)
    if news.event == "offer":
        said["offers"] = [shown_offer(offer) for offer in news.offers]
    if news.event == "end":
        said["ranks"] = [news.named(rank) for rank in news.ranks]
    return said


def signed(settings: Settings, webhook: str, event: str, body: bytes) -> dict[str, str]:
    """The headers of a message; its signature lets the receiver verify origin and freshness."""
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
    """The secret that signs a webhook's messages; derived from the server's, stored nowhere."""
    key = settings.secret_key.get_secret_value().encode()
    return "whsec_" + hmac.new(key, f"webhook {webhook}".encode(), hashlib.sha256).hexdigest()


def plain(name: str) -> str:
    """A name with Discord's markup escaped."""
    return MARKS.sub(r"\\\1", name)
