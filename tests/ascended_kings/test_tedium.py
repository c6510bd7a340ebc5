"""Remaining clicks of a player whose single-answer questions are answered automatically."""

from tests.tedium import play, table


def test_no_press_is_left_for_questions_with_one_answer():
    """In whole matches of four; the die is held without Dire in some of them."""
    tally = play(range(6))
    assert tally.pressed_empty == {}, table(tally)
    assert tally.empty.total() > 0, "the sample shows nothing"
    assert {"roll", "defend"} <= tally.empty.keys()
    assert tally.asked["absorb"]
    assert table(tally).splitlines()[-1].endswith("0.00")
