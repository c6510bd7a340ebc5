"""Own address: the host in links to a server without a public address."""

from __future__ import annotations

import socket
from functools import cache
from ipaddress import ip_address

ELSEWHERE = ("192.0.2.1", 9)
"""A documentation address, to find the route to any network; nothing is sent there."""


def link_host(host: str) -> str:
    """The host in links to a server that listens on `host`, IPv6 in brackets; this machine's
    address in its network if the server listens everywhere.
    """
    if is_everywhere(host):
        return _of_this_machine()
    return f"[{host}]" if ":" in host else host


def is_everywhere(host: str) -> bool:
    """Whether the host stands for every address of the machine."""
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return False


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach the host."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@cache
def _of_this_machine() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
            return str(probe.getsockname()[0])
        except OSError:  # no network
            return "127.0.0.1"
