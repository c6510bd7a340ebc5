"""Problems: refusals of the server, and failures on the way to it."""

from __future__ import annotations

from typing import Any

import msgspec

from conclave_client.types import Decision


class ConclaveError(Exception):
    """Everything that this package raises on purpose."""


class Problem(ConclaveError):
    """A refusal (RFC 9457). Programs compare `name`, the last part of `type`; the server has a page
    for every name, `/problems/<name>`. Nothing has changed, unless the name is `unavailable` and
    there is no `why`. `detail` is the server's sentence about this case, `errors` are the wrong
    fields of a request: each has `loc`, its path, and `msg`.
    """

    def __init__(self, body: dict[str, Any], retry_after: float | None = None) -> None:
        self.body = body
        self.name = str(body.get("type", "")).rpartition("/problems/")[2] or "about:blank"
        self.status = int(body.get("status", 0))
        self.title = str(body.get("title", self.name))
        self.detail: str | None = body.get("detail")
        self.why: str | None = body.get("why")
        self.errors = [error for error in body.get("errors") or [] if isinstance(error, dict)]
        self.retry_after: float | None = body.get("retry_after", retry_after)
        super().__init__(self._sentence())

    def _sentence(self) -> str:
        """Title, detail and reason, and the wrong fields that the detail does not name."""
        text = f"{self.title}: {self.detail}" if self.detail else self.title
        for error in self.errors:
            message = str(error.get("msg", ""))
            if message not in text:
                text += f"; {'.'.join(map(str, error.get('loc', ())))}: {message}"
        return f"{text} ({self.why})" if self.why and self.why not in text else text

    @property
    def decisions(self) -> list[Decision] | None:
        """The questions that are open now, after `stale-decision`."""
        members = self.body.get("decisions")
        return None if members is None else msgspec.convert(members, list[Decision])

    @property
    def is_temporary(self) -> bool:
        """Whether the same request may succeed later."""
        return self.status in RETRYABLE_STATUSES


RETRYABLE_STATUSES = (429, 500, 502, 503, 504)
"""Statuses after which a request is worth another attempt."""


class WrongAddress(ConclaveError):
    """The address is no URL of a server, or what answers there is no Conclave server."""


class Unreachable(ConclaveError):
    """No reply came: the server is down, or the connection broke. The change may have been made,
    so send it again under the same idempotency key or not at all.
    """


class WrongView(ConclaveError):
    """The view of a full frame does not match the hash that the server sent with it."""
