"""Blocked actions: why an action that players expect in the Active State is not possible now."""

from __future__ import annotations

from collections.abc import Iterator

from engine.ascended_kings.arena import ADJACENT
from engine.ascended_kings.box import LEVELS
from engine.ascended_kings.card import CARDS
from engine.ascended_kings.casting import is_castable
from engine.ascended_kings.decks import has_cards
from engine.ascended_kings.gems import ARIA, EGIS, PYRE, YLEM
from engine.ascended_kings.movement import destinations, escape_cost
from engine.ascended_kings.table import Character, KingsTable
from engine.core.script import Blocked


def blocked_actions(table: KingsTable, me: Character) -> list[Blocked]:
    """The blocked actions, each with its reason."""
    return [*_growth(table, me), *_steps(table, me), *_attacks(table, me), *_cards(table, me)]


def _growth(table: KingsTable, me: Character) -> Iterator[Blocked]:
    if me.level < 3 and me.pool[YLEM] < LEVELS[me.level + 1].price:
        yield Blocked("level_up", "level", {"n": LEVELS[me.level + 1].price}, "dear")
    if not me.pool[YLEM]:
        yield Blocked("draw", "draw", {"n": 1}, "dear")
    elif not has_cards(table.deck(me.revenant)):
        yield Blocked("draw", "no_cards")


def _steps(table: KingsTable, me: Character) -> Iterator[Blocked]:
    for tile in destinations(table, me):
        escape = escape_cost(table, me, tile)
        if not me.pool[ARIA]:
            yield Blocked(f"move:{tile}", "aria", {}, "dear")
        elif escape > me.pool[EGIS]:
            yield Blocked(f"move:{tile}", "escape", {"n": escape, "tile": tile}, "dear")
    for tile in ADJACENT[me.tile]:
        if tile == table.omega and not me.bloodstones:
            yield Blocked(f"move:{tile}", "omega")


def _attacks(table: KingsTable, me: Character) -> Iterator[Blocked]:
    for character in table.opponents(me):
        if character.tile in ADJACENT[me.tile] and not me.pool[PYRE]:
            yield Blocked(f"attack:p{character.seat}", "pyre", {}, "dear")


def _cards(table: KingsTable, me: Character) -> Iterator[Blocked]:
    for card in me.hand:
        ability = CARDS[card].ability
        if ability is None:
            continue
        if CARDS[card].price > me.pool[YLEM]:
            yield Blocked(f"cast:{card}", "price", {"card": card, "n": CARDS[card].price}, "dear")
        elif not is_castable(table, me, ability):
            yield Blocked(f"cast:{card}", "no_effect", {"card": card})
    if me.inscription and CARDS[me.inscription].ability:
        if me.activated:
            yield Blocked("activate", "activated", {}, "used")
        elif not is_castable(table, me, CARDS[me.inscription].ability):
            yield Blocked("activate", "inscription_idle")
