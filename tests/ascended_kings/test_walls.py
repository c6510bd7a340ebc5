"""The end of a round: dials, Fire Walls, deadlocks, explosions, events."""

import pytest

from tests.ascended_kings.positions import happened, lay, mat, position, table_of

TOP, RIGHT, BOTTOM, LEFT = ((4, n) for n in range(4))


def end_of_round(text, *throws):
    """Players after the last turn of the round; two players, the second one has just finished."""
    ann, bob = lay(f"phase returns p1 began p0\nindex 15 event 0 turns 1\n{text}", [*throws])
    return ann, bob


def test_a_wall_enters_on_the_outermost_line_and_then_advances():
    """Rulebook, Fire Wall Movement."""
    ann, _ = end_of_round("p0 apsu @44\np1 vara @55", TOP, (100, 50))
    assert table_of(ann).walls == [0, -1, -1, -1]
    ann, _ = end_of_round("walls right2\np0 apsu @44\np1 vara @55", RIGHT, (100, 50))
    assert table_of(ann).walls == [-1, 3, -1, -1]


def test_parallel_walls_keep_three_open_lines():
    """Rulebook, Parallel Deadlock."""
    ann, _ = end_of_round("walls top2 bottom2\np0 apsu @44\np1 vara @55", TOP, (100, 50))
    assert table_of(ann).walls == [3, -1, 2, -1]
    ann, _ = end_of_round("walls top3 bottom2\np0 apsu @55\np1 vara @56", TOP, (100, 50))
    assert table_of(ann).walls == [3, -1, 2, -1]
    assert happened(ann, "deadlock") == [{"edge": "top", "die": 1}]


def test_a_lone_wall_stops_three_lines_before_the_empty_edge():
    """R62: index at most 6, and no first placement that would leave fewer."""
    ann, _ = end_of_round("walls top6\np0 apsu @75\np1 vara @85", TOP, (100, 50))
    assert table_of(ann).walls == [6, -1, -1, -1]
    ann, _ = end_of_round("walls top6\np0 apsu @75\np1 vara @85", BOTTOM, (100, 50))
    assert table_of(ann).walls == [6, -1, -1, -1]
    assert happened(ann, "deadlock") == [{"edge": "bottom", "die": 3}]


def test_a_wall_does_not_advance_onto_a_bloodstone():
    """Rulebook, Bloodstone Deadlock; R63: first placement included."""
    text = "p0 apsu @44 *1\np1 vara @55 *1\nspare 1\ntiles {}:*1"
    ann, _ = end_of_round("walls left1\n" + text.format("32"), LEFT, (100, 50))
    assert table_of(ann).walls == [-1, -1, -1, 1]
    ann, _ = end_of_round(text.format("05"), TOP, (100, 50))
    assert table_of(ann).walls == [-1] * 4


def test_the_fire_kills_pieces_behind_it_without_a_window():
    """Rulebook, Death by Immolation; R55: returns before the next round."""
    ann, bob = end_of_round(
        "walls right2\np0 apsu @57 asc_coagulation_3\np1 vara @00", RIGHT, (100, 50)
    )
    assert happened(ann, "immolated") == [{"seat": 0}]
    assert mat(ann).killed == 1
    assert table_of(ann).fallen == {55: 1}
    assert ann.asked == "deploy"
    assert table_of(ann).starting == 0
    assert mat(bob).pool[4] == 0


def test_every_piece_in_a_wall_is_wounded_even_if_no_wall_moved():
    """R64, and R66: one wound however many strips."""
    ann, bob = end_of_round("walls top3 right1 bottom2\np0 apsu @38\np1 vara @56", TOP, (100, 50))
    assert happened(ann, "deadlock")
    assert mat(ann).pool[3] == 1
    assert mat(bob).pool[3] == 0


def test_wounds_of_the_fire_can_be_cancelled():
    """Rulebook, Fire Wall Progression."""
    ann, _ = end_of_round(
        "walls right1\np0 apsu @57 asc_coagulation_2\np1 vara @00", RIGHT, (100, 50)
    )
    assert ann.asked == "incoming"
    ann("instant:asc_coagulation_2")
    assert mat(ann).pool[3] == 0


def test_items_under_an_advancing_wall_burn_and_pyre_explodes():
    """Rulebook, Fire Crossing Paths: one wound for each Pyre, on all surrounding tiles."""
    ann, bob = end_of_round(
        "walls right1\np0 apsu L2 @46\np1 vara @00\ntiles 57:P2Y1 37:P1 67:D2", RIGHT, (100, 50)
    )
    assert mat(ann).pool[3] == 3
    assert [args["tile"] for args in happened(ann, "exploded")] == [37, 57]
    assert table_of(ann).heaps == {50: [0, 0, 1, 0, 0]}  # the event's
    assert mat(bob).pool[3] == 0


def test_explosions_of_one_move_are_one_batch():
    """Digest 16.3: the victim is asked once, for the sum."""
    ann, _ = end_of_round(
        "walls right1\np0 apsu L2 @46 asc_rubedo_1\np1 vara @00\ntiles 57:P1 37:P1",
        RIGHT,
        (100, 50),
    )
    assert ann.asked == "incoming"
    assert ann.question.args["n"] == 2


def test_the_dead_take_no_further_wounds():
    """R65: immolation, then explosions, then standing wounds."""
    ann, _ = end_of_round("walls right2\np0 apsu @57\np1 vara @00\ntiles 46:P1", RIGHT, (100, 50))
    assert happened(ann, "wounded") == []
    keys = [event.key for event in ann.events]
    assert keys.index("immolated") < keys.index("exploded")


def test_the_ascended_die_burns_for_good():
    """Rulebook, Fire Crossing Paths with the Ascended Die."""
    ann, _ = end_of_round(
        "walls right1\np0 apsu revenant @46\np1 vara revenant @00\ntiles 57:die", RIGHT, (100, 50)
    )
    assert table_of(ann).die_tile == -1
    assert not any(character.ascended_die for character in table_of(ann).characters)


# The event


def test_the_event_dial_turns_by_the_same_throw():
    """Rulebook, Rotate the Event Dial."""
    ann, _ = end_of_round("p0 apsu @44\np1 vara @55", LEFT)
    assert table_of(ann).event == 4
    assert happened(ann, "event") == [{"icon": "flame"}]


def test_flames_wound_pieces_in_or_beside_a_wall_once():
    """Rulebook, Resolve the Immolation Event; not diagonally."""
    ann, bob = end_of_round("walls left2\np0 apsu @44\np1 vara @55", LEFT)
    assert table_of(ann).walls[3] == 3
    assert mat(ann).pool[3] == 1  # beside
    assert mat(bob).pool[3] == 0


def test_piece_in_a_wall_is_wounded_by_the_fire_and_by_the_flame():
    ann, _ = end_of_round("walls left2\np0 apsu L2 @43\np1 vara @55", LEFT)
    assert mat(ann).pool[3] == 2


def test_spawned_gems_follow_proximity_and_go_to_the_piece_there():
    """R61; rulebook, Proximity Rules for gems."""
    ann, _ = end_of_round("walls top2\np0 apsu @34\np1 vara @99", TOP, (100, 4))
    assert table_of(ann).walls[0] == 3
    assert happened(ann, "put")[-1] == {"tile": 44, "gems": {"ylem": 1}}


def test_short_supply_spawns_the_remaining_gems():
    """R22."""
    ann, _ = end_of_round(
        "p0 apsu @44 Y5 [ylem]\np1 vara @55 Y5 [ylem]\ntiles 30:Y9 31:Y9 32:Y1", TOP, (100, 50)
    )
    assert table_of(ann).supply[4] == 0
    assert 50 not in table_of(ann).heaps


# Rounds


def test_r75_from_index_11_the_dial_is_flipped_and_the_event_index_stays():
    """R75; rulebook, Omega Index."""
    ann, _ = lay(
        "phase returns p1 began p0\nindex 11 event 0 turns 1\np0 apsu @44\np1 vara @55",
        [TOP, (100, 50)],
    )
    assert table_of(ann).round == 10
    assert table_of(ann).event == 1
    assert happened(ann, "event") == [{"icon": "ylem_dire"}]


def test_dials_have_twelve_icons_and_every_fourth_is_a_flame():
    """R5."""
    from engine.ascended_kings.box import BACK, FRONT

    for dial in (FRONT, BACK):
        assert dial.provenance == "reconstructed"
        assert [n for n, icon in enumerate(dial.value) if icon == "flame"] == [0, 4, 8]
        assert len(dial.value) == 12
    assert not {"pyre_pyre", "ylem_dire"} & set(FRONT.value)
    assert {"pyre_pyre", "ylem_dire"} <= set(BACK.value)


def test_past_1_the_omega_war_begins_at_once():
    """Rulebook, Rotate the Round Dial: everything else is skipped."""
    ann, _ = lay(
        "phase returns p1 began p0\nindex 1 event 0 turns 1\nwalls top3\np0 apsu @44\np1 vara @55",
        [(100, 50)],
    )
    assert table_of(ann).omega_war
    assert table_of(ann).walls == [-1] * 4
    assert happened(ann, "wall_advanced") == happened(ann, "event") == []
    assert table_of(ann).active == 0


def test_with_two_players_the_starting_player_stays():
    """Rulebook, 2-player games."""
    ann, _ = end_of_round("p0 apsu @44\np1 vara @55", TOP, (100, 50))
    assert (table_of(ann).starting, table_of(ann).active) == (0, 0)


def test_with_three_players_the_old_starting_player_plays_last():
    """Rulebook, Change the Starting Player, example."""
    ann, *_ = lay(
        "phase returns p2 began p0\nindex 14 event 0 turns 2\n"
        "p0 apsu @44\np1 vara @55\np2 zhoth @66",
        [TOP, (100, 50)],
    )
    assert (table_of(ann).starting, table_of(ann).active) == (1, 1)
    assert table_of(ann).round == 13


def test_simultaneous_deaths_return_from_the_starting_player_on():
    """R54: at the end of a round clockwise from the starting player; R55: of the finished round."""
    ann, *_ = lay(
        "phase returns p0 began p1\nindex 14 event 0 turns 2\nwalls left3\n"
        "p0 apsu @43\np1 vara @53\np2 zhoth @66",
        [LEFT, (100, 50)],
    )
    assert table_of(ann).dead == [1, 0]
    assert table_of(ann).starting == 1


def test_without_countdown_the_dial_stops_at_10():
    """Digest 22; rulebook, Rotate the Round Dial, note."""
    ann, _ = lay(
        "phase returns p1 began p0\nindex 10 event 0 turns 1 endless\np0 apsu @44\np1 vara @55",
        [TOP, (100, 50)],
    )
    assert table_of(ann).round == 10
    assert "endless" in position(ann)


@pytest.mark.parametrize("edge", range(4))
def test_every_edge_has_its_own_number(edge):
    """R3."""
    ann, _ = end_of_round("p0 apsu @44\np1 vara @55", (4, edge))
    assert [index >= 0 for index in table_of(ann).walls] == [n == edge for n in range(4)]
