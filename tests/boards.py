"""Boards: the games with a board of their own on the page."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parents[1] / "web/src/games"
BOARDS = tuple(sorted(manifest.parent.name for manifest in FOLDER.glob("*/manifest.ts")))
TITLES = {
    "res_arcana": "Res Arcana",
    "battle_for_empyrean": "Battle for Empyrean",
    "ascended_kings": "Ascended Kings",
}
