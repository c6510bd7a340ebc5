"""The log as players read it."""

from __future__ import annotations

import pytest

from engine.battle_for_empyrean import GAME
from engine.core import view
from engine.testing.scenario import NAMES
from tests.battle_for_empyrean.laying import lay, play_on, reveal

pytestmark = pytest.mark.usefixtures("quiet_fields")

SAMURAI_HAND = ["skilled_ronin", "ashigaru"]


def lines(player, *keys):
    """The player's log, limited to events with these keys if any are given."""
    return [
        GAME.messages.render(f"event.{event.key}", event.args, NAMES, player.seat)
        for event in player.events
        if not keys or event.key in keys
    ]


def test_card_is_named_with_its_owner_when_another_player_has_a_namesake():
    ann, bob, cid = lay(
        ann={"hand": ["the_annihilator"], "b1": ["bondi 1"]},
        bob={"b1": ["bondi 2"]},
        cid={},
    )
    reveal(ann, "the_annihilator")
    wanted = "destroyed", "to_destroy_pile"
    assert lines(cid, *wanted) == [
        "The Annihilator Destroys Bondi of Ann",
        "Bondi of Ann goes to the Destroy pile",
        "The Annihilator of Ann Destroys Bondi",
        "Bondi goes to the Destroy pile",
    ]
    assert lines(ann, *wanted)[0] == "The Annihilator Destroys your Bondi"
    assert lines(bob, *wanted)[2:] == [
        "The Annihilator of Ann Destroys your Bondi",
        "Your Bondi goes to the Destroy pile",
    ]


def test_two_pacts_that_meet_are_distinguishable():
    ann, bob = lay(
        ann={"hand": ["my_soul_for_yours"]},
        bob={"b1": ["my_soul_for_yours 1"]},
    )
    reveal(ann, "my_soul_for_yours")
    assert lines(bob, "destroyed") == [
        "My Soul For Yours of Bob Destroys your My Soul For Yours",
        "My Soul For Yours of Bob Destroys My Soul For Yours",
    ]
    assert lines(ann, "destroyed") == [
        "My Soul For Yours of Bob Destroys My Soul For Yours of Bob",
        "My Soul For Yours of Bob Destroys your My Soul For Yours",
    ]


def test_two_cards_of_one_player_are_distinguished_by_zone_and_battlefield():
    ann, bob = lay(
        "summit_of_ten",
        ann={"hand": ["eagle_spirit"], "b1": ["captive 5", "captive 4"], "b2": ["captive 1"]},
        bob={},
    )
    reveal(ann, "eagle_spirit", "b1", "unit:u2")
    assert lines(bob, "gained")[1:] == [
        "Captive in Zone 2 on Summit of Ten gains 3 Might (Summit of Ten)"
    ]
    assert lines(ann, "gained")[1:] == [
        "Your Captive in Zone 2 on Summit of Ten gains 3 Might (Summit of Ten)"
    ]


def test_log_names_reveal_might_as_the_source_of_a_gain():
    ann, bob = lay(ann={"hand": ["cuauhtli"], "b1": ["otontin 3"]}, bob={})
    reveal(ann, "cuauhtli")
    assert lines(bob, "gained") == [
        "Cuauhtli gains 5 Might (reveal Might)",
        "Cuauhtli gains 1 Might (Cuauhtli)",
    ]


def test_tokens_have_their_article():
    ann, bob = lay(
        ann={"hand": ["the_river_styx"], "b1": ["griffin 1"]},
        bob={},
    )
    reveal(ann, "the_river_styx")
    assert lines(bob, "token") == ["Griffin gets a Move Token (The River Styx)"]
    ann, bob = lay(ann={"hand": ["capture"], "b1": ["otontin 3"]}, bob={"b1": ["bondi 1"]})
    reveal(ann, "capture")
    assert "Otontin gets a Captive Token (Capture!)" in lines(bob, "token")


def test_effect_of_a_rivals_card_names_its_owner():
    ann, bob = lay(ann={"hand": ["the_soul_stalker"]}, bob={})
    reveal(ann, "the_soul_stalker")
    assert lines(ann, "essence_added") == ["You get 1 Essence next Round (The Soul Stalker)"]
    assert lines(bob, "essence_subtracted") == [
        "You lose 1 Essence next Round (The Soul Stalker of Ann)"
    ]
    ann, bob = lay(ann={"hand": ["skilled_ronin"]}, bob={"hand": ["bondi"]})
    ann("deploy:skilled_ronin:b1")
    play_on(ann, bob, until="keep")
    assert lines(bob, "discarded") == ["You Discard Bondi (Skilled Ronin of Ann)"]
    assert lines(ann, "discarded_one") == ["Bob Discards a card (Skilled Ronin of Ann)"]


def test_card_deployed_on_discard_is_not_attributed_to_the_discarding_card():
    ann, bob = lay(ann={"hand": ["bushi_samurai", "ashigaru"]}, bob={})
    reveal(ann, "bushi_samurai", "b1", "discard:ashigaru:b2")
    wanted = "deployed_free", "deployed_free_face_down"
    assert lines(ann, *wanted) == [
        "You Deploy Ashigaru to quiet_field, Zone 1, for free (as it is Discarded)"
    ]
    assert lines(bob, *wanted) == [
        "Ann Deploys a card to quiet_field, Zone 1, for free (as it is Discarded)"
    ]


@pytest.mark.parametrize(
    ("laid", "command", "cause"),
    [
        (["pegasus 2"], "move:u1:b2", "permanent Move Token"),
        (["griffin 1 move"], "move:u1:b2", "Move Token"),
        (["bellerophon 4"], "move:u1:b2", "permanent Move Token"),
    ],
)
def test_move_names_its_cause(laid, command, cause):
    ann, bob = lay(phase="command", ann={"b1": laid}, bob={})
    ann(command)
    (line,) = lines(bob, "moved")
    assert line.endswith(f" Moves from quiet_field to quiet_field, Zone 1 ({cause})")


def test_a_ship_moves_by_its_raid_and_its_crew_by_the_ship():
    ann, bob = lay(phase="command", ann={"b1": ["snekkja 2", "bondi 1"]}, bob={})
    ann("sail:u1:b2")
    assert lines(bob, "moved") == [
        "Snekkja Moves from quiet_field to quiet_field, Zone 1 (Viking Raid)",
        "Bondi Moves from quiet_field to quiet_field, Zone 2 (Snekkja)",
    ]


def test_ability_without_a_target_is_logged():
    ann, bob = lay(ann={"hand": ["bear_spirit"]}, bob={})
    reveal(ann, "bear_spirit")
    assert lines(bob, "no_effect") == ["The ability of Bear Spirit finds nothing to act on"]
    assert lines(ann, "no_effect") == ["The ability of your Bear Spirit finds nothing to act on"]
    ann, bob = lay(ann={"hand": ["the_annihilator"], "b1": ["bondi 1"]}, bob={})
    reveal(ann, "the_annihilator")
    assert lines(bob, "no_target", "no_effect") == ["The Annihilator finds no target"]
    ann, bob = lay(ann={"hand": ["bear_spirit"], "b1": ["berserkir 3"]}, bob={})
    reveal(ann, "bear_spirit")
    assert lines(bob, "no_target", "no_effect") == []


def test_card_that_cannot_move_is_logged():
    ann, bob = lay(ann={"hand": ["flank_attack"], "b1": ["horse_archers 1 anchor"]}, bob={})
    reveal(ann, "flank_attack")
    assert lines(bob, "no_move") == ["Horse Archers can't Move anywhere"]


def test_might_beyond_the_maximum_is_logged():
    ann, bob = lay(phase="command", ann={"b1": ["lord_ruthven 8", "ellen 1"]}, bob={})
    ann("bite:u1:u2")
    assert lines(bob, "gained", "at_maximum") == [
        "Lord Ruthven can't have more than 9 Might; 1 more are lost",
        "Lord Ruthven gains 1 Might (Lord Ruthven)",
    ]


def test_player_that_deploys_nothing_is_not_logged_as_deployed():
    ann, bob = lay(ann={"hand": ["bondi", "bear_spirit"]}, bob={"hand": ["bondi"]})
    ann("deploy:bondi:b1", "done")
    bob("done")
    assert lines(bob, "deployed_all", "deployed_none") == [
        "Ann has Deployed",
        "You Deploy nothing",
    ]


def test_player_with_an_emptied_hand_is_logged_as_deployed():
    """The phase continues without their "done"; a player without any option is not mentioned."""
    ann, bob, cid = lay(ann={"hand": ["bondi"]}, bob={"hand": ["bondi"]}, cid={})
    ann("deploy:bondi:b1")
    assert bob.asked == "deploy"
    assert lines(bob, "deployed_all", "deployed_none") == ["Ann has Deployed"]
    bob("deploy:bondi:b1")
    assert lines(cid, "deployed_all", "deployed_none") == ["Ann has Deployed", "Bob has Deployed"]


def test_acting_order_with_merlin_in_play_is_logged_and_in_the_view():
    ann, bob = lay(round=5, ann={"b1": ["merlin 8"], "hand": ["bondi"]}, bob={"hand": ["bondi"]})
    play_on(ann, bob, until="deploy", player=1)
    assert ann.scenario.table.round == 6
    assert lines(ann, "acting_order") == []
    play_on(bob, ann, until="keep")
    assert ann.view["order"] == ["p1", "p0"], "known in the Draft Phase"
    play_on(ann, bob, until="deploy", player=1)
    assert lines(ann, "acting_order") == ["Merlin: Bob and Ann act in this order in this Round"]


def test_end_names_the_winner_of_each_battlefield():
    ann, _, cid = lay(
        "isle_of_the_cursed_coin",
        "bountiful_vale",
        "river_of_rebirth",
        "the_frozen_pass",
        round=9,
        phase="end_of_game",
        ann={"b1": ["bondi 3"], "b3": ["bondi 2"]},
        bob={"b1": ["bondi 1"], "b2": ["hirdmen 4"], "b3": ["bondi 2"]},
        cid={"b3": ["bondi 1"]},
    )
    wanted = "battlefield_won", "battlefield_tied"
    assert lines(cid, *wanted) == [
        "Ann wins Isle of the Cursed Coin with 3 Might",
        "Bob wins Bountiful Vale with 4 Might",
        "No player wins River of Rebirth: Ann and Bob have 2 Might each",
        "No player wins The Frozen Pass: Ann, Bob and Cid have 0 Might each",
    ]
    assert lines(ann, *wanted)[0] == "You win Isle of the Cursed Coin with 3 Might"


def test_contested_deck_is_logged():
    render = GAME.messages.render
    args = {"seats": [0, 1], "deck": "vikings_of_valhalla", "seat": 1}
    assert render("event.deck_contested", args, NAMES) == (
        "Ann and Bob chose Vikings of Valhalla; by chance Bob keeps it"
    )
    assert render("event.deck_contested", args, NAMES, 1).endswith("; by chance you keep it")


# -- prompts and texts


def prompt(player):
    """The question that the player reads."""
    asked = player.question
    return GAME.messages.render(f"prompt.{asked.prompt}", asked.args, NAMES, player.seat)


def test_repeated_deck_question_states_its_reason():
    render = GAME.messages.render
    plain = "Choose your game deck; all are shown at once"
    assert render("prompt.deck", {}, NAMES) == plain
    args = {"others": [1], "deck": "vikings_of_valhalla", "keeper": 1}
    assert render("prompt.deck", args, NAMES) == (
        "You and Bob chose Vikings of Valhalla; by chance Bob keeps it, so you need another one. "
        + plain
    )
    both = args | {"others": [1, 2]}
    assert render("prompt.deck", both, NAMES).startswith("You and Bob and Cid chose Vikings")


def test_eagle_spirit_asks_which_card_gets_the_move_token():
    ann, _ = lay(ann={"hand": ["eagle_spirit"], "b1": ["otontin 3", "nahualli 2"]}, bob={})
    reveal(ann, "eagle_spirit")
    assert prompt(ann) == "Eagle Spirit: which card gets the Move Token?"


def test_the_necromancer_asks_for_essence_of_the_next_round():
    ann, _ = lay(ann={"hand": ["the_necromancer"], "destroyed": ["taker_of_souls"]}, bob={})
    reveal(ann, "the_necromancer")
    assert prompt(ann).endswith("Each costs 1 Essence of the next Round")


def test_texts_of_cards_and_battlefields_are_plain_english():
    texts = {component.id: component.text for component in GAME.catalogue()}
    assert "Each player chooses their own card" in texts["skilled_ronin"]
    assert (
        "each time you Deploy a card Here except by this effect, you may"
        in (texts["eldritch_rift"])
    )


def test_battlefield_notes_state_their_kind():
    ann, bob = lay(
        "sanctum_of_the_creators",
        "isle_of_the_cursed_coin",
        round=7,
        token=1,
        ann={"hand": ["oni", "itako"], "firsts": {"b2": ["round_table"]}},
        bob={"hand": ["bondi"]},
    )
    bob("done")
    ann("offer:itako", "deploy:oni:b2")
    play_on(ann, bob, until="keep")
    notes = {place: seen["notes"] for place, seen in ann.view["battlefields"].items()}
    assert notes == {
        "b1": {"p0": {"offerings": {"kind": "count", "n": 1}}},
        "b2": {"p0": {"round_table": {"kind": "once"}}},
        "b3": {},
    }, "what counts once a Round is over"
    ann, bob = lay(
        "sanctum_of_the_creators",
        round=7,
        ann={"hand": ["oni", "itako"]},
        bob={"hand": ["bondi"]},
    )
    ann("offer:itako")
    assert bob.view["battlefields"]["b1"]["notes"]["p0"] == {
        "offerings": {"kind": "count", "n": 1},
        "offered": {"kind": "this_round"},
    }


def offered(player):
    """The texts of the player's options."""
    decision = view.decision(GAME, player.question, "", False, NAMES)
    return [option["text"] for option in decision["options"]]


def test_options_distinguish_cards_of_the_same_name():
    ann, *_ = lay(
        ann={"hand": ["the_soul_crusher", "bojutsu"]},
        bob={"b1": ["bondi 1"]},
        cid={"b1": ["bondi 1"]},
    )
    reveal(ann, "bojutsu")
    assert offered(ann) == [
        "Bondi of Bob (quiet_field, Zone 1)",
        "Bondi of Cid (quiet_field, Zone 1)",
    ]
    ann, _ = lay("the_hollow_keep", phase="command", ann={"b2": ["bondi 1 move"] * 2}, bob={})
    assert offered(ann)[0] == "Move Bondi in Zone 1 to The Hollow Keep"


def test_bite_names_which_of_two_namesakes_is_bitten():
    ann, bob = lay(
        phase="command", ann={"b1": ["arnold_paole 4", "captive 1", "captive 1"]}, bob={}
    )
    ann("bite:u1:u3")
    assert lines(bob, "bit") == ["Arnold Paole Bites Captive in Zone 3"]
