"""Threats: players near the goal, and what players could do with their components."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.threat import Threat
from engine.res_arcana.card import CARDS, Power
from engine.res_arcana.life_loss import life_lost
from engine.res_arcana.paying import why_unpayable
from engine.res_arcana.reactions import LIFE_LOSS, VICTORY_CHECK, matching_powers
from engine.res_arcana.table import InPlay, Player, ResArcanaTable
from engine.res_arcana.victory import (
    check_victory_now,
    leaders,
    points,
    points_of,
    temporary_points_of,
)

NEAR_GOAL_POINTS = 2
"""A player within this many points of the goal is near it."""


def threats(table: ResArcanaTable) -> list[Threat]:
    """The last round, then what each player has and could do, the highest points first."""
    if table.stage not in ("collect", "actions", "victory"):
        return []
    limit = table.options.round_limit
    all_threats = [Threat("last_round")] if limit and table.round == limit else []
    ahead = leaders(table)
    order = sorted(table.clockwise(table.first), key=lambda player: -points(table, player))
    for player in order:
        all_threats += _points(table, player, player.seat in ahead)
    for player in order:
        all_threats += _attacks(table, player)
    return all_threats


def _points(table: ResArcanaTable, player: Player, leads: bool) -> Iterator[Threat]:
    """A player's way to the goal."""
    seat, has, goal = player.seat, points(table, player), table.options.goal
    args = {"seat": seat, "n": has}
    if has >= goal and leads:
        yield Threat("enough", args, seat)
        for component, _ in _usable(table, player, check_victory_now):
            yield Threat("check", {"seat": seat, "card": component.id}, seat, can=True)
    elif has >= goal - NEAR_GOAL_POINTS:
        yield Threat("points", {**args, "goal": goal}, seat)
    if has < goal:
        yield from _claim(table, player, has)
        yield from _temporary_points(player, has, goal)


def _claim(table: ResArcanaTable, player: Player, has: int) -> Iterator[Threat]:
    """The claim that brings most, if it reaches the goal."""
    if not _may_act(table, player):
        return
    claimed = {id: has + points_of(player, InPlay(id)) for id in _affordable(table, player)}
    best = max(claimed, key=claimed.__getitem__, default="")
    if best and claimed[best] >= table.options.goal:
        args = {"seat": player.seat, "card": best, "n": claimed[best]}
        yield Threat("claim", args, player.seat, can=True)


def _affordable(table: ResArcanaTable, player: Player) -> list[str]:
    """The Places of Power and monuments on display that the player can pay for (R23)."""
    return [
        id
        for id in (*table.places, *table.display)
        if all(player.pool[kind] >= n for kind, n in CARDS[id].cost.items())
    ]


def _temporary_points(player: Player, has: int, goal: int) -> Iterator[Threat]:
    """R45: points for one check alone, passed or not."""
    for component, power in matching_powers(player, VICTORY_CHECK):
        then = has + sum(temporary_points_of(effect) for effect in power.effects)
        if then >= goal and not why_unpayable(power.cost, player, component):
            args = {"seat": player.seat, "card": component.id, "n": then}
            yield Threat("temporary", args, player.seat, can=True)


def _attacks(table: ResArcanaTable, player: Player) -> Iterator[Threat]:
    """Life that every rival who has not passed would lose."""
    if not _may_act(table, player) or not LIFE_LOSS.players_asked(table, player.seat):
        return
    for component in player.cards.values():
        for power in _powers(player, component):
            if loss := sum(life_lost(effect) for effect in power.effects):
                args = {"seat": player.seat, "card": component.id, "n": loss}
                yield Threat("attack", args, player.seat, can=True)


def _usable(
    table: ResArcanaTable, player: Player, effect: object
) -> Iterator[tuple[InPlay, Power]]:
    """The powers with that effect that the player could use."""
    if _may_act(table, player):
        for component in player.cards.values():
            for power in _powers(player, component):
                if effect in power.effects:
                    yield component, power


def _powers(player: Player, component: InPlay) -> Iterator[Power]:
    """The action powers of a component that the player can pay for."""
    for power in CARDS[component.id].powers:
        is_turned = power.only_turned == component.turned
        if (
            power.kind == "action"
            and is_turned
            and not why_unpayable(power.cost, player, component)
        ):
            yield power


def _may_act(table: ResArcanaTable, player: Player) -> bool:
    return table.stage == "actions" and not player.passed
