"""Rulings R27-R35: Life loss."""

from __future__ import annotations

import pytest

from engine.res_arcana import life_loss
from tests.res_arcana.lay import Seat, laden, lay, turned

DRAGON = {"play": ["fire_dragon"]}


def attacked(**bob: object) -> Seat:
    """Bob when Ann's Fire Dragon strikes (2 Life, or 1 Calm); Bob has a card and acts next."""
    ann, bob_seat = lay(ann=DRAGON, bob={"hand": ["hawk"], **bob})
    ann("use:fire_dragon:p1")
    return bob_seat


def test_r27_life_loss_hits_every_rival_that_has_not_passed_and_never_the_user() -> None:
    life = {"life": 3}
    ann, bob, cid = lay(
        ann={**DRAGON, "pool": life},
        bob={"pool": life, "passed": True},
        cid={"pool": life, "hand": ["hawk"]},
    )
    ann("use:fire_dragon:p1")
    assert (ann.pool, bob.pool, cid.pool) == ({"life": 3}, {"life": 3}, {"life": 1})


def test_r28_rivals_answer_one_at_a_time_clockwise_from_the_user() -> None:
    calm = {"pool": {"calm": 1, "life": 2}}
    ann, bob, cid, dot = lay(ann=calm, bob=calm, cid={**DRAGON, **calm}, dot=calm, turn=2)
    cid("use:fire_dragon:p1")
    assert (dot.asked, ann.asked, bob.asked) == ("lose_life", None, None)
    dot("ignore")
    assert (dot.asked, ann.asked, bob.asked) == (None, "lose_life", None)
    ann("suffer")
    assert (dot.asked, ann.asked, bob.asked) == (None, None, "lose_life")
    bob("ignore")
    assert (ann.pool, bob.pool, dot.pool) == ({"calm": 1}, {"life": 2}, {"life": 2})


def test_r29_each_rival_pays_the_price_reacts_once_or_loses() -> None:
    bob = attacked(
        play=["protection", "temple", "dancing_sword"],
        pool={"calm": 1, "elan": 2, "life": 2},
    )
    assert bob.options == {
        "suffer",
        "ignore",
        "react:protection:p1",
        "react:temple:p1",
        "react:dancing_sword:p1",
    }
    bob("react:dancing_sword:p1")
    assert bob.asked == "action"  # one react, one Death
    assert bob.on("dancing_sword") == {"death": 1}
    assert bob.pool == {"calm": 1, "elan": 1, "life": 2}


def test_r30_the_bridle_answers_dragons_only() -> None:
    assert attacked(play=["dragon_bridle"], pool={"life": 2}).options == {
        "suffer",
        "react:dragon_bridle:p1",
    }
    ann, bob = lay(
        ann={"play": ["elvish_bow"]},
        bob={"play": ["dragon_bridle"], "pool": {"life": 2}, "hand": ["hawk"]},
    )
    ann("use:elvish_bow:p1")
    assert bob.asked == "action"  # it was suffered
    assert bob.pool == {"life": 1}


def test_r31_reacts_work_while_turned_unless_they_turn() -> None:
    bob = attacked(
        play=[turned("tree_of_life"), turned("temple"), turned("guard_dog")],
        pool={"life": 2, "elan": 1},
    )
    assert bob.options == {"suffer", "react:tree_of_life:p2"}  # nor Guard Dog's other power
    bob("react:tree_of_life:p2")
    assert bob.pool == {"life": 1, "elan": 1}


def test_r32_passed_player_ignores_life_loss_and_gains_nothing() -> None:
    ann, bob = lay(
        ann={**DRAGON, "hand": ["hawk"]},
        bob={"play": ["dancing_sword"], "pool": {"elan": 1}, "passed": True},
    )
    ann("use:fire_dragon:p1")
    assert bob.pool == {"elan": 1}
    assert bob.on("dancing_sword") == {}


def test_r33_life_is_paid_first() -> None:
    bob = attacked(pool={"life": 1, "elan": 2, "gold": 1})
    assert bob.asked == "lose_others"
    assert bob.limits == {"elan": 2, "gold": 1}
    assert bob.question.least == 2
    bob({"elan": 1, "gold": 1})
    assert bob.pool == {"elan": 1}


def test_r33_only_the_pool_is_touched() -> None:
    bob = attacked(play=[laden("vault", gold=4)], pool={})
    assert bob.asked == "action"
    assert bob.on("vault") == {"gold": 4}


def test_r34_insufficient_pool_is_lost_entirely() -> None:
    assert attacked(pool={"life": 1, "gold": 1}).pool == {}


def test_r34_is_controlled_by_one_switch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(life_loss, "LOSES_THE_REST", False)
    assert attacked(pool={"life": 1, "gold": 1}).pool == {"gold": 1}


def test_r35_a_price_must_be_payable() -> None:
    assert attacked(pool={"calm": 1}).options == {"suffer", "ignore"}  # no Life is needed
    assert attacked(pool={"elan": 4, "gold": 1}).asked == "lose_others"


def test_r35_a_card_for_the_wind_dragon_earns_nothing() -> None:
    ann, bob = lay(
        ann={"play": ["wind_dragon"]}, bob={"hand": ["hawk"], "deck": ["prism"], "item": "research"}
    )
    ann("use:wind_dragon:p1")
    bob("ignore")
    assert bob.own.discards == ["hawk"]
    assert bob.pool == {}


def test_r35_any_artifact_for_the_sea_serpent_with_its_essences() -> None:
    ann, bob = lay(
        ann={"play": ["sea_serpent"]},
        bob={"play": [turned("ring_of_midas", gold=3)], "hand": ["hawk"]},
    )
    ann("use:sea_serpent:p1")
    bob("ignore")
    assert bob.play == set()
    assert bob.pool == {}
    assert bob.own.discards == ["ring_of_midas"]
