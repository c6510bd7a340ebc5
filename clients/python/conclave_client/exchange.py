"""Exchange: builds requests and reads replies, without input and output, for both clients."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import httpx
import msgspec

from conclave_client.calls import Call
from conclave_client.frames import read_line
from conclave_client.problems import Problem
from conclave_client.types import RestartFrame

T = TypeVar("T")
MAX_SILENCE_S = 20.0
"""A stream carries an empty line every 7 seconds; after this silence it counts as dead."""
JSON_LINES = {"Accept": "application/x-ndjson"}


def http_options(server: str, token: str | None) -> dict[str, Any]:
    """Arguments of httpx's clients."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return {
        "base_url": f"{server.rstrip('/')}/api/v1",
        "headers": headers,
        "timeout": httpx.Timeout(MAX_SILENCE_S),
        "follow_redirects": False,
    }


def request_options(call: Call[Any]) -> dict[str, Any]:
    """Arguments of httpx's `request`."""
    options: dict[str, Any] = {"method": call.method, "url": call.path}
    if call.query:
        options["params"] = dict(call.query)
    if call.body is not None:
        options["json"] = call.body
    if call.key is not None:
        options["headers"] = {"Idempotency-Key": call.key}
    return options


def read_reply(call: Call[T], response: httpx.Response) -> T:
    """The reply, typed. Raises Problem."""
    if response.is_success:
        content = response.content or b"null"
        return msgspec.json.decode(content, type=call.reply)
    raise problem_of(response)


def problem_of(response: httpx.Response) -> Problem:
    """The problem in a response; a proxy's response contains less."""
    try:
        body = response.json()
    except ValueError:
        body = None
    if not isinstance(body, dict):
        body = {"title": response.reason_phrase or "Refused"}
    return Problem({"status": response.status_code, **body}, retry_after(response.headers))


def retry_after(headers: Mapping[str, str]) -> float | None:
    """The seconds of a Retry-After header; None for a date, which our servers never send."""
    try:
        return float(headers["retry-after"])
    except (KeyError, ValueError):
        return None


def is_worth_repeating(call: Call[Any], problem: Problem) -> bool:
    """Whether another attempt may succeed and can't apply a change twice.

    A temporarily refused request has changed nothing; after `unavailable` without a reason, or a
    proxy's 502 or 504, that is unknown.
    """
    if not problem.is_temporary:
        return False
    changed_nothing = problem.status == 429 or (problem.status == 503 and problem.why is not None)
    return changed_nothing or call.may_be_repeated


def restarts_after(text: str) -> float | None:
    """How long a server that is about to restart asks to wait."""
    line = read_line(text) if '"restart"' in text else None
    return line.after if isinstance(line, RestartFrame) else None
