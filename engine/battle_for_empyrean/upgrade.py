"""Upgrade: migrates tables that older rules saved."""

from __future__ import annotations

from typing import Any

from engine.battle_for_empyrean.battlefield import BATTLEFIELDS, SETTLED

_FIRSTS = ("bounty", "filled", "imprisoned", "burnt_out", "echo", "round_table")
_ROUNDS = ("windfall", "offered", "crossed")


def upgrade(raw: Any, rules: int) -> Any:
    """Rules 1: a battlefield's notes were in one collection, and it reacted at other moments."""
    if rules < 2:
        for field in raw["fields"]:
            _sort_marks(field)
        printed = [BATTLEFIELDS[field["card"]] for field in raw["fields"]]
        raw["moments"] = sorted({moment for battlefield in printed for moment in battlefield.on})
        raw["races"] = [
            place for place, battlefield in enumerate(printed) if SETTLED in battlefield.on
        ]
    return raw


def _sort_marks(field: dict[str, Any]) -> None:
    marks = field.pop("marks")
    field["firsts"] = [[mark for mark in own if mark in _FIRSTS] for own in marks]
    field["rounds"] = [{mark: own[mark] for mark in own if mark in _ROUNDS} for own in marks]
    elsewhere = (*_FIRSTS, *_ROUNDS)
    field["counts"] = [{mark: own[mark] for mark in own if mark not in elsewhere} for own in marks]
