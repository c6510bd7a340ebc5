"""How good a table looks to a seat: what the `greedy` opponent maximises.

The seat's own face-down cards are turned up on a copy of the table; then margins, tokens, cards and
Essence are weighed. Weights are in Might; a point of Might counts more the closer a battlefield
and the later the Round.
"""

from __future__ import annotations

import msgspec

from engine.battle_for_empyrean.card import CARDS
from engine.battle_for_empyrean.choice import might_here
from engine.battle_for_empyrean.rules import next_step
from engine.battle_for_empyrean.table import Player, Table, Unit
from engine.core.run import Run
from engine.core.step import encode_table

SCALE = 1000
TOKENS = {"stun": -1.0, "shield": 0.3, "anchor": -0.3, "move": 0.8, "captive": 0.8}
STOP, HELD_CARD, HELD_ESSENCE, NEXT_ESSENCE = 1.5, 0.3, 0.5, 0.9

_COPIES = msgspec.msgpack.Decoder(Table)


def appraise(table: Table, seat: int) -> int:
    """The worth of a table to a seat, in thousandths of a point of Might at the start."""
    if not table.fields or not table.players[seat].cards:
        return 0
    table = foresee(table, seat)
    worth = sum(_margin(table, seat, here.place) for here in table.fields)
    worth += 0.2 * (_total(table, seat) - max(_total(table, one) for one in table.others(seat)))
    if table.phase != "over":
        worth += _prospects(table, table.players[seat])
        worth -= sum(_lasting(table, table.players[one]) for one in table.others(seat))
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


def _margin(table: Table, seat: int, place: int) -> float:
    """The lead on a battlefield: a small one is worth more than what is added to a large one."""
    best = max(might_here(table, other, place) for other in table.others(seat))
    margin = might_here(table, seat, place) - best
    spread = 4 + 2 * _rounds_left(table)
    return 24 * margin / (abs(margin) + spread)


def _total(table: Table, seat: int) -> int:
    return sum(might_here(table, seat, here.place) for here in table.fields)


def _prospects(table: Table, player: Player) -> float:
    """What the player holds for later, and now."""
    soon = min(1.0, _rounds_left(table) / 3)
    costs = sum(CARDS[card].cost for card in player.hand)
    worth = HELD_CARD * costs * soon
    worth += NEXT_ESSENCE * player.next_essence * bool(_rounds_left(table))
    if table.phase in ("command", "deploy"):
        worth += HELD_ESSENCE * min(player.essence, costs)
    return worth + _lasting(table, player)


def _lasting(table: Table, player: Player) -> float:
    """Tokens, and Essence of the next Round."""
    if not _rounds_left(table):
        return 0
    units = [unit for row in player.rows for unit in row if unit.revealed]
    stops = sum(here.stops[player.seat] for here in table.fields)
    return sum(_tokens(unit) for unit in units) + 0.5 * player.raids - STOP * stops


def _tokens(unit: Unit) -> float:
    if CARDS[unit.card].ability != "conditional" and unit.stun:
        return -0.1
    return sum((weight * getattr(unit, token) for token, weight in TOKENS.items()), 0.0)
