"""A bot for Battle for Empyrean that weighs its chance to hold two battlefields.

It takes the strongest deck that it can have, keeps the dearer card of a draft, since Essence is
plenty towards the end, and spends as much of it as its hand allows in every round. Each card goes
where it adds most to the chance to have more Might on two battlefields at the end; cards that move
or harm others are used for the same chance.

conclave-bot try marshal.toml --game battle_for_empyrean --against easy
"""

from __future__ import annotations

from itertools import combinations
from math import exp

from conclave_client import Answer, Bot, Decision, View, random_answer
from conclave_client.games import parts_of
from conclave_client.games.battle_for_empyrean import EmpyreanView, Key, Prompt, table
from conclave_client.types import Option

DECKS = (
    "azteca_and_mexica_of_tenochtitlan",
    "legends_of_the_parthenon",
    "knights_of_the_round_table",
    "samurai_of_the_sengoku",
)
"""From the strongest deck; docs/balance.md says how strong each is."""
DOUBT, DOUBT_PER_ROUND = 2.0, 0.8
"""The lead in Might that is likely to last: at the end, and for each round before."""
AZTECA = {
    **dict.fromkeys(["captive", "eagle_spirit", "jaguar_spirit"], 1),
    **dict.fromkeys(["lure_into_the_shallows", "nahualli", "tlapilli"], 2),
    **dict.fromkeys(["otontin", "capture"], 3),
    **dict.fromkeys(["ambush", "tlamacazqui"], 4),
    **dict.fromkeys(["ocelotl", "cuauhtli", "peyotl"], 5),
    **dict.fromkeys(["coatlicue", "xochiquetzal"], 6),
    **dict.fromkeys(["tezcatlipoca", "quetzalcoatl"], 7),
    "huitzilopochtli": 8,
}
"""What the cards of the first deck cost in Essence, which is about the Might that they bring."""
UNKNOWN_COST = 5
"""What is taken for the cost of a card that could never be paid yet."""
HIDDEN_SHARE = 0.8
"""How much of an opponent's Essence lies in their face-down cards."""
COMMANDS = ("use", "bite", "sacrifice", "ransom", "swap", "essence")
"""What is always commanded; a move has to improve the chance."""
HOSTILE = (Prompt.STUN, Prompt.WEAKEN, Prompt.DESTROY, Prompt.ANCHOR)
FRIENDLY = (Prompt.STRENGTHEN, Prompt.SHIELD)
"""Prompts that choose a card to harm or to help."""


class Marshal(Bot):
    """Raises its chance to hold two battlefields."""

    def __init__(self) -> None:
        self.costs = dict(AZTECA)
        """The Essence costs of the cards that are known so far."""

    def choose(self, decision: Decision, view: View) -> Answer | None:
        self.table: EmpyreanView = table(view)
        self.own = f"p{decision.seat}"
        self.learn_costs(decision)
        options = decision.options or []
        match decision.prompt.key:
            case Prompt.DECK:
                decks = [Key.deck(deck) for deck in DECKS]
                return min(options, key=lambda option: rank(option.key, decks)).key
            case Prompt.KEEP:
                return max(options, key=self.cost).key
            case Prompt.DEPLOY:
                return self.deploy(options)
            case Prompt.COMMAND:
                return self.command(options)
            case Prompt.DISCARD | Prompt.BANISH | Prompt.BELOW:
                return min(options, key=self.cost).key
        if decision.kind != "choose" or (decision.max or 1) != 1:
            return random_answer(decision, self.rng)
        if decision.prompt.key in (*HOSTILE, *FRIENDLY):
            is_friendly = decision.prompt.key in FRIENDLY
            return max(options, key=lambda option: self.might(option, is_friendly)).key
        return max(options, key=lambda option: (self.chance_after(option), self.rng.random())).key

    # -- cards

    def learn_costs(self, decision: Decision) -> None:
        """Note what the cards cost that can be paid now."""
        for option in decision.options or []:
            args = option.args or {}
            if option.key.startswith("deploy:") and "n" in args:
                self.costs.setdefault(args["card"], args["n"])

    def cost(self, option: Option) -> int:
        """The Essence cost of the card that an option names."""
        return self.costs.get((option.args or {}).get("card", ""), UNKNOWN_COST)

    def deploy(self, options: list[Option]) -> str:
        """The next card of the best use of the Essence, where it raises the chance most."""
        deploys = [option for option in options if option.key.startswith("deploy:")]
        if not deploys:
            return options[-1].key
        cards = [option.args or {} for option in deploys]
        card = self.next_card({args["card"]: args["n"] for args in cards})
        places = [option for option in deploys if parts_of(option.key)[1][0] == card]
        return max(places, key=self.chance_after).key

    def next_card(self, costs: dict[str, int]) -> str:
        """The dearest card of those that together spend most, the fewest if there are several."""
        me = self.table["players"][self.own]
        hand = [card for card, n in me["hand"].items() if card in costs for _ in range(n)]
        sets = [
            cards
            for number in (1, 2, 3, 4)
            for cards in combinations(hand, number)
            if sum(costs[card] for card in cards) <= me["essence"]
        ]
        best = max(sets, key=lambda cards: (sum(costs[card] for card in cards), -len(cards)))
        return max(best, key=lambda card: costs[card])

    def command(self, options: list[Option]) -> str:
        """An ability that costs nothing, or the move that raises the chance most."""
        for option in options:
            if parts_of(option.key)[0] in COMMANDS:
                return option.key
        best = max(options, key=self.chance_after)
        if self.chance_after(best) > self.chance({}) + 0.01:
            return best.key
        return next((option.key for option in options if option.key == "done"), best.key)

    def might(self, option: Option, is_friendly: bool) -> int:
        """The Might of the card that an option chooses, negative if it is on the wrong side."""
        _, parts = parts_of(option.key)
        unit = self.table["units"].get(parts[0]) if parts else None
        if unit is None or not unit["face_up"]:
            return -50
        is_own = unit["owner"] == self.own
        return unit["might"] if is_own == is_friendly else -unit["might"]

    # -- battlefields

    def chance_after(self, option: Option) -> float:
        """The chance after a card goes to a battlefield, from the hand or from another one."""
        word, parts = parts_of(option.key)
        change: dict[str, float] = {}
        if word == "deploy":
            change[parts[1]] = self.costs.get(parts[0], UNKNOWN_COST)
        elif word in ("move", "cross", "sail") and len(parts) == 2:
            unit = self.table["units"][parts[0]]
            might = unit["might"] if unit["face_up"] else 0
            change = {parts[1]: might, unit["battlefield"]: -might}
        elif word == "to":
            change[parts[0]] = UNKNOWN_COST
        return self.chance(change)

    def chance(self, change: dict[str, float]) -> float:
        """The chance to win two battlefields or more, once the leads have changed like this."""
        doubt = DOUBT + DOUBT_PER_ROUND * (self.table["last_round"] - self.table["round"])
        none, exactly_one = 1.0, 0.0
        for place in self.table["battlefields"]:
            wins = 1 / (1 + exp(-(self.lead(place) + change.get(place, 0.0)) / doubt))
            none, exactly_one = none * (1 - wins), exactly_one * (1 - wins) + none * wins
        return 1 - none - exactly_one

    def lead(self, place: str) -> float:
        """How much Might the player is ahead on a battlefield, face-down cards included."""
        might: dict[str, float] = dict(self.table["battlefields"][place]["might"])
        for unit in self.table["units"].values():
            if not unit["face_up"] and unit["battlefield"] == place:
                might[unit["owner"]] += (
                    unit["cost"] if "cost" in unit else self.guess(unit["owner"])
                )
        return might[self.own] - max(n for player, n in might.items() if player != self.own)

    def guess(self, opponent: str) -> float:
        """The Might of a face-down card of an opponent: a part of the Essence that they had."""
        units = self.table["units"].values()
        number = sum(not unit["face_up"] and unit["owner"] == opponent for unit in units)
        return HIDDEN_SHARE * self.table["players"][opponent]["essence"] / number


def rank(key: str, keys: list[str]) -> int:
    """The place of a key in a list; after its end if it is not there."""
    return keys.index(key) if key in keys else len(keys)
