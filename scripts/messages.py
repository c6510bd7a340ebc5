"""Messages: brings the translations of the server and the games up to date with the English in the
sources.

    python -m scripts.messages       every catalogue, engine/*/locale/*.po and app/*/locale/*.po
    python -m scripts.messages fr    the same, and new catalogues in French where there are none

New texts are added without a translation, texts that are gone are removed, and a text that has
changed keeps its translation, marked "fuzzy" until a translator has looked at it. Then all are
compiled.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from app.mail import texts as mail
from app.notifications import texts as notifications
from engine.bots import presentation
from engine.core.registry import games
from engine.core.translation import CORE_FOLDER, core_texts, texts
from engine.hatch_build import compile_all

ROOT = Path(__file__).parents[1]
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


def main(languages: list[str]) -> None:
    """Update, add and compile."""
    sources = {
        CORE_FOLDER: core_texts(),
        presentation.FOLDER: presentation.texts(),
        mail.FOLDER: mail.texts(),
        notifications.FOLDER: notifications.texts(),
    }
    sources |= {game.folder(): texts(game) for game in games().values() if not game.for_tests}
    for folder, catalogue_texts in sources.items():
        update(folder / "locale", list(catalogue_texts), languages)
    compile_all(ROOT / "engine")
    compile_all(ROOT / "app")


def update(
    folder: Path, catalogue_texts: Iterable[tuple[str, str]], languages: Iterable[str]
) -> None:
    """The catalogues of one folder, with those of more languages."""
    template = Catalog(fuzzy=False)
    for context, english in catalogue_texts:
        template.add(english, context=context)
    folder.mkdir(exist_ok=True)
    for code in sorted({*languages, *(file.stem for file in folder.glob("*.po"))}):
        file = folder / f"{code}.po"
        language = code.replace("-", "_")  # as gettext writes tags
        catalogue = _read(file, language)
        catalogue.update(template, no_fuzzy_matching=not len(catalogue))
        for message in catalogue:
            message.flags.discard("python-brace-format")  # a count has other forms elsewhere
        with file.open("wb") as text:
            text.write(HEADER.format(language=language, plural=catalogue.plural_forms).encode())
            write_po(text, catalogue, width=WIDTH, omit_header=True, ignore_obsolete=True)


def _read(file: Path, language: str) -> Catalog:
    if not file.exists():
        return Catalog(locale=language, fuzzy=False)
    with file.open("rb") as text:
        return read_po(text, locale=language)


if __name__ == "__main__":
    main(sys.argv[1:])
