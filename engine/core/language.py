"""Language: texts in other languages, from gettext catalogues in the `locale` of their folder.

English is in the source code. A catalogue `<code>.po` translates it; `msgctxt` is the key of a
text: in a game's, of a message ("event.took", "event.took.you"), "name.<id>", "note.<id>" and
"learned" of the first match, "lesson.<id>.task", or what `Game.catalogue` and `Game.how_to_play`
give. The build compiles catalogues to `.mo` files.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable
from functools import cache
from pathlib import Path

Translate = Callable[[str, str], str]
"""Translates an English text in a context: `translate(context, english)`."""
CORE = Path(__file__).parent / "locale"


class Language:
    """A language of a folder's texts. `translate(context, english)` is the translation, or the
    English text if there is none; `plural(n)` is the form of a noun that goes with the number n.
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


@cache
def languages_of(folder: Path) -> dict[str, Language]:
    """English, and the languages for which the folder and the core hold a catalogue, by code."""
    own_codes, core_codes = (
        {file.stem for file in directory.glob("*.mo")} for directory in (folder / "locale", CORE)
    )
    others = {code: _language(folder, code) for code in sorted(own_codes & core_codes)}
    return {ENGLISH.code: ENGLISH, **others}


def language_for(folder: Path, tag: str | None) -> Language:
    """The folder's language of a tag such as "de", "de-AT" or "pt-BR", else English."""
    languages = {code.lower(): language for code, language in languages_of(folder).items()}
    whole = (tag or "").lower()
    return languages.get(whole) or languages.get(whole.partition("-")[0], ENGLISH)


def _language(folder: Path, code: str) -> Language:
    catalogue = _compiled(folder / "locale" / f"{code}.mo")
    catalogue.add_fallback(_compiled(CORE / f"{code}.mo"))
    return Language(code, catalogue.pgettext, catalogue.plural)  # type: ignore[attr-defined]


def _compiled(file: Path) -> gettext.GNUTranslations:
    with file.open("rb") as compiled:
        return gettext.GNUTranslations(compiled)
