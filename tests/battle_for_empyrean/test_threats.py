"""Threats of Battle for Empyrean: facts from what lies open, and what is said to be possible is."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.battle_for_empyrean import GAME
from engine.battle_for_empyrean.outcome import BATTLEFIELDS_TO_WIN, leader
from engine.battle_for_empyrean.table import EmpyreanTable
from engine.core.threat import Threat
from engine.core.view import threat
from tests.battle_for_empyrean.laying import lay
from tests.engine.threat_proofs import carried_out, positions
from tests.scenario import NAMES, Player

pytestmark = pytest.mark.usefixtures("quiet_fields")


HELD = {"hand": ["eater_of_souls"]}
"""Somebody who has something to do."""


def said(player: Player) -> list[str]:
    """The threats as that player reads them."""
    found = GAME.threats(player.scenario.table)
    return [threat(GAME, one, player.seat, NAMES, dict)["text"] for one in found]


def test_two_led_battlefields_are_announced_at_any_time():
    """Ruling 38."""
    two = {"b1": ["zombie_horde 7"], "b2": ["zombie_horde 2"]}
    ann, bob = lay(ann=HELD, bob=two)
    assert said(ann) == ["Bob leads on quiet_field and quiet_field; two battlefields win"]
    assert said(bob) == ["You lead on quiet_field and quiet_field; two battlefields win"]
    ann, _bob = lay(ann={**HELD, "b2": ["zombie_horde 2"]}, bob=two)
    assert said(ann) == [], "a tie is nobody's"


def test_close_battlefields_are_announced_in_the_last_three_rounds():
    sides: dict[str, Any] = {
        "ann": {**HELD, "b1": ["zombie_horde 5"], "b2": ["zombie_horde 1"]},
        "bob": {"b1": ["zombie_horde 3"], "b2": ["zombie_horde 4"]},
    }
    ann, _bob = lay(round=7, **sides)
    assert said(ann) == []
    ann, bob = lay(round=8, **sides)
    assert said(ann) == ["You lead on quiet_field by 2 Might", "Nobody leads on quiet_field"]
    assert said(bob) == ["Ann leads on quiet_field by 2 Might", "Nobody leads on quiet_field"]


def test_last_round_is_announced_first():
    ann, _bob = lay(
        round=10, ann={**HELD, "b1": ["zombie_horde 5"]}, bob={"b2": ["zombie_horde 5"]}
    )
    assert said(ann)[0] == "This is the last round"
    ann, *_ = lay(round=9, ann=HELD, bob={}, cid={})
    assert said(ann)[0] == "This is the last round"


def test_move_to_lead_on_two_battlefields_is_announced_until_commands_are_over():
    """Rulings 6 and 14."""
    sides: dict[str, Any] = {
        "ann": {**HELD, "b1": ["zombie_horde 3"]},
        "bob": {"b2": ["zombie_horde 4 move", "zombie_horde 1"]},
    }
    text = "Bob can Move Zombie Horde with 4 Might to quiet_field and lead on two"
    ann, _bob = lay(phase="command", token=1, **sides)
    assert said(ann) == [text, text], "to either of the two others"
    ann, _bob = lay(phase="deploy", **sides)
    assert said(ann) == []
    sides["bob"] = {"b2": ["zombie_horde 4 move"]}
    ann, _bob = lay(phase="command", token=1, **sides)
    assert said(ann) == [], "what it leaves is lost"
    sides["bob"] = {"b2": ["zombie_horde 4 move anchor", "zombie_horde 1"]}
    ann, _bob = lay(phase="draft", **sides)
    assert said(ann) == []


# Proofs


def _commands(table: EmpyreanTable, seat: int) -> None:
    table.phase, table.order, table.turn = "command", [seat], 0


def prove(table: EmpyreanTable, one: Threat) -> None:
    """Do what a threat says is possible."""
    assert one.by is not None
    card, place = one.args["card"], one.args["place"]
    tried: list[str] = []

    def wanted(question: Any) -> Any:
        for option in question.options if question.prompt == "command" and not tried else ():
            said = option.args or {}
            if option.key.startswith("move:") and (said["card"], said["place"]) == (card, place):
                tried.append(option.key)
                return option.key
        return None

    current = carried_out(GAME, table, _commands, one.by, wanted, lambda _question: bool(tried))
    moved = [event.args for event in current.run.events if event.key == "moved"]
    assert [(event["card"], event["place"]) for event in moved[:1]] == [(card, place)]
    after: Any = current.table
    assert (
        sum(leader(after, here.place) == one.by for here in after.fields) >= BATTLEFIELDS_TO_WIN
    ), one


@pytest.mark.parametrize("seats", [2, 3])
def test_announced_threats_can_be_carried_out(seats: int):
    proved: Counter[str] = Counter()
    for number in range(8):
        for table in positions(GAME, seats, number, "random"):
            for one in GAME.threats(table):
                if one.can and proved[one.key] < 20:
                    prove(table, one)
                    proved[one.key] += 1
    assert proved["move"], proved
