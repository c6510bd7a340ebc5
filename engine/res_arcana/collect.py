"""Step 1, Collect: every player's Collect abilities, and essences taken from components.

Players answer at once (R53); their choices take effect after the last answer, clockwise from the
First Player.
"""

from __future__ import annotations

from engine.core.script import Option, at_once, choose, choose_some, mix
from engine.res_arcana import supply
from engine.res_arcana.card import CARDS, Collect
from engine.res_arcana.essences import DEATH, GOLD, Essences, add, kinds
from engine.res_arcana.paying import turn
from engine.res_arcana.table import InPlay, Player, ResArcanaTable
from engine.res_arcana.types import Collected


async def collect(table: ResArcanaTable) -> None:
    """The Collect step of a round."""
    if table.options.collect == "together":
        chosen = await at_once({player.seat: choosing(player) for player in table.players})
        for player in table.clockwise(table.first):
            gather(table, chosen[player.seat])
    else:
        for player in table.clockwise(table.first):
            gather(table, await choosing(player))
    table.stage = "actions"
    table.turn = table.first


async def choosing(player: Player) -> Collected:
    """Ask one player for all their choices; changes nothing."""
    collected = Collected(player)
    collected.taken = await _take(player)
    abilities = [(held, one) for held in player.cards.values() for one in CARDS[held.id].collects]
    for held, one in sorted(abilities, key=lambda pair: pair[1].last):
        await one.gather(collected, held)
    return collected


async def _take(player: Player) -> list[str]:
    """R54: from each component all its essences or none, Places of Power too."""
    laden = [held for held in player.cards.values() if held.essences]
    if not laden:
        return []
    options = [
        Option(f"take:{held.id}", held.id, (f"card:{held.id}",), args={"pool": held.essences})
        for held in laden
    ]
    plainly = [f"take:{held.id}" for held in laden if not CARDS[held.id].scorings]
    return await choose_some(player.seat, "take", options, 0, len(options), default=plainly)


def gather(table: ResArcanaTable, collected: Collected) -> None:
    """Apply a player's choices."""
    player = collected.player
    for id in collected.taken:
        taken, player.cards[id].essences = player.cards[id].essences, {}
        add(player.pool, taken)
        table.tell("took", affects=(player.seat,), seat=player.seat, card=id, pool=taken)
    for id, gained in collected.gains.items():
        add(player.pool, gained)
        table.tell("collected", affects=(player.seat,), seat=player.seat, card=id, pool=gained)
    for id, more in collected.growth.items():
        supply.put(table, player, player.cards[id], more)
    for id, paid in collected.curses.items():
        if paid:
            supply.pay(table, player, {DEATH: 1}, id)
        else:
            turn(table, player, player.cards[id])


# -- Collect abilities


def collect_all(text: str, **essences: int) -> Collect:
    """Take all of these."""

    async def gathering(collected: Collected, held: InPlay) -> None:
        collected.gain(held, essences)

    return Collect(text, gathering)


def collect_one(text: str, *choice: str) -> Collect:
    """Take one essence of one of these kinds."""

    async def gathering(collected: Collected, held: InPlay) -> None:
        options = [Option(f"kind:{kind}", kind) for kind in choice]
        kind = await choose(collected.player.seat, "collect_one", options, card=held.id)
        collected.gain(held, {kind: 1})

    return Collect(text, gathering)


def collect_any(text: str, n: int, without: tuple[str, ...] = (GOLD,)) -> Collect:
    """Take any mix of n essences, but of some kinds."""

    async def gathering(collected: Collected, held: InPlay) -> None:
        collected.gain(held, await _any(collected, held, n, without))

    return Collect(text, gathering)


def collect_if_left(text: str, kind: str, n: int, without: tuple[str, ...] = (GOLD,)) -> Collect:
    """R55: take any mix of n, if at least one essence of a kind is left on the component."""

    async def gathering(collected: Collected, held: InPlay) -> None:
        if held.essences.get(kind) and held.id not in collected.taken:
            collected.gain(held, await _any(collected, held, n, without))

    return Collect(text, gathering)


def grow_if_left(text: str, n: int) -> Collect:
    """R56: put n more of each kind left on the component."""

    async def gathering(collected: Collected, held: InPlay) -> None:
        if held.essences and held.id not in collected.taken:
            collected.growth[held.id] = dict.fromkeys(held.essences, n)

    return Collect(text, gathering)


def curse(text: str) -> Collect:
    """R57: after all other collecting pay 1 Death or turn the component; without Death turn it."""

    async def gathering(collected: Collected, held: InPlay) -> None:
        ways = [Option("turn", False, (f"card:{held.id}",))]
        if collected.on_hand(DEATH):
            ways.append(Option("pay", True))
        collected.curses[held.id] = await choose(
            collected.player.seat, "curse", ways, public=True, card=held.id
        )

    return Collect(text, gathering, last=True)


async def _any(collected: Collected, held: InPlay, n: int, without: tuple[str, ...]) -> Essences:
    limits = dict.fromkeys(kinds(without), n)
    return await mix(collected.player.seat, "collect_any", limits, n, n=n, card=held.id)
