"""Bot: the class that a bot's author subclasses; the runner does the rest."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from conclave_client.answers import Answer, random_answer
from conclave_client.types import Decision, Event, Match, Offer, Outcome, View, World

REASONS = ("busy", "game", "options", "clock", "players", "rated", "person", "other")
"""Why an invitation is declined, for programs."""


class Refusal(Struct):
    """Why a bot declines a match; the inviting player reads this."""

    reason: str = "other"
    text: str | None = None


class Bot:
    """A player of one match. Only `choose` has to be overridden.

    The runner creates an object for every match, so a bot's attributes are about that match; after
    a restart a new object continues from the newest view. A method may be `async`; the others run
    in threads, one at a time for each object. If one raises, the runner logs the traceback and
    gives the default answer, so the other players do not have to wait.
    """

    rng: Random = Random()
    deal_world: Callable[[str], Awaitable[World]] | None = None  # set for each match

    def choose(self, decision: Decision, view: View) -> Answer | Awaitable[Answer | None] | None:
        """The answer to a question of the own seat (`decision.seat`); None is the default answer.
        Without an override, any legal answer.
        """
        return random_answer(decision, self.rng)

    def consider(self, decision: Decision, view: View) -> Answer | Awaitable[Answer | None] | None:
        """The answer to an optional question, for which the match does not wait; None for no
        answer. Called once for each question.
        """
        return None

    async def world(self, decision: Decision) -> World:
        """A world for conclave-engine to search in, dealt from what the seat knows and from chance,
        with the question open in it. Raises Problem; LookupError before the match.
        """
        if self.deal_world is None:
            raise LookupError("the match has not begun")
        return await self.deal_world(decision.id)

    def accepts(self, match: Match, seat: int) -> Refusal | Awaitable[Refusal | None] | None:
        """Whether to take the seat of a match that the configuration admits; None if so."""
        return None

    def consents(self, offer: Offer, view: View) -> bool | Awaitable[bool]:
        """Whether to agree to another player's offer, such as `undo`, `pause` or `abort`."""
        return False

    def begins(self, match: Match, seat: int) -> Any:
        """The match begins, or continues after a restart of the runner."""

    def notices(self, events: Sequence[Event], view: View) -> Any:
        """Something has happened that the seat may know; each event comes once."""

    def ends(self, outcome: Outcome) -> Any:
        """The match is over."""
