"""Every monument and every side of a Place of Power does what it says."""

from __future__ import annotations

from tests.res_arcana.lay import laden, lay, turned

PASSED = {"passed": True}


def test_colossus_is_filled_with_gold_for_any_1() -> None:
    ann, _ = lay(ann={"play": ["colossus"], "pool": {"death": 1}}, bob=PASSED)
    assert ann.points == 3  # with the token
    ann("use:colossus:p1")
    assert ann.on("colossus") == {"gold": 1}
    assert ann.pool == {}


def test_golden_statue_gives_3_points_for_one_check() -> None:
    ann, bob = lay(
        ann={"play": ["coral_castle", "golden_statue"], "pool": {"gold": 3}, "hand": ["hawk"]},
        bob={"hand": ["prism"]},
    )
    ann("use:coral_castle:p1")
    assert ann.options == {"react:golden_statue:p1", "decline"}
    ann("react:golden_statue:p1")
    assert ann.points == 5  # 3 + 1 + the token; the check is over
    assert ann.pool == {}
    assert ann.turned == {"coral_castle", "golden_statue"}
    assert bob.asked == "action"


def test_great_pyramid_is_worth_3_points() -> None:
    ann, _ = lay(ann={"pool": {"gold": 4}}, bob=PASSED, display=["great_pyramid", "temple"])
    assert ann.options == {"claim:great_pyramid", "claim:temple", "claim:top", "pass"}
    ann("claim:great_pyramid")
    assert ann.points == 4
    assert ann.pool == {}


def test_hanging_gardens_collect_any_3_but_gold() -> None:
    ann, _ = lay(ann={"play": ["hanging_gardens"]}, stage="collect")
    assert ann.limits == {"elan": 3, "life": 3, "calm": 3, "death": 3}
    ann({"elan": 3})
    assert ann.pool == {"elan": 3}


def test_library_draws_a_card() -> None:
    ann, _ = lay(ann={"play": ["library"], "deck": ["hawk"]}, bob=PASSED)
    assert ann.options == {"use:library:p1", "pass"}
    ann("use:library:p1")
    assert ann.hand == {"hawk"}


def test_mausoleum_is_filled_repeatedly_with_death() -> None:
    ann, _ = lay(ann={"play": ["mausoleum"], "pool": {"gold": 1, "elan": 1}}, bob=PASSED)
    ann("use:mausoleum:p1")
    assert ann.limits == {"elan": 1, "gold": 1}
    ann({"gold": 1}, "use:mausoleum:p1")
    assert ann.on("mausoleum") == {"death": 2}
    assert ann.own.pool["elan"] == 0


def test_obelisk_gives_any_6_but_gold_when_claimed() -> None:
    ann, _ = lay(
        ann={"pool": {"gold": 4}}, bob=PASSED, display=["obelisk", "temple"], monuments=["oracle"]
    )
    ann("claim:obelisk")
    assert ann.limits == {"elan": 6, "life": 6, "calm": 6, "death": 6}
    ann({"elan": 1, "life": 5})
    assert ann.pool == {"elan": 1, "life": 5}
    assert ann.table.display == ["temple", "oracle"]


def test_oracle_looks_at_its_owners_deck() -> None:
    ann, _ = lay(ann={"play": ["oracle"], "deck": ["hawk", "prism"]}, bob=PASSED)
    ann("use:oracle:p1", "deck:own")
    assert ann.options == {"card:hawk", "card:prism"}
    ann(["card:prism", "card:hawk"])
    assert ann.own.deck[::-1] == ["prism", "hawk"]


def test_solomons_mine_gives_1_gold() -> None:
    ann, _ = lay(ann={"play": ["solomons_mine"]}, bob=PASSED)
    ann("use:solomons_mine:p1")
    assert ann.pool == {"gold": 1}


def test_temple_collects_life_and_ignores_a_life_loss() -> None:
    ann, bob = lay(ann={"play": ["elvish_bow"]}, bob={"play": ["temple"]}, stage="collect")
    assert bob.pool == {"life": 1}
    ann("use:elvish_bow:p1")
    assert bob.options == {"suffer", "react:temple:p1"}
    bob("react:temple:p1")
    assert bob.pool == {"life": 1}


def test_sacred_grove_scores_2_and_its_life_and_gives_5_life_for_1_calm() -> None:
    ann, _ = lay(ann={"play": [laden("sacred_grove", life=2)], "pool": {"calm": 1}}, bob=PASSED)
    assert ann.points == 5  # with the token
    assert ann.options == {"use:sacred_grove:p1", "pass"}
    ann("use:sacred_grove:p1")
    assert ann.pool == {"life": 5}


def test_sacred_grove_is_filled_with_life_by_turning_a_creature() -> None:
    ann, _ = lay(ann={"play": ["sacred_grove", "hawk", turned("mermaid"), "prism"]}, bob=PASSED)
    ann("use:sacred_grove:p2")
    assert ann.on("sacred_grove") == {"life": 1}
    assert ann.turned == {"sacred_grove", "hawk", "mermaid"}


def test_alchemists_tower_collects_any_3_and_turns_4_kinds_into_a_point() -> None:
    each = {"death": 1, "elan": 1, "calm": 1, "life": 1}
    ann, _bob = lay(
        ann={"play": ["alchemists_tower"], "pool": each}, stage="collect", bob={"hand": ["hawk"]}
    )
    assert ann.limits == {"elan": 3, "life": 3, "calm": 3, "death": 3}
    ann({"elan": 3}, "use:alchemists_tower:p1")
    assert ann.pool == {"elan": 3}
    assert ann.on("alchemists_tower") == {"gold": 1}
    assert ann.points == 2  # with the token
    assert ann.turned == set()


def test_alchemists_tower_ignores_a_life_loss() -> None:
    ann, bob = lay(ann={"play": ["elvish_bow"]}, bob={"play": ["alchemists_tower"]})
    ann("use:elvish_bow:p1")
    assert bob.options == {"suffer", "react:alchemists_tower:p2"}
    bob("react:alchemists_tower:p2")
    assert bob.turned == {"alchemists_tower"}


def test_catacombs_collect_death_and_score_the_death_on_them() -> None:
    ann, _ = lay(
        ann={"play": ["catacombs_of_the_dead"], "pool": {"death": 4}}, stage="collect", bob=PASSED
    )
    assert ann.pool == {"death": 5}
    assert ann.options == {"use:catacombs_of_the_dead:p1", "use:catacombs_of_the_dead:p2", "pass"}
    ann("use:catacombs_of_the_dead:p1", "use:catacombs_of_the_dead:p2")
    assert ann.on("catacombs_of_the_dead") == {"death": 2}
    assert ann.points == 3  # with the token


def test_sacrificial_pit_scores_2_and_its_death_and_is_filled_for_3_life() -> None:
    ann, _ = lay(ann={"play": ["sacrificial_pit"], "pool": {"life": 3, "death": 1}}, bob=PASSED)
    assert ann.options == {"use:sacrificial_pit:p1", "pass"}
    ann("use:sacrificial_pit:p1")
    assert ann.on("sacrificial_pit") == {"death": 1}
    assert ann.points == 4  # with the token


def test_sacrificial_pit_turns_a_dragon_or_creature_into_gold() -> None:
    ann, _ = lay(
        ann={"play": ["sacrificial_pit", "hawk", "wind_dragon", "prism"], "pool": {"death": 1}},
        bob=PASSED,
    )
    ann("use:sacrificial_pit:p2")
    assert ann.options == {"card:hawk", "card:wind_dragon"}
    ann("card:wind_dragon")
    assert ann.pool == {"gold": 8}


def test_cursed_forge_costs_a_death_or_is_turned() -> None:
    ann, _ = lay(ann={"play": ["cursed_forge"], "pool": {"death": 1}}, stage="collect", bob=PASSED)
    assert ann.options == {"pay", "turn"}
    ann("pay")
    assert ann.pool == {}
    assert ann.turned == set()


def test_cursed_forge_scores_1_and_its_gold() -> None:
    ann, _ = lay(ann={"play": ["cursed_forge"], "pool": {"elan": 4, "gold": 2}}, bob=PASSED)
    assert ann.points == 2  # with the token
    ann("use:cursed_forge:p1", "use:cursed_forge:p1")
    assert ann.on("cursed_forge") == {"gold": 2}
    assert ann.pool == {}


def test_dwarven_mines_collect_gold_and_give_3_gold_for_5_elan() -> None:
    ann, _ = lay(
        ann={"play": ["dwarven_mines"], "pool": {"elan": 5}},
        stage="collect",
        bob={"hand": ["hawk"]},
    )
    assert ann.pool == {"elan": 5, "gold": 1}
    assert ann.options == {"use:dwarven_mines:p1", "pass"}
    ann("use:dwarven_mines:p1")
    assert ann.pool == {"gold": 4}


def test_dwarven_mines_are_filled_with_2_gold_for_3_death_and_3_elan() -> None:
    ann, _ = lay(ann={"play": ["dwarven_mines"], "pool": {"death": 3, "elan": 3}}, bob=PASSED)
    ann("use:dwarven_mines:p2")
    assert ann.on("dwarven_mines") == {"gold": 2}
    assert ann.points == 3  # with the token


def test_coral_castle_checks_victory_at_once() -> None:
    ann, _bob = lay(
        ann={"play": ["coral_castle", "great_pyramid", "temple", "nightingale"]},
        bob={"hand": ["hawk"]},
    )
    ann("use:coral_castle:p1")
    assert ann.scenario.over
    assert ann.scenario.running.outcome.ranks == [[0], [1]]


def test_coral_castle_ignores_a_life_loss() -> None:
    ann, bob = lay(ann={"play": ["elvish_bow"]}, bob={"play": ["coral_castle"]})
    ann("use:elvish_bow:p1")
    assert bob.options == {"suffer", "react:coral_castle:p2"}
    bob("react:coral_castle:p2")
    assert bob.turned == {"coral_castle"}


def test_sunken_reef_collects_gold_and_scores_its_calm() -> None:
    ann, _ = lay(
        ann={"play": ["sunken_reef"], "pool": {"calm": 4, "life": 2}}, stage="collect", bob=PASSED
    )
    assert ann.own.pool["gold"] == 1
    ann("use:sunken_reef:p1", "use:sunken_reef:p1")
    assert ann.on("sunken_reef") == {"calm": 2}
    assert ann.points == 3  # with the token


def test_dragons_lair_makes_dragons_cheaper_and_gives_2_gold() -> None:
    ann, _ = lay(
        ann={"play": ["dragons_lair"], "hand": ["water_dragon"], "pool": {"calm": 3}}, bob=PASSED
    )
    assert ann.options == {
        "place:water_dragon",
        "discard:water_dragon",
        "use:dragons_lair:p1",
        "pass",
    }
    ann("use:dragons_lair:p1", "place:water_dragon")
    assert ann.pool == {"gold": 2}


def test_dragons_lair_is_filled_with_2_gold_by_turning_a_dragon() -> None:
    ann, _ = lay(
        ann={"play": ["dragons_lair", "fire_dragon", turned("water_dragon"), "hawk"]}, bob=PASSED
    )
    ann("use:dragons_lair:p2")
    assert ann.on("dragons_lair") == {"gold": 2}
    assert ann.turned == {"dragons_lair", "fire_dragon", "water_dragon"}
    assert ann.points == 5  # 2 Gold, 2 Dragons, the token


def test_sorcerers_bestiary_scores_creatures_and_dragons_and_checks_victory() -> None:
    ann, bob = lay(
        ann={"play": ["sorcerers_bestiary", "sea_serpent", "fire_dragon", "hawk"]},
        bob={"hand": ["prism"]},
    )
    assert ann.points == 9  # 3 + 2 + 1, 2 Dragons, the token
    ann("use:sorcerers_bestiary:p1")
    assert ann.turned == {"sorcerers_bestiary"}
    assert bob.asked == "action"


def test_sorcerers_bestiary_places_a_dragon_from_any_players_discards() -> None:
    ann, bob = lay(
        ann={
            "play": ["sorcerers_bestiary"],
            "discards": ["fire_dragon"],
            "pool": {"calm": 6, "death": 4},
        },
        bob={"discards": ["water_dragon", "hawk", "bone_dragon"], "passed": True},
    )
    ann("use:sorcerers_bestiary:p2", {"death": 4})
    assert ann.options == {"place:water_dragon", "nothing"}
    ann("place:water_dragon")
    assert ann.play == {"sorcerers_bestiary", "water_dragon"}
    assert ann.pool == {}
    assert bob.own.discards == ["hawk", "bone_dragon"]
