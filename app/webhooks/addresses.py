"""Addresses that a webhook may have: public ones, so that nobody reaches our own network by us."""

from __future__ import annotations

import asyncio
import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

from app.problems import Problem, invalid

SCHEMES = ("http", "https")
TRANSLATED = ip_network("64:ff9b::/96")
SECONDS = 3.0
"""Seconds within which a name must be found."""
Address = IPv4Address | IPv6Address


class NotPublic(Exception):
    """The name leads nowhere, or to a place that is not for us to call."""


def read_url(url: str) -> SplitResult:
    """The parts of a webhook's address. Raises Problem invalid-request."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise _wrong("That is not an address.") from None
    if parts.scheme not in SCHEMES or not parts.hostname or port == 0:
        raise _wrong("An address begins with https:// or http:// and names a host.")
    if parts.username is not None or not url.isascii() or not url.isprintable() or " " in url:
        raise _wrong("An address has no name, password or special characters.")
    return parts


async def require_public(url: str, *, private: bool) -> None:
    """Raises Problem invalid-request for an address that is never called."""
    parts = read_url(url)
    try:
        await find(str(parts.hostname), _port(parts), private=private)
    except NotPublic:
        raise _wrong("That address can't be reached from here, or is not a public one.") from None


async def find(host: str, port: int, *, private: bool) -> str:
    """An address of the host that may be called. Raises NotPublic.

    Every address of a name must be public: it is not for its owner to say which one is tried.
    """
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(SECONDS):
            found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, TimeoutError, UnicodeError):
        raise NotPublic from None
    addresses = [ip_address(str(place[4][0]).partition("%")[0]) for place in found]
    if not addresses or not (private or all(is_public(one) for one in addresses)):
        raise NotPublic
    return str(addresses[0])


def is_public(address: Address) -> bool:
    """Whether it leads out into the internet, also where it only wraps an older address."""
    if isinstance(address, IPv6Address):
        if address.sixtofour or address.teredo or address in TRANSLATED:
            return False
        if address.ipv4_mapped:
            return is_public(address.ipv4_mapped)
    return address.is_global and not address.is_multicast


def _port(parts: SplitResult) -> int:
    return parts.port or (443 if parts.scheme == "https" else 80)


def _wrong(detail: str) -> Problem:
    return invalid(detail, "body", "url")
