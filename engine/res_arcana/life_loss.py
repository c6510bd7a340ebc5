"""Life loss: an attack that each rival suffers, ignores or answers with a react power."""

from __future__ import annotations

from typing import Final

from engine.core.script import Option, choose, mix
from engine.res_arcana import supply
from engine.res_arcana.card import CARDS, DRAGON, DRAGON_POWER, LIFE_LOSS, Power
from engine.res_arcana.costs import Cost
from engine.res_arcana.essences import LIFE
from engine.res_arcana.paying import lacking, pay_cost
from engine.res_arcana.powers import may_be_idle, use
from engine.res_arcana.table import InPlay, Player, ResArcanaTable
from engine.res_arcana.types import Effect, Use

LOSES_THE_REST: Final = True
"""R34: with fewer than two others per missing Life, lose what there is; False: nothing."""

SUFFER: Final = "suffer"
IGNORE: Final = "ignore"
Way = str | tuple[str, Power]
"""SUFFER, IGNORE, or a component's react power."""


def life_loss(amount: int, ignored_by: Cost | None = None) -> Effect:
    """Each rival loses Life; a rival who pays `ignored_by` ignores it."""

    async def effect(table: ResArcanaTable, used: Use) -> None:
        if all(rival.passed for rival in table.rivals(used.player)):
            table.tell("no_effect", card=used.held.id)
        for rival in table.rivals(used.player):  # R27, R28
            if not rival.passed:  # R32
                await lose_life(table, rival, amount, ignored_by, used.held)

    def idle(table: ResArcanaTable, player: Player, held: InPlay, cost: Cost) -> bool:
        return all(rival.passed for rival in table.rivals(player))

    return may_be_idle(effect, idle)


async def lose_life(
    table: ResArcanaTable, rival: Player, amount: int, ignored_by: Cost | None, by: InPlay
) -> None:
    """R29: one rival pays the attack's own price, uses one react, or suffers."""
    ways = ways_out(rival, ignored_by, by)
    way = await choose(
        rival.seat, "lose_life", ways, public=True, default=SUFFER, n=amount, card=by.id
    )
    if way == SUFFER:
        await suffer(table, rival, amount, by)
        return
    if ignored_by and way == IGNORE:
        await pay_cost(table, rival, by, ignored_by)
    elif isinstance(way, tuple):
        await use(table, rival, *way)
    table.tell("ignored", affects=(rival.seat,), seat=rival.seat, card=by.id)


def ways_out(rival: Player, ignored_by: Cost | None, by: InPlay) -> list[Option[Way]]:
    """The rival's options; suffering it is always possible."""
    ways: list[Option[Way]] = [Option(SUFFER, SUFFER)]
    if ignored_by and not lacking(ignored_by, rival, by):  # R35
        ways.append(_price(ignored_by))
    triggers = {LIFE_LOSS, DRAGON_POWER} if DRAGON in CARDS[by.id].tags else {LIFE_LOSS}  # R30
    for held in rival.cards.values():
        card = CARDS[held.id]
        for power in card.powers:
            if power.trigger in triggers and not lacking(power.cost, rival, held):  # R31
                ways.append(_react(card.id, card.power_id(power), power))
    return ways


def _price(cost: Cost) -> Option[Way]:
    if cost.discard:
        return Option(IGNORE, IGNORE, message="ignore_by_discard", kind=cost.loses)
    if cost.destroys:
        return Option(IGNORE, IGNORE, message="ignore_by_destroying", kind=cost.loses)
    return Option(IGNORE, IGNORE, args={"pool": cost.essences})


def _react(id: str, power_id: str, power: Power) -> Option[Way]:
    args = {"card": id, "does": power.text}
    return Option(
        f"react:{id}:{power_id}", (id, power), (f"card:{id}",), args=args, kind=power.cost.loses
    )


async def suffer(table: ResArcanaTable, player: Player, amount: int, by: InPlay) -> None:
    """Lose Life from the pool, and two others for each missing Life."""
    life = min(amount, player.pool[LIFE])  # R33: Life is paid first
    others = {kind: n for kind, n in player.pool.items() if kind != LIFE}
    there = sum(others.values())
    owed = min(2 * (amount - life), there if LOSES_THE_REST else there - there % 2)
    lost = await mix(player.seat, "lose_others", others, owed, public=True, n=owed)
    supply.lose(table, player, {LIFE: life} | lost if life else lost, by.id)
