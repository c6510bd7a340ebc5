"""Translations: every text of a game can be translated, and every catalogue is complete."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from app.notifications import texts as notifications
from engine.bots import presentation
from engine.core import language
from engine.core.game import Game
from engine.core.language import Language, in_english
from engine.core.messages import Messages, Text
from engine.core.registry import games
from engine.core.translation import (
    CORE_FOLDER,
    core_texts,
    texts,
    translation_of,
)
from engine.testing.texts import check_catalogue

GAMES = {id: game for id, game in games().items() if not game.for_tests}
SOURCES = {
    CORE_FOLDER: list(core_texts()),
    presentation.FOLDER: list(presentation.texts()),
    notifications.FOLDER: list(notifications.texts()),
}
SOURCES |= {game.folder(): list(texts(game)) for game in GAMES.values()}
CATALOGUES = [file for folder in SOURCES for file in sorted((folder / "locale").glob("*.po"))]


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_a_catalogue_is_complete_and_current(file: Path) -> None:
    """To update it: python -m scripts.messages."""
    check_catalogue(file, SOURCES[file.parents[1]])


@pytest.mark.parametrize(
    ("tag", "code"),
    [("pt-BR", "pt-BR"), ("pt-br", "pt-BR"), ("de-AT", "de"), ("DE", "de"), ("pt", "en")],
)
def test_tag_names_a_language_with_or_without_its_region(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, tag: str, code: str
) -> None:
    locale = tmp_path / "locale"
    locale.mkdir()
    for name in ("de", "pt-BR"):
        shutil.copy(CORE_FOLDER / "locale/de.mo", locale / f"{name}.mo")
    monkeypatch.setattr(language, "CORE", locale)
    members = {"folder": staticmethod(lambda: tmp_path)}
    game: Game[Any, Any] = type("Regional", (type(GAMES["res_arcana"]),), members)()
    assert translation_of(game, tag).language.code == code


VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "sentences.json").read_text())


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: case["text"])
def test_a_sentence_reads_as_on_the_page(case: dict[str, Any]) -> None:
    own = {
        key.partition(".")[2]: template for key, template in VECTORS["texts"]["messages"].items()
    }
    declared = frozenset(
        {"seat", "seats", "pool", "card", "tile", "n", "for", "does", "it", "most", "last"}
    )
    texts = {
        key: Text(declared, frozenset(), template, own.get(f"{key}.you", ""))
        for key, template in own.items()
        if not key.endswith(".you")
    }
    language = Language("xx", in_english, VECTORS["texts"]["plural"].__getitem__)
    names, catalogue_texts = VECTORS["texts"]["names"], VECTORS["texts"]["said"]
    messages = Messages(texts, names, language=language, catalogue_texts=catalogue_texts)
    read = messages.render(case["key"], case["args"], VECTORS["players"], case.get("reader"))
    assert read == case["text"]
