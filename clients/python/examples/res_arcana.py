"""A bot for Res Arcana that saves for a Place of Power, and plays what brings essences until then.

conclave-bot try collector.toml --game res_arcana --against easy
"""

from __future__ import annotations

from conclave_client import Answer, Bot, Decision, View
from conclave_client.games import parts_of
from conclave_client.games.res_arcana import Prompt, ResArcanaView, table
from conclave_client.types import Option

WORTH = {"claim": 100.0, "place": 50.0, "use": 20.0, "pass": 0.0, "discard": -10.0}
"""What a turn is spent on, by the words with which option keys begin."""


class Collector(Bot):
    """Chooses the action of the highest worth; other questions get the default."""

    def choose(self, decision: Decision, view: View) -> Answer | None:
        if decision.prompt.key != Prompt.ACTION:
            return None
        self.table: ResArcanaView = table(view)
        self.me = self.table["players"][f"p{decision.seat}"]
        self.goal = self.nearest_place(decision)
        options = decision.options or []
        return max(options, key=lambda option: (self.worth(option), self.rng.random())).key

    def worth(self, option: Option) -> float:
        """What an action is worth."""
        word, _ = parts_of(option.key)
        worth = WORTH[word]
        if option.kind in ("waste", "destroy") or (option.kind == "discard" and word == "use"):
            return -20.0
        if word == "place":
            cost = (option.args or {}).get("pool", {})
            worth += sum(cost.values())
            worth -= 10 * sum(min(n, self.goal.get(kind, 0)) for kind, n in cost.items())
        return worth

    def nearest_place(self, decision: Decision) -> dict[str, int]:
        """The cost of the Place of Power for which least is missing; empty if none is left."""
        costs = [
            (blocked.args or {}).get("pool", {})
            for blocked in decision.blocked or []
            if blocked.key.startswith("claim:") and blocked.key[6:] in self.table["places"]
        ]
        return min(costs, key=self.missing, default={})

    def missing(self, cost: dict[str, int]) -> int:
        """How many essences of a cost the pool lacks."""
        pool = self.me["pool"]
        return sum(max(0, n - pool.get(kind, 0)) for kind, n in cost.items())
