"""Features: numbers that predict which seat will win, from public facts and its own hand.

As in the appraisal, the seat's own face-down cards are turned up on a copy of the table. Those of
others stay hidden: each counts as an equal part of the Essence that its player may have paid.
"""

from __future__ import annotations

from math import log
from random import Random

import msgspec

from engine.battle_for_empyrean.appraisal import foresee, unspent, worth
from engine.battle_for_empyrean.deploy import public_essence
from engine.battle_for_empyrean.resample import resample
from engine.battle_for_empyrean.table import EmpyreanTable, Player, Unit
from engine.core.step import encode_table

Features = dict[str, float]

_COPY_DECODER = msgspec.msgpack.Decoder(EmpyreanTable)

MIN_CHANCE = 0.02
"""The appraisal counts as a chance between this and 1 minus this."""


def features(table: EmpyreanTable) -> list[Features]:
    """By seat; empty features before the battlefields lie on the table."""
    seats = range(len(table.players))
    if not table.fields or not all(player.cards for player in table.players):
        return [{} for _ in seats]
    return [_seat_features(_foreseen_by(table, seat), seat, unspent(table, seat)) for seat in seats]


def _foreseen_by(table: EmpyreanTable, seat: int) -> EmpyreanTable:
    """The table as the seat may foresee it without the others' hands and face-down cards."""
    if table.phase not in ("deploy", "reveal"):
        return table
    copy = _COPY_DECODER.decode(encode_table(table))
    resample(copy, seat, Random(0))
    hidden_units = [unit for player in copy.players for unit in _turn_away(player, seat)]
    foreseen = foresee(copy)
    for unit in hidden_units:
        foreseen.players[unit.owner].rows[unit.place].append(unit)
    return foreseen


def _turn_away(player: Player, seat: int) -> list[Unit]:
    """Take a rival's face-down cards from its rows; returns them, each with its part of Essence."""
    if player.seat == seat:
        return []
    hidden_units = [unit for row in player.rows for unit in row if not unit.revealed]
    share = public_essence(player) // (len(hidden_units) + 1)
    for unit in hidden_units:
        player.rows[unit.place].remove(unit)
        unit.paid = share
    return hidden_units


def _seat_features(table: EmpyreanTable, seat: int, unspent: int) -> Features:
    player = table.players[seat]
    progress = min(1.0, table.round / table.last_round)
    chance = worth(table, seat, unspent) / 100
    bounded = min(1 - MIN_CHANCE, max(MIN_CHANCE, chance))
    odds = log(bounded / (1 - bounded))
    might = sum(unit.might if unit.revealed else unit.paid for row in player.rows for unit in row)
    return {
        "appraise": chance,
        "appraise x progress": chance * progress,
        "odds": odds,
        "odds x progress": odds * progress,
        "might": might,
        "might x progress": might * progress,
    }
