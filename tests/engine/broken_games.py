"""Broken games: copies of the template, each with one defect that a battery must find."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, ClassVar

from conclave_night_market.box import NAMES
from conclave_night_market.game import NightMarket
from conclave_night_market.rules import (
    ask_bid,
    buyer_of,
    card_options,
    end_round,
    play_round,
    reveal,
)
from conclave_night_market.table import NightMarketOptions, NightMarketTable
from conclave_night_market.view import Card
from msgspec import field, structs

from engine.core.chance import shuffle
from engine.core.event import Viewer
from engine.core.game import Component, Turn
from engine.core.language import Translate, in_english
from engine.core.messages import Messages
from engine.core.outcome import Outcome, Score
from engine.core.run import Run
from engine.core.script import Option, Script, at_once, choose
from engine.core.view_schema import Count


class Copy(NightMarket):
    """The template's game, with its texts and sources."""

    @classmethod
    def folder(cls) -> Path:
        return NightMarket.folder()


class RanksASeatTwice(Copy):
    def outcome(self, table: NightMarketTable) -> Outcome | None:
        outcome = super().outcome(table)
        return outcome and Outcome([*outcome.ranks, [0]], outcome.sheet)


class LosesACard(Copy):
    def step(self, table: NightMarketTable) -> Script[None] | None:
        if table.round == 2:
            table.pile.pop()
        return super().step(table)


class AllowsUnknownFields(Copy):
    @classmethod
    def view_schema(cls, viewer: Viewer) -> dict[str, Any] | None:
        schema = super().view_schema(viewer)
        assert schema is not None
        schema["$defs"]["NightMarketView"]["additionalProperties"] = True
        return schema


class ForgetsAnOptionWord(Copy):
    option_keys: ClassVar = {"card": (Card,)}


class TypesAnUnknownArgument(Copy):
    argument_types: ClassVar = {**NightMarket.argument_types, "colour": Count}


class SaysATextInEnglishAlone(Copy):
    def catalogue(self, translate: Translate = in_english) -> list[Component]:
        bag = Component(id="bag", name="Bag", kind="bag", text="Holds coins.")
        return [*super().catalogue(translate), bag]


class HasATextNotTranslated(Copy):
    messages = Messages({**NightMarket.messages.texts, "prompt.rest": "Rest"}, names=NAMES)


class NamesAPictureThatIsMissing(Copy):
    page = structs.replace(NightMarket.page, emblem="sign.svg")


class KeepsANoteBesideTheTable(Copy):
    def step(self, table: NightMarketTable) -> Script[None] | None:
        return noting_round(table) if table.round <= table.rounds else None


async def noting_round(table: NightMarketTable) -> None:
    await play_round(table)
    table.tell("round_began", n=getattr(table, "note", 0))
    table.note = table.round


class NumberedOptions(NightMarketOptions, frozen=True, kw_only=True):
    prices: dict[int, int] = field(default_factory=lambda: {1: 2})


class HasOptionsThatJsonChanges(Copy):
    options_type = NumberedOptions


class ReshufflesWhatLiesOpen(Copy):
    def reshuffle(self, table: NightMarketTable) -> None:
        super().reshuffle(table)
        shuffle(table, table.discards)
        shuffle(table, table.stall)


class ScoresHiddenCards(Copy):
    def score_sheet(self, table: NightMarketTable) -> list[Score]:
        sheet = super().score_sheet(table)
        for score in sheet:
            score.total += sum(table.hands[score.seat])
        return sheet


class TellsOfAnothersHand(Copy):
    def step(self, table: NightMarketTable) -> Script[None] | None:
        return telling_round(table) if table.round <= table.rounds else None


async def telling_round(table: NightMarketTable) -> None:
    bids = await at_once({seat: telling_bid(table, seat) for seat in range(len(table.hands))})
    reveal(table, list(bids.values()))
    table.bought[buyer_of(table)].append(table.stall.pop())
    end_round(table)


async def telling_bid(table: NightMarketTable, seat: int) -> int:
    card = await choose(seat, "bid", card_options(table.hands[seat]))
    table.tell("round_began", n=sum(table.hands[seat - 1]))
    return card


class OrdersOptionsByHash(Copy):
    def step(self, table: NightMarketTable) -> Script[None] | None:
        return round_by_hash(table) if table.round <= table.rounds else None


async def round_by_hash(table: NightMarketTable) -> None:
    bids = await at_once({seat: ask_bid(seat, hand) for seat, hand in enumerate(table.hands)})
    reveal(table, list(bids.values()))
    names = {*table.stall, "a", "b", "c"} - {"a", "b", "c"}
    ware = await choose(buyer_of(table), "take", [Option(f"ware:{name}", name) for name in names])
    table.stall.remove(ware)
    table.bought[buyer_of(table)].append(ware)
    end_round(table)


class DealsAgainByWhatIsHidden(Copy):
    def resample(self, table: NightMarketTable, viewer: Viewer, rng: Random) -> None:
        piles = [table.pile, *(hand for seat, hand in enumerate(table.hands) if seat != viewer)]
        hidden = [card for pile in piles for card in pile]
        rng.shuffle(hidden)
        for pile in piles:
            pile[:] = [hidden.pop() for _ in pile]


class AskingTable(NightMarketTable, kw_only=True):
    asked: int = 0


class AsksWithoutEffect(Copy):
    table_type = AskingTable

    def new(self, options: NightMarketOptions, seats: int, run: Run) -> AskingTable:
        table = super().new(options, seats, run)
        asking = AskingTable(**{name: getattr(table, name) for name in table.__struct_fields__})
        asking.run = run
        return asking

    def step(self, table: NightMarketTable) -> Script[None] | None:
        if table.round > table.rounds:
            return None
        return ask_idly(table) if table.asked % 4 else count_round(table)

    def turn(self, table: NightMarketTable) -> Turn:
        return Turn(super().turn(table).round, "bid", [0])


async def ask_idly(table: NightMarketTable) -> None:
    await choose(0, "bid", card_options(table.hands[0]))
    table.asked += 1


async def count_round(table: NightMarketTable) -> None:
    await play_round(table)
    table.asked += 1


class AppraisesBackwards(Copy):
    def appraise(self, table: NightMarketTable, seat: int) -> int:
        return -super().appraise(table, seat)


class AppraisesNothingKnown(Copy):
    def appraise(self, table: NightMarketTable, seat: int) -> int:
        raise LookupError("no such ware")


class WritesAPositionItCannotRead(Copy):
    def notation(self, table: NightMarketTable) -> str:
        return f"round {table.round}"


class HasAnotherTable(NightMarketTable, kw_only=True):
    market: str


class CannotReadOlderTables(Copy):
    rules = 2
    table_type = HasAnotherTable
