"""Verbs: effects of powers. Each returns a script over the table and the use it belongs to."""

from __future__ import annotations

from engine.core.script import Option, choose, mix
from engine.res_arcana import supply
from engine.res_arcana.card import CARDS
from engine.res_arcana.costs import Cost
from engine.res_arcana.essences import GOLD, Essences, kinds
from engine.res_arcana.powers import may_be_idle
from engine.res_arcana.table import InPlay, Player, ResArcanaTable
from engine.res_arcana.types import Effect, Use

# -- gains


def gain(**essences: int) -> Effect:
    """Gain these essences."""

    async def effect(table: ResArcanaTable, use: Use) -> None:
        supply.gain(table, use.player, essences, use.component.id)

    return effect


def gain_any(n: int, without: tuple[str, ...] = (GOLD,)) -> Effect:
    """Gain any mix of n essences except some kinds. R9: kinds just paid may come back."""

    async def effect(table: ResArcanaTable, use: Use) -> None:
        essences = await any_mix(use.player, n, without, use.component.id)
        supply.gain(table, use.player, essences, use.component.id)

    return effect


def gain_x(kind: str) -> Effect:
    """Gain X essences of a kind."""

    async def effect(table: ResArcanaTable, use: Use) -> None:
        supply.gain(table, use.player, {kind: use.payment.x}, use.component.id)

    return may_be_idle(effect, x_must_be_zero)


def gain_x_alike(without: tuple[str, ...] = (GOLD,)) -> Effect:
    """Gain X essences of one kind. R14: never Gold; the kind that was paid is not forbidden."""

    async def effect(table: ResArcanaTable, use: Use) -> None:
        if use.payment.x:
            options = [Option(f"kind:{kind}", kind) for kind in kinds(without)]
            kind = await choose(
                use.player.seat, "gain_alike", options, n=use.payment.x, card=use.component.id
            )
            supply.gain(table, use.player, {kind: use.payment.x}, use.component.id)
        else:
            table.tell("no_effect", card=use.component.id)

    return may_be_idle(effect, x_must_be_zero)


def x_must_be_zero(table: ResArcanaTable, player: Player, component: InPlay, cost: Cost) -> bool:
    """R14: whether X can only be 0, because the rest of the cost takes all there is."""
    return sum(player.pool.values()) <= sum(cost.essences.values()) + cost.any


def gain_its_value(plus: int = 0, without: tuple[str, ...] = (GOLD,)) -> Effect:
    """Gain any mix of as many essences as the destroyed or discarded card's cost, and some more."""

    async def effect(table: ResArcanaTable, use: Use) -> None:
        essences = await any_mix(
            use.player, value_of_lost_card(use) + plus, without, use.component.id
        )
        supply.gain(table, use.player, essences, use.component.id)

    return effect


def gain_its_value_in(kind: str) -> Effect:
    """Gain as many essences of a kind as the destroyed card's cost."""

    async def effect(table: ResArcanaTable, use: Use) -> None:
        supply.gain(table, use.player, {kind: value_of_lost_card(use)}, use.component.id)

    return effect


def gain_as_many(kind: str, as_rival_has: str) -> Effect:
    """Gain as many of a kind as one rival has of another. R13: passed or not, the pool alone."""

    async def effect(table: ResArcanaTable, use: Use) -> None:
        options = [
            Option(
                f"player:{rival.seat}", rival, (f"player:{rival.seat}",), args={"seat": rival.seat}
            )
            for rival in table.rivals(use.player)
        ]
        rival = await choose(
            use.player.seat,
            "choose_rival",
            options,
            public=True,
            kind=as_rival_has,
            card=use.component.id,
        )
        count = rival.pool[as_rival_has]
        table.tell(
            "counted",
            affects=(use.player.seat, rival.seat),
            seat=use.player.seat,
            target=rival.seat,
            kind=as_rival_has,
            n=count,
            card=use.component.id,
        )
        supply.gain(table, use.player, {kind: count}, use.component.id)

    def idle(table: ResArcanaTable, player: Player, component: InPlay, cost: Cost) -> bool:
        return not any(rival.pool[as_rival_has] for rival in table.rivals(player))

    return may_be_idle(effect, idle)


def rivals_gain(**essences: int) -> Effect:
    """Every rival gains these. R12: passed ones too."""

    async def effect(table: ResArcanaTable, use: Use) -> None:
        for rival in table.rivals(use.player):
            supply.gain(table, rival, essences, use.component.id)

    return effect


# -- essences on components


def put_here(**essences: int) -> Effect:
    """Put these on the component itself. R8: turned or not."""

    async def effect(table: ResArcanaTable, use: Use) -> None:
        supply.put(table, use.player, use.component, essences)

    return effect


def put_any_here(n: int, without: tuple[str, ...]) -> Effect:
    """Put any mix of n essences except some kinds on the component itself."""

    async def effect(table: ResArcanaTable, use: Use) -> None:
        supply.put(
            table,
            use.player,
            use.component,
            await any_mix(use.player, n, without, use.component.id),
        )

    return effect


async def put_paid_here(table: ResArcanaTable, use: Use) -> None:
    """The essence that was paid goes on the component itself."""
    supply.put(table, use.player, use.component, use.payment.mix)


async def put_paid_on_a_component(table: ResArcanaTable, use: Use) -> None:
    """The essence that was paid goes on any own component. R19: whichever, turned or not."""
    options = [
        Option(f"card:{id}", component, (f"card:{id}",))
        for id, component in use.player.cards.items()
    ]
    on = await choose(
        use.player.seat,
        "put_on",
        options,
        public=True,
        kind=use.payment.kind,
        card=use.component.id,
    )
    supply.put(table, use.player, on, {use.payment.kind: 1})


# -- straightening


def straighten(tag: str = "") -> Effect:
    """Straighten an own turned component. R10: maybe itself; R11: only an artifact with the tag."""

    async def effect(table: ResArcanaTable, use: Use) -> None:
        options: list[Option[InPlay | None]] = [
            Option(f"card:{component.id}", component, (f"card:{component.id}",))
            for component in use.player.cards.values()
            if component.turned and (not tag or tag in CARDS[component.id].tags)
        ]
        options.append(Option("nothing", None, message="straighten_nothing", kind="waste"))  # R5
        choice = await choose(
            use.player.seat, "straighten", options, public=True, card=use.component.id
        )
        if choice is None:
            table.tell("no_effect", card=use.component.id)
        else:
            make_straight(table, use.player, choice)

    def idle(table: ResArcanaTable, player: Player, component: InPlay, cost: Cost) -> bool:
        return not any(
            other.turned and other is not component and (not tag or tag in CARDS[other.id].tags)
            for other in player.cards.values()
        )

    return may_be_idle(effect, idle)


async def straighten_itself(table: ResArcanaTable, use: Use) -> None:
    """Straighten the component itself."""
    make_straight(table, use.player, use.component)


def make_straight(table: ResArcanaTable, player: Player, component: InPlay) -> None:
    """Turn a component straight again."""
    component.turned = False
    table.tell("straightened", affects=(player.seat,), seat=player.seat, card=component.id)


# -- helpers shared by verbs


async def any_mix(player: Player, n: int, without: tuple[str, ...], card: str) -> Essences:
    """Any mix of n essences from the supply except some kinds; R15: none for n = 0."""
    limits = dict.fromkeys(kinds(without), n)
    return await mix(player.seat, "gain_any", limits, n, public=True, n=n, card=card)


def value_of_lost_card(use: Use) -> int:
    """R15: the essences in the cost of the card discarded as a cost, or else of the destroyed."""
    return CARDS[use.payment.discarded or use.payment.destroyed].value
