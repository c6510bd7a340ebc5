"""Wire contract: every message and body as a type, and the two API documents built from them.

============  ===================================================================
literals      every status and kind, named once
people        accounts, tokens, ratings, webhooks
matches       games, matches, seats, outcomes
play          views, decisions, events, clocks, offers, chat
frames        what the websocket and the streams carry
operations    each endpoint: its replies and every problem it may return
openapi       `/openapi.json`
asyncapi      `/asyncapi.json`
============  ===================================================================

Replies are built elsewhere, often as bytes ready to send; tests validate everything the server
sends in played matches against these documents.
"""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

__all__ = ["UNSET", "Shape", "UnsetType"]


class Shape(Struct, kw_only=True, omit_defaults=True):
    """A wire type. A member that is not set is absent; there is no null."""
