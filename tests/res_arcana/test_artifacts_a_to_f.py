"""Every artifact from Athanor to Fountain of Youth does what it says."""

from __future__ import annotations

from tests.res_arcana.lay import laden, lay, turned

PASSED = {"passed": True}


def test_athanor_is_filled_with_elan() -> None:
    ann, _ = lay(ann={"play": ["athanor"], "pool": {"elan": 2}, "hand": ["hawk"]}, bob=PASSED)
    assert ann.options == {"use:athanor:p1", "discard:hawk", "pass"}
    assert ann.blocked["use:athanor:p2"] == "essences_on_it"
    ann("use:athanor:p1")
    assert ann.on("athanor") == {"elan": 2}
    assert ann.pool == {"elan": 1}
    assert ann.turned == {"athanor"}
    assert ann.blocked["use:athanor:p1"] == "turned"


def test_athanor_turns_any_number_of_one_essence_into_gold() -> None:
    ann, _ = lay(
        ann={"play": [laden("athanor", elan=7)], "pool": {"calm": 3, "life": 1}}, bob=PASSED
    )
    ann("use:athanor:p2")
    assert ann.options == {"kind:calm", "kind:life", "none"}
    ann("kind:calm")
    assert (ann.question.least, ann.question.most) == (1, 3)
    ann(2)
    assert ann.pool == {"calm": 1, "life": 1, "gold": 2}
    assert ann.on("athanor") == {"elan": 1}


def test_bone_dragon_costs_rivals_2_life_or_1_death() -> None:
    ann, bob = lay(ann={"play": ["bone_dragon"]}, bob={"pool": {"life": 3, "death": 1}})
    assert ann.points == 2  # with the token
    ann("use:bone_dragon:p1")
    assert bob.options == {"suffer", "ignore"}
    bob("ignore")
    assert bob.pool == {"life": 3}


def test_celestial_horse_collects_2_but_neither_gold_nor_death() -> None:
    ann, _ = lay(ann={"play": ["celestial_horse"]}, stage="collect")
    assert ann.limits == {"elan": 2, "life": 2, "calm": 2}
    ann({"elan": 1, "life": 1})
    assert ann.pool == {"elan": 1, "life": 1}


def test_chalice_of_fire_collects_elan_and_straightens_a_component() -> None:
    ann, _ = lay(ann={"play": ["chalice_of_fire", turned("prism")]}, stage="collect", bob=PASSED)
    assert ann.pool == {"elan": 2}
    ann("use:chalice_of_fire:p1")
    assert ann.options == {"card:chalice_of_fire", "card:prism", "nothing"}
    ann("card:prism")
    assert ann.turned == {"chalice_of_fire"}
    assert ann.pool == {"elan": 1}


def test_chalice_of_life_is_filled_repeatedly_for_2_calm() -> None:
    ann, _ = lay(ann={"play": ["chalice_of_life"], "pool": {"calm": 5}}, bob=PASSED)
    ann("use:chalice_of_life:p1", "use:chalice_of_life:p1")
    assert ann.on("chalice_of_life") == {"calm": 4, "life": 2}
    assert ann.pool == {"calm": 1}
    assert ann.turned == set()


def test_chalice_of_life_collects_and_ignores_a_life_loss() -> None:
    ann, bob = lay(ann={"play": ["elvish_bow"]}, bob={"play": ["chalice_of_life"]}, stage="collect")
    assert bob.pool == {"calm": 1, "life": 1}
    ann("use:elvish_bow:p1")
    assert bob.options == {"suffer", "react:chalice_of_life:p2"}
    bob("react:chalice_of_life:p2")
    assert bob.pool == {"calm": 1, "life": 1}
    assert bob.turned == {"chalice_of_life"}


def test_corrupt_altar_collects_and_is_filled_with_elan_for_2_life() -> None:
    ann, _ = lay(ann={"play": ["corrupt_altar"], "pool": {"life": 1}}, stage="collect", bob=PASSED)
    assert ann.pool == {"life": 2, "death": 1}
    assert ann.options == {"use:corrupt_altar:p1", "use:corrupt_altar:p2", "pass"}
    ann("use:corrupt_altar:p1")
    assert ann.on("corrupt_altar") == {"elan": 3}
    assert ann.pool == {"death": 1}


def test_corrupt_altar_gives_2_more_than_the_destroyed_artifact_cost() -> None:
    ann, _ = lay(ann={"play": ["corrupt_altar", turned("hawk"), "druid"]}, bob=PASSED)
    ann("use:corrupt_altar:p2")
    assert ann.options == {"card:corrupt_altar", "card:hawk"}
    ann("card:hawk")
    assert ann.limits == {"elan": 4, "life": 4, "calm": 4, "death": 4}
    ann({"death": 4})
    assert ann.pool == {"death": 4}
    assert ann.own.discards == ["hawk"]


def test_crypt_gives_2_death() -> None:
    ann, _ = lay(ann={"play": ["crypt"]}, bob=PASSED)
    assert ann.options == {"use:crypt:p1", "pass"}
    ann("use:crypt:p1")
    assert ann.pool == {"death": 2}


def test_crypt_places_an_artifact_from_its_owners_discards_for_2_less() -> None:
    ann, _ = lay(
        ann={"play": ["crypt"], "pool": {"death": 1, "elan": 2}, "discards": ["fiery_whip"]},
        bob={"discards": ["prism"], "passed": True},
    )
    ann("use:crypt:p2")
    assert ann.options == {"place:fiery_whip", "nothing"}
    ann("place:fiery_whip")
    assert ann.play == {"crypt", "fiery_whip"}
    assert ann.pool == {}  # both Death had to be dropped
    assert ann.own.discards == []


def test_cursed_skull_is_filled_with_any_3_but_gold_and_life() -> None:
    ann, _ = lay(ann={"play": ["cursed_skull"], "pool": {"life": 1}}, bob=PASSED)
    ann("use:cursed_skull:p1")
    assert ann.limits == {"elan": 3, "calm": 3, "death": 3}
    ann({"elan": 2, "death": 1})
    assert ann.on("cursed_skull") == {"elan": 2, "death": 1}
    assert ann.pool == {}


def test_dancing_sword_collects_and_takes_a_death_when_it_ignores() -> None:
    ann, bob = lay(ann={"play": ["elvish_bow"]}, bob={"play": ["dancing_sword"]}, stage="collect")
    assert bob.pool == {"death": 1, "elan": 1}
    ann("use:elvish_bow:p1")
    assert bob.options == {"suffer", "react:dancing_sword:p1"}
    bob("react:dancing_sword:p1")
    assert bob.pool == {"death": 1}
    assert bob.on("dancing_sword") == {"death": 1}
    assert bob.turned == set()


def test_dragon_bridle_makes_dragons_cheaper_by_3() -> None:
    ann, _ = lay(
        ann={"play": ["dragon_bridle"], "hand": ["fire_dragon", "crypt"], "pool": {"elan": 3}},
        bob=PASSED,
    )
    assert ann.options == {"place:fire_dragon", "discard:fire_dragon", "discard:crypt", "pass"}
    ann("place:fire_dragon")
    assert ann.pool == {}
    assert ann.points == 3  # with the token


def test_dragon_bridle_ignores_a_dragon() -> None:
    ann, bob = lay(
        ann={"play": ["water_dragon"]}, bob={"play": ["dragon_bridle"], "pool": {"life": 2}}
    )
    ann("use:water_dragon:p1")
    assert bob.options == {"suffer", "react:dragon_bridle:p1"}
    bob("react:dragon_bridle:p1")
    assert bob.pool == {"life": 2}
    assert bob.turned == {"dragon_bridle"}


def test_dragon_egg_hatches_a_dragon_for_4_less() -> None:
    ann, _ = lay(
        ann={"play": ["dragon_egg"], "hand": ["fire_dragon", "hawk"], "pool": {"elan": 2}},
        bob=PASSED,
    )
    assert ann.points == 2  # with the token
    ann("use:dragon_egg:p1")
    assert ann.options == {"place:fire_dragon", "nothing"}
    ann("place:fire_dragon")
    assert ann.play == {"fire_dragon"}
    assert ann.own.discards == ["dragon_egg"]
    assert ann.pool == {}


def test_dragon_teeth_are_filled_with_elan() -> None:
    ann, _ = lay(ann={"play": ["dragon_teeth"], "pool": {"elan": 2}}, bob=PASSED)
    assert ann.options == {"use:dragon_teeth:p1", "pass"}
    ann("use:dragon_teeth:p1")
    assert ann.on("dragon_teeth") == {"elan": 3}
    assert ann.pool == {}


def test_dragon_teeth_place_a_dragon_for_free() -> None:
    ann, _ = lay(
        ann={"play": ["dragon_teeth"], "hand": ["sea_serpent", "hawk"], "pool": {"elan": 3}},
        bob=PASSED,
    )
    ann("use:dragon_teeth:p2")
    assert ann.options == {"place:sea_serpent", "nothing"}
    ann("place:sea_serpent")
    assert ann.play == {"dragon_teeth", "sea_serpent"}
    assert ann.pool == {}


def test_dwarven_pickaxe_turns_elan_into_gold() -> None:
    ann, _ = lay(ann={"play": ["dwarven_pickaxe"], "pool": {"elan": 1}}, bob=PASSED)
    ann("use:dwarven_pickaxe:p1")
    assert ann.pool == {"gold": 1}
    assert ann.turned == {"dwarven_pickaxe"}


def test_earth_dragon_costs_rivals_2_life_or_1_gold() -> None:
    ann, bob = lay(ann={"play": ["earth_dragon"]}, bob={"pool": {"life": 2, "gold": 1}})
    assert ann.points == 2  # with the token
    ann("use:earth_dragon:p1")
    assert bob.options == {"suffer", "ignore"}
    bob("ignore")
    assert bob.pool == {"life": 2}


def test_elemental_spring_collects_3_kinds_and_ignores_for_1_calm() -> None:
    ann, bob = lay(
        ann={"play": ["elvish_bow"]}, bob={"play": ["elemental_spring"]}, stage="collect"
    )
    assert bob.pool == {"calm": 1, "life": 1, "elan": 1}
    ann("use:elvish_bow:p1")
    assert bob.options == {"suffer", "react:elemental_spring:p1"}
    bob("react:elemental_spring:p1")
    assert bob.pool == {"life": 1, "elan": 1}


def test_elvish_bow_costs_rivals_1_life_without_a_price_to_ignore_it() -> None:
    ann, bob = lay(ann={"play": ["elvish_bow"]}, bob={"pool": {"life": 2, "gold": 3}})
    ann("use:elvish_bow:p1")
    assert bob.pool == {"life": 1, "gold": 3}
    assert ann.turned == {"elvish_bow"}


def test_elvish_bow_draws_a_card() -> None:
    ann, _ = lay(ann={"play": ["elvish_bow"], "deck": ["hawk", "crypt"]}, bob=PASSED)
    ann("use:elvish_bow:p2")
    assert ann.hand == {"hawk"}


def test_fiery_whip_gives_3_elan_and_1_to_each_rival() -> None:
    ann, bob, cid = lay(ann={"play": ["fiery_whip"]}, bob={}, cid=PASSED)
    assert ann.options == {"use:fiery_whip:p1", "pass"}
    ann("use:fiery_whip:p1")
    assert (ann.pool, bob.pool, cid.pool) == ({"elan": 3}, {"elan": 1}, {"elan": 1})


def test_fiery_whip_gives_2_more_than_another_destroyed_artifact_cost() -> None:
    ann, _ = lay(ann={"play": ["fiery_whip", "prism", "crypt"]}, bob=PASSED)
    ann("use:fiery_whip:p2")
    assert ann.options == {"card:prism", "card:crypt"}
    ann("card:prism", {"calm": 2})
    assert ann.pool == {"calm": 2}
    assert ann.play == {"fiery_whip", "crypt"}


def test_fire_dragon_costs_rivals_2_life_or_1_calm() -> None:
    ann, bob = lay(ann={"play": ["fire_dragon"]}, bob={"pool": {"life": 2, "calm": 1}})
    assert ann.points == 2  # with the token
    ann("use:fire_dragon:p1")
    assert bob.options == {"suffer", "ignore"}
    bob("ignore")
    assert bob.pool == {"life": 2}


def test_flaming_pit_collects_elan_and_burns_life() -> None:
    ann, _ = lay(ann={"play": ["flaming_pit"], "pool": {"life": 1}}, stage="collect", bob=PASSED)
    assert ann.pool == {"life": 1, "elan": 1}
    ann("use:flaming_pit:p1")
    assert ann.pool == {"elan": 2, "death": 1}


def test_fountain_of_youth_collects_life_and_is_filled_for_2_death() -> None:
    ann, _ = lay(
        ann={"play": ["fountain_of_youth"], "pool": {"death": 4}}, stage="collect", bob=PASSED
    )
    assert ann.pool == {"life": 1, "death": 4}
    ann("use:fountain_of_youth:p1", "use:fountain_of_youth:p1")
    assert ann.on("fountain_of_youth") == {"calm": 4, "life": 2}
    assert ann.pool == {"life": 1}
