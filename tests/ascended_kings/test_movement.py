"""Aria Movement, escapes, fire, and finds on tiles."""

import pytest

from engine.ascended_kings import GAME
from engine.core.errors import InvalidOptions
from tests.ascended_kings.positions import costs, happened, lay, mat, table_of, tiles


def test_a_step_costs_one_aria_and_goes_to_an_adjacent_tile():
    ann, _ = lay("p0 apsu @44 A1\np1 vara @99")
    assert tiles(ann, "move") == {34, 43, 45, 54}
    assert costs(ann, "move:34") == {"tile": 34, "aria": 1, "egis": 0, "wounds": 0}
    ann("move:34")
    assert mat(ann).tile == 34
    assert mat(ann).pool == [0] * 5
    assert tiles(ann, "move") == set()
    assert ann.blocked["move:24"] == "aria"


@pytest.mark.parametrize("form", ["revenant", "[aria]"])
def test_revenants_and_a_completed_aria_transmutation_move_diagonally(form):
    ann, _ = lay(f"p0 apsu @00 A1 {form}\np1 vara @99")
    assert tiles(ann, "move") == {1, 10, 11}


def test_no_piece_enters_an_occupied_tile():
    ann, _ = lay("p0 apsu @44 A1 E3\np1 vara @45")
    assert tiles(ann, "move") == {34, 43, 54}


def test_squeezing_diagonally_between_two_pieces_is_allowed():
    """R39."""
    ann, *_ = lay("p0 apsu revenant @44 A1\np1 vara @45\np2 zhoth @54")
    assert 55 in tiles(ann, "move")


# Escape


def test_leaving_two_adjacent_opponents_costs_two_egis():
    """Rulebook, Escape, first example."""
    ann, *_ = lay("p0 apsu @44 A1 E2\np1 vara @54\np2 zhoth @45")
    assert costs(ann, "move:34")["egis"] == 2
    ann("move:34")
    assert mat(ann).pool == [0] * 5


def test_leaving_one_adjacent_and_one_diagonal_opponent_costs_one_egis():
    """Rulebook, Escape, second example."""
    ann, *_ = lay("p0 apsu @44 A1 E2\np1 vara @54\np2 zhoth @55")
    assert costs(ann, "move:34")["egis"] == 1


def test_moving_around_an_opponent_costs_nothing():
    """Rulebook, Movement, third example: still adjacent to that opponent afterwards."""
    ann, *_ = lay("p0 apsu @44 A1 [aria]\np1 vara @45")
    assert costs(ann, "move:35")["egis"] == 0


def test_moving_around_an_opponent_away_from_another_costs_one_egis():
    """Rulebook, Movement, fourth example."""
    ann, *_ = lay("p0 apsu @44 A1 E1 [aria]\np1 vara @45\np2 zhoth @54")
    assert costs(ann, "move:35")["egis"] == 1


@pytest.mark.parametrize("form", ["revenant", "[egis]"])
def test_narrow_escape_never_pays(form):
    ann, *_ = lay(f"p0 apsu @44 A1 {form}\np1 vara @45\np2 zhoth @54")
    assert costs(ann, "move:34")["egis"] == 0


def test_only_unaffordable_steps_are_closed():
    """R38: steps that keep the adjacency, and later ones, stay open."""
    ann, *_ = lay("p0 apsu @44 A2 [aria]\np1 vara @45")
    assert tiles(ann, "move") == {35, 55}
    assert ann.blocked["move:34"] == "escape"
    ann("move:35")
    assert tiles(ann, "move") == {44, 46}


def test_egis_gained_later_opens_the_step_again():
    """R38: a later step when the cost can be paid."""
    ann, *_ = lay("p0 apsu @44 A1 asc_egis_bound_1\np1 vara @45")
    assert tiles(ann, "move") == set()
    ann("instant:asc_egis_bound_1")
    assert tiles(ann, "move") == {34, 43, 54}


def test_new_match_refuses_strict_escape_and_old_match_drops_it():
    """The rulebook's notes on Escape contradict it."""
    with pytest.raises(InvalidOptions):
        GAME.read_options({"strict_escape": True}, 2)
    old = {"round_limit": 0, "rounds": 0, "respond": True, "strict_escape": True}
    assert "strict_escape" not in GAME.stored_options(old)
    assert GAME.read_options(GAME.stored_options(old), 2).respond


def test_steps_around_an_opponent_stay_open_without_a_full_escape():
    """Rulebook, notes on Escape: an exception to the bar for the rest of the turn."""
    ann, *_ = lay("p0 apsu @44 A2 E1 [aria]\np1 vara @45\np2 zhoth @43")
    assert tiles(ann, "move") == {33, 35, 53, 55}
    assert {ann.blocked["move:34"], ann.blocked["move:54"]} == {"escape"}


# Fire


def test_no_piece_walks_into_fire():
    ann, _ = lay("walls top1\np0 apsu @24 A1\np1 vara @99")
    assert tiles(ann, "move") == {23, 25, 34}


TILE_57 = """
walls top1 right2 bottom3
p0 apsu @57 A3
p1 vara @56
p2 zhoth @46
"""


def test_tile_57_in_fire_leads_along_the_strip_and_out_for_two_wounds():
    """Rulebook, Movement in Fire, the example: 3 Aria, 2 Dire Wounds, no Escape Cost (R41)."""
    ann, *_ = lay(TILE_57)
    assert tiles(ann, "move") == {47, 67}
    assert costs(ann, "move:47") == {"tile": 47, "aria": 1, "egis": 0, "wounds": 1}
    ann("move:47", "move:37")
    assert mat(ann).pool == [1, 0, 0, 2, 0]
    ann("move:36")
    assert mat(ann).tile == 36
    assert mat(ann).pool == [0, 0, 0, 2, 0]


def test_the_crossing_of_two_strips_may_be_used():
    """R41."""
    ann, *_ = lay(TILE_57)
    ann("move:67")
    assert tiles(ann, "move") == {57, 66}
    assert mat(ann).pool == [2, 0, 0, 1, 0]


def test_a_piece_that_can_leave_the_fire_must_do_so():
    """R40: a legal tile in the arena right now, Dire on it or not."""
    ann, _ = lay("walls right2\np0 apsu @57 A1\np1 vara @00\ntiles 56:D1")
    assert tiles(ann, "move") == {56}
    assert costs(ann, "move:56")["wounds"] == 1


def test_diagonal_movement_counts_for_being_able_to_leave():
    """R40: by the mover's own movement kinds."""
    ann, *_ = lay("walls right2\np0 apsu revenant @57 A1\np1 vara @56\np2 zhoth @46")
    assert tiles(ann, "move") == {66}


def test_no_escape_cost_is_paid_in_fire():
    """Rulebook, notes on Escape."""
    ann, *_ = lay("walls right2\np0 apsu @57 A1\np1 vara @67\np2 zhoth @00")
    assert costs(ann, "move:56")["egis"] == 0


def test_no_piece_in_fire_has_to_move():
    """Rulebook, Movement in Fire."""
    ann, _ = lay("walls right2\np0 apsu @57 A1 Y1\np1 vara @00")
    assert {"done", "draw"} <= ann.options


# What is found on tiles


def test_everything_on_a_tile_is_taken():
    ann, _ = lay("p0 apsu @44 A1 *0\np1 vara @99\ntiles 45:P2Y1 45:*2 45:die\nspare 1")
    ann("move:45")
    assert mat(ann).pool == [0, 0, 2, 0, 1]
    assert mat(ann).bloodstones == 2
    assert mat(ann).ascended_die
    assert table_of(ann).heaps == {}


def test_ylem_without_room_stays_and_is_acquired_when_room_appears():
    """R21; rulebook, note on claiming: expend 1 Ylem, acquire it at once."""
    ann, _ = lay("p0 apsu @44 A1 Y5\np1 vara @99\ntiles 45:Y2\ndraw asc_nigredo_1")
    ann("move:45")
    assert mat(ann).pool[4] == 5
    assert table_of(ann).heaps[45][4] == 2
    ann("draw")
    assert mat(ann).pool[4] == 5
    assert table_of(ann).heaps[45][4] == 1
    assert mat(ann).hand == ["asc_nigredo_1"]


def test_core_gems_without_room_are_substituted_or_discarded():
    """Digest 7.5; what is not kept goes to the supply."""
    ann, _ = lay("p0 apsu @44 A9\np1 vara @99\ntiles 45:P2")
    ann("move:45")
    assert ann.asked == "give_up"
    assert ann.question.limits == {"aria": 8, "egis": 0, "pyre": 2}
    assert (ann.question.least, ann.question.most) == (1, 1)
    assert ann.question.default() == {"pyre": 1}
    ann({"aria": 1})
    assert mat(ann).pool == [7, 0, 2, 0, 0]


def test_gems_that_fit_must_be_taken():
    """R20: nothing is asked."""
    ann, _ = lay("p0 apsu @44 A1\np1 vara @99\ntiles 45:P2")
    ann("move:45")
    assert ann.asked == "action"
    assert mat(ann).pool[2] == 2


def test_batch_of_gems_is_substituted_in_one_question():
    """R19: two gems too many are one question."""
    ann, _ = lay("p0 apsu @44 A8 P1\np1 vara @99\ntiles 45:P3")
    ann("move:45")
    assert (ann.question.least, ann.question.most) == (2, 2)
    ann({"aria": 2})
    assert mat(ann).pool == [5, 0, 4, 0, 0]


def test_dire_on_a_tile_must_be_picked_up_even_to_death():
    """Rulebook, Claiming; R49: no player is credited."""
    ann, bob = lay("p0 apsu @44 A1 D2\np1 vara @99 Y0\ntiles 45:D1", throws=[(100, 50)])
    ann("move:45")
    assert happened(ann, "died") == [{"seat": 0, "tile": 45}]
    assert mat(bob).pool[4] == 0
    assert table_of(ann).fallen == {45: 1}


def test_dire_picked_up_can_be_cancelled_on_arrival():
    """Digest 6.2, ON_ARRIVAL."""
    ann, _ = lay("p0 apsu @44 A1 D2 asc_coagulation_2\np1 vara @99\ntiles 45:D1")
    ann("move:45")
    assert ann.asked == "incoming"
    ann("instant:asc_coagulation_2", "cancel:1:remove:0")
    assert mat(ann).pool == [0, 0, 0, 2, 0]
    assert mat(ann).tile == 45


def test_a_wound_in_a_full_pool_costs_a_core_gem():
    """Digest 7.3."""
    ann, _ = lay("p0 apsu @44 A7 E2\np1 vara @99\ntiles 45:D2")
    ann("move:45")
    assert ann.asked == "give_up"
    ann({"egis": 1})
    assert mat(ann).pool == [6, 1, 0, 2, 0]
