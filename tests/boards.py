"""Boards: the games with a board of their own on the page, and the languages of the page."""

from __future__ import annotations

from pathlib import Path

PAGE = Path(__file__).parents[1] / "web/src"
FOLDER = PAGE / "games"
BOARDS = tuple(sorted(manifest.parent.name for manifest in FOLDER.glob("*/manifest.ts")))
LANGUAGES = ["en", *sorted(file.stem for file in (PAGE / "i18n/texts").glob("*.po"))]
TITLES = {
    "res_arcana": "Res Arcana",
    "battle_for_empyrean": "Battle for Empyrean",
    "ascended_kings": "Ascended Kings",
}
