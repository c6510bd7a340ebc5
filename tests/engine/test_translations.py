"""Translations: every text of a game can be translated, and every catalogue is complete."""

from __future__ import annotations

import json
import re
import shutil
import string
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from app.notifications import texts as notifications
from engine.bots import presentation
from engine.bots.random_bot import random_answer
from engine.core import language, view
from engine.core.game import Game
from engine.core.language import Language, in_english
from engine.core.match import answer, new_match
from engine.core.messages import Messages, Text
from engine.core.registry import games
from engine.core.templates import specs_of
from engine.core.translation import (
    CORE_FOLDER,
    Translation,
    core_texts,
    languages,
    texts,
    translation_of,
)
from tests.engine.batteries import options_of, seed_of

GAMES = {id: game for id, game in games().items() if not game.for_tests}
SOURCES = {
    CORE_FOLDER: list(core_texts()),
    presentation.FOLDER: list(presentation.texts()),
    notifications.FOLDER: list(notifications.texts()),
}
SOURCES |= {game.folder(): list(texts(game)) for game in GAMES.values()}
CATALOGUES = [file for folder in SOURCES for file in sorted((folder / "locale").glob("*.po"))]
PLAYERS = ["1", "2", "3", "4"]
LETTER = re.compile("[A-Za-z]+")
TOLERATED = {"Essence"}


def _foreign(text: str) -> str:
    """The text with all letters replaced, except in arguments."""
    parts = []
    for literal, field, spec, _ in string.Formatter().parse(text):
        parts.append(_letters(literal))
        if field is not None:
            forms = [_letters(form) for form in spec.split("|")[1:]]  # type: ignore[union-attr]
            spec = "|".join(["s", *forms]) if forms else spec
            parts.append(f"{{{field}{':' if spec else ''}{spec}}}")
    return "".join(parts)


def _letters(text: str) -> str:
    return re.sub("[A-Za-z]", lambda letter: chr(ord(letter[0]) + 0xFEE0), text)


FOREIGN = Language("qps", lambda context, english: _foreign(english), lambda n: int(n != 1))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_every_sentence_of_a_match_can_be_translated(game: Game[Any, Any]) -> None:
    translation = Translation(game, FOREIGN)
    for number in range(6):
        seats = game.seats[number % len(game.seats)]
        for text in sentences(game, translation.messages, seats, number):
            assert not LETTER.findall(text), text


def sentences(game: Game[Any, Any], messages: Messages, seats: int, number: int) -> Iterator[str]:
    """Every sentence of a random match."""
    options = {**options_of(game, seats, number), "round_limit": 4}
    rng, transition = Random(number), new_match(game, options, seats, seed_of(number))
    for event in transition.events:
        yield messages.render(f"event.{event.key}", event.args, PLAYERS)
    while not transition.match.over:
        place = rng.randrange(len(transition.match.decisions))
        known, question = transition.match.decisions[place], transition.running.open[place]
        decision = view.decision(game, question, known.id, False, PLAYERS)
        yield from _of_decision(game, messages, decision)
        raw = random_answer(question, rng)
        transition = answer(game, transition.match, known.seat, known.id, raw)
        for event in transition.events:
            yield messages.render(f"event.{event.key}", event.args, PLAYERS, known.seat)
    assert transition.running.outcome
    for score in transition.running.outcome.sheet:
        for line in score.lines:
            yield messages.render(f"score.{line.key}", line.args, PLAYERS)


def _of_decision(
    game: Game[Any, Any], messages: Messages, decision: dict[str, Any]
) -> Iterator[str]:
    prompt = decision["prompt"]
    yield messages.render(_key("prompt", prompt["key"]), prompt["args"], PLAYERS)
    for option in decision.get("options", []):
        head, _, rest = option["key"].partition(":")
        message = option.get("message", f"{game.id}.{head}")
        yield messages.render(
            _key("option", message), {"it": rest, **option.get("args", {})}, PLAYERS
        )
    for blocked in decision.get("blocked", []):
        yield messages.render(_key("why", blocked["message"]), blocked.get("args", {}), PLAYERS)


def _key(kind: str, name: str) -> str:
    return f"{kind}.{name.partition('.')[2]}"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_every_text_of_a_component_can_be_translated(game: Game[Any, Any]) -> None:
    translation = Translation(game, FOREIGN)
    assert not LETTER.findall(translation.how_to_play)
    for component in translation.catalogue:
        assert not LETTER.findall(component.text), component
        assert component.id in game.messages.proper or not LETTER.findall(component.name), component


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_a_catalogue_is_complete_and_current(file: Path) -> None:
    """To update it: python -m scripts.messages."""
    with file.open("rb") as text:
        catalogue = read_po(text, abort_invalid=True)
    messages = {(message.context or "", message.id): message for message in catalogue if message.id}
    assert set(messages) == set(SOURCES[file.parents[1]])
    assert not catalogue.obsolete
    for (context, english), message in messages.items():
        assert message.string, f"{context}: not translated"
        assert not message.fuzzy, f"{context}: fuzzy"
        assert _arguments(message.string) == _arguments(english), f"{context}: {message.string}"
        _check_forms(catalogue, str(message.string))


def _arguments(template: str) -> set[tuple[str, str]]:
    """The arguments of a template, and how each is rendered."""
    return {(field, spec.partition("|")[0]) for field, spec in specs_of(template)}


def _check_forms(catalogue: Catalog, template: str) -> None:
    for _, spec in specs_of(template):
        if spec.startswith("s|"):
            assert spec.count("|") == catalogue.num_plurals, template


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_every_catalogue_of_a_game_is_compiled(game: Game[Any, Any]) -> None:
    sources = {file.stem for file in (game.folder() / "locale").glob("*.po")}
    assert set(languages(game)) == sources | {"en"}


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
