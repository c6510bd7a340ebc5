"""A bot for Ascended Kings that gathers gems, completes Transmutations, kills what it can kill, and
goes for Bloodstones and the Omega Stone.

conclave-bot try hermit.toml --game ascended_kings --against easy
"""

from __future__ import annotations

from collections.abc import Iterable

from conclave_client import Answer, Bot, Decision, View
from conclave_client.games import parts_of
from conclave_client.games.ascended_kings import Key, KingsView, Mat, Prompt, table

GEM_WORTH = {"ylem": 2.2, "egis": 1.3, "pyre": 1.2, "aria": 1.0}
"""What the first gem of a kind is worth; each further one is worth a little less."""
KORU = {"bloodstone": 15, "omega": 25, "transmutation": 5}


class Hermit(Bot):
    """Looks at one question at a time, by what lies on the table."""

    def choose(self, decision: Decision, view: View) -> Answer | None:
        self.table: KingsView = table(view)
        self.name = f"p{decision.seat}"
        self.me: Mat = self.table["players"][self.name]
        keys = [option.key for option in decision.options or [] if option.kind != "waste"]
        match decision.prompt.key:
            case Prompt.STATE:
                return Key.state("active" if self.wants_to_act() else "latent")
            case Prompt.ALLOCATE:
                takes = [key for key in keys if parts_of(key)[0] == "take"]
                return max(takes, key=self.worth_of_take, default=None)
            case Prompt.LATENT:
                return self.first_of(keys, "transmute", "inscribe", "done")
            case Prompt.ACTION:
                return self.action(keys)
            case Prompt.PYRE:
                return decision.max
            case Prompt.ROLL | Prompt.ABSORB | Prompt.ABSORB_UNHURT:
                return self.first_of(keys, "roll", "yes")
        return None  # the default

    def first_of(self, keys: list[str], *words: str) -> str | None:
        """The first option of the first of these words that has one."""
        for word in words:
            for key in keys:
                if parts_of(key)[0] == word:
                    return key
        return None

    # -- states and dice

    def wants_to_act(self) -> bool:
        """Whether there is something to do that gems and Ylem suffice for."""
        if self.victims() or (self.goals() and self.me["pool"].get("aria", 0) >= 3):
            return True
        price = self.me["level"] + 1
        return self.me["level"] < 3 and self.me["ylem"] >= price

    def worth_of_take(self, key: str) -> float:
        """What the gems of a take are worth beside those in the pool."""
        worth = 0.0
        for gem in parts_of(key)[1][0].split("+"):
            number, kind = int(gem.rstrip("abcdefghijklmnopqrstuvwxyz")), gem.lstrip("0123456789")
            has = self.me["pool"].get(kind, 0) if kind != "ylem" else self.me["ylem"]
            worth += sum(GEM_WORTH[kind] * 0.9 ** (has + more) for more in range(number))
        return worth

    # -- the Active State

    def action(self, keys: list[str]) -> str | None:
        """Kill, level up, walk to what counts, cast, or end the turn."""
        attacks = [key for key in keys if key in {Key.attack(victim) for victim in self.victims()}]
        if attacks:
            return attacks[0]
        if self.me["level"] < 3 and "level_up" in keys:
            return "level_up"
        if step := self.step(keys):
            return step
        if self.me["level"] == 3 and self.me["ylem"] >= 2:
            return self.first_of(keys, "cast", "activate", "done")
        return self.first_of(keys, "done")

    def victims(self) -> list[str]:
        """The players that all Pyre of the pool would kill."""
        pyre = self.me["pool"].get("pyre", 0)
        return [
            name
            for name, mat in self.table["players"].items()
            if name != self.name
            and "tile" in mat
            and pyre >= mat["pool"].get("egis", 0) + mat["to_death"]
        ]

    def goals(self) -> list[str]:
        """The tiles worth going to: Bloodstones, the Omega Stone for a winner, victims."""
        tiles = self.table["arena"]["tiles"]
        goals = [tile for tile, heap in tiles.items() if heap.get("bloodstones")]
        if self.me["bloodstones"] and self.would_win():
            goals += [tile for tile, heap in tiles.items() if heap.get("omega_stone")]
        return goals + [self.table["players"][victim]["tile"] for victim in self.victims()]

    def would_win(self) -> bool:
        """Whether this player has most Koru with the Omega Stone."""
        others = [mat for name, mat in self.table["players"].items() if name != self.name]
        return self.me["koru"] + KORU["omega"] > max(mat["koru"] for mat in others)

    def step(self, keys: list[str]) -> str | None:
        """A step towards the nearest goal, or out of the fire."""
        steps = self.table.get("steps", {})
        moves = {
            key: tile
            for key in keys
            if (tile := f"t{parts_of(key)[1][0].zfill(2)}" if key.startswith("move:") else "")
            in steps
            and not steps[tile]["wounds"]
        }
        if not moves or "tile" not in self.me:
            return None
        here, goals = self.me["tile"], self.goals() or self.refuge()
        if not goals:
            return None
        best = min(moves, key=lambda key: nearest(moves[key], goals))
        return best if nearest(moves[best], goals) < nearest(here, goals) else None

    def refuge(self) -> list[str]:
        """The middle of the arena, for a piece on its edge, where the fire comes first."""
        arena = self.table["arena"]
        row, column = place(self.me["tile"])
        gaps = (row - arena["top"], arena["bottom"] - row)
        gaps += (column - arena["left"], arena["right"] - column)
        middle = (arena["top"] + arena["bottom"]) // 2 * 10
        middle += (arena["left"] + arena["right"]) // 2
        return [f"t{middle:02}"] if min(gaps) < 1 else []


def place(tile: str) -> tuple[int, int]:
    """The row and the column of a tile."""
    return divmod(int(tile[1:]), 10)


def nearest(tile: str, goals: Iterable[str]) -> int:
    """The steps from a tile to the nearest of these, if nothing is in the way."""
    row, column = place(tile)
    return min(abs(row - place(goal)[0]) + abs(column - place(goal)[1]) for goal in goals)
