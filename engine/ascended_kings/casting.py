"""Casting Focus Abilities and special cards, from the hand or from the Inscription."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from engine.ascended_kings.card import CARDS, Ability
from engine.ascended_kings.decks import discard
from engine.ascended_kings.gems import YLEM
from engine.ascended_kings.instants import Move, ask_windows
from engine.ascended_kings.pools import expend
from engine.ascended_kings.table import Character, KingsTable, Window
from engine.core.script import Option, choose


def cast_options(table: KingsTable, me: Character) -> list[Move]:
    """The hand cards that can be paid and would do something (R29, R33); the inscription, once."""
    ylem = me.pool[YLEM]
    options = [
        _cast(card)
        for card in me.hand
        if CARDS[card].price <= ylem and is_castable(table, me, CARDS[card].ability)
    ]
    inscribed = CARDS[me.inscription].ability if me.inscription else None
    if not me.activated and is_castable(table, me, inscribed):
        options.append(_ACTIVATE)
    return options


@cache
def _cast(card: str) -> Move:
    cost = {"ylem": CARDS[card].price}
    return Option(f"cast:{card}", (cast, card), (f"card:{card}",), args=cost)


def is_castable(table: KingsTable, me: Character, ability: Ability | None) -> bool:
    """Whether an ability has a target or an effect."""
    if ability is None:
        return False
    if ability.aim:
        return bool(ability.aim(table, me))
    return ability.possible is None or ability.possible(table, me)


async def cast(table: KingsTable, me: Character, card: str) -> None:
    """Announce everything, pay, let the targets respond, resolve; then the card is discarded."""
    ability = CARDS[card].ability
    if ability is None or card not in me.hand or not is_castable(table, me, ability):
        return
    announcement = await _announce(table, me, ability, card)
    table.seal()
    me.hand.remove(card)
    table.known.pop(card, None)
    table.resolving.append(card)
    expend(table, me, YLEM, CARDS[card].price)
    await _resolve(table, me, ability, announcement, "cast")


async def activate(table: KingsTable, me: Character, _: None) -> None:
    """Turn the inscription over and cast it for free, once per turn."""
    card = me.inscription
    ability = CARDS[card].ability if card else None
    if ability is None or not is_castable(table, me, ability):
        return
    announcement = await _announce(table, me, ability, card)
    card = me.inscription
    table.seal()
    me.inscription, me.activated = "", True
    table.known.pop(card, None)
    table.resolving.append(card)
    await _resolve(table, me, ability, announcement, "activated")


_ACTIVATE: Move = Option("activate", (activate, None), ("inscription",))


async def _announce(
    table: KingsTable, me: Character, ability: Ability, card: str
) -> tuple[Any, ...]:
    """Ask for target and parameters, one after another; other players do not see them yet."""
    announcement: list[Any] = []
    if ability.aim:
        targets = ability.aim(table, me)
        if ability.all_of_them:
            announcement.append(targets)
        else:
            options = [target(opponent) for opponent in targets]
            announcement.append(await choose(me.seat, "target", options, public=True, card=card))
    for ask in ability.asks:
        announcement.append(await ask(table, me, *announcement))
    return tuple(announcement)


def target(character: Character) -> Option[Character]:
    """The option that names an opponent."""
    return Option(
        f"target:p{character.seat}",
        character,
        (f"p{character.seat}",),
        args={"seat": character.seat},
    )


async def _resolve(
    table: KingsTable,
    me: Character,
    ability: Ability,
    announcement: tuple[Any, ...],
    event_key: str,
) -> None:
    card = table.resolving[-1]
    seats = [target.seat for target in _targets(announcement)]
    table.tell(event_key, affects=tuple(seats), seat=me.seat, card=card, targets=seats)
    if table.respond and not ability.harms:
        await ask_windows(table, [Window("respond", seat, 0, card, me.seat) for seat in seats])
    before = table.run.operations
    await ability.play(table, me, *announcement)
    if table.run.operations == before:  # gets no event and no question
        table.tell("no_effect", card=card)
    table.resolving.remove(card)
    discard(table, card)


def _targets(announcement: tuple[Any, ...]) -> Sequence[Character]:
    """The targets of a card, from any part of the announcement."""
    if announcement and isinstance(announcement[0], Character):
        return [announcement[0]]
    several = announcement[0] if announcement and isinstance(announcement[0], list) else []
    return [part for part in several if isinstance(part, Character)]
