"""A bot for Ascended Kings that grows in peace, keeps out of the fire, and strikes when it is sure.

Most of its turns are Latent: gems, Transmutations and levels are worth Koru, and bring more gems.
It acts to level up, to heal, to leave the edge of the arena before it burns, to kill a player that
all its Pyre would kill, and to take Bloodstones, or the Omega Stone if that wins. It gathers Aria
before the Omega War, because the first at the Omega Stone usually wins. Cards are used for their
Instant Powers alone; those that cancel wounds are kept for that.

conclave-bot try hermit.toml --game ascended_kings --against easy
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from conclave_client import Answer, Bot, Decision, View
from conclave_client.games import parts_of
from conclave_client.games.ascended_kings import Key, KingsView, Mat, Prompt, table

GEM_WORTH = {"ylem": 2.2, "egis": 1.3, "aria": 1.1, "pyre": 1.0}
"""What the first gem of a kind is worth."""
NEXT_GEM = 0.9
"""What each further one is worth beside the one before."""
DANGER_EGIS, WAR_ARIA = 0.8, 2.0
"""What Egis is worth in addition under threat, and Aria when the Omega War is near."""
WAR_NEAR = 7
"""How many rounds before the Omega War that is."""
OMEGA_KORU = 25
TRANSMUTATIONS = [Key.transmute(kind) for kind in ("ylem", "aria", "egis", "pyre")]
"""In the order in which they are completed."""
HEALING = (
    *("albedo_2", "sublimation_2", "dire_transfer_1", "nigredo_2", "dissolution_3"),
    *("egis_bound_2", "coagulation_2", "coagulation_3"),
)
"""Cards whose Instant Power cancels wounds."""
SHIELDS = (
    *("separation_2", "separation_3", "dissolution_2", "egis_bound_1", "egis_bound_3"),
    *("conjunction_2", "coagulation_1", "projection_1"),
)
"""Cards whose Instant Power gives Egis."""


class Hermit(Bot):
    """Looks at one question at a time, by what lies on the table."""

    def choose(self, decision: Decision, view: View) -> Answer | None:
        self.table: KingsView = table(view)
        self.me: Mat = self.table["players"][f"p{decision.seat}"]
        self.rivals = [mat for mat in self.table["players"].values() if mat is not self.me]
        self.gems: Counter[str] = Counter(dict(self.me["pool"].items()))
        self.gems["ylem"] = self.me["ylem"]
        keys = [option.key for option in decision.options or [] if option.kind != "waste"]
        match decision.prompt.key:
            case Prompt.STATE:
                return Key.state("active" if self.wants_to_act() else "latent")
            case Prompt.ROLL:
                return None if self.is_full() else self.spare_card(keys)
            case Prompt.ALLOCATE:
                takes = [key for key in keys if key.startswith("take:")]
                return max(takes, key=self.worth_of_take, default=None)
            case Prompt.LATENT:
                return self.transmutation(keys)
            case Prompt.ACTION:
                return self.action(keys)
            case Prompt.DISCARD:
                return self.spare_card(keys)
            case Prompt.DEFEND | Prompt.INCOMING:
                threat = self.table["windows"][f"p{decision.seat}"]
                return self.defence(keys, threat["n"], threat["kind"] == "defend")
            case Prompt.PYRE:
                return decision.max
        return None  # the default

    # -- cards, gems and Transmutations

    def is_full(self) -> bool:
        """Whether there is hardly room for more gems."""
        return sum(self.me["pool"].values()) + self.me["wounds"] + 2 > self.me["capacity"]

    def spare_card(self, keys: list[str]) -> str | None:
        """A card to use for its gems or dice."""
        return first_of((key for key in keys if not key.endswith(HEALING)), "instant")

    def defence(self, keys: list[str], wounds: int, is_attack: bool) -> str | None:
        """A card against wounds that the Egis of the pool does not block."""
        if is_attack and wounds <= self.gems["egis"]:
            return None
        useful = (*SHIELDS, *HEALING) if is_attack else HEALING
        return next((key for key in keys if key.endswith(useful)), None)

    def worth_of_take(self, key: str) -> float:
        """What the gems of a take are worth beside those there are: "take:2egis+1ylem"."""
        return sum(
            self.worth_of_gem(kind) * NEXT_GEM ** (self.gems[kind] + more)
            for number, kind in re.findall(r"(\d+)([a-z]+)", key)
            for more in range(int(number))
        )

    def worth_of_gem(self, kind: str) -> float:
        """What a gem is worth: Egis against Pyre, Aria for the way to the Omega Stone."""
        most_pyre = max(mat["pool"].get("pyre", 0) for mat in self.rivals)
        if kind == "egis" and most_pyre + 1 >= self.gems["egis"] + self.me["to_death"]:
            return GEM_WORTH[kind] + DANGER_EGIS
        is_war_near = self.table["omega_war"] or self.table["index"]["round"] <= WAR_NEAR
        if kind == "aria" and is_war_near:
            return GEM_WORTH[kind] + WAR_ARIA
        return GEM_WORTH[kind]

    def transmutation(self, keys: list[str]) -> str | None:
        """A Transmutation that can be completed; a Revenant's are prismatic."""
        for key in TRANSMUTATIONS:
            if key in keys:
                return key
        prisms = (key for key in keys if "prismatic_inscription" in key)
        return first_of(keys, "transmute") or first_of(prisms, "inscribe") or "done"

    # -- the Active State

    def wants_to_act(self) -> bool:
        """Whether there is something to do that the gems suffice for."""
        if "tile" not in self.me:
            return False
        goals, aria = self.goals(), self.gems["aria"]
        if goals and (self.distance(goals) <= aria or (aria >= 5 and self.table["omega_war"])):
            return True
        can_heal = self.me["passives"]["ylem_abilities"] and self.gems["ylem"] * self.gems["egis"]
        return bool(
            (self.is_in_danger() and aria)
            or (can_heal and self.me["wounds"] >= 2)
            or (self.me["level"] < 3 and self.gems["ylem"] > self.me["level"])
        )

    def action(self, keys: list[str]) -> str:
        """Kill, level up, walk to what counts or out of danger, heal, or end the turn."""
        for victim in self.victims():
            if Key.attack(victim) in keys:
                return Key.attack(victim)
        if "level_up" in keys:
            return "level_up"
        return self.step(keys) or ("heal" if "heal" in keys else "done")

    def victims(self) -> list[str]:
        """The players that all Pyre of the pool would kill."""
        return [
            name
            for name, mat in self.table["players"].items()
            if mat in self.rivals
            and "tile" in mat
            and self.gems["pyre"] >= mat["pool"].get("egis", 0) + mat["to_death"]
        ]

    def goals(self) -> list[str]:
        """The tiles worth going to: Bloodstones, the Omega Stone for a winner, beside victims."""
        tiles = self.table["arena"]["tiles"]
        goals = [tile for tile, heap in tiles.items() if heap.get("bloodstones")]
        would_win = self.me["koru"] + OMEGA_KORU > max(mat["koru"] for mat in self.rivals)
        if self.me["bloodstones"] and would_win:
            goals += [tile for tile, heap in tiles.items() if heap.get("omega_stone")]
        victims = [self.table["players"][victim]["tile"] for victim in self.victims()]
        return goals + [beside for tile in victims for beside in self.around(tile)]

    def around(self, tile: str) -> list[str]:
        """The tiles from which a tile can be attacked."""
        row, column = place(tile)
        steps = [(-1, 0), (0, -1), (0, 1), (1, 0)]
        if self.me["passives"]["diagonal_attack"]:
            steps += [(-1, -1), (-1, 1), (1, -1), (1, 1)]
        near = [(row + down, column + right) for down, right in steps]
        return [f"t{row}{column}" for row, column in near if 0 <= row <= 9 and 0 <= column <= 9]

    # -- moving

    def step(self, keys: list[str]) -> str | None:
        """A step towards the nearest goal in reach, or away from the edge of the arena."""
        moves = {key: f"t{int(parts_of(key)[1][0]):02}" for key in keys if key.startswith("move:")}
        steps = self.table.get("steps", {})
        moves = {key: tile for key, tile in moves.items() if not steps[tile]["wounds"]}
        here, goals = self.me["tile"], self.goals()
        if not moves or here in goals:
            return None
        if goals and (self.distance(goals) <= self.gems["aria"] or self.table["omega_war"]):
            best = min(moves, key=lambda key: self.distance(goals, moves[key]))
            return best if self.distance(goals, moves[best]) < self.distance(goals) else None
        best = max(moves, key=lambda key: self.gap(moves[key]))
        return best if self.is_in_danger() and self.gap(moves[best]) > self.gap(here) else None

    def is_in_danger(self) -> bool:
        """Whether the piece stands where the fire may come next."""
        return not self.table["omega_war"] and self.gap(self.me["tile"]) <= 0

    def gap(self, tile: str) -> int:
        """How many lines lie between a tile and the nearest edge of what does not burn."""
        arena = self.table["arena"]
        row, column = place(tile)
        gaps = (row - arena["top"], arena["bottom"] - row)
        return min(*gaps, column - arena["left"], arena["right"] - column)

    def distance(self, goals: Iterable[str], start: str = "") -> int:
        """The steps to the nearest of these tiles, if nothing is in the way."""
        row, column = place(start or self.me["tile"])
        gaps = [(abs(row - place(goal)[0]), abs(column - place(goal)[1])) for goal in goals]
        measure = max if self.me["passives"]["diagonal_movement"] else sum
        return min(measure(gap) for gap in gaps)


def first_of(keys: Iterable[str], word: str) -> str | None:
    """The first option that begins with a word."""
    return next((key for key in keys if parts_of(key)[0] == word), None)


def place(tile: str) -> tuple[int, int]:
    """The row and the column of a tile."""
    return divmod(int(tile[1:]), 10)
