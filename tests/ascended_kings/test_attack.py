"""Attacks, defence, wounds, kills."""

import pytest

from engine.ascended_kings import GAME
from engine.core.view import decision
from engine.testing.scenario import NAMES
from tests.ascended_kings.positions import happened, keys, lay, mat, table_of


def option_of(player, key):
    """An option as the player receives it."""
    asked = decision(GAME, player.question, "", False, NAMES)
    return next(option for option in asked["options"] if option["key"] == key)


def test_defender_must_block_as_much_as_possible():
    """Rulebook, Defending, example: 4 Pyre against 3 Egis."""
    ann, bob = lay("p0 apsu @44 P4\np1 vara @45 E3")
    ann("attack:p1", 4)
    assert mat(bob).pool == [0, 0, 0, 1, 0]
    assert mat(ann).pool[2] == 0


def test_with_one_egis_three_of_four_pyre_come_through():
    """Rulebook, Defending, example, second half."""
    ann, bob = lay("p0 apsu @44 P4\np1 vara L2 @45 E1")
    ann("attack:p1", 4)
    assert mat(bob).pool == [0, 0, 0, 3, 0]


def test_only_adjacent_opponents_can_be_attacked():
    ann, *_ = lay("p0 apsu @44 P1\np1 vara @45\np2 zhoth @55")
    assert keys(ann, "attack") == {"p1"}


def test_revenants_and_a_completed_pyre_transmutation_attack_diagonally():
    for form in ("revenant", "[pyre]"):
        ann, *_ = lay(f"p0 apsu @44 P1 {form}\np1 vara @45\np2 zhoth @55")
        assert keys(ann, "attack") == {"p1", "p2"}


def test_egis_gained_in_the_window_blocks():
    """Digest 12; rulebook, Instant Powers, example."""
    ann, bob = lay("p0 apsu @44 P3\np1 vara @45 asc_egis_bound_1")
    ann("attack:p1", 3)
    assert bob.asked == "defend"
    assert bob.options == {"instant:asc_egis_bound_1", "pass"}
    bob("instant:asc_egis_bound_1")
    assert mat(bob).pool == [0, 0, 0, 1, 0]


def test_wounds_of_an_attack_can_be_cancelled_and_the_window_opens_once():
    """R8: gaining Egis and cancelling are decided together, before the block."""
    ann, bob = lay("p0 apsu @44 P3\np1 vara @45 E1 asc_coagulation_3 asc_rubedo_1")
    ann("attack:p1", 3)
    bob("instant:asc_coagulation_3", "cancel:2:remove:0", "pass")
    assert mat(bob).pool == [0, 0, 0, 0, 0]
    assert mat(bob).hand == ["asc_rubedo_1"]
    assert ann.asked == "action"


def test_pyre_that_egis_must_block_is_not_a_wound_to_cancel():
    """Rulebook p. 31: wounds that one is about to take; the rest of the card removes."""
    ann, bob = lay("p0 apsu @44 P3\np1 vara @45 E2 D1 asc_coagulation_3")
    ann("attack:p1", 3)
    bob("instant:asc_coagulation_3")
    assert keys(bob, "cancel") == {"1:remove:1", "1:remove:0", "0:remove:1"}
    assert bob.question.default() == "cancel:1:remove:1"
    bob("cancel:1:remove:1")
    assert mat(bob).pool == [0, 0, 0, 0, 0]


def test_second_card_cancels_only_wounds_left_by_egis_and_the_first():
    ann, bob = lay("p0 apsu @44 P3\np1 vara @45 E1 D1 asc_coagulation_2 asc_egis_bound_2")
    ann("attack:p1", 3)
    bob("instant:asc_coagulation_2", "cancel:1:remove:0", "instant:asc_egis_bound_2")
    assert keys(bob, "cancel") == {"1:remove:0", "0:remove:1"}
    bob("cancel:1:remove:0")
    assert mat(bob).pool == [0, 0, 0, 1, 0]


@pytest.mark.parametrize(
    ("mats", "waste"),
    [
        ("E2", True),
        ("E1", False),
        ("E2 D1", False),
        ("", False),
    ],
)
def test_card_that_could_only_cancel_blocked_wounds_is_marked_waste(mats, waste):
    """It stays a legal answer, so the window of the others looks the same."""
    ann, bob = lay(f"p0 apsu @44 P2\np1 vara @45 {mats} asc_coagulation_3")
    ann("attack:p1", 2)
    option = option_of(bob, "instant:asc_coagulation_3")
    assert (option.get("kind") == "waste") == waste
    assert option["text"].endswith("for no effect") == waste
    bob(option["key"])
    if waste:
        assert bob.questions == []
        assert mat(bob).pool == [0, 0, 0, 0, 0]
        assert mat(bob).hand == []


def test_egis_gained_in_the_window_leaves_less_to_cancel():
    ann, bob = lay("p0 apsu @44 P2\np1 vara @45 asc_egis_bound_1 asc_coagulation_3")
    ann("attack:p1", 2)
    bob("instant:asc_egis_bound_1")
    assert mat(bob).pool[1] == 2
    assert option_of(bob, "instant:asc_coagulation_3")["kind"] == "waste"


def test_wounds_that_egis_does_not_block_are_cancelled_in_full():
    ann, bob = lay("p0 apsu @44 Y2 asc_rubedo_1\np1 vara @45 E3 asc_coagulation_2")
    ann("cast:asc_rubedo_1")
    bob("instant:asc_coagulation_2")
    assert mat(bob).pool == [0, 3, 0, 0, 0]


def test_egis_is_spent_even_if_cancelling_would_have_been_enough():
    """Digest 12.3: the target must expend min(n, Egis)."""
    ann, bob = lay("p0 apsu @44 P2\np1 vara @45 E1 asc_coagulation_3")
    ann("attack:p1", 2)
    bob("instant:asc_coagulation_3")
    assert mat(bob).pool == [0, 0, 0, 0, 0]


def test_the_kill_with_overkill_of_the_rulebook():
    """Rulebook, Echo of Ylem: level 2, three wounds, three Pyre (R51)."""
    ann, bob = lay(
        "p0 apsu @44 P3\np1 vara L2 @45 D3\ndraw asc_nigredo_1\nspare 2",
    )
    ann("attack:p1", 3)
    assert mat(ann).pool == [0, 0, 0, 0, 1]
    assert mat(ann).hand == ["asc_nigredo_1"]
    assert happened(ann, "overkilled") == [{"seat": 0}]
    assert mat(bob).tile == -1
    assert table_of(ann).fallen == {45: 1}


def test_a_kill_without_surplus_gives_no_card():
    """R51: the wounds left after blocking and cancelling are compared."""
    ann, bob = lay("p0 apsu @44 P4\np1 vara @45 E1 D0")
    ann("attack:p1", 4)
    assert happened(ann, "killed") == [{"seat": 0}]
    assert mat(ann).hand == []
    assert mat(ann).pool[4] == 1
    assert mat(bob).killed == 1


def test_cancelled_wounds_do_not_count_as_overkill():
    """R51."""
    ann, bob = lay("p0 apsu @44 P3\np1 vara @45 D1 asc_coagulation_2")
    ann("attack:p1", 3)
    bob("instant:asc_coagulation_2", "cancel:1:remove:0")
    assert happened(ann, "killed") == [{"seat": 0}]


def test_a_kill_bonus_without_room_is_lost():
    """R50."""
    ann, _ = lay("p0 apsu @44 P3 Y5\np1 vara @45")
    ann("attack:p1", 3)
    assert mat(ann).pool[4] == 5


def test_fire_shields_and_sight_do_not_matter_to_an_attack():
    """Digest 12.1; R46: a shield does not stop attacks."""
    ann, bob = lay("walls right2\np0 apsu @56 P1\np1 vara @57 shielded")
    ann("attack:p1")
    assert mat(bob).pool[3] == 1


def test_wound_does_not_happen_without_dire_in_the_supply():
    """R23."""
    ann, bob = lay(
        "p0 apsu L3 @44 P2\np1 vara L3 @45 D4\ntiles 00:D9 01:D9 02:D3",
    )
    ann("attack:p1", 1)
    assert mat(bob).pool[3] == 4
    assert mat(bob).on_board
