"""Reactions: the kinds of moments at which react powers are used, and how players are asked.

A kind is declared here alone. A card reacts to it with `react(text, KIND, cost, ...)`; the rule
that is interrupted calls `offer_one` or `offer_each` for every player in `KIND.asked(...)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from engine.core.messages import text
from engine.core.script import Option, choose
from engine.res_arcana.card import CARDS, DRAGON, Power
from engine.res_arcana.paying import lacking
from engine.res_arcana.powers import use
from engine.res_arcana.table import InPlay, Player, ResArcanaTable
from engine.res_arcana.types import Reaction

Way = str | tuple[str, Power]
"""The key of another option, or a component's react power."""


def unpassed_rivals(table: ResArcanaTable, seat: int) -> list[Player]:
    """R28, R32: the others who have not passed, clockwise."""
    return [rival for rival in table.clockwise(seat)[1:] if not rival.passed]


LIFE_LOSS: Final = Reaction(
    prompt="lose_life",
    text=text("card n", "{card:name}: lose {n} Life, or find a way out"),
    asked=unpassed_rivals,
    refusal=Option("suffer", "suffer"),
)
DRAGON_POWER: Final = replace(LIFE_LOSS, only_by=DRAGON)  # R30
VICTORY_CHECK: Final = Reaction(
    prompt="victory_check",
    text=text("card", "Use {card:name} in this victory check?"),
    asked=ResArcanaTable.clockwise,  # R45: passed or not
    refusal=Option("decline", "decline", kind="decline"),
    passable=True,
)
REACTIONS: Final = (LIFE_LOSS, DRAGON_POWER, VICTORY_CHECK)


async def offer_one(
    table: ResArcanaTable,
    player: Player,
    to: Reaction,
    by: InPlay,
    others: Sequence[Option[Way]] = (),
    **args: Any,
) -> Way:
    """Offer one of the player's react powers, or another way out, of what a component causes.

    Returns what was chosen; a power has been used by then.
    """
    powers = [
        _option(held, power)
        for held, power in reacting(player, to, by)
        if not lacking(power.cost, player, held)  # R31
    ]
    ways: list[Option[Way]] = [to.refusal, *others, *powers]
    way = await choose(
        player.seat,
        to.prompt,
        ways,
        public=True,
        default=to.refusal.key,
        passable=to.passable,
        **args,
        card=by.id,
    )
    if isinstance(way, tuple):
        await use(table, player, *way)
    return way


async def offer_each(table: ResArcanaTable, player: Player, to: Reaction) -> None:
    """Offer each of the player's react powers by itself."""
    for held, power in reacting(player, to):
        if lacking(power.cost, player, held):
            continue
        ways: list[Option[Way]] = [_option(held, power), to.refusal]
        way = await choose(
            player.seat,
            to.prompt,
            ways,
            default=to.refusal.key,
            passable=to.passable,
            card=held.id,
        )
        if isinstance(way, tuple):
            await use(table, player, *way)


def reacting(player: Player, to: Reaction, by: InPlay | None = None) -> list[tuple[InPlay, Power]]:
    """The player's powers that react to it, if that component causes it."""
    return [
        (held, power)
        for held in player.cards.values()
        for power in CARDS[held.id].powers
        if answers(power, to, by)
    ]


def answers(power: Power, to: Reaction, by: InPlay | None) -> bool:
    """Whether a power reacts to what that component causes."""
    own = power.reaction
    if own is None or own.prompt != to.prompt:
        return False
    return not own.only_by or (by is not None and own.only_by in CARDS[by.id].tags)


def _option(held: InPlay, power: Power) -> Option[Way]:
    card = CARDS[held.id]
    return Option(
        f"react:{card.id}:{card.power_id(power)}",
        (card.id, power),
        (f"card:{card.id}",),
        args={"card": card.id, "does": power.text},
        kind=power.cost.loses,
    )
