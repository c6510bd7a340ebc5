"""Threats of Battle for Empyrean: they follow from public facts, and can be carried out."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.battle_for_empyrean import GAME
from engine.battle_for_empyrean.outcome import BATTLEFIELDS_TO_WIN, leader
from engine.battle_for_empyrean.table import EmpyreanTable
from engine.core.threat import Threat
from engine.core.view import threat
from engine.testing.scenario import NAMES, Player
from tests.battle_for_empyrean.laying import lay
from tests.engine.threat_proofs import carry_out, positions

pytestmark = pytest.mark.usefixtures("quiet_fields")


WITH_HAND = {"hand": ["eater_of_souls"]}
"""A player with something to do."""


def threat_texts(player: Player) -> list[str]:
    """The texts of the threats for that player."""
    threats = GAME.threats(player.scenario.table)
    return [threat(GAME, announced, player.seat, NAMES, dict)["text"] for announced in threats]


def test_two_led_battlefields_are_announced_at_any_time():
    """Ruling 38."""
    two = {"b1": ["zombie_horde 7"], "b2": ["zombie_horde 2"]}
    ann, bob = lay(ann=WITH_HAND, bob=two)
    assert threat_texts(ann) == ["Bob leads on quiet_field and quiet_field; two battlefields win"]
    assert threat_texts(bob) == ["You lead on quiet_field and quiet_field; two battlefields win"]
    ann, _bob = lay(ann={**WITH_HAND, "b2": ["zombie_horde 2"]}, bob=two)
    assert threat_texts(ann) == [], "a tie is nobody's"


def test_close_battlefields_are_announced_in_the_last_three_rounds():
    sides: dict[str, Any] = {
        "ann": {**WITH_HAND, "b1": ["zombie_horde 5"], "b2": ["zombie_horde 1"]},
        "bob": {"b1": ["zombie_horde 3"], "b2": ["zombie_horde 4"]},
    }
    ann, _bob = lay(round=7, **sides)
    assert threat_texts(ann) == []
    ann, bob = lay(round=8, **sides)
    assert threat_texts(ann) == [
        "You lead on quiet_field by 2 Might",
        "Nobody leads on quiet_field",
    ]
    assert threat_texts(bob) == [
        "Ann leads on quiet_field by 2 Might",
        "Nobody leads on quiet_field",
    ]


def test_last_round_is_announced_first():
    ann, _bob = lay(
        round=10, ann={**WITH_HAND, "b1": ["zombie_horde 5"]}, bob={"b2": ["zombie_horde 5"]}
    )
    assert threat_texts(ann)[0] == "This is the last round"
    ann, *_ = lay(round=9, ann=WITH_HAND, bob={}, cid={})
    assert threat_texts(ann)[0] == "This is the last round"


def test_move_to_lead_on_two_battlefields_is_announced_until_commands_are_over():
    """Rulings 6 and 14."""
    sides: dict[str, Any] = {
        "ann": {**WITH_HAND, "b1": ["zombie_horde 3"]},
        "bob": {"b2": ["zombie_horde 4 move", "zombie_horde 1"]},
    }
    text = "Bob can Move Zombie Horde with 4 Might to quiet_field and lead on two"
    ann, _bob = lay(phase="command", token=1, **sides)
    assert threat_texts(ann) == [text, text], "to either of the two others"
    ann, _bob = lay(phase="deploy", **sides)
    assert threat_texts(ann) == []
    sides["bob"] = {"b2": ["zombie_horde 4 move"]}
    ann, _bob = lay(phase="command", token=1, **sides)
    assert threat_texts(ann) == [], "what it leaves is lost"
    sides["bob"] = {"b2": ["zombie_horde 4 move anchor", "zombie_horde 1"]}
    ann, _bob = lay(phase="draft", **sides)
    assert threat_texts(ann) == []


# Proofs


def _commands(table: EmpyreanTable, seat: int) -> None:
    table.phase, table.order, table.turn = "command", [seat], 0


def prove(table: EmpyreanTable, announced: Threat) -> None:
    """Carry out an announced threat."""
    assert announced.by is not None
    card, place = announced.args["card"], announced.args["place"]
    tried: list[str] = []

    def wanted(question: Any) -> Any:
        for option in question.options if question.prompt == "command" and not tried else ():
            args = option.args or {}
            if option.key.startswith("move:") and (args["card"], args["place"]) == (card, place):
                tried.append(option.key)
                return option.key
        return None

    current = carry_out(GAME, table, _commands, announced.by, wanted, lambda _question: bool(tried))
    moved = [event.args for event in current.run.events if event.key == "moved"]
    assert [(event["card"], event["place"]) for event in moved[:1]] == [(card, place)]
    after: Any = current.table
    assert (
        sum(leader(after, here.place) == announced.by for here in after.fields)
        >= BATTLEFIELDS_TO_WIN
    ), announced


@pytest.mark.parametrize("seats", [2, 3])
def test_announced_threats_can_be_carried_out(seats: int):
    proved: Counter[str] = Counter()
    for number in range(8):
        for table in positions(GAME, seats, number, "random"):
            for announced in GAME.threats(table):
                if announced.can and proved[announced.key] < 20:
                    prove(table, announced)
                    proved[announced.key] += 1
    assert proved["move"], proved
