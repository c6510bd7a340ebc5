"""The nine game decks, one file each."""

from __future__ import annotations

from engine.battle_for_empyrean.decks import (
    azteca,
    cavalry,
    defenders,
    knights,
    legends,
    samurai,
    spectres,
    vampires,
    vikings,
)

__all__ = [
    "azteca",
    "cavalry",
    "defenders",
    "knights",
    "legends",
    "samurai",
    "spectres",
    "vampires",
    "vikings",
]
