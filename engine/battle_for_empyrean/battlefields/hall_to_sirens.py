"""The battlefields from Hall of Tithes to Sirens' Sanctuary."""

from __future__ import annotations

from engine.battle_for_empyrean.battlefield import (
    COST,
    END,
    END_OF_GAME,
    OFFER,
    OFFERED,
    REBIRTH,
    REVEALED,
    SET_UP,
    STUNNED,
    battlefield,
)
from engine.battle_for_empyrean.battlefields.shared import (
    apply_to_one,
    cards_here,
    remove_from_each,
    remove_from_highest,
)
from engine.battle_for_empyrean.card import CARDS
from engine.battle_for_empyrean.choice import leads
from engine.battle_for_empyrean.might import add_essence, apply_might
from engine.battle_for_empyrean.table import EmpyreanTable, Field, Unit

hall_of_tithes = battlefield("hall_of_tithes", "Hall of Tithes", effects_from="site")


@hall_of_tithes.effect(COST)
def tithe(table: EmpyreanTable, here: Field, seat: int, card: str, cost: int) -> int:
    """A card with an Essence cost of 1 or 2 costs you 1 more Essence to Deploy Here."""
    return cost + 1 if CARDS[card].cost <= 2 else cost


@hall_of_tithes.effect(REVEALED)
def reward(table: EmpyreanTable, here: Field, seat: int, unit: Unit) -> None:
    """Each time you Reveal a card Here for which you paid this extra Essence, Apply 2 Might to
    it.
    """
    if unit.paid and CARDS[unit.card].cost <= 2:
        apply_might(table, unit, 2)


isle_of_the_cursed_coin = battlefield(
    "isle_of_the_cursed_coin", "Isle of the Cursed Coin", effects_from="site"
)


@isle_of_the_cursed_coin.effect(END)
async def curse(table: EmpyreanTable, here: Field, seat: int) -> None:
    """If you hold the First Player Token (before it is passed), Remove 1 Might from your card Here
    with the highest Might (you choose if tied).
    """
    if seat == table.token:
        await remove_from_highest(table, here, seat, 1)


@isle_of_the_cursed_coin.effect(REVEALED)
def windfall(table: EmpyreanTable, here: Field, seat: int, unit: Unit) -> None:
    """If you do not hold the First Player Token, Apply 1 Might to the first card you Reveal Here
    each Round.
    """
    if seat != table.token and here.once_per_round(seat, "windfall", table.round):
        apply_might(table, unit, 1)


palace_of_the_empty_throne = battlefield(
    "palace_of_the_empty_throne", "Palace of the Empty Throne", effects_from="site"
)


@palace_of_the_empty_throne.effect(REVEALED)
def seize(table: EmpyreanTable, here: Field, seat: int, unit: Unit) -> None:
    """The first player who Reveals a card with an Essence cost of 6 or more Here seizes the throne:
    Apply 4 Might to that card.
    """
    if not here.claimed and CARDS[unit.card].cost >= 6:
        here.claimed = True
        apply_might(table, unit, 4)


@palace_of_the_empty_throne.effect(END)
def regency(table: EmpyreanTable, here: Field, seat: int) -> None:
    """As long as nobody has seized the throne, a player who has more Might Here than every opponent
    Subtracts 1 Essence from themselves next Round.
    """
    if not here.claimed and leads(table, seat, here.place):
        add_essence(table, seat, -1)


pillar_of_solitude = battlefield("pillar_of_solitude", "Pillar of Solitude", effects_from="site")


@pillar_of_solitude.effect(END)
def solitude(table: EmpyreanTable, here: Field, seat: int) -> None:
    """If you have exactly 1 Revealed card Here, Apply 1 Might to it."""
    own = cards_here(table, here, seat)
    if len(own) == 1:
        apply_might(table, own[0], 1)


@pillar_of_solitude.effect(END)
def crowd(table: EmpyreanTable, here: Field, seat: int) -> None:
    """If you have exactly 1 Revealed card Here, each opponent who has 3 or more Revealed cards Here
    Adds 1 Essence next Round.
    """
    if len(cards_here(table, here, seat)) == 1:
        for other in table.others(seat):
            if len(cards_here(table, here, other)) >= 3:
                add_essence(table, other, 1)


river_of_rebirth = battlefield(
    "river_of_rebirth", "River of Rebirth", name_from="site", effects_from="site"
)


@river_of_rebirth.effect(REBIRTH)
def rebirth(table: EmpyreanTable, here: Field, unit: Unit, by: Unit) -> bool:
    """If an opponent's ability Destroys one of your cards Here, it still counts as Destroyed, but
    it goes to your hand without its Might and tokens instead of into the Destroy pile.
    """
    return unit.owner != by.owner


@river_of_rebirth.effect(STUNNED)
def deep_sleep(table: EmpyreanTable, here: Field, unit: Unit, by: Unit) -> None:
    """Each time an opponent Applies a Stun Token to one of your cards Here, Apply 2 Might to that
    card.
    """
    if unit.owner != by.owner:
        apply_might(table, unit, 2)


sanctum_of_the_creators = battlefield(
    "sanctum_of_the_creators", "Sanctum of the Creators", effects_from="site"
)


@sanctum_of_the_creators.effect(OFFER)
def may_offer(table: EmpyreanTable, here: Field, seat: int) -> bool:
    """Once per Round you may Banish 1 card from your hand as an offering. If it is your first
    offering and it is Round 4 or earlier, Add 2 Essence next Round.
    """
    return here.rounds[seat].get("offered") != table.round and bool(table.players[seat].hand)


@sanctum_of_the_creators.also(OFFERED)
def accept(table: EmpyreanTable, here: Field, seat: int) -> None:
    """The offering was made."""
    here.rounds[seat]["offered"] = table.round
    if here.count(seat, "offerings") == 1 and table.round <= 4:
        add_essence(table, seat, 2)


@sanctum_of_the_creators.effect(END_OF_GAME)
def wrath(table: EmpyreanTable, here: Field, seat: int) -> None:
    """If you made fewer than 2 offerings, Remove 2 Might from each of your cards Here."""
    if here.counts[seat].get("offerings", 0) < 2:
        remove_from_each(table, here, seat, 2)


scales_of_balance = battlefield("scales_of_balance", "Scales of Balance", effects_from="site")


@scales_of_balance.effect(END)
async def balance(table: EmpyreanTable, here: Field, seat: int) -> None:
    """If you have at least 1 Revealed card Here and exactly as many cards in hand as Revealed cards
    Here, Apply 2 Might to 1 of your cards Here.
    """
    own = len(cards_here(table, here, seat))
    if own and own == len(table.players[seat].hand):
        await apply_to_one(table, here, seat, 2)


@scales_of_balance.effect(END)
async def imbalance(table: EmpyreanTable, here: Field, seat: int) -> None:
    """If you have at least 3 more cards in hand than Revealed cards Here, Remove 1 Might from your
    card Here with the highest Might (you choose if tied; with no card Here nothing happens).
    """
    if len(table.players[seat].hand) >= len(cards_here(table, here, seat)) + 3:
        await remove_from_highest(table, here, seat, 1)


shrine_of_stillness = battlefield("shrine_of_stillness", "Shrine of Stillness", effects_from="site")


@shrine_of_stillness.effect(SET_UP)
def hush(table: EmpyreanTable, here: Field) -> None:
    """When the game is set up, put 1 Stop Token on each player's side Here."""
    here.stops = [1] * len(table.players)


@shrine_of_stillness.effect(END)
def silence(table: EmpyreanTable, here: Field, seat: int) -> None:
    """If there is at least 1 Stop Token on your side Here, Remove 1 Might from each of your cards
    Here.
    """
    if here.stops[seat]:
        remove_from_each(table, here, seat, 1)


sirens_sanctuary = battlefield("sirens_sanctuary", "Sirens' Sanctuary", effects_from="site")


@sirens_sanctuary.effect(REVEALED)
def lure(table: EmpyreanTable, here: Field, seat: int, unit: Unit) -> None:
    """Each time you Reveal a card Here, Apply 3 Might to it."""
    apply_might(table, unit, 3)


@sirens_sanctuary.effect(END_OF_GAME)
def shipwreck(table: EmpyreanTable, here: Field, seat: int) -> None:
    """Remove 2 Might from each of your cards Here."""
    remove_from_each(table, here, seat, 2)
