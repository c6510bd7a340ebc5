"""Listening: binds the addresses of HOST and PORT before anything else starts, so that a wrong or
taken one stops the start with a sentence.
"""

from __future__ import annotations

import errno
import socket
from typing import Any

from app.infra.own_address import is_everywhere
from app.infra.settings import Settings, WrongSetting

EVERY_IPV4 = "0.0.0.0"
ABSENT = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)
"""The machine has no such address, or not this kind of addresses."""


def bind(settings: Settings) -> list[socket.socket]:
    """Sockets of every address that HOST stands for; `::` is every address, of IPv4 too, on a
    socket of its own: clients' IPv4 addresses stay what they are. Raises WrongSetting.
    """
    bound: list[socket.socket] = []
    absent: OSError | None = None
    for family, address in _addresses(settings):
        try:
            bound.append(_bind(family, address))
        except OSError as error:
            if error.errno not in ABSENT:
                _close(bound)
                raise _wrong(settings, error) from None
            absent = error
    if absent is not None and not bound:
        raise _wrong(settings, absent)
    return bound


def _addresses(settings: Settings) -> list[tuple[socket.AddressFamily, Any]]:
    host, port = settings.host, settings.port
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (socket.gaierror, UnicodeError):
        raise WrongSetting(f"HOST is wrong: there is no address {host}.") from None
    addresses: list[tuple[socket.AddressFamily, Any]] = [
        (family, address) for family, _, _, _, address in found
    ]
    if is_everywhere(host) and ":" in host:
        addresses.append((socket.AF_INET, (EVERY_IPV4, port)))
    return list(dict.fromkeys(addresses))


def _bind(family: socket.AddressFamily, address: Any) -> socket.socket:
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        bound.bind(address)
    except OSError:
        bound.close()
        raise
    bound.set_inheritable(True)
    return bound


def _close(bound: list[socket.socket]) -> None:
    for one in bound:
        one.close()


def _wrong(settings: Settings, error: OSError) -> WrongSetting:
    host, port = settings.host, settings.port
    if error.errno == errno.EADDRINUSE:
        return WrongSetting(f"Another program listens on {host}, port {port}; change PORT.")
    if error.errno in ABSENT:
        return WrongSetting(f"HOST is wrong: {host} is not an address of this machine.")
    return WrongSetting(f"The server can't listen on {host}, port {port}: {error.strerror}.")
