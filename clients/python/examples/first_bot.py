"""The bot of the README."""

from conclave_client import Bot


class Vex(Bot):
    def choose(self, decision, view):
        """Whatever scores, if that is possible; else a card, else the default answer."""
        keys = [option.key for option in decision.options or []]
        for wish in ("claim:", "place:"):
            if liked := [key for key in keys if key.startswith(wish)]:
                return self.rng.choice(liked)
        return None
