"""Tables saved under rules 1 (exports: `tests/engine/test_saved_matches.py`)."""

from __future__ import annotations

import msgspec

from engine.battle_for_empyrean import GAME
from engine.battle_for_empyrean.battlefield import COUNTED, SETTLED
from engine.core.match import Match
from engine.core.step import decode_table
from tests.engine.test_saved_matches import FOLDER


def old_table(*fields):
    """The plain data of a table of rules 1 with these battlefields and what they remembered."""
    match = Match.from_json((FOLDER / "battle_for_empyrean-2-rules1.json").read_bytes())
    raw = msgspec.msgpack.decode(match.step.checkpoint)
    for here, (card, marks, claimed) in zip(raw["fields"], fields, strict=True):
        here |= {"card": card, "marks": [marks, {}], "claimed": claimed}
    raw["moments"], raw["races"] = ["settled"], [0, 1]
    return decode_table(GAME, msgspec.msgpack.encode(raw), 1)


def test_battlefield_memory_is_split_by_kind_on_upgrade():
    table = old_table(
        ("crystal_caverns", {"filled": 1, "round_table": 1}, True),
        ("sanctum_of_the_creators", {"offered": 4, "offerings": 2}, False),
        ("isle_of_the_cursed_coin", {"windfall": 3}, False),
    )
    assert [here.firsts[0] for here in table.fields] == [["filled", "round_table"], [], []]
    assert [here.counts[0] for here in table.fields] == [{}, {"offerings": 2}, {}]
    assert [here.rounds[0] for here in table.fields] == [{}, {"offered": 4}, {"windfall": 3}]
    assert [here.claimed for here in table.fields] == [True, False, False]


def test_upgraded_battlefields_use_the_current_moments():
    table = old_table(
        ("crystal_caverns", {}, False),
        ("summit_of_ten", {}, True),
        ("forge_of_valor", {"burnt_out": 1}, False),
    )
    assert {COUNTED, SETTLED} <= set(table.moments)
    assert table.races == [1]
    assert not table.distinct_decks
