"""Laws: invariants at every question: no component is lost or in an illegal place."""

from __future__ import annotations

from engine.ascended_kings.arena import TILES, open_lines
from engine.ascended_kings.box import (
    BLOODSTONES,
    FEWEST_OPEN_LINES,
    PRISMATIC_COST,
    SUPPLY,
    TRANSMUTATIONS,
    YLEM_POOL,
)
from engine.ascended_kings.card import CARDS
from engine.ascended_kings.gems import DIRE, NAMES, YLEM
from engine.ascended_kings.knowledge import hidden_cards
from engine.ascended_kings.table import Character, KingsTable
from engine.ascended_kings.wounds import is_prismatic


def check(table: KingsTable) -> None:
    """Raise AssertionError if a law is broken."""
    _gems(table)
    _cards(table)
    _stones(table)
    _pieces(table)
    _walls(table)
    for one in table.characters:
        _mat(one)


def _gems(table: KingsTable) -> None:
    heaps = [table.supply, *table.heaps.values()]
    for one in table.characters:
        heaps += [one.pool, one.aside, *(list(TRANSMUTATIONS[id].cost) for id in one.transmuted)]
        if is_prismatic(one):
            heaps.append(list(PRISMATIC_COST))
    for kind, name in enumerate(NAMES):
        counts = [heap[kind] for heap in heaps]
        assert min(counts) >= 0, f"less than no {name}"
        assert sum(counts) == SUPPLY.value[kind], f"{sum(counts)} {name}"
    assert all(any(heap) for heap in table.heaps.values()), "an empty heap"


def _cards(table: KingsTable) -> None:
    cards = [*table.resolving, *table.looked_at]
    for deck in (table.ascendant, table.revenant):
        cards += [*deck.draw, *deck.discard]
    for one in table.characters:
        cards += [*one.hand, *([one.inscription] if one.inscription else [])]
        held = [*one.hand, one.inscription] if one.inscription else one.hand
        assert all(CARDS[card].revenant == one.revenant for card in held), (
            "a card of the other deck"
        )
    assert sorted(cards) == sorted(CARDS), "a card is lost, or in two places"
    hidden = [card for one in table.characters for card in hidden_cards(one)]
    assert set(table.known) <= set(hidden), "a known card is nobody's any more"


def _stones(table: KingsTable) -> None:
    held = sum(one.bloodstones for one in table.characters)
    stones = held + sum(table.fallen.values()) + table.spare
    assert stones == BLOODSTONES.value, f"{stones} Bloodstones"
    assert not any(table.ground.covered[tile] for tile in table.fallen), "a stone in the fire"
    holders = sum(one.ascended_die for one in table.characters) + (table.die_tile >= 0)
    assert holders <= table.die_awarded, "an Ascended Die that has not been awarded"


def _pieces(table: KingsTable) -> None:
    standing = table.pieces()
    assert len(set(standing)) == len(standing), "two pieces on one tile"
    assert all(tile in TILES for tile in standing), "a piece beside the board"
    assert not any(table.ground.behind[tile] for tile in standing), "a piece behind a wall"
    assert table.over or table.omega not in standing, "a piece on the Omega Tile"
    assert all(table.characters[seat].killed for seat in table.dead), "dead, but never killed"
    assert not set(standing) & set(table.fallen) or table.over, "a stone under a piece"


def _walls(table: KingsTable) -> None:
    if any(index >= 0 for index in table.walls):
        lines = [open_lines(table.walls, edge) for edge in range(4)]
        assert min(lines) >= FEWEST_OPEN_LINES.value, "the arena is under three lines"


def _mat(one: Character) -> None:
    assert one.room >= 0, "an overfull pool"
    assert 0 <= one.pool[YLEM] <= YLEM_POOL, "an overfull Ylem Pool"
    assert one.to_death > 0, "somebody lives who should be dead"
    assert one.pool[DIRE] == 0 or one.on_board, "wounds of one who is not on the board"
    assert len(set(one.transmuted)) == len(one.transmuted), "a Transmutation twice"
