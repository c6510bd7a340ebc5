"""Writes the catalogues that the page's tests use, as the server sends them today.

    python -m scripts.page_catalogues && make format

`tests/test_web_texts.py` fails while they differ from the games' own.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine.core.game import Component
from engine.core.registry import games

GAMES = Path(__file__).parents[1] / "web/tests/games"
FILES = {
    game: GAMES / game / "catalogue.json" for game in ("battle_for_empyrean", "ascended_kings")
}
SOURCES = ("sources", "provenance")
"""Facts that say where a component's numbers come from; the page shows them nowhere."""


def component(item: Component) -> dict[str, Any]:
    """A component as the catalogue gives it."""
    members = {"id": item.id, "name": item.name, "kind": item.kind, "text": item.text}
    info = {name: fact for name, fact in (item.facts or {}).items() if name not in SOURCES}
    return {name: part for name, part in {**members, "facts": info}.items() if part}


def catalogue(game: str) -> list[dict[str, Any]]:
    """Every component of a game."""
    return [component(item) for item in games()[game].catalogue()]


def main() -> None:
    """Write each."""
    for game, file in FILES.items():
        text = json.dumps(catalogue(game), ensure_ascii=False, indent=2)
        file.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
