"""Messages: brings the translations of the server and the games up to date with the English in the
sources.

    python -m scripts.messages       every catalogue, engine/*/locale/*.po and app/*/locale/*.po
    python -m scripts.messages fr    the same, and new catalogues in French where there are none

Then all are compiled. `conclave messages` does the same for one game (`app.authoring.catalogues`).
"""

from __future__ import annotations

import sys
from pathlib import Path

from app.authoring.catalogues import update
from app.mail import texts as mail
from app.notifications import texts as notifications
from engine.bots import presentation
from engine.core.registry import games
from engine.core.translation import CORE_FOLDER, core_texts, texts
from engine.hatch_build import compile_all

ROOT = Path(__file__).parents[1]


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


if __name__ == "__main__":
    main(sys.argv[1:])
