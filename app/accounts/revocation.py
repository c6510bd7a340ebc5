"""Revocation: announces ended sessions and tokens to every process, which closes their connections.

The bus may lose the message, so each process also checks the database (`app.realtime.connections`).
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec import Struct

from app.bus.base import Bus

CHANNEL = "ended:tokens"
CLOSE_CODE_ENDED = 4001
"""Close code of sockets whose session or token has ended."""
CLOSE_CODE_RECONNECT = 1012
"""Close code if the client should reconnect at once with a new session or token."""
OnRevoked = Callable[[list[str], int], None]
"""Called with the ids of ended sessions and tokens, and the close code for their connections."""


class Revoked(Struct):
    """Bus message: sessions and tokens that are no longer valid."""

    tokens: list[str]
    code: int


class Revocations:
    """Announces revoked sessions and tokens, here and to the other processes."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.on_revoked: list[OnRevoked] = []

    def announce(self, tokens: list[str], close_code: int = CLOSE_CODE_ENDED) -> None:
        """Call after the commit: every process drops these tokens and closes their connections."""
        if not tokens:
            return
        for hook in self.on_revoked:
            hook(tokens, close_code)
        self.bus.publish(CHANNEL, msgspec.json.encode(Revoked(tokens, close_code)))
