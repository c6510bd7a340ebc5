"""Keywords, printed in brackets: Round Table, Sacrifice, Bloodlust, Viking Raid."""

from __future__ import annotations

from engine.battle_for_empyrean.battlefield import zones
from engine.battle_for_empyrean.card import CARDS
from engine.battle_for_empyrean.choice import allies, option_args, revealed_here, target
from engine.battle_for_empyrean.destruction import destroy
from engine.battle_for_empyrean.might import (
    apply_might,
    cause_args,
    distinguishing_args,
    tell_token,
    unit_args,
)
from engine.battle_for_empyrean.movement import VIKING, can_arrive, can_move, may_leave, move
from engine.battle_for_empyrean.piles import discard
from engine.battle_for_empyrean.table import EmpyreanTable, Unit
from engine.battle_for_empyrean.trigger import awake, resolve_own_powers, settle, trigger, units_of
from engine.core.script import Option, choose_some

KNIGHT, HUMAN, VAMPIRE, CAPTIVE = "Knight", "Human", "Vampire", "Captive"


def round_table(table: EmpyreanTable, me: Unit) -> None:
    """[Round Table] N: ruling 22; it reaches stunned Knights too."""
    number = CARDS[me.card].round_table
    row = table.row(me)
    full = me.fills and len(row) >= zones(table, me.owner, me.place)
    if number and full and table.fields[me.place].once(me.owner, "round_table"):
        table.tell("round_table", affects=(me.owner,), seat=me.owner, **cause_args(table, me.owner))
        for unit in revealed_here(table, me.owner, me.place):
            if CARDS[unit.card].is_a(KNIGHT):
                apply_might(table, unit, number)


# -- Sacrifice


async def sacrifice(table: EmpyreanTable, seat: int, place: int) -> None:
    """A Sacrifice was performed: every card with the keyword gains from it."""
    if "sacrifice" not in table.players[seat].moments:
        return
    for unit in units_of(table, seat, place):
        number = CARDS[unit.card].sacrifice
        if number and awake(unit) and not unit.leaving:
            before, table.cause = table.cause, unit
            apply_might(table, unit, number)
            table.cause = before
            await settle(table)


async def offer_up(table: EmpyreanTable, me: Unit, *, optional: bool = False) -> bool:
    """Discard a card because of a Deity, as a Sacrifice; returns whether it was done."""
    discarded = await discard(table, me.owner, optional=optional)
    if discarded:
        await sacrifice(table, me.owner, me.place)
    return bool(discarded)


def captives(table: EmpyreanTable, me: Unit) -> list[Option[Unit]]:
    """What can be Sacrificed Here: an Ally Captive, or a Captive Token of an Ally card."""
    candidates = allies(table, me)
    return [
        Option(
            f"sacrifice:{me.id}:{unit.id}",
            unit,
            (target(me), target(unit)),
            "ransom" if unit.captive else "sacrifice",
            {"card": me.card, "on": unit.card},
            "destroy",
        )
        for unit in candidates
        if unit.captive or (CARDS[unit.card].is_a(CAPTIVE) and not unit.shield)
    ]


async def sacrifice_captive(table: EmpyreanTable, me: Unit, captive: Unit) -> bool:
    """Sacrifice one of them; returns whether it was done."""
    if captive.captive:
        captive.captive -= 1
        tell_token(table, captive, "captive", "token_removed")
    elif not await destroy(table, me, captive, as_sacrifice=True):
        return False
    await sacrifice(table, me.owner, me.place)
    return True


# -- Bloodlust


def prey(table: EmpyreanTable, me: Unit) -> list[Option[Unit]]:
    """The cards that this one may Bite now: Ally Humans Here, each once a Round."""
    if table.players[me.owner].essence < 1 or me.bit == table.round:
        return []
    return [
        Option(
            f"bite:{me.id}:{unit.id}",
            unit,
            (target(me), target(unit)),
            args={"card": me.card, "prey": unit.card},
        )
        for unit in allies(table, me)
        if unit.bitten != table.round and _may_be_bitten(me, unit)
    ]


def _may_be_bitten(me: Unit, unit: Unit) -> bool:
    card = CARDS[unit.card]
    return card.is_a(HUMAN) or (CARDS[me.card].bites_anyone and not card.is_a(VAMPIRE))


async def bite(table: EmpyreanTable, me: Unit, unit: Unit) -> None:
    """[Bloodlust] N: spend 1 Essence, Apply N Might to the Vampire."""
    card = CARDS[me.card]
    table.players[me.owner].essence -= 1
    me.bit = unit.bitten = table.round
    bite = {**unit_args(table, me), "prey": unit.card, "bitten": unit.id}
    if "nth" in (which := distinguishing_args(table, unit)):
        bite["prey_nth"] = which["nth"]
    table.tell("bit", affects=(me.owner,), **bite)
    apply_might(table, me, card.favours.get(CARDS[unit.card].name, card.bloodlust))
    await resolve_own_powers(table, unit, "bitten", me)
    await trigger(table, me.owner, "ally_bites", me)


# -- Viking Raid


def crew(table: EmpyreanTable, me: Unit) -> list[Unit]:
    """The Vikings that the Ship can take aboard."""
    return [unit for unit in allies(table, me, VIKING) if can_move(table, unit)]


def harbours(table: EmpyreanTable, me: Unit) -> list[Option[int]]:
    """Where the Ship can sail with at least one Viking (ruling 17)."""
    if not may_leave(table, me) or not crew(table, me):
        return []
    return [
        Option(
            f"sail:{me.id}:{table.fields[place].id}",
            place,
            (target(me), f"battlefield:{table.fields[place].id}"),
            args={"card": me.card, "place": table.fields[place].card},
        )
        for place in table.present
        if place != me.place
        and can_arrive(table, me.owner, place)
        and room(table, me.owner, place) >= 2
    ]


def room(table: EmpyreanTable, seat: int, place: int) -> int:
    """How many Zones are Open there."""
    return zones(table, seat, place) - len(table.players[seat].rows[place])


async def sail(table: EmpyreanTable, me: Unit, place: int) -> None:
    """Move the Ship, then its crew as chosen; then bank a Viking Raid Token."""
    aboard = crew(table, me)
    limit = min(CARDS[me.card].crew, len(aboard), room(table, me.owner, place) - 1)
    options = [Option(f"unit:{u.id}", u, (target(u),), args=option_args(table, u)) for u in aboard]
    raiders = await choose_some(me.owner, "crew", options, 1, limit, public=True, ship=me.card)
    await move(table, me, place, by="viking_raid")
    for viking in raiders:
        await move(table, viking, place)
        await _raid(table, viking)
    player = table.players[me.owner]
    player.raids += 1
    table.tell(
        "raid_token",
        affects=(me.owner,),
        seat=me.owner,
        n=player.raids,
        **cause_args(table, me.owner),
    )


async def _raid(table: EmpyreanTable, viking: Unit) -> None:
    """[Viking Raid] N: once it has arrived."""
    if awake(viking):
        before, table.cause = table.cause, viking
        apply_might(table, viking, CARDS[viking.card].viking_raid)
        table.cause = before
        await resolve_own_powers(table, viking, "raided")
