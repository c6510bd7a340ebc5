"""The board: exact geometry against brute force, and the examples of the rulebook."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from engine.ascended_kings import arena
from engine.ascended_kings.arena import ADJACENT, DIAGONAL, SURROUNDING, TILES, ground
from engine.ascended_kings.box import IMMOLATION_NUMBERS, STARTS

NO_WALLS = (-1, -1, -1, -1)
EXAMPLE = (1, 2, -1, -1)
"""Top strip on row 1, right strip on column 7: the figure of the rulebook."""


def test_tiles_are_numbered_row_by_row_from_the_top_left():
    """R1; rulebook, Tile Numbers."""
    assert ADJACENT[0] == (1, 10)
    assert set(SURROUNDING[45]) == {34, 35, 36, 44, 46, 54, 55, 56}
    assert set(DIAGONAL[99]) == {88}
    assert arena.name(7) == "t07"


def test_every_inner_tile_has_eight_surrounding_tiles():
    """Rulebook, Key Terms."""
    inner = [tile for tile in TILES if 0 < tile // 10 < 9 and 0 < tile % 10 < 9]
    assert {len(SURROUNDING[tile]) for tile in inner} == {8}
    assert {len(ADJACENT[tile]) for tile in inner} == {4}
    for here, there in product(TILES, TILES):
        rows, columns = abs(here // 10 - there // 10), abs(here % 10 - there % 10)
        assert (there in ADJACENT[here]) == (rows + columns == 1)
        assert (there in DIAGONAL[here]) == (rows == columns == 1)


def test_start_tiles_look_the_same_from_every_side():
    """R2."""
    starts = set(STARTS.value.values())
    assert starts == {22, 27, 72, 77}
    assert {10 * (tile % 10) + 9 - tile // 10 for tile in starts} == starts
    assert {10 * (tile // 10) + 9 - tile % 10 for tile in starts} == starts


def test_edges_have_the_numbers_1_to_4_from_the_top_clockwise():
    """R3."""
    assert IMMOLATION_NUMBERS.value == ("top", "right", "bottom", "left")
    assert arena.strip(arena.TOP, 0) == tuple(range(10))
    assert arena.strip(arena.RIGHT, 2) == tuple(range(7, 100, 10))
    assert arena.strip(arena.BOTTOM, 0) == tuple(range(90, 100))
    assert arena.strip(arena.LEFT, 1) == tuple(range(1, 100, 10))


# Line of sight


def passes_inside(here: int, there: int, tile: int) -> bool:
    """Whether the segment between two centres has a stretch inside a square, by clipping it."""
    enter, leave = Fraction(0), Fraction(1)
    for axis in (lambda t: t // 10, lambda t: t % 10):
        start, step = Fraction(axis(here)), Fraction(axis(there) - axis(here))
        low, high = axis(tile) - Fraction(1, 2), axis(tile) + Fraction(1, 2)
        if not step:
            if not low < start < high:
                return False
            continue
        first, last = sorted(((low - start) / step, (high - start) / step))
        enter, leave = max(enter, first), min(leave, last)
    return enter < leave


@pytest.mark.parametrize("here", [0, 9])
def test_line_of_sight_is_exact_in_every_direction(here):
    """R34: full squares that may be touched at corners."""
    for there in TILES:
        if here != there:
            brute = {t for t in TILES if t not in (here, there) and passes_inside(here, there, t)}
            assert set(arena.crossed(here, there)) == brute


def test_line_of_sight_is_the_same_both_ways_and_everywhere_on_the_board():
    """R34: with the test above, exact for every pair of tiles."""
    rng = Random(1)
    for here, there in (rng.sample(TILES, 2) for _ in range(1500)):
        between = arena.crossed(here, there)
        assert between == arena.crossed(there, here)
        row, column = min(here // 10, there // 10), min(here % 10, there % 10)
        shift = 10 * row + column
        moved = arena.crossed(here - shift, there - shift)
        assert between == tuple(tile + shift for tile in moved)


def test_line_of_sight_passes_exactly_between_two_diagonal_neighbours():
    """R34; rulebook, Line of Sight."""
    assert arena.in_sight(44, 55, [45, 54, 44, 55])
    assert arena.in_sight(33, 66, [34, 43, 56, 65])
    assert not arena.in_sight(33, 66, [44])
    assert not arena.in_sight(40, 49, [46])
    assert not arena.in_sight(44, 56, [45])
    assert arena.in_sight(44, 46, [35, 55])


# Fire


@pytest.mark.parametrize(("tile", "result"), [(35, 35), (14, 24), (17, 26), (38, 36)])
def test_stones_of_the_rulebooks_four_dead_fall_on_the_nearest_tile(tile, result):
    """Rulebook, Death, examples 1-4."""
    assert ground(EXAMPLE).nearest[tile] == result


def walls_of_all_kinds():
    rng = Random(2)
    for _ in range(250):
        walls = [rng.randint(-1, 6) for _ in range(4)]
        if walls[0] + walls[2] <= 5 and walls[1] + walls[3] <= 5:
            yield tuple(walls)


def test_proximity_leads_to_the_single_nearest_arena_tile():
    """R60: the nearest corner where a tile is outside on both axes."""
    for walls in walls_of_all_kinds():
        land = ground(walls)
        for tile in TILES:
            distances = {
                there: (there // 10 - tile // 10) ** 2 + (there % 10 - tile % 10) ** 2
                for there in land.arena
            }
            nearest = [there for there, far in distances.items() if far == min(distances.values())]
            assert nearest == [land.nearest[tile]]


def test_covered_behind_and_burning_agree_with_the_strips():
    for walls in walls_of_all_kinds():
        land = ground(walls)
        strips = [set(arena.strip(edge, index)) for edge, index in enumerate(walls)]
        outside = [
            {t for k in range(index) for t in arena.strip(edge, k)}
            for edge, index in enumerate(walls)
        ]
        for tile in TILES:
            behind = any(tile in some for some in outside)
            in_strip = any(tile in some for some in strips)
            assert land.behind[tile] == behind
            assert land.burning[tile] == (in_strip and not behind)
            assert land.covered[tile] == (in_strip or behind)
            assert land.scorched[tile] == (
                not behind
                and (in_strip or any(n in some for n in ADJACENT[tile] for some in strips))
            )


def test_without_walls_nothing_burns():
    land = ground(NO_WALLS)
    assert not any(land.covered)
    assert len(land.arena) == 100


def test_open_lines_are_counted_to_the_empty_edge_too():
    """R62."""
    assert arena.open_lines((6, -1, -1, -1), arena.TOP) == 3
    assert arena.open_lines((2, -1, 3, -1), arena.TOP) == 3
    assert arena.open_lines((2, -1, 3, -1), arena.BOTTOM) == 3
    assert arena.open_lines(NO_WALLS, arena.LEFT) == 10


# The Omega Stone and landing


@pytest.mark.parametrize(
    ("rolled", "edge"),
    [(34, 4), (43, 40), (56, 59), (65, 95), (22, 0), (44, 0), (55, 99), (5, 5), (90, 90), (27, 9)],
)
def test_the_omega_stone_goes_to_the_nearest_edge_or_corner(rolled, edge):
    """R69."""
    assert arena.outer_edge(rolled) == edge


def test_a_revenant_lands_on_the_anchor_or_around_it():
    """Rulebook, Proximity Rules for Revenant placement."""
    assert arena.landing_tiles(0, [], []) == [0, 1, 10, 11]
    assert arena.landing_tiles(0, [0, 11], [1]) == [10]


def test_revenant_lands_around_occupied_tiles_when_all_are_taken():
    """Rulebook, Proximity Rules: in the rare case."""
    barred = [t for t in TILES if t not in (0, 1, 2, 10, 11, 12)]
    assert arena.landing_tiles(0, [0, 1, 10, 11], barred) == [2, 12]
