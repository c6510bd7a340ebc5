"""Every mage and every magic item does what it says."""

from __future__ import annotations

from tests.res_arcana.lay import lay, turned

PASSED = {"passed": True}


def test_alchemist_turns_any_4_into_2_gold() -> None:
    ann, _ = lay(ann={"mage": "alchemist", "pool": {"elan": 4, "gold": 1}}, bob=PASSED)
    assert ann.options == {"use:alchemist:p1", "use:alchemist:p2", "pass"}
    ann("use:alchemist:p1")
    assert ann.limits == {"elan": 4, "gold": 1}
    ann({"elan": 4})
    assert ann.pool == {"gold": 3}


def test_alchemist_gives_any_1_but_gold() -> None:
    ann, _ = lay(ann={"mage": "alchemist"}, bob=PASSED)
    assert ann.options == {"use:alchemist:p2", "pass"}
    ann("use:alchemist:p2")
    assert ann.limits == {"elan": 1, "life": 1, "calm": 1, "death": 1}
    ann({"calm": 1})
    assert ann.pool == {"calm": 1}


def test_artificer_places_artifacts_for_1_less_but_not_less_gold() -> None:
    ann, _ = lay(
        ann={"mage": "artificer", "hand": ["fountain_of_youth", "dragon_egg"], "pool": {"calm": 1}},
        bob=PASSED,
    )
    assert ann.options == {
        "place:fountain_of_youth",
        "discard:fountain_of_youth",
        "discard:dragon_egg",
        "pass",
    }
    ann("place:fountain_of_youth")
    assert ann.pool == {}


def test_druid_collects_life_and_straightens_a_creature() -> None:
    ann, _ = lay(
        ann={"mage": "druid", "play": [turned("hawk"), turned("mermaid"), turned("prism")]},
        stage="collect",
        bob=PASSED,
    )
    assert ann.own.pool["life"] == 1
    ann("use:druid:p1")
    assert ann.options == {"card:hawk", "card:mermaid", "nothing"}
    ann("card:hawk")
    assert ann.turned == {"druid", "mermaid", "prism"}


def test_duelist_collects_elan_and_is_filled_with_gold_for_death() -> None:
    ann, _ = lay(ann={"mage": "duelist", "pool": {"death": 1}}, stage="collect", bob=PASSED)
    assert ann.pool == {"elan": 1, "death": 1}
    ann("use:duelist:p1")
    assert ann.on("duelist") == {"gold": 1}
    assert ann.pool == {"elan": 1}


def test_healer_collects_calm_or_life_and_ignores_a_life_loss() -> None:
    ann, bob = lay(ann={"play": ["elvish_bow"]}, bob={"mage": "healer"}, stage="collect")
    assert bob.options == {"kind:calm", "kind:life"}
    bob("kind:life")
    assert bob.pool == {"life": 1}
    ann("use:elvish_bow:p1")
    assert bob.options == {"suffer", "react:healer:p1"}
    bob("react:healer:p1")
    assert bob.pool == {"life": 1}
    assert bob.turned == {"healer"}


def test_necromancer_collects_death_and_is_filled_with_death_for_2_life() -> None:
    ann, _ = lay(ann={"mage": "necromancer", "pool": {"life": 2}}, stage="collect", bob=PASSED)
    assert ann.pool == {"death": 1, "life": 2}
    ann("use:necromancer:p1")
    assert ann.on("necromancer") == {"death": 3}
    assert ann.pool == {"death": 1}


def test_scholar_draws_a_card_for_any_1() -> None:
    ann, _ = lay(ann={"mage": "scholar", "pool": {"gold": 1}, "deck": ["hawk"]}, bob=PASSED)
    ann("use:scholar:p1")
    assert ann.hand == {"hawk"}
    assert ann.pool == {}


def test_seer_collects_calm_and_looks_at_monuments() -> None:
    ann, bob = lay(
        ann={"mage": "seer", "hand": ["hawk"]},
        bob={"hand": ["prism"]},
        stage="collect",
        display=["colossus", "temple"],
        monuments=["oracle", "library", "obelisk"],
    )
    assert ann.pool == {"calm": 1}
    ann("use:seer:p1")
    assert ann.options == {"card:oracle", "card:library", "card:obelisk"}  # no deck of her own
    ann(["card:obelisk", "card:library", "card:oracle"])
    assert ann.view["monuments"]["seen"] == ["obelisk", "library", "oracle"]
    assert bob.view["monuments"]["seen"] == []


def test_transmuter_turns_2_essences_into_3() -> None:
    ann, _ = lay(ann={"mage": "transmuter", "pool": {"gold": 1, "calm": 1}}, bob=PASSED)
    ann("use:transmuter:p1")
    assert ann.limits == {"elan": 3, "life": 3, "calm": 3, "death": 3}
    ann({"calm": 2, "life": 1})
    assert ann.pool == {"calm": 2, "life": 1}


def test_witch_collects_life_or_death_and_straightens_for_any_2() -> None:
    ann, _ = lay(
        ann={"mage": "witch", "play": [turned("prism")], "pool": {"elan": 1}, "hand": ["hawk"]},
        stage="collect",
        bob=PASSED,
    )
    assert ann.options == {"kind:life", "kind:death"}
    ann("kind:death")
    ann("use:witch:p1")
    assert ann.options == {"card:witch", "card:prism", "nothing"}
    ann("card:prism")
    assert ann.turned == {"witch"}
    assert ann.pool == {}


def test_alchemy_turns_any_4_into_2_gold() -> None:
    ann, _ = lay(ann={"item": "alchemy", "pool": {"elan": 4, "calm": 1}}, bob=PASSED)
    assert ann.options == {"use:alchemy:p1", "pass"}
    ann("use:alchemy:p1")
    assert ann.limits == {"elan": 4, "calm": 1}
    ann({"elan": 4})
    assert ann.pool == {"gold": 2, "calm": 1}


def test_calm_elan_collects_one_of_them() -> None:
    ann, _ = lay(ann={"item": "calm_elan"}, stage="collect")
    assert ann.options == {"kind:calm", "kind:elan"}
    ann("kind:elan")
    assert ann.pool == {"elan": 1}


def test_death_life_collects_one_of_them() -> None:
    ann, _ = lay(ann={"item": "death_life"}, stage="collect")
    assert ann.options == {"kind:death", "kind:life"}
    ann("kind:death")
    assert ann.pool == {"death": 1}


def test_divination_draws_3_cards_and_discards_3() -> None:
    ann, _ = lay(
        ann={"item": "divination", "hand": ["hawk"], "deck": ["prism", "vault", "crypt", "treant"]},
        bob=PASSED,
    )
    ann("use:divination:p1")
    assert ann.options == {"card:hawk", "card:prism", "card:vault", "card:crypt"}
    assert (ann.question.least, ann.question.most) == (3, 3)
    ann(["card:hawk", "card:prism", "card:vault"])
    assert ann.hand == {"crypt"}
    assert set(ann.own.discards) == {"hawk", "prism", "vault"}
    assert ann.pool == {}


def test_protection_ignores_a_life_loss() -> None:
    ann, bob = lay(ann={"play": ["elvish_bow"]}, bob={"item": "protection", "pool": {"life": 1}})
    ann("use:elvish_bow:p1")
    assert bob.options == {"suffer", "react:protection:p1"}
    bob("react:protection:p1")
    assert bob.pool == {"life": 1}


def test_reanimate_straightens_a_component_for_any_1() -> None:
    ann, _ = lay(
        ann={"item": "reanimate", "play": [turned("prism"), "hawk"], "pool": {"gold": 1}},
        bob=PASSED,
    )
    ann("use:reanimate:p1")
    assert ann.options == {"card:prism", "card:reanimate", "nothing"}
    ann("card:prism")
    assert ann.turned == {"reanimate"}
    assert ann.pool == {}


def test_research_draws_a_card_for_any_1() -> None:
    ann, _ = lay(ann={"item": "research", "deck": ["hawk"], "pool": {"gold": 1}}, bob=PASSED)
    assert ann.options == {"use:research:p1", "pass"}
    ann("use:research:p1")
    assert ann.hand == {"hawk"}
    assert ann.pool == {}


def test_transmutation_turns_3_essences_into_3_others() -> None:
    ann, _ = lay(ann={"item": "transmutation", "pool": {"gold": 3}}, bob=PASSED)
    ann("use:transmutation:p1", {"elan": 2, "death": 1})
    assert ann.pool == {"elan": 2, "death": 1}
