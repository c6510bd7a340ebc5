"""The Last King, the Omega War, the end and its Koru."""

import pytest

from engine.ascended_kings import GAME
from engine.testing.scenario import Player, new_players
from tests.ascended_kings.positions import costs, happened, keys, lay, mat, table_of, tiles


def outcome(player: Player):
    return GAME.outcome(table_of(player))


# The Ascended Die


def test_the_last_king_takes_the_ascended_die_after_the_returns():
    """R71."""
    ann, bob = lay("p0 apsu @44 P3 D1\np1 vara @45", throws=[(100, 90)])
    ann("attack:p1", 3)
    assert not mat(ann).ascended_die
    ann("done")
    bob("tile:90", {"aria": 3})
    assert mat(ann).ascended_die
    assert ann.asked == "absorb"  # at the beginning of each player's turn


def test_the_die_is_awarded_once_per_game():
    """R71."""
    ann, _ = lay(
        "phase returns p1 began p0\nindex 15 event 0 awarded\np0 apsu @44\np1 vara revenant @00"
    )
    assert not mat(ann).ascended_die


def test_the_die_is_not_awarded_if_the_last_two_kings_fall_together():
    """R71."""
    ann, _ = lay("phase returns p1\np0 apsu revenant @44\np1 vara revenant @00")
    assert not table_of(ann).die_awarded


def test_absorbing_removes_all_dire_and_the_die():
    """Rulebook, Last King Standing."""
    ann, bob = lay(
        "phase turn p1\nindex 15 event 0 awarded\np0 apsu @44 D2 die\np1 vara revenant @00"
    )
    assert ann.asked == "absorb"
    assert bob.asked is None
    ann("yes")
    assert mat(ann).pool[3] == 0
    assert not mat(ann).ascended_die
    assert table_of(ann).die_tile == -1
    assert bob.asked == "state"


def test_holder_without_dire_may_absorb_without_being_waited_for():
    """Rulebook, Last King Standing: at the beginning of each player's turn."""
    ann, bob = lay(UNHURT.format(1))
    assert ann.scenario.waiting == {1}
    assert ann.asked is None
    assert ann.options == {"yes"}
    ann("yes")
    assert not mat(ann).ascended_die
    assert table_of(ann).die_tile == -1
    assert happened(bob, "absorbed") == [{"seat": 0}]
    assert ann.options == set()
    assert bob.asked == "state"


UNHURT = "phase turn p{}\nindex 15 event 0 awarded\np0 apsu @44 die\np1 vara revenant @00"


def test_holder_without_dire_may_absorb_in_their_own_turn_too():
    ann, _ = lay(UNHURT.format(0))
    assert ann.options == {"yes", "state:latent", "state:active"}
    ann("yes")
    assert ann.options == {"state:latent", "state:active"}
    assert not mat(ann).ascended_die


def test_keeping_the_die_needs_no_answer_and_allows_absorbing_next_turn():
    """Silence is not an answer: no player learns that the holder considered it."""
    ann, bob = lay(f"{UNHURT.format(1)} rev_rubedo_1")
    assert ann.options == {"yes"}
    bob("instant:rev_rubedo_1")
    assert ann.options == {"yes"}
    bob("state:active")
    assert ann.options == set()
    bob("done")
    assert "yes" in ann.options, "the next turn is another chance"


def test_the_die_is_absorbed_only_at_the_beginning_of_a_turn():
    """Rulebook, Last King Standing: it is only during this time."""
    ann, bob = lay(UNHURT.format(1))
    bob("state:active")
    assert ann.options == set()
    assert "yes" not in bob.options


def test_holder_that_kept_the_die_is_not_asked_again_after_losing_the_dire():
    ann, bob = lay(
        "phase turn p1\nindex 15 event 0 awarded\n"
        "p0 apsu @44 D1 die asc_coagulation_2\np1 vara revenant @00"
    )
    ann("no", "instant:asc_coagulation_2")
    assert mat(ann).pool[3] == 0
    assert ann.options == set()
    assert bob.asked == "state"


# The war


def test_all_four_stones_at_the_end_of_a_turn_begin_the_omega_war():
    """R67; rulebook: no End of Round steps even after the last turn of the round."""
    ann, bob = lay(
        "phase action p1 began p0\nindex 15 event 0 turns 1\nwalls top2\n"
        "p0 apsu revenant @44 *0\np1 vara revenant @55 *4\nspare 0",
        throws=[(100, 50)],
    )
    bob("done")
    assert table_of(ann).omega_war
    assert happened(ann, "round_ended") == []
    assert table_of(ann).walls == [-1] * 4
    assert table_of(ann).omega == 50
    assert table_of(ann).active == 0


def test_stones_lost_again_before_the_check_do_not_count():
    """R67."""
    ann, bob = lay("p0 apsu L3 @44 P6 *0\np1 vara revenant @45 *4\nspare 0", throws=[(100, 0)])
    ann("attack:p1", 6, "done")
    bob("tile:0", {"aria": 3})
    assert not table_of(ann).omega_war


def test_the_war_continues_with_the_seat_after_the_last_turn():
    """R73."""
    ann, *_ = lay(
        "phase returns p1 began p0\nindex 1 event 0 turns 1\n"
        "p0 apsu @44 *0\np1 vara @55 *4\np2 zhoth @66 *0\nspare 0",
        throws=[(100, 50)],
    )
    assert table_of(ann).active == 2


@pytest.mark.parametrize("rolled", [51, 17])
def test_the_omega_stone_is_rolled_again_over_a_piece_or_a_bloodstone(rolled):
    """R70; rulebook, note."""
    ann, _ = lay(
        "phase returns p1\nindex 1 event 0 turns 1\n"
        "p0 apsu @50 *1\np1 vara @55 *1\nspare 0\ntiles 07:*2",
        throws=[(100, rolled), (100, 98)],
    )
    assert table_of(ann).omega == 98


def test_the_war_is_not_undone_when_stones_part_again():
    """Digest 19.1, and no more Roll for Ylem: the active state draws no tile."""
    ann, _ = lay("phase state p0\np0 apsu @44 *0\np1 vara @55 *4\nspare 0\ntiles 00:omega")
    ann("state:active")
    assert happened(ann, "rolled_tile") == []
    ann("done")
    assert table_of(ann).active == 1
    assert table_of(ann).omega == 0


def test_only_a_bloodstone_opens_the_omega_tile():
    """Rulebook, Winning the Game."""
    ann, _ = lay("p0 apsu @01 A1 *0\np1 vara @55 *4\nspare 0\ntiles 00:omega")
    assert tiles(ann, "move") == {2, 11}
    assert ann.blocked["move:0"] == "omega"
    ann, _ = lay("p0 apsu @01 A1 *1\np1 vara @55 *3\nspare 0\ntiles 00:omega")
    assert tiles(ann, "move") == {0, 2, 11}
    assert costs(ann, "move:0")["aria"] == 1


def test_all_four_on_the_omega_stone_win_outright():
    """Rulebook, Winning the Game."""
    ann, _ = lay(
        "p0 apsu revenant x3 @01 A1 *4\np1 vara @55 *0 Y5 [aria egis ylem] L3\n"
        "spare 0\ntiles 00:omega"
    )
    ann("move:0")
    assert ann.scenario.over
    assert outcome(ann).ranks == [[0], [1]]
    assert outcome(ann).sheet[0].total < 25 + 60 + 10


def test_koru_decides_without_all_four_stones():
    """Rulebook, Scoring, first chart."""
    ann, _ = lay(
        """
        p0 apsu revenant x1 @01 A1 Y2 *1 [prism_1]
        p1 vara @55 *3 Y3 [aria egis] (asc_prismatic_inscription_a)
        spare 0
        tiles 00:omega
        """
    )
    ann("move:0")
    lines = [{line.key: line.points for line in score.lines} for score in outcome(ann).sheet]
    assert lines[0] == {
        "omega": 25, "bloodstones": 15, "never_killed": 0, "transmutations": 5, "ylem": 2
    }  # fmt: skip
    assert lines[1] == {
        "omega": 0, "bloodstones": 45, "never_killed": 10, "transmutations": 15, "ylem": 3
    }  # fmt: skip
    assert outcome(ann).ranks == [[1], [0]]


def test_ties_are_broken_by_level_and_hand():
    """R72; rulebook, Scoring, second chart; an inscribed card is not in hand."""
    ann, _ = lay(
        """
        p0 apsu revenant x1 @01 A1 *1 rev_revenant_curse
        p1 vara L2 @55 *2 (asc_albedo_3) asc_lancea_of_aeterna asc_nigredo_3 asc_nigredo_1
        spare 1
        tiles 00:omega
        """
    )
    ann("move:0")
    scores = outcome(ann).sheet
    assert [score.lines[-1].points for score in scores] == [5 + 10, 10 + 15 + 3 + 1]
    assert [score.total for score in scores] == [40 + 15, 40 + 29]
    assert outcome(ann).ranks == [[1], [0]]


def test_players_still_tied_share_the_win():
    ann, *_ = lay(
        "p0 apsu x1 @01 A1 *1\np1 vara @55 *2\np2 zhoth x1 @66 *1\nspare 0\ntiles 00:omega"
    )
    ann("move:0")
    assert outcome(ann).ranks == [[0, 1], [2]]


def test_a_forced_step_onto_the_omega_stone_claims_it():
    """R68: pushed by an opponent."""
    ann, bob = lay(
        "p0 apsu revenant @02 Y1 *2 rev_separation_1\np1 vara @01 *2\nspare 0\ntiles 00:omega"
    )
    ann("cast:rev_separation_1")
    assert ann.scenario.over
    assert table_of(ann).claimed == bob.seat
    assert ann.scenario.match.over


def test_an_ability_cannot_push_a_piece_without_a_stone_onto_the_omega_stone():
    """Rulebook, Winning the Game, note."""
    ann, _ = lay(
        "p0 apsu revenant @02 Y1 *4 rev_separation_1\np1 vara @01 *0\nspare 0\ntiles 00:omega"
    )
    assert keys(ann, "cast") == set()


def test_no_revenant_is_deployed_on_the_omega_tile():
    """R57."""
    ann, bob = lay("p0 apsu @44 P3 *1\np1 vara @45 *3\nspare 0\ntiles 00:omega", throws=[(100, 0)])
    ann("attack:p1", 3, "done")
    assert keys(bob, "tile") == {"1", "10", "11"}


def test_the_round_limit_ends_with_koru_and_its_own_reason():
    ann, _ = lay(
        "phase returns p1\nindex 15 event 0 turns 1 played 4\nlimit 5\np0 apsu @44\np1 vara @55",
        throws=[(4, 0), (100, 50)],
    )
    assert ann.scenario.over
    assert outcome(ann).reason == "limit"
    assert outcome(ann).ranks == [[0, 1]]
    assert ann.view["limit"] == {"rounds": 5, "left": 0}


def test_match_announces_its_end_five_rounds_before():
    text = (
        "phase returns p1\nindex 15 event 0 turns 1 played {}\nlimit 60\np0 apsu @44\np1 vara @55"
    )
    for played, announced in ((53, []), (54, [{"n": 5}]), (55, [])):
        ann, bob = lay(text.format(played), throws=[(4, 0), (100, 50)])
        assert happened(bob, "limit_near") == announced
        assert ann.view["limit"] == {"rounds": 60, "left": 59 - played}


def test_match_announces_its_end_in_the_omega_war_too():
    ann, bob = lay(
        "phase turn p0\nindex 0 event 0 played 54 turns 0 omega\nlimit 60\n"
        "p0 apsu @44\np1 vara @55\ntiles 00:omega"
    )
    for player in (ann, bob):
        player("state:active", "done")
    assert happened(bob, "limit_near") == [{"n": 5}]


def test_match_announces_its_end_once_when_the_omega_war_cuts_the_round_short():
    """R67."""
    ann, bob = lay(
        "phase turn p0\nindex 15 event 0 played 55 turns 0\nlimit 60\n"
        "p0 apsu @44 *4\np1 vara @55 *0\nspare 0",
        throws=[(100, 50)],
    )
    ann("state:active", "done")
    assert table_of(ann).omega_war
    assert happened(bob, "limit_near") == [{"n": 5}]
    assert ann.view["limit"] == {"rounds": 60, "left": 4}


def test_short_match_announces_its_end_at_the_start():
    ann, bob = new_players(GAME, 2, {"kings": "random", "round_limit": 3})
    ann({"pyre": 3})
    bob({"pyre": 3})
    assert happened(ann, "limit_near") == [{"n": 3}]


def test_default_round_limit_is_sixty():
    assert GAME.read_options({}, 4).round_limit == 60
    endless = new_players(GAME, 2, {"round_limit": 0})[0]
    assert "limit" not in endless.view
    assert GAME.stored_options({"round_limit": 0})["round_limit"] == 0
