"""The rulings by their numbers, order of events and tokens, where no card's own scenario proves
them already.

Proved elsewhere: 8 (Flank Attack, test_cavalry).
"""

from __future__ import annotations

import pytest

from tests.battle_for_empyrean.laying import keys, lay, play_on, reveal, row, side

pytestmark = pytest.mark.usefixtures("quiet_fields")


def test_1_a_reveal_goes_from_the_card_itself_to_the_battlefield():
    ann, bob = lay(
        "sirens_sanctuary",
        ann={"hand": ["basic_builder"], "b1": ["fortress_walls 1"]},
        bob={"b1": ["my_soul_for_yours 1"]},
    )
    reveal(ann, "basic_builder")
    causes = [
        (event.key, event.args.get("by"))
        for event in ann.scenario.events
        if event.key in ("gained", "destroyed")
    ]
    assert causes == [
        ("gained", "reveal_might"),
        ("gained", "basic_builder"),
        ("gained", "fortress_walls"),
        ("gained", "sirens_sanctuary"),
        ("destroyed", "my_soul_for_yours"),
        ("destroyed", "my_soul_for_yours"),
    ]
    assert row(bob, "b1") == []


def test_2_several_cards_trigger_from_the_battlefield_of_the_event_then_top_to_bottom():
    ann, _ = lay(
        ann={
            "hand": ["bushi_samurai", "oni"],
            "b1": ["sohei 1"],
            "b2": ["sohei 1"],
        },
        bob={},
    )
    reveal(ann, "bushi_samurai", "b2", "discard:oni")
    gained = [e.args["unit"] for e in ann.events if e.key == "gained" and e.args["card"] == "sohei"]
    assert gained == ["u1", "u2"]


def test_3_triggers_of_one_destroy_resolve_before_the_next_card_is_destroyed():
    ann, _ = lay(
        ann={
            "hand": ["eater_of_souls"],
            "b1": ["soul_of_the_living 1", "soul_of_the_living 1"],
            "b2": ["taker_of_souls 1"],
        },
        bob={},
    )
    reveal(ann, "eater_of_souls")
    order = keys(ann.events, "destroyed", "essence_added", "to_destroy_pile")
    assert order == ["destroyed", "essence_added", "to_destroy_pile"] * 2


def test_3_berserkir_rages_at_once_in_the_middle_of_an_ability():
    ann, _ = lay(
        ann={"hand": ["horse_archers"], "b1": ["berserkir 5", "bondi 1"]},
        bob={},
    )
    reveal(ann, "horse_archers")
    gained = [(e.args["card"], e.args["n"]) for e in ann.events if e.key == "gained"]
    assert gained == [("horse_archers", 1), ("berserkir", 1), ("berserkir", 4), ("bondi", 1)]


def test_4_a_list_is_fixed_when_the_ability_starts():
    ann, _ = lay(
        ann={"hand": ["eater_of_souls"], "b1": ["zombie_horde 5", "zombie_horde 5"]}, bob={}
    )
    reveal(ann, "eater_of_souls")
    assert row(ann, "b1") == ["eater_of_souls 5", "zombie_horde 6", "zombie_horde 6"]


def test_5_impossible_parts_are_skipped_and_the_rest_goes_on():
    ann, bob = lay(
        ann={"hand": ["skilled_ronin"]},
        bob={"hand": ["bondi"]},
    )
    ann("deploy:skilled_ronin:b1")
    bob("done", "discard:bondi")
    assert side(bob).discarded == ["bondi"]


def test_6_commands_come_in_any_order_and_forced_ones_before_the_end():
    ann, _ = lay(
        phase="command",
        ann={"b1": ["arondight 3", "sir_lancelot 7"], "b2": ["pegasus 3"]},
        bob={},
    )
    assert ann.options == {"use:u1:u2", "move:u3:b1", "move:u3:b3"}
    ann("move:u3:b3")
    assert row(ann, "b1") == ["arondight 3", "sir_lancelot 9"], "the last way is taken unasked"


def test_6_a_players_commands_resolve_before_the_next_player_starts():
    ann, bob = lay(phase="command", token=1, ann={"b1": ["pegasus 3"]}, bob={"b1": ["pegasus 3"]})
    assert ann.asked is None
    bob("done")
    assert ann.asked == "command"


def test_7_the_token_is_passed_after_the_end_phase_even_after_the_last_round():
    ann, _ = lay(
        "isle_of_the_cursed_coin", round=10, phase="end", ann={"b1": ["oni 3 stun"]}, bob={}
    )
    assert row(ann, "b1") == ["oni 2 stun"]
    assert ann.scenario.table.token == 1


def test_7_cards_act_in_the_end_of_the_game_before_battlefields():
    ann, _ = lay(
        "sirens_sanctuary",
        round=10,
        phase="end_of_game",
        ann={"b1": ["oni 0"], "hand": ["metsubushi"]},
        bob={},
    )
    ann("discard:metsubushi")
    assert row(ann, "b1") == ["oni 3"], "0, then 5 more, then 2 less"


def test_9_a_stop_waits_for_an_instant_and_stops_one_card():
    ann, bob = lay(
        ann={
            "hand": ["sir_dinadan", "light_camel_rider", "the_soul_stalker"],
            "stops": {"b1": 1},
        },
        bob={},
    )
    ann("deploy:sir_dinadan:b1", "deploy:light_camel_rider:b1", "deploy:the_soul_stalker:b1")
    assert side(ann).essence == 5 + 1, "the first instant was stopped, the second was not"
    assert keys(bob.events, "stopped") == ["stopped"]
    assert row(ann, "b1")[1] == "light_camel_rider 1", "the reveal Might is not lost"


def test_9_a_stop_is_used_up_even_by_an_instant_that_would_do_nothing():
    ann, _ = lay(ann={"hand": ["horse_archers"], "stops": {"b1": 2}}, bob={})
    reveal(ann, "horse_archers")
    assert ann.view["battlefields"]["b1"]["stops"] == {"p0": 1}


def test_10_a_stunned_conditional_sleeps_but_keeps_its_might_and_instants_ignore_it():
    ann, _ = lay(
        ann={"hand": ["flank_attack"], "b1": ["horse_archers 1 stun"], "b2": ["bondi 1"]}, bob={}
    )
    reveal(ann, "flank_attack", "b1", "to:b2")
    assert row(ann, "b2") == ["bondi 2", "horse_archers 1 stun"]


def test_11_a_shielded_zombie_horde_does_not_shift_but_can_return_or_be_swapped():
    ann, _ = lay(ann={"hand": ["eater_of_souls"], "b1": ["zombie_horde 5 shield"]}, bob={})
    reveal(ann, "eater_of_souls")
    assert row(ann, "b1") == ["zombie_horde 5 shield", "eater_of_souls 1"]


def test_12_an_anchor_forbids_move_and_return_and_nothing_else():
    ann, _bob = lay(
        ann={"hand": ["eater_of_souls"], "b1": ["zombie_horde 5 anchor", "bondi 1 anchor"]}, bob={}
    )
    reveal(ann, "eater_of_souls")
    assert row(ann, "b1") == ["eater_of_souls 5", "zombie_horde 6 anchor"]


def test_13_a_card_that_comes_back_is_new():
    ann, bob = lay(
        phase="command",
        ann={"b1": ["gorcha 4", "ellen 1"], "hand": ["gates_of_hades"]},
        bob={},
    )
    ann("bite:u1:u2")
    assert "bitten" in ann.scenario.table.players[0].rows[0][1].marks
    ann, bob = lay(
        ann={"hand": ["elite_chariots"], "b1": ["basic_builder 9 shield"]},
        bob={},
    )
    reveal(ann, "elite_chariots")
    play_on(ann, bob, until="deploy")
    ann("deploy:basic_builder:b2", "done")
    assert row(ann, "b2") == ["basic_builder 2"]


def test_13_might_and_tokens_stay_through_move_and_collapse():
    ann, _ = lay(
        phase="command",
        ann={"b1": ["pegasus 7 shield stun", "oni 3 anchor captive"]},
        bob={},
    )
    ann("move:u1:b2")
    assert row(ann, "b1") == ["oni 3 anchor captive"]
    assert row(ann, "b2") == ["pegasus 7 stun shield"]


def test_14_a_viking_moves_once_in_a_round_by_whatever_means():
    ann, _ = lay(
        phase="command",
        ann={"b1": ["snekkja 2", "bondi 1"], "b2": ["hirdmen 3"], "hand": ["medusa"]},
        bob={},
    )
    ann("sail:u1:b2")
    reveal(ann, "medusa", "b2")
    assert ann.options == {"move:u3:b1", "move:u3:b3"}, "the one that sailed may not"


def test_15_opposing_tokens_act_only_here():
    ann, bob = lay(ann={"hand": ["bojutsu"]}, bob={"b2": ["bondi 1"]})
    reveal(ann, "bojutsu")
    assert row(bob, "b2") == ["bondi 1"]
