"""Translation: everything a game says, in one language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, get_args

from engine.core.first_match import first_match_of
from engine.core.game import Component, Game
from engine.core.language import (
    ENGLISH,
    Language,
    Translate,
    language_for,
    languages_of,
    paragraphs,
)
from engine.core.lessons import TextName, lessons_of
from engine.core.messages import Messages

T = TypeVar("T")


class Translation:
    """A game's texts in a language: its messages, components and short rules."""

    def __init__(self, game: Game[Any, Any], language: Language) -> None:
        catalogue_texts: dict[str, str] = {}

        def translate(context: str, english: str) -> str:
            catalogue_texts[english] = text = language.translate(context, english)
            return text

        self.language = language
        self.catalogue: list[Component] = game.catalogue(translate)
        self.how_to_play = how_to_play(game, language.translate)
        self.messages: Messages = game.messages.translated(language, catalogue_texts)

    @property
    def texts_in_sentences(self) -> dict[str, str]:
        """By English text, the translations that may be arguments of sentences."""
        is_used = any(":said}" in template for template in self.messages.templates.values())
        is_other = self.language is not ENGLISH
        return dict(self.messages.catalogue_texts) if is_used and is_other else {}


def languages(game: Game[Any, Any]) -> list[str]:
    """The languages of a game, English first."""
    return list(languages_of(game.folder()))


def translation_of(game: Game[Any, Any], tag: str | None) -> Translation:
    """A game in the language of a tag such as "de", "de-AT" or "pt-BR", else in English."""
    return _translation(game, language_for(game.folder(), tag))


def by_language(game: Game[Any, Any], say: Callable[[Translate], T]) -> dict[str, T]:
    """What `say` makes of a game's texts, in each of its languages, English first."""
    folder = game.folder()
    return {code: say(language.translate) for code, language in languages_of(folder).items()}


@cache
def _translation(game: Game[Any, Any], language: Language) -> Translation:
    return Translation(game, language)


def how_to_play(game: Game[Any, Any], translate: Translate) -> str:
    """The short rules."""
    return paragraphs(translate, "how_to_play", game.how_to_play)


def gist(game: Game[Any, Any], translate: Translate) -> str:
    """The game in a sentence, for lists of games; empty if its package says none."""
    english = game.page.gist if game.page else ""
    return english and translate("gist", english)


def texts(game: Game[Any, Any]) -> Iterator[tuple[str, str]]:
    """The texts that a catalogue of the game translates: context and English of each, once, in the
    order of the sources. Names of components are left out.
    """
    entries: dict[tuple[str, str], None] = {}

    def collect(context: str, english: str) -> str:
        if english:
            entries[context, english] = None
        return english

    shared = dict(core_texts())
    for key, template in game.messages.templates.items():
        if shared.get(key) != template:
            collect(key, template)
    for id, word in game.messages.translatable_names.items():
        collect(f"name.{id}", word)
    gist(game, collect)
    how_to_play(game, collect)
    game.catalogue(collect)
    if first_match := first_match_of(game):
        for note in first_match.notes:
            note.translated(collect)
        first_match.learned_in(collect)
    for lesson in lessons_of(game).values():
        for name in get_args(TextName):
            lesson.translated(name, collect)
    yield from entries


def core_texts() -> Iterator[tuple[str, str]]:
    """The texts that a catalogue of the core translates."""
    yield from Messages({}, {}).templates.items()


CORE_FOLDER = Path(__file__).parent
