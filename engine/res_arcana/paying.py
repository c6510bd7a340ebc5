"""Paying: a cost is first announced (all the payer's choices), then paid at once."""

from __future__ import annotations

from engine.core.script import Option, OptionKind, amount, choose, mix
from engine.res_arcana import supply
from engine.res_arcana.card import ARTIFACT, CARDS, CREATURE, DRAGON
from engine.res_arcana.costs import ArtifactCondition, Cost, Payment
from engine.res_arcana.essences import Essences, add
from engine.res_arcana.table import InPlay, Player, ResArcanaTable


def why_unpayable(cost: Cost, player: Player, component: InPlay) -> str:
    """Why the player can't pay it (the message "why.<it>"); "" if they can. R4."""
    pool = player.pool
    if cost.turn and component.turned:
        return "turned"
    if any(pool[kind] < n for kind, n in cost.essences.items()):
        return "essences"
    if sum(pool.values()) < sum(cost.essences.values()) + cost.any:
        return "essences"
    if cost.one_of and not any(pool[kind] for kind in cost.one_of):
        return "essences"
    if any(component.essences.get(kind, 0) < n for kind, n in cost.own.items()):
        return "essences_on_it"
    if cost.turned and not straightened_artifacts(player, cost.turned, component):
        return f"no_{cost.turned}"
    if cost.destroys and not destroyable_artifacts(player, cost.destroys, component):
        return "nothing_to_destroy"
    return "no_card" if cost.discard and not player.hand else ""


def a_dragon_or_creature(artifact: str, component: InPlay) -> bool:
    """An artifact with that tag."""
    return not CARDS[artifact].tags.isdisjoint((DRAGON, CREATURE))


def straightened_artifacts(player: Player, tag: str, component: InPlay) -> list[str]:
    """The player's other straightened artifacts with that tag."""
    return [
        other.id
        for other in player.cards.values()
        if not other.turned and other is not component and tag in CARDS[other.id].tags
    ]


def destroyable_artifacts(player: Player, which: ArtifactCondition, component: InPlay) -> list[str]:
    """The player's artifacts that may be destroyed. R16: turned or not."""
    return [id for id in player.cards if CARDS[id].kind == ARTIFACT and which(id, component)]


async def pay_cost(table: ResArcanaTable, player: Player, component: InPlay, cost: Cost) -> Payment:
    """Announce and pay."""
    payment = await announce(player, component, cost)
    pay_announced(table, player, component, cost, payment)
    return payment


async def announce(player: Player, component: InPlay, cost: Cost) -> Payment:
    """Ask for all open choices; the card from hand last, because others may not know it yet."""
    payment = Payment(dict(cost.essences))
    if not cost.asks:
        return payment
    if cost.turned:
        payment.turned = await _pick(
            player,
            component,
            "turn_another",
            straightened_artifacts(player, cost.turned, component),
        )
    if cost.destroys:
        choices = destroyable_artifacts(player, cost.destroys, component)
        payment.destroyed = await _pick(player, component, "destroy", choices, kind="destroy")
    if cost.one_of:
        payment.kind = await _pick_kind(player, component, cost)
        add(payment.essences, {payment.kind: 1})
    if cost.alike:
        await _pick_alike(player, component, cost, payment)
    if cost.any:
        payment.mix = await _pick_any(player, component, cost, payment)
        add(payment.essences, payment.mix)
    if cost.discard:
        payment.discarded = await _pick(player, component, "discard", player.hand, kind="discard")
    return payment


async def _pick(
    player: Player, component: InPlay, prompt: str, ids: list[str], kind: OptionKind = ""
) -> str:
    options = [Option(f"card:{id}", id, (f"card:{id}",), kind=kind) for id in ids]
    return await choose(player.seat, prompt, options, public=True, card=component.id)


async def _pick_kind(player: Player, component: InPlay, cost: Cost) -> str:
    options = [Option(f"kind:{kind}", kind) for kind in cost.one_of if player.pool[kind]]
    return await choose(player.seat, "pay_one", options, public=True, card=component.id)


async def _pick_alike(player: Player, component: InPlay, cost: Cost, payment: Payment) -> None:
    """R14: X may be 0, and is of one kind from the pool, apart from the "any" part."""
    spare = sum(player.pool.values()) - sum(payment.essences.values()) - cost.any
    limits = {
        kind: min(n - payment.essences.get(kind, 0), spare) for kind, n in player.pool.items()
    }
    options = [Option(f"kind:{kind}", kind) for kind, n in limits.items() if n > 0]
    options.append(Option("none", "", kind="waste"))
    payment.kind = await choose(player.seat, "pay_alike", options, public=True, card=component.id)
    if payment.kind:
        payment.x = await amount(
            player.seat,
            "pay_x",
            1,
            limits[payment.kind],
            public=True,
            kind=payment.kind,
            card=component.id,
        )
        add(payment.essences, {payment.kind: payment.x})


async def _pick_any(player: Player, component: InPlay, cost: Cost, payment: Payment) -> Essences:
    limits = {kind: n - payment.essences.get(kind, 0) for kind, n in player.pool.items()}
    return await mix(
        player.seat, "pay_any", limits, cost.any, public=True, n=cost.any, card=component.id
    )


def pay_announced(
    table: ResArcanaTable, player: Player, component: InPlay, cost: Cost, payment: Payment
) -> None:
    """Pay an announced payment."""
    if cost.turn:
        turn(table, player, component)
    supply.pay(table, player, payment.essences, component.id)
    if cost.own:
        take_off(table, player, component, cost.own)
    if payment.turned:
        turn(table, player, player.cards[payment.turned])
    if payment.destroyed:
        destroy_artifact(table, player, payment.destroyed)
    if payment.discarded:
        discard(table, player, payment.discarded)


def turn(table: ResArcanaTable, player: Player, component: InPlay) -> None:
    """Turn a component sideways. R6: as a cost, it does not use its own power."""
    component.turned = True
    table.tell("turned", affects=(player.seat,), seat=player.seat, card=component.id)


def take_off(table: ResArcanaTable, player: Player, component: InPlay, mix: Essences) -> None:
    """Return essences on a component to the supply."""
    for kind, n in mix.items():
        component.essences[kind] -= n
        if not component.essences[kind]:
            del component.essences[kind]
    table.tell("removed", affects=(player.seat,), seat=player.seat, card=component.id, pool=mix)


def destroy_artifact(table: ResArcanaTable, player: Player, id: str) -> None:
    """Discard an artifact from play. R16: essences on it go; R17: to its controller's discards."""
    del player.cards[id]
    player.discards.append(id)
    table.tell("destroyed", affects=(player.seat,), seat=player.seat, card=id)


def discard(table: ResArcanaTable, player: Player, id: str) -> None:
    """Discard a card from hand. R6: this alone earns no essences."""
    leave_hand(player, id)
    player.discards.append(id)
    table.tell("discarded", affects=(player.seat,), seat=player.seat, card=id)


def leave_hand(player: Player, id: str) -> None:
    """A card leaves the hand for a public place. One that rivals did not know may have been drawn
    before or after a reshuffle, for all they know; it counts as drawn before.
    """
    fixed = [other for other in player.hand if other not in (*player.loose, *player.known)]
    player.hand.remove(id)
    if id in player.loose:
        player.loose.remove(id)
        if fixed and id not in player.known:
            player.loose.append(fixed[0])
    if id in player.known:
        player.known.remove(id)
