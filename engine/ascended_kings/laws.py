"""Laws: invariants at every question: no component is lost or in an illegal place."""

from __future__ import annotations

from engine.ascended_kings.arena import TILES, open_lines
from engine.ascended_kings.box import (
    BLOODSTONES,
    MAX_YLEM,
    MIN_OPEN_LINES,
    PRISMATIC_COST,
    SUPPLY,
    TRANSMUTATIONS,
)
from engine.ascended_kings.card import CARDS
from engine.ascended_kings.gems import DIRE, NAMES, YLEM
from engine.ascended_kings.knowledge import hidden_cards
from engine.ascended_kings.table import Character, KingsTable
from engine.ascended_kings.wounds import is_prismatic


def check_laws(table: KingsTable) -> None:
    """Raise AssertionError if a law is broken."""
    _gems(table)
    _cards(table)
    _stones(table)
    _pieces(table)
    _walls(table)
    for character in table.characters:
        _mat(character)


def _gems(table: KingsTable) -> None:
    heaps = [table.supply, *table.heaps.values()]
    for character in table.characters:
        heaps += [
            character.pool,
            character.gems_on_return,
            *(list(TRANSMUTATIONS[id].cost) for id in character.transmuted),
        ]
        if is_prismatic(character):
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
    for character in table.characters:
        cards += [*character.hand, *([character.inscription] if character.inscription else [])]
        own = [*character.hand, character.inscription] if character.inscription else character.hand
        assert all(CARDS[card].revenant == character.revenant for card in own), (
            "a card of the other deck"
        )
    assert sorted(cards) == sorted(CARDS), "a card is lost, or in two places"
    hidden = [card for character in table.characters for card in hidden_cards(character)]
    assert set(table.known) <= set(hidden), "a known card is nobody's any more"


def _stones(table: KingsTable) -> None:
    carried = sum(character.bloodstones for character in table.characters)
    stones = carried + sum(table.fallen.values()) + table.spare
    assert stones == BLOODSTONES.value, f"{stones} Bloodstones"
    assert not any(table.ground.covered[tile] for tile in table.fallen), "a stone in the fire"
    holders = sum(character.ascended_die for character in table.characters) + (table.die_tile >= 0)
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
        assert min(lines) >= MIN_OPEN_LINES.value, "the arena is under three lines"


def _mat(character: Character) -> None:
    assert character.room >= 0, "an overfull pool"
    assert 0 <= character.pool[YLEM] <= MAX_YLEM, "an overfull Ylem Pool"
    assert character.wounds_to_death > 0, "a character with 0 life is still alive"
    assert character.pool[DIRE] == 0 or character.on_board, "wounds of one who is not on the board"
    assert len(set(character.transmuted)) == len(character.transmuted), "a Transmutation twice"
