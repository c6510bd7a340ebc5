"""Reactions: the moments at which react powers may be used, and the questions to players.

A kind is declared here alone. A card reacts to it with `react(text, KIND, cost, ...)`; the rule
that is interrupted calls `offer_one` or `offer_each` for every player in `KIND.players_asked(...)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from engine.core.messages import text
from engine.core.script import Option, choose
from engine.res_arcana.card import CARDS, DRAGON, Power
from engine.res_arcana.paying import why_unpayable
from engine.res_arcana.powers import use
from engine.res_arcana.table import InPlay, Player, ResArcanaTable
from engine.res_arcana.types import Reaction

ReactionChoice = str | tuple[str, Power]
"""The key of another option, or a component's react power."""


def unpassed_rivals(table: ResArcanaTable, seat: int) -> list[Player]:
    """R28, R32: the others who have not passed, clockwise."""
    return [rival for rival in table.clockwise(seat)[1:] if not rival.passed]


LIFE_LOSS: Final = Reaction(
    prompt="lose_life",
    text=text("card n", "{card:name}: lose {n} Life, or find a way out"),
    players_asked=unpassed_rivals,
    refusal=Option("suffer", "suffer"),
)
DRAGON_POWER: Final = replace(LIFE_LOSS, only_by=DRAGON)  # R30
VICTORY_CHECK: Final = Reaction(
    prompt="victory_check",
    text=text("card", "Use {card:name} in this victory check?"),
    players_asked=ResArcanaTable.clockwise,  # R45: passed or not
    refusal=Option("decline", "decline", kind="decline"),
    passable=True,
)
REACTIONS: Final = (LIFE_LOSS, DRAGON_POWER, VICTORY_CHECK)


async def offer_one(
    table: ResArcanaTable,
    player: Player,
    reaction: Reaction,
    by: InPlay,
    others: Sequence[Option[ReactionChoice]] = (),
    **args: Any,
) -> ReactionChoice:
    """Offer one of the player's react powers, or another option, against the effect of a component.

    Returns the choice; a chosen power has been used already.
    """
    powers = [
        _option(component, power)
        for component, power in matching_powers(player, reaction, by)
        if not why_unpayable(power.cost, player, component)  # R31
    ]
    options: list[Option[ReactionChoice]] = [reaction.refusal, *others, *powers]
    choice = await choose(
        player.seat,
        reaction.prompt,
        options,
        public=True,
        default=reaction.refusal.key,
        passable=reaction.passable,
        **args,
        card=by.id,
    )
    if isinstance(choice, tuple):
        await use(table, player, *choice)
    return choice


async def offer_each(table: ResArcanaTable, player: Player, reaction: Reaction) -> None:
    """Offer each of the player's react powers separately."""
    for component, power in matching_powers(player, reaction):
        if why_unpayable(power.cost, player, component):
            continue
        options: list[Option[ReactionChoice]] = [_option(component, power), reaction.refusal]
        choice = await choose(
            player.seat,
            reaction.prompt,
            options,
            default=reaction.refusal.key,
            passable=reaction.passable,
            card=component.id,
        )
        if isinstance(choice, tuple):
            await use(table, player, *choice)


def matching_powers(
    player: Player, reaction: Reaction, by: InPlay | None = None
) -> list[tuple[InPlay, Power]]:
    """The player's powers that react to it if the component `by` causes it."""
    return [
        (component, power)
        for component in player.cards.values()
        for power in CARDS[component.id].powers
        if reacts_to(power, reaction, by)
    ]


def reacts_to(power: Power, reaction: Reaction, by: InPlay | None) -> bool:
    """Whether a power reacts to it if the component `by` causes it."""
    own = power.reaction
    if own is None or own.prompt != reaction.prompt:
        return False
    return not own.only_by or (by is not None and own.only_by in CARDS[by.id].tags)


def _option(component: InPlay, power: Power) -> Option[ReactionChoice]:
    card = CARDS[component.id]
    return Option(
        f"react:{card.id}:{card.power_id(power)}",
        (card.id, power),
        (f"card:{card.id}",),
        args={"card": card.id, "does": power.text},
        kind=power.cost.loss_kind,
    )
