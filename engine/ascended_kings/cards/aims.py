"""Position requirements: the legal targets of a card, and what else must hold of a target.

Only opponents on the board without the protection of a Ylem Shield can be targets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.ascended_kings import arena
from engine.ascended_kings.arena import ADJACENT, SURROUNDING
from engine.ascended_kings.card import Ranged, Reach
from engine.ascended_kings.gems import YLEM, count_core
from engine.ascended_kings.outcome import completed
from engine.ascended_kings.pieces import places_beside, pull_path, push_path
from engine.ascended_kings.table import Character, KingsTable

Need = Callable[[KingsTable, Character, Character], bool]
"""A condition on a target, given table, caster and target."""


def _aim(shape: str, shape_need: Need | None, needs: Sequence[Need]) -> Ranged:
    conditions = [shape_need, *needs] if shape_need else needs

    def aim(table: KingsTable, me: Character) -> list[Character]:
        return [
            target
            for target in table.opponents(me)
            if not target.shielded and all(need(table, me, target) for need in conditions)
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


def _beside(table: KingsTable, me: Character, target: Character) -> bool:
    return target.tile in ADJACENT[me.tile]


def _around(table: KingsTable, me: Character, target: Character) -> bool:
    return target.tile in SURROUNDING[me.tile]


def _in_line(table: KingsTable, me: Character, target: Character) -> bool:
    return arena.cardinal(me.tile, target.tile)


# Needs


def in_sight(table: KingsTable, me: Character, target: Character) -> bool:
    """No other piece in the line of sight (R34)."""
    return arena.in_sight(me.tile, target.tile, table.pieces())


def not_adjacent(table: KingsTable, me: Character, target: Character) -> bool:
    """Not on an adjacent tile already."""
    return target.tile not in ADJACENT[me.tile]


def can_be_pushed(table: KingsTable, me: Character, target: Character) -> bool:
    """At least one tile away from the caster."""
    return bool(push_path(table, me, target))


def can_be_pulled(table: KingsTable, me: Character, target: Character) -> bool:
    """At least one tile toward the caster."""
    return bool(pull_path(table, me, target))


def can_be_brought(table: KingsTable, me: Character, target: Character) -> bool:
    """All the way to a tile adjacent to the caster."""
    return bool(places_beside(table, me, target))


def holds_a_card(table: KingsTable, me: Character, target: Character) -> bool:
    """At least one card in hand."""
    return bool(target.hand)


def has_an_inscription(table: KingsTable, me: Character, target: Character) -> bool:
    """A card in the Inscription slot."""
    return bool(target.inscription)


def holds_core(table: KingsTable, me: Character, target: Character) -> bool:
    """At least one Core gem in the pool."""
    return count_core(target.pool) > 0


def holds_ylem(table: KingsTable, me: Character, target: Character) -> bool:
    """At least one Ylem in the Ylem Pool."""
    return target.pool[YLEM] > 0


def has_a_transmutation(table: KingsTable, me: Character, target: Character) -> bool:
    """At least one completed Transmutation."""
    return completed(target) > 0
