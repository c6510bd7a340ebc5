"""Rulings R1-R19: using powers."""

from __future__ import annotations

import pytest

from engine.core import view
from engine.core.errors import IllegalAnswer
from engine.res_arcana import GAME
from engine.testing.scenario import NAMES
from tests.res_arcana.lay import laden, lay, turned

PASSED = {"passed": True}


def test_r1_one_action_a_turn_and_passing_is_always_allowed() -> None:
    ann, bob = lay(ann={"play": ["crypt", "hand_of_glory"]}, bob={"play": ["library"]})
    assert ann.options == {"use:crypt:p1", "use:hand_of_glory:p1", "pass"}
    ann("use:crypt:p1")
    assert ann.asked is None
    assert bob.options == {"use:library:p1", "pass"}


def test_r2_powers_need_a_straightened_component_even_without_turning_it() -> None:
    play = [turned("jeweled_statuette"), turned("sacrificial_dagger"), turned("dragon_teeth")]
    ann, _ = lay(ann={"play": [*play, turned("guard_dog")], "hand": ["hawk"], "pool": {"elan": 3}})
    assert ann.options == {"use:guard_dog:p1", "discard:hawk", "pass"}
    assert ann.blocked["use:jeweled_statuette:p2"] == "turned"


def test_r3_powers_that_do_not_turn_repeat_freely() -> None:
    ann, bob = lay(
        ann={"play": ["dragon_teeth"], "pool": {"elan": 4}},
        bob={"play": ["library", "crypt"]},
    )
    ann("use:dragon_teeth:p1")
    bob("use:library:p1")  # each use is an action of its own
    ann("use:dragon_teeth:p1")
    assert ann.on("dragon_teeth") == {"elan": 6}


def test_r4_the_whole_cost_must_be_payable() -> None:
    play = ["fiery_whip", "sacrificial_dagger", "sacred_grove", turned("hawk"), "dragons_lair"]
    ann, _ = lay(ann={"play": [*play, "sacrificial_pit"], "pool": {}, "mage": "scholar"})
    assert ann.options == {
        "use:fiery_whip:p1",
        "use:fiery_whip:p2",
        "use:dragons_lair:p1",
        "pass",
    }
    assert ann.blocked["use:sacrificial_dagger:p2"] == "no_card"
    assert ann.blocked["use:sacred_grove:p2"] == "no_creature"
    assert ann.blocked["use:dragons_lair:p2"] == "no_dragon"
    assert ann.blocked["use:sacrificial_pit:p2"] == "essences"
    assert ann.blocked["use:scholar:p1"] == "essences"


def test_r5_a_power_may_be_used_for_no_effect() -> None:
    ann, bob = lay(
        ann={
            "play": ["treant", "elvish_bow", "crypt", "dragon_egg", "library"],
            "mage": "druid",
            "pool": {"death": 1},
        },
        bob={"passed": True, "pool": {"life": 5}},
    )
    ann("use:treant:p1")  # copies no Death
    ann("use:elvish_bow:p1")  # no rival left to lose Life
    ann("use:library:p1")  # nothing to draw
    ann("use:dragon_egg:p1", "nothing")  # no Dragon
    ann("use:crypt:p2")  # nothing in the discards that can be paid
    assert ann.turned == {"treant", "elvish_bow", "library", "crypt"}  # every cost is gone
    assert ann.own.discards == ["dragon_egg"]
    assert (ann.pool, bob.pool) == ({}, {"life": 5})


def test_r5_a_power_may_straighten_nothing_while_something_is_turned() -> None:
    ann, _ = lay(
        ann={"mage": "witch", "play": [turned("hawk")], "pool": {"elan": 2}, "hand": ["prism"]},
        bob=PASSED,
    )
    ann("use:witch:p1")
    decision = view.decision(GAME, ann.question, "0.0", False, NAMES)
    assert [option["key"] for option in decision["options"]][-1] == "nothing"
    assert decision["options"][-1]["kind"] == "waste"
    assert decision["default"] != "nothing"
    ann("nothing")
    assert ann.turned == {"hawk", "witch"}
    assert ann.pool == {}
    assert ann.events[-1].key == "no_effect"


def test_r5_the_witch_alone_may_stay_turned() -> None:
    ann, _ = lay(ann={"mage": "witch", "pool": {"elan": 2}, "hand": ["prism"]}, bob=PASSED)
    ann("use:witch:p1")
    assert ann.options == {"card:witch", "nothing"}


def test_r5_no_question_is_asked_without_a_turned_component_of_the_tag() -> None:
    ann, _ = lay(ann={"mage": "druid", "play": [turned("prism")], "hand": ["hawk"]}, bob=PASSED)
    ann("use:druid:p1")
    assert ann.asked == "action"
    assert "no_effect" in [event.key for event in ann.events]


def test_r6_a_card_discarded_as_a_cost_earns_nothing() -> None:
    ann, _ = lay(ann={"play": ["sacrificial_dagger"], "hand": ["prism"]}, bob=PASSED)
    ann("use:sacrificial_dagger:p2")
    assert ann.pool == {}  # Prism costs nothing
    assert ann.own.discards == ["sacrificial_dagger", "prism"]


def test_r6_a_component_turned_as_a_cost_does_not_use_its_power() -> None:
    ann, bob = lay(ann={"play": ["dragons_lair", "fire_dragon"]}, bob={"pool": {"life": 5}})
    ann("use:dragons_lair:p2")
    assert ann.turned == {"dragons_lair", "fire_dragon"}
    assert bob.pool == {"life": 5}


def test_r7_costs_come_from_the_pool() -> None:
    ann, _ = lay(ann={"play": [laden("dragon_teeth", elan=9)], "hand": ["hawk"]}, bob=PASSED)
    assert ann.options == {"discard:hawk", "pass"}


def test_r8_essences_may_be_put_on_a_turned_component() -> None:
    ann, _ = lay(ann={"play": ["mermaid", turned("coral_castle")], "pool": {"life": 1}}, bob=PASSED)
    ann("use:mermaid:p1", "card:coral_castle")
    assert ann.on("coral_castle") == {"life": 1}


def test_r9_any_may_be_gold_and_the_essences_paid_may_come_back() -> None:
    ann, _ = lay(ann={"mage": "transmuter", "pool": {"gold": 1, "life": 2}}, bob=PASSED)
    ann("use:transmuter:p1")
    assert ann.limits == {"gold": 1, "life": 2}
    ann({"gold": 1, "life": 1}, {"life": 3})
    assert ann.pool == {"life": 4}


def test_r10_a_component_may_straighten_itself() -> None:
    ann, _ = lay(
        ann={"item": "reanimate", "play": [turned("prism")], "pool": {"elan": 1}, "hand": ["hawk"]},
        bob=PASSED,
    )
    ann("use:reanimate:p1", "card:reanimate")
    assert ann.turned == {"prism"}


def test_r11_only_own_turned_components_are_straightened() -> None:
    ann, _ = lay(
        ann={"mage": "witch", "play": [turned("hawk"), "prism"], "pool": {"elan": 2}},
        bob={"play": [turned("mermaid")], "passed": True},
    )
    ann("use:witch:p1")
    assert ann.options == {"card:hawk", "card:witch", "nothing"}


def test_r12_gifts_reach_rivals_who_have_passed() -> None:
    ann, bob = lay(ann={"play": ["tree_of_life"]}, bob=PASSED)
    ann("use:tree_of_life:p1")
    assert bob.pool == {"life": 1}


def test_r13_pool_of_one_rival_is_counted_and_nothing_removed() -> None:
    ann, _bob, cid = lay(
        ann={"play": ["treant"]},
        bob={"play": [laden("necromancer", death=3)], "pool": {"death": 1}, "hand": ["hawk"]},
        cid={"pool": {"death": 2}, **PASSED},
    )
    ann("use:treant:p1")
    assert ann.options == {"player:1", "player:2"}
    ann("player:2")
    assert ann.pool == {"elan": 2}
    assert cid.pool == {"death": 2}


def test_r14_x_may_be_0_and_is_one_kind_from_the_pool() -> None:
    ann, _ = lay(
        ann={"play": ["philosophers_stone", "prism"], "pool": {"elan": 2}, "hand": ["hawk"]},
        bob=PASSED,
    )
    ann("use:philosophers_stone:p1")  # both Elan are the price, so X is 0
    assert ann.own.pool["gold"] == 0
    assert ann.pool == {}
    ann("use:prism:p2")
    assert ann.turned == {"philosophers_stone", "prism"}
    assert ann.pool == {}


def test_r14_the_2_any_of_the_stone_may_be_of_the_same_kind() -> None:
    ann, _ = lay(ann={"play": ["philosophers_stone"], "pool": {"elan": 5}}, bob=PASSED)
    ann("use:philosophers_stone:p1")
    assert ann.options == {"kind:elan", "none"}
    ann("kind:elan")
    assert (ann.question.least, ann.question.most) == (1, 3)
    ann(3)
    assert ann.pool == {"gold": 3}


def test_r15_the_printed_cost_counts_with_any_and_without_discounts() -> None:
    ann, _ = lay(
        ann={"play": ["corrupt_altar", "wind_dragon", "prism"], "mage": "artificer"}, bob=PASSED
    )
    ann("use:corrupt_altar:p2", "card:wind_dragon")
    assert ann.question.least == 10
    ann({"elan": 10})
    assert ann.pool == {"elan": 10}


def test_r15_a_card_that_costs_nothing_counts_0() -> None:
    ann, _ = lay(ann={"play": ["fiery_whip", "prism"]}, bob=PASSED)
    ann("use:fiery_whip:p2", {"elan": 2})
    assert ann.pool == {"elan": 2}


def test_r16_the_altar_may_destroy_itself() -> None:
    ann, _ = lay(ann={"play": [laden("corrupt_altar", elan=3)], "hand": ["hawk"]}, bob=PASSED)
    ann("use:corrupt_altar:p2")
    assert ann.question.least == 7
    ann({"life": 7})
    assert ann.pool == {"life": 7}  # the Elan on it went to the supply
    assert ann.play == set()


def test_r16_the_whip_may_not_destroy_itself_but_a_turned_artifact() -> None:
    ann, _ = lay(ann={"play": ["fiery_whip"], "hand": ["hawk"]}, bob=PASSED)
    assert ann.options == {"use:fiery_whip:p1", "discard:hawk", "pass"}
    assert ann.blocked["use:fiery_whip:p2"] == "nothing_to_destroy"
    ann, _ = lay(ann={"play": ["fiery_whip", turned("hawk")]}, bob=PASSED)
    ann("use:fiery_whip:p2", {"elan": 4})
    assert ann.play == {"fiery_whip"}


def test_r17_a_destroyed_artifact_goes_to_its_controllers_discards() -> None:
    ann, bob = lay(
        ann={"play": ["sorcerers_bestiary", "corrupt_altar"], "pool": {"elan": 10}},
        bob={"discards": ["fire_dragon"], "passed": True},
    )
    ann("use:sorcerers_bestiary:p2", "place:fire_dragon")
    ann("use:corrupt_altar:p2", "card:fire_dragon", {"life": 8})
    assert ann.own.discards == ["fire_dragon"]
    assert bob.own.discards == []


def test_r18_only_artifacts_can_be_destroyed() -> None:
    ann, _ = lay(
        ann={
            "play": ["corrupt_altar", "temple", "coral_castle"],
            "mage": "druid",
            "item": "research",
        },
        bob=PASSED,
    )
    ann("use:corrupt_altar:p2", {"elan": 7})  # the Altar was the only one
    assert ann.play == {"temple", "coral_castle", "druid", "research"}


def test_r19_mermaid_may_choose_any_own_component() -> None:
    ann, _ = lay(
        ann={
            "play": ["mermaid", turned("temple"), "coral_castle"],
            "mage": "druid",
            "item": "research",
            "pool": {"calm": 1},
            "hand": ["hawk"],
        },
        bob={"play": ["prism"], "passed": True},
    )
    ann("use:mermaid:p1")
    assert ann.options == {
        "card:mermaid",
        "card:temple",
        "card:coral_castle",
        "card:druid",
        "card:research",
    }
    ann("card:research", "pass", "item:alchemy")
    assert ann.table.items[-1] == "research"
    assert ann.on("alchemy") == {}
    assert ann.pool == {"life": 2, "calm": 1}  # collected; the Calm went with the item


def test_answer_outside_the_options_changes_nothing() -> None:
    ann, _ = lay(ann={"play": ["crypt"]}, bob=PASSED)
    before = ann.scenario.match
    with pytest.raises(IllegalAnswer):
        ann("use:crypt:p2")
    assert ann.scenario.match == before
