"""Cavalry of the Parthian Empire, card by card."""

from __future__ import annotations

import pytest

from tests.battle_for_empyrean.cases import Case
from tests.battle_for_empyrean.laying import QUIET, lay, reveal, row, side

pytestmark = pytest.mark.usefixtures("quiet_fields")

CASES = [
    Case(
        "Light Camel Rider adds 1 Essence next Round",
        "light_camel_rider",
        after=["light_camel_rider 1"],
        gains=1,
    ),
    Case(
        "Light Infantry gains 2 each time a Defense Platform is Revealed Here; the Platform 1 each",
        "defense_platform",
        own=["light_infantry 1", "light_infantry 3"],
        after=["light_infantry 3", "light_infantry 5", "defense_platform 5"],
    ),
    Case(
        "Light Infantry elsewhere or stunned gains nothing",
        "defense_platform",
        own=["light_infantry 1 stun"],
        b2=["light_infantry 1"],
        after=["light_infantry 1 stun", "defense_platform 4"],
    ),
    Case(
        "Light Infantry gains nothing when it comes after the Platform",
        "light_infantry",
        own=["defense_platform 3"],
        after=["defense_platform 3", "light_infantry 1"],
    ),
    Case(
        "a Defense Platform without Light Infantry has its reveal Might",
        "defense_platform",
        own=["defense_platform 3"],
        after=["defense_platform 3", "defense_platform 3"],
    ),
    Case(
        "Horse Archers Apply 1 Might to each Ally card Here, not to themselves",
        "horse_archers",
        own=["light_infantry 1", "spahbed 9"],
        theirs=["bondi 1"],
        b2=["camel_rider 2"],
        after=["light_infantry 2", "spahbed 10", "horse_archers 1"],
    ),
    Case("Horse Archers alone do nothing", "horse_archers", after=["horse_archers 1"]),
    Case(
        "Elite Horse Archers Apply 1 Might to each Ally card Here and Add 1 Essence",
        "elite_horse_archers",
        own=["light_infantry 1"],
        after=["light_infantry 2", "elite_horse_archers 2"],
        gains=1,
    ),
    Case(
        "a Standard Cataphract gains 1 for each Ally Cataphract Here, and 1 for each further one",
        "standard_cataphract",
        own=["standard_cataphract 3", "superior_cataphract 4"],
        after=["standard_cataphract 4", "superior_cataphract 6", "standard_cataphract 5"],
    ),
    Case(
        "a Superior Cataphract gains 2 for each Ally Cataphract; a stunned one grows no more",
        "superior_cataphract",
        own=["standard_cataphract 3", "superior_cataphract 4 stun"],
        b2=["standard_cataphract 3"],
        after=["standard_cataphract 4", "superior_cataphract 4 stun", "superior_cataphract 8"],
    ),
    Case(
        "a Cataphract alone has its reveal Might",
        "superior_cataphract",
        own=["camel_rider 2"],
        after=["camel_rider 2", "superior_cataphract 4"],
    ),
    Case(
        "Flank Attack does nothing without an Archer Here",
        "flank_attack",
        own=["camel_rider 2"],
        b2=["horse_archers 1"],
        after=["camel_rider 2", "flank_attack 5"],
    ),
    Case(
        "Flank Attack: an Anchored Archer stays and does not Resolve",
        "flank_attack",
        own=["horse_archers 1 anchor"],
        after=["horse_archers 1 anchor", "flank_attack 5"],
    ),
    Case(
        "Parthian Shot Returns every Archer Here and Destroys an Opponent card Here",
        "parthian_shot",
        own=["horse_archers 4", "camel_rider 2", "elite_horse_archers 2"],
        theirs=["bondi 1"],
        after=["camel_rider 2", "parthian_shot 5"],
        theirs_after=[],
        hand=["horse_archers", "elite_horse_archers"],
    ),
    Case(
        "Parthian Shot: Anchored Archers stay, and then nothing is Destroyed",
        "parthian_shot",
        own=["horse_archers 4 anchor"],
        theirs=["bondi 1"],
        after=["horse_archers 4 anchor", "parthian_shot 5"],
        hand=[],
    ),
    Case(
        "Spahbed Returns every Ally Battle Order Here, and only Here",
        "spahbed",
        own=["flank_attack 9", "camel_rider 2", "trample 5"],
        b2=["parthian_shot 5"],
        after=["camel_rider 2", "spahbed 9"],
        hand=["flank_attack", "trample"],
    ),
    Case(
        "Spahbed: Anchored Battle Orders stay",
        "spahbed",
        own=["flank_attack 9 anchor"],
        after=["flank_attack 9 anchor", "spahbed 9"],
        hand=[],
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.says)
def test_revealed_card_resolves_its_ability(case):
    case.play()


def test_camel_rider_draws_a_card():
    ann, _ = lay(ann={"hand": ["camel_rider"]}, bob={})
    before = ann.view["players"]["p0"]["deck_size"]
    reveal(ann, "camel_rider")
    assert len(side(ann).hand) == 1
    assert ann.view["players"]["p0"]["deck_size"] == before - 1 - 2, "one Drawn, two drafted"


def test_camel_rider_draws_nothing_from_an_empty_game_deck():
    ann, _ = lay(ann={"hand": ["camel_rider"], "no_deck": True}, bob={})
    reveal(ann, "camel_rider")
    assert side(ann).hand == []


def test_flank_attack_moves_each_archer_where_its_owner_likes_and_it_resolves_again_there():
    """The worked example: the row Collapses, and every Archer adds Might on its new battlefield."""
    ann, _ = lay(
        ann={
            "hand": ["flank_attack"],
            "b1": ["horse_archers 1", "camel_rider 2", "elite_horse_archers 2"],
            "b2": ["light_infantry 1"],
            "b3": ["spahbed 9"],
        },
        bob={},
    )
    reveal(ann, "flank_attack")
    assert ann.options == {"to:b2", "to:b3"}
    ann("to:b2")
    assert row(ann, "b1") == ["camel_rider 2", "elite_horse_archers 2", "flank_attack 5"]
    assert row(ann, "b2") == ["light_infantry 2", "horse_archers 1"]
    ann("to:b2")
    assert row(ann, "b1") == ["camel_rider 2", "flank_attack 5"]
    assert row(ann, "b2") == ["light_infantry 3", "horse_archers 2", "elite_horse_archers 2"]
    assert row(ann, "b3") == ["spahbed 9"]
    assert side(ann).essence == 5 + 1


def test_flank_attack_leaves_an_archer_that_has_no_open_zone_to_go_to():
    keep = "the_hollow_keep"
    ann, _ = lay(
        QUIET,
        keep,
        keep,
        ann={
            "hand": ["flank_attack"],
            "b1": ["horse_archers 1"],
            "b2": ["light_infantry 1"] * 4,
            "b3": ["spahbed 9", "trample 5", "azadan_nobles 4", "camel_rider 2"],
        },
        bob={},
    )
    reveal(ann, "flank_attack")
    assert row(ann, "b1") == ["horse_archers 1", "flank_attack 5"]
