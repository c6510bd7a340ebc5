"""Every effect of the battlefields from the Summit of Ten to the Wayfarers' Crossing."""

from __future__ import annotations

import pytest

from tests.battle_for_empyrean.laying import FIVE, QUIET, lay, might, reveal, row, side

pytestmark = pytest.mark.usefixtures("quiet_fields")


# -- Summit of Ten


def test_the_first_to_ten_strengthens_one_of_their_cards():
    ann, bob = lay(
        "summit_of_ten",
        ann={"hand": ["horse_archers"], "b1": ["spahbed 8"]},
        bob={"hand": ["spahbed"], "b1": ["elite_horse_archers 5"]},
    )
    ann("deploy:horse_archers:b1")
    bob("deploy:spahbed:b1")
    assert ann.options == {"unit:u1", "unit:u3"}
    ann("unit:u1")
    assert row(ann, "b1") == ["spahbed 12", "horse_archers 1"], "the climb is over as well"
    assert row(bob, "b1") == ["elite_horse_archers 5", "spahbed 9"], "the race is over"


def test_summit_strengthens_small_cards_until_10_might():
    ann, _ = lay("summit_of_ten", ann={"hand": ["sohei", "metsubushi"]}, bob={})
    ann("deploy:sohei:b1", "deploy:metsubushi:b1")
    assert row(ann, "b1") == ["sohei 2", "metsubushi 4"]


def test_a_tie_at_ten_does_not_end_the_race():
    ann, bob = lay(
        "summit_of_ten",
        ann={"b1": ["spahbed 10"], "hand": ["light_camel_rider"]},
        bob={"b1": ["spahbed 10"]},
    )
    reveal(ann, "light_camel_rider", "b2")
    assert not ann.scenario.table.fields[0].claimed
    assert might(ann, "b1") == might(bob, "b1") == 10


# -- The Endless Plain


def test_the_plain_has_8_zones_and_strengthens_seven():
    six = [*FIVE, "bojutsu 5"]
    ann, bob = lay(
        "the_endless_plain",
        round=10,
        ann={"hand": ["metsubushi"], "b1": six},
        bob={"b1": six},
    )
    reveal(ann, "metsubushi")
    assert row(ann, "b1")[-2:] == ["bojutsu 6", "metsubushi 5"]
    assert row(bob, "b1") == six


# -- The Eye of Power


def test_the_eye_strengthens_a_card_revealed_against_more():
    ann, _ = lay(
        "the_eye_of_power",
        ann={"hand": ["metsubushi", "ninja"]},
        bob={"b1": ["oni 1", "sohei 1"]},
    )
    ann("deploy:metsubushi:b1", "deploy:ninja:b1")
    assert row(ann, "b1") == ["metsubushi 5", "ninja 1"], "then it is 2 against 2"


def test_the_eye_gives_the_difference_at_the_end_of_the_game():
    ann, bob = lay(
        "the_eye_of_power",
        round=10,
        phase="end_of_game",
        ann={"b1": ["oni 3"]},
        bob={"b1": ["oni 1", "sohei 1", "ninja 1"]},
    )
    assert row(ann, "b1") == ["oni 5"]
    assert might(bob, "b1") == 3


# -- The Frozen Pass


@pytest.mark.parametrize(("round", "options"), [(3, 3), (4, 2), (6, 2), (7, 3)])
def test_no_card_moves_to_the_pass_in_rounds_4_to_6(round, options):
    ann, _ = lay(
        QUIET, "the_frozen_pass", round=round, phase="command", ann={"b1": ["pegasus 3"]}, bob={}
    )
    assert len(ann.options) == options


def test_no_card_leaves_the_pass_in_rounds_4_to_6():
    ann, _ = lay("the_frozen_pass", round=5, phase="command", ann={"b1": ["pegasus 3"]}, bob={})
    assert ann.asked == "keep"


def test_the_pass_strengthens_arriving_cards_at_other_times():
    ann, _ = lay(QUIET, "the_frozen_pass", phase="command", ann={"b1": ["pegasus 3"]}, bob={})
    ann("move:u1:b2")
    assert row(ann, "b2") == ["pegasus 4"]


# -- The Hollow Keep


def test_the_keep_has_4_zones_and_strengthens_a_full_garrison():
    ann, bob = lay(
        "the_hollow_keep",
        round=10,
        ann={"hand": ["metsubushi", "itako"], "b1": FIVE[1:4]},
        bob={"b1": FIVE[1:4]},
    )
    ann("deploy:metsubushi:b1")
    assert "deploy:itako:b1" not in ann.options
    assert ann.blocked == {"battlefield:b1": "no_room"}
    ann("done")
    assert row(ann, "b1") == ["ninja 2", "sohei 2", "itako 5", "metsubushi 5"]
    assert row(bob, "b1") == FIVE[1:4]


# -- The Mirror Lake


def test_the_lake_strengthens_a_card_with_a_double_in_cost():
    ann, _ = lay(
        "the_mirror_lake",
        ann={"hand": ["metsubushi", "ninja"]},
        bob={"b1": ["oni 1", "sohei 1"]},
    )
    ann("deploy:metsubushi:b1", "deploy:ninja:b1")
    assert row(ann, "b1") == ["metsubushi 5", "ninja 1"]


@pytest.mark.parametrize(("round", "theirs", "more"), [(5, 1, 2), (5, 2, 0), (4, 1, 0)])
def test_the_lake_adds_2_essence_to_equals_in_round_5(round, theirs, more):
    ann, bob = lay(
        "the_mirror_lake",
        round=round,
        phase="end",
        ann={"b1": ["oni 3"]},
        bob={"b1": FIVE[:theirs]},
    )
    assert side(ann).essence == side(bob).essence == round + 2 + more


# -- Thieves' Market


def test_the_market_makes_the_first_card_of_a_round_1_cheaper_but_not_free():
    ann, _ = lay(
        "thieves_market", ann={"hand": ["ashigaru", "sohei", "sohei"], "essence": 4}, bob={}
    )
    ann("deploy:sohei:b1")
    assert side(ann).essence == 3
    ann("deploy:sohei:b1")
    assert side(ann).essence == 1
    ann, _ = lay("thieves_market", ann={"hand": ["ashigaru", "oni"], "essence": 2}, bob={})
    ann("deploy:ashigaru:b1")
    assert side(ann).essence == 1, "never less than 1"


def test_the_market_takes_1_might_from_small_cards_at_the_end_of_the_game():
    ann, _ = lay(
        "thieves_market",
        round=10,
        phase="end_of_game",
        ann={"b1": ["ninja 3", "metsubushi 4", "sohei 0"]},
        bob={},
    )
    assert row(ann, "b1") == ["ninja 2", "metsubushi 4", "sohei 0"]


# -- Tower of Stars


def test_the_tower_shows_3_cards_to_the_player_with_more_cards_here():
    ann, bob = lay("tower_of_stars", phase="draft", ann={"b1": ["ninja 3"]}, bob={})
    assert len(side(ann).drafted) == 3
    assert len(side(bob).drafted) == 2
    drawn = list(side(ann).drafted)
    ann(f"keep:{drawn[1]}", f"below:{drawn[2]}")
    bob(bob.question.default())
    assert side(ann).hand[-1] == drawn[1]
    assert side(ann).bottom == [drawn[2], drawn[0]]


def test_the_tower_shows_fewer_cards_when_the_deck_is_short():
    ann, _ = lay(
        "tower_of_stars",
        phase="draft",
        ann={"b1": ["ninja 3"], "bottom": ["oni"], "no_deck": True},
        bob={},
    )
    assert side(ann).drafted == ["oni"]


def test_the_tower_adds_2_essence_for_three_cards_at_round_6():
    ann, bob = lay(
        "tower_of_stars", round=5, phase="end", ann={"b1": FIVE[:3]}, bob={"b1": FIVE[:2]}
    )
    assert side(ann).essence == 7 + 2
    assert side(bob).essence == 7


# -- Vale of Echoes


def test_the_vale_resolves_the_first_instant_a_second_time():
    ann, _ = lay("vale_of_echoes", ann={"hand": ["horse_archers"], "b1": ["spahbed 9"]}, bob={})
    reveal(ann, "horse_archers")
    assert row(ann, "b1") == ["spahbed 11", "horse_archers 1"]


def test_the_vale_does_not_echo_a_stopped_ability_and_waits_for_the_next():
    ann, _ = lay(
        "vale_of_echoes",
        ann={"hand": ["horse_archers"], "b1": ["spahbed 9"], "stops": {"b1": 1}},
        bob={},
    )
    reveal(ann, "horse_archers")
    assert row(ann, "b1") == ["spahbed 9", "horse_archers 1"]
    assert ann.scenario.table.fields[0].rounds[0] == {}


def test_the_vale_takes_one_card_in_each_deploy_phase():
    ann, _ = lay("vale_of_echoes", ann={"hand": ["sohei", "oni"]}, bob={})
    ann("deploy:sohei:b1")
    assert ann.options == {"deploy:oni:b2", "deploy:oni:b3", "done"}


# -- Wayfarers' Crossing


def test_the_crossing_lets_one_card_move_away_for_1_might():
    ann, _ = lay(
        "wayfarers_crossing", phase="command", ann={"b1": ["metsubushi 4", "oni 1"]}, bob={}
    )
    assert ann.options == {
        "cross:u1:b2",
        "cross:u1:b3",
        "cross:u2:b2",
        "cross:u2:b3",
        "done",
    }
    ann("cross:u1:b3")
    assert row(ann, "b3") == ["metsubushi 3"]
    assert ann.asked == "keep", "once in a Command Phase"


@pytest.mark.parametrize(("cards", "gift"), [(1, 2), (3, 2), (4, 0)])
def test_the_crossing_strengthens_a_few_at_the_end_of_the_game(cards, gift):
    ann, _ = lay(
        "wayfarers_crossing", round=10, phase="end_of_game", ann={"b1": FIVE[:cards]}, bob={}
    )
    assert might(ann, "b1") == sum(int(unit.split()[1]) + gift for unit in FIVE[:cards])
