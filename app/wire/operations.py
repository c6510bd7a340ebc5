"""Operations: what an endpoint replies, and which problems it may return, declared at its route.

    @router.get("/matches/{id}/log", tags=["history"], operation_id="getLog", summary="Events")
    @reads("not-found")
    async def log(id: Id) -> Log:
        \"""The entries of a match, with their events.\"""

Generated clients name their functions by `operation_id`, so an id lasts as long as its endpoint.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar, get_type_hints

from app.infra.problems import CATALOGUE

JSON = "application/json"
NDJSON = "application/x-ndjson"
EVENT_STREAM = "text/event-stream"
ANY_PROBLEMS = (
    "invalid-request",
    "payload-too-large",
    "unauthenticated",
    "forbidden",
    "unavailable",
)
"""Problems of any endpoint: for an invalid request, a token that is invalid or lacks a scope, a
cross-site cookie, a database that is down."""
START_PROBLEMS = ("engine-timeout",)
PLAY_PROBLEMS = ("stale-decision", "match-over", "match-not-started", "paused", "engine-timeout")
SHOW_PROBLEMS = ("match-over", "match-not-started", "paused", "engine-timeout")
UNDO_PROBLEMS = (
    "not-found",
    *PLAY_PROBLEMS,
    "not-your-decision",
    "undo-off",
    "undo-sealed",
    "offer-closed",
)
OFFER_PROBLEMS = (*UNDO_PROBLEMS, "already-started", "seat-taken")
QUOTA_PROBLEMS = ("too-many-matches", "too-many-bot-matches")
NEW_MATCH_PROBLEMS = ("too-many-tables", *QUOTA_PROBLEMS, *START_PROBLEMS)
SEAT_PROBLEMS = ("already-started", "already-seated", "seat-taken", "match-full", "wrong-code")

TAGS: dict[str, str] = {
    "instance": "The server itself: its name, its pages, who may take part.",
    "accounts": "Guests, accounts, sessions and preferences.",
    "bots": "Bots that are online, and what they accept.",
    "tokens": "Bots, and the tokens and tickets that act for an account.",
    "people": "Profiles, leaderboards, blocks, mutes and reports.",
    "friends": "Friends, requests to be friends, and links.",
    "notifications": "Webhooks, and push messages to browsers.",
    "games": "The games on offer, first matches and lessons.",
    "lobby": "Matches before they start: list, create, join, leave.",
    "pools": "Finding opponents: pools, places in them, ready checks.",
    "playing": "A match: its view, decisions, undo, offers and chat.",
    "history": "After the end: replay, export, scores, analysis, rematch and fork.",
    "streams": "What the server pushes over HTTP; `/asyncapi.json` describes the lines.",
    "staff": "Reports, people and matches, for moderators and operators; the server, for "
    "operators.",
    "operations": "Health and metrics, for the operator of the server.",
}
"""Every tag, in the order in which the reference shows them."""

Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])
RETURNED: Any = object()
"""Stands for the type that an endpoint returns."""
MARK = "operation"


@dataclass(frozen=True)
class Operation:
    """An endpoint's problems by name, and its reply: by default the type that it returns, None
    where there is no schema. `also` is a second status with the same reply; `cached` replies have
    an ETag, and 304 for the caller that has the current one.
    """

    problems: frozenset[str]
    reply: Any = RETURNED
    also: int | None = None
    media: str = JSON
    cached: bool = False

    @property
    def is_repeatable(self) -> bool:
        """Whether the first reply is repeated under an `Idempotency-Key`."""
        return "request-in-progress" in self.problems

    @property
    def is_limited(self) -> bool:
        """Whether requests count against a limit."""
        return "rate-limited" in self.problems

    def replies(self, endpoint: Callable[..., Any], status: int) -> dict[int, Any]:
        """The types of the replies by status, None for no schema; `status` is the usual one."""
        reply = self.reply
        if reply is RETURNED:
            returned = get_type_hints(endpoint)["return"]
            reply = None if returned is type(None) else returned
        replies = {code: None if code == 204 else reply for code in (status, self.also) if code}
        return replies | ({304: None} if self.cached else {})

    def problems_by_status(self) -> dict[int, list[str]]:
        """The names of the problems by status."""
        by_status: dict[int, list[str]] = {}
        for name in sorted(self.problems):
            by_status.setdefault(CATALOGUE[name][0], []).append(name)
        return by_status


def operation_of(endpoint: Callable[..., Any]) -> Operation:
    """The declared operation of an endpoint. Raises AttributeError if it has none."""
    operation: Operation = getattr(endpoint, MARK)
    return operation


def declares(problems: Iterable[str], **reply: Any) -> Callable[[Endpoint], Endpoint]:
    """Declare an endpoint's operation; `reply` are the other members of Operation."""

    def mark(endpoint: Endpoint) -> Endpoint:
        setattr(endpoint, MARK, Operation(frozenset(problems), **reply))
        return endpoint

    return mark


def reads(*problems: str, **reply: Any) -> Callable[[Endpoint], Endpoint]:
    """Declare an endpoint that changes nothing; `problems` besides those of any endpoint."""
    return declares((*ANY_PROBLEMS, *problems), **reply)


def changes(*problems: str, **reply: Any) -> Callable[[Endpoint], Endpoint]:
    """Declare an endpoint that changes something, so requests count against a limit."""
    return reads("rate-limited", *problems, **reply)


def creates(*problems: str, **reply: Any) -> Callable[[Endpoint], Endpoint]:
    """Declare an endpoint that creates something, once per `Idempotency-Key`."""
    return changes("request-in-progress", *problems, **reply)
