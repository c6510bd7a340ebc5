"""Every artifact from Guard Dog to Windup Man does what it says."""

from __future__ import annotations

from tests.res_arcana.lay import laden, lay, turned

PASSED = {"passed": True}


def test_guard_dog_straightens_itself_only_while_turned() -> None:
    ann, _ = lay(
        ann={"play": [turned("guard_dog")], "pool": {"elan": 2}, "hand": ["hawk"]}, bob=PASSED
    )
    assert ann.options == {"use:guard_dog:p1", "discard:hawk", "pass"}
    ann("use:guard_dog:p1")
    assert ann.turned == set()
    assert ann.pool == {"elan": 1}
    assert ann.options == {"discard:hawk", "pass"}
    assert ann.blocked["use:guard_dog:p1"] == "straight"


def test_guard_dog_turns_to_ignore_a_life_loss() -> None:
    ann, bob = lay(ann={"play": ["elvish_bow"]}, bob={"play": ["guard_dog"], "pool": {"life": 1}})
    ann("use:elvish_bow:p1")
    assert bob.options == {"suffer", "react:guard_dog:p2"}
    bob("react:guard_dog:p2")
    assert bob.pool == {"life": 1}
    assert bob.turned == {"guard_dog"}


def test_hand_of_glory_gives_2_death_and_1_to_each_rival() -> None:
    ann, bob, cid = lay(ann={"play": ["hand_of_glory"]}, bob={}, cid=PASSED)
    assert ann.options == {"use:hand_of_glory:p1", "pass"}
    ann("use:hand_of_glory:p1")
    assert (ann.pool, bob.pool, cid.pool) == ({"death": 2}, {"death": 1}, {"death": 1})


def test_hawk_looks_at_3_cards_and_puts_them_back_in_any_order() -> None:
    deck = ["prism", "vault", "crypt", "treant"]
    ann, bob = lay(ann={"play": ["hawk"], "deck": deck}, bob={"hand": ["mermaid"]})
    ann("use:hawk:p1")
    assert ann.options == {"deck:own", "deck:monument"}
    ann("deck:own")
    assert [option.key for option in ann.question.options] == [
        "card:prism",
        "card:vault",
        "card:crypt",
    ]
    ann(["card:crypt", "card:prism", "card:vault"])
    assert ann.own.deck[::-1] == ["crypt", "prism", "vault", "treant"]
    assert ann.view["players"]["p0"]["seen"] == ["crypt", "prism", "vault"]
    assert "seen" not in bob.view["players"]["p0"]


def test_hawk_collects_calm_and_draws_for_2() -> None:
    ann, _ = lay(
        ann={"play": ["hawk"], "deck": ["prism"], "pool": {"calm": 1}}, stage="collect", bob=PASSED
    )
    assert ann.pool == {"calm": 2}
    ann("use:hawk:p2")
    assert ann.hand == {"prism"}
    assert ann.pool == {}


def test_horn_of_plenty_gives_any_3_but_gold() -> None:
    ann, _ = lay(ann={"play": ["horn_of_plenty"]}, bob=PASSED)
    ann("use:horn_of_plenty:p1")
    assert ann.limits == {"elan": 3, "life": 3, "calm": 3, "death": 3}
    ann({"elan": 1, "death": 2})
    assert ann.pool == {"elan": 1, "death": 2}


def test_horn_of_plenty_gives_1_gold() -> None:
    ann, _ = lay(ann={"play": ["horn_of_plenty"]}, bob=PASSED)
    assert ann.options == {"use:horn_of_plenty:p1", "use:horn_of_plenty:p2", "pass"}
    ann("use:horn_of_plenty:p2")
    assert ann.pool == {"gold": 1}


def test_hypnotic_basin_collects_2_calm_and_copies_a_rivals_elan() -> None:
    ann, bob, cid = lay(
        ann={"play": ["hypnotic_basin"]},
        bob={"pool": {"elan": 4}, "hand": ["hawk"]},
        cid={"pool": {"elan": 1}, **PASSED},
        stage="collect",
    )
    assert ann.pool == {"calm": 2}
    ann("use:hypnotic_basin:p1")
    assert ann.options == {"player:1", "player:2"}
    ann("player:1")
    assert ann.pool == {"calm": 6}
    assert bob.pool == {"elan": 4}
    assert cid.pool == {"elan": 1}


def test_jeweled_statuette_gives_3_death_and_1_to_each_rival() -> None:
    ann, bob = lay(ann={"play": ["jeweled_statuette"]}, bob={"hand": ["hawk"]})
    assert ann.points == 2  # with the token
    ann("use:jeweled_statuette:p1")
    assert (ann.pool, bob.pool) == ({"death": 3}, {"death": 1})


def test_jeweled_statuette_is_destroyed_for_2_gold_and_1_elan() -> None:
    ann, _ = lay(ann={"play": ["jeweled_statuette"], "hand": ["hawk"]}, bob=PASSED)
    ann("use:jeweled_statuette:p2")
    assert ann.pool == {"gold": 2, "elan": 1}
    assert ann.own.discards == ["jeweled_statuette"]
    assert ann.play == set()


def test_magical_shard_is_free_and_gives_any_1_but_gold() -> None:
    ann, _ = lay(ann={"hand": ["magical_shard"]}, bob=PASSED)
    assert ann.options == {"place:magical_shard", "discard:magical_shard", "pass"}
    ann("place:magical_shard")
    assert ann.options == {"use:magical_shard:p1", "pass"}
    ann("use:magical_shard:p1")
    assert ann.limits == {"elan": 1, "life": 1, "calm": 1, "death": 1}
    ann({"life": 1})
    assert ann.pool == {"life": 1}


def test_mermaid_collects_calm_and_moves_an_essence_onto_a_component() -> None:
    ann, _ = lay(
        ann={"play": ["mermaid", "cursed_forge"], "mage": "druid", "pool": {"gold": 1, "elan": 1}},
        stage="collect",
        bob=PASSED,
    )
    assert ann.pool == {"gold": 1, "elan": 1, "calm": 1, "life": 1}
    assert ann.turned == {"cursed_forge"}
    ann("use:mermaid:p1")
    assert ann.options == {"kind:calm", "kind:life", "kind:gold"}
    ann("kind:gold")
    assert ann.options == {"card:mermaid", "card:cursed_forge", "card:druid"}
    ann("card:cursed_forge")
    assert ann.on("cursed_forge") == {"gold": 1}
    assert ann.pool == {"elan": 1, "calm": 1, "life": 1}


def test_nightingale_is_worth_a_point() -> None:
    ann, _ = lay(ann={"hand": ["nightingale"], "pool": {"life": 1, "calm": 1}}, bob=PASSED)
    assert ann.points == 1  # the token
    ann("place:nightingale")
    assert ann.points == 2
    assert ann.pool == {}


def test_philosophers_stone_turns_any_number_and_2_more_into_gold() -> None:
    ann, _ = lay(
        ann={"play": ["philosophers_stone"], "pool": {"calm": 4, "death": 1, "gold": 1}}, bob=PASSED
    )
    ann("use:philosophers_stone:p1")
    assert ann.options == {"kind:calm", "kind:death", "kind:gold", "none"}
    ann("kind:calm")
    assert (ann.question.least, ann.question.most) == (1, 4)
    ann(3)
    assert ann.limits == {"calm": 1, "death": 1, "gold": 1}
    ann({"calm": 1, "death": 1})
    assert ann.pool == {"gold": 4}


def test_prism_turns_1_essence_into_2() -> None:
    ann, _ = lay(ann={"play": ["prism"], "pool": {"gold": 1}}, bob=PASSED)
    assert ann.options == {"use:prism:p1", "use:prism:p2", "pass"}
    ann("use:prism:p1")
    assert ann.limits == {"elan": 2, "life": 2, "calm": 2, "death": 2}
    ann({"elan": 1, "life": 1})
    assert ann.pool == {"elan": 1, "life": 1}


def test_prism_changes_one_kind_into_another() -> None:
    ann, _ = lay(ann={"play": ["prism"], "pool": {"calm": 3}}, bob=PASSED)
    ann("use:prism:p2")
    assert ann.options == {"kind:calm", "none"}
    ann("kind:calm", 3)
    assert ann.options == {"kind:elan", "kind:life", "kind:calm", "kind:death"}
    ann("kind:death")
    assert ann.pool == {"death": 3}


def test_ring_of_midas_is_filled_with_gold_for_life_and_by_turning() -> None:
    ann, _ = lay(ann={"play": ["ring_of_midas"], "pool": {"life": 4}}, bob=PASSED)
    assert ann.points == 2  # with the token
    ann("use:ring_of_midas:p1", "use:ring_of_midas:p1")
    assert ann.options == {"use:ring_of_midas:p2", "pass"}
    ann("use:ring_of_midas:p2")
    assert ann.on("ring_of_midas") == {"gold": 3}
    assert ann.pool == {}


def test_sacrificial_dagger_is_filled_with_death_for_1_life() -> None:
    ann, _ = lay(ann={"play": ["sacrificial_dagger"], "pool": {"life": 1}}, bob=PASSED)
    assert ann.options == {"use:sacrificial_dagger:p1", "pass"}
    ann("use:sacrificial_dagger:p1")
    assert ann.on("sacrificial_dagger") == {"death": 3}


def test_sacrificial_dagger_gives_the_cost_of_a_card_discarded_with_it() -> None:
    ann, _ = lay(ann={"play": ["sacrificial_dagger"], "hand": ["hawk", "wind_dragon"]}, bob=PASSED)
    ann("use:sacrificial_dagger:p2")
    assert ann.options == {"card:hawk", "card:wind_dragon"}
    ann("card:wind_dragon")
    assert ann.limits == {"elan": 8, "life": 8, "calm": 8, "death": 8}
    ann({"elan": 8})
    assert ann.pool == {"elan": 8}
    assert ann.own.discards == ["sacrificial_dagger", "wind_dragon"]


def test_sea_serpent_costs_rivals_2_life_or_an_artifact() -> None:
    ann, bob = lay(
        ann={"play": ["sea_serpent"]},
        bob={"play": ["prism", laden("vault", gold=2)], "mage": "druid", "pool": {"life": 2}},
    )
    ann("use:sea_serpent:p1")
    assert bob.options == {"suffer", "ignore"}
    bob("ignore")
    assert bob.options == {"card:prism", "card:vault"}
    bob("card:vault")
    assert bob.pool == {"life": 2}
    assert bob.own.discards == ["vault"]


def test_treant_collects_2_life_and_gives_elan_for_a_rivals_death() -> None:
    ann, bob = lay(
        ann={"play": ["treant"]}, bob={"pool": {"death": 3}, "hand": ["hawk"]}, stage="collect"
    )
    assert ann.pool == {"life": 2}
    ann("use:treant:p1")
    assert ann.pool == {"life": 2, "elan": 3}
    assert bob.pool == {"death": 3}


def test_tree_of_life_gives_3_life_and_1_to_each_rival() -> None:
    ann, bob = lay(ann={"play": ["tree_of_life"]}, bob={"hand": ["hawk"]})
    ann("use:tree_of_life:p1")
    assert (ann.pool, bob.pool) == ({"life": 3}, {"life": 1})


def test_tree_of_life_ignores_a_life_loss_for_1_life() -> None:
    ann, bob = lay(
        ann={"play": ["water_dragon"]},
        bob={"play": [turned("tree_of_life")], "pool": {"life": 2}},
    )
    ann("use:water_dragon:p1")
    assert bob.options == {"suffer", "react:tree_of_life:p2"}
    bob("react:tree_of_life:p2")
    assert bob.pool == {"life": 1}


def test_vault_stores_gold_and_pays_interest_if_it_is_left() -> None:
    ann, _ = lay(ann={"play": [laden("vault", gold=1)]}, stage="collect", bob=PASSED)
    assert ann.options == {"take:vault"}
    ann([])
    assert ann.limits == {"elan": 2, "life": 2, "calm": 2, "death": 2}
    ann({"calm": 1, "life": 1})
    assert ann.options == {"use:vault:p1", "pass"}
    ann("use:vault:p1")
    assert ann.on("vault") == {"gold": 2}


def test_water_dragon_costs_rivals_2_life_or_1_elan() -> None:
    ann, bob = lay(ann={"play": ["water_dragon"]}, bob={"pool": {"life": 2, "elan": 1}})
    assert ann.points == 2  # with the token
    ann("use:water_dragon:p1")
    assert bob.options == {"suffer", "ignore"}
    bob("ignore")
    assert bob.pool == {"life": 2}


def test_wind_dragon_costs_rivals_2_life_or_a_card() -> None:
    ann, bob = lay(
        ann={"play": ["wind_dragon"]}, bob={"hand": ["hawk", "prism"], "pool": {"life": 2}}
    )
    ann("use:wind_dragon:p1")
    assert bob.options == {"suffer", "ignore"}
    bob("ignore")
    assert bob.options == {"card:hawk", "card:prism"}
    bob("card:prism")
    assert bob.own.discards == ["prism"]
    assert bob.pool == {"life": 2}


def test_windup_man_is_wound_with_an_essence_that_grows() -> None:
    ann, _ = lay(ann={"play": [laden("windup_man", gold=1)], "pool": {"elan": 1}}, stage="collect")
    ann([])
    assert ann.on("windup_man") == {"gold": 3}
    ann("use:windup_man:p1")
    assert ann.on("windup_man") == {"gold": 3, "elan": 1}
    assert ann.pool == {}
