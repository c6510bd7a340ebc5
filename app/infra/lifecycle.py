"""Lifecycle: whether this process is closing."""

from __future__ import annotations


class Lifecycle:
    """While `closing`, the process accepts no streams and sockets, and starts no new work."""

    def __init__(self) -> None:
        self.closing = False
