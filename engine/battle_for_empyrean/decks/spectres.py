"""Spectres of the Necropolis."""

from __future__ import annotations

from collections import Counter

from engine.battle_for_empyrean.card import (
    ally_destroyed,
    deck,
    destroyed,
    opponent_reveals,
    revealed,
)
from engine.battle_for_empyrean.choice import allies, choose_opponent, choose_unit, split
from engine.battle_for_empyrean.destruction import (
    destroy,
    destroy_opponent_card,
    destructible,
    enhanced,
)
from engine.battle_for_empyrean.might import add_essence, apply_might, essence_next_round
from engine.battle_for_empyrean.movement import shift
from engine.battle_for_empyrean.piles import return_from_destroy_pile
from engine.battle_for_empyrean.table import EmpyreanTable, Unit
from engine.battle_for_empyrean.tokens import anchor, stop, stun
from engine.core.script import mix

SPECTRES = deck(
    "spectres_of_the_necropolis",
    "Spectres of the Necropolis",
    symbol="skull",
    complexity="High",
    strategy=(
        "Line up Souls and Zombie Hordes as prey, then let Eaters and Devourers swallow the "
        "row, with a Death Enhancer in the Zone just before them. A big Destroy pile feeds "
        "the top cards, or comes back to hand through The Necromancer."
    ),
)
card = SPECTRES.card


@card(
    "Soul of the Living",
    cost=1,
    might=1,
    copies=4,
    kind="Soul",
    ability="conditional",
    when=destroyed,
    ability_from="rulebook",
)
def soul_of_the_living(table: EmpyreanTable, me: Unit) -> None:
    """When this card is Destroyed, Add 1 Essence next Round."""
    add_essence(table, me.owner, 1)


@card(
    "Taker of Souls",
    cost=1,
    might=1,
    maximum=9,
    kind="Reaper",
    ability="conditional",
    when=ally_destroyed,
)
def taker_of_souls(table: EmpyreanTable, me: Unit, ally: Unit) -> None:
    """Each time an Ally card is Destroyed on any Battlefield, by anyone, Apply 1 Might to this card
    (a Zombie Horde that Shifts counts). Cards Destroyed before this card was Revealed do not count.
    Maximum Might 9.
    """
    apply_might(table, me, 1)


@card(
    "Cage of Lost Souls",
    cost=2,
    might=2,
    kind="Relic",
    ability="instant",
    when=revealed,
    ability_from="site",
)
async def cage_of_lost_souls(table: EmpyreanTable, me: Unit) -> None:
    """Choose 1 Opponent card Here and Apply an Anchor Token to it; if there is none, nothing
    happens.
    """
    await anchor(table, me)


@card("Death Enhancer", cost=2, might=1, kind="Spectre", ability="passive", enhances=1)
def death_enhancer(table: EmpyreanTable, me: Unit) -> None:
    """Each time an Ally card Here is Destroyed, every Might bonus that Eater of Souls, Devourer of
    Souls, Soul of the Powerful or Zombie Horde Applies because of it is 1 higher per card that gets
    it. The destruction of Death Enhancer itself gets no increase.
    """


@card(
    "Eater of Souls",
    cost=2,
    might=1,
    copies=2,
    kind="Spectre",
    ability="instant",
    when=revealed,
    ability_from="rulebook",
)
async def eater_of_souls(table: EmpyreanTable, me: Unit) -> None:
    """Destroy every Ally card Here, one at a time from the lowest Zone, each card once. Apply 2
    Might to this card for each card Destroyed this way. Shielded cards are passed over.
    """
    for ally in allies(table, me):
        await destroy(table, me, ally, gain=enhanced(table, ally, 2))


@card(
    "My Soul For Yours", cost=3, might=1, kind="Pact", ability="conditional", when=opponent_reveals
)
async def my_soul_for_yours(table: EmpyreanTable, me: Unit, other: Unit) -> None:
    """The next time an Opponent Reveals a card Here after this card was Revealed, Destroy this card
    and that Opponent card once it has fully Resolved. If this card is Destroyed in any other way
    first, choose 1 Opponent card Here and Destroy it, if there is one. Only one of the two can
    happen, once.
    """
    if me.once("pact"):
        await destroy(table, me, me)
        await destroy(table, me, other)


@my_soul_for_yours.also(destroyed)
async def last_wish(table: EmpyreanTable, me: Unit) -> None:
    """If it is Destroyed in any other way first, it takes an Opponent card Here along."""
    if me.once("pact"):
        await destroy_opponent_card(table, me)


@card(
    "Soul of the Powerful",
    cost=3,
    might=3,
    copies=2,
    kind="Soul",
    ability="conditional",
    when=destroyed,
    ability_from="rulebook",
)
def soul_of_the_powerful(table: EmpyreanTable, me: Unit) -> None:
    """When this card is Destroyed, Apply 1 Might to each Ally card Here."""
    for ally in allies(table, me):
        apply_might(table, ally, enhanced(table, me, 1))


@card("The Soul Stalker", cost=3, might=3, kind="Spectre", ability="instant", when=revealed)
async def the_soul_stalker(table: EmpyreanTable, me: Unit) -> None:
    """Add 1 Essence for you next Round and Subtract 1 Essence from your Opponent next Round (with
    two opponents, you choose one).
    """
    add_essence(table, me.owner, 1)
    add_essence(table, await choose_opponent(table, me.owner, "who_loses_essence"), -1)


@card(
    "Devourer of Souls", cost=4, might=2, copies=2, kind="Spectre", ability="instant", when=revealed
)
async def devourer_of_souls(table: EmpyreanTable, me: Unit) -> None:
    """Destroy every Ally card Here, one at a time from the lowest Zone, each card once. Apply 3
    Might to this card for each card Destroyed this way. Shielded cards are passed over.
    """
    for ally in allies(table, me):
        await destroy(table, me, ally, gain=enhanced(table, ally, 3))


@card(
    "Harbinger of Death",
    cost=4,
    might=4,
    kind="Reaper",
    ability="instant",
    when=revealed,
    ability_from="site",
)
async def harbinger_of_death(table: EmpyreanTable, me: Unit) -> None:
    """Apply 1 Stop Token to your Opponent's side Here (with two opponents, you choose one)."""
    await stop(table, me)


@card(
    "Sovereign of Purgatory",
    cost=5,
    might=5,
    kind="Spectre",
    ability="instant",
    when=revealed,
    ability_from="site",
)
async def sovereign_of_purgatory(table: EmpyreanTable, me: Unit) -> None:
    """Choose 1 Opponent card Here and Apply a Stun Token to it; if there is none,
    nothing happens.
    """
    await stun(table, me)


@card(
    "Zombie Horde", cost=5, might=5, copies=2, kind="Zombie", ability="conditional", when=destroyed
)
def zombie_horde(table: EmpyreanTable, me: Unit) -> None:
    """When this card is Destroyed, do not put it into the Destroy pile: Shift it to the next Open
    Zone Here with all its Might and tokens, then Apply 1 Might to it. It still counts as a
    Destroyed card for other abilities, but not as a card in the Destroy pile.
    """
    if shift(table, me):
        apply_might(table, me, enhanced(table, me, 1))


@card("The Necromancer", cost=6, might=6, kind="Necromancer", ability="instant", when=revealed)
async def the_necromancer(table: EmpyreanTable, me: Unit) -> None:
    """Return any number of cards of your choice (none is allowed) from your Destroy pile to your
    hand and Subtract 1 Essence next Round for each. You cannot Return more cards than the Essence
    you would have next Round; on the last Round nothing happens.
    """
    pile = Counter(table.players[me.owner].destroyed)
    limit = min(pile.total(), essence_next_round(table, me.owner))
    if limit:
        raised = await mix(me.owner, "raise_the_dead", pile, 0, limit)
        for card, count in raised.items():
            for _ in range(count):
                return_from_destroy_pile(table, me.owner, card)
                add_essence(table, me.owner, -1)


@card("The Soul Crusher", cost=6, might=5, kind="Spectre", ability="instant", when=revealed)
async def the_soul_crusher(table: EmpyreanTable, me: Unit) -> None:
    """Look at each Ally card Here once, from the lowest Zone up: if its current Might is lower than
    this card's current Might, Destroy it and Apply 2 Might to this card. A card that was spared is
    not looked at again.
    """
    for ally in allies(table, me):
        if ally.might < me.might:
            await destroy(table, me, ally, gain=2)


@card("Giver of Souls", cost=7, might=5, kind="Spectre", ability="instant", when=revealed)
async def giver_of_souls(table: EmpyreanTable, me: Unit) -> None:
    """Count the cards in your Destroy pile once and Apply that much Might in total to Ally cards on
    any Battlefields, split as you choose. With no Ally card anywhere, nothing happens.
    """
    souls = len(table.players[me.owner].destroyed)
    everywhere = allies(table, me, anywhere=True)
    for ally, share in await split(table, me.owner, "give_souls", everywhere, souls):
        apply_might(table, ally, share)


@card("The Annihilator", cost=7, might=7, kind="Reaper", ability="instant", when=revealed)
async def the_annihilator(table: EmpyreanTable, me: Unit) -> None:
    """Choose 1 Ally card Here and Destroy it (not optional). If you do, choose 1 Opponent card Here
    and Destroy it, if there is one. With no Ally card Here that can be Destroyed, nothing happens.
    """
    prey = destructible(allies(table, me))
    victim = await choose_unit(table, me.owner, "destroy_ally", prey, "destroy")
    if victim and await destroy(table, me, victim):
        await destroy_opponent_card(table, me)


@card("Aspect of Death", cost=8, might=6, kind="Reaper", ability="instant", when=revealed)
def aspect_of_death(table: EmpyreanTable, me: Unit) -> None:
    """Count the cards in your Destroy pile once and Apply 1 Might to this card for each."""
    apply_might(table, me, len(table.players[me.owner].destroyed))
