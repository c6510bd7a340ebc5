"""A bot for Battle for Empyrean that fights for the two battlefields where it stands best.

conclave-bot try marshal.toml --game battle_for_empyrean --against easy
"""

from __future__ import annotations

from conclave_client import Answer, Bot, Decision, View, random_answer
from conclave_client.games import parts_of
from conclave_client.games.battle_for_empyrean import EmpyreanView, Prompt, table
from conclave_client.types import Option

WANTED_LEAD = 6
"""A lead that the opponents hardly catch up with: what goes there beyond it is wasted."""


class Marshal(Bot):
    """Deploys the dearest card that it can pay, where it turns most."""

    def choose(self, decision: Decision, view: View) -> Answer | None:
        self.table: EmpyreanView = table(view)
        self.own = f"p{decision.seat}"
        options = {option.key: option for option in decision.options or []}
        if decision.prompt.key == Prompt.DEPLOY:
            deploys = [key for key in options if parts_of(key)[0] == "deploy"]
            if not deploys:
                return next(iter(options))
            return max(deploys, key=lambda key: (self.worth(options[key]), self.rng.random()))
        if decision.prompt.key == Prompt.KEEP:
            return None
        return random_answer(decision, self.rng)

    def worth(self, option: Option) -> float:
        """What a card adds where it goes: its Essence, as far as the battlefield is open."""
        essence = (option.args or {}).get("n", 0)
        place = parts_of(option.key)[1][1]
        lead = self.lead(place)
        others = sorted((self.lead(other) for other in self.table["battlefields"]), reverse=True)
        is_sought = lead >= others[1]  # one of the best two
        return essence * (2.0 if is_sought and lead < WANTED_LEAD else 1.0)

    def lead(self, place: str) -> float:
        """How much Might the player is ahead on a battlefield, own face-down cards included."""
        might = self.table["battlefields"][place]["might"]
        hidden = sum(
            unit.get("paid", unit.get("cost", 0))
            for unit in self.table["units"].values()
            if not unit["face_up"] and unit["owner"] == self.own and unit["battlefield"] == place
        )
        return might[self.own] + hidden - max(might[other] for other in might if other != self.own)
