"""Wire types of webhooks and their messages, and the `webhooks` of the OpenAPI document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, get_args

from app.wire import UNSET, Shape, UnsetType
from app.wire.ids import GameId, Time
from app.wire.literals import MatchStatus, TableNews, WebhookError, WebhookFormat
from app.wire.people import AccountName
from app.wire.play import Offer
from app.wire.schemas import reference


class EventMessage(Shape, tag_field="event"):
    """A message about a match."""

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


class DecisionMessage(EventMessage, tag="decision", kw_only=True):
    """It is the account's turn; `waiting` names all players that the match waits for."""

    waiting: list[str]
    """The names of all players that the match waits for."""


class OfferMessage(EventMessage, tag="offer", kw_only=True):
    """Another player's offers need the account's consent."""

    offers: list[Offer]
    """The open offers."""


class InviteMessage(EventMessage, tag="invite", kw_only=True):
    """A seat is reserved for the account."""


class TableMessage(EventMessage, tag="table", kw_only=True):
    """An open table concerns the account: `news` says how."""

    news: TableNews
    """The seat was freed, the account hosts the table, terms wait to be confirmed, or a player asks
    to swap seats."""


class EndMessage(EventMessage, tag="end", kw_only=True):
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


WebhookMessage = (
    DecisionMessage | OfferMessage | InviteMessage | TableMessage | EndMessage | TestMessage
)
MESSAGES = get_args(WebhookMessage)
EVENTS = tuple(
    message.__struct_config__.tag for message in MESSAGES if issubclass(message, EventMessage)
)
if TYPE_CHECKING:
    WebhookEvent = str
else:
    WebhookEvent = Literal[EVENTS]


class WebhookResult(Shape):
    """What became of a message: the status of the reply, or why there was none."""

    at: Time
    """When the delivery was attempted."""
    status: int | UnsetType = UNSET
    """The HTTP status of the receiver's reply."""
    error: WebhookError | UnsetType = UNSET
    """`timeout`, `unreachable`, or `address` if that is not public."""


class Webhook(Shape, kw_only=True):
    """A URL that is notified of an account's events; deleted after too many failures."""

    id: str
    """Opaque."""
    url: str
    """Where messages are posted."""
    format: WebhookFormat
    """`generic`: signed JSON; `discord`: the format of Discord's webhooks."""
    events: list[WebhookEvent]
    """What happened, as the viewer may know it."""
    failures: int
    """Failed deliveries in a row."""
    created_at: Time
    """When the webhook was set up."""
    last: WebhookResult | UnsetType = UNSET
    """What became of the last message, once there was one."""


class MadeWebhook(Webhook, kw_only=True):
    """A webhook with the secret that signs its messages, shown only this once."""

    secret: str | UnsetType = UNSET
    """Signs the messages; shown only this once."""


class WebhookChoice(Shape):
    """An event of which a webhook may be notified."""

    event: WebhookEvent
    """The kind of notification."""
    label: str
    """What it is about."""


class Webhooks(Shape):
    items: list[Webhook]
    """The account's webhooks."""
    events: list[WebhookChoice]
    """The events of which a webhook may be notified."""


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
