"""Cards that move pieces: Sun & Sky, Separation, Albedo, Sublimation, Conjunction."""

import pytest

from tests.ascended_kings.positions import happened, keys, lay, mat, position, table_of, tiles

BOTH = pytest.mark.parametrize(("deck", "form"), [("asc", ""), ("rev", "revenant")])


# Sun & Sky


@BOTH
def test_sun_and_sky_1_swaps_with_a_surrounding_opponent(deck, form):
    ann, bob, _ = lay(f"p0 apsu {form} @44 Y1 {deck}_sun_and_sky_1\np1 vara @55\np2 zhoth @46")
    ann(f"cast:{deck}_sun_and_sky_1")
    assert (mat(ann).tile, mat(bob).tile) == (55, 44)
    assert mat(ann).pool[4] == 0


@BOTH
def test_sun_and_sky_2_swaps_along_a_line_past_other_pieces(deck, form):
    """Rulebook, Casting a Focus Ability, example; Card Index: no line of sight is needed."""
    ann, _, cid = lay(
        f"p0 apsu {form} @44 Y3 {deck}_sun_and_sky_2\np1 vara @45\np2 zhoth @46\np3 eloden @33"
    )[:3]
    ann(f"cast:{deck}_sun_and_sky_2")
    assert keys(ann, "target") == {"p1", "p2"}
    ann("target:p2")
    assert (mat(ann).tile, mat(cid).tile) == (46, 44)
    assert mat(ann).pool[4] == 1


@BOTH
def test_sun_and_sky_3_swaps_with_any_opponent(deck, form):
    ann, bob = lay(f"p0 apsu {form} @44 Y3 {deck}_sun_and_sky_3\np1 vara @07")
    ann(f"cast:{deck}_sun_and_sky_3")
    assert (mat(ann).tile, mat(bob).tile) == (7, 44)


def test_swapped_pieces_pay_no_escape():
    """Rulebook, Card Index: both are immune."""
    ann, *_ = lay("p0 apsu @44 Y3 E2 asc_sun_and_sky_3\np1 vara @07 E2\np2 zhoth @45")
    ann("cast:asc_sun_and_sky_3", "target:p1")
    assert happened(ann, "escaped") == []


def test_swapping_into_fire_is_allowed_and_burns_the_arriving_piece():
    """R44; R42: no player is credited with the caster's own wound."""
    ann, bob = lay("walls right2\np0 apsu @44 Y3 asc_sun_and_sky_3\np1 vara @57")
    ann("cast:asc_sun_and_sky_3")
    assert (mat(ann).pool[3], mat(bob).pool[3]) == (1, 0)


def test_death_of_an_opponent_swapped_into_fire_is_credited_to_the_caster():
    """R42: a kill by the fire of one's own ability."""
    ann, bob = lay("walls right2\np0 apsu @57 Y3 asc_sun_and_sky_3\np1 vara @44 D2")
    ann("cast:asc_sun_and_sky_3")
    assert mat(bob).killed == 1
    assert mat(ann).pool[4] == 1


# Separation


@BOTH
@pytest.mark.parametrize(("level", "tile", "most"), [(1, 45, 2), (2, 55, 4), (3, 45, 5)])
def test_separation_pushes_straight_away(deck, form, level, tile, most):
    card = f"{deck}_separation_{level}"
    ann, bob = lay(f"p0 apsu {form} @44 Y3 {card}\np1 vara @{tile}")
    ann(f"cast:{card}")
    assert ann.asked == "push"
    assert (ann.question.least, ann.question.most) == (1, min(most, 4))
    ann(2)
    step = tile - 44
    assert mat(bob).tile == tile + 2 * step


def test_separation_3_reaches_along_the_whole_line():
    ann, bob = lay("p0 apsu @40 Y3 asc_separation_3\np1 vara @45")
    ann("cast:asc_separation_3", 4)
    assert mat(bob).tile == 49


def test_a_push_collects_on_every_tile():
    """Digest 20; rulebook: forced onto or through a tile with Dire."""
    ann, bob = lay("p0 apsu @44 Y2 asc_separation_2\np1 vara @45\ntiles 46:P1 47:D1")
    ann("cast:asc_separation_2", 3)
    assert mat(bob).pool == [0, 0, 1, 1, 0]


def test_a_push_stops_on_the_fire_wall_for_one_wound():
    """Rulebook, Separation; R42."""
    ann, bob = lay("walls right2\np0 apsu @44 Y2 asc_separation_2\np1 vara @45")
    ann("cast:asc_separation_2")
    assert ann.question.most == 2
    ann(2)
    assert mat(bob).tile == 47
    assert mat(bob).pool[3] == 1


def test_a_push_along_a_burning_wall_wounds_on_every_tile():
    """Rulebook, Separation: the extremely rare case."""
    ann, bob = lay("walls right2\np0 apsu @37 Y3 asc_separation_3\np1 vara L2 @47")
    ann("cast:asc_separation_3", 3)
    assert mat(bob).tile == 77
    assert mat(bob).pool[3] == 3


def test_a_push_stops_at_obstacles_and_needs_one_free_tile():
    """R33: a cast that could not move any piece is illegal."""
    ann, *_ = lay("p0 apsu @44 Y1 asc_separation_1\np1 vara @45\np2 zhoth @46")
    assert keys(ann, "cast") == set()
    ann, *_ = lay("p0 apsu @44 Y1 asc_separation_1\np1 vara @43\np2 zhoth @41")
    ann("cast:asc_separation_1")
    assert ann.asked == "action"  # one tile alone is possible


def test_a_death_in_the_fire_of_a_push_is_credited():
    """R42."""
    ann, bob = lay("walls right2\np0 apsu @45 Y1 asc_separation_1\np1 vara @46 D2")
    ann("cast:asc_separation_1")
    assert mat(bob).killed == 1
    assert mat(ann).pool[4] == 1


def test_a_death_on_a_trap_by_a_push_is_not_credited():
    """R42: Dire gems on tiles are expressly uncredited."""
    ann, bob = lay("p0 apsu @44 Y1 asc_separation_1\np1 vara @45 D2\ntiles 46:D1")
    ann("cast:asc_separation_1", 2)
    assert mat(bob).killed == 1
    assert mat(ann).pool[4] == 0
    assert table_of(ann).fallen == {46: 1}


# Conjunction


@BOTH
def test_conjunction_1_pulls_one_or_two_tiles(deck, form):
    card = f"{deck}_conjunction_1"
    ann, bob = lay(f"p0 apsu {form} @40 Y1 {card}\np1 vara @45")
    ann(f"cast:{card}", 2)
    assert mat(bob).tile == 43


@BOTH
def test_conjunction_2_pulls_all_the_way(deck, form):
    """Rulebook, Conjunction: what lies on the way is collected."""
    card = f"{deck}_conjunction_2"
    ann, bob = lay(f"p0 apsu {form} @40 Y2 {card}\np1 vara @45\ntiles 43:D1")
    ann(f"cast:{card}")
    assert mat(bob).tile == 41
    assert mat(bob).pool[3] == 1


@BOTH
def test_conjunction_3_brings_from_any_angle_to_the_nearest_adjacent_tile(deck, form):
    """Rulebook, Conjunction: in relation to the target's original position."""
    card = f"{deck}_conjunction_3"
    ann, bob = lay(f"p0 apsu {form} @44 Y3 {card}\np1 vara @07\ntiles 34:P1")
    ann(f"cast:{card}")
    assert mat(bob).tile == 34
    assert mat(bob).pool[2] == 1


def test_conjunction_3_lets_the_caster_break_ties():
    ann, bob = lay("p0 apsu @44 Y3 asc_conjunction_3\np1 vara @66")
    ann("cast:asc_conjunction_3")
    assert tiles(ann, "tile") == {45, 54}
    ann("tile:54")
    assert mat(bob).tile == 54


def test_conjunction_needs_sight_and_no_adjacency():
    """Rulebook, Conjunction: no other character between."""
    ann, *_ = lay("p0 apsu @40 Y2 asc_conjunction_2\np1 vara @45\np2 zhoth @43")
    ann("cast:asc_conjunction_2")
    assert "p2 zhoth @41" in position(ann)
    ann, *_ = lay("p0 apsu @40 Y3 asc_conjunction_3\np1 vara @41")
    assert keys(ann, "cast") == set()


def test_conjunction_without_a_free_place_is_no_legal_cast():
    ann, *_ = lay(
        "p0 apsu @00 Y3 *0 asc_conjunction_3\np1 vara @33 *0\np2 zhoth @01 *4\np3 eloden @10 *0"
    )
    assert keys(ann, "cast") == set()


# Albedo and Sublimation


@pytest.mark.parametrize(("level", "steps"), [(1, 2), (2, 4), (3, 6)])
def test_albedo_walks_in_any_direction(level, steps):
    ann, _ = lay(f"p0 apsu @00 Y{level} asc_albedo_{level}\np1 vara @99\ntiles 11:P1")
    ann(f"cast:asc_albedo_{level}")
    assert tiles(ann, "tile") == {1, 10, 11}
    assert "stop" not in ann.options
    path = [11, 22, 33, 44, 55, 66][:steps]
    ann(*[f"tile:{tile}" for tile in path])
    assert mat(ann).tile == path[-1]
    assert mat(ann).pool == [0, 0, 1, 0, 0]


def test_albedo_may_stop_early_and_pays_no_escape():
    ann, *_ = lay("p0 apsu @00 Y2 asc_albedo_2\np1 vara @01\np2 zhoth @10")
    ann("cast:asc_albedo_2", "tile:11", "stop")
    assert mat(ann).tile == 11


def test_albedo_passes_through_others_but_cannot_end_on_them():
    """Digest 20: nothing is collected where another piece stands."""
    ann, _ = lay("p0 apsu @00 Y1 asc_albedo_1\np1 vara @11 Y5\ntiles 11:Y2")
    ann("cast:asc_albedo_1", "tile:11")
    assert "stop" not in ann.options
    assert 11 not in tiles(ann, "tile")
    ann("tile:22")
    assert mat(ann).tile == 22
    assert mat(ann).pool[4] == 0


def test_the_last_step_of_albedo_is_never_an_occupied_tile():
    ann, _ = lay("p0 apsu @00 Y1 asc_albedo_1\np1 vara @22")
    ann("cast:asc_albedo_1", "tile:11")
    assert 22 not in tiles(ann, "tile")


def test_albedo_does_not_enter_fire_and_ends_with_death():
    ann, _ = lay("walls top1\np0 apsu @20 Y2 D2 asc_albedo_2\np1 vara @99\ntiles 31:D1 42:P1")
    ann("cast:asc_albedo_2")
    assert tiles(ann, "tile") == {21, 30, 31}
    ann("tile:31", "tile:42", "stop")
    assert happened(ann, "died") == [{"seat": 0, "tile": 31}]
    assert table_of(ann).heaps == {42: [0, 0, 1, 0, 0]}


@pytest.mark.parametrize(("level", "reach"), [(1, 2), (2, 4), (3, 9)])
def test_sublimation_reappears_within_reach(level, reach):
    ann, _ = lay(f"p0 apsu revenant @00 Y{level} rev_sublimation_{level}\np1 vara @11")
    ann(f"cast:rev_sublimation_{level}")
    inside = {10 * r + c for r in range(reach + 1) for c in range(reach + 1)}
    assert tiles(ann, "tile") == inside - {0, 11}
    ann(f"tile:{11 * reach if reach < 9 else 99}")
    assert mat(ann).tile == (11 * reach if reach < 9 else 99)


def test_sublimation_never_leads_into_fire_or_onto_the_omega_tile():
    ann, _ = lay("walls top1\np0 apsu revenant @20 Y1 rev_sublimation_1\np1 vara @99")
    ann("cast:rev_sublimation_1")
    assert tiles(ann, "tile") == {21, 22, 30, 31, 32, 40, 41, 42}
    ann, _ = lay("p0 apsu revenant @11 Y1 rev_sublimation_1\np1 vara @99\ntiles 00:omega")
    ann("cast:rev_sublimation_1")
    assert 0 not in tiles(ann, "tile")


def test_albedo_and_sublimation_belong_to_one_deck_each():
    """R37."""
    from engine.ascended_kings.cards.decklist import deck

    names = [{card.name for card in deck(revenant) if card.focus} for revenant in (False, True)]
    assert names[0] - names[1] == {"Albedo"}
    assert names[1] - names[0] == {"Sublimation"}
