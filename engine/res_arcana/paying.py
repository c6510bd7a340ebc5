"""Paying: a cost is first announced (all the payer's choices), then paid at once."""

from __future__ import annotations

from engine.core.script import Option, OptionKind, amount, choose, mix
from engine.res_arcana import supply
from engine.res_arcana.card import ARTIFACT, CARDS, CREATURE, DRAGON
from engine.res_arcana.costs import Choosable, Cost, Paid
from engine.res_arcana.essences import Essences, add
from engine.res_arcana.table import InPlay, Player, ResArcanaTable


def lacking(cost: Cost, player: Player, held: InPlay) -> str:
    """Why the player can't pay it (the message "why.<it>"); "" if they can. R4."""
    pool = player.pool
    if cost.turn and held.turned:
        return "turned"
    if any(pool[kind] < n for kind, n in cost.essences.items()):
        return "essences"
    if sum(pool.values()) < sum(cost.essences.values()) + cost.any:
        return "essences"
    if cost.one_of and not any(pool[kind] for kind in cost.one_of):
        return "essences"
    if any(held.essences.get(kind, 0) < n for kind, n in cost.own.items()):
        return "essences_on_it"
    if cost.turned and not straight(player, cost.turned, held):
        return f"no_{cost.turned}"
    if cost.destroys and not destroyable(player, cost.destroys, held):
        return "nothing_to_destroy"
    return "no_card" if cost.discard and not player.hand else ""


def a_dragon_or_creature(artifact: str, held: InPlay) -> bool:
    """An artifact with that tag."""
    return not CARDS[artifact].tags.isdisjoint((DRAGON, CREATURE))


def straight(player: Player, tag: str, held: InPlay) -> list[str]:
    """The player's other straightened artifacts with that tag."""
    return [
        one.id
        for one in player.cards.values()
        if not one.turned and one is not held and tag in CARDS[one.id].tags
    ]


def destroyable(player: Player, which: Choosable, held: InPlay) -> list[str]:
    """The player's artifacts that may be destroyed. R16: turned or not."""
    return [id for id in player.cards if CARDS[id].kind == ARTIFACT and which(id, held)]


async def pay_cost(table: ResArcanaTable, player: Player, held: InPlay, cost: Cost) -> Paid:
    """Announce and pay."""
    paid = await announce(player, held, cost)
    settle(table, player, held, cost, paid)
    return paid


async def announce(player: Player, held: InPlay, cost: Cost) -> Paid:
    """Ask for all open choices; the card from hand last, because others may not know it yet."""
    paid = Paid(dict(cost.essences))
    if not cost.asks:
        return paid
    if cost.turned:
        paid.turned = await _pick(player, held, "turn_another", straight(player, cost.turned, held))
    if cost.destroys:
        choices = destroyable(player, cost.destroys, held)
        paid.destroyed = await _pick(player, held, "destroy", choices, kind="destroy")
    if cost.one_of:
        paid.kind = await _pick_kind(player, held, cost)
        add(paid.essences, {paid.kind: 1})
    if cost.alike:
        await _pick_alike(player, held, cost, paid)
    if cost.any:
        paid.mix = await _pick_any(player, held, cost, paid)
        add(paid.essences, paid.mix)
    if cost.discard:
        paid.discarded = await _pick(player, held, "discard", player.hand, kind="discard")
    return paid


async def _pick(
    player: Player, held: InPlay, prompt: str, ids: list[str], kind: OptionKind = ""
) -> str:
    options = [Option(f"card:{id}", id, (f"card:{id}",), kind=kind) for id in ids]
    return await choose(player.seat, prompt, options, public=True, card=held.id)


async def _pick_kind(player: Player, held: InPlay, cost: Cost) -> str:
    options = [Option(f"kind:{kind}", kind) for kind in cost.one_of if player.pool[kind]]
    return await choose(player.seat, "pay_one", options, public=True, card=held.id)


async def _pick_alike(player: Player, held: InPlay, cost: Cost, paid: Paid) -> None:
    """R14: X may be 0, and is of one kind from the pool, apart from the "any" part."""
    spare = sum(player.pool.values()) - sum(paid.essences.values()) - cost.any
    most = {kind: min(n - paid.essences.get(kind, 0), spare) for kind, n in player.pool.items()}
    options = [Option(f"kind:{kind}", kind) for kind, n in most.items() if n > 0]
    options.append(Option("none", "", kind="waste"))
    paid.kind = await choose(player.seat, "pay_alike", options, public=True, card=held.id)
    if paid.kind:
        paid.x = await amount(
            player.seat, "pay_x", 1, most[paid.kind], public=True, kind=paid.kind, card=held.id
        )
        add(paid.essences, {paid.kind: paid.x})


async def _pick_any(player: Player, held: InPlay, cost: Cost, paid: Paid) -> Essences:
    limits = {kind: n - paid.essences.get(kind, 0) for kind, n in player.pool.items()}
    return await mix(
        player.seat, "pay_any", limits, cost.any, public=True, n=cost.any, card=held.id
    )


def settle(table: ResArcanaTable, player: Player, held: InPlay, cost: Cost, paid: Paid) -> None:
    """Pay what was announced."""
    if cost.turn:
        turn(table, player, held)
    supply.pay(table, player, paid.essences, held.id)
    if cost.own:
        take_off(table, player, held, cost.own)
    if paid.turned:
        turn(table, player, player.cards[paid.turned])
    if paid.destroyed:
        destroy_artifact(table, player, paid.destroyed)
    if paid.discarded:
        discard(table, player, paid.discarded)


def turn(table: ResArcanaTable, player: Player, held: InPlay) -> None:
    """Turn a component sideways. R6: as a cost, it does not use its own power."""
    held.turned = True
    table.tell("turned", affects=(player.seat,), seat=player.seat, card=held.id)


def take_off(table: ResArcanaTable, player: Player, held: InPlay, mix: Essences) -> None:
    """Return essences on a component to the supply."""
    for kind, n in mix.items():
        held.essences[kind] -= n
        if not held.essences[kind]:
            del held.essences[kind]
    table.tell("removed", affects=(player.seat,), seat=player.seat, card=held.id, pool=mix)


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
    fixed = [one for one in player.hand if one not in (*player.loose, *player.known)]
    player.hand.remove(id)
    if id in player.loose:
        player.loose.remove(id)
        if fixed and id not in player.known:
            player.loose.append(fixed[0])
    if id in player.known:
        player.known.remove(id)
