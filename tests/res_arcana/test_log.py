"""The log names the player, purpose and source, and says when a power has no effect."""

from __future__ import annotations

import pytest

from engine.core.view import visible_event
from engine.res_arcana import GAME
from engine.testing.scenario import NAMES
from tests.res_arcana.lay import Seat, lay, turned

PASSED = {"passed": True}
ANN, BOB, CID = {"hand": ["prism"]}, {"hand": ["hand_of_glory"]}, {"hand": ["jeweled_statuette"]}
"""With a card in hand no player passes automatically."""


def lines(reader: Seat) -> list[str]:
    """The log of this player, line by line."""
    seen = [
        visible_event(GAME, event, reader.seat, 0, NAMES, dict) for event in reader.scenario.events
    ]
    return [line["text"] for line in seen if line is not None]


def test_payments_and_gains_name_their_component() -> None:
    ann, bob = lay(ann={"mage": "transmuter", "pool": {"gold": 1, "life": 1}}, bob=BOB)
    ann("use:transmuter:p1", {"life": 3})
    assert {
        "You use Transmuter",
        "You pay 1 Life, 1 Gold for Transmuter",
        "You gain 3 Life (Transmuter)",
    } <= set(lines(ann))
    assert f"{NAMES[0]} gains 3 Life (Transmuter)" in lines(bob)


def test_loss_names_its_cause() -> None:
    ann, bob = lay(ann={"play": ["elvish_bow"]}, bob={**BOB, "pool": {"life": 2}})
    ann("use:elvish_bow:p1")
    assert "You lose 1 Life (Elvish Bow)" in lines(bob)
    assert f"{NAMES[1]} loses 1 Life (Elvish Bow)" in lines(ann)


def test_straightened_component_is_named_with_its_owner() -> None:
    ann, bob = lay(
        ann={"mage": "witch", "play": [turned("hawk")], "pool": {"elan": 2}, **ANN}, bob=BOB
    )
    ann("use:witch:p1", "card:hawk")
    assert "Your Hawk is straightened" in lines(ann)
    assert f"{NAMES[0]}'s Hawk is straightened" in lines(bob)


def test_counted_essences_are_named_with_their_owner() -> None:
    ann, bob, _ = lay(ann={"play": ["treant"], **ANN}, bob={**BOB, "pool": {"death": 2}}, cid=CID)
    ann("use:treant:p1", "player:1")
    assert f"You count the Death of {NAMES[1]}: 2 (Treant)" in lines(ann)
    assert f"{NAMES[0]} counts the Death of {NAMES[1]}: 2 (Treant)" in lines(bob)


@pytest.mark.parametrize(
    ("component", "answers", "name"),
    [
        ("treant", ["use:treant:p1"], "Treant"),
        ("elvish_bow", ["use:elvish_bow:p1"], "Elvish Bow"),
        ("library", ["use:library:p1"], "Library"),
        ("dragon_egg", ["use:dragon_egg:p1", "nothing"], "Dragon Egg"),
        ("crypt", ["use:crypt:p2"], "Crypt"),
    ],
)
def test_power_without_effect_is_logged_as_such(component, answers, name) -> None:
    ann, bob = lay(ann={"play": [component], "pool": {"death": 1}}, bob=PASSED)
    ann(*answers)
    assert f"{name} has no effect" in lines(bob)


def test_straightening_nothing_is_logged_as_without_effect() -> None:
    ann, bob = lay(ann={"mage": "witch", "pool": {"elan": 2}, **ANN}, bob=PASSED)
    ann("use:witch:p1", "nothing")
    assert "Witch has no effect" in lines(bob)


def test_looking_at_a_deck_names_the_deck() -> None:
    ann, bob = lay(ann={"mage": "seer", "deck": ["hawk", "crypt"], **ANN}, bob=BOB)
    ann("use:seer:p1", "deck:own", ["card:crypt", "card:hawk"])
    assert any(line.endswith("on top of the artifact deck") for line in lines(bob))


def test_the_round_names_its_first_player() -> None:
    ann, bob = lay(
        ann={"hand": ["prism"], "item": "reanimate"},
        bob={"passed": True, "hand": ["hawk"], "item": "research"},
    )
    ann("pass", "item:alchemy")
    assert ann.table.round == 2
    first, other = (ann, bob) if ann.table.first == ann.seat else (bob, ann)
    assert "Round 2 begins; you go first" in lines(first)
    assert f"Round 2 begins; {NAMES[first.seat]} goes first" in lines(other)
