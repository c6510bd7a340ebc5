"""Defenders of the Bastion, card by card."""

from __future__ import annotations

import pytest

from tests.battle_for_empyrean.cases import Case
from tests.battle_for_empyrean.laying import lay, reveal, row, side

pytestmark = pytest.mark.usefixtures("quiet_fields")

CASES = [
    Case(
        "Archer Tower, Fortress Walls and Ballista gain when a Builder is Revealed Here",
        "basic_builder",
        own=["archer_tower 1", "fortress_walls 1", "ballista 6"],
        after=["archer_tower 2", "fortress_walls 3", "ballista 8", "basic_builder 2"],
    ),
    Case(
        "stunned, or elsewhere, they gain nothing; the Builder's own gift still comes",
        "basic_builder",
        own=["archer_tower 1 stun", "fortress_walls 1 stun", "ballista 6 stun"],
        b2=["fortress_walls 1"],
        after=[
            "archer_tower 1 stun",
            "fortress_walls 2 stun",
            "ballista 6 stun",
            "basic_builder 2",
        ],
    ),
    Case(
        "a Builder without Fortress Walls builds nothing",
        "basic_builder",
        own=["vats_of_tar 4"],
        after=["vats_of_tar 4", "basic_builder 2"],
    ),
    Case(
        "the Master Builder raises Fortress Walls by 2 and Acquires another",
        "master_builder",
        own=["fortress_walls 1"],
        after=["fortress_walls 4", "master_builder 3"],
        hand=["fortress_walls"],
    ),
    Case(
        "the Master Builder Acquires nothing when no Fortress Walls are left in the deck",
        "master_builder",
        own=["fortress_walls 1"],
        b2=["fortress_walls 1", "fortress_walls 1"],
        after=["fortress_walls 4", "master_builder 3"],
        hand=[],
    ),
    Case(
        "Murder Holes gain 2 when a Chariot is Revealed Here",
        "elite_chariots",
        own=["murder_holes 1"],
        after=["murder_holes 3", "elite_chariots 5"],
    ),
    Case(
        "stunned Murder Holes gain nothing",
        "elite_chariots",
        own=["murder_holes 1 stun"],
        after=["murder_holes 1 stun", "elite_chariots 5"],
    ),
    Case(
        "the Onager Catapult gives 2 Might to a Chariot Revealed on any battlefield",
        "elite_chariots",
        b2=["onager_catapult 7"],
        after=["elite_chariots 7"],
    ),
    Case(
        "a stunned Onager Catapult gives nothing",
        "elite_chariots",
        b2=["onager_catapult 7 stun"],
        after=["elite_chariots 5"],
    ),
    Case(
        "the Marksman reaches a cost of 6 from an Archer Tower",
        "sagittarii_marksman",
        own=["archer_tower 1"],
        theirs=["hermes 9", "ulfhedinn 6"],
        after=["archer_tower 1", "sagittarii_marksman 1"],
        theirs_after=["hermes 9"],
    ),
    Case(
        "the Marksman reaches a cost of 6 from Murder Holes",
        "sagittarii_marksman",
        own=["murder_holes 1"],
        theirs=["ulfhedinn 6"],
        after=["murder_holes 1", "sagittarii_marksman 1"],
        theirs_after=[],
    ),
    Case(
        "Light Chariots Return a Builder of your choice and Add 1 Essence",
        "light_chariots",
        own=["basic_builder 4", "master_builder 2"],
        answers=["unit:u1"],
        after=["master_builder 2", "light_chariots 4"],
        hand=["basic_builder"],
        gains=1,
    ),
    Case(
        "Light Chariots can't Return an Anchored Builder and then Add nothing",
        "light_chariots",
        own=["basic_builder 4 anchor"],
        after=["basic_builder 4 anchor", "light_chariots 4"],
        hand=[],
    ),
    Case(
        "Heavy Chariots may Deploy a Builder for free to another battlefield",
        "heavy_chariots",
        own=["basic_builder 1"],
        b2=["fortress_walls 1"],
        answers=["deploy:basic_builder:b2"],
        after=["heavy_chariots 5"],
        b2_after=["fortress_walls 3", "basic_builder 2"],
        hand=[],
    ),
    Case(
        "Heavy Chariots need not Deploy it",
        "heavy_chariots",
        own=["basic_builder 1"],
        answers=["none"],
        after=["heavy_chariots 5"],
        hand=["basic_builder"],
    ),
    Case(
        "Heavy Chariots Return nothing and Deploy nothing when the only Builder is Anchored",
        "heavy_chariots",
        own=["basic_builder 1 anchor"],
        after=["basic_builder 1 anchor", "heavy_chariots 5"],
    ),
    Case(
        "Elite Chariots Return every Builder Here and gain 2 for each; Anchored ones stay",
        "elite_chariots",
        own=["basic_builder 1", "basic_builder 1 anchor", "master_builder 2"],
        after=["basic_builder 1 anchor", "elite_chariots 9"],
        hand=["basic_builder", "master_builder"],
    ),
    Case(
        "Fortify gains the total Might of the Fortress Walls Here",
        "fortify",
        own=["fortress_walls 4", "vats_of_tar 4", "fortress_walls 3"],
        b2=["fortress_walls 9"],
        after=["fortress_walls 4", "vats_of_tar 4", "fortress_walls 3", "fortify 12"],
    ),
    Case("Fortify without Walls gains nothing", "fortify", after=["fortify 5"]),
    Case(
        "the Armorer gives 3 Might to each Builder on every battlefield",
        "armorer",
        own=["basic_builder 1", "vats_of_tar 4"],
        b2=["master_builder 2"],
        after=["basic_builder 4", "vats_of_tar 4", "armorer 6"],
        b2_after=["master_builder 5"],
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.says)
def test_revealed_card_resolves_its_ability(case):
    case.play()


def test_fortify_is_counted_once():
    ann, _ = lay(
        ann={"hand": ["basic_builder"], "b1": ["fortress_walls 1", "fortify 5"]},
        bob={},
    )
    reveal(ann, "basic_builder")
    assert row(ann, "b1") == ["fortress_walls 3", "fortify 5", "basic_builder 2"]


def test_a_builder_that_returns_loses_the_armorers_might():
    ann, _ = lay(ann={"hand": ["elite_chariots"], "b1": ["basic_builder 4", "armorer 6"]}, bob={})
    reveal(ann, "elite_chariots")
    assert row(ann, "b1") == ["armorer 6", "elite_chariots 7"]
    assert side(ann).hand == ["basic_builder"]
