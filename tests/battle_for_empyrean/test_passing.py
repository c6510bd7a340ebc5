"""Windows that auto-pass skips: those in no player's turn or another's."""

from __future__ import annotations

import hashlib
from random import Random

import pytest

from engine.battle_for_empyrean import GAME
from engine.bots.random_bot import random_answer
from engine.core.running_table import begin
from tests.battle_for_empyrean.laying import lay, lay_text, row, side

pytestmark = pytest.mark.usefixtures("quiet_fields")

WAYS_OUT = {"none", "no"}
SAMURAI = "samurai_of_the_sengoku"
FIELDS = ["altar_of_the_bargain", "eldritch_rift", "river_of_rebirth"]


def turn(player):
    return GAME.turn(player.scenario.table)


def test_bargain_is_passable_outside_any_turn():
    ann, _ = lay_text("""
        phase end round 3
        b1 altar_of_the_bargain
        b2 thieves_market
        b3 tower_of_stars
        p0 samurai_of_the_sengoku
        p0 b1 oni/3
        p1 vikings_of_valhalla""")
    assert ann.asked == "bargain"
    assert turn(ann).seats == []
    assert ann.question.passable
    ann(ann.question.default())
    assert row(ann, "b1") == ["oni 3"]
    assert turn(ann).seats == [0, 1], "the Draft is everybody's turn"


def test_last_flight_of_hermes_is_passable_outside_any_turn():
    ann, _ = lay(round=10, phase="end_of_game", ann={"b1": ["hermes 8"]}, bob={})
    assert ann.asked == "last_flight"
    assert turn(ann).seats == []
    assert ann.question.passable
    ann(ann.question.default())
    assert row(ann, "b1") == ["hermes 8"]


def test_forced_discard_in_a_rivals_turn_is_not_passable():
    ann, bob = lay(ann={"hand": ["renowned_ronin"]}, bob={"hand": ["oni", "ninja"]})
    ann("deploy:renowned_ronin:b1")
    bob("done")
    assert bob.asked == "discard"
    assert turn(bob).seats == [0]
    assert not bob.question.passable


@pytest.mark.parametrize("pile", [["ashigaru"], ["daimyo_samurai"]])
def test_itako_asks_with_any_discard_pile(pile):
    ann, _ = lay(ann={"hand": ["itako"], "discarded": pile}, bob={})
    ann("deploy:itako:b1")
    assert ann.asked == "deploy_from_discard_pile"
    assert ann.question.passable
    ann(ann.question.default())
    assert side(ann).discarded == pile


@pytest.mark.parametrize("seats", [2, 3])
def test_only_forced_questions_in_a_rivals_turn_are_not_passable(seats):
    """Also: whatever is passed by is passed by with its way out."""
    fields = [*FIELDS, "vale_of_echoes"][: seats + 1]
    for number in range(6):
        rng = Random(number)
        options = {"battlefields": fields, "decks": [SAMURAI] * seats, "distinct_decks": False}
        current = begin(GAME, options, seats, hashlib.sha256(str(number).encode()).digest())
        while not current.over:
            for question in current.open:
                ways_out = WAYS_OUT & {option.key for option in question.options}
                if question.seat not in GAME.turn(current.table).seats:
                    assert question.passable == bool(ways_out), question.prompt
                if question.passable:
                    assert question.default() in ways_out, question.prompt
            question = rng.choice(current.open)
            current.answer(question, random_answer(question, rng))
