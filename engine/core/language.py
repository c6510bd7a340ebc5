"""Language: a game's texts in other languages, from gettext catalogues in `<game>/locale`.

English is in the source code. A catalogue `<code>.po` translates it; `msgctxt` is the key of a
message ("event.took", "event.took.you"), "name.<id>", "note.<id>" and "learned" of the first match,
"lesson.<id>.task", or what `Game.catalogue` and `Game.how_to_play` give. The build compiles
catalogues to `.mo` files.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable
from pathlib import Path

Translate = Callable[[str, str], str]
"""Translates an English text in a context: `translate(context, english)`."""
CORE = Path(__file__).parent / "locale"


class Language:
    """One language of a game. `translate(context, english)` is the translation, or the English text
    if there is none; `plural(n)` is the form of a noun that goes with the number n.
    """

    def __init__(self, code: str, translate: Translate, plural: Callable[[int], int]) -> None:
        self.code = code
        self.translate = translate
        self.plural = plural


def in_english(context: str, english: str) -> str:
    """The English text itself."""
    return english


def paragraphs(translate: Translate, context: str, english: str) -> str:
    """A longer text, whose paragraphs are translated one by one."""
    return "\n\n".join(translate(context, paragraph) for paragraph in english.split("\n\n"))


ENGLISH = Language("en", in_english, lambda n: int(n != 1))


def languages_in(folder: Path) -> list[str]:
    """The languages for which the folder of a game, and the core, hold a catalogue, without
    English.
    """
    game_languages, core_languages = (
        {file.stem for file in directory.glob("*.mo")} for directory in (folder / "locale", CORE)
    )
    return sorted(game_languages & core_languages)


def language_in(folder: Path, code: str) -> Language:
    """A language of the game in that folder. Raises FileNotFoundError if it has none."""
    catalogue = _compiled(folder / "locale" / f"{code}.mo")
    catalogue.add_fallback(_compiled(CORE / f"{code}.mo"))
    return Language(code, catalogue.pgettext, catalogue.plural)  # type: ignore[attr-defined]


def _compiled(file: Path) -> gettext.GNUTranslations:
    with file.open("rb") as compiled:
        return gettext.GNUTranslations(compiled)
