"""Operations: the replies of each endpoint, and every problem it may return."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from app.infra.problems import CATALOGUE
from app.wire import analysis, exports, frames, grammar, health, matches, people, play

JSON = "application/json"
JSON_LINES = "application/x-ndjson"
EVENT_STREAM = "text/event-stream"
COMMON = (
    "invalid-request",
    "payload-too-large",
    "unauthenticated",
    "forbidden",
    "unavailable",
)
"""Problems any endpoint may return: for an invalid request, a token that is invalid or lacks a
scope, a cross-site cookie, a database that is down."""
CHANGE = (*COMMON, "rate-limited")
NOT_FOUND = "not-found"
ANSWER = ("stale-decision", "match-over", "match-not-started", "paused", "engine-timeout")
SHOW = ("match-over", "match-not-started", "paused", "engine-timeout")
START = ("engine-timeout",)
MATCH_QUOTAS = ("too-many-matches", "too-many-bot-matches")
NEW_MATCH = ("too-many-tables", *MATCH_QUOTAS, *START)
TAKE_SEAT = ("already-started", "already-seated", "seat-taken", "match-full", "wrong-code")


@dataclass(frozen=True)
class Operation:
    """An endpoint's replies by status (None: no body) and the names of its problems."""

    replies: dict[int, Any]
    problems: tuple[str, ...] = COMMON
    media: str = JSON

    @property
    def is_located(self) -> bool:
        """Whether the reply has the `Location` of the created resource."""
        return self.replies.get(201) is matches.Match

    @property
    def is_repeatable(self) -> bool:
        """Whether the first reply is repeated under an `Idempotency-Key`."""
        return "request-in-progress" in self.problems

    @property
    def is_limited(self) -> bool:
        """Whether requests count against a limit."""
        return "rate-limited" in self.problems

    def by_status(self) -> dict[int, list[str]]:
        """The names of the problems by status."""
        by_status: dict[int, list[str]] = {}
        for name in sorted(set(self.problems)):
            by_status.setdefault(CATALOGUE[name][0], []).append(name)
        return by_status


def _read(reply: Any, *problems: str, **options: Any) -> Operation:
    return Operation({200: reply}, (*COMMON, *problems), **options)


def _cached_read(reply: Any, *problems: str) -> Operation:
    """A read operation with an ETag."""
    return Operation({200: reply, 304: None}, (*COMMON, *problems))


def _change(reply: Any, *problems: str, status: int = 200) -> Operation:
    return Operation({status: reply}, (*CHANGE, *problems))


def _created(reply: Any, *problems: str) -> Operation:
    """An operation that creates once per `Idempotency-Key`."""
    return _change(reply, "request-in-progress", *problems, status=201)


_ANSWERED = Operation({200: play.Committed}, (*CHANGE, NOT_FOUND, *ANSWER, "illegal-answer"))
_UNDO_PROBLEMS = (
    NOT_FOUND,
    *ANSWER,
    "not-your-decision",
    "undo-off",
    "undo-sealed",
    "offer-closed",
)
_OFFER_PROBLEMS = (*_UNDO_PROBLEMS, "already-started", "seat-taken")

OPERATIONS: dict[str, Operation] = {
    "POST /guests": _created(people.SignedIn, "name-taken", "signed-in"),
    "POST /accounts": _created(people.SignedIn, "name-taken"),
    "POST /sessions": _created(people.SignedIn),
    "POST /sessions/by-link": _created(people.SignedIn),
    "DELETE /sessions": _change(None, status=204),
    "DELETE /sessions/current": _change(None, status=204),
    "GET /me": Operation({200: people.Me, 204: None}, _read(people.Me).problems),
    "PATCH /me": _change(people.Me, "name-taken"),
    "GET /me/tokens": _read(people.Tokens),
    "POST /me/tokens": _created(people.MadeToken),
    "DELETE /me/tokens/{token}": _change(None, "not-found", status=204),
    "POST /me/tickets": _created(people.Ticket),
    "GET /me/bots": _read(people.Accounts),
    "GET /bots": Operation({200: people.OnlineBots, 304: None}, COMMON),
    "PUT /me/accepts": _change(people.Accepts),
    "DELETE /me/accepts": _change(None, status=204),
    "POST /bots": _created(people.SignedIn, "name-taken"),
    "POST /me/bots/{bot}/token": _created(people.SignedIn, "not-found"),
    "GET /me/bots/{bot}/tokens": _read(people.Tokens, "not-found"),
    "POST /me/bots/{bot}/tokens": _created(people.MadeToken, "not-found"),
    "DELETE /me/bots/{bot}/tokens/{token}": _change(None, "not-found", status=204),
    "GET /accounts/{name}": _read(people.Profile, "not-found"),
    "GET /leaderboards/{game}": _read(people.Leaderboard, "not-found"),
    "GET /me/webhooks": _read(people.Webhooks),
    "POST /me/webhooks": _created(people.MadeWebhook),
    "DELETE /me/webhooks/{webhook}": _change(None, "not-found", status=204),
    "POST /me/webhooks/{webhook}/test": _change(people.Webhook, "not-found"),
    "GET /me/push": _read(people.Push),
    "POST /me/push": _created(people.Push),
    "DELETE /me/push": _change(None, "not-found", status=204),
    "GET /me/blocks": _read(people.Relations),
    "PUT /me/blocks/{name}": _change(None, "not-found", status=204),
    "DELETE /me/blocks/{name}": _change(None, "not-found", status=204),
    "GET /me/mutes": _read(people.Relations),
    "PUT /me/mutes/{name}": _change(None, "not-found", status=204),
    "DELETE /me/mutes/{name}": _change(None, "not-found", status=204),
    "POST /reports": _created(people.Report, "not-found"),
    "GET /admin/reports": _read(people.Reports),
    "POST /admin/reports/{report}": _change(None, "not-found", status=204),
    "GET /games": _cached_read(matches.Games),
    "GET /games/{game}": Operation({200: matches.Game, 304: None}, (*COMMON, "not-found")),
    "GET /games/{game}/grammar": Operation(
        {200: grammar.Grammar, 304: None}, (*COMMON, "not-found")
    ),
    "GET /games/{game}/first-match": Operation(
        {200: matches.FirstMatch, 304: None}, (*COMMON, "not-found")
    ),
    "POST /games/{game}/first-match": _created(matches.Match, "not-found", *NEW_MATCH),
    "GET /games/{game}/lessons": _read(matches.Lessons, "not-found"),
    "POST /games/{game}/lessons/{lesson}": _created(matches.Match, "not-found", *NEW_MATCH),
    "POST /matches": _created(matches.Match, *NEW_MATCH),
    "GET /matches": _cached_read(matches.Matches),
    "GET /matches/by-code/{code}": _read(matches.Match, NOT_FOUND, "rate-limited"),
    "GET /matches/{id}": _cached_read(matches.Match, NOT_FOUND),
    "DELETE /matches/{id}": _change(matches.Match, NOT_FOUND, "already-started"),
    "POST /matches/{id}/seats": _change(
        matches.Match,
        "request-in-progress",
        NOT_FOUND,
        *TAKE_SEAT,
        "too-many-matches",
        *START,
        "match-over",
    ),
    "DELETE /matches/{id}/seats/mine": _change(matches.Match, NOT_FOUND, "already-started"),
    "PUT /matches/{id}/seats/{seat}": _change(
        matches.Match, NOT_FOUND, "already-started", "seat-taken", *MATCH_QUOTAS, *START
    ),
    "DELETE /matches/{id}/seats/{seat}/invitation": _change(
        matches.Match, NOT_FOUND, "already-started"
    ),
    "PUT /matches/{id}/seats/mine/auto_pass": _change(
        play.AutoPass, NOT_FOUND, "match-over", "match-not-started"
    ),
    "PUT /matches/{id}/seats/mine/auto_answer": _change(
        play.AutoAnswer, NOT_FOUND, "match-over", "match-not-started"
    ),
    "POST /matches/{id}/start": _change(
        matches.Match, NOT_FOUND, "already-started", "seats-open", *MATCH_QUOTAS, *START
    ),
    "GET /matches/{id}/view": Operation({200: frames.FullFrame, 304: None}, (*COMMON, NOT_FOUND)),
    "POST /matches/{id}/decisions/{decision}": Operation(
        _ANSWERED.replies, (*_ANSWERED.problems, "not-your-decision")
    ),
    "POST /matches/{id}/decisions/{decision}/undo": Operation(
        {200: play.Committed, 202: play.Committed}, (*CHANGE, *_UNDO_PROBLEMS)
    ),
    "POST /matches/{id}/decisions/{decision}/hint": _change(
        play.Hint, NOT_FOUND, *ANSWER, "not-your-decision"
    ),
    "GET /matches/{id}/decisions/{decision}/world": _change(
        play.World, NOT_FOUND, *ANSWER, "not-your-decision"
    ),
    "POST /matches/{id}/shows": _change(play.Committed, NOT_FOUND, *SHOW),
    "GET /matches/{id}/log": _read(play.Log, NOT_FOUND),
    "GET /matches/{id}/chat": _read(play.Chat, NOT_FOUND),
    "POST /matches/{id}/chat": _change(play.ChatLine, NOT_FOUND, "too-much-chat", status=201),
    "GET /matches/{id}/stream": _read(None, NOT_FOUND, "rate-limited", media=JSON_LINES),
    "GET /matches/{id}/export": _read(exports.Export, NOT_FOUND, "match-not-started"),
    "GET /matches/{id}/replay": Operation(
        {200: frames.FullFrame | frames.AllFrames, 304: None},
        (*COMMON, NOT_FOUND, "match-not-started"),
    ),
    "GET /matches/{id}/scores": Operation(
        {200: play.Scores, 304: None}, (*COMMON, NOT_FOUND, "match-not-started")
    ),
    "GET /matches/{id}/analysis": _read(analysis.AnalysisInfo, NOT_FOUND),
    "POST /matches/{id}/analysis": Operation(
        {200: analysis.AnalysisInfo, 202: analysis.AnalysisInfo},
        (*CHANGE, NOT_FOUND, "match-not-started"),
    ),
    "GET /matches/{id}/analysis/stream": _read(None, NOT_FOUND, "rate-limited", media=JSON_LINES),
    "POST /matches/{id}/fork": _created(
        matches.Match, NOT_FOUND, "match-over", "match-not-started", *NEW_MATCH
    ),
    "POST /matches/{id}/rematch": Operation(
        {200: matches.Match, 201: matches.Match},
        (*CHANGE, "request-in-progress", NOT_FOUND, *TAKE_SEAT, *NEW_MATCH),
    ),
    "POST /matches/{id}/offers": _change(play.Offer, *_OFFER_PROBLEMS, status=201),
    "POST /matches/{id}/offers/{offer}": _change(play.Offer, *_OFFER_PROBLEMS),
    "POST /matches/{id}/resign": _change(
        play.Standstill, NOT_FOUND, "match-over", "match-not-started"
    ),
    "GET /me/stream": _read(None, "rate-limited", media=JSON_LINES),
    "GET /lobby/stream": _read(None, "rate-limited", media=EVENT_STREAM),
}
"""Every endpoint below `/api/v1`."""

OPERATOR_ENDPOINTS: dict[str, Operation] = {
    "GET /healthz": Operation({200: health.Health}, ()),
    "GET /readyz": Operation({200: health.Readiness}, ("unavailable",)),
    "GET /metrics": Operation({200: None}, (), "text/plain"),
}
"""The endpoints for the operator of the server."""
