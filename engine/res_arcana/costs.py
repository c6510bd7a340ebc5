"""Costs of powers: `TURN + pay(elan=1)`.

A cost is first announced (everything about it that its payer chooses), then settled at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from engine.core.script import Option, OptionKind, amount, choose, mix
from engine.res_arcana import supply
from engine.res_arcana.card import ARTIFACT, CARDS, CREATURE, DRAGON, Card
from engine.res_arcana.essences import Essences, add
from engine.res_arcana.table import InPlay, Player, ResArcanaTable

Choosable = Callable[[Card, InPlay], bool]
"""Whether an artifact in play may be destroyed as the cost of a component."""


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Cost:
    """All parts must be paid.

    turn      turn the component itself
    essences  these, from the pool (R7)
    any       any mix of that many, Gold too (R9)
    one_of    one essence of one of these kinds
    alike     X essences of one kind, X chosen by the payer
    own       these, from the component itself
    turned    turn another straightened artifact so tagged
    destroys  destroy an own artifact for which this holds
    discard   discard a card from hand
    """

    turn: bool = False
    essences: Essences = field(default_factory=dict)
    any: int = 0
    one_of: tuple[str, ...] = ()
    alike: bool = False
    own: Essences = field(default_factory=dict)
    turned: str = ""
    destroys: Choosable | None = None
    discard: bool = False

    def __add__(self, other: Cost) -> Cost:
        return Cost(
            turn=self.turn or other.turn,
            essences=self.essences | other.essences,
            any=self.any + other.any,
            one_of=self.one_of or other.one_of,
            alike=self.alike or other.alike,
            own=self.own | other.own,
            turned=self.turned or other.turned,
            destroys=self.destroys or other.destroys,
            discard=self.discard or other.discard,
        )

    @property
    def asks(self) -> bool:
        """Whether its payer may have to choose anything."""
        return bool(
            self.any or self.one_of or self.alike or self.turned or self.destroys or self.discard
        )

    @property
    def odd(self) -> bool:
        """Whether there is more to it than turning and essences of the pool."""
        return bool(self.one_of or self.own or self.turned or self.destroys or self.discard)

    @property
    def loses(self) -> OptionKind:
        """Which card of its payer's it takes away."""
        return "destroy" if self.destroys else "discard" if self.discard else ""

    def lacking(self, player: Player, held: InPlay) -> str:
        """Why the player can't pay it (the message "why.<it>"); "" if he can. R4."""
        pool = player.pool
        if self.turn and held.turned:
            return "turned"
        if any(pool[kind] < n for kind, n in self.essences.items()):
            return "essences"
        if sum(pool.values()) < sum(self.essences.values()) + self.any:
            return "essences"
        if self.one_of and not any(pool[kind] for kind in self.one_of):
            return "essences"
        if any(held.essences.get(kind, 0) < n for kind, n in self.own.items()):
            return "essences_on_it"
        if self.turned and not straight(player, self.turned, held):
            return f"no_{self.turned}"
        if self.destroys and not destroyable(player, self.destroys, held):
            return "nothing_to_destroy"
        return "no_card" if self.discard and not player.hand else ""


FREE: Final = Cost()
TURN: Final = Cost(turn=True)
X_ALIKE: Final = Cost(alike=True)
DISCARD_A_CARD: Final = Cost(discard=True)


def pay(any: int = 0, **essences: int) -> Cost:
    """Pay these essences, and `any` of any kinds."""
    return Cost(essences=essences, any=any)


def pay_one_of(*kinds: str) -> Cost:
    """Pay one essence of one of these kinds."""
    return Cost(one_of=kinds)


def remove(**essences: int) -> Cost:
    """Pay these essences from the component itself."""
    return Cost(own=essences)


def turn_another(tag: str) -> Cost:
    """Turn an own straightened artifact so tagged as well."""
    return Cost(turned=tag)


def destroy(which: Choosable) -> Cost:
    """Destroy one of the own artifacts in play. R18: nothing else can be destroyed."""
    return Cost(destroys=which)


def itself(card: Card, held: InPlay) -> bool:
    """Only the component whose cost it is."""
    return card.id == held.id


def an_artifact(card: Card, held: InPlay) -> bool:
    """Any artifact; the component itself too (R16)."""
    return True


def another_artifact(card: Card, held: InPlay) -> bool:
    """Any artifact but the component itself (R16)."""
    return card.id != held.id


def a_dragon_or_creature(card: Card, held: InPlay) -> bool:
    """An artifact so tagged."""
    return DRAGON in card.tags or CREATURE in card.tags


def straight(player: Player, tag: str, held: InPlay) -> list[str]:
    """The player's other straightened artifacts so tagged."""
    return [
        one.id
        for one in player.cards.values()
        if not one.turned and one is not held and tag in CARDS[one.id].tags
    ]


def destroyable(player: Player, which: Choosable, held: InPlay) -> list[str]:
    """The player's artifacts that may be destroyed. R16: turned or not."""
    cards = [CARDS[id] for id in player.cards]
    return [card.id for card in cards if card.kind == ARTIFACT and which(card, held)]


# -- paying


@dataclass(slots=True)
class Paid:
    """What was announced for a cost: `mix` is its "any" part, `x` of `kind` its X."""

    essences: Essences
    mix: Essences = field(default_factory=dict)
    kind: str = ""
    x: int = 0
    turned: str = ""
    destroyed: str = ""
    discarded: str = ""


async def pay_cost(table: ResArcanaTable, player: Player, held: InPlay, cost: Cost) -> Paid:
    """Announce and settle."""
    paid = await announce(player, held, cost)
    settle(table, player, held, cost, paid)
    return paid


async def announce(player: Player, held: InPlay, cost: Cost) -> Paid:
    """Ask for all that is left open; the card from hand last, since nobody else may know it yet."""
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
    """A card leaves the hand for where everybody sees it."""
    player.hand.remove(id)
    if id in player.known:
        player.known.remove(id)
    if id in player.loose:
        player.loose.remove(id)
