"""Listening: binds the addresses of HOST and PORT before anything else starts, so a wrong or taken
address stops the start with a sentence.
"""

from __future__ import annotations

import errno
import socket
from typing import Any

from app.infra.own_address import is_everywhere
from app.infra.settings import AddressSettings, WrongSetting

EVERY_IPV4 = "0.0.0.0"
ABSENT = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)
"""The machine has no such address, or not this kind of addresses."""


def bind(settings: AddressSettings) -> list[socket.socket]:
    """Listening sockets for every address that HOST stands for. `::` includes all IPv4 addresses,
    on a separate socket, so clients' IPv4 addresses are not mapped to IPv6. Raises WrongSetting.
    """
    sockets: list[socket.socket] = []
    absent: OSError | None = None
    for family, address in _addresses(settings):
        try:
            sockets.append(_bind(family, address))
        except OSError as error:
            if error.errno not in ABSENT:
                _close(sockets)
                raise _wrong(settings, error) from None
            absent = error
    if absent is not None and not sockets:
        raise _wrong(settings, absent)
    return sockets


def _addresses(settings: AddressSettings) -> list[tuple[socket.AddressFamily, Any]]:
    host, port = settings.host, settings.port
    try:
        infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (socket.gaierror, UnicodeError):
        raise WrongSetting(f"HOST is wrong: there is no address {host}.") from None
    addresses: list[tuple[socket.AddressFamily, Any]] = [
        (family, address) for family, _, _, _, address in infos
    ]
    if is_everywhere(host) and ":" in host:
        addresses.append((socket.AF_INET, (EVERY_IPV4, port)))
    return list(dict.fromkeys(addresses))


def _bind(family: socket.AddressFamily, address: Any) -> socket.socket:
    sock = socket.socket(family, socket.SOCK_STREAM)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        sock.bind(address)
    except OSError:
        sock.close()
        raise
    sock.set_inheritable(True)
    return sock


def _close(sockets: list[socket.socket]) -> None:
    for listening_socket in sockets:
        listening_socket.close()


def _wrong(settings: AddressSettings, error: OSError) -> WrongSetting:
    host, port = settings.host, settings.port
    if error.errno == errno.EADDRINUSE:
        return WrongSetting(f"Another program listens on {host}, port {port}; change PORT.")
    if error.errno in ABSENT:
        return WrongSetting(f"HOST is wrong: {host} is not an address of this machine.")
    return WrongSetting(f"The server can't listen on {host}, port {port}: {error.strerror}.")
