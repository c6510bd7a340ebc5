"""Spectres of the Necropolis, card by card."""

from __future__ import annotations

import pytest

from tests.battle_for_empyrean.cases import Case
from tests.battle_for_empyrean.laying import keys, lay, reveal, row, side

pytestmark = pytest.mark.usefixtures("quiet_fields")

CASES = [
    Case(
        "Soul of the Living Adds 1 Essence when it is Destroyed",
        "eater_of_souls",
        own=["soul_of_the_living 1"],
        after=["eater_of_souls 3"],
        gains=1,
    ),
    Case(
        "a stunned Soul of the Living Adds nothing",
        "eater_of_souls",
        own=["soul_of_the_living 1 stun"],
        after=["eater_of_souls 3"],
    ),
    Case(
        "a shielded card is passed over and counts for nothing",
        "eater_of_souls",
        own=["soul_of_the_living 1 shield"],
        after=["soul_of_the_living 1 shield", "eater_of_souls 1"],
    ),
    Case("an Eater alone Destroys nothing", "eater_of_souls", after=["eater_of_souls 1"]),
    Case(
        "the Devourer gains 3 for each card",
        "devourer_of_souls",
        own=["soul_of_the_living 1", "cage_of_lost_souls 2"],
        b2=["soul_of_the_living 1"],
        after=["devourer_of_souls 8"],
        gains=1,
    ),
    Case(
        "Soul of the Powerful gives 1 Might to each Ally Here when it is Destroyed",
        "the_annihilator",
        own=["soul_of_the_powerful 3", "cage_of_lost_souls 2"],
        b2=["soul_of_the_living 1"],
        answers=["unit:u1"],
        after=["cage_of_lost_souls 3", "the_annihilator 8"],
    ),
    Case(
        "a stunned Soul of the Powerful gives nothing",
        "the_annihilator",
        own=["soul_of_the_powerful 3 stun", "cage_of_lost_souls 2"],
        answers=["unit:u1"],
        after=["cage_of_lost_souls 2", "the_annihilator 7"],
    ),
    Case(
        "Taker of Souls gains 1 for each Ally card Destroyed on any battlefield",
        "eater_of_souls",
        own=["cage_of_lost_souls 2", "zombie_horde 5"],
        b2=["taker_of_souls 1"],
        after=["eater_of_souls 5", "zombie_horde 6"],
        b2_after=["taker_of_souls 3"],
    ),
    Case(
        "Taker of Souls has at most 9 Might, and a stunned one gains nothing",
        "eater_of_souls",
        own=["cage_of_lost_souls 2"],
        b2=["taker_of_souls 9"],
        after=["eater_of_souls 3"],
    ),
    Case(
        "a stunned Taker of Souls gains nothing",
        "eater_of_souls",
        own=["cage_of_lost_souls 2"],
        b2=["taker_of_souls 1 stun"],
        after=["eater_of_souls 3"],
    ),
    Case(
        "Death Enhancer raises every bonus of a destruction Here by 1",
        "devourer_of_souls",
        own=["soul_of_the_powerful 3", "zombie_horde 5", "death_enhancer 1"],
        after=["devourer_of_souls 15", "zombie_horde 9"],
    ),
    Case(
        "there is no increase for Death Enhancer itself",
        "eater_of_souls",
        own=["death_enhancer 1"],
        after=["eater_of_souls 3"],
    ),
    Case(
        "Death Enhancer elsewhere raises nothing",
        "eater_of_souls",
        own=["cage_of_lost_souls 2"],
        b2=["death_enhancer 1"],
        after=["eater_of_souls 3"],
    ),
    Case(
        "a Zombie Horde that is Destroyed Shifts with its Might and tokens and gains 1",
        "eater_of_souls",
        own=["zombie_horde 7 anchor", "cage_of_lost_souls 2"],
        after=["eater_of_souls 5", "zombie_horde 8 anchor"],
    ),
    Case(
        "a stunned Zombie Horde does not come back",
        "eater_of_souls",
        own=["zombie_horde 7 stun"],
        after=["eater_of_souls 3"],
    ),
    Case(
        "the Soul Stalker takes 1 Essence of the next Round from the opponent and Adds 1",
        "the_soul_stalker",
        after=["the_soul_stalker 3"],
        gains=1,
        loses=1,
    ),
    Case(
        "The Necromancer Returns cards from the Destroy pile for 1 Essence each",
        "the_necromancer",
        answers=[{"soul_of_the_living": 2, "zombie_horde": 1}],
        after=["the_necromancer 6"],
        setting={"destroyed": ["soul_of_the_living"] * 3 + ["zombie_horde"]},
        gains=-3,
        hand=["soul_of_the_living", "soul_of_the_living", "zombie_horde"],
    ),
    Case(
        "The Necromancer may Return none, and finds nothing in an empty pile",
        "the_necromancer",
        after=["the_necromancer 6"],
    ),
    Case(
        "The Soul Crusher Destroys weaker Allies from the lowest Zone, each looked at once",
        "the_soul_crusher",
        own=["zombie_horde 6", "soul_of_the_living 1", "cage_of_lost_souls 6"],
        after=["zombie_horde 6", "the_soul_crusher 9"],
        gains=1,
    ),
    Case(
        "The Soul Crusher passes over a shielded card",
        "the_soul_crusher",
        own=["soul_of_the_living 1 shield"],
        after=["soul_of_the_living 1 shield", "the_soul_crusher 5"],
    ),
    Case(
        "Giver of Souls splits the number of the Destroy pile among Allies anywhere",
        "giver_of_souls",
        own=["cage_of_lost_souls 2"],
        b2=["soul_of_the_living 1"],
        answers=[{"u1": 1, "u2": 2}],
        after=["cage_of_lost_souls 3", "giver_of_souls 5"],
        b2_after=["soul_of_the_living 3"],
        setting={"destroyed": ["soul_of_the_living"] * 3},
    ),
    Case(
        "Giver of Souls without an Ally gives nothing",
        "giver_of_souls",
        after=["giver_of_souls 5"],
        setting={"destroyed": ["soul_of_the_living"]},
    ),
    Case(
        "The Annihilator Destroys an Ally and then an Opponent card Here",
        "the_annihilator",
        own=["soul_of_the_living 1"],
        theirs=["hermes 9"],
        after=["the_annihilator 7"],
        theirs_after=[],
        gains=1,
    ),
    Case(
        "The Annihilator without an Ally that can be Destroyed does nothing",
        "the_annihilator",
        own=["soul_of_the_living 1 shield"],
        theirs=["hermes 9"],
        after=["soul_of_the_living 1 shield", "the_annihilator 7"],
    ),
    Case(
        "Aspect of Death gains 1 for each card in the Destroy pile",
        "aspect_of_death",
        after=["aspect_of_death 9"],
        setting={"destroyed": ["soul_of_the_living", "zombie_horde", "eater_of_souls"]},
    ),
    Case("Aspect of Death with an empty pile", "aspect_of_death", after=["aspect_of_death 6"]),
    Case(
        "My Soul For Yours tripped by its own side takes an Opponent card Here along",
        "eater_of_souls",
        own=["my_soul_for_yours 1"],
        theirs=["hermes 9", "bondi 1"],
        answers=["unit:u2"],
        after=["eater_of_souls 3"],
        theirs_after=["bondi 1"],
    ),
    Case(
        "a stunned My Soul For Yours takes nobody along",
        "eater_of_souls",
        own=["my_soul_for_yours 1 stun"],
        theirs=["hermes 9"],
        after=["eater_of_souls 3"],
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.says)
def test_revealed_card_resolves_its_ability(case):
    case.play()


def test_eater_of_souls_on_the_two_souls_in_the_order_of_the_newer_rules():
    """The worked example: for each card the Eater's gain, the Soul's own power, then the pile."""
    ann, _ = lay(
        ann={
            "hand": ["eater_of_souls"],
            "b1": ["soul_of_the_living 1", "soul_of_the_powerful 3", "zombie_horde 5"],
        },
        bob={},
    )
    reveal(ann, "eater_of_souls")
    resolved = [
        (event.key, event.args["card"])
        for event in ann.scenario.events
        if event.key in ("gained", "destroyed", "to_destroy_pile", "shifted")
    ]
    eater, living, powerful, horde = (
        "eater_of_souls",
        "soul_of_the_living",
        "soul_of_the_powerful",
        "zombie_horde",
    )
    assert resolved == [
        ("gained", eater),
        ("destroyed", living),
        ("gained", eater),
        ("to_destroy_pile", living),
        ("destroyed", powerful),
        ("gained", eater),
        ("gained", horde),
        ("gained", eater),
        ("to_destroy_pile", powerful),
        ("destroyed", horde),
        ("gained", eater),
        ("shifted", horde),
        ("gained", horde),
    ]
    assert row(ann, "b1") == ["eater_of_souls 8", "zombie_horde 7"]
    assert side(ann).destroyed == [living, powerful]
    assert side(ann).essence == 5 + 1


def test_my_soul_for_yours_waits_until_the_opposing_card_has_fully_resolved():
    ann, bob = lay(
        token=1,
        ann={"b1": ["my_soul_for_yours 1"]},
        bob={"hand": ["horse_archers"], "b1": ["light_infantry 1"]},
    )
    reveal(bob, "horse_archers")
    assert row(bob, "b1") == ["light_infantry 2"], "it has Resolved first"
    assert row(ann, "b1") == []
    assert keys(ann.scenario.events, "revealed", "destroyed") == [
        "revealed",
        "destroyed",
        "destroyed",
    ]


def test_my_soul_for_yours_does_nothing_when_the_opponent_reveals_elsewhere():
    ann, bob = lay(token=1, ann={"b1": ["my_soul_for_yours 1"]}, bob={"hand": ["horse_archers"]})
    reveal(bob, "horse_archers", "b2")
    assert row(ann, "b1") == ["my_soul_for_yours 1"]
