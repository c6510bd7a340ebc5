"""Vikings of Valhalla, card by card."""

from __future__ import annotations

import pytest

from tests.battle_for_empyrean.cases import Case
from tests.battle_for_empyrean.laying import QUIET, lay, play_on, reveal, row, side

pytestmark = pytest.mark.usefixtures("quiet_fields")

RAIDERS = {
    "bondi": 1,
    "menningulfar": 1,
    "skjaldmaer": 1,
    "hirdmen": 1,
    "berserkir": 1,
    "ulfhedinn": 2,
    "blendingur": 2,
}

CASES = [
    Case(
        "Bear Spirit gives each Berserkir Here 2 Might, which may be enough to rage",
        "bear_spirit",
        own=["berserkir 3", "berserkir 4", "bondi 1"],
        after=["berserkir 5", "berserkir 10", "bondi 1", "bear_spirit 1"],
    ),
    Case(
        "Bear Spirit without a Berserkir Here",
        "bear_spirit",
        b2=["berserkir 3"],
        after=["bear_spirit 1"],
    ),
    Case(
        "a Berserkir rages once, and not when stunned",
        "bear_spirit",
        own=["berserkir 5 stun"],
        after=["berserkir 7 stun", "bear_spirit 1"],
    ),
    Case(
        "Wolf Spirit gives its Might to Menningúlfar and Úlfheðinn, and 2 come from Blendingur",
        "wolf_spirit",
        own=["menningulfar 2", "ulfhedinn 6", "blendingur 6"],
        after=["menningulfar 4", "ulfhedinn 8", "blendingur 8", "wolf_spirit 0"],
    ),
    Case(
        "Wolf Spirit gives even when it has nothing left",
        "wolf_spirit",
        own=["menningulfar 2", "menningulfar 2", "ulfhedinn 6"],
        after=["menningulfar 4", "menningulfar 4", "ulfhedinn 8", "wolf_spirit 0"],
    ),
    Case(
        "Wolf Spirit alone keeps its Might",
        "wolf_spirit",
        own=["bondi 1"],
        b2=["ulfhedinn 6"],
        after=["bondi 1", "wolf_spirit 2"],
    ),
    Case(
        "a stunned Blendingur gains nothing from Wolf Spirit",
        "wolf_spirit",
        own=["blendingur 6 stun"],
        after=["blendingur 6 stun", "wolf_spirit 2"],
    ),
    Case(
        "Viking Jarl gains 1 for each Viking Raid Token, Hirdmen Here 3",
        "viking_jarl",
        own=["hirdmen 3", "hirdmen 3 stun"],
        after=["hirdmen 6", "hirdmen 3 stun", "viking_jarl 14"],
        setting={"raids": 4},
    ),
    Case(
        "Viking Jarl without tokens; Hirdmen elsewhere gain nothing",
        "viking_jarl",
        b2=["hirdmen 3"],
        after=["viking_jarl 10"],
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.says)
def test_revealed_card_resolves_its_ability(case):
    case.play()


@pytest.mark.parametrize(("raider", "number"), RAIDERS.items())
def test_a_viking_gains_from_a_raid(raider, number):
    ann, _ = lay(phase="command", ann={"b1": ["snekkja 2", f"{raider} 1"]}, bob={})
    assert ann.options == {"sail:u1:b2", "sail:u1:b3", "done"}
    ann("sail:u1:b2")
    shield = " shield" if raider == "skjaldmaer" else ""
    assert row(ann, "b2") == [f"snekkja 2{shield}", f"{raider} {1 + number}"]
    assert row(ann, "b1") == []
    assert side(ann).raids == 1


@pytest.mark.parametrize("raider", RAIDERS)
def test_a_stunned_viking_sails_but_gains_nothing(raider):
    ann, _ = lay(phase="command", ann={"b1": ["snekkja 2", f"{raider} 1 stun"]}, bob={})
    ann("sail:u1:b2")
    assert row(ann, "b2") == ["snekkja 2", f"{raider} 1 stun"]


def test_a_ship_scenario_captain_and_crew_arrive_in_order_and_the_row_collapses():
    """The rulebook's Captain and Cannon, carried by a ship: here a Langskip with two Vikings."""
    ann, _ = lay(
        phase="command",
        ann={
            "b1": ["bondi 1", "langskip 3", "hirdmen 3", "bear_spirit 1", "ulfhedinn 6"],
            "b2": ["bondi 1"],
        },
        bob={},
    )
    ann("sail:u2:b2")
    assert ann.options == {"unit:u1", "unit:u3", "unit:u5"}
    ann(["unit:u5", "unit:u1"])
    assert row(ann, "b1") == ["hirdmen 3", "bear_spirit 1"]
    assert row(ann, "b2") == ["bondi 1", "langskip 3", "ulfhedinn 8", "bondi 2"]
    assert side(ann).raids == 1, "one token a raid"
    moved = [event.args["card"] for event in ann.events if event.key == "moved"]
    assert moved == ["langskip", "ulfhedinn", "bondi"]
    assert ann.asked == "keep", "Vikings Move once a Round"


def test_a_snekkja_carries_exactly_one():
    ann, _ = lay(phase="command", ann={"b1": ["snekkja 2", "bondi 1", "bondi 1"]}, bob={})
    ann("sail:u1:b2", ["unit:u3"])
    assert row(ann, "b1") == ["bondi 1"]


def test_a_ship_needs_open_zones_for_the_whole_crew():
    ann, _ = lay(
        QUIET,
        "the_hollow_keep",
        "the_hollow_keep",
        phase="command",
        ann={
            "b1": ["langskip 3", "bondi 1", "bondi 1"],
            "b2": ["hirdmen 3"] * 2 + ["wolf_spirit 2"],
            "b3": ["ulfhedinn 6", "wolf_spirit 2"],
        },
        bob={},
    )
    assert ann.options == {"sail:u1:b3", "done"}
    ann("sail:u1:b3")
    assert ann.question.most == 1, "room for the Ship and one Viking"


@pytest.mark.parametrize(
    "b1",
    [
        ["langskip 3", "bear_spirit 1"],
        ["langskip 3 anchor", "bondi 1"],
        ["langskip 3", "bondi 1 anchor"],
    ],
    ids=["no Viking", "the Ship is Anchored", "the Viking is Anchored"],
)
def test_a_ship_does_not_sail(b1):
    ann, _ = lay(phase="command", ann={"b1": b1}, bob={})
    assert ann.asked == "keep"


def test_skjaldmaer_shields_an_ally_after_the_first_raid_only():
    ann, bob = lay(
        phase="command", ann={"b1": ["snekkja 2", "skjaldmaer 2"], "b2": ["bear_spirit 1"]}, bob={}
    )
    ann("sail:u1:b2")
    assert ann.options == {"unit:u1", "unit:u3"}
    ann("unit:u3")
    assert row(ann, "b2") == ["bear_spirit 1 shield", "snekkja 2", "skjaldmaer 3"]
    play_on(ann, bob, until="command")
    ann("sail:u1:b3")
    assert row(ann, "b3") == ["snekkja 2", "skjaldmaer 4"]


def test_berserkir_rages_in_the_middle_of_a_raid():
    ann, _ = lay(phase="command", ann={"b1": ["snekkja 2", "berserkir 5"]}, bob={})
    ann("sail:u1:b2")
    assert row(ann, "b2") == ["snekkja 2", "berserkir 10"]


# -- no Ship Moves without a Viking (004:451)


def test_a_move_token_moves_no_ship():
    ann, bob = lay(phase="command", ann={"b1": ["snekkja 2 move"]}, bob={"hand": ["bondi"]})
    assert (ann.asked, bob.asked) == (None, "deploy")
    ann, _ = lay(phase="command", ann={"b1": ["snekkja 2 move", "bondi 1"]}, bob={})
    assert ann.options == {"sail:u1:b2", "sail:u1:b3", "done"}


def test_the_crossing_lets_no_ship_go_alone():
    ann, _ = lay("wayfarers_crossing", phase="command", ann={"b1": ["langskip 3", "oni 1"]}, bob={})
    assert ann.options == {"cross:u2:b2", "cross:u2:b3", "done"}


@pytest.mark.parametrize(
    ("card", "place"),
    [
        ("gates_of_hades", "b1"),
        ("gates_of_olympus", "b2"),
        ("circe", "b1"),
        ("sun_chariot_of_helios", "b2"),
        ("eros", "b2"),
        ("medusa", "b1"),
        ("the_river_styx", "b1"),
    ],
)
def test_no_card_moves_a_ship_or_gives_it_a_move_token(card, place):
    ann, _ = lay(ann={"hand": [card], "b1": ["snekkja 2"]}, bob={})
    reveal(ann, card, place)
    assert ann.scenario.table.round == 4, "nothing was asked"
    assert row(ann, "b1")[0] == "snekkja 2"


def test_bellerophon_takes_no_ship_along():
    ann, _ = lay(phase="command", ann={"b1": ["bellerophon 4", "snekkja 2"]}, bob={})
    ann("move:u1:b2")
    assert row(ann, "b1") == ["snekkja 2"]
    assert ann.asked == "keep"


def test_winged_sandals_fit_no_ship():
    ann, _ = lay(ann={"hand": ["winged_sandals"], "b1": ["snekkja 2"], "b2": ["oni 1"]}, bob={})
    ann("deploy:winged_sandals:b3")
    assert ann.options == {"to:b2", "to:b3"}
    ann, _ = lay(ann={"hand": ["winged_sandals"], "b1": ["snekkja 2", "oni 1"]}, bob={})
    reveal(ann, "winged_sandals", "b1", {"u2": 2, "u3": 1})
    assert row(ann, "b1") == ["snekkja 2", "oni 1 move move", "winged_sandals 4 move"]
