"""Discarding a card as an action."""

from __future__ import annotations

from engine.core.script import Option, choose, mix
from engine.res_arcana import supply
from engine.res_arcana.essences import GOLD, kinds
from engine.res_arcana.paying import discard
from engine.res_arcana.table import Player, ResArcanaTable


async def discard_for_essences(table: ResArcanaTable, player: Player, id: str) -> None:
    """Discard an artifact from hand for 1 Gold or any two others."""
    discard(table, player, id)
    options = [Option("gold", True), Option("others", False)]
    if await choose(player.seat, "discard_gain", options, card=id):
        supply.gain(table, player, {GOLD: 1}, id)
        return
    limits = dict.fromkeys(kinds(without=(GOLD,)), 2)
    supply.gain(table, player, await mix(player.seat, "gain_any", limits, 2, n=2, card=id), id)
