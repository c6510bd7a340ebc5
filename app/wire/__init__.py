"""The contract: everything that travels, as types, and the two documents that are made of them.

============  ===================================================================
people        accounts, tokens, ratings, webhooks
matches       games, matches, seats, outcomes
play          views, decisions, events, clocks, offers, chat
frames        what the websocket and the streams carry
operations    each endpoint: what it replies, and every problem that it may answer with
openapi       `/openapi.json`
asyncapi      `/asyncapi.json`
============  ===================================================================

Replies are made elsewhere, often as bytes that are ready to send; tests hold everything that the
server sends in played matches against these documents.
"""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

__all__ = ["UNSET", "Shape", "UnsetType"]


class Shape(Struct, kw_only=True, omit_defaults=True):
    """Something that travels. A member that is not set is absent; there is no null."""
