"""Every effect of the 27 battlefields, in the order of the printed list."""

from __future__ import annotations

import pytest

from engine.battle_for_empyrean.battlefield import BATTLEFIELDS
from tests.battle_for_empyrean.laying import QUIET, lay, might, play_on, reveal, row, side

pytestmark = pytest.mark.usefixtures("quiet_fields")


def test_each_of_the_27_has_two_effects():
    printed = [one for one in BATTLEFIELDS.values() if one.id != QUIET]
    assert len(printed) == 27
    assert all(len(one.effects) == 2 for one in printed)


# -- Altar of the Bargain


def test_altar_who_leads_may_take_2_might_for_1_essence_of_the_next_round():
    ann, bob = lay("altar_of_the_bargain", phase="end", ann={"b1": ["oni 3", "ninja 1"]}, bob={})
    assert ann.asked == "bargain"
    assert bob.asked is None
    ann("yes", "unit:u2")
    assert row(ann, "b1") == ["oni 3", "ninja 3"]
    assert side(ann).essence == 5 - 1


def test_altar_does_not_bargain_in_a_tie_or_on_the_last_round():
    ann, _ = lay("altar_of_the_bargain", phase="end", ann={"b1": ["oni 3"]}, bob={"b1": ["oni 3"]})
    assert ann.asked == "keep"
    ann, _ = lay("altar_of_the_bargain", phase="end", round=10, ann={"b1": ["oni 3"]}, bob={})
    assert ann.scenario.over


@pytest.mark.parametrize(("bargains", "left"), [(3, 1), (2, 3)])
def test_altar_takes_2_from_the_strongest_after_three_bargains(bargains, left):
    marks = {"b1": {"bargains": bargains}}
    ann, _ = lay(
        "altar_of_the_bargain",
        round=10,
        phase="end_of_game",
        ann={"b1": ["itako 3"], "marks": marks},
        bob={},
    )
    assert row(ann, "b1") == [f"itako {left}"]


# -- Bountiful Vale


def test_bountiful_vale_draws_a_card_for_the_first_reveal():
    ann, _ = lay("bountiful_vale", ann={"hand": ["oni", "sohei"]}, bob={})
    ann("deploy:oni:b1", "deploy:sohei:b1")
    assert len(side(ann).hand) == 1


@pytest.mark.parametrize(("round", "more"), [(3, 1), (6, 1), (4, 0)])
def test_bountiful_vale_adds_essence_to_everybody_in_rounds_3_and_6(round, more):
    ann, bob = lay("bountiful_vale", phase="end", round=round, ann={}, bob={})
    assert side(ann).essence == side(bob).essence == round + 2 + more


# -- Colosseum of Envy


def test_colosseum_takes_1_might_from_the_next_lower_card():
    ann, _ = lay("colosseum_of_envy", ann={"hand": ["oni"], "b1": ["sohei 3", "ninja 1"]}, bob={})
    reveal(ann, "oni")
    assert row(ann, "b1") == ["sohei 3", "ninja 0", "oni 2"]


def test_colosseum_without_a_lower_card_takes_nothing():
    ann, _ = lay("colosseum_of_envy", ann={"hand": ["metsubushi"]}, bob={})
    reveal(ann, "metsubushi")
    assert row(ann, "b1") == ["metsubushi 4"]


def test_colosseum_makes_dear_cards_2_cheaper():
    ann, _ = lay("colosseum_of_envy", ann={"hand": ["the_shogun", "itako"], "essence": 6}, bob={})
    assert ann.options == {
        "deploy:the_shogun:b1",
        "deploy:itako:b1",
        "deploy:itako:b2",
        "deploy:itako:b3",
        "done",
    }
    ann("deploy:the_shogun:b1")
    assert side(ann).essence == 0


# -- Crystal Caverns

FIVE = ["oni 0", "ninja 1", "sohei 1", "itako 4", "ikko_ikki 6"]


def test_crystal_caverns_add_3_essence_and_a_card_to_the_first_who_fills_them():
    ann, bob = lay(
        "crystal_caverns",
        ann={"hand": ["metsubushi"], "b1": FIVE},
        bob={"hand": ["metsubushi"], "b1": FIVE},
    )
    ann("deploy:metsubushi:b1")
    bob("deploy:metsubushi:b1")
    assert side(ann).essence == side(bob).essence == 5 + 3
    assert (len(side(ann).hand), len(side(bob).hand)) == (1, 0), "the first player alone Draws"


def test_crystal_caverns_add_nothing_after_round_7_but_the_card_still_comes():
    ann, _ = lay("crystal_caverns", round=8, ann={"hand": ["metsubushi"], "b1": FIVE}, bob={})
    reveal(ann, "metsubushi")
    assert side(ann).essence == 10
    assert len(side(ann).hand) == 1


# -- Darkwall Prison


def test_darkwall_imprisons_a_card_at_the_first_reveal_and_frees_it_once():
    ann, bob = lay(
        "darkwall_prison",
        ann={"hand": ["ashigaru", "oni", "ninja"], "b1": ["sohei 1", "itako 4", "metsubushi 4"]},
        bob={},
    )
    ann("deploy:ashigaru:b1", "done")
    assert ann.options == {"banish:oni", "banish:ninja"}
    ann("banish:oni")
    assert sorted(side(ann).hand) == ["ninja", "oni"], "ruling 41: 4 or more cards free it"
    assert side(ann).banished == []
    assert any(event.key == "released_one" for event in bob.told)
    assert not any("oni" in str(event.args) for event in bob.told), "nobody else learns which"


def test_darkwall_keeps_it_while_there_are_fewer_than_4_cards():
    ann, bob = lay("darkwall_prison", ann={"hand": ["ashigaru", "oni"]}, bob={})
    reveal(ann, "ashigaru", "b1", "banish:oni")
    assert side(ann).banished == ["oni"]
    assert bob.view["players"]["p0"]["imprisoned"]


def test_darkwall_imprisons_nothing_from_an_empty_hand():
    ann, _ = lay("darkwall_prison", ann={"hand": ["ashigaru"]}, bob={})
    reveal(ann, "ashigaru")
    assert ann.asked == "keep"


# -- Eldritch Rift


def test_the_rift_does_not_exist_on_the_last_round():
    ann, bob = lay(
        "eldritch_rift",
        round=9,
        phase="end",
        ann={"b1": ["pegasus 3"], "b2": ["hercules 2"], "hand": ["griffin"]},
        bob={"b1": ["bondi 9"]},
    )
    play_on(ann, bob, until="deploy")
    assert ann.scenario.table.round == 10
    assert "deploy:griffin:b1" not in ann.options
    assert "deploy:griffin:b2" in ann.options
    assert ann.view["battlefields"]["b1"]["gone"]
    assert ann.view["battlefields"]["b1"]["might"] == {"p0": 3, "p1": 9}


def test_from_round_7_a_paid_card_brings_a_small_one_for_free():
    ann, _ = lay("eldritch_rift", round=7, ann={"hand": ["metsubushi", "sohei", "oni"]}, bob={})
    ann("deploy:metsubushi:b1")
    assert ann.options == {"none", "deploy:sohei:b1"}
    ann("deploy:sohei:b1", "done")
    assert row(ann, "b1") == ["metsubushi 4", "sohei 2"]


def test_before_round_7_it_does_not():
    ann, _ = lay("eldritch_rift", round=6, ann={"hand": ["metsubushi", "sohei"]}, bob={})
    ann("deploy:metsubushi:b1")
    assert ann.asked == "deploy"


# -- Forge of Valor


def test_forge_strengthens_the_next_lower_card():
    ann, _ = lay("forge_of_valor", ann={"hand": ["oni"], "b1": ["sohei 3", "ninja 1"]}, bob={})
    reveal(ann, "oni")
    assert row(ann, "b1") == ["sohei 3", "ninja 2", "oni 2"]


def test_forge_takes_2_essence_for_the_fifth_card_once():
    ann, _ = lay("forge_of_valor", ann={"hand": ["metsubushi"], "b1": FIVE[:4]}, bob={})
    reveal(ann, "metsubushi")
    assert side(ann).essence == 5 - 2


# -- Grinding Gorge


@pytest.mark.parametrize(
    ("round", "cards", "zones"),
    [(6, 3, 6), (7, 3, 5), (8, 3, 4), (7, 6, 6), (8, 5, 5), (9, 6, 6)],
)
def test_the_gorge_grinds_open_zones_away(round, cards, zones):
    ann, _ = lay(
        "grinding_gorge",
        round=round,
        ann={"b1": [*FIVE, "metsubushi 4"][:cards], "hand": ["sohei"]},
        bob={},
    )
    assert ann.view["battlefields"]["b1"]["zones"]["p0"] == zones


def test_the_gorge_strengthens_six_cards_that_stand_at_round_7():
    ann, _ = lay(
        "grinding_gorge", round=6, phase="end", ann={"b1": [*FIVE, "metsubushi 4"]}, bob={}
    )
    assert row(ann, "b1") == [
        "oni 1",
        "ninja 2",
        "sohei 2",
        "itako 5",
        "ikko_ikki 7",
        "metsubushi 5",
    ]


def test_the_gorge_gives_nothing_to_five():
    ann, _ = lay("grinding_gorge", round=6, phase="end", ann={"b1": FIVE}, bob={})
    assert row(ann, "b1") == FIVE


# -- Hall of Tithes


def test_the_hall_takes_1_more_for_a_small_card_and_pays_2_might():
    ann, _ = lay("hall_of_tithes", ann={"hand": ["sohei"], "essence": 3}, bob={})
    ann("deploy:sohei:b1")
    assert row(ann, "b1") == ["sohei 4"]


def test_the_hall_pays_nothing_for_dear_cards_or_free_ones():
    ann, _ = lay(
        "hall_of_tithes",
        ann={"hand": ["bushi_samurai", "ashigaru", "metsubushi"], "essence": 5},
        bob={},
    )
    ann("deploy:metsubushi:b1", "deploy:bushi_samurai:b2", "done", "discard:ashigaru:b1")
    assert row(ann, "b1") == ["metsubushi 4", "ashigaru 1"], "ruling 28"


# -- Isle of the Cursed Coin


def test_the_isle_takes_1_might_from_who_holds_the_token():
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


def test_the_isle_strengthens_the_first_card_of_who_does_not():
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


def test_the_first_dear_card_seizes_the_throne():
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


def test_who_leads_before_an_empty_throne_pays():
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


def test_the_sanctum_punishes_who_made_fewer_than_two():
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


def test_a_small_card_climbs_until_then():
    ann, _ = lay("summit_of_ten", ann={"hand": ["sohei", "metsubushi"]}, bob={})
    ann("deploy:sohei:b1", "deploy:metsubushi:b1")
    assert row(ann, "b1") == ["sohei 3", "metsubushi 4"]


def test_a_tie_at_ten_goes_on():
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
    assert row(ann, "b1") == ["metsubushi 5", "ninja 2"], "then it is 2 against 2"


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
def test_nobody_moves_to_the_pass_in_rounds_4_to_6(round, options):
    ann, _ = lay(
        QUIET, "the_frozen_pass", round=round, phase="command", ann={"b1": ["pegasus 3"]}, bob={}
    )
    assert len(ann.options) == options


def test_nobody_leaves_it_either():
    ann, _ = lay("the_frozen_pass", round=5, phase="command", ann={"b1": ["pegasus 3"]}, bob={})
    assert ann.asked == "keep"


def test_at_other_times_the_pass_strengthens_who_arrives():
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
    assert row(ann, "b1") == ["metsubushi 5", "ninja 2"]


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


def test_the_tower_shows_3_cards_to_who_has_more_cards_here():
    ann, bob = lay("tower_of_stars", phase="draft", ann={"b1": ["ninja 3"]}, bob={})
    assert len(side(ann).drafted) == 3
    assert len(side(bob).drafted) == 2
    drawn = list(side(ann).drafted)
    ann(f"keep:{drawn[1]}", f"below:{drawn[2]}")
    bob(bob.question.default())
    assert side(ann).hand[-1] == drawn[1]
    assert side(ann).bottom == [drawn[2], drawn[0]]


def test_the_tower_shows_what_is_left():
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
    assert ann.scenario.table.fields[0].marks[0] == {}


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
