"""Names of essences, gems and bots are translated, everywhere; names of cards stay English."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from engine.core.registry import games
from engine.core.translation import languages, translation_of
from engine.testing.play import Line
from engine.testing.texts import sentences_of
from tests.boards import LANGUAGES

ROOT = Path(__file__).parents[2]
ENGLISH = {
    "Life",
    "Death",
    "Calm",
    "Gold",
    "Elan",
    "Core",
    "Easy",
    "Hard",
    "Greedy",
    "Random",
    "Guide",
    "Bloodstone",
    "Bloodstones",
}
"""Words of the games and of built-in bots."""
CATALOGUES = [
    file
    for code in LANGUAGES
    for folder in (ROOT / "app", ROOT / "engine", ROOT / "web/src")
    for file in sorted(folder.glob(f"**/{code}.po"))
]
SPOKEN = [(game, code) for game in games().values() for code in languages(game) if code != "en"]
CARDS = sorted(
    {part.name for game in games().values() for part in game.catalogue()}
    - {"Elan", "Life", "Calm", "Death", "Gold"},
    key=len,
    reverse=True,
)


@cache
def messages_in(file: Path) -> Catalog:
    with file.open("rb") as text:
        return read_po(text)


@cache
def foreign(code: str) -> str:
    """A pattern for the words that a language does not share with English: no catalogue of it
    translates them by themselves.
    """
    files = [file for file in CATALOGUES if file.stem == code]
    shared = {
        message.id
        for file in files
        for message in messages_in(file)
        if message.id == message.string
    }
    return "|".join(sorted(ENGLISH - shared))


def untranslated(text: str, code: str) -> list[str]:
    """The English names in a text, apart from names of cards."""
    for card in CARDS:
        text = text.replace(card, "")
    return re.findall(rf"\b(?:{foreign(code)})\b", text)


def test_english_names_are_detected_beside_names_of_cards() -> None:
    assert untranslated("1 Punkt für jedes Life auf Sacred Grove", "de") == ["Life"]
    assert untranslated("Easy behält Chalice of Life", "de") == ["Easy"]
    assert untranslated("1 point pour chaque Gold", "fr") == ["Gold"]


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: str(file.relative_to(ROOT)))
def test_catalogue_has_no_english_name_of_an_essence_a_gem_or_a_bot(file: Path) -> None:
    english = {}
    for message in messages_in(file):
        forms = message.string if isinstance(message.string, tuple) else (message.string,)
        if message.id and (names := untranslated(" ".join(forms), file.stem)):
            english[message.context] = names
    assert not english


@pytest.mark.parametrize(("game", "code"), SPOKEN, ids=lambda part: getattr(part, "id", part))
def test_translated_match_has_no_english_name_of_an_essence_or_a_gem(game, code) -> None:
    messages = translation_of(game, code).messages
    for number, seats in enumerate(game.seats):
        for text in sentences_of(Line(game, seats, number, rounds=4), messages):
            assert not untranslated(text, code), text
