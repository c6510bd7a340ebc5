"""Game: what Conclave asks of the rules."""

from __future__ import annotations

from random import Random
from typing import ClassVar

from conclave_night_market.box import CARDS, COPIES, VALUES, components
from conclave_night_market.messages import HOW_TO_PLAY, MESSAGES
from conclave_night_market.rules import buyer_of, play_round, score_sheet
from conclave_night_market.table import NightMarketOptions, NightMarketTable, lay_out
from conclave_night_market.view import Card, NightMarketView, Ware, resample, view
from engine.core.chance import shuffle
from engine.core.event import Viewer
from engine.core.game import Component, Game, Turn
from engine.core.language import Translate, in_english
from engine.core.outcome import Outcome, Score, by_total
from engine.core.page_parts import Board, PageParts
from engine.core.run import Run
from engine.core.script import Script
from engine.core.view_schema import Count


class NightMarket(Game[NightMarketTable, NightMarketOptions]):
    """Bids in secret for the wares of a stall."""

    id = "night_market"
    title = "Night Market"
    seats = range(2, 5)
    rules = 1
    table_type = NightMarketTable
    options_type = NightMarketOptions
    view_type = NightMarketView
    messages = MESSAGES
    how_to_play = HOW_TO_PLAY
    page = PageParts(
        gist="Bid a card in secret, at the same time as all others, and take the best wares home.",
        minutes=(10, 20),
        weight="light",
        board=Board("board.js", contract=1),
        emblem="emblem.svg",
        cover="cover.svg",
        light="#5b3a2c",
        dark="#14132a",
        faces="cards",
        sounds="sounds",
    )
    option_keys: ClassVar = {"card": (Card,), "ware": (Ware,)}
    argument_types: ClassVar = {"card": Card, "ware": Ware, "n": Count}

    def new(self, options: NightMarketOptions, seats: int, run: Run) -> NightMarketTable:
        return lay_out(options, seats, run)

    def step(self, table: NightMarketTable) -> Script[None] | None:
        return play_round(table) if table.round <= table.rounds else None

    def outcome(self, table: NightMarketTable) -> Outcome | None:
        return by_total(score_sheet(table)) if table.round > table.rounds else None

    def score_sheet(self, table: NightMarketTable) -> list[Score]:
        return score_sheet(table)

    def view(self, table: NightMarketTable, viewer: Viewer) -> NightMarketView:
        return view(table, viewer)

    def resample(self, table: NightMarketTable, viewer: Viewer, rng: Random) -> None:
        resample(table, viewer, rng)

    def reshuffle(self, table: NightMarketTable) -> None:
        shuffle(table, table.pile)
        shuffle(table, table.stock)

    def turn(self, table: NightMarketTable) -> Turn:
        round = min(table.round, table.rounds)
        if table.bids:
            return Turn(round, "take", [buyer_of(table)])
        return Turn(round, "bid", list(range(len(table.hands))))

    def catalogue(self, translate: Translate = in_english) -> list[Component]:
        return components(translate)

    def appraise(self, table: NightMarketTable, seat: int) -> int:
        """Points above all; high cards kept for later count a little."""
        points = sum(VALUES[ware] for ware in table.bought[seat])
        return 20 * points + sum(table.hands[seat]) * (table.round <= table.rounds)

    def laws(self, table: NightMarketTable) -> None:
        hands = [card for hand in table.hands for card in hand]
        cards = sorted([*table.pile, *table.discards, *table.bids, *hands])
        assert cards == list(range(1, CARDS + 1)), "a card is missing, or in two places"
        bought = [ware for wares in table.bought for ware in wares]
        wares = sorted([*table.stock, *table.stall, *bought])
        assert wares == sorted(list(VALUES) * COPIES), "a ware is missing, or in two places"
