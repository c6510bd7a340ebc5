"""Pyre: the burning force of will. It burns cards, flesh and other gems."""

from __future__ import annotations

from engine.ascended_kings.box import RULEBOOK
from engine.ascended_kings.card import RollDice, focus, gain
from engine.ascended_kings.cards.aims import (
    adjacent,
    any_opponent,
    cardinal,
    has_an_inscription,
    holds_a_card,
    in_sight,
    surrounding,
)
from engine.ascended_kings.cards.parameters import up_to_converted
from engine.ascended_kings.cards.verbs import (
    convert,
    discard_at_random,
    steal_at_random,
    steal_inscription,
)
from engine.ascended_kings.cards.verbs import gain as take
from engine.ascended_kings.gems import ARIA, EGIS, PYRE
from engine.ascended_kings.pools import could_gain
from engine.ascended_kings.table import Character, KingsTable
from engine.ascended_kings.wounds import wound

# Calcination


@focus("Calcination", "pyre", level=1, aim=adjacent(holds_a_card), instant=gain(pyre=1))
async def calcination_1(table: KingsTable, me: Character, target: Character) -> None:
    """An adjacent opponent loses 1 card, picked at random from the hand, to its discard pile."""
    discard_at_random(table, target)


@focus("Calcination", "pyre", level=2, aim=surrounding(holds_a_card), instant=gain(pyre=2))
async def calcination_2(table: KingsTable, me: Character, target: Character) -> None:
    """Take 1 card at random from the hand of an opponent on a surrounding tile; if it belongs to
    the deck you do not draw from, discard it.
    """
    steal_at_random(table, me, target)


@focus("Calcination", "pyre", level=3, aim=any_opponent(has_an_inscription), provenance=RULEBOOK)
async def calcination_3(table: KingsTable, me: Character, target: Character) -> None:
    """Take the inscribed card of any opponent on the board into your hand; if it belongs to the
    deck you do not draw from, discard it.
    """
    steal_inscription(table, me, target)


# Rubedo


@focus("Rubedo", "pyre", level=1, aim=adjacent(), harms=True, instant=gain(pyre=1))
async def rubedo_1(table: KingsTable, me: Character, target: Character) -> None:
    """An adjacent opponent takes 1 Dire Wound, which Egis cannot block."""
    await wound(table, target, 1, "card", killer=me)


@focus("Rubedo", "pyre", level=2, aim=surrounding(), harms=True, instant=RollDice(1))
async def rubedo_2(table: KingsTable, me: Character, target: Character) -> None:
    """An opponent on a surrounding tile takes 2 Dire Wounds, which Egis cannot block."""
    await wound(table, target, 2, "card", killer=me)


@focus("Rubedo", "pyre", level=3, aim=cardinal(in_sight), harms=True)
async def rubedo_3(table: KingsTable, me: Character, target: Character) -> None:
    """An opponent you can see in your row or column takes 2 Dire Wounds, which Egis cannot
    block.
    """
    await wound(table, target, 2, "card", killer=me)


# Fermentation


def would_ferment(table: KingsTable, me: Character) -> bool:
    """With Pyre available, by converting or by taking."""
    return table.supply[PYRE] > 0 and (
        me.pool[ARIA] + me.pool[EGIS] > 0 or could_gain(table, me, PYRE)
    )


@focus(
    "Fermentation",
    "pyre",
    level=1,
    possible=would_ferment,
    asks=[up_to_converted(2)],
    instant=RollDice(1),
)
async def fermentation_1(table: KingsTable, me: Character, mix: dict[str, int]) -> None:
    """Convert up to 2 of your Aria and Egis into Pyre, then take 1 Pyre."""
    convert(table, me, mix)
    await take(table, me, PYRE, 1)


@focus(
    "Fermentation",
    "pyre",
    level=2,
    possible=would_ferment,
    asks=[up_to_converted(3)],
    instant=gain(aria=1, pyre=1),
)
async def fermentation_2(table: KingsTable, me: Character, mix: dict[str, int]) -> None:
    """Convert up to 3 of your Aria and Egis into Pyre, then take 2 Pyre."""
    convert(table, me, mix)
    await take(table, me, PYRE, 2)


@focus(
    "Fermentation",
    "pyre",
    level=3,
    possible=would_ferment,
    asks=[up_to_converted(4)],
    instant=gain(pyre=3),
)
async def fermentation_3(table: KingsTable, me: Character, mix: dict[str, int]) -> None:
    """Convert up to 4 of your Aria and Egis into Pyre, then take 4 Pyre."""
    convert(table, me, mix)
    await take(table, me, PYRE, 4)
