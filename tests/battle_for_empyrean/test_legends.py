"""Legends of the Parthenon, card by card."""

from __future__ import annotations

import pytest

from tests.battle_for_empyrean.cases import Case
from tests.battle_for_empyrean.laying import QUIET, lay, reveal, row

pytestmark = pytest.mark.usefixtures("quiet_fields")

KEEP = "the_hollow_keep"
FULL = ["gates_of_hades 3", "daedalus 3", "icarus 3", "circe 5"]

CASES = [
    Case(
        "Gates of Hades Moves an Ally Here to another battlefield; Griffin gains 1 by it",
        "gates_of_hades",
        own=["griffin 1", "perseus 1"],
        answers=["unit:u1", "to:b2"],
        after=["perseus 1", "gates_of_hades 2"],
        b2_after=["griffin 2"],
    ),
    Case(
        "Gates of Hades can't Move an Anchored card",
        "gates_of_hades",
        own=["griffin 1 anchor"],
        after=["griffin 1 anchor", "gates_of_hades 2"],
    ),
    Case("Gates of Hades without an Ally", "gates_of_hades", after=["gates_of_hades 2"]),
    Case(
        "Gates of Olympus calls an Ally Here; the Golden Ram gains 2, Jason and Perseus 1 each",
        "gates_of_olympus",
        own=["jason_and_the_argonauts 1", "perseus 1"],
        b2=["the_golden_ram 2", "griffin 1 anchor"],
        after=["jason_and_the_argonauts 2", "perseus 2", "gates_of_olympus 2", "the_golden_ram 4"],
        b2_after=["griffin 1 anchor"],
    ),
    Case(
        "Hercules gains 2 and the Caduceus 1 for itself and 1 for the card that Moved",
        "gates_of_olympus",
        own=["hercules 2", "hermes_caduceus 2"],
        b2=["pegasus 3"],
        after=["hercules 4", "hermes_caduceus 3", "gates_of_olympus 2", "pegasus 4"],
        b2_after=[],
        setting={"b3": []},
    ),
    Case(
        "stunned cards gain nothing from Moves",
        "gates_of_olympus",
        own=["hercules 2 stun", "hermes_caduceus 2 stun", "perseus 1 stun"],
        b2=["griffin 1 stun"],
        after=[
            "hercules 2 stun",
            "hermes_caduceus 2 stun",
            "perseus 1 stun",
            "gates_of_olympus 2",
            "griffin 1 stun",
        ],
        b2_after=[],
    ),
    Case(
        "a stunned Golden Ram and a stunned Jason gain nothing either",
        "gates_of_olympus",
        own=["jason_and_the_argonauts 1 stun"],
        b2=["the_golden_ram 2 stun"],
        after=["jason_and_the_argonauts 1 stun", "gates_of_olympus 2", "the_golden_ram 2 stun"],
        b2_after=[],
    ),
    Case(
        "their own Moves do not count",
        "sun_chariot_of_helios",
        b2=["hercules 2"],
        after=["sun_chariot_of_helios 4", "hercules 2"],
        b2_after=[],
    ),
    Case(
        "Gates of Olympus without a card to call", "gates_of_olympus", after=["gates_of_olympus 2"]
    ),
    Case(
        "The River Styx gives an Ally Here a Move Token",
        "the_river_styx",
        own=["griffin 1", "perseus 1"],
        answers=["unit:u2"],
        after=["griffin 1", "perseus 1 move", "the_river_styx 1"],
    ),
    Case("The River Styx without an Ally Here", "the_river_styx", after=["the_river_styx 1"]),
    Case(
        "Daedalus gains 1 for each Opponent card Here",
        "daedalus",
        own=["griffin 1"],
        theirs=["bondi 1", "bondi 1"],
        after=["griffin 1", "daedalus 4"],
    ),
    Case(
        "Icarus gains 1 for each Ally card Here",
        "icarus",
        own=["griffin 1", "perseus 1"],
        theirs=["bondi 1"],
        after=["griffin 1", "perseus 1", "icarus 4"],
    ),
    Case("Icarus and Daedalus alone gain nothing", "icarus", after=["icarus 2"]),
    Case(
        "Daedalus without opponents",
        "daedalus",
        own=["griffin 1"],
        after=["griffin 1", "daedalus 2"],
    ),
    Case(
        "Circe Moves two Allies Here and each gains 1",
        "circe",
        own=["perseus 1", "hercules 2", "pegasus 3"],
        answers=["unit:u1", "to:b2", "unit:u3", "to:b2"],
        after=["hercules 2", "circe 3"],
        b2_after=["perseus 3", "pegasus 4"],
    ),
    Case(
        "Circe Moves one if there is only one that can",
        "circe",
        own=["perseus 1", "hercules 2 anchor"],
        answers=["to:b2"],
        after=["hercules 2 anchor", "circe 3"],
        b2_after=["perseus 2"],
    ),
    Case("Circe alone", "circe", after=["circe 3"]),
    Case(
        "The Sun Chariot brings two Allies Here",
        "sun_chariot_of_helios",
        b2=["griffin 1", "pegasus 3", "daedalus 3"],
        answers=["unit:u1", "unit:u3"],
        after=["sun_chariot_of_helios 4", "griffin 2", "daedalus 3"],
        b2_after=["pegasus 3"],
    ),
    Case(
        "The Sun Chariot with nobody to bring",
        "sun_chariot_of_helios",
        after=["sun_chariot_of_helios 4"],
    ),
    Case(
        "Winged Sandals split 3 Move Tokens on one battlefield",
        "winged_sandals",
        own=["griffin 1"],
        b2=["perseus 1"],
        answers=["to:b1", {"u1": 2, "u3": 1}],
        after=["griffin 1 move move", "winged_sandals 4 move"],
    ),
    Case(
        "Winged Sandals alone carry them themselves",
        "winged_sandals",
        after=["winged_sandals 4 move move move"],
    ),
    Case(
        "Eros calls the weakest cards, three at most, and gains 1 for each",
        "eros",
        b2=["pegasus 3", "griffin 1", "circe 5", "perseus 2", "bellerophon 9 anchor"],
        after=["eros 7", "griffin 2", "perseus 3", "pegasus 3"],
        b2_after=["circe 5", "bellerophon 9 anchor"],
    ),
    Case("Eros without anybody to call", "eros", own=["griffin 1"], after=["griffin 1", "eros 4"]),
    Case(
        "Medusa makes every Ally Here flee, in any order, and each gains 1",
        "medusa",
        own=["perseus 1", "hercules 2", "pegasus 3 anchor"],
        answers=["move:u2:b2", "move:u1:b2"],
        after=["pegasus 3 anchor", "medusa 5"],
        b2_after=["hercules 5", "perseus 2"],
    ),
    Case("Medusa alone", "medusa", after=["medusa 5"]),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.says)
def test_revealed_card_resolves_its_ability(case):
    case.play()


def test_no_card_is_called_to_a_full_battlefield():
    ann, _ = lay(
        KEEP,
        ann={"hand": ["gates_of_olympus"], "b1": FULL[:3], "b2": ["griffin 1"]},
        bob={},
    )
    reveal(ann, "gates_of_olympus")
    assert row(ann, "b2") == ["griffin 1"]


# -- Command Phase


@pytest.mark.parametrize("card", ["pegasus", "hermes"])
def test_a_permanent_move_token_is_never_spent_and_moves_once(card):
    ann, _ = lay(phase="command", ann={"b1": [f"{card} 3"]}, bob={})
    assert ann.options == {"move:u1:b2", "move:u1:b3", "done"}
    ann("move:u1:b3")
    assert row(ann, "b3") == [f"{card} 3"]
    assert ann.asked == "keep", "ruling 14: at most one Move in a Command Phase"


@pytest.mark.parametrize("card", ["pegasus", "hermes", "bellerophon"])
def test_an_anchored_card_with_a_permanent_move_token_stays(card):
    ann, _ = lay(phase="command", ann={"b1": [f"{card} 3 anchor"]}, bob={})
    assert ann.asked == "keep"


def test_bellerophon_may_take_an_ally_along():
    ann, _ = lay(phase="command", ann={"b1": ["griffin 1", "bellerophon 6", "circe 5"]}, bob={})
    ann("move:u2:b2")
    assert ann.options == {"none", "unit:u1", "unit:u3"}
    ann("unit:u1")
    assert row(ann, "b1") == ["circe 5"]
    assert row(ann, "b2") == ["bellerophon 6", "griffin 2"]


def test_bellerophon_takes_no_ally_along_to_a_last_open_zone():
    ann, _ = lay(
        QUIET,
        KEEP,
        ann={"b1": ["griffin 1", "bellerophon 6"], "b2": FULL[:3]},
        bob={},
        phase="command",
    )
    ann("move:u2:b2")
    assert row(ann, "b1") == ["griffin 1"]
    assert ann.asked == "keep"


def test_one_move_token_is_spent_per_move():
    ann, _ = lay(phase="command", ann={"b1": ["the_golden_ram 2 move move"]}, bob={})
    ann("move:u1:b2")
    assert row(ann, "b2") == ["the_golden_ram 4 move"]
    assert ann.asked == "keep"


def test_a_full_battlefield_is_no_destination():
    ann, _ = lay(QUIET, KEEP, phase="command", ann={"b1": ["pegasus 3"], "b2": FULL}, bob={})
    assert ann.options == {"move:u1:b3", "done"}


# -- End of the Game


def test_hermes_may_move_once_more_in_the_end_of_the_game():
    ann, _ = lay(
        round=10, phase="end_of_game", ann={"b1": ["hermes 9"], "b2": ["perseus 1"]}, bob={}
    )
    assert ann.options == {"none", "move:u1:b2", "move:u1:b3"}
    ann("move:u1:b2")
    assert row(ann, "b2") == ["perseus 2", "hermes 9"]
    assert ann.scenario.over


def test_an_anchored_hermes_is_not_asked():
    ann, _ = lay(round=10, phase="end_of_game", ann={"b1": ["hermes 9 anchor"]}, bob={})
    assert ann.scenario.over
