"""Own address: the host that stands in links to a server without a public address."""

from __future__ import annotations

import socket
from functools import cache
from ipaddress import ip_address

ELSEWHERE = ("192.0.2.1", 9)
"""An address for documentation: the way to any network, and nothing is sent there."""


def link_host(host: str) -> str:
    """The host in links to a server that listens on `host`: one that listens everywhere is reached
    at this machine's address in its network. IPv6 stands in brackets.
    """
    if is_everywhere(host):
        return _of_this_machine()
    return f"[{host}]" if ":" in host else host


def is_everywhere(host: str) -> bool:
    """Whether this stands for every address of the machine."""
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return False


@cache
def _of_this_machine() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
            return str(probe.getsockname()[0])
        except OSError:  # no network
            return "127.0.0.1"
