"""Rulings R45-R57: victory checks and the Collect step."""

from __future__ import annotations

from tests.res_arcana.lay import Seat, laden, lay, turned

PASSED = {"passed": True}
NINE = ["great_pyramid", "temple", "oracle", "mausoleum"]  # nine points


def ranks(seat: Seat) -> list[list[int]]:
    return seat.scenario.running.outcome.ranks


def test_r45_the_statue_answers_any_check_its_owner_passed_or_not() -> None:
    ann, bob = lay(
        ann={"play": ["coral_castle"], "hand": ["hawk"]},
        bob={"play": ["golden_statue"], "pool": {"gold": 3}, "passed": True},
    )
    ann("use:coral_castle:p1")
    assert bob.options == {"react:golden_statue:p1", "decline"}
    bob("decline")
    assert bob.pool == {"gold": 3}
    assert ann.asked == "action"


def test_r45_statue_answers_the_check_at_the_end_of_a_round_too() -> None:
    ann, bob = lay(
        ann={"item": "research", "hand": ["hawk"]},
        bob={"play": [*NINE[:3], "golden_statue"], "pool": {"gold": 3}, "passed": True},
    )
    ann("pass", "item:alchemy")
    assert (ann.asked, bob.asked) == (None, "victory_check")
    bob("react:golden_statue:p1")
    assert ranks(ann) == [[1], [0]]  # 8 points and 3
    assert bob.points == 11


def test_r45_statue_must_be_straight_and_needs_3_gold_in_the_pool() -> None:
    for statue, gold in ((turned("golden_statue"), 3), (laden("golden_statue", gold=3), 2)):
        ann, bob = lay(
            ann={"play": ["coral_castle"], "hand": ["hawk"]},
            bob={"play": [statue], "pool": {"gold": gold}, "passed": True},
        )
        ann("use:coral_castle:p1")
        assert bob.asked is None
        assert ann.asked == "action"


def test_r46_statues_points_last_for_that_check_only() -> None:
    ann, bob = lay(
        ann={"play": ["coral_castle", "golden_statue"], "pool": {"gold": 3}, "hand": ["hawk"]},
        bob={"hand": ["prism"]},
    )
    before = ann.points
    ann("use:coral_castle:p1", "react:golden_statue:p1")
    assert ann.points == before
    assert ann.turned == {"coral_castle", "golden_statue"}
    assert ann.pool == {}
    assert bob.asked == "action"


def test_r46_a_second_use_in_a_round_needs_a_straighten() -> None:
    for mage, again in (("healer", False), ("witch", True)):
        ann, bob = lay(
            ann={"play": ["golden_statue"], "mage": mage, "pool": {"gold": 6, "elan": 2}}
            | {"hand": ["hawk"]},
            bob={"play": ["coral_castle", "sorcerers_bestiary"], "hand": ["prism"]},
            turn=1,
        )
        bob("use:coral_castle:p1")
        ann("react:golden_statue:p1")
        if again:
            ann("use:witch:p1", {"elan": 2}, "card:golden_statue")
        else:
            ann("discard:hawk", "gold")
        bob("use:sorcerers_bestiary:p1")
        assert (ann.asked == "victory_check") is again


def test_r47_gold_spent_on_the_statue_no_longer_counts_for_ties() -> None:
    ann, bob, _ = lay(
        ann={
            "play": ["coral_castle", "golden_statue", "temple", "nightingale"],
            "pool": {"gold": 3, "elan": 1},
        },
        bob={
            "play": ["great_pyramid", "oracle", "mausoleum", "colossus", "dragon_egg"],
            "pool": {"elan": 2},
        },
        cid={},
        first=2,
    )
    ann("use:coral_castle:p1", "react:golden_statue:p1")
    assert (ann.points, bob.points) == (10, 10)
    assert ranks(ann) == [[1], [0], [2]]


def test_r48_turned_components_and_the_token_count() -> None:
    ann, _ = lay(
        ann={"play": [turned("sacred_grove", life=2), turned("temple"), turned("nightingale")]},
        bob=PASSED,
    )
    assert ann.points == 8
    assert ann.view["players"]["p0"]["score"] == {"sacred_grove": 4, "temple": 2, "nightingale": 1}


def test_r49_a_check_is_won_by_the_highest_even_if_another_called_it() -> None:
    ann, _bob = lay(
        ann={"play": ["coral_castle"]}, bob={"play": [*NINE, "dragon_egg"], "hand": ["hawk"]}
    )
    ann("use:coral_castle:p1")
    assert ranks(ann) == [[1], [0]]


def test_r50_play_continues_without_a_winner() -> None:
    ann, bob, cid = lay(
        ann={"play": ["coral_castle"], "hand": ["hawk"]},
        bob=PASSED,
        cid={"hand": ["prism"], "play": ["sorcerers_bestiary"]},
    )
    ann("use:coral_castle:p1")
    assert cid.asked == "action"
    assert ann.turned == {"coral_castle"}
    ann, bob = lay(ann={"play": ["coral_castle"], "hand": ["hawk"]}, bob=PASSED)
    ann("use:coral_castle:p1")
    assert ann.asked == "action"  # all others have passed
    assert bob.asked is None


def test_r51_ties_go_to_essences_with_gold_twice() -> None:
    ten = [*NINE, "dragon_egg"]
    other = ["coral_castle", "colossus", "golden_statue", "hanging_gardens", "library"]
    other += ["solomons_mine", "nightingale"]  # ten points
    ann, _bob = lay(
        ann={"play": other, "pool": {"gold": 2}},
        bob={"play": [*ten, "jeweled_statuette"], "pool": {"elan": 3}, "passed": True},
    )
    ann("use:coral_castle:p1")  # 11 each, the token with Ann
    assert ranks(ann) == [[0], [1]]


def test_r51_players_still_tied_share_the_win() -> None:
    ann, _bob = lay(
        ann={
            "play": [
                "coral_castle",
                "colossus",
                "hanging_gardens",
                "library",
                "solomons_mine",
                "nightingale",
                "ring_of_midas",
            ],
            "pool": {"gold": 1},
        },
        bob={"play": [*NINE, "dragon_egg", "jeweled_statuette"], "pool": {"elan": 2}},
    )
    ann("use:coral_castle:p1")
    assert ranks(ann) == [[0, 1]]


def test_r52_the_serpent_scores_3_at_the_bestiary_on_top_of_its_own() -> None:
    ann, bob = lay(
        ann={"play": ["sorcerers_bestiary", "sea_serpent"]},
        bob={"play": ["hawk", "fire_dragon"], "passed": True},
    )
    assert ann.points == 5  # with the token; rivals' artifacts don't count
    assert bob.points == 1


def test_r53_collect_is_simultaneous_and_begins_in_round_1() -> None:
    ann, bob = lay(ann={"mage": "healer"}, bob={"mage": "witch"}, stage="collect", round=1)
    assert ann.scenario.waiting == {0, 1}
    bob("kind:death")
    assert ann.own.pool == bob.own.pool  # nothing happens before the last answer
    ann("kind:life")
    assert (ann.pool, bob.pool) == ({"life": 1}, {"death": 1})


def test_r53_collect_is_in_player_order_on_request() -> None:
    ann, bob = lay(
        ann={"mage": "healer"},
        bob={"mage": "witch"},
        stage="collect",
        first=1,
        options={"collect": "in_order"},
    )
    assert (ann.asked, bob.asked) == (None, "collect_one")
    bob("kind:death")
    assert bob.pool == {"death": 1}
    assert ann.asked == "collect_one"


def test_r54_from_each_component_all_or_none_places_too() -> None:
    ann, _ = lay(
        ann={
            "play": [
                laden("dancing_sword", death=2, calm=1),
                laden("colossus", gold=3),
                laden("sacred_grove", life=2),
            ],
            "hand": ["hawk"],
        },
        stage="collect",
        bob=PASSED,
    )
    assert ann.options == {"take:dancing_sword", "take:colossus", "take:sacred_grove"}
    assert ann.question.default() == ["take:dancing_sword", "take:colossus"]
    ann(["take:sacred_grove", "take:dancing_sword"])
    assert ann.pool == {"life": 2, "death": 3, "calm": 1, "elan": 1}
    assert ann.on("colossus") == {"gold": 3}
    assert ann.points == 5  # 2 for the Grove, 2 for the Colossus, the token


def test_r54_no_question_is_asked_without_essences_on_components() -> None:
    ann, bob = lay(ann={"play": ["dancing_sword"], "hand": ["hawk"]}, bob={}, stage="collect")
    assert ann.asked == "action"
    assert ann.pool == {"death": 1, "elan": 1}
    assert bob.asked is None


def test_r55_the_vault_pays_only_if_its_gold_is_left() -> None:
    ann, _ = lay(ann={"play": [laden("vault", gold=2), "prism"]}, stage="collect")
    ann(["take:vault"])
    assert ann.asked == "action"
    assert ann.pool == {"gold": 2}
    ann, _ = lay(ann={"play": [laden("vault", calm=1), "prism"]}, stage="collect")
    ann([])
    assert ann.asked == "action"  # no Gold was on it
    assert ann.pool == {}


def test_r56_the_windup_man_grows_by_2_of_each_kind_left() -> None:
    ann, _ = lay(ann={"play": [laden("windup_man", gold=3, elan=1)]}, stage="collect", bob=PASSED)
    ann([])
    assert ann.on("windup_man") == {"gold": 5, "elan": 3}
    assert ann.own.pool["gold"] == 0


def test_r57_the_forge_comes_last_and_may_be_paid_with_collected_death() -> None:
    ann, _ = lay(ann={"play": ["cursed_forge"], "mage": "necromancer"}, stage="collect", bob=PASSED)
    assert ann.options == {"pay", "turn"}
    ann("pay")
    assert ann.turned == set()
    assert ann.own.pool["death"] == 0


def test_r57_without_death_it_is_turned() -> None:
    ann, _ = lay(
        ann={"play": ["cursed_forge"], "item": "reanimate", "pool": {"elan": 3, "gold": 1}},
        stage="collect",
        bob=PASSED,
    )
    assert ann.asked == "action"
    assert ann.turned == {"cursed_forge"}
    ann("use:reanimate:p1", {"elan": 1}, "card:cursed_forge")  # straightened later
    ann("use:cursed_forge:p1")
    assert ann.on("cursed_forge") == {"gold": 1}


def test_r57_forge_costs_nothing_when_claimed() -> None:
    ann, _ = lay(ann={"pool": {"elan": 6, "death": 3}, "hand": ["hawk"]}, bob=PASSED)
    ann("claim:cursed_forge")
    assert ann.turned == set()
    assert ann.pool == {}
