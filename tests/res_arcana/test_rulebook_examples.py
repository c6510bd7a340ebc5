"""The rulebook's worked examples, and promises to the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.view import check_view
from engine.res_arcana import GAME
from engine.res_arcana.card import CARDS
from tests.res_arcana.lay import laden, lay, lay_text

PASSED = {"passed": True}


def test_example_paul_and_the_catacombs() -> None:
    """Rulebook, Play Example: 12 Death become 3 points in three actions."""
    paul, _ = lay(ann={"play": ["catacombs_of_the_dead"], "pool": {"death": 12}}, bob=PASSED)
    paul("use:catacombs_of_the_dead:p1", "use:catacombs_of_the_dead:p1")
    paul("use:catacombs_of_the_dead:p2")
    assert paul.own.pool["death"] == 2
    assert paul.on("catacombs_of_the_dead") == {"death": 3}
    assert paul.points == 4  # with the token


RESTS = {"passed": True, "item": "protection"}


def test_example_the_vault_over_three_rounds() -> None:
    """Rulebook, Component Fine Points: Vault."""
    ann, bob = lay(ann={"play": ["vault"], "item": "research", "hand": ["hawk"]}, bob=RESTS)
    ann("use:vault:p1", "pass", "item:alchemy")
    ann([], {"calm": 1, "life": 1})  # round 2: the Gold is left
    assert ann.pool == {"calm": 1, "life": 1}
    ann("use:vault:p1")
    bob("item:transmutation")
    ann("pass", "item:research")
    assert ann.on("vault") == {"gold": 2}
    ann(["take:vault"])  # round 3
    assert ann.pool == {"calm": 1, "life": 1, "gold": 2}
    assert bob.asked == "swap_item"


def test_example_the_windup_man_over_four_rounds() -> None:
    """Rulebook, Component Fine Points: Windup Man."""
    ann, bob = lay_text("""
        p0 E1 G1 scholar research windup_man
        p0 hand hawk
        p1 - passed artificer protection""")
    ann("use:windup_man:p1", {"gold": 1}, "pass", "item:alchemy")
    ann([])
    assert ann.on("windup_man") == {"gold": 3}
    ann("use:windup_man:p1")
    bob("item:transmutation")
    ann("pass", "item:protection")
    assert ann.on("windup_man") == {"gold": 3, "elan": 1}
    ann([])
    assert ann.on("windup_man") == {"gold": 5, "elan": 3}
    bob("item:research")
    ann("pass", "item:alchemy")
    ann(["take:windup_man"])
    assert ann.pool == {"gold": 5, "elan": 3}


def test_a_whole_round_ends_straight_and_with_the_next_collect() -> None:
    ann, bob = lay_text("""
        p0 - scholar research crypt hawk
        p0 deck prism
        p1 - artificer alchemy
        p1 hand vault""")
    ann("use:crypt:p1")
    bob("pass", "item:protection")
    ann("pass", "item:transmutation")
    assert ann.turned == set()
    assert ann.own.passed is False
    assert ann.table.round == 2
    assert ann.own.pool["calm"] == 1
    assert bob.asked == "action"


def test_ten_points_at_the_end_of_a_round_win() -> None:
    ann, _bob = lay(
        ann={
            "play": ["great_pyramid", "temple", "coral_castle", "nightingale"],
            "item": "research",
            "hand": ["hawk"],
        },
        bob=PASSED,
    )
    ann("pass", "item:alchemy")
    outcome = ann.scenario.running.outcome
    assert outcome.reason == "finished"
    assert outcome.ranks == [[0], [1]]
    lines = {line.key: line.points for line in outcome.sheet[0].lines}
    assert lines == {"artifact": 1, "monument": 5, "place_of_power": 3, "token": 1}
    assert outcome.sheet[0].total == 10


def test_the_round_limit_ends_a_game_by_points() -> None:
    ann, _bob = lay(
        ann={"item": "research", "hand": ["hawk"]}, bob=PASSED, options={"round_limit": 1}
    )
    ann("pass", "item:alchemy")
    assert ann.scenario.running.outcome.reason == "limit"
    assert ann.scenario.running.outcome.ranks == [[0], [1]]


def test_action_forced_by_public_facts_is_not_asked() -> None:
    """Who holds no card and can do nothing must pass; only the item is a choice."""
    ann, bob = lay(ann={"play": ["crypt"]}, bob={"item": "research", "deck": ["hawk"]})
    ann("use:crypt:p1")
    assert bob.asked == "swap_item"
    assert bob.own.passed


def test_discarding_gives_1_gold_or_2_others() -> None:
    ann, _ = lay(ann={"hand": ["hawk", "prism"]}, bob=PASSED)
    ann("discard:hawk")
    assert ann.options == {"gold", "others"}
    ann("gold", "discard:prism")
    ann("others")
    assert ann.limits == {"elan": 2, "life": 2, "calm": 2, "death": 2}
    ann({"life": 1, "death": 1})
    assert ann.pool == {"gold": 1, "life": 1, "death": 1}
    assert ann.own.discards == ["hawk", "prism"]


# -- what the page is promised


def test_view_of_a_card_in_play_is_complete() -> None:
    ann, _ = lay(ann={"play": [laden("sacred_grove", life=2)]}, bob=PASSED)
    assert ann.view["players"]["p0"]["cards"]["sacred_grove"] == {
        "id": "sacred_grove",
        "kind": "place_of_power",
        "turned": False,
        "essences": {"life": 2},
        "points": 4,
    }
    assert "sacred_grove" not in ann.view["places"]
    assert ann.view["places"]["coral_castle"]["points"] == 3


def test_the_gallery_shows_78_components_in_words_and_numbers() -> None:
    gallery = {component.id: component for component in GAME.catalogue()}
    assert len(gallery) == 78
    kinds = [component.kind for component in gallery.values()]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "artifact": 40,
        "mage": 10,
        "magic_item": 8,
        "monument": 10,
        "place_of_power": 10,
    }
    hawk = gallery["hawk"].facts
    assert hawk["cost"] == {"life": 1, "calm": 1}
    assert hawk["tags"] == ["creature"]
    assert hawk["starter"] == 4
    assert [line["kind"] for line in hawk["powers"]] == ["collect", "action", "action"]
    assert gallery["coral_castle"].facts["reverse"] == "sunken_reef"
    assert gallery["wind_dragon"].facts["cost"] == {"calm": 4, "any": 4}
    assert all(component.text for component in gallery.values() if not vanilla(component.id))
    for component in gallery.values():
        check_view(component.facts)


def vanilla(id: str) -> bool:
    """Worth points and nothing else."""
    return id in ("nightingale", "great_pyramid")


@pytest.mark.parametrize("number", range(1, 62))
def test_every_ruling_has_a_test_that_names_it(number: int) -> None:
    assert f"def test_r{number}_" in everything()


def test_every_component_has_a_test_that_names_it() -> None:
    assert [id for id in CARDS if f'"{id}"' not in everything()] == []


def everything() -> str:
    return "".join(path.read_text() for path in sorted(Path(__file__).parent.glob("test_*.py")))
