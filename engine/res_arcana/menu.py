"""Menu: the actions open to a player, and why the others are not.

The options of every component are built once, because every turn needs them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial

from msgspec import Struct

import engine.res_arcana.cards  # noqa: F401 - the box must be full before the menu is made
from engine.core.script import Blocked, BlockedKind, Option, Script
from engine.res_arcana.card import CARDS, DISCOUNTERS, Card, Power
from engine.res_arcana.costs import Cost
from engine.res_arcana.discarding import discard_for_essences
from engine.res_arcana.discounts import affordable, discounts_for
from engine.res_arcana.essences import GOLD, Essences
from engine.res_arcana.passing import pass_round
from engine.res_arcana.paying import why_unpayable
from engine.res_arcana.placing import (
    claim_monument,
    claim_place,
    claim_top,
    place_from_hand,
    placement_args,
)
from engine.res_arcana.powers import Idle, idle_when, use
from engine.res_arcana.table import Player, ResArcanaTable

Action = Callable[[ResArcanaTable, Player], Script[None]]


class PowerOption(Struct):
    """A power as an option; `fixed` and `total` are what it takes from the pool, `special_cost` is
    the cost if it has other parts. `idle` says when it has no effect.
    """

    power: Power
    option: Option[Action]
    fixed: tuple[tuple[str, int], ...]
    total: int
    special_cost: Cost | None
    idle: Idle | None


class ComponentMenu(Struct):
    """Every option that a component may ever offer, except placing it (see `place_option`): its
    powers when straight and when turned.
    """

    card: Card
    discard: Option[Action]
    claim: Option[Action]
    straight: list[PowerOption]
    turned: list[PowerOption]
    fixed: tuple[tuple[str, int], ...]


def _component_menu(card: Card) -> ComponentMenu:
    target = (f"card:{card.id}",)
    claim = claim_monument if card.kind == "monument" else claim_place
    actions = [power for power in card.powers if power.kind == "action"]
    return ComponentMenu(
        card,
        Option(f"discard:{card.id}", _on(discard_for_essences, card.id), target, kind="discard"),
        Option(f"claim:{card.id}", _on(claim, card.id), target, "", {"pool": card.price}),
        [_power(card, power) for power in actions if not power.only_turned],  # R2
        [_power(card, power) for power in actions if power.only_turned],
        tuple(card.cost.items()),
    )


def _power(card: Card, power: Power) -> PowerOption:
    args = {"card": card.id, "does": power.text}
    key = f"use:{card.id}:{card.power_id(power)}"
    option: Option[Action] = Option(
        key,
        partial(use, id=card.id, power=power),
        (f"card:{card.id}",),
        args=args,
        kind=power.cost.loss_kind,
    )
    cost = power.cost
    total = sum(cost.essences.values()) + cost.any
    return PowerOption(
        power,
        option,
        tuple(cost.essences.items()),
        total,
        cost if cost.has_special_parts else None,
        idle_when(power),
    )


def _on(act: Callable[..., Script[None]], id: str) -> Action:
    return partial(act, id=id)


MENU: dict[str, ComponentMenu] = {card.id: _component_menu(card) for card in CARDS.values()}
PASS: Option[Action] = Option("pass", pass_round, kind="pass")
MONUMENT_COST = 4
WHY_KINDS: dict[str, BlockedKind] = {"turned": "used", "essences": "dear", "essences_on_it": "dear"}
CLAIM_TOP: Option[Action] = Option(
    "claim:top", claim_top, ("deck:monument",), "claim_top", {"pool": {GOLD: MONUMENT_COST}}
)


@cache
def place_option(id: str, dropped: int) -> Option[Action]:
    """Placing a card from hand with that many essences of its cost dropped."""
    args = placement_args(CARDS[id], dropped)
    message = "place_less" if "n" in args else ""
    return Option(f"place:{id}", _on(place_from_hand, id), (f"card:{id}",), message, args)


def actions(table: ResArcanaTable, player: Player) -> list[Option[Action]]:
    """Every action the player may take now; passing always (R1)."""
    pool = player.pool
    wealth = sum(pool.values())
    options: list[Option[Action]] = []
    _hand_actions(player, wealth, options)
    for component in player.cards.values():
        entry = MENU[component.id]
        for power in entry.turned if component.turned else entry.straight:
            if power.total <= wealth:
                for kind, n in power.fixed:
                    if pool[kind] < n:
                        break
                else:
                    if power.special_cost is None or not why_unpayable(
                        power.special_cost, player, component
                    ):
                        options.append(power.option)
    _claims(table, pool, options)
    options.append(PASS)
    return options


def _hand_actions(player: Player, wealth: int, options: list[Option[Action]]) -> None:
    """Placing and discarding."""
    pool = player.pool
    cheaper = any(card.id in player.cards for card in DISCOUNTERS)
    for id in player.hand:
        entry = MENU[id]
        card = entry.card
        dropped = 0
        if cheaper:
            discount = discounts_for(player, card)
            dropped = discount.droppable(card)
            possible = affordable(pool, card, discount)
        else:
            possible = card.value <= wealth and all(pool[kind] >= n for kind, n in entry.fixed)
        if possible:
            options.append(place_option(id, dropped))
        options.append(entry.discard)


def _claims(table: ResArcanaTable, pool: Essences, options: list[Option[Action]]) -> None:
    """R23: Places of Power and monuments cost what is printed. R25: no top of an empty deck."""
    for id in table.places:
        entry = MENU[id]
        for kind, n in entry.fixed:
            if pool[kind] < n:
                break
        else:
            options.append(entry.claim)
    if pool[GOLD] >= MONUMENT_COST:
        options += [MENU[id].claim for id in table.display]
        if table.monuments:
            options.append(CLAIM_TOP)


def idle_powers(table: ResArcanaTable, player: Player) -> dict[str, str]:
    """R5: the messages of powers that would have no effect now."""
    messages = {}
    for component in player.cards.values():
        entry = MENU[component.id]
        for entry_power in entry.turned if component.turned else entry.straight:
            if entry_power.idle and entry_power.idle(
                table, player, component, entry_power.power.cost
            ):
                messages[entry_power.option.key] = "use_idle"
    return messages


def blocked(
    table: ResArcanaTable, player: Player, possible: Sequence[Option[Action]]
) -> list[Blocked]:
    """The blocked actions of components before the player or in the centre, with reasons."""
    keys = {option.key for option in possible}
    blocked_options = [too_expensive(f"place:{id}", id) for id in player.hand]
    for component in player.cards.values():
        entry = MENU[component.id]
        for power_entry in entry.turned if component.turned else entry.straight:
            if power_entry.option.key not in keys:
                blocked_options.append(
                    blocked_power(
                        power_entry.option.key,
                        component.id,
                        why_unpayable(power_entry.power.cost, player, component),
                    )
                )
        turned = "turned" if component.turned else "straight"
        for power_entry in entry.straight if component.turned else entry.turned:
            blocked_options.append(blocked_power(power_entry.option.key, component.id, turned))
    blocked_options += [too_expensive(f"claim:{id}", id) for id in (*table.places, *table.display)]
    if table.monuments:
        blocked_options.append(too_expensive("claim:top", "top"))
    return [option for option in blocked_options if option.key not in keys]


@cache
def blocked_power(key: str, id: str, why: str) -> Blocked:
    """A power that can't be used, for the reason "why.<why>"."""
    return Blocked(key, why, {"card": id}, WHY_KINDS.get(why, ""))


@cache
def too_expensive(key: str, id: str) -> Blocked:
    """A component that can't be placed or claimed for its price."""
    pool = CARDS[id].price if id in CARDS else {GOLD: MONUMENT_COST}
    return Blocked(key, "placement", {"card": id, "pool": pool}, "dear")
