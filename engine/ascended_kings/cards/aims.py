"""Position requirements: the legal targets of a card, and what else must hold of a target.

Only opponents on the board without the protection of a Ylem Shield can be targets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.ascended_kings import arena
from engine.ascended_kings.arena import ADJACENT, SURROUNDING
from engine.ascended_kings.card import Ranged, Reach
from engine.ascended_kings.gems import YLEM, core
from engine.ascended_kings.outcome import completed
from engine.ascended_kings.pieces import places_beside, pull_path, push_path
from engine.ascended_kings.table import Character, KingsTable

Need = Callable[[KingsTable, Character, Character], bool]
"""A condition on a target, given table, caster and target."""


def _aim(shape: str, there: Need | None, needs: Sequence[Need]) -> Ranged:
    wanted = [there, *needs] if there else needs

    def aim(table: KingsTable, me: Character) -> list[Character]:
        return [
            one
            for one in table.opponents(me)
            if not one.shielded and all(need(table, me, one) for need in wanted)
        ]

    return Ranged(Reach(shape, sight=in_sight in needs), aim)


# Shapes


def adjacent(*needs: Need) -> Ranged:
    """An opponent on an adjacent tile."""
    return _aim("adjacent", _beside, needs)


def surrounding(*needs: Need) -> Ranged:
    """An opponent on one of the eight tiles around."""
    return _aim("surrounding", _around, needs)


def cardinal(*needs: Need) -> Ranged:
    """An opponent in the same row or column, regardless of pieces in between."""
    return _aim("cardinal", _in_line, needs)


def any_opponent(*needs: Need) -> Ranged:
    """Any opponent on the board."""
    return _aim("any", None, needs)


def _beside(table: KingsTable, me: Character, one: Character) -> bool:
    return one.tile in ADJACENT[me.tile]


def _around(table: KingsTable, me: Character, one: Character) -> bool:
    return one.tile in SURROUNDING[me.tile]


def _in_line(table: KingsTable, me: Character, one: Character) -> bool:
    return arena.cardinal(me.tile, one.tile)


# Needs


def in_sight(table: KingsTable, me: Character, one: Character) -> bool:
    """No other piece in the line of sight (R34)."""
    return arena.in_sight(me.tile, one.tile, table.pieces())


def not_adjacent(table: KingsTable, me: Character, one: Character) -> bool:
    """Not on an adjacent tile already."""
    return one.tile not in ADJACENT[me.tile]


def can_be_pushed(table: KingsTable, me: Character, one: Character) -> bool:
    """At least one tile away from the caster."""
    return bool(push_path(table, me, one))


def can_be_pulled(table: KingsTable, me: Character, one: Character) -> bool:
    """At least one tile toward the caster."""
    return bool(pull_path(table, me, one))


def can_be_brought(table: KingsTable, me: Character, one: Character) -> bool:
    """All the way to a tile adjacent to the caster."""
    return bool(places_beside(table, me, one))


def holds_a_card(table: KingsTable, me: Character, one: Character) -> bool:
    """At least one card in hand."""
    return bool(one.hand)


def has_an_inscription(table: KingsTable, me: Character, one: Character) -> bool:
    """A card in the Inscription slot."""
    return bool(one.inscription)


def holds_core(table: KingsTable, me: Character, one: Character) -> bool:
    """At least one Core gem in the pool."""
    return core(one.pool) > 0


def holds_ylem(table: KingsTable, me: Character, one: Character) -> bool:
    """At least one Ylem in the Ylem Pool."""
    return one.pool[YLEM] > 0


def has_a_transmutation(table: KingsTable, me: Character, one: Character) -> bool:
    """At least one completed Transmutation."""
    return completed(one) > 0
