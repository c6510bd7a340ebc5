"""Indistinguishable worlds: decision ids and questions in mid-step reveal nothing hidden."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from conclave_tiny_game import Tiny, TinyTable, cards

from engine.battle_for_empyrean import GAME as EMPYREAN
from engine.core import match as core
from engine.core.game import Game
from engine.core.registry import games
from engine.core.script import Script, choose, plain
from engine.testing.play import Line
from engine.testing.worlds import compare_worlds, matches_at_rest

EVERY = 10_000
"""More checkpoints than a match has."""


def search(game: Game[Any, Any], seats: int, matches: int) -> Counter[str]:
    """The number of comparisons of two worlds in some random matches."""
    lines = [Line(game, seats, number) for number in range(matches)]
    return sum((compare_worlds(line, matches_at_rest(line)[0], EVERY) for line in lines), Counter())


def test_battery_detects_ids_that_count_questions_to_others(monkeypatch):
    """Only seats with an Instant in hand are asked for one, so counting questions reveals hands."""

    def counted(used: set[str], ply: int, seat: int, seats: int) -> str:
        return f"{ply}.{sum(id.startswith(f'{ply}.') for id in used)}"

    monkeypatch.setattr(core, "_fresh", counted)
    with pytest.raises(AssertionError, match="receives hidden state"):
        search(games()["ascended_kings"], 4, 3)


class Peeking(Tiny):
    """After each card its player gets a question only if the next player holds a high card."""

    id = "peeking"

    def step(self, table: TinyTable) -> Script[None] | None:
        return peek(table) if table.turns and len(table.played) < 20 else None

    def outcome(self, table: TinyTable) -> Any:
        return None


async def peek(table: TinyTable) -> None:
    seat = table.seat
    card = await choose(seat, "play", cards(table.hands[seat][:2]))
    table.seat = (seat + 1) % len(table.hands)
    if max(table.hands[table.seat]) > 40:
        await choose(seat, "play", plain("card:1"))
    table.played.append(card)


def test_battery_detects_a_mid_step_question_that_follows_a_hidden_card():
    with pytest.raises(AssertionError, match="receives hidden state"):
        search(Peeking(), 2, 20)


def test_battery_detects_an_undoable_reveal(monkeypatch):
    """Redrawn battlefields have been seen, so no vote for them can be undone freely."""
    monkeypatch.setattr("engine.battle_for_empyrean.table.EmpyreanTable.seal", lambda table: None)
    with pytest.raises(AssertionError, match="receives hidden state"):
        search(EMPYREAN, 2, 10)
