"""When battlefields check the table: Crystal Caverns, Forge of Valor, Summit of Ten, the echo."""

from __future__ import annotations

import pytest

from engine.battle_for_empyrean.appraisal import foresee
from tests.battle_for_empyrean.laying import FIVE, keys, lay, reveal, row, side

pytestmark = pytest.mark.usefixtures("quiet_fields")

PREY = ["death_enhancer 1", "harbinger_of_death 4", "the_annihilator 7", "the_soul_stalker 3"]
SIX = [*FIVE, "bondi 1"]


def gained(player, round):
    """The player's extra this Round, beyond what all players have."""
    assert player.scenario.table.round == round
    return side(player).essence - (round + 1)


# -- Crystal Caverns and Forge of Valor count cards at two moments


@pytest.mark.parametrize("soul", ["soul_of_the_living 1", "soul_of_the_living 1 stun"])
def test_row_that_is_full_only_while_being_eaten_does_not_count(soul):
    """Whether the victims have triggers makes no difference."""
    ann, _ = lay("crystal_caverns", ann={"hand": ["eater_of_souls"], "b1": [soul, *PREY]}, bob={})
    reveal(ann, "eater_of_souls")
    assert gained(ann, 4) == ("stun" not in soul)
    assert keys(ann.events, "drew") == []


@pytest.mark.parametrize("first", ["soul_of_the_living 1", "taker_of_souls 1"])
def test_five_cards_in_the_forge_only_while_being_eaten_do_not_count(first):
    ann, _ = lay(
        "forge_of_valor", ann={"hand": ["eater_of_souls"], "b1": [first, *PREY[:3]]}, bob={}
    )
    reveal(ann, "eater_of_souls")
    assert gained(ann, 4) == (first == "soul_of_the_living 1")


def test_revealed_card_counts_before_a_pact_takes_it():
    """Ruling 1: the battlefield comes first, My Soul For Yours after it."""
    ann, bob = lay(
        "crystal_caverns",
        ann={"hand": ["ashigaru"], "b1": FIVE},
        bob={"b1": ["my_soul_for_yours 1"]},
    )
    reveal(ann, "ashigaru")
    assert row(ann, "b1") == FIVE
    assert row(bob, "b1") == []
    assert gained(ann, 4) == 3
    assert keys(ann.events, "drew", "essence_added", "destroyed") == [
        "essence_added",
        "drew",
        "destroyed",
        "destroyed",
    ]


def test_the_forge_burns_out_after_its_own_gift_and_before_a_pact():
    ann, _ = lay(
        "forge_of_valor",
        ann={"hand": ["ashigaru"], "b1": FIVE[:4]},
        bob={"b1": ["my_soul_for_yours 1"]},
    )
    reveal(ann, "ashigaru")
    wanted = ("gained", "essence_subtracted", "destroyed")
    assert keys(ann.events, *wanted)[1:] == [*wanted, "destroyed"]


@pytest.mark.parametrize("deployed", [False, True])
def test_row_filled_by_a_move_counts_with_or_without_a_reveal(deployed):
    ann, bob = lay(
        "crystal_caverns",
        round=7,
        phase="command",
        ann={"b1": FIVE, "b2": ["pegasus 2"]},
        bob={"hand": ["bondi"]},
    )
    ann("move:u6:b1")
    assert (bob.asked, side(ann).next_essence) == ("deploy", 0), "not before the Reveal Phase"
    bob("deploy:bondi:b3" if deployed else "done")
    assert gained(ann, 8) == 3
    assert keys(ann.events, "drew") == ["drew"]


def test_the_forge_counts_a_moved_card_at_the_start_of_the_reveal_phase_too():
    ann, bob = lay(
        "forge_of_valor",
        phase="command",
        ann={"b1": FIVE[:4], "b2": ["pegasus 2"]},
        bob={"hand": ["bondi"]},
    )
    ann("move:u5:b1")
    bob("done")
    assert gained(ann, 4) == -2


def test_reveal_anywhere_counts_full_rows():
    """Ann's card comes into the Caverns after the start of the phase, by a card on b1."""
    ann, _ = lay(
        "quiet_field",
        "crystal_caverns",
        ann={"hand": ["gates_of_hades"], "b1": ["griffin 1"], "b2": FIVE},
        bob={},
    )
    reveal(ann, "gates_of_hades", "b1", "to:b2")
    assert row(ann, "b2") == [*FIVE, "griffin 2"]
    assert gained(ann, 4) == 3


def test_greedy_foresees_that_a_moved_card_counts():
    ann, _ = lay("crystal_caverns", ann={"hand": ["bondi"], "b1": SIX}, bob={})
    assert foresee(ann.scenario.table).players[0].essence == 5 + 3


@pytest.mark.parametrize("token", [0, 1])
def test_full_rows_count_for_all_players_in_first_player_order(token):
    ann, bob = lay("crystal_caverns", token=token, ann={"b1": SIX}, bob={"b1": SIX})
    assert (gained(ann, 4), gained(bob, 4)) == (3, 3)
    assert [event.args["seat"] for event in ann.events if event.key in ("drew", "drew_some")] == [
        token
    ]
    assert [event.args["seat"] for event in ann.events if event.key == "essence_added"] == [
        token,
        1 - token,
    ]


@pytest.mark.parametrize("token", [0, 1])
def test_the_forge_burns_out_in_first_player_order(token):
    ann, _ = lay("forge_of_valor", token=token, ann={"b1": FIVE}, bob={"b1": FIVE})
    lost = [event.args["seat"] for event in ann.events if event.key == "essence_subtracted"]
    assert lost == [token, 1 - token]


# -- Summit of Ten


def test_a_tie_at_a_judging_moment_is_remembered():
    """0011: "had 10 at an earlier judging moment"; a tie ends the second effect, not the race."""
    ann, _ = lay(
        "summit_of_ten",
        ann={"b1": ["the_shogun 10"], "hand": ["the_soul_stalker"]},
        bob={"b1": ["the_shogun 10"]},
    )
    reveal(ann, "the_soul_stalker", "b2")
    seen = ann.view["battlefields"]["b1"]
    assert seen["reached"]
    assert "claimed" not in seen


def test_the_summit_waits_until_a_destroyed_card_is_in_its_pile():
    """What is on its way out neither counts for the 10 nor is offered."""
    ann, _ = lay(
        "summit_of_ten",
        ann={"hand": ["eater_of_souls"], "b1": ["soul_of_the_powerful 3", "harbinger_of_death 4"]},
        bob={},
    )
    reveal(ann, "eater_of_souls")
    assert row(ann, "b1") == ["eater_of_souls 7"], "1, twice 2, 1 of the Soul, 1 of the Summit"
    assert "claimed" not in ann.view["battlefields"]["b1"]


def test_the_summit_judges_after_each_eaten_card_before_the_rest_resolves():
    ann, _ = lay(
        "summit_of_ten",
        ann={
            "hand": ["eater_of_souls"],
            "b1": ["soul_of_the_powerful 3", "aspect_of_death 6", "harbinger_of_death 4"],
        },
        bob={},
    )
    reveal(ann, "eater_of_souls")
    assert ann.asked == "strengthen"
    assert ann.options == {"unit:u2", "unit:u3", "unit:u4"}, "the Soul has gone"
    assert side(ann).destroyed == ["soul_of_the_powerful"]
    ann("unit:u4")
    assert row(ann, "b1") == ["eater_of_souls 11"]
    assert ann.view["battlefields"]["b1"]["claimed"]


def test_the_summit_judges_after_a_card_without_triggers_too():
    ann, _ = lay(
        "summit_of_ten",
        ann={"hand": ["eater_of_souls"], "b1": ["harbinger_of_death 4", "aspect_of_death 7"]},
        bob={},
    )
    reveal(ann, "eater_of_souls")
    assert ann.options == {"unit:u2", "unit:u3"}
    ann("unit:u2")
    assert row(ann, "b1") == ["eater_of_souls 5"]


@pytest.mark.parametrize(("reached", "gift"), [(False, 1), (True, 0)])
def test_the_summits_gifts_end_once_a_player_has_had_10(reached, gift):
    ann, _ = lay("summit_of_ten", reached=reached, ann={"hand": ["bondi"]}, bob={})
    reveal(ann, "bondi")
    assert row(ann, "b1") == [f"bondi {1 + gift}"]


def test_a_tie_at_10_ends_the_summits_gifts_but_not_the_race():
    ann, bob = lay(
        "summit_of_ten",
        ann={"hand": ["bondi", "ashigaru", "oni"], "b1": ["the_shogun 9"]},
        bob={"b1": ["the_shogun 10"]},
    )
    ann("deploy:bondi:b1", "deploy:ashigaru:b2", "done")
    assert row(ann, "b1") == ["the_shogun 9", "bondi 1"], "it looks before it gives"
    seen = ann.view["battlefields"]["b1"]
    assert seen["reached"]
    assert "claimed" not in seen
    ann(ann.question.default())
    bob(bob.question.default())
    while ann.asked != "deploy":
        player = bob if bob.asked else ann
        player(player.question.default())
    ann("deploy:oni:b1", "done")
    ann("unit:u3")
    assert ann.view["battlefields"]["b1"]["claimed"]
    assert row(ann, "b1") == ["the_shogun 9", "bondi 4", "oni 1"]


# -- a card that leaves while it Resolves


def test_the_echo_is_spent_without_effect_on_a_card_that_has_left():
    """The pact takes Clytemnestra, which Destroyed it."""
    ann, bob = lay(
        "vale_of_echoes",
        ann={"hand": ["clytemnestra", "the_golden_fleece"]},
        bob={"b1": ["my_soul_for_yours 1", "bondi 1"]},
    )
    reveal(ann, "clytemnestra", "b1", "unit:u1")
    assert row(ann, "b1") == []
    assert row(bob, "b1") == ["bondi 1"], "Clytemnestra Destroys once"
    assert [event.args["card"] for event in bob.events if event.key == "no_echo"] == [
        "clytemnestra"
    ]
    assert ann.view["battlefields"]["b1"]["notes"]["p0"] == {"echo": {"kind": "once"}}


def test_destroyed_eater_continues_eating_and_its_might_is_lost():
    """Resolve: implement the effect of an ability to its completion."""
    ann, bob = lay(
        ann={"hand": ["eater_of_souls"], "b1": ["my_soul_for_yours 1", "harbinger_of_death 4"]},
        bob={"b1": ["my_soul_for_yours 1"]},
    )
    reveal(ann, "eater_of_souls")
    assert bob.asked == "destroy"
    bob("unit:u4")
    assert row(ann, "b1") == row(bob, "b1") == []
    assert side(ann).destroyed == ["eater_of_souls", "my_soul_for_yours", "harbinger_of_death"]
    (lost,) = [event for event in bob.events if event.key == "no_gain"]
    assert (lost.args["card"], lost.args["n"]) == ("eater_of_souls", 2)


def test_battlefield_strengthening_a_card_that_has_left_logs_no_gain():
    ann, bob = lay(
        "sirens_sanctuary",
        ann={"hand": ["clytemnestra"]},
        bob={"b1": ["my_soul_for_yours 1"]},
    )
    reveal(ann, "clytemnestra")
    assert [event.args["by"] for event in bob.events if event.key == "no_gain"] == [
        "sirens_sanctuary"
    ]


def test_each_ally_skips_a_card_being_destroyed_without_an_event():
    ann, bob = lay(
        ann={"hand": ["eater_of_souls"], "b1": ["soul_of_the_powerful 3"]},
        bob={},
    )
    reveal(ann, "eater_of_souls")
    assert row(ann, "b1") == ["eater_of_souls 4"]
    assert keys(bob.events, "no_gain") == []


def test_of_two_pacts_the_first_takes_the_card_and_the_second_destroys_itself_for_nothing():
    """0011: in First Player order."""
    ann, bob, cid = lay(
        token=2,
        ann={"hand": ["bondi"], "b1": ["oni 1"]},
        bob={"b1": ["my_soul_for_yours 1"]},
        cid={"b1": ["my_soul_for_yours 1"]},
    )
    reveal(ann, "bondi")
    assert (row(ann, "b1"), row(bob, "b1"), row(cid, "b1")) == (["oni 1"], [], [])
    destroyed = [event for event in ann.events if event.key == "destroyed"]
    assert [event.args["seat"] for event in destroyed] == [2, 0, 1]


def test_acquired_card_is_revealed_to_all():
    ann, bob = lay(ann={"hand": ["the_lady_of_the_lake"], "deck": ["excalibur"]}, bob={})
    reveal(ann, "the_lady_of_the_lake", "b1", "acquire:excalibur")
    assert [event.args["card"] for event in bob.events if event.key == "acquired"] == ["excalibur"]
