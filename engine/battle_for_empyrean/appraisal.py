"""How good a table looks to a seat: what the `greedy` opponent maximises.

The seat's own face-down cards are turned up on a copy of the table. Then the chance to hold two
battlefields is estimated from the margins, which count more the later the Round; cards in hand,
Essence and tokens are weighed in Might.
"""

from __future__ import annotations

from math import exp

import msgspec

from engine.battle_for_empyrean.card import CARDS
from engine.battle_for_empyrean.choice import might_here
from engine.battle_for_empyrean.rules import next_step
from engine.battle_for_empyrean.table import Player, Table, Unit
from engine.battle_for_empyrean.trigger import awake
from engine.core.run import Run
from engine.core.step import encode_table

SCALE = 1000
TOKENS = {"stun": -1.0, "shield": 0.3, "anchor": -0.3, "move": 0.8, "captive": 0.8}
STOP, RAID, NEXT_ESSENCE = 1.5, 0.5, 0.9
HELD, AFFORDABLE = 0.1, 0.6
"""What a point of Essence cost of the cards in hand is worth, and, before the Deploy Phase, if it
can be paid.
"""
GROWTH = 0.2
"""What a card whose ability may still act gains in a Round."""
TOTAL = 0.1
"""What a point of Might is worth for the total alone."""

_COPIES = msgspec.msgpack.Decoder(Table)


def appraise(table: Table, seat: int) -> int:
    """The worth of a table to a seat, in thousandths of a percent of winning."""
    if not table.fields or not table.players[seat].cards:
        return 0
    table = foresee(table, seat)
    spread = 2 + 1.5 * _rounds_left(table)
    worth = 100 * _chance_of_two(table, seat, spread)
    best_other = max(_total(table, other) for other in table.others(seat))
    worth += TOTAL * (_total(table, seat) - best_other)
    if table.phase != "over":
        prospects = _prospects(table, table.players[seat])
        prospects -= sum(_lasting(table, table.players[other]) for other in table.others(seat))
        worth += prospects * (12.5 / spread + TOTAL)
    return round(SCALE * worth)


def foresee(table: Table, seat: int) -> Table:
    """A copy on which the seat's face-down cards have been Revealed, by default choices."""
    if table.phase not in ("deploy", "reveal") or not _has_face_down(table.players[seat]):
        return table
    copy = _COPIES.decode(encode_table(table))
    copy.phase, copy.order, copy.turn, copy.revealing = "reveal", [seat], 0, 0
    copy.run = run = Run(bytes(32), quiet=True)
    while copy.phase == "reveal" and (script := next_step(copy)):
        run.start(script)
        while run.open:
            question = run.open[0]
            run.feed(question, question.read(question.default()))
    copy.phase = table.phase
    return copy


def _has_face_down(player: Player) -> bool:
    return any(not unit.revealed for row in player.rows for unit in row)


def _rounds_left(table: Table) -> int:
    return table.last_round - table.round


def _chance_of_two(table: Table, seat: int, spread: float) -> float:
    """The chance to win at least two battlefields, as if each were decided by itself."""
    none, one = 1.0, 0.0
    for here in table.fields:
        wins = 1 / (1 + exp(-_margin(table, seat, here.place) / spread))
        none, one = none * (1 - wins), one * (1 - wins) + none * wins
    return 1 - none - one


def _margin(table: Table, seat: int, place: int) -> float:
    best = max(_expected(table, other, place) for other in table.others(seat))
    return _expected(table, seat, place) - best


def _expected(table: Table, seat: int, place: int) -> float:
    """The Might there; a face-down card counts for what was paid for it."""
    row = table.players[seat].rows[place]
    return might_here(table, seat, place) + sum(unit.paid for unit in row if not unit.revealed)


def _total(table: Table, seat: int) -> float:
    return sum(_expected(table, seat, here.place) for here in table.fields)


def _prospects(table: Table, player: Player) -> float:
    """What the player holds for later, and now."""
    costs = sum(CARDS[card].cost for card in player.hand)
    worth = HELD * min(costs, player.essence + _essence_to_come(table))
    worth += NEXT_ESSENCE * player.next_essence * bool(_rounds_left(table))
    if table.phase in ("draft", "command"):
        worth += AFFORDABLE * min(player.essence, costs)
    return worth + _lasting(table, player)


def _essence_to_come(table: Table) -> int:
    """The base Essence of all Rounds after this one."""
    return sum(n + 1 for n in range(table.round + 1, table.last_round + 1))


def _lasting(table: Table, player: Player) -> float:
    """Tokens, and Essence of the next Round."""
    if not _rounds_left(table):
        return 0
    units = [unit for row in player.rows for unit in row if unit.revealed]
    stops = sum(here.stops[player.seat] for here in table.fields)
    growth = GROWTH * _rounds_left(table) * sum(_grows(unit) for unit in units)
    return growth + sum(_tokens(unit) for unit in units) + RAID * player.raids - STOP * stops


def _grows(unit: Unit) -> bool:
    return CARDS[unit.card].ability != "instant" and awake(unit)


def _tokens(unit: Unit) -> float:
    if CARDS[unit.card].ability != "conditional" and unit.stun:
        return -0.1
    return sum((weight * getattr(unit, token) for token, weight in TOKENS.items()), 0.0)
