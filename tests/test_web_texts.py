"""The page's texts of a game name only options that the game has."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec
import pytest

from engine.core.registry import games
from tests.boards import BOARDS, FOLDER

DRAWN = [game for game in BOARDS if (FOLDER / game / "drawings.json").exists()]


@pytest.mark.parametrize("game", BOARDS)
def test_every_option_and_value_has_its_texts(game: str) -> None:
    """In English; the page's own check compares the languages."""
    properties = games()[game].options_schema()["properties"]
    texts = json.loads((FOLDER / game / "texts/lobby/english.json").read_text(encoding="utf-8"))
    words = texts["options"]

    assert {name: values_in(words[name]) for name in words} == {
        name: set(option.get("enum", [])) for name, option in properties.items()
    }
    assert all(
        option["title"].strip() and option["description"].strip() for option in words.values()
    )
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
    files = (FOLDER / game / "index.ts", FOLDER.parent / "table/log/event_icons.ts")
    patterns_by_file = [
        re.findall(r"^ +\[/(.+)/, \w+\],$", file.read_text(), re.MULTILINE) for file in files
    ]
    patterns = [re.compile(pattern) for many in patterns_by_file for pattern in many]
    assert all(patterns_by_file), "no icons were found in one of the files"
    for key in games()[game].messages.templates:
        kind, _, name = key.partition(".")
        if kind == "event":
            last = name.removesuffix(".you")
            assert any(pattern.search(last) for pattern in patterns), key


def test_cards_on_the_home_page_are_those_of_the_catalogue() -> None:
    """The page contains them, since the whole catalogue is forty times as long."""
    fan = json.loads((FOLDER / "res_arcana/fan.json").read_text())
    catalogue = {card.id: card for card in games()["res_arcana"].catalogue()}
    assert len(fan) == 4
    for card in fan:
        assert card == msgspec.to_builtins(catalogue[card["id"]]), "copy it from the catalogue"


@pytest.mark.parametrize("game", DRAWN)
def test_every_card_battlefield_and_deck_has_a_drawing(game: str) -> None:
    drawings = json.loads((FOLDER / game / "drawings.json").read_text())
    words = {"keyword", "template", "token"}
    things = {entry.id for entry in games()[game].catalogue() if entry.kind not in words}
    assert things - set(drawings) == set()
