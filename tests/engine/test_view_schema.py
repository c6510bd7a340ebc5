"""Schemas of views: strict, complete and one for each kind of viewer."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

import pytest
from jsonschema_rs import Draft202012Validator
from msgspec import Meta

from engine.core.event import PUBLIC
from engine.core.registry import games
from engine.core.view_schema import FOR_SEATS, Count, PlayerId, one_of, view_schema
from engine.testing.grammars import fields_of
from tests.engine.workshop import Workshop


class Straight(TypedDict):
    """A die that shows its face."""

    kind: Literal["straight"]
    face: Annotated[int, "What it shows.", Meta(ge=1, le=6)]


class Cocked(TypedDict):
    kind: Literal["cocked", "lost"]


class Dice(TypedDict):
    """Some dice."""

    dice: dict[PlayerId, Straight | Cocked]
    colour: Annotated[str, one_of("bone", "ink")]
    rolled: bool
    hidden: NotRequired[Annotated[list[Count], "Kept for later.", FOR_SEATS]]


ONE: dict[str, Any] = {"dice": {}, "colour": "ink", "rolled": True}


def test_schema_reflects_the_types() -> None:
    assert view_schema(Dice, public=False) == {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$ref": "#/$defs/Dice",
        "$defs": {
            "Cocked": {
                "type": "object",
                "properties": {"kind": {"type": "string", "enum": ["cocked", "lost"]}},
                "required": ["kind"],
                "additionalProperties": False,
            },
            "Dice": {
                "type": "object",
                "description": "Some dice.",
                "properties": {
                    "dice": {
                        "type": "object",
                        "propertyNames": {"pattern": "^p[0-9]$"},
                        "additionalProperties": {
                            "oneOf": [{"$ref": "#/$defs/Straight"}, {"$ref": "#/$defs/Cocked"}]
                        },
                    },
                    "colour": {"type": "string", "enum": ["bone", "ink"]},
                    "rolled": {"type": "boolean"},
                    "hidden": {
                        "type": "array",
                        "items": {"type": "integer", "minimum": 0},
                        "description": "Kept for later.",
                    },
                },
                "required": ["dice", "colour", "rolled"],
                "additionalProperties": False,
            },
            "Straight": {
                "type": "object",
                "description": "A die that shows its face.",
                "properties": {
                    "kind": {"type": "string", "const": "straight"},
                    "face": {
                        "type": "integer",
                        "description": "What it shows.",
                        "minimum": 1,
                        "maximum": 6,
                    },
                },
                "required": ["kind", "face"],
                "additionalProperties": False,
            },
        },
    }


@pytest.mark.parametrize(
    ("changed", "seat", "public"),
    [
        ({}, True, True),
        ({"hidden": [1]}, True, False),
        ({"hidden": [-1]}, False, False),
        ({"colour": "red"}, False, False),
        ({"rolled": 1}, False, False),
        ({"unknown": 1}, False, False),
        ({"dice": {"p0": {"kind": "straight", "face": 6}}}, True, True),
        ({"dice": {"p0": {"kind": "straight", "face": 7}}}, False, False),
        ({"dice": {"p0": {"kind": "lost", "face": 6}}}, False, False),
        ({"dice": {"seat 0": {"kind": "lost"}}}, False, False),
    ],
)
def test_a_schema_refuses_what_its_types_exclude(
    changed: dict[str, Any], seat: bool, public: bool
) -> None:
    for kind, holds in ((False, seat), (True, public)):
        validator = Draft202012Validator(view_schema(Dice, public=kind))
        assert validator.is_valid({**ONE, **changed}) is holds
        assert not validator.is_valid({"dice": {}, "colour": "ink"})


@pytest.mark.parametrize("game_id", sorted(games()))
def test_spectator_schema_excludes_seat_only_fields(game_id: str) -> None:
    game = games()[game_id]
    seats, spectators = (set(fields_of(game.view_schema(viewer))) for viewer in (0, PUBLIC))
    assert spectators < seats
    hands = {field for field in seats if field.endswith(".hand")}
    assert hands
    assert hands.isdisjoint(spectators)


def test_a_game_may_leave_its_views_undescribed() -> None:
    assert Workshop().view_schema(PUBLIC) is None
