"""Life loss: an attack that each rival suffers, ignores or answers with a react power."""

from __future__ import annotations

from typing import Final

from engine.core.script import Option, mix
from engine.res_arcana import supply
from engine.res_arcana.costs import Cost
from engine.res_arcana.essences import LIFE
from engine.res_arcana.paying import pay_cost, why_unpayable
from engine.res_arcana.powers import may_be_idle
from engine.res_arcana.reactions import LIFE_LOSS, ReactionChoice, offer_one
from engine.res_arcana.table import InPlay, Player, ResArcanaTable
from engine.res_arcana.types import Effect, Use

LOSES_THE_REST: Final = True
"""R34: with fewer than two others per missing Life, lose what there is; False: nothing."""

IGNORE: Final = "ignore"


_LIFE_LOSSES: dict[Effect, int] = {}
"""The Life that each rival loses, by effect."""


def life_loss(amount: int, ignored_by: Cost | None = None) -> Effect:
    """Each rival loses Life; a rival who pays `ignored_by` ignores it."""

    async def effect(table: ResArcanaTable, use: Use) -> None:
        rivals = LIFE_LOSS.players_asked(table, use.player.seat)  # R27
        if not rivals:
            table.tell("no_effect", card=use.component.id)
        for rival in rivals:
            await lose_life(table, rival, amount, ignored_by, use.component)

    def idle(table: ResArcanaTable, player: Player, component: InPlay, cost: Cost) -> bool:
        return not LIFE_LOSS.players_asked(table, player.seat)

    _LIFE_LOSSES[effect] = amount
    return may_be_idle(effect, idle)


def life_lost(effect: Effect) -> int:
    """The Life that each rival would lose by an effect; 0 if it is no attack."""
    return _LIFE_LOSSES.get(effect, 0)


async def lose_life(
    table: ResArcanaTable, rival: Player, amount: int, ignored_by: Cost | None, by: InPlay
) -> None:
    """R29: one rival pays the attack's own price, uses one react, or suffers."""
    options: list[Option[ReactionChoice]] = []
    if ignored_by and not why_unpayable(ignored_by, rival, by):  # R35
        options = [_price(ignored_by)]
    choice = await offer_one(table, rival, LIFE_LOSS, by, options, n=amount)
    if choice == LIFE_LOSS.refusal.key:
        await suffer(table, rival, amount, by)
        return
    if ignored_by and choice == IGNORE:
        await pay_cost(table, rival, by, ignored_by)
    table.tell("ignored", affects=(rival.seat,), seat=rival.seat, card=by.id)


def _price(cost: Cost) -> Option[ReactionChoice]:
    if cost.discard:
        return Option(IGNORE, IGNORE, message="ignore_by_discard", kind=cost.loss_kind)
    if cost.destroys:
        return Option(IGNORE, IGNORE, message="ignore_by_destroying", kind=cost.loss_kind)
    return Option(IGNORE, IGNORE, args={"pool": cost.essences})


async def suffer(table: ResArcanaTable, player: Player, amount: int, by: InPlay) -> None:
    """Lose Life from the pool, and two others for each missing Life."""
    life = min(amount, player.pool[LIFE])  # R33: Life is paid first
    others = {kind: n for kind, n in player.pool.items() if kind != LIFE}
    available = sum(others.values())
    other_losses = min(
        2 * (amount - life), available if LOSES_THE_REST else available - available % 2
    )
    payment = await mix(
        player.seat, "lose_others", others, other_losses, public=True, n=other_losses
    )
    supply.lose(table, player, {LIFE: life} | payment if life else payment, by.id)
