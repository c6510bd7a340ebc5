"""Table: what the game remembers between two steps, and what its creator may choose."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field

from conclave_night_market.box import CARDS, COPIES, HAND, MAX_ROUNDS, STALL, VALUES
from engine.core.chance import shuffle
from engine.core.game import Options
from engine.core.run import Run
from engine.core.table import Table


class NightMarketOptions(Options, frozen=True, kw_only=True):
    """The options of a match."""

    rounds: Annotated[
        int, Meta(ge=1, le=MAX_ROUNDS, title="Rounds", description="Each round sells a ware.")
    ] = 7


class NightMarketTable(Table, kw_only=True):
    """The table; cards are numbers, wares are ids."""

    rounds: int
    round: int = 1
    pile: list[int]  # the next card last
    discards: list[int] = field(default_factory=list)  # face up
    hands: list[list[int]]  # by seat
    bids: list[int] = field(default_factory=list)  # by seat, once they are revealed
    stock: list[str]  # the next ware last
    stall: list[str] = field(default_factory=list)
    bought: list[list[str]]  # by seat


def lay_out(options: NightMarketOptions, seats: int, run: Run) -> NightMarketTable:
    """The table before the first round."""
    limit = options.round_limit or options.rounds
    table = NightMarketTable(
        rounds=min(options.rounds, limit),
        pile=list(range(1, CARDS + 1)),
        hands=[[] for _ in range(seats)],
        stock=[ware for ware in VALUES for _ in range(COPIES)],
        bought=[[] for _ in range(seats)],
    )
    table.run = run
    shuffle(table, table.pile)
    shuffle(table, table.stock)
    for hand in table.hands:
        hand += [table.pile.pop() for _ in range(HAND)]
    table.stall = [table.stock.pop() for _ in range(STALL)]
    return table
