"""Ruling 36: hidden facts, and that no question reveals them."""

from __future__ import annotations

import json

import pytest

from engine.battle_for_empyrean import GAME
from engine.core.event import PUBLIC
from engine.core.match import running_table
from engine.testing.scenario import events_for, new_players
from tests.battle_for_empyrean.laying import lay, lay_text, side

pytestmark = pytest.mark.usefixtures("quiet_fields")

FIELDS = """
        b1 the_hollow_keep
        b2 tower_of_stars
        b3 the_frozen_pass"""
"""Battlefields without effects on what these tests do."""


def everything_received(player) -> str:
    events = [(event.key, event.args) for event in player.events]
    return json.dumps([player.view, events])


def test_a_face_down_card_shows_its_zone_and_order_and_nothing_else():
    ann, bob = lay(ann={"hand": ["oni", "ninja", "sohei"], "essence": 9}, bob={"hand": ["bondi"]})
    ann("deploy:oni:b2", "deploy:ninja:b1")
    assert bob.view["units"] == {
        "u1": {"owner": "p0", "battlefield": "b2", "zone": 1, "face_up": False, "order": 1},
        "u2": {"owner": "p0", "battlefield": "b1", "zone": 1, "face_up": False, "order": 2},
    }
    assert ann.view["units"]["u1"] == bob.view["units"]["u1"] | {
        "card": "oni",
        "name": "Oni",
        "cost": 4,
        "paid": 4,
    }


def test_essence_spent_on_face_down_cards_shows_as_they_are_revealed():
    ann, bob = lay_text(f"""
        phase deploy round 3 token p1
        {FIELDS}
        p0 samurai_of_the_sengoku essence 9
        p0 hand metsubushi hatamoto_samurai oni
        p1 vikings_of_valhalla""")
    ann("deploy:metsubushi:b1", "deploy:hatamoto_samurai:b1")
    assert ann.view["players"]["p0"]["essence"] == 1
    assert bob.view["players"]["p0"]["essence"] == 9
    ann("done")
    assert ann.asked == "discard"
    assert bob.view["players"]["p0"]["essence"] == 1, "both are face-up now"


def test_hands_piles_and_drafts_are_the_owners():
    ann, bob = lay_text(f"""
        {FIELDS}
        p0 samurai_of_the_sengoku
        p0 hand oni
        p0 discarded ninja
        p0 banished itako
        p1 vikings_of_valhalla""")
    own, other = ann.view["players"]["p0"], bob.view["players"]["p0"]
    assert own["hand"] == {"oni": 1}
    assert own["discarded"] == {"ninja": 1}
    assert own["drafted"] == side(ann).drafted
    for key in ("hand", "discarded", "drafted", "banished"):
        assert key not in other
    assert "banished" not in own, "the Banish pile is face-down for everybody"
    sizes = ("hand_size", "discard_size", "banish_size", "deck_size")
    assert [other[size] for size in sizes] == [1, 1, 1, 24 - 3 - 2]


def test_card_kept_in_the_draft_is_revealed_to_its_owner_only():
    ann, bob = lay(phase="draft", ann={"hand": ["oni"]}, bob={"hand": ["bondi"]})
    card = side(ann).drafted[0]
    ann(f"keep:{card}")
    bob(bob.question.default())
    own = [
        event for event in ann.events if event.key in ("drafted", "kept") and event.seats == (0,)
    ]
    assert [event.key for event in own] == ["drafted", "kept"]
    assert not [event for event in bob.events if event.args.get("card") == card]
    public = events_for(ann.scenario.events, PUBLIC)
    assert not any(event.key in ("drafted", "kept") for event in public)


def test_question_is_asked_for_two_equal_cards_in_the_draft():
    ann, _ = lay(
        phase="draft", ann={"bottom": ["ashigaru", "ashigaru", "oni"], "no_deck": True}, bob={}
    )
    assert ann.options == {"keep:ashigaru"}


def test_player_that_can_pay_for_nothing_is_still_asked():
    ann, bob = lay(ann={"hand": ["the_shogun"], "essence": 2}, bob={})
    assert ann.options == {"done"}
    assert bob.asked is None, "an empty hand is public"


def test_player_publicly_without_essence_is_not_asked():
    ann, _ = lay(ann={"hand": ["the_shogun"], "essence": 0}, bob={})
    assert ann.asked == "keep"


def test_discard_does_not_reveal_whether_the_card_could_be_deployed():
    """Ashigaru's question is the Discard's own, so there is never a second one."""
    ann, _ = lay(ann={"hand": ["bushi_samurai", "ashigaru", "oni"]}, bob={})
    ann("deploy:bushi_samurai:b1", "done")
    assert ann.options == {
        "discard:ashigaru",
        "discard:ashigaru:b1",
        "discard:ashigaru:b2",
        "discard:ashigaru:b3",
        "discard:oni",
    }
    ann("discard:oni")
    assert ann.asked == "keep"


def test_a_secret_deployment_from_the_discard_pile_is_not_named():
    ann, bob = lay(ann={"hand": ["itako"], "discarded": ["onna_musha", "sohei"]}, bob={})
    ann("deploy:itako:b1", "deploy:sohei:b2")
    before = [event for event in bob.events if event.key.startswith("deployed_free")]
    assert [event.key for event in before] == ["deployed_free_face_down"]
    assert "card" not in before[0].args
    assert "onna_musha" not in everything_received(bob).replace('"onna_musha": 2', "")


def test_views_contain_no_null_and_no_numeric_key():
    ann, bob = lay(ann={"hand": ["oni"], "b1": ["sohei 1"]}, bob={"b1": ["bondi 1"]})
    for viewer in (0, 1, PUBLIC):
        text = json.dumps(GAME.view(ann.scenario.table, viewer))
        assert "null" not in text
    assert ann.view != bob.view


def test_agreed_undo_shuffles_the_remaining_battlefields():
    """A deck has no order to shuffle: chance picks from it at each draw."""
    ann, bob = new_players(GAME, 2)
    scenario = ann.scenario
    scenario.match.step.redraws.append(0)
    table = running_table(GAME, scenario.match).table
    before = scenario.table.undrawn
    assert sorted(table.undrawn) == sorted(before)
    assert table.undrawn != before
    assert [GAME.view(table, player.seat) for player in (ann, bob)] == [ann.view, bob.view]
