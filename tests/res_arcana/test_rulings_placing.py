"""Rulings R20-R26: placing and claiming."""

from __future__ import annotations

from tests.res_arcana.lay import lay, turned

PASSED = {"passed": True}


def test_r20_discounts_add_up_and_the_payer_picks_what_to_drop() -> None:
    ann, _ = lay(
        ann={
            "play": ["dragon_bridle"],
            "mage": "artificer",
            "hand": ["earth_dragon"],
            "pool": {"elan": 4, "life": 3},
        },
        bob=PASSED,
    )
    ann("place:earth_dragon")
    assert ann.limits == {"elan": 4, "life": 3}
    assert ann.question.least == 4
    ann({"elan": 1, "life": 3})
    assert ann.pool == {"elan": 1, "life": 3}


def test_r20_fixed_or_any_parts_may_be_dropped() -> None:
    ann, _ = lay(
        ann={"mage": "artificer", "hand": ["crypt"], "pool": {"death": 2, "elan": 1, "gold": 2}},
        bob=PASSED,
    )
    ann("place:crypt")
    assert ann.limits == {"death": 2, "any": 3}
    ann({"any": 1})
    assert ann.limits == {"elan": 1, "gold": 2}
    ann({"gold": 2})
    assert ann.pool == {"elan": 1}


def test_r20_gold_is_never_dropped_by_a_discount_without_gold() -> None:
    ann, _ = lay(
        ann={"mage": "artificer", "hand": ["vault"], "pool": {"gold": 1, "elan": 1}}, bob=PASSED
    )
    ann("place:vault")
    assert ann.pool == {"elan": 1}  # "any" was dropped, nothing else could be


def test_r20_excess_discount_is_lost() -> None:
    ann, _ = lay(ann={"mage": "artificer", "hand": ["prism"], "pool": {"elan": 1}}, bob=PASSED)
    ann("place:prism")
    assert ann.own.pool["elan"] == 1


def test_r21_discounts_work_while_turned_but_not_for_their_own_source() -> None:
    ann, _ = lay(
        ann={
            "play": [turned("dragon_bridle")],
            "hand": ["water_dragon"],
            "pool": {"calm": 3},
        },
        bob=PASSED,
    )
    assert ann.options == {"place:water_dragon", "discard:water_dragon", "pass"}
    ann, _ = lay(ann={"hand": ["dragon_bridle"], "pool": {"elan": 1}}, bob=PASSED)
    assert ann.options == {"discard:dragon_bridle", "pass"}


def test_r22_artificer_bridle_and_lair_make_a_7_essence_dragon_free() -> None:
    ann, _ = lay(
        ann={
            "play": ["dragon_bridle", "dragons_lair"],
            "mage": "artificer",
            "hand": ["earth_dragon"],
        },
        bob=PASSED,
    )
    ann("place:earth_dragon")
    assert ann.play == {"dragon_bridle", "dragons_lair", "artificer", "earth_dragon"}


def test_r22_with_the_egg_a_9_essence_serpent_is_free() -> None:
    ann, _ = lay(
        ann={
            "play": ["dragon_bridle", "dragons_lair", "dragon_egg"],
            "mage": "artificer",
            "hand": ["sea_serpent"],
        },
        bob=PASSED,
    )
    assert "place:sea_serpent" not in ann.options
    ann("use:dragon_egg:p1", "place:sea_serpent")
    assert "sea_serpent" in ann.play


def test_r22_a_crypt_adds_to_other_discounts() -> None:
    """Rulebook, Crypt: of Gold and one other essence only the Gold is left."""
    ann, _ = lay(
        ann={
            "play": ["crypt"],
            "mage": "artificer",
            "discards": ["athanor"],
            "pool": {"death": 1, "gold": 1},
            "hand": ["hawk"],
        },
        bob=PASSED,
    )
    ann("use:crypt:p2")
    assert ann.options == {"place:athanor", "nothing"}
    ann("place:athanor")
    assert ann.pool == {}


def test_r23_no_discount_touches_monuments_or_places() -> None:
    ann, _ = lay(
        ann={
            "play": ["dragon_bridle"],
            "mage": "artificer",
            "pool": {"gold": 3, "death": 8},
            "hand": ["hawk"],
        },
        bob=PASSED,
    )
    assert ann.options == {"discard:hawk", "pass"}
    assert ann.blocked["claim:catacombs_of_the_dead"] == "placement"


def test_r24_a_placed_component_is_straight_empty_and_usable_next_action() -> None:
    ann, _ = lay(ann={"hand": ["dwarven_pickaxe"], "pool": {"elan": 2}}, bob=PASSED)
    ann("place:dwarven_pickaxe")
    assert ann.turned == set()
    assert ann.on("dwarven_pickaxe") == {}
    assert ann.options == {"use:dwarven_pickaxe:p1", "pass"}


def test_r24_its_collect_works_from_the_next_collect_step() -> None:
    ann, _ = lay(
        ann={"hand": ["flaming_pit", "hawk"], "pool": {"elan": 2}, "item": "research"}, bob=PASSED
    )
    ann("place:flaming_pit")
    assert ann.pool == {}
    ann("pass", "item:alchemy")
    assert ann.pool == {"elan": 1}


def test_r25_a_claimed_monument_is_replaced_from_the_deck() -> None:
    ann, _ = lay(
        ann={"pool": {"gold": 4}, "hand": ["hawk"]},
        bob=PASSED,
        display=["temple", "oracle"],
        monuments=["library"],
    )
    ann("claim:oracle")
    assert ann.table.display == ["temple", "library"]


def test_r25_the_top_card_is_claimed_unseen() -> None:
    ann, _ = lay(
        ann={"pool": {"gold": 4}, "hand": ["hawk"]},
        bob=PASSED,
        display=["temple", "oracle"],
        monuments=["obelisk"],
    )
    ann("claim:top", {"death": 6})
    assert ann.play == {"obelisk"}
    assert ann.pool == {"death": 6}
    assert ann.table.display == ["temple", "oracle"]


def test_r25_no_top_of_an_empty_deck() -> None:
    claimed = ["colossus", "great_pyramid", "hanging_gardens", "library", "mausoleum", "obelisk"]
    ann, _ = lay(
        ann={"pool": {"gold": 4}, "hand": ["hawk"]},
        bob={"play": [*claimed, "golden_statue", "solomons_mine"], "passed": True},
        display=["temple", "oracle"],
    )
    assert ann.options == {"claim:temple", "claim:oracle", "discard:hawk", "pass"}
    ann("claim:temple")
    assert ann.table.display == ["oracle"]


def test_r25_obelisk_pays_out_before_the_display_is_refilled() -> None:
    ann, bob = lay(
        ann={"pool": {"gold": 4}, "hand": ["hawk"]},
        bob=PASSED,
        display=["obelisk", "temple"],
        monuments=["oracle"],
    )
    ann("claim:obelisk")
    assert ann.view["monuments"]["display"] == ["temple"]
    assert "refilled" not in [event.key for event in bob.events]
    ann({"calm": 6})
    assert bob.view["monuments"]["display"] == ["temple", "oracle"]


def test_r26_the_bestiary_takes_any_dragon_and_its_cost_is_paid_less_discounts() -> None:
    ann, _bob = lay(
        ann={"play": ["sorcerers_bestiary", "dragon_bridle"], "pool": {"elan": 7}},
        bob={"discards": ["fire_dragon"], "passed": True},
    )
    ann("use:sorcerers_bestiary:p2", "place:fire_dragon")
    assert ann.pool == {}
    assert "fire_dragon" in ann.play
