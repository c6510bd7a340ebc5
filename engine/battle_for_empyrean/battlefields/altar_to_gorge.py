"""The battlefields from Altar of the Bargain to Grinding Gorge."""

from __future__ import annotations

from engine.battle_for_empyrean.battlefield import (
    BEGIN,
    COST,
    COUNTED,
    DEPLOYED,
    END,
    END_OF_GAME,
    EXISTS,
    REVEALED,
    ZONES,
    ZONES_PER_BATTLEFIELD,
    battlefield,
    is_open,
)
from engine.battle_for_empyrean.battlefields.shared import (
    apply_to_each,
    apply_to_one,
    cards_here,
    is_filled,
    next_lower,
    remove_from_highest,
)
from engine.battle_for_empyrean.card import CARDS
from engine.battle_for_empyrean.choice import leads
from engine.battle_for_empyrean.might import (
    add_essence,
    apply_might,
    essence_next_round,
    remove_might,
)
from engine.battle_for_empyrean.piles import (
    banish_from_hand,
    draw_cards,
    free_options,
    put_down_free,
    return_from_banish_pile,
)
from engine.battle_for_empyrean.table import EmpyreanTable, Field, Unit
from engine.core.script import Option, choose, may

altar_of_the_bargain = battlefield(
    "altar_of_the_bargain", "Altar of the Bargain", effects_from="site"
)


@altar_of_the_bargain.effect(END)
async def bargain(table: EmpyreanTable, here: Field, seat: int) -> None:
    """If you have more Might Here than every opponent and it is not the last Round, you may
    Subtract 1 Essence from yourself next Round; if you do, Apply 2 Might to 1 of your cards Here.
    """
    if not leads(table, seat, here.place) or not essence_next_round(table, seat):
        return
    if await may(seat, "bargain", place=here.card):
        here.count(seat, "bargains")
        add_essence(table, seat, -1)
        await apply_to_one(table, here, seat, 2)


@altar_of_the_bargain.effect(END_OF_GAME)
async def reckoning(table: EmpyreanTable, here: Field, seat: int) -> None:
    """If you made the bargain 3 times or more, Remove 2 Might from your card Here with the highest
    Might (you choose if tied).
    """
    if here.counts[seat].get("bargains", 0) >= 3:
        await remove_from_highest(table, here, seat, 2)


bountiful_vale = battlefield("bountiful_vale", "Bountiful Vale", effects_from="site")


@bountiful_vale.effect(REVEALED)
def bounty(table: EmpyreanTable, here: Field, seat: int, unit: Unit) -> None:
    """The first time you Reveal a card Here, Draw 1 card."""
    if here.once(seat, "bounty"):
        draw_cards(table, seat, 1)


@bountiful_vale.effect(END)
def harvest(table: EmpyreanTable, here: Field, seat: int) -> None:
    """In Rounds 3 and 6, every player Adds 1 Essence next Round, whether or not they have a card
    Here.
    """
    if table.round in (3, 6):
        add_essence(table, seat, 1)


colosseum_of_envy = battlefield("colosseum_of_envy", "Colosseum of Envy", effects_from="site")


@colosseum_of_envy.effect(REVEALED)
def envy(table: EmpyreanTable, here: Field, seat: int, unit: Unit) -> None:
    """Each time you Reveal a card Here, Remove 1 Might from your Revealed card in the next lower
    Zone Here, if there is one.
    """
    neighbour = next_lower(table, unit)
    if neighbour:
        remove_might(table, neighbour, 1)


@colosseum_of_envy.effect(COST)
def champions_purse(table: EmpyreanTable, here: Field, seat: int, card: str, cost: int) -> int:
    """A card with an Essence cost of 6 or more costs you 2 less Essence to Deploy Here."""
    return cost - 2 if CARDS[card].cost >= 6 else cost


crystal_caverns = battlefield("crystal_caverns", "Crystal Caverns", effects_from="site")


@crystal_caverns.effect(COUNTED)
def glow(table: EmpyreanTable, here: Field) -> None:
    """The first time all your Zones Here are occupied by your Revealed cards, if it is Round 7 or
    earlier, Add 3 Essence next Round.
    """
    for seat in table.token_order():
        if is_filled(table, here, seat) and here.once(seat, "filled") and table.round <= 7:
            add_essence(table, seat, 3)


@crystal_caverns.effect(COUNTED)
def first_light(table: EmpyreanTable, here: Field) -> None:
    """The first player whose Zones Here are all occupied by their Revealed cards Draws 1 card, in
    any Round.
    """
    for seat in table.token_order():
        if not here.claimed and is_filled(table, here, seat):
            here.claimed = True
            draw_cards(table, seat, 1)


darkwall_prison = battlefield(
    "darkwall_prison", "Darkwall Prison", name_from="rulebook", effects_from="rulebook"
)


@darkwall_prison.effect(REVEALED)
async def imprison(table: EmpyreanTable, here: Field, seat: int, unit: Unit) -> None:
    """The first time you Reveal a card Here, Banish 1 card of your choice from your hand; if your
    hand is empty, nothing is imprisoned.
    """
    player = table.players[seat]
    if not here.once(seat, "imprisoned") or not player.hand:
        return
    options = [
        Option(f"banish:{card}", card, (f"card:{card}",), args={"card": card}, kind="discard")
        for card in dict.fromkeys(player.hand)
    ]
    card = await choose(seat, "banish", options, by=here.card)
    banish_from_hand(table, seat, card)
    player.prisoner = len(player.banished) - 1


@darkwall_prison.effect(END)
def release(table: EmpyreanTable, here: Field, seat: int) -> None:
    """If you have 4 or more Revealed cards Here, Return the card this Battlefield Banished to your
    hand (once).
    """
    if len(cards_here(table, here, seat)) >= 4:  # ruling 41
        return_from_banish_pile(table, seat)


eldritch_rift = battlefield(
    "eldritch_rift", "Eldritch Rift", name_from="rulebook", effects_from="rulebook"
)


@eldritch_rift.effect(EXISTS)
def exists(table: EmpyreanTable, here: Field) -> bool:
    """On the last Round this Battlefield does not exist: nothing can be Deployed, Revealed, Moved,
    changed or triggered Here, and the Might each player had Here when the Round before ended
    stands as the result.
    """
    return not table.is_last_round


@eldritch_rift.effect(DEPLOYED)
async def slip_through(table: EmpyreanTable, here: Field, seat: int) -> None:
    """In Round 7 or later, each time you Deploy a card Here except by this effect, you may also
    Deploy 1 card with an Essence cost of 1 or 2 from your hand Here for free.
    """
    hand = table.players[seat].hand
    if table.round < 7 or not hand or not is_open(table, seat, here.place):
        return
    small = [card for card in hand if CARDS[card].cost <= 2]
    options = free_options(table, seat, small, [here.place])
    choice = await choose(seat, "deploy_free", options, default="none", passable=True, by=here.card)
    if choice:
        put_down_free(table, seat, *choice)


forge_of_valor = battlefield("forge_of_valor", "Forge of Valor", effects_from="site")


@forge_of_valor.effect(REVEALED)
def forge(table: EmpyreanTable, here: Field, seat: int, unit: Unit) -> None:
    """Each time you Reveal a card Here, Apply 1 Might to your Revealed card in the next lower Zone
    Here, if there is one.
    """
    neighbour = next_lower(table, unit)
    if neighbour:
        apply_might(table, neighbour, 1)


@forge_of_valor.effect(COUNTED)
def burn_out(table: EmpyreanTable, here: Field) -> None:
    """The first time you have 5 Revealed cards Here, Subtract 2 Essence from yourself next
    Round.
    """
    for seat in table.token_order():
        if len(cards_here(table, here, seat)) >= 5 and here.once(seat, "burnt_out"):
            add_essence(table, seat, -2)


grinding_gorge = battlefield("grinding_gorge", "Grinding Gorge", effects_from="site")


@grinding_gorge.effect(ZONES, phase="begin")
def grind(table: EmpyreanTable, here: Field, seat: int) -> int:
    """At the start of Round 7 your Zone 6 Here is removed if it is Open; at the start of Round 8
    your Zone 5 Here is removed if it is Open. Occupied Zones stay until they become Open, then they
    are removed at once if their Round has come.
    """
    ground_away = min(2, max(0, table.round - 6))
    return max(ZONES_PER_BATTLEFIELD - ground_away, len(table.players[seat].rows[here.place]))


@grinding_gorge.effect(BEGIN)
def stand_fast(table: EmpyreanTable, here: Field, seat: int) -> None:
    """At the start of Round 7, if all 6 of your Zones Here are occupied by your Revealed cards,
    Apply 1 Might to each of them.
    """
    if table.round == 7 and len(cards_here(table, here, seat)) >= ZONES_PER_BATTLEFIELD:
        apply_to_each(table, here, seat, 1)
