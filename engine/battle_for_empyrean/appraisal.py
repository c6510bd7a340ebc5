"""Appraisal: how good a table looks to a seat; the `greedy` bot maximises it.

Face-down cards are turned up on a copy of the table, by default choices, up to the next Draft
Phase. From there the seat plans: the Might that its hand and its draws may still bring goes to the
two battlefields where it does most, as far as there are Open Zones; an opponent's future Might is
spread evenly. The worth of the table is the best plan's chance to hold two battlefields; a lead in
total Might, and Essence that can be spent at once, add a little.
"""

from __future__ import annotations

from itertools import combinations
from math import exp

import msgspec

from engine.battle_for_empyrean.battlefield import zones
from engine.battle_for_empyrean.card import CARDS, DECK_SIZE, TEMPLATE
from engine.battle_for_empyrean.reveal import begin_reveals
from engine.battle_for_empyrean.rules import step
from engine.battle_for_empyrean.table import EmpyreanTable, Player, Unit
from engine.battle_for_empyrean.trigger import awake
from engine.core.run import Run
from engine.core.script import Script
from engine.core.step import encode_table

APPRAISAL_SCALE = 1000
TOKEN_MIGHT = {"stun": -1.0, "shield": 0.3, "anchor": -0.3, "move": 0.8, "captive": 0.8}
STOP_TOKEN_COST, RAID_MIGHT = 1.5, 0.5
GROWTH_PER_ROUND = 0.3
"""Might per Round that a card gains while its ability may still act."""
MIGHT_PER_ESSENCE = 0.8
"""Might per point of Essence cost still to be Deployed."""
MEAN_COST = sum(cost * copies for cost, copies in TEMPLATE.items()) / DECK_SIZE
MIGHT_PER_OPEN_ZONE = 4.5
"""The Might that an Open Zone may take."""
SOON_WORTH, UNSPENT_WORTH = 0.3, 0.5
"""Worth of Essence that the next cards, or those in hand in this phase, can use."""
DOUBT_MIGHT, DOUBT_MIGHT_PER_ROUND = 3, 1
"""The lead in Might that makes a battlefield likely, at the end and for each Round before."""
LEAD_WORTH, LEAD_WORTH_PER_ROUND = 0.05, 0.05
"""Worth of a point of Might for the total alone."""

_COPY_DECODER = msgspec.msgpack.Decoder(EmpyreanTable)


def appraise(table: EmpyreanTable, seat: int) -> int:
    """The worth of a table to a seat, in thousandths of a percent of winning."""
    if not table.fields or not table.players[seat].cards:
        return 0
    return round(APPRAISAL_SCALE * worth(foresee(table), seat, unspent(table, seat)))


def unspent(table: EmpyreanTable, seat: int) -> int:
    """The Essence that the seat may still spend in this phase."""
    return table.players[seat].essence if _may_deploy(table, seat) else 0


def worth(table: EmpyreanTable, seat: int, unspent: int = 0) -> float:
    """The worth of a foreseen table, in percent of winning; `unspent` Essence comes on top."""
    might = [_might(player) for player in table.players]
    doubt = DOUBT_MIGHT + DOUBT_MIGHT_PER_ROUND * _rounds_left(table)
    best_other = max(sum(might[other]) for other in table.others(seat))
    percent = (LEAD_WORTH + LEAD_WORTH_PER_ROUND * _rounds_left(table)) * (
        sum(might[seat]) - best_other
    )
    if table.phase == "over":
        margins = [_margin(might, seat, field.place) for field in table.fields]
        return percent + 100 * _chance_of_two(margins, doubt)
    costs = sum(CARDS[card].cost for card in table.players[seat].hand)
    percent += 100 * _best_plan(table, seat, might, _own_future(table, seat, costs, unspent), doubt)
    ready = min(_essence_soon(table, table.players[seat]), costs + MEAN_COST)
    return percent + (SOON_WORTH * ready + UNSPENT_WORTH * min(costs, unspent)) * 12.5 / doubt


def _may_deploy(table: EmpyreanTable, seat: int) -> bool:
    return table.phase == "deploy" and seat in table.order[table.turn :]


def foresee(table: EmpyreanTable) -> EmpyreanTable:
    """A copy on which all face-down cards have been Revealed and the Round has ended."""
    if table.phase not in ("deploy", "reveal"):
        return table
    copy = _COPY_DECODER.decode(encode_table(table))
    copy.revealing = 0
    copy.run = run = Run(bytes(32), quiet=True)
    if copy.phase == "deploy":
        copy.cause, copy.dying = None, 0
        _carry_out(run, begin_reveals(copy))
    while copy.phase not in ("draft", "over") and (script := step(copy)):
        _carry_out(run, script)
    return copy


def _carry_out(run: Run, script: Script[None]) -> None:
    """Run a script to its end, by default choices."""
    run.start(script)
    while run.open:
        question = run.open[0]
        run.feed(question, question.read(question.default()))


def _rounds_left(table: EmpyreanTable) -> int:
    return table.last_round - table.round


# -- the battlefields


def _might(player: Player) -> list[int]:
    """The Might on each battlefield; a face-down card counts as the Essence paid for it."""
    return [
        sum([unit.might if unit.revealed else unit.paid for unit in row]) for row in player.rows
    ]


def _margin(might: list[list[int]], seat: int, place: int) -> int:
    return might[seat][place] - max(
        other_might[place] for other, other_might in enumerate(might) if other != seat
    )


def _chance_of_two(margins: list[float] | list[int], doubt: float) -> float:
    """The chance to win at least two battlefields, as if they were independent."""
    no_win, exactly_one = 1.0, 0.0
    for margin in margins:
        wins = 1 / (1 + exp(max(-50, min(50, -margin / doubt))))
        no_win, exactly_one = no_win * (1 - wins), exactly_one * (1 - wins) + no_win * wins
    return 1 - no_win - exactly_one


def _best_plan(
    table: EmpyreanTable, seat: int, might: list[list[int]], future: float, doubt: float
) -> float:
    """The chance of winning with all future Might on the best two battlefields."""
    margins = _threatened(table, seat, might)
    room = _room(table, table.players[seat])
    return max(
        _chance_of_two(_reinforced(margins, pair, room, future), doubt)
        for pair in combinations(range(len(margins)), 2)
    )


def _threatened(table: EmpyreanTable, seat: int, might: list[list[int]]) -> list[float]:
    """The margins once the opponents have spread their future Might."""
    threats = [0.0] * len(table.fields)
    for other in table.others(seat):
        share = _future_of(table, table.players[other]) / len(table.fields)
        room = _room(table, table.players[other])
        after = [now + min(share, limit) for now, limit in zip(might[other], room, strict=True)]
        threats = [max(pair) for pair in zip(threats, after, strict=True)]
    return [own - threat for own, threat in zip(might[seat], threats, strict=True)]


def _room(table: EmpyreanTable, player: Player) -> list[float]:
    """The Might that the Open Zones of each battlefield may take."""
    return [
        MIGHT_PER_OPEN_ZONE * max(0, zones(table, player.seat, place) - len(row))
        for place, row in enumerate(player.rows)
    ]


def _reinforced(
    margins: list[float], pair: tuple[int, int], room: list[float], future: float
) -> list[float]:
    """Future Might first levels the two margins, then goes to both alike."""
    after = list(margins)
    low, high = sorted(pair, key=lambda place: margins[place])
    level = min(future, room[low], after[high] - after[low])
    half = (future - level) / 2
    after[low] += level + min(half, room[low] - level)
    after[high] += min(half, room[high])
    return after


# -- what is still to come


def _own_future(table: EmpyreanTable, seat: int, costs: int, unspent: int) -> float:
    """The Might that the seat may still bring."""
    player = table.players[seat]
    cards = costs + MEAN_COST * _draws_left(table)
    essence = unspent + _essence_soon(table, player) + _essence_later(table)
    return MIGHT_PER_ESSENCE * min(cards, essence) + _lasting(table, player)


def _future_of(table: EmpyreanTable, player: Player) -> float:
    """The same for an opponent, whose hand is unknown."""
    cards = MEAN_COST * (len(player.hand) + _draws_left(table))
    essence = _essence_soon(table, player) + _essence_later(table)
    return MIGHT_PER_ESSENCE * min(cards, essence) + _lasting(table, player)


def _draws_left(table: EmpyreanTable) -> int:
    return _rounds_left(table) + (table.phase == "draft")


def _essence_soon(table: EmpyreanTable, player: Player) -> int:
    return player.essence + (player.next_essence if _rounds_left(table) else 0)


def _essence_later(table: EmpyreanTable) -> int:
    """The base Essence of all Rounds after this one."""
    return sum(range(table.round + 2, table.last_round + 2))


def _lasting(table: EmpyreanTable, player: Player) -> float:
    """The Might to expect from tokens and abilities that may still act."""
    if not _rounds_left(table):
        return 0
    units = [unit for row in player.rows for unit in row if unit.revealed]
    stops = sum(field.stops[player.seat] for field in table.fields)
    growth = GROWTH_PER_ROUND * _rounds_left(table) * sum([_grows(unit) for unit in units])
    return (
        growth
        + sum([_tokens(unit) for unit in units])
        + RAID_MIGHT * player.raids
        - STOP_TOKEN_COST * stops
    )


def _grows(unit: Unit) -> bool:
    return CARDS[unit.card].ability != "instant" and awake(unit)


def _tokens(unit: Unit) -> float:
    if CARDS[unit.card].ability != "conditional" and unit.stun:
        return -0.1
    if not (unit.stun or unit.shield or unit.anchor or unit.move or unit.captive):
        return 0
    return sum((weight * getattr(unit, token) for token, weight in TOKEN_MIGHT.items()), 0.0)
