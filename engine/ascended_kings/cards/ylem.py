"""Ylem: the energy beneath all things. It takes, finds and makes."""

from __future__ import annotations

from collections.abc import Sequence

from engine.ascended_kings.card import RollDice, focus, gain
from engine.ascended_kings.cards.aims import any_opponent, holds_core, holds_ylem
from engine.ascended_kings.cards.parameters import one_core_of_target
from engine.ascended_kings.cards.verbs import look_and_keep, lose_ylem, steal_core, steal_ylem
from engine.ascended_kings.decks import has_cards
from engine.ascended_kings.pools import take_ylem
from engine.ascended_kings.rolls import roll_and_allocate
from engine.ascended_kings.table import Character, KingsTable

# Citrinitas


@focus(
    "Citrinitas",
    "ylem",
    level=1,
    aim=any_opponent(holds_core),
    asks=[one_core_of_target],
    instant=gain(ylem=1),
)
async def citrinitas_1(table: KingsTable, me: Character, target: Character, kind: int) -> None:
    """Take 1 Core gem of your choice from the pool of any opponent on the board."""
    await steal_core(table, me, target, kind)


@focus("Citrinitas", "ylem", level=2, aim=any_opponent(holds_ylem), instant=RollDice(2))
async def citrinitas_2(table: KingsTable, me: Character, target: Character) -> None:
    """Take 1 Ylem from the Ylem Pool of any opponent on the board."""
    steal_ylem(table, me, target, 1)


@focus("Citrinitas", "ylem", level=3, aim=any_opponent(holds_ylem), all_of_them=True)
async def citrinitas_3(table: KingsTable, me: Character, targets: Sequence[Character]) -> None:
    """Every opponent on the board loses 1 Ylem if able, and you take 1 Ylem for each one lost this
    way, to a maximum of 2.
    """
    total = sum(lose_ylem(table, target, 1) for target in targets)
    take_ylem(table, me, min(total, 2), table.supply)


# Distillation


def cards_to_see(table: KingsTable, me: Character) -> bool:
    """With a card left in one's own deck."""
    return has_cards(table.deck(me.revenant))


@focus("Distillation", "ylem", level=1, possible=cards_to_see, instant=RollDice(1))
async def distillation_1(table: KingsTable, me: Character) -> None:
    """Look at the top 3 cards of your deck, keep 1 of them and discard the others."""
    await look_and_keep(table, me, look=3, keep=1)


@focus("Distillation", "ylem", level=2, possible=cards_to_see, instant=gain(ylem=1))
async def distillation_2(table: KingsTable, me: Character) -> None:
    """Look at the top 4 cards of your deck, keep 2 of them and discard the others."""
    await look_and_keep(table, me, look=4, keep=2)


@focus("Distillation", "ylem", level=3, possible=cards_to_see, instant=RollDice(2))
async def distillation_3(table: KingsTable, me: Character) -> None:
    """Look at the top 5 cards of your deck, keep 3 of them and discard the others."""
    await look_and_keep(table, me, look=5, keep=3)


# Projection


@focus("Projection", "ylem", level=1, instant=gain(aria=1, egis=1))
async def projection_1(table: KingsTable, me: Character) -> None:
    """Roll 2 Focus Dice at once and acquire gems from them."""
    await roll_and_allocate(table, me, 2)


@focus("Projection", "ylem", level=2, instant=gain(ylem=1))
async def projection_2(table: KingsTable, me: Character) -> None:
    """Roll 3 Focus Dice at once and acquire gems from them."""
    await roll_and_allocate(table, me, 3)


@focus("Projection", "ylem", level=3)
async def projection_3(table: KingsTable, me: Character) -> None:
    """Roll 5 Focus Dice at once and acquire gems from them."""
    await roll_and_allocate(table, me, 5)
