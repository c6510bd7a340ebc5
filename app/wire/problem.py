"""Wire type of problems: refusals, as RFC 9457 has them."""

from __future__ import annotations

from app.wire import UNSET, Shape, UnsetType
from app.wire.play import Decision


class Wrong(Shape):
    """What is wrong with one part of a request."""

    loc: list[str | int]
    """The path to the wrong part."""
    msg: str
    """Explains the fault."""


class Problem(Shape):
    """A refusal (RFC 9457)."""

    type: str
    """`/problems/<name>`, after the path of a site below one: a page that explains it."""
    title: str
    """The kind of problem for people; the same for every problem of the type."""
    status: int
    """The HTTP status."""
    detail: str | UnsetType = UNSET
    """What went wrong, in a sentence."""
    instance: str | UnsetType = UNSET
    """The path of the request."""
    why: str | UnsetType = UNSET
    """Why not, in a sentence."""
    decision: Decision | UnsetType = UNSET
    """The decision that is open instead."""
    decisions: list[Decision] | UnsetType = UNSET
    """The open decisions of the viewer's seat."""
    consent: list[int] | UnsetType = UNSET
    """The seats that would have to agree."""
    errors: list[Wrong] | UnsetType = UNSET
    """Every wrong part of the request."""
    retry_after: int | UnsetType = UNSET
    """Seconds after which a retry makes sense."""
    report: str | UnsetType = UNSET
    """The id of the entry in the server's log."""
