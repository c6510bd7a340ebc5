"""Option texts: the current price of placing and claiming, and powers that would have no effect."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import view
from engine.res_arcana import GAME
from engine.testing.scenario import NAMES
from tests.res_arcana.lay import Seat, laden, lay, turned

PASSED = {"passed": True}
IDLE = ", for no effect: "


def texts(seat: Seat) -> dict[str, str]:
    """The texts of the open options, by key."""
    decision = view.decision(GAME, seat.question, "0.0", False, NAMES)
    return {option["key"]: option["text"] for option in decision["options"]}


def idle(seat: Seat) -> set[str]:
    """The powers marked as useless now."""
    return {key for key, text in texts(seat).items() if IDLE in text}


def kinds(seat: Seat) -> dict[str, str]:
    """The kinds of the open options that have one, by key."""
    decision = view.decision(GAME, seat.question, "0.0", False, NAMES)
    return {option["key"]: option["kind"] for option in decision["options"] if "kind" in option}


def test_options_that_discard_pass_or_waste_are_marked() -> None:
    ann, _ = lay(
        ann={"play": ["sacrificial_dagger", "prism"], "hand": ["hawk"], "pool": {"elan": 1}},
        bob=PASSED,
    )
    marked = kinds(ann)
    assert marked["discard:hawk"] == "discard"
    assert marked["pass"] == "pass"
    ann("use:prism:p2")
    assert kinds(ann) == {"none": "waste"}


def test_placing_and_claiming_state_their_cost() -> None:
    ann, _ = lay(
        ann={
            "hand": ["hawk", "crypt", "prism"],
            "pool": {"life": 2, "calm": 2, "death": 9, "gold": 4},
        },
        bob=PASSED,
        display=["temple", "oracle"],
    )
    by_key = texts(ann)
    assert by_key["place:hawk"] == "Place Hawk for 1 Life, 1 Calm"
    assert by_key["place:crypt"] == "Place Crypt for 2 Death, 3 of any kind"
    assert by_key["place:prism"] == "Place Prism for nothing"
    assert by_key["claim:catacombs_of_the_dead"] == "Claim Catacombs of the Dead for 9 Death"
    assert by_key["claim:temple"] == "Claim Temple for 4 Gold"
    assert by_key["claim:top"] == "Claim the top card of the monument deck for 4 Gold"


def test_unaffordable_top_monument_states_its_cost() -> None:
    ann, _ = lay(ann={"hand": ["hawk"], "pool": {"gold": 3}}, bob=PASSED)
    assert ann.blocked["claim:top"] == ann.blocked["claim:colossus"] == "placement"
    decision = view.decision(GAME, ann.question, "0.0", False, NAMES)
    why = "The top card of the monument deck costs 4 Gold"
    (top,) = [option for option in decision["blocked"] if option["key"] == "claim:top"]
    assert (top["why"], top["kind"]) == (why, "dear")


def test_blocked_options_have_whole_sentences_and_a_kind() -> None:
    ann, _ = lay(
        ann={"play": [turned("windup_man"), "fiery_whip", "guard_dog"], "hand": ["hawk"]},
        bob=PASSED,
    )
    blocked = view.decision(GAME, ann.question, "0.0", False, NAMES)["blocked"]
    kind_by_reason = {option["why"]: option.get("kind") for option in blocked}
    assert kind_by_reason["Hawk costs 1 Life, 1 Calm"] == "dear"
    assert kind_by_reason["Windup Man is turned"] == "used"
    assert kind_by_reason["Guard Dog works only while it is turned"] is None


def test_cost_is_stated_with_its_discount() -> None:
    ann, _ = lay(
        ann={
            "mage": "artificer",
            "play": ["dragon_bridle"],
            "hand": ["hawk", "prism", "earth_dragon", "dwarven_pickaxe", "dragon_egg"],
            "pool": {"elan": 4, "life": 3, "gold": 1},
        },
        bob=PASSED,
    )
    by_key = texts(ann)
    assert by_key["place:hawk"] == "Place Hawk for 1 Life, 1 Calm, less 1 essence"
    assert by_key["place:earth_dragon"] == "Place Earth Dragon for 4 Elan, 3 Life, less 4 essences"
    assert by_key["place:prism"] == "Place Prism for nothing"
    assert by_key["place:dwarven_pickaxe"] == "Place Dwarven Pickaxe for nothing"
    assert by_key["place:dragon_egg"] == "Place Dragon Egg for 1 Gold"  # Gold can't be dropped


def test_placing_power_states_the_cost() -> None:
    spec = {"hand": ["earth_dragon"], "pool": {"elan": 7, "life": 3}}
    ann, _ = lay(ann={**spec, "play": ["dragon_egg"]}, bob=PASSED)
    ann("use:dragon_egg:p1")
    assert (
        texts(ann)["place:earth_dragon"] == "Place Earth Dragon for 4 Elan, 3 Life, less 4 essences"
    )
    ann, _ = lay(ann={**spec, "play": ["dragon_teeth"]}, bob=PASSED)
    ann("use:dragon_teeth:p2")
    assert texts(ann)["place:earth_dragon"] == "Place Earth Dragon for nothing"


ONE_EACH = dict.fromkeys(("elan", "life", "calm", "death", "gold"), 1)


@pytest.mark.parametrize(
    ("key", "ann", "bob", "useful"),
    [
        ("use:elvish_bow:p1", {}, {}, False),
        ("use:elvish_bow:p1", {}, {"passed": False}, True),
        ("use:elvish_bow:p2", {}, {}, False),
        ("use:elvish_bow:p2", {"discards": ["prism"]}, {}, True),
        ("use:divination:p1", {}, {}, False),
        ("use:divination:p1", {"deck": ["prism"]}, {}, True),
        ("use:treant:p1", {}, {"play": [laden("necromancer", death=3)]}, False),
        ("use:treant:p1", {}, {"pool": {"death": 1}}, True),
        ("use:witch:p1", {"pool": {"elan": 2}}, {"play": [turned("prism")]}, False),
        ("use:witch:p1", {"pool": {"elan": 2}, "play": [turned("prism")]}, {}, True),
        ("use:druid:p1", {"play": [turned("prism")]}, {}, False),
        ("use:druid:p1", {"play": [turned("nightingale")]}, {}, True),
        ("use:philosophers_stone:p1", {"pool": {"elan": 2}}, {}, False),
        ("use:philosophers_stone:p1", {"pool": {"elan": 3}}, {}, True),
        ("use:prism:p2", {}, {}, False),
        ("use:prism:p2", {"pool": {"elan": 1}}, {}, True),
        ("use:dragon_egg:p1", {"hand": ["fire_dragon"], "pool": {"elan": 1}}, {}, False),
        ("use:dragon_egg:p1", {"hand": ["fire_dragon"], "pool": {"elan": 2}}, {}, True),
        ("use:dragon_teeth:p2", {"hand": ["hawk"], "pool": {"elan": 3}}, {}, False),
        ("use:dragon_teeth:p2", {"hand": ["wind_dragon"], "pool": {"elan": 3}}, {}, True),
        ("use:crypt:p2", {"discards": ["cursed_skull"], "pool": {"death": 1}}, {}, True),
        ("use:crypt:p2", {"discards": ["corrupt_altar"], "pool": {"death": 3}}, {}, False),
        ("use:crypt:p2", {"discards": ["athanor"], "pool": {"death": 1}}, {}, False),
        ("use:sorcerers_bestiary:p2", {"pool": {"elan": 9}}, {"discards": ["fire_dragon"]}, False),
        ("use:sorcerers_bestiary:p2", {"pool": {"elan": 10}}, {"discards": ["fire_dragon"]}, True),
        ("use:sorcerers_bestiary:p2", {"pool": {"elan": 10}}, {"discards": ["hawk"]}, False),
        ("use:hand_of_glory:p1", {}, {}, True),
        ("use:mausoleum:p1", {"pool": ONE_EACH}, {}, True),
    ],
)
def test_r5_a_power_that_would_have_no_effect_is_marked(
    key: str, ann: dict[str, Any], bob: dict[str, Any], useful: bool
) -> None:
    used = key.split(":")[1]
    seat, _ = lay(
        ann={"hand": ["vault"], **ann, "play": [used, *ann.get("play", [])]},
        bob={"passed": True, **bob},
    )
    assert key in seat.options
    assert (key not in idle(seat)) is useful


def test_r5_looking_at_nothing_is_marked() -> None:
    monuments = ["colossus", "great_pyramid", "hanging_gardens", "library", "mausoleum", "obelisk"]
    for cards, marked in (({}, {"use:seer:p1"}), ({"discards": ["prism"]}, set())):
        ann, _ = lay(
            ann={"mage": "seer", "hand": ["hawk"], **cards},
            bob={"play": [*monuments, "golden_statue", "solomons_mine"], "passed": True},
            display=["temple", "oracle"],
        )
        assert idle(ann) == marked
