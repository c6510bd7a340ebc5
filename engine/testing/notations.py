"""Notations: positions at rest, written as text and read again."""

from __future__ import annotations

from engine.core.step import decode_table
from engine.testing.battery import Case, battery, fewest_and_most
from engine.testing.worlds import matches_at_rest

INTERVAL = 3


@battery("A position that is written as text reads as it was written", fewest_and_most)
def notation(case: Case) -> None:
    game = case.game
    for line in case.lines(1):
        for match in matches_at_rest(line)[0][::INTERVAL]:
            text = game.notation(decode_table(game, match.step.checkpoint, match.rules))
            case.require(text, "the game has no notation")
            reread = game.read_position(text)
            game.laws(reread)
            assert game.notation(reread) == text, "the position reads differently"
