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
from engine.res_arcana.types import CollectChoices


async def collect(table: ResArcanaTable) -> None:
    """The Collect step of a round."""
    if table.options.collect == "together":
        choices = await at_once({player.seat: ask_choices(player) for player in table.players})
        for player in table.clockwise(table.first):
            apply_choices(table, choices[player.seat])
    else:
        for player in table.clockwise(table.first):
            apply_choices(table, await ask_choices(player))
    table.stage = "actions"
    table.turn = table.first


async def ask_choices(player: Player) -> CollectChoices:
    """Ask one player for all their choices; changes nothing."""
    choices = CollectChoices(player)
    choices.emptied = await _take(player)
    abilities = [
        (component, ability)
        for component in player.cards.values()
        for ability in CARDS[component.id].collects
    ]
    for component, ability in sorted(abilities, key=lambda pair: pair[1].last):
        await ability.gather(choices, component)
    return choices


async def _take(player: Player) -> list[str]:
    """R54: from each component all its essences or none, Places of Power too."""
    loaded = [component for component in player.cards.values() if component.essences]
    if not loaded:
        return []
    options = [
        Option(
            f"take:{component.id}",
            component.id,
            (f"card:{component.id}",),
            args={"pool": component.essences},
        )
        for component in loaded
    ]
    default = [f"take:{component.id}" for component in loaded if not CARDS[component.id].scorings]
    return await choose_some(player.seat, "take", options, 0, len(options), default=default)


def apply_choices(table: ResArcanaTable, choices: CollectChoices) -> None:
    """Apply a player's choices."""
    player = choices.player
    for id in choices.emptied:
        essences, player.cards[id].essences = player.cards[id].essences, {}
        add(player.pool, essences)
        table.tell("took", affects=(player.seat,), seat=player.seat, card=id, pool=essences)
    for id, gained in choices.gains.items():
        add(player.pool, gained)
        table.tell("collected", affects=(player.seat,), seat=player.seat, card=id, pool=gained)
    for id, growth in choices.growth.items():
        supply.put(table, player, player.cards[id], growth)
    for id, pays_death in choices.curses.items():
        if pays_death:
            supply.pay(table, player, {DEATH: 1}, id)
        else:
            turn(table, player, player.cards[id])


# -- Collect abilities


def collect_all(text: str, **essences: int) -> Collect:
    """Take all of these."""

    async def gather(choices: CollectChoices, component: InPlay) -> None:
        choices.gain(component, essences)

    return Collect(text, gather)


def collect_one(text: str, *choice: str) -> Collect:
    """Take one essence of one of these kinds."""

    async def gather(choices: CollectChoices, component: InPlay) -> None:
        options = [Option(f"kind:{kind}", kind) for kind in choice]
        kind = await choose(choices.player.seat, "collect_one", options, card=component.id)
        choices.gain(component, {kind: 1})

    return Collect(text, gather)


def collect_any(text: str, n: int, without: tuple[str, ...] = (GOLD,)) -> Collect:
    """Take any mix of n essences, but of some kinds."""

    async def gather(choices: CollectChoices, component: InPlay) -> None:
        choices.gain(component, await _any(choices, component, n, without))

    return Collect(text, gather)


def collect_if_left(text: str, kind: str, n: int, without: tuple[str, ...] = (GOLD,)) -> Collect:
    """R55: take any mix of n, if at least one essence of a kind is left on the component."""

    async def gather(choices: CollectChoices, component: InPlay) -> None:
        if component.essences.get(kind) and component.id not in choices.emptied:
            choices.gain(component, await _any(choices, component, n, without))

    return Collect(text, gather)


def grow_if_left(text: str, n: int) -> Collect:
    """R56: put n more of each kind left on the component."""

    async def gather(choices: CollectChoices, component: InPlay) -> None:
        if component.essences and component.id not in choices.emptied:
            choices.growth[component.id] = dict.fromkeys(component.essences, n)

    return Collect(text, gather)


def curse(text: str) -> Collect:
    """R57: after all other collecting pay 1 Death or turn the component; without Death turn it."""

    async def gather(choices: CollectChoices, component: InPlay) -> None:
        options = [Option("turn", False, (f"card:{component.id}",))]
        if choices.expected_in_pool(DEATH):
            options.append(Option("pay", True))
        choices.curses[component.id] = await choose(
            choices.player.seat, "curse", options, public=True, card=component.id
        )

    return Collect(text, gather, last=True)


async def _any(
    choices: CollectChoices, component: InPlay, n: int, without: tuple[str, ...]
) -> Essences:
    limits = dict.fromkeys(kinds(without), n)
    return await mix(choices.player.seat, "collect_any", limits, n, n=n, card=component.id)
