"""Rules: the order of play."""

from __future__ import annotations

from conclave_night_market.box import VALUES
from conclave_night_market.table import NightMarketTable
from engine.core.chance import shuffle
from engine.core.event import event
from engine.core.outcome import Score, ScoreLine
from engine.core.script import Ask, Option, at_once, choose


async def play_round(table: NightMarketTable) -> None:
    """A round: all bid in secret, the highest card takes a ware, all draw."""
    table.tell("round_began", n=table.round)
    bids = await at_once({seat: ask_bid(seat, hand) for seat, hand in enumerate(table.hands)})
    reveal(table, list(bids.values()))
    buyer = buyer_of(table)
    ware = await choose(buyer, "take", ware_options(table.stall), public=True)
    table.stall.remove(ware)
    table.bought[buyer].append(ware)
    table.tell("took", affects=(buyer,), seat=buyer, ware=ware)
    end_round(table)


def ask_bid(seat: int, hand: list[int]) -> Ask[int]:
    """Ask for a card. The default is in the middle: it is played when time is up, and bots expect
    it of the others.
    """
    options = card_options(hand)
    return choose(seat, "bid", options, default=options[len(options) // 2].key)


def reveal(table: NightMarketTable, bids: list[int]) -> None:
    """Turn all bids face up. None of them can be taken back from here on."""
    table.seal()
    table.bids = bids
    for seat, card in enumerate(bids):
        table.hands[seat].remove(card)
        table.tell("played", affects=(seat,), seat=seat, card=card)


def buyer_of(table: NightMarketTable) -> int:
    """The seat of the highest bid; no two cards are equal."""
    return table.bids.index(max(table.bids))


def end_round(table: NightMarketTable) -> None:
    """Discard the bids, draw cards, and fill the stall."""
    table.discards += table.bids
    table.bids = []
    table.round += 1
    if table.round > table.rounds:
        return
    for seat in range(len(table.hands)):
        draw_card(table, seat)
    table.seal()
    table.stall.append(table.stock.pop())


def draw_card(table: NightMarketTable, seat: int) -> None:
    """Draw a card; once the pile is empty, the discards make a new one."""
    if not table.pile:
        table.pile, table.discards = table.discards, []
        shuffle(table, table.pile)
        table.tell("reshuffled")
    card = table.pile.pop()
    table.hands[seat].append(card)
    table.seal()
    table.whisper(seat, "drew", others=event("drew_one", seat=seat), seat=seat, card=card)


def card_options(hand: list[int]) -> list[Option[int]]:
    """An option for each card of a hand."""
    return [Option(f"card:{card}", card, (f"card:c{card}",)) for card in sorted(hand)]


def ware_options(stall: list[str]) -> list[Option[str]]:
    """An option for each kind of ware on offer."""
    return [Option(f"ware:{ware}", ware, (f"card:{ware}",)) for ware in sorted(set(stall))]


def score_sheet(table: NightMarketTable) -> list[Score]:
    """The points of each seat so far."""
    sheet = []
    for seat, bought in enumerate(table.bought):
        points = sum(VALUES[ware] for ware in bought)
        sheet.append(Score(seat, points, [ScoreLine("wares", points)]))
    return sheet
