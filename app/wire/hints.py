"""Wire types of help with a decision: hints, and worlds in which bots search."""

from __future__ import annotations

from typing import Any

from app.wire import UNSET, Shape, UnsetType
from app.wire.ids import Ply
from app.wire.play import Option, Prompt


class FollowUp(Shape):
    """An answer to a question that follows in the same move."""

    prompt: Prompt
    """The question that was answered."""
    answer: Any
    """The answer: a key, a list of keys, a number or a mix, by the kind of decision."""
    options: list[Option]
    """The options that the answer names."""


class ExpectedEvent(Shape):
    """An event that may follow."""

    key: str
    """Names the message for programs."""
    args: dict[str, Any]
    """The arguments of the message."""
    text: str
    """The event as a sentence."""
    certain: bool
    """Whether it depends on no guess about hidden things."""


class Suggestion(Shape):
    """An answer with its estimated chance of winning and the expected line of play."""

    answer: Any
    """The answer that the suggestion is about."""
    chance: float
    """A chance of winning, 0 to 1."""
    error: float
    """The standard error of the estimate."""
    follow_ups: list[FollowUp]
    """The answers that follow in the same move."""
    line: list[ExpectedEvent]
    """What happens then, in a typical playout."""


class Hint(Shape):
    """The best answers to a decision, as seen at `ply`."""

    decision: str
    """The decision that the hint is for."""
    ply: Ply
    answers: list[Suggestion]
    """Suggested answers, best first."""


class World(Shape):
    """A match that may be the true one by all that the seat knows, at `ply` and with the decision
    open. `state` is absent where the decision stands behind a draw or another seat's answer in the
    same step.
    """

    decision: str
    """The decision that is open."""
    ply: Ply
    rules: int
    """The version of the game's rules."""
    state: str | UnsetType = UNSET
    """The world as `engine.core.match.Match.to_bytes` saves it, in base64."""
