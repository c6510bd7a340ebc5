"""Texts: every sentence can be said and translated, and each language is complete."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from engine.core import view
from engine.core.game import Game
from engine.core.language import Language
from engine.core.match import answer
from engine.core.messages import Messages
from engine.core.templates import specs_of
from engine.core.translation import Translation, languages, texts
from engine.testing.battery import Case, battery, fewest_and_most, game_alone
from engine.testing.play import Line
from engine.testing.scenario import NAMES

ROUNDS = 4
LETTER = re.compile("[A-Za-z]+")
NUMBERS = [str(n + 1) for n in range(len(NAMES))]
"""Names of players without a letter."""


@battery("Every sentence can be said, and be translated", fewest_and_most)
def sentences(case: Case) -> None:
    check_own_sentences(case.game)
    translation = Translation(case.game, FOREIGN)
    for line in case.lines(case.effort):
        line.options["round_limit"] = min(line.rounds, ROUNDS)
        for text in sentences_of(line, translation.messages):
            assert not LETTER.findall(text), f"not translated, or an id instead of a name: {text}"
    check_components(case.game, translation)


def check_own_sentences(game: Game[Any, Any]) -> None:
    """A player reads of themselves as "you"."""
    without = [
        key
        for key, template in game.messages.texts.items()
        if key.startswith("event.")
        and "seat" in template.required | template.optional
        and not template.you
    ]
    assert not without, f"no `you` text: {', '.join(without)}"


def check_components(game: Game[Any, Any], translation: Translation) -> None:
    """The short rules and each component are translated, but for proper names."""
    assert not LETTER.findall(translation.how_to_play), "how_to_play is not translated"
    for component in translation.catalogue:
        assert not LETTER.findall(component.text), f"not translated: {component}"
        is_name = component.id in game.messages.proper
        assert is_name or not LETTER.findall(component.name), f"not translated: {component}"


def sentences_of(line: Line, messages: Messages) -> Iterator[str]:
    """Every sentence of a random match."""
    game, transition = line.game, line.begin()
    for event in transition.events:
        yield messages.render(f"event.{event.key}", event.args, NUMBERS)
    while not transition.match.over:
        place, raw = line.pick(transition.running.open)
        known, question = transition.match.decisions[place], transition.running.open[place]
        decision = view.decision(game, question, known.id, False, NUMBERS)
        yield from _of_decision(game, messages, decision)
        transition = answer(game, transition.match, known.seat, known.id, raw)
        for event in transition.events:
            yield messages.render(f"event.{event.key}", event.args, NUMBERS, known.seat)
        phase = game.turn(transition.running.table).phase
        yield messages.render(f"phase.{phase}", {}, NUMBERS)
    assert transition.running.outcome
    for score in transition.running.outcome.sheet:
        for row in score.lines:
            yield messages.render(f"score.{row.key}", row.args, NUMBERS)


def _of_decision(
    game: Game[Any, Any], messages: Messages, decision: dict[str, Any]
) -> Iterator[str]:
    prompt = decision["prompt"]
    yield messages.render(_key("prompt", prompt["key"]), prompt["args"], NUMBERS)
    for option in decision.get("options", []):
        head, _, rest = option["key"].partition(":")
        message = option.get("message", f"{game.id}.{head}")
        args = {"it": rest, **option.get("args", {})}
        yield messages.render(_key("option", message), args, NUMBERS)
    for blocked in decision.get("blocked", []):
        yield messages.render(_key("why", blocked["message"]), blocked.get("args", {}), NUMBERS)


def _key(kind: str, name: str) -> str:
    return f"{kind}.{name.partition('.')[2]}"


def _foreign(text: str) -> str:
    """The text with all letters replaced, except in arguments."""
    parts = []
    for literal, field, spec, _ in string.Formatter().parse(text):
        parts.append(_letters(literal))
        if field is not None:
            forms = [_letters(form) for form in (spec or "").split("|")[1:]]
            spec = "|".join(["s", *forms]) if forms else spec
            parts.append(f"{{{field}{':' if spec else ''}{spec}}}")
    return "".join(parts)


def _letters(text: str) -> str:
    return re.sub("[A-Za-z]", lambda letter: chr(ord(letter[0]) + 0xFEE0), text)


FOREIGN = Language("qps", lambda context, english: _foreign(english), lambda n: int(n != 1))
"""A language whose letters are all fullwidth, so a text that is not translated is recognised."""


@battery("Each language of the game is complete, current and compiled", game_alone)
def translations(case: Case) -> None:
    folder = case.game.folder() / "locale"
    files = sorted(folder.glob("*.po"))
    case.require(files, "the game has no locale/*.po, so it is in English alone")
    for file in files:
        check_catalogue(file, list(texts(case.game)))
    compiled = set(languages(case.game))
    assert compiled >= {file.stem for file in files}, (
        "a language is not compiled, or the core is not in it: install the game again"
    )


def check_catalogue(file: Path, sources: list[tuple[str, str]]) -> None:
    """Every text is translated with the same arguments, and there are no others."""
    with file.open("rb") as text:
        catalogue = read_po(text, abort_invalid=True)
    messages = {(message.context or "", message.id): message for message in catalogue if message.id}
    update = "conclave messages brings it up to date"
    for problem, contexts in (
        ("lacks", {context for context, _ in set(sources) - set(messages)}),
        ("has needless", {context for context, _ in set(messages) - set(sources)}),
    ):
        assert not contexts, f"{file.name} {problem} {', '.join(sorted(contexts))}: {update}"
    assert not catalogue.obsolete, f"{file.name} has obsolete texts: {update}"
    for (context, english), message in messages.items():
        translated = str(message.string)
        assert message.string, f"{file.name}, {context}: not translated"
        assert not message.fuzzy, f"{file.name}, {context}: fuzzy"
        same = arguments_of(translated) == arguments_of(str(english))
        assert same, f"{file.name}, {context}: other arguments: {translated}"
        check_plurals(catalogue, translated)


def arguments_of(template: str) -> set[tuple[str, str]]:
    """The arguments of a template, and how each is rendered."""
    return {(field, spec.partition("|")[0]) for field, spec in specs_of(template)}


def check_plurals(catalogue: Catalog, template: str) -> None:
    """A count has a form for each plural of the language."""
    for _, spec in specs_of(template):
        if spec.startswith("s|"):
            assert spec.count("|") == catalogue.num_plurals, template
