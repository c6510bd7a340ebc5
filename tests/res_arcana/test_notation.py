"""Positions of Res Arcana as text."""

from __future__ import annotations

import pytest

from engine.core.errors import NotationError
from engine.core.event import PUBLIC
from engine.res_arcana.essences import KINDS
from engine.res_arcana.notation import write
from engine.res_arcana.read_notation import read
from engine.res_arcana.victory import points
from tests.res_arcana.lay import lay_text

EXAMPLE = """\
phase actions p1 round 3 token p0 began p1
options sides=moon
places sacred_grove catacombs_of_the_dead dwarven_mines coral_castle
display obelisk temple
monuments library oracle great_pyramid mausoleum golden_statue solomons_mine colossus
items divination calm_elan alchemy transmutation death_life reanimate
p0 E2 L1 G4 saw2 duelist protection/turned dragon_teeth/E3 hawk/turned/L1 dragons_lair
p0 hand bone_dragon mermaid
p0 deck crypt | prism vault
p0 discards nightingale
p1 - passed druid research hanging_gardens
p1 hand treant
p1 deck athanor corrupt_altar
p1 known treant
p1 loose treant"""


def test_position_survives_a_notation_round_trip() -> None:
    text = EXAMPLE.replace("p1 - passed", "p1 -")
    assert write(read(text)) == text


def test_omitted_parts_are_as_at_set_up() -> None:
    table = read("p0 druid research\np1 witch alchemy")
    assert (table.stage, table.round, table.turn, table.first) == ("actions", 1, 0, 0)
    assert [player.pool for player in table.players] == [dict.fromkeys(KINDS, 1)] * 2
    assert [player.hand + player.deck for player in table.players] == [[], []]
    assert [len(table.places), len(table.display), len(table.monuments)] == [5, 2, 8]
    assert len(table.items) == 6
    assert points(table, table.players[0]) == 1, "the First Player token"


def test_the_first_card_of_a_pile_is_the_top_one() -> None:
    text = "monuments oracle temple\np0 druid research\np0 deck hawk crypt\np1 - witch alchemy"
    (ann, _) = lay_text(text)
    assert ann.table.display == ["colossus", "golden_statue"]
    ann("pass", "item:divination")
    assert ann.hand == {"hawk"}
    assert ann.table.monuments[-2:] == ["temple", "oracle"]


def test_viewers_notation_has_own_cards_and_counts_of_rivals_cards() -> None:
    table = read(EXAMPLE.replace("p1 - passed", "p1 -"))
    own = write(table, 0).splitlines()
    assert "p0 hand bone_dragon mermaid" in own
    assert "p0 deck crypt | {prism vault}" in own, "the order of the rest is hidden"
    assert "monuments library oracle | ?5" in own, "two were looked at"
    assert "p1 hand ?1" in own
    assert "p1 deck ?2" in own
    assert "p1 known treant" in own
    public = write(table, PUBLIC).splitlines()
    assert "p0 hand ?2" in public
    assert "p0 deck ?3" in public
    assert "monuments ?7" in public


def test_notation_for_a_rival_hides_how_far_a_player_has_looked() -> None:
    table = read(EXAMPLE.replace("p1 - passed", "p1 -"))
    assert "saw2" in write(table, 0)
    assert "saw2" not in write(table, 1)


REFUSED = {
    "p0 druid research hwak": "line 1: p0: there is no such component: hwak",
    "p0 druid research hawk/D0": "line 1: p0: each kind once, and no 0: hawk/D0",
    "p0 E1 E2 druid research": "line 1: p0: each kind once, and no 0: E2",
    "p0 druid research seer": "line 1: p0: a second mage: seer",
    "p0 druid alchemy": "line 2: p1: it has a place already: alchemy",
    "p0 druid research\np0 hand temple": "line 2: p0 hand: it is a monument: temple",
    "p0 druid research\np0 hnad hawk": "line 2: p0: a second line of the player",
    "p0 druid research\nweather fine": "line 2: weather: no such line",
    "p0 druid research\nphase action p0": "line 2: phase: no such word: action",
    "p0 druid research\nphase actions p2": "line 2: phase: no such seat: actions p2",
    "p0 druid research\np0 deck ?3": "line 2: p0 deck: no such word: ?3",
    "p0 druid": "p0 needs a magic item",
    "p0 research": "p0 needs a mage",
    "p0 passed druid research": "p0 has passed",
    "p0 druid research\nphase victory round 0": "rounds are counted from 1",
    "p0 druid research\nphase draft": "one pack for each seat",
    "p0 druid research\nphase over": "the match has not been won",
    "p0 druid research\nphase offer": "an offer belongs to match play",
    "p0 druid research\noptions mode=chess": "options: Invalid enum value 'chess' - at `$.mode`",
    "p0 druid research\nplaces coral_castle": "a Place of Power is lost",
    "p0 druid research\np0 known hawk": "a known card of p0 is not hidden",
}


@pytest.mark.parametrize(("text", "why"), REFUSED.items(), ids=REFUSED.values())
def test_refusal_names_the_line_and_the_reason(text: str, why: str) -> None:
    p0, *more = text.splitlines()
    whole = "\n".join([p0, "p1 E1 witch alchemy", *more])
    with pytest.raises(NotationError) as refused:
        read(whole)
    assert str(refused.value) == why.replace("line 2", f"line {3 if more else 2}")
