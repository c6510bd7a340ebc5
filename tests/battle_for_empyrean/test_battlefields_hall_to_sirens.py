"""Every effect of the battlefields from the Hall of Tithes to the Sirens' Sanctuary."""

from __future__ import annotations

import pytest

from tests.battle_for_empyrean.laying import lay, play_on, reveal, row, side

pytestmark = pytest.mark.usefixtures("quiet_fields")


# -- Hall of Tithes


def test_the_hall_takes_1_more_for_a_small_card_and_pays_2_might():
    ann, _ = lay("hall_of_tithes", ann={"hand": ["sohei"], "essence": 3}, bob={})
    ann("deploy:sohei:b1")
    assert row(ann, "b1") == ["sohei 3"]


def test_the_hall_pays_nothing_for_expensive_or_free_cards():
    ann, _ = lay(
        "hall_of_tithes",
        ann={"hand": ["bushi_samurai", "ashigaru", "metsubushi"], "essence": 5},
        bob={},
    )
    ann("deploy:metsubushi:b1", "deploy:bushi_samurai:b2", "done", "discard:ashigaru:b1")
    assert row(ann, "b1") == ["metsubushi 4", "ashigaru 1"], "ruling 28"


# -- Isle of the Cursed Coin


def test_the_isle_takes_1_might_from_the_token_holder():
    ann, bob = lay(
        "isle_of_the_cursed_coin",
        phase="end",
        ann={"b1": ["oni 3", "ninja 3", "sohei 1"]},
        bob={"b1": ["oni 3"]},
    )
    assert ann.options == {"unit:u1", "unit:u2"}, "the highest; the owner chooses if tied"
    ann("unit:u2")
    assert row(ann, "b1") == ["oni 3", "ninja 2", "sohei 1"]
    assert row(bob, "b1") == ["oni 3"]


def test_the_isle_strengthens_the_first_card_of_the_other_player():
    ann, bob = lay(
        "isle_of_the_cursed_coin",
        token=1,
        ann={"hand": ["metsubushi", "harbinger_of_death"]},
        bob={"hand": ["skjaldborg"]},
    )
    bob("deploy:skjaldborg:b1")
    ann("deploy:metsubushi:b1", "deploy:harbinger_of_death:b1")
    assert row(ann, "b1") == ["metsubushi 5", "harbinger_of_death 4"]
    assert row(bob, "b1") == ["skjaldborg 3"], "Bob, who holds the token, loses 1 in the end"


# -- Palace of the Empty Throne


def test_the_first_expensive_card_seizes_the_throne():
    ann, bob = lay(
        "palace_of_the_empty_throne",
        ann={"hand": ["spahbed", "flank_attack"]},
        bob={"hand": ["spahbed"]},
    )
    ann("deploy:spahbed:b1", "deploy:flank_attack:b2")
    bob("deploy:spahbed:b1")
    assert row(ann, "b1") == ["spahbed 13"]
    assert row(bob, "b1") == ["spahbed 9"]
    assert side(ann).essence == 5, "nobody pays for a throne that is taken"


def test_the_leader_pays_before_an_empty_throne():
    ann, bob = lay(
        "palace_of_the_empty_throne", phase="end", ann={"b1": ["oni 3"]}, bob={"b1": ["oni 2"]}
    )
    assert side(ann).essence == 5 - 1
    assert side(bob).essence == 5


# -- Pillar of Solitude


def test_the_pillar_strengthens_a_lonely_card_and_pays_the_crowd():
    ann, bob = lay(
        "pillar_of_solitude",
        phase="end",
        ann={"b1": ["oni 3"]},
        bob={"b1": ["oni 2", "ninja 1", "sohei 1"]},
    )
    assert row(ann, "b1") == ["oni 4"]
    assert row(bob, "b1") == ["oni 2", "ninja 1", "sohei 1"]
    assert (side(ann).essence, side(bob).essence) == (5, 6)


def test_the_pillar_does_nothing_for_two_against_two():
    two = ["oni 3", "ninja 1"]
    ann, bob = lay("pillar_of_solitude", phase="end", ann={"b1": two}, bob={"b1": two})
    assert row(ann, "b1") == two
    assert (side(ann).essence, side(bob).essence) == (5, 5)


# -- River of Rebirth


def test_the_river_brings_a_destroyed_card_back_to_hand():
    ann, bob = lay(
        "river_of_rebirth",
        ann={"hand": ["clytemnestra"]},
        bob={"b1": ["bondi 5 move"]},
    )
    reveal(ann, "clytemnestra")
    assert side(bob).hand == ["bondi"]
    assert side(bob).destroyed == []


def test_the_river_does_not_save_a_card_from_its_own_side():
    ann, _ = lay(
        "river_of_rebirth",
        ann={"hand": ["eater_of_souls"], "b1": ["soul_of_the_living 1"]},
        bob={},
    )
    reveal(ann, "eater_of_souls")
    assert side(ann).destroyed == ["soul_of_the_living"]


def test_the_river_gives_2_might_to_a_card_that_is_stunned():
    ann, bob = lay("river_of_rebirth", ann={"hand": ["bojutsu"]}, bob={"b1": ["bondi 1"]})
    reveal(ann, "bojutsu")
    assert row(bob, "b1") == ["bondi 3 stun"]


# -- Sanctum of the Creators


def test_the_sanctum_takes_an_offering_a_round_and_pays_for_an_early_first_one():
    ann, bob = lay(
        "sanctum_of_the_creators", round=4, ann={"hand": ["oni", "ninja"], "essence": 1}, bob={}
    )
    assert ann.options == {"offer:oni", "offer:ninja", "done"}
    ann("offer:oni")
    assert ann.options == {"done"}, "once a Round; that nothing can be paid is secret"
    ann("done")
    assert side(ann).banished == ["oni"]
    assert side(ann).essence == 6 + 2
    play_on(ann, bob, until="deploy")
    ann("offer:ninja")
    assert side(ann).next_essence == 0


def test_a_first_offering_after_round_4_pays_nothing():
    ann, _ = lay("sanctum_of_the_creators", round=5, ann={"hand": ["oni", "ninja"]}, bob={})
    ann("offer:oni")
    assert side(ann).next_essence == 0


def test_the_sanctum_punishes_fewer_than_two_offerings():
    ann, bob = lay(
        "sanctum_of_the_creators", round=10, phase="end_of_game", ann={"b1": ["oni 3"]}, bob={}
    )
    assert row(ann, "b1") == ["oni 1"]
    ann, bob = lay(
        "sanctum_of_the_creators",
        round=9,
        ann={"hand": ["oni", "ninja"], "b1": ["sohei 5"]},
        bob={},
    )
    ann("offer:oni", "done")
    play_on(ann, bob, until="deploy")
    ann("offer:ninja", "done")
    while not ann.scenario.over:
        ann(ann.question.default())
    assert row(ann, "b1") == ["sohei 5"]


# -- Scales of Balance


def test_the_scales_reward_as_many_cards_in_hand_as_here():
    ann, _ = lay("scales_of_balance", phase="end", ann={"hand": ["itako"], "b1": ["oni 3"]}, bob={})
    assert row(ann, "b1") == ["oni 5"]


def test_the_scales_punish_three_more_in_hand():
    ann, _ = lay(
        "scales_of_balance",
        phase="end",
        ann={"hand": ["itako", "sohei", "ninja", "ashigaru"], "b1": ["oni 3"]},
        bob={},
    )
    assert row(ann, "b1") == ["oni 2"]


def test_the_scales_do_nothing_in_between_or_without_a_card():
    ann, bob = lay(
        "scales_of_balance",
        phase="end",
        ann={"hand": ["itako", "sohei"], "b1": ["oni 3"]},
        bob={"hand": ["itako", "sohei", "ninja"]},
    )
    assert row(ann, "b1") == ["oni 3"]
    assert row(bob, "b1") == []


# -- Shrine of Stillness


def test_the_shrine_weakens_cards_on_a_stopped_side():
    ann, bob = lay(
        "shrine_of_stillness",
        phase="end",
        ann={"b1": ["oni 3", "ninja 0"], "stops": {"b1": 1}},
        bob={"b1": ["oni 3"]},
    )
    assert row(ann, "b1") == ["oni 2", "ninja 0"]
    assert row(bob, "b1") == ["oni 3"]


# -- Sirens' Sanctuary


def test_the_sirens_give_3_might_and_take_2_at_the_end_of_the_game():
    ann, _ = lay(
        "sirens_sanctuary", round=10, ann={"hand": ["metsubushi"], "b1": ["oni 1"]}, bob={}
    )
    reveal(ann, "metsubushi")
    assert row(ann, "b1") == ["oni 0", "metsubushi 5"]
