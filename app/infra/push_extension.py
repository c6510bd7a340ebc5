"""Push extension: the name of our websocket extension to ASGI, which a server may lack."""

from __future__ import annotations

PUSH = "conclave.push"
"""Its `push` takes bytes in wire format and returns whether it sent them; its `waiting` returns how
many messages were read that the application has not taken.
"""
