"""Cards that nearly every deck has under its own name: Stop, Stun, Shield, Anchor, and strikes."""

from __future__ import annotations

import pytest

from tests.battle_for_empyrean.cases import Case
from tests.battle_for_empyrean.laying import lay, reveal, row

pytestmark = pytest.mark.usefixtures("quiet_fields")

STOPS = [
    "ambush 4",
    "azadan_nobles 4",
    "vats_of_tar 4",
    "morgan_le_fay 4",
    "eros_love_arrow 4",
    "metsubushi 4",
    "harbinger_of_death 4",
    "professor_van_helsing 4",
    "skjaldborg 4",
]
STUNS = [
    "peyotl 5",
    "trample 5",
    "boulder_barrage 5",
    "song_of_the_sirens 5",
    "bojutsu 5",
    "sovereign_of_purgatory 5",
    "renfield 5",
    "skjaldmaer_bash 5",
]
SHIELDS = [
    "testudo_legionnaire 2",
    "green_and_gold_sash 2",
    "the_golden_fleece 2",
    "gusoku_armor 2",
]
ANCHORS = ["lure_into_the_shallows 2", "kansetsu_waza 2", "cage_of_lost_souls 2"]
STRIKES = [
    ("sagittarii_marksman 1", 3),
    ("sword_with_the_red_hilt 1", 3),
    ("clytemnestra 1", 4),
    ("the_blood_countess 1", 4),
    ("viking_archer 1", 4),
]
BY_COST = {1: "bondi", 2: "camel_rider", 3: "hirdmen", 4: "icarus", 5: "zombie_horde", 6: "hermes"}


@pytest.mark.parametrize("after", STOPS)
def test_stop_card_puts_a_stop_token_on_the_opponents_side_here(after):
    ann, bob = lay(ann={"hand": [after.split()[0]]}, bob={"hand": ["horse_archers"]})
    ann(f"deploy:{after.split()[0]}:b1")
    bob("done")
    assert row(ann, "b1") == [after]
    assert bob.view["battlefields"]["b1"]["stops"] == {"p1": 1}
    assert bob.view["battlefields"]["b2"]["stops"] == {}


@pytest.mark.parametrize("after", STOPS)
def test_stop_card_is_an_instant_and_can_be_stopped(after):
    ann, _ = lay(ann={"hand": [after.split()[0]], "stops": {"b1": 1}}, bob={})
    reveal(ann, after.split()[0])
    assert row(ann, "b1") == [after]
    assert ann.view["battlefields"]["b1"]["stops"] == {}


@pytest.mark.parametrize("after", STUNS)
def test_stun_card_stuns_an_opponent_card_here(after):
    ann, bob = lay(
        ann={"hand": [after.split()[0]]}, bob={"b1": ["bondi 1", "hirdmen 3"], "b2": ["bondi 1"]}
    )
    reveal(ann, after.split()[0])
    assert ann.options == {"unit:u1", "unit:u2"}
    ann("unit:u2")
    assert row(bob, "b1") == ["bondi 1", "hirdmen 3 stun"]
    assert row(ann, "b1") == [after]


@pytest.mark.parametrize("after", STUNS)
def test_stun_card_does_nothing_without_an_opponent_card_here(after):
    Case("", after.split()[0], after=[after], b2=["bondi 1"]).play()


@pytest.mark.parametrize("after", SHIELDS)
def test_shield_card_shields_an_ally_card_here(after):
    Case(
        "",
        after.split()[0],
        own=["bondi 1", "hirdmen 3"],
        answers=["unit:u1"],
        after=["bondi 1 shield", "hirdmen 3", after],
    ).play()


@pytest.mark.parametrize("after", SHIELDS)
def test_shield_card_does_nothing_without_an_ally_here(after):
    Case("", after.split()[0], after=[after], theirs=["bondi 1"]).play()


@pytest.mark.parametrize("after", ANCHORS)
def test_anchor_card_anchors_an_opponent_card_here(after):
    Case(
        "",
        after.split()[0],
        theirs=["bondi 1", "hirdmen 3"],
        answers=["unit:u2"],
        after=[after],
        theirs_after=["bondi 1", "hirdmen 3 anchor"],
    ).play()


@pytest.mark.parametrize("after", ANCHORS)
def test_anchor_card_does_nothing_without_an_opponent_card_here(after):
    Case("", after.split()[0], after=[after]).play()


@pytest.mark.parametrize(("after", "limit"), STRIKES)
def test_strike_destroys_an_opponent_card_here_up_to_its_cost(after, limit):
    dear, fair = BY_COST[limit + 1], BY_COST[limit]
    Case(
        "",
        after.split()[0],
        theirs=[f"{dear} 9", f"{fair} 3"],
        after=[after],
        theirs_after=[f"{dear} 9"],
    ).play()


@pytest.mark.parametrize(("after", "limit"), STRIKES)
def test_a_shielded_card_can_not_be_chosen(after, limit):
    Case("", after.split()[0], theirs=["bondi 1 shield"], after=[after]).play()


@pytest.mark.parametrize(("after", "limit"), STRIKES)
def test_strike_destroys_nothing_on_the_last_round(after, limit):
    Case("", after.split()[0], theirs=["bondi 1"], after=[after], round=10).play()
