"""The Latent State: draw, roll, acquire, then transmute and inscribe."""

from __future__ import annotations

from functools import cache, lru_cache
from operator import lt

from engine.ascended_kings.box import (
    CORE_TRANSMUTATIONS,
    PRISMATIC,
    PRISMATIC_COST,
    RULERS,
    TRANSMUTATIONS,
)
from engine.ascended_kings.card import CARDS, Card
from engine.ascended_kings.decks import discard, draw_cards
from engine.ascended_kings.dice import Allocation, latent_dice
from engine.ascended_kings.end_of_turn import end_actions
from engine.ascended_kings.gems import CORE, DIRE, YLEM, move_gems
from engine.ascended_kings.instants import Move, open_point
from engine.ascended_kings.knowledge import drop_knowledge, hidden_cards, record_seen_by_all
from engine.ascended_kings.pools import acquire, refill
from engine.ascended_kings.rolls import begin_roll, default_result, receive, results
from engine.ascended_kings.table import Character, KingsTable
from engine.ascended_kings.wounds import is_prismatic
from engine.core.event import event
from engine.core.script import Option

MAX_OPERATIONS = 20
"""Limit on transmuting and inscribing in one turn (R27)."""


async def enter_latent(table: KingsTable, me: Character, _: None) -> None:
    """Declare the Latent State and draw a card."""
    table.tell("state", seat=me.seat, state="latent")
    draw_cards(table, me, 1)
    table.added_dice = 0
    table.phase = "roll"


async def before_roll(table: KingsTable) -> None:
    """Before the roll: instants may add dice."""
    me = table.me
    count = latent_dice(me.level) + table.added_dice + me.ascended_die
    await open_point(table, "roll", _ROLL, default="roll", skip_if_forced=True, n=count)


async def roll(table: KingsTable, me: Character, _: None) -> None:
    """Roll Focus Dice, the Ascended Die and what instants added, all together."""
    count = latent_dice(me.level) + table.added_dice + me.ascended_die
    begin_roll(table, me, count, me.ascended_die)
    table.phase = "allocate"


_ROLL: list[Move] = [Option("roll", (roll, None))]


async def allocate(table: KingsTable) -> None:
    """After the roll: turn the dice into gems, or add more by instants."""
    current_roll = table.rolls[0]
    await open_point(
        table,
        "allocate",
        _allocation_options(tuple(sorted(current_roll.dice)), current_roll.at_least),
        default=default_result(current_roll, table.me),
        dice=current_roll.dice,
        n=current_roll.at_least,
    )


@lru_cache(maxsize=4096)
def _allocation_options(dice: tuple[int, ...], at_least: int) -> list[Move]:
    return [
        Option(option.key, (take_allocation, option.value), args=option.args)
        for option in results(dice, at_least)
    ]


async def take_allocation(table: KingsTable, me: Character, allocation: Allocation) -> None:
    """Take the gems and open the menu of the Latent State."""
    table.phase = "latent"
    table.operations = 0
    await receive(table, me, allocation)


def take_spendable(table: KingsTable, seat: int) -> list[int]:
    """Remove gems and Ylem (to the supply), the remaining operations, and others' knowledge of
    the seat's own cards.
    """
    me = table.characters[seat]
    for card in hidden_cards(me):
        table.known.pop(card, None)
    spendable = [me.pool[kind] for kind in (*CORE, YLEM)]
    move_gems(
        [0 if kind == DIRE else count for kind, count in enumerate(me.pool)], me.pool, table.supply
    )
    me.transmuted.sort()
    me.hand.sort()
    operations, table.operations = MAX_OPERATIONS - table.operations, 0
    return [*spendable, operations]


# Transmutation and Inscription


async def latent_menu(table: KingsTable) -> None:
    """Transmute, untransmute, inscribe and uninscribe, in any order, any number of times."""
    me = table.me
    options: list[Move] = []
    if table.operations < MAX_OPERATIONS:
        options += [_transmute(id) for id in transmutable(me)]
        options += [_untransmute(id) for id in untransmutable(me)]
        options += [_inscribe(card) for card in me.hand if inscribable(me, CARDS[card])]
        if me.inscription:
            options.append(_UNINSCRIBE_PRISM if is_prismatic(me) else _UNINSCRIBE)
    options.append(_DONE)
    await open_point(table, "latent", options, default="done", skip_if_forced=True)


_DONE: Move = Option("done", (end_actions, None), kind="pass")


@cache
def _transmute(id: str) -> Move:
    return Option(f"transmute:{id}", (transmute, id), (f"socket:{id}",))


@cache
def _untransmute(id: str) -> Move:
    return Option(f"untransmute:{id}", (untransmute, id), (f"socket:{id}",))


@cache
def _inscribe(card: str) -> Move:
    return Option(f"inscribe:{card}", (inscribe, card), (f"card:{card}",))


def transmutable(me: Character) -> list[str]:
    """The empty Transmutations that the pools can fill, of equal prismatic ones only the first."""
    empty = [id for id in sockets(me) if id not in me.transmuted and _affordable(me, id)]
    if me.revenant:
        spare = [id for id in empty if id in PRISMATIC.value]
        return [id for id in empty if id not in spare[1:]]
    core = sum(1 for id in me.transmuted if id in CORE_TRANSMUTATIONS)
    return [id for id in empty if id == "ylem" or core < me.level]


def untransmutable(me: Character) -> list[str]:
    """The completed Transmutations, of equal prismatic ones only the last."""
    full = [id for id in me.transmuted if id in PRISMATIC.value]
    return [id for id in me.transmuted if id not in full[:-1]]


def sockets(me: Character) -> tuple[str, ...]:
    """The Transmutations of the side of the mat in use."""
    return (*(PRISMATIC.value if me.revenant else CORE_TRANSMUTATIONS), "ylem")


def _affordable(me: Character, id: str) -> bool:
    return _covers(me, TRANSMUTATIONS[id].cost)


def _covers(me: Character, cost: tuple[int, ...]) -> bool:
    return not any(map(lt, me.pool, cost))


async def transmute(table: KingsTable, me: Character, id: str) -> None:
    """Move three gems into their sockets at once; Ylem on one's own tile refills the pool."""
    table.operations += 1
    for kind, count in enumerate(TRANSMUTATIONS[id].cost):
        me.pool[kind] -= count
    me.transmuted.append(id)
    table.tell("transmuted", affects=(me.seat,), seat=me.seat, what=id)
    refill(table, me)


async def untransmute(table: KingsTable, me: Character, id: str) -> None:
    """Return the three gems to the pools; gems that do not fit are lost."""
    table.operations += 1
    table.tell("untransmuted", affects=(me.seat,), seat=me.seat, what=id)
    await _take_back(table, me, TRANSMUTATIONS[id].cost)
    me.transmuted.remove(id)


async def _take_back(table: KingsTable, me: Character, cost: tuple[int, ...]) -> None:
    gems = list(cost)
    await acquire(table, me, cost, gems)
    move_gems(tuple(gems), gems, table.supply)


def inscribable(me: Character, card: Card) -> bool:
    """A King's own focus, any focus for a Revenant; Prismatic Inscription for three gems."""
    if me.inscription:
        return False
    if card.prismatic:
        return _covers(me, PRISMATIC_COST)
    return _matches_focus(me, card)


def _matches_focus(me: Character, card: Card) -> bool:
    return bool(card.focus) and (me.revenant or card.focus == focus_of(me))


async def inscribe(table: KingsTable, me: Character, card: str) -> None:
    """Put a card face down into the slot, or Prismatic Inscription face up with its gems."""
    table.operations += 1
    if card not in me.hand:
        return
    me.hand.remove(card)
    me.inscription = card
    table.known.pop(card, None)
    if CARDS[card].prismatic:
        table.seal()
        for kind, count in enumerate(PRISMATIC_COST):
            me.pool[kind] -= count
        table.tell("inscribed_prism", affects=(me.seat,), seat=me.seat, card=card)
    else:
        drop_knowledge(
            table, [hand_card for hand_card in me.hand if _matches_focus(me, CARDS[hand_card])]
        )
        table.whisper(
            me.seat, "inscribed", others=event("inscribed_one", seat=me.seat), seat=me.seat,
            card=card,
        )  # fmt: skip


async def uninscribe(table: KingsTable, me: Character, _: None) -> None:
    """Show the card and take it back; Prismatic Inscription gives its gems and is discarded."""
    table.operations += 1
    table.seal()
    table.tell("uninscribed", affects=(me.seat,), seat=me.seat, card=me.inscription)
    if is_prismatic(me):
        await _take_back(table, me, PRISMATIC_COST)
        discard(table, me.inscription)
    else:
        me.hand.append(me.inscription)
        record_seen_by_all(table, me.inscription)
    me.inscription = ""


_UNINSCRIBE: Move = Option("uninscribe", (uninscribe, None), ("inscription",))
_UNINSCRIBE_PRISM: Move = Option("uninscribe", (uninscribe, None), ("inscription",), kind="discard")


def focus_of(me: Character) -> str:
    """The focus that a character is attuned to."""
    return RULERS[me.king].focus
