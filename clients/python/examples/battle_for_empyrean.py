"""A bot for Battle for Empyrean that fights where a card can turn the battlefield.

conclave-bot try marshal.toml --game battle_for_empyrean --against easy
"""

from __future__ import annotations

from typing import Any

from conclave_client import Answer, Bot, Decision, View, random_answer


class Marshal(Bot):
    """Deploys as long as it can pay, to the battlefield where it is the least behind."""

    def choose(self, decision: Decision, view: View) -> Answer | None:
        if decision.prompt.key != "battle_for_empyrean.deploy":
            return random_answer(decision, self.rng)
        keys = [option.key for option in decision.options or []]
        moves = [key for key in keys if key.startswith("deploy:")]
        if not moves:
            return self.rng.choice(keys)
        own = f"p{decision.seat}"
        gaps = {id: gap(place, own) for id, place in view.table["battlefields"].items()}
        return min(moves, key=lambda key: (gaps[key.rpartition(":")[2]], self.rng.random()))


def gap(battlefield: dict[str, Any], own: str) -> float:
    """How much Might is missing for the lead; a battlefield that is won already comes last."""
    might: dict[str, int] = battlefield["might"]
    behind = max(value for player, value in might.items() if player != own) - might[own]
    return behind if behind >= 0 else 100 - behind
