"""Step 3, Victory: points, the check, ties."""

from __future__ import annotations

from typing import Final

from engine.res_arcana.card import CARDS, Scoring
from engine.res_arcana.essences import GOLD
from engine.res_arcana.reactions import VICTORY_CHECK, offer_each
from engine.res_arcana.table import InPlay, Player, ResArcanaTable
from engine.res_arcana.types import Effect, Use

TOKEN: Final = 1
"""Points of the First Player token."""

_TEMPORARY_POINTS: dict[Effect, int] = {}
"""The points that an effect gives for one victory check."""


def points_of(player: Player, component: InPlay) -> int:
    """Points of a component in play, turned or not (R48)."""
    card = CARDS[component.id]
    total = card.points
    for scoring in card.scorings:
        number = (
            component.essences.get(scoring.essence, 0)
            if scoring.essence
            else count_tagged(player, scoring.tag)
        )
        total += scoring.points * number
    return total


def for_each(text: str, essence: str) -> Scoring:
    """A point for each essence of a kind on the component."""
    return Scoring(text, 1, essence=essence)


def for_each_artifact(text: str, tag: str, points: int) -> Scoring:
    """Points for each of the owner's artifacts in play with that tag (R52)."""
    return Scoring(text, points, tag=tag)


def count_tagged(player: Player, tag: str) -> int:
    """How many of the player's artifacts in play have that tag."""
    return sum(1 for id in player.cards if tag in CARDS[id].tags)


def points(table: ResArcanaTable, player: Player) -> int:
    """All points of a player."""
    return points_outside_components(table, player) + sum(
        points_of(player, component) for component in player.cards.values()
    )


def points_outside_components(table: ResArcanaTable, player: Player) -> int:
    """Points of the token, and those of a running victory check."""
    return table.temporary_points[player.seat] + TOKEN * (table.first == player.seat)


def tie_break(player: Player) -> int:
    """R51: essences in the pool, Gold counting double."""
    return sum(player.pool.values()) + player.pool[GOLD]


def leaders(table: ResArcanaTable) -> list[int]:
    """The leading seats, by points and then by essences."""
    strength = [(points(table, player), tie_break(player)) for player in table.players]
    return [seat for seat, value in enumerate(strength) if value == max(strength)]


async def check_victory(table: ResArcanaTable) -> bool:
    """Whether a player has won: the most points, if they are enough: ten or more (R49)."""
    await ask_for_temporary_points(table)
    totals = {f"p{player.seat}": points(table, player) for player in table.players}
    table.tell("victory_checked", totals=totals)
    if max(totals.values()) >= table.options.goal:
        table.ended = "finished"
        return True
    table.temporary_points = [0] * len(table.players)  # R46
    return False


async def check_victory_now(table: ResArcanaTable, use: Use) -> None:
    """A power that checks victory within a round. R50: without a winner, the round continues."""
    await check_victory(table)


async def ask_for_temporary_points(table: ResArcanaTable) -> None:
    """R45: players with a power for victory checks may use it, passed or not. R47: on open
    information, before points are compared.
    """
    for player in VICTORY_CHECK.players_asked(table, table.first):
        await offer_each(table, player, VICTORY_CHECK)


def temporary_points(n: int) -> Effect:
    """R46: n points that last for this check alone."""

    async def effect(table: ResArcanaTable, use: Use) -> None:
        table.temporary_points[use.player.seat] += n
        table.tell("temporary_points", affects=(use.player.seat,), seat=use.player.seat, n=n)

    _TEMPORARY_POINTS[effect] = n
    return effect


def temporary_points_of(effect: Effect) -> int:
    """The points that an effect gives for a check; 0 for any other."""
    return _TEMPORARY_POINTS.get(effect, 0)
