"""Exchange: builds requests and reads replies, without input and output, for both clients."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar
from urllib.parse import urlsplit

import httpx
import msgspec

from conclave_client.calls import Call
from conclave_client.frames import read_line
from conclave_client.problems import Problem, Unreachable, WrongAddress
from conclave_client.types import RestartFrame

T = TypeVar("T")
MAX_SILENCE_S = 20.0
"""A stream carries an empty line every 7 seconds; after this silence it counts as dead."""
JSON_LINES = {"Accept": "application/x-ndjson"}


def http_options(server: str, token: str | None) -> dict[str, Any]:
    """Arguments of httpx's clients. Raises WrongAddress."""
    check_address(server)
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return {
        "base_url": f"{server.rstrip('/')}/api/v1",
        "headers": headers,
        "timeout": httpx.Timeout(MAX_SILENCE_S),
        "follow_redirects": False,
    }


def check_address(server: str) -> None:
    """Raises WrongAddress unless it is the URL of a server."""
    try:
        parts = urlsplit(server)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        httpx.URL(server)
    except (ValueError, httpx.InvalidURL):
        is_address = False
    if not is_address:
        raise WrongAddress(
            f"{server!r} is no address of a server: one is like https://play.example.org."
        )


def unreachable(call: Call[Any], server: str, error: httpx.TransportError) -> Unreachable:
    """No reply came to a call."""
    reason = str(error) or type(error).__name__
    return Unreachable(f"{server} does not answer ({call.method} {call.path}): {reason}")


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
    """The reply, typed. Raises Problem, WrongAddress."""
    if not response.is_success:
        raise problem_of(response)
    try:
        return msgspec.json.decode(response.content or b"null", type=call.reply)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        place = f"{call.method} {response.url}"
        raise WrongAddress(f"{place} is not answered by a Conclave server: {error}") from error


def problem_of(response: httpx.Response) -> Problem:
    """The problem in a response; a proxy's response contains less."""
    try:
        body = response.json()
    except ValueError:
        body = None
    if not isinstance(body, dict):
        title = f"{response.status_code} {response.reason_phrase or 'Refused'}"
        to = response.headers.get("location")
        body = {"title": title, "detail": f"{response.url}" + (f" leads to {to}" if to else "")}
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
