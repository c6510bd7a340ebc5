"""Attacks with Pyre and the defence that Egis must put up."""

from __future__ import annotations

from functools import cache

from engine.ascended_kings.arena import ADJACENT, SURROUNDING
from engine.ascended_kings.gems import EGIS, PYRE
from engine.ascended_kings.instants import Move, ask_window
from engine.ascended_kings.pools import expend
from engine.ascended_kings.table import Character, KingsTable, Window
from engine.ascended_kings.wounds import suffer
from engine.core.script import Option, amount


def attacks(table: KingsTable, me: Character) -> list[Move]:
    """The opponents that can be attacked."""
    if not me.pool[PYRE]:
        return []
    reach = SURROUNDING[me.tile] if me.attacks_diagonally else ADJACENT[me.tile]
    return [_attack(character.seat) for character in table.characters if character.tile in reach]


@cache
def _attack(seat: int) -> Move:
    return Option(f"attack:p{seat}", (attack, seat), (f"p{seat}",), args={"seat": seat})


async def attack(table: KingsTable, me: Character, seat: int) -> None:
    """Announce the amount of Pyre and let the target defend itself."""
    target = table.characters[seat]
    count = await amount(me.seat, "pyre", 1, me.pool[PYRE], public=True, target=seat)
    expend(table, me, PYRE, count)
    table.tell("attacked", affects=(seat,), seat=me.seat, target=seat, n=count)
    cancelled = await ask_window(table, Window("defend", seat, count, "attack", me.seat))
    blocked = min(count, target.pool[EGIS])  # as much as possible, needed or not
    if blocked:
        expend(table, target, EGIS, blocked)
        table.tell("defended", affects=(seat,), seat=seat, n=blocked)
    await suffer(table, target, count - blocked - cancelled, "attack", killer=me)
