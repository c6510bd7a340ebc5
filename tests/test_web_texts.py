"""The page's texts of a game name only options that the game has."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec
import pytest

from engine.core.registry import games
from scripts.page_catalogues import FILES, catalogue
from tests.boards import BOARDS, FOLDER

DRAWN = [game for game in BOARDS if (FOLDER / game / "drawings.json").exists()]


@pytest.mark.parametrize("game", BOARDS)
def test_every_option_and_each_of_its_values_has_its_words(game: str) -> None:
    """In English; the page's own check compares the languages."""
    properties = games()[game].options_schema()["properties"]
    texts = json.loads((FOLDER / game / "texts/lobby/english.json").read_text(encoding="utf-8"))
    words = texts["options"]

    assert {name: values_in(words[name]) for name in words} == {
        name: set(option.get("enum", [])) for name, option in properties.items()
    }
    assert all(one["title"].strip() and one["description"].strip() for one in words.values())
    assert texts["gist"].strip()


def values_in(option: dict[str, Any]) -> set[str]:
    return set(option.get("values", {}))


@pytest.mark.parametrize("game", BOARDS)
def test_every_phase_is_explained_at_the_table(game: str) -> None:
    """In English, as above."""
    named = {key[6:] for key in games()[game].messages.texts if key.startswith("phase.")}
    texts = (FOLDER / game / "texts/phases/english.ts").read_text(encoding="utf-8")
    _, phases = texts.split("export const english = {")
    assert set(re.findall(r"^  (\w+)[:,]", phases, re.MULTILINE)) == named


@pytest.mark.parametrize("game", BOARDS)
def test_every_event_has_an_icon_in_the_log(game: str) -> None:
    files = (FOLDER / game / "index.ts", FOLDER.parent / "table/log/icons.ts")
    found = [re.findall(r"^ +\[/(.+)/, \w+\],$", one.read_text(), re.MULTILINE) for one in files]
    patterns = [re.compile(pattern) for many in found for pattern in many]
    assert all(found), "no icons were found in one of the files"
    for key in games()[game].messages.templates:
        kind, _, name = key.partition(".")
        if kind == "event":
            last = name.removesuffix(".you")
            assert any(pattern.search(last) for pattern in patterns), key


def test_the_cards_on_the_first_page_are_those_of_the_catalogue() -> None:
    """It brings them along, since the whole description is forty times as long."""
    fan = json.loads((FOLDER / "res_arcana/fan.json").read_text())
    catalogue = {one.id: one for one in games()["res_arcana"].catalogue()}
    assert len(fan) == 4
    for card in fan:
        assert card == msgspec.to_builtins(catalogue[card["id"]]), "copy it from the catalogue"


@pytest.mark.parametrize("game", DRAWN)
def test_every_card_battlefield_and_deck_has_a_drawing(game: str) -> None:
    drawings = json.loads((FOLDER / game / "drawings.json").read_text())
    words = {"keyword", "template", "token"}
    things = {one.id for one in games()[game].catalogue() if one.kind not in words}
    assert things - set(drawings) == set()


@pytest.mark.parametrize("game", FILES)
def test_the_catalogues_in_the_tests_of_the_page_are_those_of_today(game: str) -> None:
    told = json.loads(FILES[game].read_text(encoding="utf-8"))
    assert told == json.loads(json.dumps(catalogue(game))), "run scripts.page_catalogues"
