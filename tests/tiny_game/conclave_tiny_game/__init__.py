"""Tiny: the smallest game that still has a secret, a shuffle and a turn order.

Each player secretly sets a card aside; then players take turns to play a card and draw another.
When all players have played `turns` cards, the cards set aside are shown and the highest sum wins.
"""

from __future__ import annotations

from random import Random
from typing import Annotated, ClassVar, NotRequired, TypedDict

from msgspec import Meta, field

from engine.core.chance import shuffle
from engine.core.event import Viewer, event
from engine.core.game import Component, Game, Options, Turn
from engine.core.language import Translate, in_english
from engine.core.messages import Messages, text
from engine.core.outcome import Outcome, Score, ScoreLine, by_total
from engine.core.run import Run
from engine.core.script import Option, Script, at_once, choose
from engine.core.table import Table
from engine.core.threat import Threat
from engine.core.view_schema import FOR_SEATS, Count, PlayerId

CARDS = 52
HAND = 5


class TinyOptions(Options, frozen=True, kw_only=True):
    """What a creator may choose."""

    turns: Annotated[
        int, Meta(ge=1, le=1_000_000, title="Turns", description="Cards each player plays.")
    ] = 6


class TinyTable(Table, kw_only=True):
    """The table; cards are numbers from 1 to 52."""

    turns: int
    deck: list[int]
    hands: list[list[int]]
    aside: list[int] = field(default_factory=list)
    played: list[int] = field(default_factory=list)
    sums: list[int]
    seat: int = 0


Card = Annotated[int, Meta(ge=1, le=CARDS)]


class TinyPlayer(TypedDict):
    """A player: the sum of the cards played, and the card set aside once the viewer may see it."""

    sum: Count
    aside: NotRequired[Card]


class TinyView(TypedDict):
    """The table as one viewer sees it."""

    deck: Annotated[Count, "How many cards are left."]
    played: Annotated[list[Card], "The last twenty cards."]
    players: dict[PlayerId, TinyPlayer]
    hand: NotRequired[Annotated[list[Card], "The viewer's own hand.", FOR_SEATS]]


class Tiny(Game[TinyTable, TinyOptions]):
    """The game, as the rest of Conclave sees it."""

    id = "tiny"
    title = "Tiny"
    seats = range(2, 5)
    rules = 1
    for_tests = True
    table_type = TinyTable
    options_type = TinyOptions
    view_type = TinyView
    how_to_play = "Set a card aside in secret. Play a card a turn. The highest sum wins."
    messages = Messages(
        {
            "prompt.aside": "Set a card aside, face down",
            "prompt.play": "Play a card",
            "option.card": "{it}",
            "event.aside": "Everybody has set a card aside",
            "event.played": text("seat card", "{seat:player} plays {card}", you="You play {card}"),
            "event.drew": text("seat card", "{seat:player} draws {card}", you="You draw {card}"),
            "event.drew_one": text("seat", "{seat:player} draws a card", you="You draw a card"),
            "threat.leads": text("seat n", "{seat:player} leads by {n}", you="You lead by {n}"),
            "score.sum": "Cards played",
            "score.aside": "Card set aside",
            "phase.aside": "Setting aside",
            "phase.play": "Playing",
        },
        names={},
    )
    option_keys: ClassVar = {"card": (Card,)}
    argument_types: ClassVar = {"card": Card, "n": Count}

    def new(self, options: TinyOptions, seats: int, run: Run) -> TinyTable:
        table = TinyTable(
            turns=options.turns, deck=list(range(1, CARDS + 1)), hands=[], sums=[0] * seats
        )
        if options.round_limit:
            table.turns = min(table.turns, options.round_limit)
        table.run = run
        shuffle(table, table.deck)
        table.hands = [[table.deck.pop() for _ in range(HAND)] for _ in range(seats)]
        return table

    def step(self, table: TinyTable) -> Script[None] | None:
        if not table.aside:
            return set_aside(table)
        if len(table.played) < table.turns * len(table.hands):
            return play(table)
        return None

    def outcome(self, table: TinyTable) -> Outcome | None:
        if not table.aside or len(table.played) < table.turns * len(table.hands):
            return None
        return by_total(
            [
                Score(
                    seat,
                    total + table.aside[seat],
                    [ScoreLine("sum", total), ScoreLine("aside", table.aside[seat])],
                )
                for seat, total in enumerate(table.sums)
            ]
        )

    def view(self, table: TinyTable, viewer: Viewer) -> TinyView:
        over = self.outcome(table) is not None
        seen: TinyView = {
            "deck": len(table.deck),
            "played": table.played[-20:],
            "players": {f"p{seat}": {"sum": total} for seat, total in enumerate(table.sums)},
        }
        if isinstance(viewer, int):
            seen["hand"] = table.hands[viewer]
        for seat, card in enumerate(table.aside):
            if over or seat == viewer:
                seen["players"][f"p{seat}"]["aside"] = card
        return seen

    def resample(self, table: TinyTable, viewer: Viewer, rng: Random) -> None:
        hidden = list(table.deck)
        secret = [seat for seat in range(len(table.hands)) if seat != viewer]
        for seat in secret:
            hidden += table.hands[seat]
        over = self.outcome(table) is not None
        if table.aside and not over:
            hidden += [table.aside[seat] for seat in secret]
        hidden.sort()
        rng.shuffle(hidden)
        table.deck = [hidden.pop() for _ in table.deck]
        for seat in secret:
            table.hands[seat] = [hidden.pop() for _ in table.hands[seat]]
        if table.aside and not over:
            for seat in secret:
                table.aside[seat] = hidden.pop()

    def reshuffle(self, table: TinyTable) -> None:
        shuffle(table, table.deck)

    def turn(self, table: TinyTable) -> Turn:
        if not table.aside:
            return Turn(0, "aside", list(range(len(table.hands))))
        return Turn(len(table.played) // len(table.hands) + 1, "play", [table.seat])

    def catalogue(self, translate: Translate = in_english) -> list[Component]:
        return [
            Component(id=f"c{n}", name=str(n), kind="card", facts={"value": n})
            for n in range(1, CARDS + 1)
        ]

    def appraise(self, table: TinyTable, seat: int) -> int:
        return table.sums[seat] + (table.aside[seat] if table.aside else 0)

    def score_sheet(self, table: TinyTable) -> list[Score]:
        return [Score(seat, sum, [ScoreLine("sum", sum)]) for seat, sum in enumerate(table.sums)]

    def threats(self, table: TinyTable) -> list[Threat]:
        best, second = sorted(table.sums, reverse=True)[:2]
        if best == second:
            return []
        seat = table.sums.index(best)
        return [Threat("leads", {"seat": seat, "n": best - second}, by=seat)]

    def laws(self, table: TinyTable) -> None:
        cards = [*table.deck, *(card for hand in table.hands for card in hand), *table.aside]
        assert len(set(cards)) == len(cards), "a card is in two places"


async def set_aside(table: TinyTable) -> None:
    """All players set a card aside in secret, at the same time."""
    table.aside = list(
        (
            await at_once(
                {seat: choose(seat, "aside", cards(hand)) for seat, hand in enumerate(table.hands)}
            )
        ).values()
    )
    for hand, card in zip(table.hands, table.aside, strict=True):
        hand.remove(card)
    table.tell("aside")


async def play(table: TinyTable) -> None:
    """The seat whose turn it is plays a card and draws another."""
    seat = table.seat
    hand = table.hands[seat]
    card = await choose(seat, "play", cards(hand))
    hand.remove(card)
    table.played.append(card)
    table.sums[seat] += card
    table.tell("played", affects=(seat,), seat=seat, card=card)
    if not table.deck:
        in_play = {*table.aside, *(card for other_hand in table.hands for card in other_hand)}
        table.deck = [card for card in range(1, CARDS + 1) if card not in in_play]
        shuffle(table, table.deck)
    drawn = table.deck.pop()
    hand.append(drawn)
    table.seal()
    table.whisper(seat, "drew", others=event("drew_one", seat=seat), seat=seat, card=drawn)
    table.seat = (seat + 1) % len(table.hands)


def cards(hand: list[int]) -> list[Option[int]]:
    """An option for each card."""
    return [Option(f"card:{card}", card, (f"card:c{card}",)) for card in hand]


GAME = Tiny()
