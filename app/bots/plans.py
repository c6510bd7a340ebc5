"""Plans: the answers that the bots of this process intend to give next in their current moves.

A plan only saves time: `engine.bots.think` checks it and thinks again if it does not fit, was
evicted or was lost with the process.
"""

from __future__ import annotations

from engine.bots.plan import Plan

MAX_MATCHES = 1000
"""Limit on matches with plans; beyond it, the oldest plans are dropped."""


class Plans:
    """The latest plan of each seat."""

    def __init__(self) -> None:
        self._plans: dict[str, dict[int, Plan]] = {}

    def __len__(self) -> int:
        return len(self._plans)

    def pop(self, match: str, seat: int) -> Plan | None:
        """Remove the seat's plan and return it."""
        plans = self._plans.get(match)
        if plans is None:
            return None
        plan = plans.pop(seat, None)
        if not plans:
            del self._plans[match]
        return plan

    def keep(self, match: str, seat: int, plan: Plan | None) -> None:
        """Keep the seat's new plan, if there is one."""
        if plan is None:
            return
        plans = self._plans.pop(match, {})
        plans[seat] = plan
        self._plans[match] = plans
        if len(self._plans) > MAX_MATCHES:
            del self._plans[next(iter(self._plans))]

    def forget(self, match: str) -> None:
        """Drop the plans of a match that is no longer being played."""
        self._plans.pop(match, None)
