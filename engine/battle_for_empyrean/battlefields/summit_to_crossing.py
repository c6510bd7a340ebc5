"""The battlefields from Summit of Ten to Wayfarers' Crossing."""

from __future__ import annotations

from engine.battle_for_empyrean.battlefield import (
    BEGIN,
    CLOSED,
    COMMAND,
    COMMANDED,
    COST,
    DRAFT,
    END,
    END_OF_GAME,
    LIMIT,
    MOVED,
    REVEALED,
    SETTLED,
    ZONES,
    battlefield,
)
from engine.battle_for_empyrean.battlefields.shared import (
    apply_to_each,
    apply_to_one,
    cards_here,
    is_filled,
    opposing_cards,
)
from engine.battle_for_empyrean.card import CARDS
from engine.battle_for_empyrean.choice import choose_unit, highest, might_here
from engine.battle_for_empyrean.might import (
    add_essence,
    add_essence_now,
    apply_might,
    cause_args,
    remove_might,
    unit_args,
)
from engine.battle_for_empyrean.movement import move, move_options
from engine.battle_for_empyrean.table import EmpyreanTable, Field, Unit
from engine.battle_for_empyrean.trigger import resolve_own_powers
from engine.core.script import Option

SUMMIT = 10
"""The Might that the race is for."""

summit_of_ten = battlefield("summit_of_ten", "Summit of Ten", effects_from="site")


@summit_of_ten.effect(SETTLED)
async def first_to_ten(table: EmpyreanTable, here: Field) -> None:
    """The first player to have 10 or more Might Here at the moment an ability, an effect or a
    single Destroy has fully Resolved Applies 3 Might to 1 of their cards Here. If two players reach
    it at the same moment, the one with more Might Here gets it; if tied, nobody does and the race
    goes on.
    """
    if here.claimed:
        return
    might = _might(table, here)
    best = max(might)
    here.reached = here.reached or best >= SUMMIT
    if best >= SUMMIT and might.count(best) == 1:
        here.claimed = True
        await apply_to_one(table, here, might.index(best), 3)


@summit_of_ten.effect(REVEALED)
def climb(table: EmpyreanTable, here: Field, seat: int, unit: Unit) -> None:
    """Until a player has reached 10 Might Here, Apply 1 Might to each card with an Essence cost of
    3 or less that you Reveal Here.
    """
    here.reached = here.reached or here.claimed or max(_might(table, here)) >= SUMMIT
    if not here.reached and CARDS[unit.card].cost <= 3:
        apply_might(table, unit, 1)


def _might(table: EmpyreanTable, here: Field) -> list[int]:
    return [might_here(table, player.seat, here.place) for player in table.players]


the_endless_plain = battlefield("the_endless_plain", "The Endless Plain")


@the_endless_plain.effect(ZONES)
def eight(table: EmpyreanTable, here: Field, seat: int) -> int:
    """Each player has 8 Zones Here."""
    return 8


@the_endless_plain.effect(END_OF_GAME)
def great_host(table: EmpyreanTable, here: Field, seat: int) -> None:
    """If you have 7 or more Revealed cards Here, Apply 1 Might to each of them."""
    if len(cards_here(table, here, seat)) >= 7:
        apply_to_each(table, here, seat, 1)


the_eye_of_power = battlefield("the_eye_of_power", "The Eye of Power", name_from="rulebook")


@the_eye_of_power.effect(REVEALED)
def watch(table: EmpyreanTable, here: Field, seat: int, unit: Unit) -> None:
    """Each time you Reveal a card Here, if your opponents together have more Revealed cards Here
    than you (the new card included), Apply 1 Might to it.
    """
    if opposing_cards(table, here, seat) > len(cards_here(table, here, seat)):
        apply_might(table, unit, 1)


@the_eye_of_power.effect(END_OF_GAME)
async def judge(table: EmpyreanTable, here: Field, seat: int) -> None:
    """If you have at least 1 Revealed card Here and your opponents together have more Revealed
    cards Here than you, Apply 1 Might to your card Here with the highest Might for each Revealed
    card in the difference.
    """
    own = cards_here(table, here, seat)
    difference = opposing_cards(table, here, seat) - len(own)
    if own and difference > 0:
        unit = await choose_unit(table, seat, "strengthen", highest(own))
        if unit:
            apply_might(table, unit, difference)


the_frozen_pass = battlefield("the_frozen_pass", "The Frozen Pass")


@the_frozen_pass.effect(CLOSED)
def snowed_in(table: EmpyreanTable, here: Field) -> bool:
    """In Rounds 4, 5 and 6 no card can Move to or from this Battlefield."""
    return 4 <= table.round <= 6


@the_frozen_pass.effect(MOVED)
def thaw(table: EmpyreanTable, here: Field, unit: Unit) -> None:
    """In all other Rounds, each time one of your cards Moves Here, Apply 1 Might to it."""
    apply_might(table, unit, 1)


the_hollow_keep = battlefield("the_hollow_keep", "The Hollow Keep")


@the_hollow_keep.effect(ZONES)
def four(table: EmpyreanTable, here: Field, seat: int) -> int:
    """Each player has only 4 Zones Here."""
    return 4


@the_hollow_keep.effect(END_OF_GAME)
def garrison(table: EmpyreanTable, here: Field, seat: int) -> None:
    """If all 4 of your Zones Here are occupied by your Revealed cards, Apply 1 Might to each of
    them.
    """
    if is_filled(table, here, seat):
        apply_to_each(table, here, seat, 1)


the_mirror_lake = battlefield("the_mirror_lake", "The Mirror Lake")


@the_mirror_lake.effect(REVEALED)
def reflection(table: EmpyreanTable, here: Field, seat: int, unit: Unit) -> None:
    """Each time you Reveal a card Here, if an opponent has a Revealed card with the same Essence
    cost Here, Apply 1 Might to the card you Revealed.
    """
    cost = CARDS[unit.card].cost
    others = [card for other in table.others(seat) for card in cards_here(table, here, other)]
    if any(CARDS[other.card].cost == cost for other in others):
        apply_might(table, unit, 1)


@the_mirror_lake.effect(END)
def symmetry(table: EmpyreanTable, here: Field, seat: int) -> None:
    """In Round 5, if you and at least one opponent have the same number of Revealed cards Here (at
    least 1), Add 2 Essence next Round.
    """
    own = len(cards_here(table, here, seat))
    equals = [other for other in table.others(seat) if len(cards_here(table, here, other)) == own]
    if table.round == 5 and own and equals:
        add_essence(table, seat, 2)


thieves_market = battlefield("thieves_market", "Thieves' Market")


@thieves_market.effect(COST)
def bargain_price(table: EmpyreanTable, here: Field, seat: int, card: str, cost: int) -> int:
    """The first card you Deploy Here each Round costs you 1 less Essence (never less than 1)."""
    deployed = any(not unit.revealed for unit in table.players[seat].rows[here.place])
    return cost if deployed else max(1, cost - 1)


@thieves_market.effect(END_OF_GAME)
def pickpockets(table: EmpyreanTable, here: Field, seat: int) -> None:
    """Remove 1 Might from each of your cards Here with an Essence cost of 3 or less."""
    for unit in cards_here(table, here, seat):
        if CARDS[unit.card].cost <= 3:
            remove_might(table, unit, 1)


tower_of_stars = battlefield("tower_of_stars", "Tower of Stars")


@tower_of_stars.effect(DRAFT)
def foresight(table: EmpyreanTable, here: Field, seat: int) -> int:
    """If you have more Revealed cards Here than every opponent, draw 3 cards instead of 2, keep 1
    and put the others on the bottom of your game deck in the order you choose. With fewer cards
    left, draw what is there and keep 1.
    """
    own = len(cards_here(table, here, seat))
    ahead = all(own > len(cards_here(table, here, other)) for other in table.others(seat))
    return 3 if ahead else 2


@tower_of_stars.effect(BEGIN)
def falling_star(table: EmpyreanTable, here: Field, seat: int) -> None:
    """At the start of Round 6, if you have at least 3 Revealed cards Here, Add 2 Essence to this
    Round.
    """
    if table.round == 6 and len(cards_here(table, here, seat)) >= 3:
        add_essence_now(table, seat, 2)


vale_of_echoes = battlefield("vale_of_echoes", "Vale of Echoes")


@vale_of_echoes.effect(REVEALED)
async def echo(table: EmpyreanTable, here: Field, seat: int, unit: Unit) -> None:
    """The first time you Reveal a card with an instant ability Here and that ability was not
    stopped, it Resolves a second time (you choose anew; its reveal Might is not Applied again).
    """
    instant = CARDS[unit.card].ability == "instant" and "stopped" not in unit.marks
    if not instant or not here.once(seat, "echo"):
        return
    if unit.leaving:
        table.tell("no_echo", **unit_args(table, unit), **cause_args(table))
    await resolve_own_powers(table, unit, "revealed")


@vale_of_echoes.effect(LIMIT)
def narrow_path(table: EmpyreanTable, here: Field, seat: int) -> int:
    """You may Deploy only 1 card Here in each Deploy Phase. Free Deployments during the Reveal
    Phase are not limited.
    """
    return 1


wayfarers_crossing = battlefield("wayfarers_crossing", "Wayfarers' Crossing")


@wayfarers_crossing.effect(COMMAND)
def roads(table: EmpyreanTable, here: Field, seat: int) -> list[Option[tuple[Unit, int]]]:
    """Once in your Command Phase you may Move 1 of your Revealed cards from Here to another
    Battlefield with an Open Zone; if you do, Remove 1 Might from that card.
    """
    if here.rounds[seat].get("crossed") == table.round:
        return []
    return [
        Option(
            f"cross:{option.key.partition(':')[2]}",
            (unit, option.value),
            option.targets,
            args=option.args,
        )
        for unit in cards_here(table, here, seat)
        for option in move_options(table, unit)
    ]


@wayfarers_crossing.also(COMMANDED)
async def cross(table: EmpyreanTable, here: Field, seat: int, choice: tuple[Unit, int]) -> None:
    """The Move was chosen."""
    here.rounds[seat]["crossed"] = table.round
    unit, place = choice
    await move(table, unit, place)
    remove_might(table, unit, 1)


@wayfarers_crossing.effect(END_OF_GAME)
def travellers_rest(table: EmpyreanTable, here: Field, seat: int) -> None:
    """If you have exactly 1, 2 or 3 Revealed cards Here, Apply 2 Might to each of them."""
    if 1 <= len(cards_here(table, here, seat)) <= 3:
        apply_to_each(table, here, seat, 2)
