"""A bot for Res Arcana that spends a turn on what scores, else on what it can put into play.

conclave-bot try collector.toml --game res_arcana --against easy
"""

from __future__ import annotations

from conclave_client import Answer, Bot, Decision, View

PREFERRED_WORDS = ("claim", "place", "use", "pass")
"""What a turn is spent on, the best first: the words with which option keys begin."""


class Collector(Bot):
    """Claims Places of Power and monuments, then places artifacts, then uses what is in play."""

    def choose(self, decision: Decision, view: View) -> Answer | None:
        if decision.prompt.key == "res_arcana.action":
            options = [option.key for option in decision.options or []]
            for word in PREFERRED_WORDS:
                matching_keys = [key for key in options if key.partition(":")[0] == word]
                if matching_keys:
                    return self.rng.choice(matching_keys)
        return None  # the default: what the server would answer when the time is up
