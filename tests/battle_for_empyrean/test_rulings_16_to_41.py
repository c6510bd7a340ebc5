"""The rulings by their numbers, movement, places, piles and the result, where no card's own
scenario proves them already.

Proved elsewhere: more of 16 (Flank Attack, test_cavalry), 17 (ships, test_vikings), more of 20
(Tlapilli, test_azteca; The Turning, test_vampires), 26 (Eater of Souls, test_spectres), 29 (Oni,
test_samurai), 36 (test_secrets), 38 and 39 with three players (test_modes), 41 (Darkwall Prison,
test_battlefields_altar_to_gorge). Rulings 21 and 25 speak of cards that no deck holds.
"""

from __future__ import annotations

import pytest

from tests.battle_for_empyrean.laying import QUIET, lay, might, play_on, reveal, row, side

pytestmark = pytest.mark.usefixtures("quiet_fields")


def test_16_face_down_cards_occupy_zones_and_can_not_be_chosen():
    ann, _bob = lay(
        "the_hollow_keep",
        ann={"hand": ["gates_of_olympus", "oni", "ninja", "sohei"], "b2": ["griffin 1"]},
        bob={},
    )
    ann("deploy:gates_of_olympus:b1", "deploy:oni:b1", "deploy:sohei:b1", "deploy:ninja:b1")
    assert row(ann, "b2") == ["griffin 1"], "no Zone was Open"


def test_18_a_collapse_takes_face_down_cards_along_and_is_no_move():
    ann, _ = lay(
        ann={
            "hand": ["gates_of_hades", "the_river_styx"],
            "b1": ["griffin 1", "the_golden_ram 2"],
        },
        bob={},
    )
    ann("deploy:gates_of_hades:b1", "deploy:the_river_styx:b1", "unit:u1", "to:b2")
    assert row(ann, "b1")[0] == "the_golden_ram 2"
    zones = {unit["zone"] for unit in ann.view["units"].values() if unit["battlefield"] == "b1"}
    assert zones == {1, 2, 3}


def test_19_a_shift_works_on_a_full_battlefield():
    ann, _ = lay(
        "the_hollow_keep",
        ann={"hand": ["the_annihilator"], "b1": ["zombie_horde 5", "bondi 1", "oni 1"]},
        bob={},
    )
    reveal(ann, "the_annihilator", "b1", "unit:u1")
    assert row(ann, "b1") == ["bondi 1", "oni 1", "the_annihilator 7", "zombie_horde 6"]


def test_20_a_swap_uses_up_no_stop_and_is_no_reveal():
    ann, _ = lay(
        "sirens_sanctuary",
        phase="command",
        ann={
            "hand": ["cuauhtli"],
            "b1": ["tlapilli 2" + " captive" * 4, "otontin 3"],
            "stops": {"b1": 1},
        },
        bob={},
    )
    ann("swap:u1:cuauhtli")
    assert row(ann, "b1") == ["cuauhtli 6", "otontin 3"]
    assert ann.view["battlefields"]["b1"]["stops"] == {"p0": 1}


FIVE = ["sir_kay 3", "the_grail_sword 0", "arondight 3", "merlin 8", "morgan_le_fay 4"]


def test_22_the_round_table_counts_once_per_battlefield():
    firsts = {"b1": ["round_table"]}
    ann, _ = lay(ann={"hand": ["sir_dinadan"], "b1": FIVE, "firsts": firsts}, bob={})
    reveal(ann, "sir_dinadan")
    assert row(ann, "b1")[0] == "sir_kay 3"


def test_22_a_card_that_leaves_a_zone_open_does_not_fill():
    ann, _ = lay(ann={"hand": ["sir_dinadan"], "b1": FIVE[:4]}, bob={})
    reveal(ann, "sir_dinadan")
    assert row(ann, "b1")[0] == "sir_kay 3"


def test_22_a_collapse_before_the_reveal_undoes_the_fill():
    ann, _ = lay(
        ann={"hand": ["gates_of_hades", "sir_dinadan"], "b1": [*FIVE[:3], "griffin 1"]}, bob={}
    )
    ann("deploy:gates_of_hades:b1", "deploy:sir_dinadan:b1", "unit:u4", "to:b2")
    assert row(ann, "b1")[0] == "sir_kay 3"


def test_23_cards_are_never_pushed_out():
    cards = ["oni 0", "ninja 1", "sohei 1", "itako 4", "ikko_ikki 6", "bojutsu 5"]
    ann, _ = lay("grinding_gorge", round=8, ann={"b1": cards, "hand": ["sohei"]}, bob={})
    assert row(ann, "b1") == cards
    assert "deploy:sohei:b1" not in ann.options


def test_24_the_frozen_rift_still_counts_but_no_card_there_acts():
    ann, _bob = lay(
        "eldritch_rift",
        round=10,
        token=1,
        ann={"b1": ["hermes 9", "oni 3", "king_arthur 8"], "hand": ["bushi_samurai", "ninja"]},
        bob={"b2": ["bondi 1"]},
    )
    assert ann.scenario.table.order == [1, 0]
    ann("deploy:bushi_samurai:b2", "done", "discard:ninja")
    assert ann.scenario.over
    outcome = ann.scenario.running.outcome
    assert [line.points for line in outcome.sheet[0].lines] == [20, 2, 0]
    assert outcome.ranks == [[0], [1]]


def test_27_a_free_deployment_by_an_opponents_card_waits_for_the_end_of_that_turn():
    ann, bob = lay(
        token=1,
        ann={"hand": ["renowned_ronin"]},
        bob={"hand": ["ashigaru", "metsubushi", "oni"]},
    )
    bob("deploy:metsubushi:b1", "done")
    ann("deploy:renowned_ronin:b3")
    bob("discard:ashigaru:b2")
    assert row(bob, "b2") == ["ashigaru 1"]
    revealed = [event.args["card"] for event in bob.events if event.key == "revealed"]
    assert revealed == ["metsubushi", "renowned_ronin", "ashigaru"]


def test_28_a_free_deployment_counts_as_deploy_and_reveal():
    ann, _ = lay("sirens_sanctuary", ann={"hand": ["bushi_samurai", "ashigaru"]}, bob={})
    ann("deploy:bushi_samurai:b2", "done", "discard:ashigaru:b1")
    assert row(ann, "b1") == ["ashigaru 4"]


def test_30_might_is_never_owed():
    ann, _ = lay(
        "colosseum_of_envy", ann={"hand": ["horse_archers"], "b1": ["the_grail_sword 0"]}, bob={}
    )
    reveal(ann, "horse_archers")
    assert row(ann, "b1") == ["the_grail_sword 0", "horse_archers 1"], "1 more, 1 less"


def test_31_battlefields_may_pass_the_maximum_and_abilities_add_nothing_then():
    ann, _ = lay("sirens_sanctuary", ann={"hand": ["sir_lamorak"]}, bob={})
    reveal(ann, "sir_lamorak")
    assert row(ann, "b1") == ["sir_lamorak 4"]
    ann, _bob = lay(
        "forge_of_valor", ann={"hand": ["sir_dinadan"], "b1": ["sir_lamorak 5"]}, bob={}
    )
    reveal(ann, "sir_dinadan")
    assert row(ann, "b1") == ["sir_lamorak 6", "sir_dinadan 2"]


@pytest.mark.parametrize(("left", "drafted"), [([], []), (["oni"], ["oni"])])
def test_32_a_short_deck_is_drafted_as_it_is(left, drafted):
    ann, _ = lay(phase="draft", ann={"bottom": left, "no_deck": True}, bob={})
    assert side(ann).drafted == drafted
    assert ann.asked is None


def test_33_essence_is_not_kept_and_never_below_0():
    ann, bob = lay(phase="end", round=1, ann={"essence": 9, "next": -5}, bob={"next": 2})
    assert side(ann).essence == 0
    assert side(bob).essence == 5


def test_33_bites_and_deployments_share_the_essence():
    ann, _ = lay(
        phase="command",
        ann={"b1": ["gorcha 4", "renfield 5"], "essence": 3, "hand": ["vampire_bat"]},
        bob={},
    )
    ann("bite:u1:u2")
    assert ann.options == {"done"}
    assert ann.blocked == {"deploy:vampire_bat": "too_dear"}


def test_33_essence_for_the_next_round_means_nothing_on_the_last():
    ann, _ = lay(round=10, ann={"hand": ["light_camel_rider"]}, bob={})
    reveal(ann, "light_camel_rider")
    assert side(ann).next_essence == 0


def test_34_the_necromancer_takes_at_most_next_rounds_essence():
    pile = ["soul_of_the_living"] * 4
    ann, _ = lay(round=1, ann={"hand": ["the_necromancer"], "destroyed": pile, "next": -1}, bob={})
    reveal(ann, "the_necromancer")
    assert (ann.question.least, ann.question.most) == (0, 2)


def test_34_the_necromancer_takes_nothing_on_the_last_round():
    ann, _ = lay(
        round=10, ann={"hand": ["the_necromancer"], "destroyed": ["soul_of_the_living"]}, bob={}
    )
    reveal(ann, "the_necromancer")
    assert ann.scenario.over
    assert side(ann).destroyed == ["soul_of_the_living"]


def test_35_a_shield_saves_either_card_and_the_other_is_destroyed():
    ann, bob = lay(token=1, ann={"b1": ["my_soul_for_yours 1 shield"]}, bob={"hand": ["bondi"]})
    reveal(bob, "bondi")
    assert row(ann, "b1") == ["my_soul_for_yours 1 shield"]
    assert row(bob, "b1") == []


def test_35_a_shielded_pact_resolves_only_once():
    _ann, bob = lay(
        token=1,
        ann={"b1": ["my_soul_for_yours 1 shield"]},
        bob={"hand": ["bondi", "bondi"]},
    )
    bob("deploy:bondi:b1", "deploy:bondi:b1")
    assert row(bob, "b1") == ["bondi 1"]


def test_37_merlins_owner_acts_last_from_the_next_round_on():
    ann, bob = lay(
        round=3,
        ann={"hand": ["merlin", "oni"]},
        bob={"hand": ["ninja"]},
    )
    ann("deploy:merlin:b1", "done")
    bob("done")
    play_on(ann, bob, until="deploy", player=1)
    assert ann.scenario.table.token == 1
    bob("done")
    ann("done")
    play_on(ann, bob, until="deploy", player=1)
    assert ann.scenario.table.token == 0, "the token is passed as always"
    assert ann.scenario.table.order == [1, 0]


def test_37_two_players_with_merlin_keep_token_order():
    ann, _ = lay(
        token=1,
        ann={"b1": ["merlin 8"], "hand": ["oni"]},
        bob={"b1": ["merlin 8"], "hand": ["oni"]},
    )
    assert ann.scenario.table.order == [1, 0]


def test_38_a_tied_battlefield_has_no_winner_and_the_total_decides():
    ann, _ = lay(
        round=10,
        phase="end_of_game",
        ann={"b1": ["itako 5"], "b2": ["itako 3"]},
        bob={"b1": ["itako 5"], "b3": ["itako 4"]},
    )
    assert ann.scenario.running.outcome.ranks == [[1], [0]]


def test_38_two_battlefields_win_whatever_the_total():
    ann, _ = lay(
        round=10,
        phase="end_of_game",
        ann={"b1": ["bondi 1"], "b2": ["bondi 1"]},
        bob={"b3": ["itako 30"]},
    )
    assert ann.scenario.running.outcome.ranks == [[0], [1]]


def test_38_equal_totals_are_a_draw():
    ann, _ = lay(round=10, phase="end_of_game", ann={"b1": ["itako 5"]}, bob={"b2": ["itako 5"]})
    assert ann.scenario.running.outcome.ranks == [[0, 1]]


def test_40_the_river_saves_a_zombie_horde_only_from_an_opponent():
    ann, bob = lay(
        "river_of_rebirth",
        ann={"hand": ["fail_not_bow"]},
        bob={"b1": ["zombie_horde 2"], "b2": ["taker_of_souls 1"]},
    )
    reveal(ann, "fail_not_bow")
    assert side(bob).hand == ["zombie_horde"]
    assert row(bob, "b2") == ["taker_of_souls 2"], "it counts as Destroyed"
    assert might(bob, "b1") == 0


def test_40_a_zombie_horde_destroyed_by_its_own_side_shifts():
    ann, _ = lay(
        "river_of_rebirth",
        QUIET,
        ann={"hand": ["eater_of_souls"], "b1": ["zombie_horde 5"]},
        bob={},
    )
    reveal(ann, "eater_of_souls")
    assert row(ann, "b1") == ["eater_of_souls 3", "zombie_horde 6"]
