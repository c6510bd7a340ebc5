"""Wire contract: every message and body as a type, and the two API documents built from them.

============  ===================================================================
literals      every status and kind, named once
ids           ids, seats, plies and times, which occur everywhere
bodies        the base of request bodies
people        accounts, tokens, ratings
sign_in       how the caller may sign in
friends       friends, requests and links
games         games, catalogues, first matches, lessons
matches       matches, seats, outcomes
pools         pools, places in them, ready checks
play          views, decisions, events, clocks, offers
hints         hints, and worlds to search in
chat          chat
admin         what the staff sees and does
webhooks      webhooks, and the messages to them
problem       refusals
analysis      what the moves of a finished match cost
exports       a whole match, to replay and verify it
frames        what the websocket and the streams carry
operations    how a route declares its replies and problems
descriptions  reads what a member is from the docstring below its field
openapi       `/openapi.json`
asyncapi      `/asyncapi.json`
============  ===================================================================

The server builds everything it sends as these types and decodes websocket messages into them.
Request bodies are pydantic models, whose errors locate the fault in a body.
"""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec import UNSET, Raw, Struct, UnsetType
from msgspec.structs import asdict

__all__ = ["UNSET", "Shape", "UnsetType", "encoded", "given", "retyped"]

T = TypeVar("T")


class Shape(Struct, kw_only=True, omit_defaults=True):
    """A wire type. An unset member is absent; there is no null."""


S = TypeVar("S", bound=Shape)


def given(value: T | None) -> T | UnsetType:
    """The value, or absent if it is None."""
    return UNSET if value is None else value


def encoded(json: bytes) -> Any:
    """Encoded JSON, in place of the value that it encodes."""
    return Raw(json)


def retyped(shape: type[S], source: Shape) -> S:
    """A struct as another type with the same members, such as an offer as its frame."""
    return shape(**asdict(source))
