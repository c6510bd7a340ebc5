"""Every effect of the battlefields from the Altar of the Bargain to the Grinding Gorge."""

from __future__ import annotations

import pytest

from engine.battle_for_empyrean.battlefield import BATTLEFIELDS
from tests.battle_for_empyrean.laying import FIVE, QUIET, lay, play_on, reveal, row, side

pytestmark = pytest.mark.usefixtures("quiet_fields")


def test_each_of_the_27_has_two_effects():
    printed = [battlefield for battlefield in BATTLEFIELDS.values() if battlefield.id != QUIET]
    assert len(printed) == 27
    assert all(len(battlefield.effects) == 2 for battlefield in printed)


# -- Altar of the Bargain


def test_altar_leader_may_take_2_might_for_1_essence_of_the_next_round():
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
        ann={"b1": ["itako 3"], "counts": marks},
        bob={},
    )
    assert row(ann, "b1") == [f"itako {left}"]


# -- Bountiful Vale


def test_bountiful_vale_draws_a_card_for_the_first_reveal():
    ann, _ = lay("bountiful_vale", ann={"hand": ["oni", "sohei"]}, bob={})
    ann("deploy:oni:b1", "deploy:sohei:b1")
    assert len(side(ann).hand) == 1


@pytest.mark.parametrize(("round", "more"), [(3, 1), (6, 1), (4, 0)])
def test_bountiful_vale_adds_essence_to_all_players_in_rounds_3_and_6(round, more):
    ann, bob = lay("bountiful_vale", phase="end", round=round, ann={}, bob={})
    assert side(ann).essence == side(bob).essence == round + 2 + more


# -- Colosseum of Envy


def test_colosseum_takes_1_might_from_the_next_lower_card():
    ann, _ = lay("colosseum_of_envy", ann={"hand": ["oni"], "b1": ["sohei 3", "ninja 1"]}, bob={})
    reveal(ann, "oni")
    assert row(ann, "b1") == ["sohei 3", "ninja 0", "oni 1"]


def test_colosseum_without_a_lower_card_takes_nothing():
    ann, _ = lay("colosseum_of_envy", ann={"hand": ["metsubushi"]}, bob={})
    reveal(ann, "metsubushi")
    assert row(ann, "b1") == ["metsubushi 4"]


def test_colosseum_makes_expensive_cards_2_cheaper():
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


def test_crystal_caverns_add_3_essence_and_a_card_to_the_first_player_to_fill_them():
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
    assert any(event.key == "released_one" for event in bob.events)
    assert not any("oni" in str(event.args) for event in bob.events), "nobody else learns which"


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
    assert row(ann, "b1") == ["metsubushi 4", "sohei 1"]


def test_before_round_7_it_does_not():
    ann, _ = lay("eldritch_rift", round=6, ann={"hand": ["metsubushi", "sohei"]}, bob={})
    ann("deploy:metsubushi:b1")
    assert ann.asked == "deploy"


def test_a_free_deployment_brings_one_too_and_in_the_reveal_phase():
    """004:342: it counts as a Deploy for battlefields; the gift's own card gives none."""
    ann, _ = lay(
        "eldritch_rift",
        round=8,
        ann={"hand": ["itako", *["ashigaru"] * 4, "bondi"], "discarded": ["onna_musha"]},
        bob={},
    )
    ann("deploy:itako:b2", "done", "deploy:onna_musha:b1")
    assert ann.options == {"none", "deploy:ashigaru:b1", "deploy:bondi:b1"}
    ann("deploy:ashigaru:b1")
    assert ann.asked == "discard", "Onna-musha is Revealed; no second gift"
    assert row(ann, "b1") == ["onna_musha 5", "ashigaru face-down"]


def test_a_discarded_ashigaru_and_a_carried_builder_bring_one():
    ann, _ = lay(
        "eldritch_rift",
        round=8,
        ann={"hand": ["bushi_samurai", "ashigaru", "bondi"]},
        bob={},
    )
    reveal(ann, "bushi_samurai", "b2", "discard:ashigaru:b1", "deploy:bondi:b1")
    assert row(ann, "b1") == ["ashigaru 1", "bondi 1"]

    ann, _ = lay(
        "eldritch_rift",
        round=8,
        ann={"hand": ["heavy_chariots", "bondi"], "b2": ["basic_builder 2"]},
        bob={},
    )
    reveal(ann, "heavy_chariots", "b2", "deploy:basic_builder:b1", "deploy:bondi:b1")
    assert row(ann, "b1") == ["basic_builder 2", "bondi 1"]


def test_five_small_cards_in_hand_are_one_gift():
    ann, _ = lay(
        "eldritch_rift", round=8, ann={"hand": ["bushi_samurai", *["ashigaru"] * 4]}, bob={}
    )
    ann("deploy:bushi_samurai:b1", "deploy:ashigaru:b1")
    assert ann.asked == "deploy"
    ann("done", "discard:ashigaru")
    assert row(ann, "b1") == ["bushi_samurai 2", "ashigaru 1"]


@pytest.mark.parametrize(("round", "there"), [(6, True), (10, False)])
def test_eldritch_rift_gives_nothing_for_a_free_deployment_outside_its_rounds(round, there):
    ann, _ = lay(
        "eldritch_rift",
        round=round,
        ann={"hand": ["itako", "ashigaru"], "discarded": ["onna_musha"]},
        bob={},
    )
    ann("deploy:itako:b2", "done")
    assert ("deploy:onna_musha:b1" in ann.options) == there
    ann("deploy:onna_musha:b1" if there else "deploy:onna_musha:b3")
    assert ann.asked != "deploy_free"


# -- Forge of Valor


def test_forge_strengthens_the_next_lower_card():
    ann, _ = lay("forge_of_valor", ann={"hand": ["oni"], "b1": ["sohei 3", "ninja 1"]}, bob={})
    reveal(ann, "oni")
    assert row(ann, "b1") == ["sohei 3", "ninja 2", "oni 1"]


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


@pytest.mark.parametrize(
    ("round", "row_before", "shifts"),
    [(7, 5, True), (7, 6, False), (8, 4, True), (8, 5, False), (8, 6, False)],
)
def test_a_zone_beyond_the_limit_is_gone_before_a_zombie_horde_can_shift(round, row_before, shifts):
    """Ruling 23: it is Destroyed as any card, gains nothing and counts in the pile."""
    others = ["metsubushi 4", *FIVE][: row_before - 1]
    ann, bob = lay(
        "grinding_gorge",
        round=round,
        token=1,
        ann={"b1": ["zombie_horde 5", *others]},
        bob={"b1": ["soul_of_the_living 1"], "hand": ["the_annihilator"]},
    )
    reveal(bob, "the_annihilator", "b1", "unit:u1")
    assert row(ann, "b1") == [*others, *["zombie_horde 6"] * shifts]
    assert side(ann).destroyed == [] if shifts else ["zombie_horde"]
    assert ann.view["battlefields"]["b1"]["zones"]["p0"] == max(12 - round, len(row(ann, "b1")))


def test_a_swap_opens_no_zone_in_the_gorge():
    """Ruling 20: the new card stands where the old one stood."""
    ann, _ = lay(
        "grinding_gorge",
        round=8,
        phase="command",
        ann={"b1": [*FIVE, "tlapilli 2 captive captive"], "hand": ["otontin"]},
        bob={},
    )
    ann("swap:u6:otontin")
    assert row(ann, "b1") == [*FIVE, "otontin 3"]
    assert ann.view["battlefields"]["b1"]["zones"]["p0"] == 6
