"""Catalogues: brings translations, gettext's `.po` files, up to date with the English texts.

New texts are added without a translation, texts that are gone are removed, and a text that has
changed keeps its translation, marked "fuzzy" until a translator has looked at it.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from babel.core import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

WIDTH = 100
HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plural}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


class UnknownLanguage(Exception):
    """There is no such language; `str(error)` is one sentence."""


def update(
    folder: Path, catalogue_texts: Iterable[tuple[str, str]], languages: Iterable[str]
) -> list[Path]:
    """Update the catalogues of one folder, with those of more languages; returns their files.
    Raises UnknownLanguage, before anything is written.
    """
    template = Catalog(fuzzy=False)
    for context, english in catalogue_texts:
        template.add(english, context=context)
    codes = sorted({*languages, *(file.stem for file in folder.glob("*.po"))})
    catalogues = {folder / f"{code}.po": _read(folder, code) for code in codes}
    folder.mkdir(exist_ok=True)
    for file, catalogue in catalogues.items():
        catalogue.update(template, no_fuzzy_matching=not len(catalogue))
        for message in catalogue:
            message.flags.discard("python-brace-format")  # a count has other forms elsewhere
        header = HEADER.format(language=_tag(file.stem), plural=catalogue.plural_forms)
        with file.open("wb") as text:
            text.write(header.encode())
            write_po(text, catalogue, width=WIDTH, omit_header=True, ignore_obsolete=True)
    return list(catalogues)


def compile_catalogue(file: Path) -> None:
    """Write the `.mo` file of a catalogue beside it."""
    with file.open("rb") as text, file.with_suffix(".mo").open("wb") as compiled:
        write_mo(compiled, read_po(text, abort_invalid=True))


def _read(folder: Path, code: str) -> Catalog:
    file = folder / f"{code}.po"
    if not file.exists():
        try:
            return Catalog(locale=Locale.parse(_tag(code)), fuzzy=False)
        except (ValueError, UnknownLocaleError):
            raise UnknownLanguage(f"{code} is not a language, such as fr or pt-BR.") from None
    with file.open("rb") as text:
        return read_po(text, locale=_tag(code))


def _tag(code: str) -> str:
    """A language as gettext writes it."""
    return code.replace("-", "_")
