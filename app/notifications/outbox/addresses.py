"""URLs from clients: checks that they name public hosts and web ports."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit

from app.infra.problems import Problem, invalid
from app.infra.settings import WebhookSettings
from app.notifications.outbox.resolver import Busy, NotPublic, Resolver

PORTS = {"http": 80, "https": 443}
"""Default port of each scheme."""
BUSY_RETRY_S = 10
"""Seconds before a look-up is retried after the resolver was full."""


def read_url(url: str, member: str = "url") -> SplitResult:
    """The parts of a URL. Raises Problem invalid-request."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise _invalid("That is not an address.", member) from None
    if parts.scheme not in PORTS or not parts.hostname or port == 0:
        raise _invalid("An address begins with https:// or http:// and names a host.", member)
    if parts.username is not None or not url.isascii() or not url.isprintable() or " " in url:
        raise _invalid("An address has no name, password or special characters.", member)
    return parts


async def require_public(
    settings: WebhookSettings, resolver: Resolver, url: str, account: str, member: str = "url"
) -> None:
    """Raises Problem invalid-request for a URL that the server refuses to call, rate-limited while
    too many look-ups are in flight. `member` is the body's member with the URL.
    """
    parts = read_url(url, member)
    port = parts.port or PORTS[parts.scheme]
    if not settings.may_call(port):
        raise _invalid("Nothing is sent to that port; 443 and 80 are open.", member)
    try:
        await resolver.find(str(parts.hostname), port, account)
    except Busy:
        detail = "Too many addresses are being looked up; try again soon."
        raise Problem("rate-limited", detail, wait=BUSY_RETRY_S) from None
    except NotPublic:
        detail = "That address can't be reached from here, or is not a public one."
        raise _invalid(detail, member) from None


def _invalid(detail: str, member: str) -> Problem:
    return invalid(detail, "body", member)
