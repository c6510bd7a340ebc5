"""The bot of the README."""

from conclave_client import Bot


class Vex(Bot):
    def choose(self, decision, view):
        """Whatever scores, if that is possible; else a card, else the default answer."""
        keys = [option.key for option in decision.options or []]
        for prefix in ("claim:", "place:"):
            if matching := [key for key in keys if key.startswith(prefix)]:
                return self.rng.choice(matching)
        return None
