"""Focus Dice: examples of the rulebook, and every allocation against brute force."""

from itertools import combinations_with_replacement

import pytest

from engine.ascended_kings.box import ASCENDED_FACES, FACES, LEVELS, THRESHOLDS
from engine.ascended_kings.dice import allocate_singly, allocations, has_mirror_bonus, threshold
from tests.ascended_kings.positions import keys, lay, mat, table_of


def results(*dice, at_least=7):
    return {allocation.result for allocation in allocations(tuple(sorted(dice)), at_least)}


def gems(aria=0, egis=0, pyre=0, ylem=0):
    return (aria, egis, pyre, 0, ylem)


def partitions(dice):
    if not dice:
        yield []
        return
    first, rest = dice[0], dice[1:]
    for groups in partitions(rest):
        yield [*groups]  # unused
        yield [*groups, first]
        for n in range(len(groups)):
            yield [*groups[:n], groups[n] + first, *groups[n + 1 :]]


def brute(dice, at_least):
    results = set()
    for groups in partitions(dice):
        outcomes = {(0, 0, 0, 0, 0)}
        for total in groups:
            kinds = {1: [0], 2: [0], 3: [1], 4: [2], 5: [2], 6: [0, 1, 2]}.get(total, [])
            kinds = kinds + ([4] if 0 < at_least <= total else [])
            outcomes = {
                tuple(n + (k == kind) for k, n in enumerate(outcome))
                for outcome in outcomes
                for kind in kinds
            }
        results |= outcomes
    return {
        result
        for result in results
        if not any(
            other != result and all(a <= b for a, b in zip(result, other, strict=True))
            for other in results
        )
    }


@pytest.mark.parametrize("at_least", [0, 3, 5, 7])
def test_every_result_worth_having_is_offered_and_no_other(at_least):
    """Digest 9: partitions of the dice into groups, each group one outcome."""
    for count in (1, 2, 3, 4):
        for dice in combinations_with_replacement(range(1, 7), count):
            assert results(*dice, at_least=at_least) == brute(list(dice), at_least)


def test_a_3_and_a_4_are_an_egis_and_a_pyre():
    """Rulebook, Acquiring New Gemstones: the first way."""
    assert gems(egis=1, pyre=1) in results(3, 4)


def test_a_2_and_a_3_may_be_added_to_a_pyre():
    """Rulebook: the second way."""
    assert results(2, 3, at_least=7) == {gems(aria=1, egis=1), gems(pyre=1)}


def test_a_1_a_3_and_a_5_can_be_used_in_many_ways():
    """Rulebook: each alone; 1 and 3 to a second Pyre; 5 and 3 to an Ylem and the 1 to an Aria."""
    possible = results(1, 3, 5)
    assert {gems(1, 1, 1), gems(pyre=2), gems(aria=1, ylem=1)} <= possible


def test_excess_over_the_threshold_is_lost():
    """R16; rulebook: 3 and 4 when 5 is needed give no change."""
    assert results(3, 4, at_least=5) == {gems(egis=1, pyre=1), gems(ylem=1)}


def test_a_sum_may_be_taken_as_ylem_or_as_a_core_gem():
    """R17."""
    assert results(4, at_least=3) == {gems(pyre=1), gems(ylem=1)}
    assert results(6, at_least=0) == {gems(aria=1), gems(egis=1), gems(pyre=1)}


def test_a_2_gives_aria_and_every_face_states_its_provenance():
    """R4."""
    assert results(2) == {gems(aria=1)}
    assert FACES[2].provenance == "reconstructed"
    assert {FACES[face].provenance for face in (1, 3, 4, 5, 6)} == {"rulebook"}


def test_the_ascended_die_has_the_faces_of_a_focus_die():
    """R18."""
    assert ASCENDED_FACES.value == (1, 2, 3, 4, 5, 6)
    assert ASCENDED_FACES.provenance == "reconstructed"


def test_threshold_falls_with_every_ylem_in_the_pool():
    """Rulebook, Acquiring Ylem: 7+, 6+, 5+, 4+, 3+, and none when the pool is full."""
    assert [threshold(ylem) for ylem in range(6)] == [7, 6, 5, 4, 3, 0]
    assert THRESHOLDS.value[2] == 5
    assert [LEVELS[level].dice for level in (1, 2, 3)] == [2, 3, 4]


def test_one_die_never_mirrors():
    """R13."""
    assert not has_mirror_bonus([4])
    assert has_mirror_bonus([4, 4])
    assert has_mirror_bonus([2, 2, 2])
    assert not has_mirror_bonus([2, 2, 3])


def test_timeout_takes_every_die_alone_and_the_scarcest_colour_for_a_6():
    assert allocate_singly([1, 6, 6], [2, 0, 0, 0, 0]) == (1, 1, 1, 0, 0)


def test_dice_of_the_latent_roll_are_offered_by_distinct_results():
    """Rulebook: the roll of 1 and 1 with the Mirror Bonus (R13)."""
    ann, _ = lay("phase allocate p0\np0 apsu @72\np1 vara @27\ndice p0 1 1 >=7")
    assert ann.options == {"take:2aria"}
    ann("take:2aria")
    assert mat(ann).pool == [2, 0, 0, 0, 1]


def test_the_mirror_bonus_looks_at_all_merged_dice():
    """R13: checked once, with the dice that instants have added."""
    ann, _ = lay(
        "phase allocate p0\np0 apsu @72 asc_separation_1\np1 vara @27\ndice p0 1 1 >=7",
        throws=[(6, 2)],
    )
    ann("instant:asc_separation_1")
    assert table_of(ann).rolls[0].dice == [1, 1, 3]
    ann("take:2aria+1egis")
    assert mat(ann).pool == [2, 1, 0, 0, 0]


def test_the_threshold_is_frozen_when_the_dice_are_thrown():
    """R14; rulebook: Ylem that comes later does not change it."""
    ann, _ = lay(
        "phase allocate p0\np0 apsu @72 Y1 asc_albedo_3\np1 vara @27\ndice p0 2 3 >=6",
    )
    ann("instant:asc_albedo_3")
    assert mat(ann).pool[4] == 2
    assert keys(ann, "take") == {"1aria+1egis", "1pyre"}


def test_ylem_before_the_roll_lowers_the_threshold_of_that_roll():
    """Rulebook, the long example: an instant Ylem before the throw counts."""
    ann, _ = lay("phase roll p0\np0 apsu @72 Y2 asc_albedo_3\np1 vara @27 asc_albedo_1")
    ann("instant:asc_albedo_3", "roll")
    assert table_of(ann).rolls[0].at_least == 4


def test_the_example_of_the_rulebook_from_generation_to_a_separate_roll():
    """Rulebook, Acquiring Ylem, the long example."""
    ann, _ = lay(
        """
        phase turn p0
        p0 apsu @72 Y1 [ylem] asc_albedo_3 asc_separation_1
        p1 vara @27
        draw asc_nigredo_3
        """,
        throws=[(6, 3), (6, 0), (6, 2)],
    )
    assert mat(ann).pool[4] == 2  # generated
    ann("state:latent", "instant:asc_albedo_3")
    assert mat(ann).pool[4] == 3
    ann("roll")
    assert table_of(ann).rolls[0].at_least == 4
    ann("take:1aria+1ylem")
    assert mat(ann).pool[4] == 4
    ann("instant:asc_separation_1")  # a 3 on its own: enough for Ylem now
    assert "take:1ylem" in ann.options
    ann("take:1ylem")
    assert mat(ann).pool[4] == 5


def test_dice_instants_before_the_roll_and_after_it_join_it():
    """R15; rulebook, Roll Focus Dice, examples."""
    ann, _ = lay("phase roll p0\np0 apsu @72 asc_separation_1 asc_citrinitas_2\np1 vara @27")
    ann("instant:asc_separation_1", "roll")
    assert len(table_of(ann).rolls[0].dice) == 3
    ann("instant:asc_citrinitas_2")
    assert len(table_of(ann).rolls) == 1
    assert len(table_of(ann).rolls[0].dice) == 5


def test_dice_instants_of_others_are_separate_rolls():
    """R15."""
    ann, bob = lay(
        "phase roll p0\np0 apsu @72 asc_albedo_1\np1 vara @27 asc_separation_1", throws=[(6, 2)]
    )
    bob("instant:asc_separation_1")  # one die alone has one result below the threshold
    assert mat(bob).pool == [0, 1, 0, 0, 0]
    assert ann.asked == "roll"


def test_the_ascended_die_joins_the_latent_roll_alone():
    """R18."""
    ann, _ = lay(
        "phase roll p0\np0 apsu @72 die asc_separation_1\np1 vara revenant @27 x1\n"
        "index 15 event 0 awarded"
    )
    ann("roll")
    assert len(table_of(ann).rolls[0].dice) == 3
    assert table_of(ann).rolls[0].ascended
