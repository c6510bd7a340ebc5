"""Rulings R36-R44: decks, what is public, passing."""

from __future__ import annotations

from engine.core.event import PUBLIC
from engine.res_arcana import GAME
from engine.testing.scenario import events_for, new_players
from tests.res_arcana.lay import laden, lay, turned

PASSED = {"passed": True}


def test_r36_an_empty_deck_is_made_of_the_discards() -> None:
    ann, bob = lay(
        ann={"play": ["library"], "discards": ["hawk", "prism"]}, bob={"hand": ["vault"]}
    )
    ann("use:library:p1")
    assert len(ann.hand) == 1
    assert ann.own.discards == []
    assert ann.hand | set(ann.own.deck) == {"hawk", "prism"}
    assert bob.view["players"]["p0"]["known"] == ["hawk", "prism"]  # they lay open before


def test_r36_without_discards_nothing_is_drawn() -> None:
    ann, _ = lay(ann={"play": ["library", "crypt"]}, bob=PASSED)
    ann("use:library:p1")
    assert ann.hand == set()
    assert ann.turned == {"library"}


def test_r37_draw_of_several_cards_continues_after_the_reshuffle() -> None:
    ann, _ = lay(
        ann={
            "item": "divination",
            "hand": ["treant"],
            "deck": ["hawk"],
            "discards": ["prism", "vault", "crypt"],
        },
        bob=PASSED,
    )
    ann("use:divination:p1")
    assert {"treant", "hawk"} < ann.hand
    assert len(ann.hand) == 4
    assert len(ann.own.deck) == 1
    assert ann.own.discards == []
    assert (ann.question.least, ann.question.most) == (3, 3)


def test_r38_divination_discards_from_the_whole_hand_as_many_as_were_drawn() -> None:
    ann, _ = lay(
        ann={"item": "divination", "hand": ["treant"], "deck": ["hawk", "prism"]}, bob=PASSED
    )
    ann("use:divination:p1")
    assert ann.options == {"card:treant", "card:hawk", "card:prism"}
    assert (ann.question.least, ann.question.most) == (2, 2)
    ann(["card:treant", "card:hawk"])
    assert ann.hand == {"prism"}
    assert ann.pool == {}


def test_r38_no_question_follows_when_nothing_was_drawn() -> None:
    ann, bob = lay(ann={"item": "divination", "hand": ["treant", "hawk"]}, bob={"hand": ["vault"]})
    ann("use:divination:p1")
    assert ann.hand == {"treant", "hawk"}
    assert (ann.asked, bob.asked) == (None, "action")


def test_r39_a_small_deck_is_topped_up_from_the_discards() -> None:
    ann, _ = lay(
        ann={"mage": "seer", "deck": ["hawk"], "discards": ["prism", "vault", "crypt"]}, bob=PASSED
    )
    ann("use:seer:p1", "deck:own")
    keys = [option.key for option in ann.question.options]
    assert keys[0] == "card:hawk"  # set aside, then on top
    assert len(keys) == 3
    assert ann.own.discards == []
    ann([keys[2], keys[1], keys[0]])
    assert ann.own.deck[::-1][:3] == [key[5:] for key in reversed(keys)]


def test_r39_never_a_rivals_deck_nor_the_display() -> None:
    claimed = ["colossus", "great_pyramid", "hanging_gardens", "library", "mausoleum", "obelisk"]
    ann, _ = lay(
        ann={"mage": "seer", "hand": ["hawk"]},
        bob={"play": [*claimed, "golden_statue"], "deck": ["prism", "vault"], "passed": True},
        display=["temple", "oracle"],
        monuments=["solomons_mine"],
    )
    ann("use:seer:p1")  # one card in one deck: there was nothing to choose
    assert ann.view["monuments"]["seen"] == ["solomons_mine"]
    assert ann.asked == "action"


def test_r39_only_the_user_sees() -> None:
    ann, bob = lay(
        ann={"mage": "seer", "deck": ["hawk", "prism", "vault", "crypt"]}, bob={"hand": ["treant"]}
    )
    ann("use:seer:p1", "deck:own", ["card:prism", "card:hawk", "card:vault"])
    looked = {"cards": ["hawk", "prism", "vault"], "deck": "own", "seat": 0}
    assert looked in [event.args for event in ann.events]
    for viewer in (1, PUBLIC):
        seen = events_for(ann.scenario.events, viewer)
        assert {"seat": 0, "n": 3, "deck": "own"} in [event.args for event in seen]
        assert all("cards" not in event.args for event in seen)
    assert "seen" not in bob.view["players"]["p0"]


def test_r39_knowledge_ends_with_a_draw_a_claim_or_another_look() -> None:
    ann, bob = lay(
        ann={"mage": "seer", "play": ["oracle"], "hand": ["prism"]},
        bob={"play": ["hawk"], "pool": {"gold": 4}},
        display=["temple", "colossus"],
        monuments=["library", "obelisk", "mausoleum"],
    )
    ann("use:seer:p1", ["card:library", "card:obelisk", "card:mausoleum"])
    assert ann.view["monuments"]["seen"] == ["library", "obelisk", "mausoleum"]
    bob("claim:temple")
    assert ann.view["monuments"]["seen"] == ["obelisk", "mausoleum"]
    ann("use:oracle:p1", ["card:obelisk", "card:mausoleum", "card:solomons_mine"])
    bob("use:hawk:p1", ["card:obelisk", "card:mausoleum", "card:solomons_mine"])
    assert ann.view["monuments"]["seen"] == []
    assert bob.view["monuments"]["seen"] == ["obelisk", "mausoleum", "solomons_mine"]


def test_r39_single_monument_stays_known_to_rivals_that_saw_it() -> None:
    claimed = ["colossus", "great_pyramid", "hanging_gardens", "library", "mausoleum", "obelisk"]
    ann, bob = lay(
        ann={"mage": "seer", "hand": ["prism"]},
        bob={"play": ["hawk", *claimed, "golden_statue"], "hand": ["vault"]},
        display=["temple", "oracle"],
        monuments=["solomons_mine"],
    )
    ann("use:seer:p1")
    bob("use:hawk:p1")
    assert ann.view["monuments"]["seen"] == bob.view["monuments"]["seen"] == ["solomons_mine"]


def test_r40_discards_and_counts_are_public_and_hands_and_decks_hidden() -> None:
    ann, bob = lay(
        ann={
            "hand": ["hawk"],
            "deck": ["vault", "prism"],
            "discards": ["crypt"],
            "pool": {"elan": 2},
        },
        bob={},
    )
    seen = bob.view["players"]["p0"]
    assert seen["hand_size"] == 1
    assert seen["deck_size"] == 2
    assert seen["discard"] == ["crypt"]
    assert seen["pool"]["elan"] == 2
    assert not {"hand", "deck", "seen", "mages"} & seen.keys()
    assert ann.view["players"]["p0"]["deck"] == ["prism", "vault"]  # unordered
    public = GAME.view(ann.table, PUBLIC)
    assert public["players"]["p0"] == seen
    assert "seen" not in public["monuments"]


def test_r40_unseen_deck_of_a_first_game_is_not_listed() -> None:
    ann, _ = new_players(GAME, 2, {"mode": "first_game"})
    seen = ann.view["players"]["p0"]
    assert len(seen["hand"]) == 3
    assert "deck" not in seen
    assert seen["deck_size"] == 5


def test_r41_token_then_item_then_card() -> None:
    ann, bob = lay(
        ann={"item": "research", "deck": ["hawk"], "hand": ["prism"]},
        bob={"hand": ["vault"]},
        first=1,
    )
    assert (ann.points, bob.points) == (0, 1)
    ann("pass")
    assert (ann.points, bob.points) == (1, 0)  # at once
    assert ann.hand == {"prism"}
    ann("item:alchemy")
    assert ann.hand == {"prism", "hawk"}
    keys = [event.key for event in ann.events]
    assert keys == ["took_token", "passed", "swapped_item", "drew"]


def test_r41_token_holder_starts_the_next_round() -> None:
    ann, bob = lay(
        ann={"item": "research", "hand": ["hawk"]},
        bob={"item": "protection", "hand": ["prism"]},
        turn=1,
    )
    bob("pass", "item:transmutation")
    ann("pass", "item:alchemy")
    assert ann.table.round == 2
    assert ann.table.first == 1
    assert bob.asked == "action"


def test_r42_a_different_item_and_the_old_one_is_open_to_later_passers() -> None:
    ann, bob = lay(
        ann={"item": "research", "hand": ["hawk"], "play": [turned("prism")]},
        bob={"item": "protection", "hand": ["vault"]},
    )
    ann("pass")
    other_items = {"alchemy", "calm_elan", "death_life", "divination", "reanimate"}
    assert ann.options == {f"item:{id}" for id in other_items | {"transmutation"}}
    ann("item:alchemy")
    bob("pass")
    assert "item:research" in bob.options
    assert not {"item:alchemy", "item:protection"} & bob.options


def test_r42_a_swapped_item_is_emptied_and_straightened() -> None:
    ann, bob, cid = lay(
        ann={"play": [turned("research", calm=2)], "item": "research", "hand": ["hawk"]},
        bob={"item": "protection", "hand": ["vault"]},
        cid={"hand": ["prism"]},
    )
    ann("pass", "item:alchemy")
    bob("pass", "item:research")
    assert cid.asked == "action"  # it is still the same round
    assert bob.own.cards["research"] == laden("research")


def test_r43_a_new_item_rests_until_the_next_round() -> None:
    ann, bob = lay(
        ann={"item": "research", "hand": ["hawk"]},
        bob={"play": ["elvish_bow"], "item": "alchemy"},
    )
    ann("pass", "item:protection")
    bob("use:elvish_bow:p1")
    assert ann.asked is None  # nothing to react to
    assert ann.turned == set()


def test_r43_new_item_collects_in_the_next_round() -> None:
    ann, _ = lay(ann={"item": "research", "hand": ["hawk"]}, bob=PASSED)
    ann("pass", "item:death_life")
    assert ann.asked == "collect_one"


def test_r44_a_passed_player_has_no_more_actions_but_keeps_gifts() -> None:
    ann, bob = lay(
        ann={"item": "research", "hand": ["hawk"], "play": ["crypt"]},
        bob={"play": ["tree_of_life", "library"], "hand": ["vault"]},
    )
    ann("pass", "item:alchemy")
    bob("use:tree_of_life:p1")
    assert ann.pool == {"life": 1}
    assert ann.asked is None
    bob("use:library:p1")
    assert bob.asked == "action"
