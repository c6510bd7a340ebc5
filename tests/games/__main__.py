"""Rewrites the golden matches, on purpose: `python -m tests.games`."""

from pathlib import Path

from engine.core.registry import games
from tests.engine.transcripts import transcript

for game in games().values():
    for seats in game.seats:
        Path(__file__).with_name(f"{game.id}-{seats}.txt").write_text(transcript(game, seats))
