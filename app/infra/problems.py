"""Problems: the errors that callers can get, as RFC 9457 problem details."""

from __future__ import annotations

from typing import Any

from app.infra.database_errors import reason_of
from app.infra.logs import Recurring

CATALOGUE: dict[str, tuple[int, str]] = {
    "unauthenticated": (401, "Authentication required"),
    "forbidden": (403, "Not allowed"),
    "not-found": (404, "Not found"),
    "not-your-decision": (403, "That decision belongs to another seat"),
    "stale-decision": (409, "That question is no longer open"),
    "illegal-answer": (422, "That is not a legal answer"),
    "match-over": (409, "The match is over"),
    "match-not-started": (409, "The match has not started"),
    "already-started": (409, "The match has started already"),
    "signed-in": (409, "You have an account here already"),
    "already-seated": (409, "You have a seat already"),
    "seats-open": (409, "Not every seat is taken"),
    "unconfirmed": (409, "Not every player has confirmed the new terms"),
    "seat-taken": (409, "That seat is taken"),
    "match-full": (409, "Every seat is taken"),
    "offer-closed": (409, "That offer is closed"),
    "request-in-progress": (409, "That request is still being carried out"),
    "paused": (409, "The match is paused"),
    "undo-off": (409, "Undo is disabled in this match"),
    "undo-sealed": (409, "That can't be taken back"),
    "method-not-allowed": (405, "Method not allowed here"),
    "wrong-code": (403, "Wrong code"),
    "invalid-request": (422, "Invalid request"),
    "name-taken": (409, "That name is taken"),
    "payload-too-large": (413, "Too large"),
    "rate-limited": (429, "Too many requests at once"),
    "too-many-tables": (429, "You have too many open tables"),
    "too-many-matches": (429, "You have too many unfinished matches"),
    "too-many-bot-matches": (429, "You have too many unfinished matches of bots alone"),
    "too-much-chat": (429, "Too many chat messages"),
    "engine-timeout": (503, "The rules took too long"),
    "unavailable": (503, "Temporarily unavailable"),
    "internal": (500, "Internal server error"),
}
"""Every problem: its status and title."""

_away = Recurring("conclave.problems", "database")


class Problem(Exception):
    """A refusal: a `name` from CATALOGUE, a sentence, and members such as `why` or `decisions`.

    `wait` is the number of seconds after which a retry makes sense; `headers` replace `advice`.
    """

    def __init__(self, name: str, detail: str = "", wait: int = 1, **members: Any) -> None:
        super().__init__(detail)
        self.name = name
        self.sentence = detail
        self.members = members
        self.wait = wait
        self.headers: dict[str, str] = {}

    @property
    def status(self) -> int:
        return CATALOGUE[self.name][0]

    @property
    def title(self) -> str:
        return CATALOGUE[self.name][1]

    def advice(self) -> dict[str, str]:
        """Headers that tell the client what to do."""
        if self.headers:
            return self.headers
        if self.status == 401:
            return {"WWW-Authenticate": "Bearer"}
        return {"Retry-After": str(self.wait)} if self.status in (429, 503) else {}


def not_found(kind: str) -> Problem:
    return Problem("not-found", f"There is no such {kind}.")


def invalid(detail: str, *place: str | int) -> Problem:
    """An invalid request; `place` is the path to the wrong part of the request."""
    return Problem("invalid-request", detail, errors=[{"loc": list(place), "msg": detail}])


def internal(report: str, spoken: str = "") -> Problem:
    """The problem for an unexpected exception; `report_fault` is the id of its fault report, and
    `spoken` what it says, on an author's own machine.
    """
    detail = f"{spoken} The server's log describes it as fault {report}.".lstrip()
    return Problem("internal", detail, report=report)


def away(error: Exception) -> Problem:
    """Log a database error; returns its problem, with the reason if it is known."""
    reason = reason_of(error) or ""
    _away.note(error=type(error).__name__, reason=reason)
    return Problem("unavailable", reason)
