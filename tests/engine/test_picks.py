"""Picks: options that name components; the game accepts exactly what the schema allows."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import InvalidOptions
from engine.core.game import Component
from engine.core.registry import games

NAMED = [
    pytest.param(game, option, schema["picks"], id=f"{game.id}-{option}")
    for game in games().values()
    for option, schema in game.options_schema()["properties"].items()
    if "picks" in schema
]


def test_options_that_name_components_declare_picks() -> None:
    assert {param.id for param in NAMED} == {
        "battle_for_empyrean-decks",
        "battle_for_empyrean-battlefields",
        "res_arcana-places",
    }


@pytest.mark.parametrize(("game", "option", "picks"), NAMED)
def test_picks_must_match_the_count_of_the_schema(
    game: Any, option: str, picks: dict[str, Any]
) -> None:
    for seats in game.seats:
        chosen = [component.id for component in first_of(game.catalogue(), picks, seats)]
        assert getattr(game.read_options({option: chosen}, seats), option) == chosen
        assert getattr(game.read_options({option: []}, seats), option) == []
        for wrong in (chosen[:-1], [*chosen, chosen[0]], ["nothing", *chosen[1:]]):
            with pytest.raises(InvalidOptions):
                game.read_options({option: wrong}, seats)


@pytest.mark.parametrize(("game", "option", "picks"), NAMED)
def test_component_may_repeat_only_in_picks_by_seat(
    game: Any, option: str, picks: dict[str, Any]
) -> None:
    seats = game.seats[0]
    chosen = [component.id for component in first_of(game.catalogue(), picks, seats)]
    twice = [chosen[1], *chosen[1:]]
    if picks.get("by_seat"):
        alike = {picks["different"]: False} if "different" in picks else {}
        read = game.read_options({option: twice, **alike}, seats)
        assert getattr(read, option) == twice
    if not picks.get("by_seat") or "different" in picks:
        with pytest.raises(InvalidOptions):
            game.read_options({option: twice}, seats)


def first_of(catalogue: list[Component], picks: dict[str, Any], seats: int) -> list[Component]:
    """The first components of the catalogue that the schema allows, as many as it requires."""
    apart = picks.get("apart", "")
    first_by_key = {
        component.facts[apart] if apart else component.id: component
        for component in reversed(catalogue)
        if component.kind == picks["kind"]
    }
    wanted = picks.get("count", 0) + picks.get("more_by_seat", 0) * seats
    return list(first_by_key.values())[-(seats if picks.get("by_seat") else wanted) :]
