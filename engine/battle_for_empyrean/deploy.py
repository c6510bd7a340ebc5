"""The Deploy Phase: one card at a time, face-down, until the player is done."""

from __future__ import annotations

from engine.battle_for_empyrean.battlefield import (
    DEPLOYED,
    LIMIT,
    OFFER,
    OFFERED,
    cost_of,
    effects_at,
    open_places,
)
from engine.battle_for_empyrean.order import acting_order
from engine.battle_for_empyrean.piles import banish_from_hand, put_down
from engine.battle_for_empyrean.reveal import begin_reveals, turn_up
from engine.battle_for_empyrean.table import EmpyreanTable, Field, Player
from engine.battle_for_empyrean.trigger import resolve_effects_at
from engine.core.event import event
from engine.core.script import Blocked, Option, choose

Deployment = tuple[str, str, int]
"""What is done ("deploy" or "offer"), the card, the place."""


def public_essence(player: Player) -> int:
    """The publicly known Essence: the cost of face-down cards is secret (ruling 36)."""
    return player.essence + sum(
        unit.paid for row in player.rows for unit in row if not unit.revealed
    )


async def deploy(table: EmpyreanTable) -> None:
    """One deployment, or the end of a player's phase; if no player may Deploy, the next phase."""
    if not table.order:
        table.order, table.turn = acting_order(table), 0
    places = _places_of_next(table)
    if places is None:
        await begin_reveals(table)
        await turn_up(table)
        return
    seat = table.order[table.turn]
    options = _deployments(table, seat, places) + _offers(table, seat)
    options.append(Option("done", None, kind="pass"))
    choice = await choose(
        seat,
        "deploy",
        options,
        default="done",
        blocked=lambda: _blocked(table, seat, places),
        n=table.players[seat].essence,
    )
    await _carry_out(table, seat, choice)


def _places_of_next(table: EmpyreanTable) -> list[int] | None:
    """Move on to the next player who may act; returns the battlefields where they may Deploy, None
    if no player may act.
    """
    while table.turn < len(table.order):
        seat = table.order[table.turn]
        places = _places(table, seat)
        if _may_act(table, seat, places):
            return places
        table.turn += 1
        if _has_deployed(table, seat):
            table.tell("deployed_all", affects=(seat,), seat=seat)
    return None


async def _carry_out(table: EmpyreanTable, seat: int, choice: Deployment | None) -> None:
    if choice is None:
        table.turn += 1
        key = "deployed_all" if _has_deployed(table, seat) else "deployed_none"
        table.tell(key, affects=(seat,), seat=seat)
    elif choice[0] == "offer":
        await _offer(table, seat, choice[1], choice[2])
    else:
        await _deploy(table, seat, choice[1], choice[2])


def _has_deployed(table: EmpyreanTable, seat: int) -> bool:
    rows = table.players[seat].rows
    return any(not unit.revealed for row in rows for unit in row)


def _may_act(table: EmpyreanTable, seat: int, places: list[int]) -> bool:
    """Whether the player could do something, by public facts."""
    player = table.players[seat]
    if not player.hand:
        return False
    return bool(places and public_essence(player)) or bool(_altars(table, seat))


def _places(table: EmpyreanTable, seat: int) -> list[int]:
    """Where the player may Deploy at all."""
    places = open_places(table, seat)
    for field, limit in effects_at(table, LIMIT):
        deployed = _face_down(table.players[seat], field.place)
        if field.place in places and deployed >= limit(table, field, seat):
            places.remove(field.place)
    return places


def _face_down(player: Player, place: int) -> int:
    return sum(not unit.revealed for unit in player.rows[place])


def _deployments(
    table: EmpyreanTable, seat: int, places: list[int]
) -> list[Option[Deployment | None]]:
    player = table.players[seat]
    options: list[Option[Deployment | None]] = []
    hand = dict.fromkeys(player.hand)
    for place in places:
        name, at = table.fields[place].card, table.fields[place].id
        for card in hand:
            cost = cost_of(table, seat, card, place)
            if cost <= player.essence:
                options.append(
                    Option(
                        f"deploy:{card}:{at}",
                        ("deploy", card, place),
                        (f"card:{card}", f"battlefield:{at}"),
                        args={"card": card, "place": name, "n": cost},
                    )
                )
    return options


def _blocked(table: EmpyreanTable, seat: int, places: list[int]) -> list[Blocked]:
    """Cards in hand that are too expensive everywhere, and battlefields without room."""
    player = table.players[seat]
    unaffordable = [
        card
        for card in dict.fromkeys(player.hand)
        if places and all(cost_of(table, seat, card, place) > player.essence for place in places)
    ]
    full = [field for field in table.fields if field.place not in places]
    return [
        *(Blocked(f"deploy:{card}", "too_dear", {"card": card}, "dear") for card in unaffordable),
        *(Blocked(f"battlefield:{field.id}", "no_room", {"place": field.card}) for field in full),
    ]


async def _deploy(table: EmpyreanTable, seat: int, card: str, place: int) -> None:
    player = table.players[seat]
    cost = cost_of(table, seat, card, place)
    player.essence -= cost
    player.hand.remove(card)
    unit = put_down(table, seat, card, place, paid=cost)
    field = table.fields[place]
    args = {"seat": seat, "unit": unit.id, "place": field.card, "at": field.id}
    args["zone"] = len(player.rows[place])
    others = event("deployed_face_down", (seat,), **args)
    table.whisper(seat, "deployed", others=others, affects=(seat,), card=card, n=cost, **args)
    await resolve_effects_at(table, place, DEPLOYED, seat)


# -- offerings


def _altars(table: EmpyreanTable, seat: int) -> list[Field]:
    """The battlefields that would take a card from the hand."""
    return [field for field, takes in effects_at(table, OFFER) if takes(table, field, seat)]


def _offers(table: EmpyreanTable, seat: int) -> list[Option[Deployment | None]]:
    return [
        Option(
            f"offer:{card}",
            ("offer", card, field.place),
            (f"card:{card}", f"battlefield:{field.id}"),
            args={"card": card, "place": field.card},
            kind="discard",
        )
        for field in _altars(table, seat)
        for card in dict.fromkeys(table.players[seat].hand)
    ]


async def _offer(table: EmpyreanTable, seat: int, card: str, place: int) -> None:
    table.cause = table.fields[place]
    banish_from_hand(table, seat, card)
    table.cause = None
    await resolve_effects_at(table, place, OFFERED, seat)
