"""Positions of Battle for Empyrean as text."""

from __future__ import annotations

import pytest

from engine.battle_for_empyrean.notation import write
from engine.battle_for_empyrean.read_notation import read
from engine.core.errors import NotationError
from engine.core.event import PUBLIC
from tests.battle_for_empyrean.laying import lay_text, row

EXAMPLE = """\
phase deploy round 4 token p0 order p0 | p1
b1 bountiful_vale p0:bounty
b2 sanctum_of_the_creators p0:offerings=2 p0:offered@
b3 shrine_of_stillness p1:stop1
p0 vikings_of_valhalla essence 3 next 1 raids 2
p0 b1 u1:berserkir/6/r1 u4:snekkja/2/r2/shield/*raided
p0 b2 u7:skjaldmaer/down/paid2
p0 hand viking_jarl bondi
p0 discarded langskip
p0 banished hirdmen hirdmen/prisoner
p1 samurai_of_the_sengoku
p1 b1 u2:ninja/2/r1/stun2 u5:oni/4/r3/moved
p1 hand itako"""
FIELDS = "b1 bountiful_vale\nb2 darkwall_prison\nb3 shrine_of_stillness"
PLAYERS = "p0 vikings_of_valhalla\np1 samurai_of_the_sengoku"
SHORT = f"{FIELDS}\n{PLAYERS}"


def test_position_survives_a_notation_round_trip():
    assert write(read(EXAMPLE)) == EXAMPLE


def test_omitted_parts_are_as_at_set_up():
    table = read(SHORT)
    assert (table.phase, table.round, table.token, table.last_round) == ("draft", 1, 0, 10)
    assert [player.essence for player in table.players] == [2, 2]
    assert [len(player.deck) for player in table.players] == [24, 24]
    assert table.present == [0, 1, 2]
    assert "begin" not in write(table)


def test_units_without_details_have_printed_might_and_were_revealed_last_round():
    table = read(f"phase command round 5\n{SHORT}\np0 b2 hirdmen bondi/down\np1 b1 oni")
    hirdmen, bondi, oni = (u for player in table.players for r in player.rows for u in r)
    assert [hirdmen.number, bondi.number, oni.number] == [1, 2, 3]
    assert (hirdmen.might, hirdmen.revealed) == (3, 4)
    assert (bondi.might, bondi.revealed) == (0, 0)
    assert len(table.players[0].deck) == 22


def test_viewers_notation_has_own_cards_and_counts_of_rivals_cards():
    own, other, public = (write(read(EXAMPLE), viewer) for viewer in (0, 1, PUBLIC))
    assert "p0 b2 u7:skjaldmaer/down/paid2" in own
    assert "p0 vikings_of_valhalla essence 3 next 1 raids 2" in own
    for text in (other, public):
        assert "p0 b2 u7:?/down" in text.splitlines()
        assert "p0 hand ?2" in text
        assert "p0 deck ?16" in text
        assert "essence" not in text, "what the face-down card has cost is hidden"
        assert "langskip" not in text
        assert "hirdmen" not in text
    assert "p1 hand itako" in other
    assert "p1 hand ?1" in public


def test_mash_up_deck_consists_of_the_cards_written():
    vikings = "bear_spirit bondi bondi wolf_spirit wolf_spirit menningulfar menningulfar hirdmen"
    rest = "skjaldmaer skjaldmaer hirdmen snekkja viking_archer berserkir berserkir skjaldborg"
    more = "langskip langskip skjaldmaer_bash ulfhedinn ulfhedinn blendingur blendingur"
    table = read(
        f"options decks_by=mash_up\n{FIELDS}\np0 mash_up\np0 deck {rest} {more}\n"
        f"p0 hand {vikings}\np0 b1 the_shogun\np1 vikings_of_valhalla"
    )
    assert sum(table.players[0].cards.values()) == 24
    assert table.players[0].cards["the_shogun"] == 1
    assert write(read(write(table))) == write(table)


def test_a_laid_position_can_be_played():
    ann, bob = lay_text(EXAMPLE)
    assert (ann.asked, bob.asked) == (None, "deploy")
    bob("deploy:itako:b2")
    assert row(ann, "b2") == ["skjaldmaer 2"]
    assert row(bob, "b2") == ["itako 4"]


REFUSED = {
    "p0 hand odin": "line 6: p0 hand: there is no such card: odin",
    "p0 hand oni": "p0: more of a card than the deck holds: oni",
    "p0 hand viking_jarl viking_jarl": "p0: more of a card than the deck holds: viking_jarl",
    "p0 b4 bondi": "line 6: p0: no such battlefield: b4",
    "p0 b1 bondi/fly": "line 6: p0 b1: no such part of a unit: fly: bondi/fly",
    "p0 b1 bondi/down/7": "line 6: p0 b1: no such part of a unit: 7: bondi/down/7",
    "p0 b1 bondi/r9": "line 6: p0 b1: Revealed in a Round to come: bondi/r9",
    "p0 b1 u1:bondi u1:hirdmen": "two units have the same number",
    "p0 b1 ?/down": "line 6: p0 b1: no such word: ?/down",
    "p0 vikings_of_asgard": "line 6: p0: a second line of its kind",
    "p0 deck bondi": "p0: the deck is what is nowhere else",
    "phase night": "line 6: phase: no such word: night",
    "phase deploy round 11": "no such Round in this phase: 11",
    "phase deploy token p2": "line 6: phase: no such seat: token p2",
    "phase deploy order p0 p0": "line 6: phase: a seat acts once: order p0 p0",
    "phase reveal revealing u3": "no such card is being Revealed: u3",
    "weather fine": "line 6: weather: no such line",
    "b4 tower_of_stars": "lines for the battlefields b1, b2, b3 are needed",
}


@pytest.mark.parametrize(("text", "why"), REFUSED.items(), ids=REFUSED.values())
def test_refusal_names_the_line_and_the_reason(text: str, why: str):
    with pytest.raises(NotationError) as refused:
        read(f"{SHORT}\n{text}")
    assert str(refused.value) == why


def test_a_battlefield_has_a_card_of_the_box():
    with pytest.raises(NotationError, match="line 1: b1: there is no such battlefield: valhalla"):
        read(SHORT.replace("bountiful_vale", "valhalla"))
    with pytest.raises(NotationError, match="line 3: b3: one battlefield, and each once"):
        read(SHORT.replace("shrine_of_stillness", "bountiful_vale"))


def test_every_player_needs_a_game_deck_in_play():
    with pytest.raises(NotationError, match="p1 needs a game deck"):
        read(f"{FIELDS}\np0 vikings_of_valhalla\np1 -")
