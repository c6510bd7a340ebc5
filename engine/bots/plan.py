"""Plan: a bot's intended answers to the questions that follow in the same move."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from engine.bots.one_move import FollowUp
from engine.bots.position import Position


class Plan(Struct, array_like=True, frozen=True):
    """The answers to the questions that follow in the same step."""

    step: bytes  # a digest of the step's checkpoint
    sealed_at: int  # the seal of the step when the plan was made
    follow_ups: list[FollowUp]

    def fits(self, position: Position) -> bool:
        """Whether the plan answers the position's question, in the same step and with nothing drawn
        or revealed since.
        """
        if (self.step, self.sealed_at) != position.plan_key or not self.follow_ups:
            return False
        first = self.follow_ups[0]
        question = position.question
        return first.prompt == question.prompt and question.allows(first.answer)

    @property
    def remaining(self) -> Plan | None:
        """The plan that remains after the next answer."""
        later_answers = self.follow_ups[1:]
        return Plan(self.step, self.sealed_at, later_answers) if later_answers else None


class Thought(Struct, array_like=True, frozen=True):
    """An answer, in its wire form, and the bot's plan for the next ones."""

    answer: Any
    plan: Plan | None = None


def thought_with_plan(position: Position, answer: Any, follow_ups: list[FollowUp]) -> Thought:
    """An answer to the position, and the plan for its follow-ups."""
    if not follow_ups:
        return Thought(answer)
    return Thought(answer, Plan(*position.plan_key, follow_ups))
