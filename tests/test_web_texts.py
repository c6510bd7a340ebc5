"""What the page says of a game in another language is about the options that the game has."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.core.registry import games

TEXTS = Path(__file__).parents[1] / "web/src/lib/texts"
LANGUAGES = ("german",)
OURS = ("ascended_kings", "battle_for_empyrean", "res_arcana")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", OURS)
def test_every_option_and_each_of_its_values_has_its_words(language: str, game: str) -> None:
    properties = games()[game].options_schema()["properties"]
    words = json.loads((TEXTS / language / "options.json").read_text(encoding="utf-8"))[game]

    assert {name: values_in(words[name]) for name in words} == {
        name: set(option.get("enum", [])) for name, option in properties.items()
    }
    assert all(one["title"].strip() and one["description"].strip() for one in words.values())


def values_in(option: dict[str, Any]) -> set[str]:
    return set(option.get("values", {}))
