"""Wire types of webhook messages, and the `webhooks` of the OpenAPI document."""

from __future__ import annotations

from typing import Any, get_args

from app.wire import Shape
from app.wire.ids import GameId
from app.wire.literals import MatchStatus
from app.wire.people import AccountName
from app.wire.play import Offer
from app.wire.schemas import reference


class _Message(Shape, tag_field="event"):
    account: AccountName
    """The account that the message is for."""
    match: str
    """The match that the event is about."""
    game: GameId
    title: str
    """The game's title."""
    status: MatchStatus
    """The status of the match."""
    players: list[str]
    """Names by seat."""
    text: str
    """A sentence that tells the event."""
    url: str
    """The page to open."""


class DecisionMessage(_Message, tag="decision", kw_only=True):
    """It is the account's turn; `waiting` names all players that the match waits for."""

    waiting: list[str]
    """The names of all players that the match waits for."""


class OfferMessage(_Message, tag="offer", kw_only=True):
    """Another player's offers need the account's consent."""

    offers: list[Offer]
    """The open offers."""


class InviteMessage(_Message, tag="invite", kw_only=True):
    """A seat is reserved for the account."""


class EndMessage(_Message, tag="end", kw_only=True):
    """One of the account's matches has ended; `ranks` are the players' names by rank."""

    ranks: list[list[str]]
    """Names of players by rank; those of one list share it."""


class TestMessage(Shape, tag_field="event", tag="test"):
    """Sent when the owner tests the webhook; about no match."""

    account: AccountName
    """The account that the message is for."""
    text: str
    """A sentence that tells the event."""
    url: str
    """The page to open."""


WebhookMessage = DecisionMessage | OfferMessage | InviteMessage | EndMessage | TestMessage
MESSAGES = get_args(WebhookMessage)
HEADERS = {
    "webhook-id": ("The same for every attempt to deliver this message.", "msg_2b7e151628aed2a6"),
    "webhook-timestamp": ("When it was sent, in seconds since 1970.", "1795593600"),
    "webhook-signature": (
        "`v1,` and the base64 of the HMAC-SHA256 of id, timestamp and body, joined by dots, under "
        "the webhook's secret (Standard Webhooks).",
        "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
    ),
}


def webhooks() -> dict[str, Any]:
    """The messages to webhooks of the format `generic`, by event."""
    return {_tag(event): {"post": _operation(event)} for event in MESSAGES}


def _operation(message: type[Shape]) -> dict[str, Any]:
    about = " ".join((message.__doc__ or "").split())
    content = {"schema": reference(message)}
    return {
        "operationId": f"{_tag(message)}Webhook",
        "summary": f"The event `{_tag(message)}`",
        "description": about,
        "tags": ["notifications"],
        "security": [],
        "parameters": [_header(name, *description) for name, description in HEADERS.items()],
        "requestBody": {"required": True, "content": {"application/json": content}},
        "responses": {
            "2XX": {"description": "Received."},
            "4XX": {"description": "Refused; it is sent again later."},
        },
    }


def _header(name: str, about: str, example: str) -> dict[str, Any]:
    schema = {"type": "string"}
    return {
        "name": name,
        "in": "header",
        "required": True,
        "description": about,
        "schema": schema,
        "example": example,
    }


def _tag(message: type[Shape]) -> str:
    return str(message.__struct_config__.tag)
