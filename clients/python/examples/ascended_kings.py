"""A bot for Ascended Kings that gains levels, casts what it can, and keeps away from the fire.

conclave-bot try hermit.toml --game ascended_kings --against easy
"""

from __future__ import annotations

from conclave_client import Answer, Bot, Decision, View

PREFERRED_WORDS = ("level_up", "cast", "transmute", "draw", "move", "take", "roll", "state")
"""What is done where there is a choice, the best first: the words with which option keys begin."""


class Hermit(Bot):
    """Takes the best kind of action that there is, and of several moves the one to the middle."""

    def choose(self, decision: Decision, view: View) -> Answer | None:
        options = [option.key for option in decision.options or []]
        if decision.kind != "choose" or decision.max != 1:
            return None  # the default
        for word in PREFERRED_WORDS:
            matching_keys = [key for key in options if key.partition(":")[0] == word]
            if word == "move" and matching_keys:
                return min(matching_keys, key=lambda key: self.distance_from_middle(key, view))
            if matching_keys:
                return self.rng.choice(matching_keys)
        return None

    def distance_from_middle(self, move: str, view: View) -> float:
        """How far a move leads from the middle of the arena; `move:16` is to column 1, row 6."""
        arena: dict[str, int] = view.table["arena"]
        column, row = divmod(int(move.partition(":")[2]), 10)
        columns_away = abs(column - (arena["left"] + arena["right"]) / 2)
        rows_away = abs(row - (arena["top"] + arena["bottom"]) / 2)
        return columns_away + rows_away + self.rng.random() / 2
