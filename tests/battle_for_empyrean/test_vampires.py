"""Vampires of the Evernight, card by card."""

from __future__ import annotations

import pytest

from tests.battle_for_empyrean.cases import Case
from tests.battle_for_empyrean.laying import lay, play_on, reveal, row, side

pytestmark = pytest.mark.usefixtures("quiet_fields")

VAMPIRES = {
    "lord_ruthven": 2,
    "sir_francis_varney": 2,
    "arnold_paole": 2,
    "gorcha": 2,
    "clarimonde": 2,
    "the_brides_of_dracula": 2,
    "carmilla": 3,
    "count_orlok": 3,
    "count_dracula": 3,
}
FAVOURITES = [
    ("gorcha", "the_family", 3),
    ("clarimonde", "romuald", 4),
    ("the_brides_of_dracula", "jonathan", 4),
    ("carmilla", "laura", 5),
    ("count_orlok", "ellen", 5),
    ("count_dracula", "lucy", 6),
    ("count_dracula", "mina", 6),
]

CASES = [
    Case("Jonathan Acquires Mina", "jonathan", after=["jonathan 2"], hand=["mina"]),
    Case(
        "Jonathan does not find her when she has left the deck",
        "jonathan",
        own=["mina 1"],
        after=["mina 1", "jonathan 2"],
        hand=[],
    ),
    Case(
        "Vampire's Coffin shields a Vampire Here and nobody else",
        "vampires_coffin",
        own=["ellen 1", "gorcha 4"],
        after=["ellen 1", "gorcha 4 shield", "vampires_coffin 2"],
    ),
    Case(
        "Vampire's Coffin without a Vampire",
        "vampires_coffin",
        own=["ellen 1"],
        after=["ellen 1", "vampires_coffin 2"],
    ),
    Case(
        "Vampire Bat gives a Vampire on any battlefield a Move Token",
        "vampire_bat",
        own=["ellen 1"],
        b2=["gorcha 4"],
        after=["ellen 1", "vampire_bat 3"],
        b2_after=["gorcha 4 move"],
    ),
    Case("Vampire Bat without a Vampire", "vampire_bat", after=["vampire_bat 3"]),
    Case(
        "The Turning Swaps a Human Here with a Vampire of cost 5 or less from the deck",
        "the_turning",
        own=["ellen 5 shield", "laura 1"],
        answers=["unit:u1", "turn_into:clarimonde"],
        after=["clarimonde 4", "laura 1", "the_turning 6"],
    ),
    Case("The Turning without a Human Here", "the_turning", after=["the_turning 6"]),
    Case(
        "The Turning finds no Vampire in the deck",
        "the_turning",
        own=["ellen 1"],
        answers=["none"],
        after=["ellen 1", "the_turning 6"],
        setting={
            "discarded": [
                "lord_ruthven",
                "sir_francis_varney",
                "the_blood_countess",
                "arnold_paole",
                "gorcha",
                "clarimonde",
                "the_brides_of_dracula",
            ]
        },
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.says)
def test_revealed_card_resolves_its_ability(case):
    case.play()


def test_the_human_that_was_turned_goes_into_the_game_deck():
    ann, _ = lay(ann={"hand": ["the_turning"], "b1": ["ellen 1"]}, bob={})
    reveal(ann, "the_turning", "b1", "turn_into:the_blood_countess")
    assert "ellen" in [*side(ann).deck, *side(ann).drafted]
    assert row(ann, "b1") == ["the_blood_countess 1", "the_turning 6"]


def test_card_swapped_in_resolves_its_own_ability():
    ann, bob = lay(
        ann={"hand": ["the_turning"], "b1": ["ellen 1"]}, bob={"b1": ["bondi 1", "hermes 9"]}
    )
    reveal(ann, "the_turning", "b1", "turn_into:the_blood_countess")
    assert row(bob, "b1") == ["hermes 9"]


# -- Biting


@pytest.mark.parametrize(("vampire", "number"), VAMPIRES.items())
def test_a_vampire_bites_for_1_essence(vampire, number):
    ann, _ = lay(
        phase="command",
        ann={"b1": [f"{vampire} 4", "renfield 5"], "essence": 2, "hand": ["lucy"]},
        bob={},
    )
    assert ann.options == {"bite:u1:u2", "done"}
    ann("bite:u1:u2")
    assert row(ann, "b1") == [f"{vampire} {4 + number}", "renfield 5"]
    assert side(ann).essence == 1
    assert ann.asked == "deploy", "at most one Bite in a Round"


@pytest.mark.parametrize("vampire", VAMPIRES)
def test_a_stunned_vampire_can_not_bite(vampire):
    ann, _ = lay(phase="command", ann={"b1": [f"{vampire} 4 stun", "renfield 5"]}, bob={})
    assert ann.asked == "keep"


@pytest.mark.parametrize(("vampire", "human", "number"), FAVOURITES)
def test_some_vampires_gain_more_from_the_human_of_their_own_story(vampire, human, number):
    ann, _ = lay(phase="command", ann={"b1": [f"{vampire} 1", f"{human} 1 stun"]}, bob={})
    ann("bite:u1:u2")
    assert row(ann, "b1")[0] == f"{vampire} {1 + number}"


def test_lord_ruthven_has_at_most_9_might_and_varney_11():
    ann, _ = lay(
        phase="command",
        ann={"b1": ["lord_ruthven 8", "sir_francis_varney 11", "renfield 5", "ellen 1 stun"]},
        bob={},
    )
    ann("bite:u1:u3", "bite:u2:u4")
    assert row(ann, "b1")[:2] == ["lord_ruthven 9", "sir_francis_varney 11"]


def test_a_human_is_bitten_once_a_round():
    ann, _ = lay(phase="command", ann={"b1": ["gorcha 4", "clarimonde 4", "renfield 5"]}, bob={})
    ann("bite:u1:u3")
    assert ann.asked == "keep", "no other Human is Here"


def test_no_vampire_bites_without_essence():
    ann, _ = lay(phase="command", ann={"b1": ["gorcha 4", "renfield 5"], "essence": 0}, bob={})
    assert ann.asked == "keep"


def test_a_human_elsewhere_is_out_of_reach():
    ann, _ = lay(phase="command", ann={"b1": ["gorcha 4"], "b2": ["renfield 5"]}, bob={})
    assert ann.asked == "keep"


def test_arnold_paole_bites_any_card_but_vampires():
    ann, _ = lay(
        phase="command",
        ann={"b1": ["arnold_paole 3", "the_blood_countess 1", "vampires_coffin 2"]},
        bob={},
    )
    assert ann.options == {"bite:u1:u3", "done"}
    ann("bite:u1:u3")
    assert row(ann, "b1")[0] == "arnold_paole 5"


def test_the_blood_countess_has_no_bloodlust():
    ann, _ = lay(phase="command", ann={"b1": ["the_blood_countess 1", "renfield 5"]}, bob={})
    assert ann.asked == "keep"


def test_vampires_gaze_adds_1_to_each_bite_here():
    ann, _ = lay(phase="command", ann={"b1": ["gorcha 4", "renfield 5", "vampires_gaze 5"]}, bob={})
    ann("bite:u1:u2")
    assert row(ann, "b1") == ["gorcha 7", "renfield 5", "vampires_gaze 5"]


def test_vampires_gaze_elsewhere_adds_nothing():
    ann, _ = lay(
        phase="command",
        ann={"b1": ["gorcha 4", "renfield 5"], "b2": ["vampires_gaze 5"]},
        bob={},
    )
    ann("bite:u1:u2")
    assert row(ann, "b1")[0] == "gorcha 6"


# -- Being Bitten

BITTEN = [
    ("lucy", "lucy 2", "Lucy gains 1 each time"),
    ("the_family", "the_family 2", "The Family gains 1 each time"),
    ("mina", "mina 1", "Mina strengthens other Humans, not herself"),
]


@pytest.mark.parametrize(("human", "after", "says"), BITTEN)
def test_bitten_human_triggers_its_ability(human, after, says):
    ann, _ = lay(phase="command", ann={"b1": ["lord_ruthven 1", f"{human} 1"]}, bob={})
    ann("bite:u1:u2")
    assert row(ann, "b1") == ["lord_ruthven 3", after], says


@pytest.mark.parametrize("human", ["lucy", "mina", "ellen", "laura", "romuald"])
def test_a_stunned_human_can_be_bitten_but_does_nothing(human):
    ann, _ = lay(
        phase="command", ann={"b1": ["clarimonde 4", f"{human} 1 stun", "renfield 5"]}, bob={}
    )
    ann("bite:u1:u2")
    assert row(ann, "b1")[1:] == [f"{human} 1 stun", "renfield 5"]
    assert side(ann).hand == []
    assert side(ann).essence == 5


def test_lucy_has_at_most_5_might():
    ann, _ = lay(phase="command", ann={"b1": ["gorcha 4", "lucy 5"]}, bob={})
    ann("bite:u1:u2")
    assert row(ann, "b1")[1] == "lucy 5"


def test_mina_strengthens_each_other_human_here_the_first_time():
    ann, _ = lay(
        phase="command",
        ann={"b1": ["lord_ruthven 1", "mina 1", "renfield 5"], "b2": ["lucy 1"]},
        bob={},
    )
    ann("bite:u1:u2")
    assert row(ann, "b1") == ["lord_ruthven 3", "mina 1", "renfield 6"]
    assert row(ann, "b2") == ["lucy 1"]


def test_ellen_draws_a_card_the_first_time_only():
    ann, bob = lay(phase="command", ann={"b1": ["gorcha 4", "ellen 1"]}, bob={})
    ann("bite:u1:u2")
    assert len(side(ann).hand) == 1
    play_on(ann, bob, until="command")
    ann("bite:u1:u2")
    assert len(side(ann).hand) == 2, "the other one was drafted"


def test_laura_adds_2_essence_the_first_time_only():
    ann, bob = lay(phase="command", ann={"b1": ["gorcha 4", "laura 1"]}, bob={})
    ann("bite:u1:u2")
    play_on(ann, bob, until="command")
    assert side(ann).essence == 5 + 2
    ann("bite:u1:u2")
    assert side(ann).next_essence == 0


def test_romuald_gains_2_from_clarimonde_the_first_time_only():
    ann, bob = lay(phase="command", ann={"b1": ["clarimonde 4", "romuald 2"]}, bob={})
    ann("bite:u1:u2")
    assert row(ann, "b1") == ["clarimonde 8", "romuald 4"]
    play_on(ann, bob, until="command")
    ann("bite:u1:u2")
    assert row(ann, "b1") == ["clarimonde 12", "romuald 4"]


def test_romuald_gains_nothing_from_another_vampire():
    ann, _ = lay(phase="command", ann={"b1": ["gorcha 4", "romuald 2"]}, bob={})
    ann("bite:u1:u2")
    assert row(ann, "b1")[1] == "romuald 2"
