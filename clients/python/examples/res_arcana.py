"""A bot for Res Arcana that saves for a Place of Power, and plays what brings essences until then.

conclave-bot try collector.toml --game res_arcana --against easy
"""

from __future__ import annotations

import re

from conclave_client import Answer, Bot, Decision, View
from conclave_client.games import parts_of
from conclave_client.games.res_arcana import Prompt, ResArcanaView, table
from conclave_client.types import Option

WORTH = {"claim": 100.0, "place": 50.0, "use": 20.0, "discard": 5.0, "pass": 0.0}
"""What a turn is spent on, by the words with which option keys begin."""
AVOIDED = -20.0
PLACE_FACTOR = 2.0
"""What lies on a Place of Power usually scores."""


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
        """What an action is worth; what costs more than it brings comes after passing."""
        word, parts = parts_of(option.key)
        args = option.args or {}
        if word == "use":
            gain = self.gain(parts[0], args["does"]) if option.kind is None else 0.0
            return WORTH["use"] + gain if gain > 0 else AVOIDED
        worth = WORTH[word]
        if word == "place":
            cost: dict[str, int] = args.get("pool", {})
            worth += sum(cost.values())
            worth -= 10 * sum(min(n, self.goal.get(kind, 0)) for kind, n in cost.items())
        return worth

    def gain(self, component: str, text: str) -> float:
        """The essences that a power brings, less those that it costs; Gold counts twice."""
        cost, _, effect = text.partition(":")
        effect = effect.split(";")[0]
        if "victory" in effect:
            return 30.0 if self.me["points"] >= self.table["goal"] else 0.0
        if "rival" in effect:
            return 1.0
        gain = float(essences(effect)) + ("draw" in effect)
        if self.me["cards"][component]["kind"] == "place_of_power" and "put" in effect:
            gain *= PLACE_FACTOR
        return gain - essences(cost)

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


def essences(text: str) -> int:
    """The essences that a clause of a power names."""
    numbers = re.findall(r"(\d+)( Gold)?", text)
    return sum(int(number) * (2 if gold else 1) for number, gold in numbers)
