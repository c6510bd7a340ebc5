"""A bot for Res Arcana that builds an engine of essences and turns them into points.

It looks one action ahead. Each option says what it costs and what it does; the bot works out the
essences that it would have afterwards, and what they are worth beside points. An essence is worth
more the nearer it brings a goal: a Place of Power, a monument, or a point on an own place. Other
questions, such as which essences to take, are answered by the same worths.

conclave-bot try collector.toml --game res_arcana --against easy
"""

from __future__ import annotations

import re
from collections import Counter

from conclave_client import Answer, Bot, Decision, View
from conclave_client.games import parts_of
from conclave_client.games.res_arcana import Prompt, ResArcanaView, table
from conclave_client.types import Blocked, Option

Essences = Counter[str]

# Worths are in hundredths of a point.
POINT, ESSENCE, GOLD = 100.0, 8.0, 17.0
STORED = 0.8
"""What an essence on a component is worth beside one in the pool."""
CARD_IN_HAND, CARD_DRAWN, ATTACK, PASSING, VICTORY = 22.0, 14.0, 10.0, 0.5, 1000.0
PLACE_GOAL, MONUMENT_GOAL, POINT_GOAL = 130.0, 50.0, 60.0
"""What it is worth to have the whole cost of a goal, beyond the essences."""
PLACE_WORTH = 190.0
"""What a place is worth on which points can be collected."""
LAST_ROUND = 7
"""Engines are built as if this were the last round."""

INCOME = {
    **dict.fromkeys(["alchemists_tower", "dragons_lair", "dwarven_mines", "sacred_grove"], 3.5),
    **dict.fromkeys(["elemental_spring", "hanging_gardens", "horn_of_plenty", "treant"], 3.0),
    **dict.fromkeys(["fiery_whip", "hypnotic_basin", "jeweled_statuette", "tree_of_life"], 2.7),
    **dict.fromkeys(["celestial_horse", "chalice_of_fire", "chalice_of_life", "crypt"], 2.3),
    **dict.fromkeys(["ring_of_midas", "solomons_mine", "sunken_reef", "vault"], 2.2),
    **dict.fromkeys(["corrupt_altar", "cursed_skull", "dancing_sword", "hand_of_glory"], 2.0),
    **dict.fromkeys(["artificer", "druid", "flaming_pit", "sacrificial_dagger", "witch"], 1.8),
    **dict.fromkeys(["alchemist", "duelist", "healer", "necromancer", "transmuter"], 1.6),
    **dict.fromkeys(["alchemy", "calm_elan", "colossus", "death_life", "reanimate"], 1.3),
}
"""The essences that a component brings in a round, Gold counting twice."""
LITTLE_INCOME = 0.8
"""That of all others."""
POINTS = {
    **dict.fromkeys(["bone_dragon", "earth_dragon", "fire_dragon", "water_dragon"], 1),
    **dict.fromkeys(["wind_dragon", "sea_serpent", "dragon_bridle", "dragon_egg"], 1),
    **dict.fromkeys(["jeweled_statuette", "nightingale", "philosophers_stone"], 1),
    **dict.fromkeys(["ring_of_midas", "golden_statue", "hanging_gardens", "library"], 1),
    **dict.fromkeys(["obelisk", "solomons_mine", "cursed_forge", "sorcerers_bestiary", "top"], 1),
    **dict.fromkeys(["colossus", "mausoleum", "oracle", "temple"], 2),
    **dict.fromkeys(["sacred_grove", "sacrificial_pit"], 2),
    **dict.fromkeys(["great_pyramid", "coral_castle"], 3),
}
"""The points of a component; those of the top monument on average."""
SCORING = {
    "alchemists_tower": ("gold", {"elan": 1, "life": 1, "calm": 1, "death": 1}),
    "catacombs_of_the_dead": ("death", {"death": 5}),
    "cursed_forge": ("gold", {"elan": 2, "gold": 1}),
    "dragons_lair": ("gold", {}),
    "dwarven_mines": ("gold", {"elan": 3, "death": 3}),
    "sacred_grove": ("life", {}),
    "sacrificial_pit": ("death", {"life": 3}),
    "sunken_reef": ("calm", {"calm": 2, "life": 1}),
}
"""The essence that scores on a Place of Power, and the essences that it takes to put one there."""


class Collector(Bot):
    """Takes what is worth most after one action."""

    def __init__(self) -> None:
        self.goals: dict[str, dict[str, int]] = {}
        """The costs of what can be claimed, and of points on own places."""

    def choose(self, decision: Decision, view: View) -> Answer | None:
        self.table: ResArcanaView = table(view)
        self.me = self.table["players"][f"p{decision.seat}"]
        self.rivals = [mat for mat in self.table["players"].values() if mat is not self.me]
        self.pool: Essences = Counter(dict(self.me["pool"].items()))
        options = decision.options or []
        number = decision.min or 0
        match decision.prompt.key:
            case Prompt.ACTION:
                self.goals = self.goals_of(decision)
                return max(options, key=lambda option: (self.gain(option), self.rng.random())).key
            case Prompt.TAKE:
                return [option.key for option in options if option.key[5:] not in SCORING]
            case Prompt.PAY_ANY | Prompt.LOSE_OTHERS:
                return dict(self.pay_any(self.pool, number, decision.limits))
            case Prompt.LOSE_LIFE:
                return max(options, key=self.after_attack).key
            case Prompt.DISCARD_GAIN:
                return "gold" if self.is_gold_better() else "others"
            case Prompt.PAY_X:
                return decision.max
            case Prompt.VICTORY_CHECK:
                return options[0].key if self.me["points"] + 3 >= self.table["goal"] else None
        if decision.kind == "mix":
            return dict(self.gain_any(self.pool, number, decision.limits))
        if decision.kind == "choose" and decision.max == 1:
            return max(options, key=lambda option: self.liking(decision, option)).key
        return None  # the default

    # -- what things are worth

    def wealth(self, pool: Essences) -> float:
        """What essences are worth: each alone, and all of them towards the best goal."""
        worth = ESSENCE * pool.total() + (GOLD - ESSENCE) * pool["gold"]
        return worth + max((self.nearness(pool, id) for id in self.goals), default=0.0)

    def nearness(self, pool: Essences, id: str) -> float:
        """How near a goal is: the less of it is missing, the more an essence counts."""
        weight = PLACE_GOAL if id in self.table["places"] else MONUMENT_GOAL
        if id in self.me["cards"]:
            weight = POINT_GOAL
        cost = self.goals[id]
        payable = sum(min(n, pool[kind]) for kind, n in cost.items())
        return weight * (payable / sum(cost.values())) ** 2

    def goals_of(self, decision: Decision) -> dict[str, dict[str, int]]:
        """The goals, by the options and those that are blocked because they are too dear."""
        claims: list[Option | Blocked] = [*(decision.options or []), *(decision.blocked or [])]
        goals = {
            claim.key.removeprefix("claim:"): (claim.args or {})["pool"]
            for claim in claims
            if claim.key.startswith("claim:")
        }
        own = {id: cost for id, (_, cost) in SCORING.items() if id in self.me["cards"] and cost}
        return goals | own

    def in_play(self, id: str) -> float:
        """What a component is worth once it lies before the player."""
        most = max(mat["points"] for mat in self.table["players"].values())
        rounds = max(1.0, LAST_ROUND - self.table["round"])
        if most >= self.table["goal"] - 2:
            rounds = 0.5
        return POINT * POINTS.get(id, 0) + ESSENCE * INCOME.get(id, LITTLE_INCOME) * rounds

    # -- what an action brings

    def gain(self, option: Option) -> float:
        """What an action brings, less what it costs."""
        word, parts = parts_of(option.key)
        args = option.args or {}
        if option.kind == "waste":
            return -1.0
        match word:
            case "pass":
                return self.gain_of_passing()
            case "use":
                return self.gain_of_power(parts[0], args["does"])
            case "discard":
                brought = Counter(gold=1) if self.is_gold_better() else self.gain_any(self.pool, 2)
                return self.wealth(self.pool + brought) - self.wealth(self.pool) - CARD_IN_HAND
        rest = self.pool - self.price(Counter(args["pool"]), args.get("n", 0))
        gain = self.in_play(parts[0]) + self.wealth(rest) - self.wealth(self.pool)
        if word == "place":
            return gain - CARD_IN_HAND
        return gain + (PLACE_WORTH if parts[0] in SCORING else 0.0)

    def gain_of_passing(self) -> float:
        """Little, unless it wins, maybe by the point of the First Player token."""
        takes_token = not self.me["token"] and not any(mat["passed"] for mat in self.rivals)
        return VICTORY / 10 if self.would_win(takes_token) else PASSING

    def would_win(self, takes_token: bool = False) -> bool:
        """Whether a victory check would be won, after the token was taken or as it is."""
        points = self.me["points"] + takes_token
        best = max(mat["points"] - (takes_token and mat["token"]) for mat in self.rivals)
        return points >= self.table["goal"] and points > best

    def gain_of_power(self, id: str, text: str) -> float:
        """What a power brings, by its text, as in "Turn this card, pay 1 Elan: gain 1 Gold."."""
        cost, _, effect = text.partition(": ")
        if "check victory" in effect:
            return VICTORY if self.would_win() else -POINT
        if "destroy" in cost.lower() or "discard" in cost or "any number" in cost:
            return -POINT
        rest = self.pool - self.price(essences_in(cost))
        effect = effect.partition(";")[0]  # then comes what rivals gain
        brought = essences_in(effect)
        brought += self.gain_any(rest, brought.pop("any", 0))
        if "on this" not in effect:
            gain = self.gain_of_effect(id, effect, brought)
            return gain + self.wealth(rest + brought) - self.wealth(self.pool)
        scored = brought[SCORING[id][0]] if id in SCORING else 0
        stored = self.wealth(rest + brought) - self.wealth(rest)
        return POINT * scored + STORED * stored + self.wealth(rest) - self.wealth(self.pool)

    def gain_of_effect(self, id: str, effect: str, brought: Essences) -> float:
        """What an effect brings besides the essences that it names; adds those that it counts."""
        if "each rival loses" in effect:
            brought.clear()
            return ATTACK
        if "as one rival has" in effect:
            gained, counted = re.findall("Elan|Life|Calm|Death", effect)
            brought[gained.lower()] = max(mat["pool"][counted.lower()] for mat in self.rivals)
        if "straighten" in effect:
            turned = [own for own, card in self.me["cards"].items() if card["turned"] and own != id]
            return ESSENCE * max((INCOME.get(own, LITTLE_INCOME) for own in turned), default=0.0)
        if "draw" in effect:
            return CARD_DRAWN
        return POINT / 2 if "place" in effect else 0.0

    # -- essences

    def gain_any(
        self, pool: Essences, number: int, limits: dict[str, int] | None = None
    ) -> Essences:
        """The best essences to gain, one after the other; any but Gold, or within limits."""
        limits = limits or dict.fromkeys(["elan", "life", "calm", "death"], number)
        gained: Essences = Counter()
        for _ in range(number):
            kinds = [kind for kind, limit in limits.items() if gained[kind] < limit]
            gained[max(kinds, key=lambda kind: self.wealth(pool + gained + Counter([kind])))] += 1
        return gained

    def pay_any(
        self, pool: Essences, number: int, limits: dict[str, int] | None = None
    ) -> Essences:
        """The essences that are missed least, one after the other."""
        paid: Essences = Counter()
        for _ in range(min(number, pool.total())):
            kinds = [kind for kind, limit in (limits or pool).items() if paid[kind] < limit]
            paid[max(kinds, key=lambda kind: self.wealth(pool - paid - Counter([kind])))] += 1
        return paid

    def price(self, cost: Essences, dropped: int = 0) -> Essences:
        """What a cost takes from the pool, of which some essences are dropped."""
        number = cost.pop("any", 0) - dropped
        fixed = cost & self.pool
        number += cost.total() - fixed.total()
        return fixed + self.pay_any(self.pool - fixed, max(0, number))

    def is_gold_better(self) -> bool:
        """Whether to take 1 Gold for a discarded card, not two other essences."""
        others = self.pool + self.gain_any(self.pool, 2)
        return self.wealth(self.pool + Counter(gold=1)) > self.wealth(others)

    # -- other questions

    def after_attack(self, option: Option) -> float:
        """What is left after an attack is suffered, paid for or answered by a card."""
        args = option.args or {}
        if option.key == "suffer":
            life = min(2, self.pool["life"])
            rest = self.pool - Counter(life=life)
            return self.wealth(rest - self.pay_any(rest, 4 - 2 * life))
        if option.kind in ("destroy", "discard"):
            return self.wealth(self.pool) - CARD_IN_HAND
        cost = essences_in(args.get("does", "").partition(": ")[0])
        return self.wealth(self.pool - cost - Counter(args.get("pool", {})))

    def liking(self, decision: Decision, option: Option) -> float:
        """How good any other option is, by the component or the kind of essence that it names."""
        word, parts = parts_of(option.key)
        match decision.prompt.key:
            case Prompt.DESTROY | Prompt.DISCARD | Prompt.TURN_ANOTHER:
                return -self.in_play(parts[0])
            case Prompt.PAY_ALIKE | Prompt.PAY_ONE:
                return float(self.pool[parts[0]]) if parts else 0.0
        if word == "kind":
            return self.wealth(self.pool + Counter([parts[0]]))
        return self.in_play(parts[0]) if parts else float(word == "pay")


def essences_in(text: str) -> Essences:
    """The essences that a clause of a power names, `any` among them."""
    amounts = re.findall(r"(\d+) (?:of )?(Elan|Life|Calm|Death|Gold|any)", text)
    return Counter({kind.lower(): int(number) for number, kind in amounts})
