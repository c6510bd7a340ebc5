"""A bot for Battle for Empyrean that fights for the two battlefields where it stands best.

conclave-bot try marshal.toml --game battle_for_empyrean --against easy
"""

from __future__ import annotations

from conclave_client import Answer, Bot, Decision, View, random_answer
from conclave_client.games import parts_of
from conclave_client.games.battle_for_empyrean import EmpyreanView, Prompt, table
from conclave_client.types import Option

HOSTILE = (Prompt.STUN, Prompt.WEAKEN, Prompt.DESTROY, Prompt.CAPTURE)
"""Prompts that choose a card to harm."""
FRIENDLY = (Prompt.STRENGTHEN, Prompt.SHIELD)
SOUGHT_WORTH, LEAD_COST = 3.0, 0.3
"""In Essence: what it is worth that a battlefield is sought, less a part of the lead there."""


class Marshal(Bot):
    """Deploys the dearest card that it can pay, where its lead is least of the two best."""

    def choose(self, decision: Decision, view: View) -> Answer | None:
        self.table: EmpyreanView = table(view)
        self.own = f"p{decision.seat}"
        options = decision.options or []
        prompt = decision.prompt.key
        if prompt == Prompt.DEPLOY:
            deploys = [option for option in options if option.key.startswith("deploy:")]
            return max(deploys, key=self.worth, default=options[0]).key
        if prompt in (*HOSTILE, *FRIENDLY) and decision.kind == "choose" and decision.max == 1:
            return max(options, key=lambda option: self.might(option, prompt in FRIENDLY)).key
        return random_answer(decision, self.rng)

    def worth(self, option: Option) -> float:
        """What a card adds where it goes: its Essence, and more on the two best battlefields."""
        leads = {place: self.lead(place) for place in self.table["battlefields"]}
        place = parts_of(option.key)[1][1]
        worth: float = (option.args or {}).get("n", 0)
        if leads[place] >= sorted(leads.values())[-2]:
            worth += SOUGHT_WORTH - LEAD_COST * leads[place]
        return worth

    def might(self, option: Option, is_friendly: bool) -> int:
        """The Might of the card that an option chooses, negative if it is on the wrong side."""
        _, parts = parts_of(option.key)
        unit = self.table["units"].get(parts[0]) if parts else None
        if unit is None or not unit["face_up"]:
            return -50
        is_own = unit["owner"] == self.own
        return unit["might"] if is_own == is_friendly else -unit["might"]

    def lead(self, place: str) -> float:
        """How much Might the player is ahead on a battlefield, own face-down cards included."""
        might = self.table["battlefields"][place]["might"]
        hidden = sum(
            unit.get("paid", unit.get("cost", 0))
            for unit in self.table["units"].values()
            if not unit["face_up"] and unit["owner"] == self.own and unit["battlefield"] == place
        )
        return might[self.own] + hidden - max(might[other] for other in might if other != self.own)
