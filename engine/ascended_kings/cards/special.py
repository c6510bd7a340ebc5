"""The seven special cards of each deck, without a Focus Glyph. They cost nothing."""

from __future__ import annotations

from engine.ascended_kings.box import RULEBOOK
from engine.ascended_kings.card import (
    ASCENDANT,
    REVENANT,
    DrawCards,
    gain,
    special,
    special_without_ability,
)
from engine.ascended_kings.cards.aims import (
    any_opponent,
    cardinal,
    has_a_transmutation,
    holds_ylem,
    in_sight,
    surrounding,
)
from engine.ascended_kings.cards.parameters import one_transmutation_of_target
from engine.ascended_kings.cards.verbs import lose_ylem
from engine.ascended_kings.table import Character, KingsTable
from engine.ascended_kings.wounds import wound
from engine.ascended_kings.ylem import break_transmutation

# Ascendant Deck

special_without_ability(
    "Pneuma Mundus",
    "Discard this card at any time to take 1 Aria, 1 Egis, 1 Pyre and 1 Ylem; it has no Focus "
    "Ability.",
    copies=3,
    instant=gain(aria=1, egis=1, pyre=1, ylem=1),
)

special_without_ability(
    "Prismatic Inscription",
    "In your Latent State, inscribe this card face up together with 1 Aria, 1 Egis and 1 Pyre from "
    "your pool to own a completed Prismatic Transmutation; or discard it to draw 1 card.",
    copies=3,
    instant=DrawCards(1),
    prismatic=True,
    provenance=RULEBOOK,
)


@special(
    "Lancea of Aeterna",
    deck=ASCENDANT,
    aim=any_opponent(in_sight),
    harms=True,
    koru="lancea_of_aeterna",
)
async def lancea_of_aeterna(table: KingsTable, me: Character, target: Character) -> None:
    """An opponent in your line of sight takes 4 Dire Wounds that Egis cannot block, and if this
    kills it you receive every Bloodstone it held.
    """
    await wound(table, target, 4, "card", killer=me, stones_to=me)


# Revenant Deck


@special("The Traverse", deck=REVENANT, id="The Traverse 1", aim=any_opponent(holds_ylem))
async def the_traverse_1(table: KingsTable, me: Character, target: Character) -> None:
    """Any opponent on the board loses 1 Ylem from the Ylem Pool."""
    lose_ylem(table, target, 1)


@special("The Traverse", deck=REVENANT, id="The Traverse 2", aim=cardinal(holds_ylem))
async def the_traverse_2(table: KingsTable, me: Character, target: Character) -> None:
    """An opponent in your row or column loses 2 Ylem from the Ylem Pool."""
    lose_ylem(table, target, 2)


@special("The Traverse", deck=REVENANT, id="The Traverse 3", aim=surrounding(holds_ylem))
async def the_traverse_3(table: KingsTable, me: Character, target: Character) -> None:
    """An opponent on a surrounding tile loses 3 Ylem from the Ylem Pool."""
    lose_ylem(table, target, 3)


@special(
    "Break Transmutation",
    deck=REVENANT,
    copies=3,
    aim=cardinal(has_a_transmutation),
    asks=[one_transmutation_of_target],
    provenance=RULEBOOK,
)
async def break_transmutation_card(
    table: KingsTable, me: Character, target: Character, id: str
) -> None:
    """Pick one completed Transmutation of an opponent in your row or column, of whatever kind; its
    gems go to the supply, and a Prismatic Inscription card is discarded with them.
    """
    break_transmutation(table, target, id)


@special(
    "Revenant Curse",
    deck=REVENANT,
    aim=any_opponent(in_sight),
    harms=True,
    koru="revenant_curse",
)
async def revenant_curse(table: KingsTable, me: Character, target: Character) -> None:
    """An opponent in your line of sight takes 3 Dire Wounds that Egis cannot block, and if this
    kills it you receive every Bloodstone it held.
    """
    await wound(table, target, 3, "card", killer=me, stones_to=me)
