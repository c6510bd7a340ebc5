"""Azteca & Mexica of Tenochtitlan, card by card."""

from __future__ import annotations

from copy import deepcopy

import pytest

from engine.battle_for_empyrean.keywords import sacrifice
from engine.battle_for_empyrean.trigger import units_of
from engine.core.run import Run
from tests.battle_for_empyrean.cases import Case
from tests.battle_for_empyrean.laying import lay, reveal, row, side

pytestmark = pytest.mark.usefixtures("quiet_fields")

DEITIES = [
    "coatlicue",
    "xochiquetzal",
    "tezcatlipoca",
    "quetzalcoatl",
    "huitzilopochtli",
]

CASES = [
    Case(
        "Eagle Spirit gives a Warrior Here a Move Token; Cuauhtli also 2 Might",
        "eagle_spirit",
        own=["cuauhtli 5"],
        after=["cuauhtli 7 move", "eagle_spirit 1"],
    ),
    Case(
        "another Warrior gets the token alone",
        "eagle_spirit",
        own=["otontin 3", "coatlicue 6"],
        after=["otontin 3 move", "coatlicue 6", "eagle_spirit 1"],
    ),
    Case("Eagle Spirit without a Warrior", "eagle_spirit", after=["eagle_spirit 1"]),
    Case(
        "Jaguar Spirit gives a Warrior Here 1 Might",
        "jaguar_spirit",
        own=["otontin 3", "ocelotl 6"],
        answers=["unit:u1"],
        after=["otontin 4", "ocelotl 6", "jaguar_spirit 1"],
    ),
    Case(
        "Jaguar Spirit gives Ocelotl 3 Might",
        "jaguar_spirit",
        own=["ocelotl 6"],
        after=["ocelotl 9", "jaguar_spirit 1"],
    ),
    Case(
        "Jaguar Spirit without a Warrior Here",
        "jaguar_spirit",
        b2=["ocelotl 6"],
        after=["jaguar_spirit 1"],
    ),
    Case(
        "Capture! splits 2 Captive Tokens among Warriors Here; Otontin gains 1 for each at once",
        "capture",
        own=["otontin 3", "ocelotl 6"],
        answers=[{"u1": 1, "u2": 1}],
        after=["otontin 4 captive", "ocelotl 6 captive", "capture 2"],
    ),
    Case(
        "a stunned Otontin gains no Might",
        "capture",
        own=["otontin 3 stun"],
        after=["otontin 3 stun captive captive", "capture 2"],
    ),
    Case(
        "Capture! without a Warrior Here",
        "capture",
        own=["captive 1"],
        after=["captive 1", "capture 2"],
    ),
    Case("Ocelotl gets a Captive Token", "ocelotl", after=["ocelotl 6 captive"]),
    Case(
        "Cuauhtli gains 1 for each Ally Warrior Here",
        "cuauhtli",
        own=["otontin 3", "captive 1", "tlapilli 2"],
        after=["otontin 3", "captive 1", "tlapilli 2", "cuauhtli 7"],
    ),
    Case(
        "Coatlicue: a Discard for her is a Sacrifice, and 2 cards are Drawn",
        "coatlicue",
        also_in_hand=["captive"],
        own=["xochiquetzal 6"],
        answers=["discard:captive"],
        after=["xochiquetzal 7", "coatlicue 7"],
        setting={"bottom": ["otontin", "ocelotl"], "no_deck": True},
        hand=["otontin", "ocelotl"],
    ),
    Case(
        "Coatlicue: it is not a must",
        "coatlicue",
        also_in_hand=["captive"],
        answers=["none"],
        after=["coatlicue 6"],
        hand=["captive"],
    ),
    Case(
        "Xochiquetzal Acquires a Captive",
        "xochiquetzal",
        after=["xochiquetzal 6"],
        hand=["captive"],
    ),
    Case(
        "Xochiquetzal finds no Captive",
        "xochiquetzal",
        own=["captive 1", "captive 1", "captive 1"],
        after=["captive 1", "captive 1", "captive 1", "xochiquetzal 6"],
        hand=[],
    ),
    Case(
        "Huitzilopochtli may Discard up to 2 cards, each a Sacrifice for him too",
        "huitzilopochtli",
        also_in_hand=["captive", "otontin", "ocelotl"],
        answers=["discard:captive", "discard:otontin"],
        after=["huitzilopochtli 12"],
        hand=["ocelotl"],
    ),
    Case(
        "Huitzilopochtli may stop after one",
        "huitzilopochtli",
        also_in_hand=["captive", "otontin"],
        answers=["discard:captive", "none"],
        after=["huitzilopochtli 10"],
    ),
    Case("Huitzilopochtli with an empty hand", "huitzilopochtli", after=["huitzilopochtli 8"]),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.says)
def test_revealed_card_resolves_its_ability(case):
    case.play()


def test_quetzalcoatl_draws_two_cards():
    ann, _ = lay(ann={"hand": ["quetzalcoatl"]}, bob={})
    reveal(ann, "quetzalcoatl")
    assert len(side(ann).hand) == 2


def test_quetzalcoatl_draws_as_many_as_are_left():
    ann, _ = lay(ann={"hand": ["quetzalcoatl"], "bottom": ["captive"], "no_deck": True}, bob={})
    reveal(ann, "quetzalcoatl")
    assert side(ann).hand == ["captive"]


def test_tezcatlipoca_makes_both_discard_and_one_of_them_is_a_sacrifice():
    ann, bob = lay(ann={"hand": ["tezcatlipoca", "captive"]}, bob={"hand": ["bondi", "hirdmen"]})
    ann("deploy:tezcatlipoca:b1", "done")
    bob("done")
    ann("discard:captive")
    bob("discard:bondi")
    assert row(ann, "b1") == ["tezcatlipoca 8"]
    assert side(bob).hand == ["hirdmen"]


def test_tezcatlipoca_skips_players_without_cards():
    Case("", "tezcatlipoca", after=["tezcatlipoca 7"]).play()


# -- Command Phase


def test_nahualli_may_move_once_in_each_command_phase():
    ann, _ = lay(phase="command", ann={"b1": ["nahualli 2"]}, bob={})
    assert ann.options == {"move:u1:b2", "move:u1:b3", "done"}
    ann("move:u1:b2")
    assert row(ann, "b2") == ["nahualli 2"]
    assert ann.asked == "keep", "nothing more to command"


def test_an_anchored_nahualli_stays():
    ann, _ = lay(phase="command", ann={"b1": ["nahualli 2 anchor"]}, bob={})
    assert ann.asked == "keep"


def test_tlapilli_with_two_captives_becomes_a_stronger_warrior():
    ann, _ = lay(
        phase="command",
        ann={
            "hand": ["otontin", "cuauhtli", "coatlicue"],
            "b1": ["captive 1", "tlapilli 2 anchor captive captive", "nahualli 2 anchor"],
        },
        bob={},
    )
    assert ann.options == {"swap:u2:otontin", "done"}, "a Warrior of cost 3 or less"
    ann("swap:u2:otontin")
    assert row(ann, "b1") == ["captive 1", "otontin 3", "nahualli 2 anchor"], "ruling 12"
    assert sorted(side(ann).hand) == ["coatlicue", "cuauhtli", "tlapilli"]


def test_the_new_warrior_resolves_its_own_ability():
    ann, _ = lay(
        phase="command",
        ann={"hand": ["cuauhtli"], "b1": ["tlapilli 2" + " captive" * 4, "nahualli 2 anchor"]},
        bob={},
    )
    ann("swap:u1:cuauhtli")
    assert row(ann, "b1") == ["cuauhtli 6", "nahualli 2 anchor"]


def test_tlapilli_asks_even_without_a_fitting_warrior_in_hand():
    ann, _ = lay(
        phase="command", ann={"hand": ["coatlicue"], "b1": ["tlapilli 2 captive captive"]}, bob={}
    )
    assert ann.options == {"done"}


def test_tlapilli_with_one_captive_can_not():
    ann, _ = lay(phase="command", ann={"hand": ["otontin"], "b1": ["tlapilli 2 captive"]}, bob={})
    assert ann.asked == "deploy"


@pytest.mark.parametrize("deity", DEITIES)
def test_tlamacazqui_sacrifices_a_captive_and_deities_gain(deity):
    number = 2 if deity == "huitzilopochtli" else 1
    ann, _ = lay(
        phase="command",
        ann={"b1": ["tlamacazqui 4", "captive 1"], "b2": [f"{deity} 6"]},
        bob={},
    )
    ann("sacrifice:u1:u2")
    assert row(ann, "b1") == ["tlamacazqui 5"]
    assert row(ann, "b2") == [f"{deity} {6 + number}"]
    assert side(ann).destroyed == ["captive"]
    assert side(ann).essence == 5 + 1, "Captive: Add 1 Essence next Round"


def test_a_stunned_deity_gains_nothing_and_a_stunned_captive_adds_nothing():
    ann, _ = lay(
        phase="command",
        ann={"b1": ["tlamacazqui 4", "captive 1 stun"], "b2": ["coatlicue 6 stun"]},
        bob={},
    )
    ann("sacrifice:u1:u2")
    assert row(ann, "b2") == ["coatlicue 6 stun"]
    assert side(ann).essence == 5


def test_deity_being_destroyed_is_skipped_without_an_event():
    """The keyword means each card that has it: no player chose this one, so no line says it gains
    nothing.
    """
    ann, _ = lay(
        phase="command",
        ann={"b1": ["tlamacazqui 4", "captive 1"], "b2": ["coatlicue 6", "huitzilopochtli 7"]},
        bob={},
    )
    table = deepcopy(ann.scenario.table)
    coatlicue, huitzilopochtli = units_of(table, 0, 0)[2:]
    coatlicue.leaving = "pile"
    table.run = run = Run(bytes(32))
    table.cause, table.dying = None, 1
    with pytest.raises(StopIteration):
        sacrifice(table, 0, 0).send(None)
    assert (coatlicue.might, huitzilopochtli.might) == (6, 9)
    assert [(event.key, event.args["card"]) for event in run.events] == [
        ("gained", "huitzilopochtli")
    ]


def test_tlamacazqui_may_take_a_captive_token_instead():
    ann, _ = lay(
        phase="command",
        ann={"b1": ["tlamacazqui 4", "ocelotl 6 captive captive", "captive 1 shield"]},
        bob={},
    )
    assert ann.options == {"sacrifice:u1:u2", "done"}, "ruling 11: a shielded Captive can't be"
    ann("sacrifice:u1:u2")
    assert row(ann, "b1") == ["tlamacazqui 5", "ocelotl 6 captive", "captive 1 shield"]
