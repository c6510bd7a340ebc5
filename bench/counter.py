"""Counter: a minimal game that measures the server's cost around the rules.

Two seats in turn play one of five cards and get another; the public sees the last twenty.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from msgspec import field

from engine.core.event import Viewer
from engine.core.game import Component, Game, Options, Turn
from engine.core.language import Translate, in_english
from engine.core.messages import Messages
from engine.core.outcome import Outcome
from engine.core.run import Run
from engine.core.script import Option, Script, choose
from engine.core.table import Table

CARDS = 52
SHOWN_CARDS = 20


class CounterTable(Table, kw_only=True):
    """The table; cards are numbers below 52."""

    count: int = 0
    seat: int = 0
    board: list[int] = field(default_factory=list)
    deck: list[int] = field(default_factory=list)
    hands: list[list[int]] = field(default_factory=lambda: [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]])


class Counter(Game[CounterTable, Options]):
    """The game; it never ends."""

    id = "counter"
    title = "Counter"
    seats = range(2, 3)
    rules = 1
    table_type = CounterTable
    options_type = Options
    how_to_play = "Play a card a turn, for ever."
    messages = Messages(
        {"prompt.play": "Play a card", "option.card": "{it}", "phase.play": "Playing"}, names={}
    )

    def new(self, options: Options, seats: int, run: Run) -> CounterTable:
        table = CounterTable(deck=list(range(42)))
        table.run = run
        return table

    def step(self, table: CounterTable) -> Script[None] | None:
        return play(table)

    def outcome(self, table: CounterTable) -> Outcome | None:
        return None

    def view(self, table: CounterTable, viewer: Viewer) -> dict[str, Any]:
        hands = {f"h{seat}": len(hand) for seat, hand in enumerate(table.hands)}
        members = {
            "count": table.count,
            "board": table.board,
            "deck": len(table.deck),
            "hands": hands,
        }
        if isinstance(viewer, int):
            members["hand"] = table.hands[viewer]
        return members

    def turn(self, table: CounterTable) -> Turn:
        return Turn(table.count, "play", [table.seat])

    def resample(self, table: CounterTable, viewer: int, rng: Random) -> None:
        table.hands[1 - viewer] = rng.sample(range(CARDS), 5)
        rng.shuffle(table.deck)

    def catalogue(self, translate: Translate = in_english) -> list[Component]:
        return []


async def play(table: CounterTable) -> None:
    """The seat whose turn it is plays a card; its place in the hand is filled again."""
    hand = table.hands[table.seat]
    places = [Option(f"card:{place}", place) for place in range(len(hand))]
    place = await choose(table.seat, "play", places)
    table.seal()
    table.count += 1
    table.board = [*table.board[1 - SHOWN_CARDS :], hand[place]]
    table.deck[table.count % len(table.deck)] = hand[place]
    hand[place] = ((table.count + 1) * 7919 + 13) % CARDS
    table.seat = 1 - table.seat


GAME = Counter()


def install(folder: Path) -> str:
    """Register the game for processes with this folder on PYTHONPATH, as a package would be."""
    metadata = folder / "conclave_counter-0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: conclave-counter\nVersion: 0\n"
    )
    (metadata / "entry_points.txt").write_text("[conclave.games]\ncounter = bench.counter:GAME\n")
    return str(folder)
