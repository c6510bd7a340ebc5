"""Caddy as deployed: deploy/Caddyfile on loopback, with a name server that lists its servers.

Servers listen on one port of several addresses, from 127.0.0.2 on, like containers.
"""

from __future__ import annotations

import socketserver
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import IPv4Address
from pathlib import Path
from typing import ClassVar, Self

from devtools import services
from devtools.services import free_port

DEPLOYED = Path(__file__).parents[1] / "deploy" / "Caddyfile"
HEADER = 12
"""Bytes of a DNS message's header."""
TYPE_A = 1
ANSWERED = 0x8180
"""Flags of a reply without an error, recursion available."""


@dataclass
class Caddy:
    """The proxy, and the addresses that it resolves; it sees a change after `refresh`."""

    url: str
    addresses: list[str]
    """The addresses of the servers."""
    port: str
    """The port of every server."""
    server: services.PrivateServer


@contextmanager
def caddy(*addresses: str) -> Iterator[Caddy]:
    """The proxy for servers at these addresses, which need not serve yet."""
    listens, port = free_port(), free_port()
    with NameServer(list(addresses)) as names:
        config = on_loopback(DEPLOYED.read_text(), listens, port, names.server_address[1])
        with services.private_caddy(config, listens) as server:
            yield Caddy(server.url, names.addresses, port, server)


def on_loopback(config: str, listens: str, port: str, names: int) -> str:
    """The deployed configuration with other addresses and a shorter shutdown."""
    service = "name app\n\t\tport "
    changes = {
        "admin 127.0.0.1:2019": "admin off",
        "grace_period 30s": "grace_period 1s",
        '{$SITE:":80"}': f"http://127.0.0.1:{listens}",
        f"{service}8000": f"{service}{port}\n\t\tresolvers udp/127.0.0.1:{names}",
    }
    for deployed, private in changes.items():
        assert config.count(deployed) == 1, deployed
        config = config.replace(deployed, private)
    return config


class NameServer(socketserver.ThreadingUDPServer):
    """Answers every question for IPv4 addresses with `addresses`, in a thread of its own."""

    daemon_threads: ClassVar[bool] = True  # type: ignore[misc]

    def __init__(self, addresses: list[str]) -> None:
        super().__init__(("127.0.0.1", 0), _Question)
        self.addresses = addresses

    def __enter__(self) -> Self:
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()


class _Question(socketserver.BaseRequestHandler):
    server: NameServer

    def handle(self) -> None:
        message, connection = self.request
        connection.sendto(reply(message, self.server.addresses), self.client_address)


def reply(message: bytes, addresses: list[str]) -> bytes:
    """The reply to a DNS question; its records may not be cached."""
    end = message.index(b"\0", HEADER) + 5
    question = message[HEADER:end]
    (kind,) = struct.unpack("!H", question[-4:-2])
    listed = addresses if kind == TYPE_A else []
    header = message[:2] + struct.pack("!5H", ANSWERED, 1, len(listed), 0, 0)
    pointer = struct.pack("!2H", 0xC000 | HEADER, TYPE_A) + struct.pack("!HIH", 1, 0, 4)
    return header + question + b"".join(pointer + IPv4Address(address).packed for address in listed)
