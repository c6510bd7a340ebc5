"""Battle for Empyrean: its implementation of `Game`."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from engine.battle_for_empyrean import battlefields, decks
from engine.battle_for_empyrean.appraisal import appraise
from engine.battle_for_empyrean.catalogue import catalogue
from engine.battle_for_empyrean.features import features
from engine.battle_for_empyrean.grammar import ARGUMENT_TYPES, OPTION_KEYS
from engine.battle_for_empyrean.how_to_play import HOW_TO_PLAY
from engine.battle_for_empyrean.laws import check_laws
from engine.battle_for_empyrean.messages import messages
from engine.battle_for_empyrean.notation import write
from engine.battle_for_empyrean.options import EmpyreanOptions, check_options
from engine.battle_for_empyrean.outcome import outcome, score_sheet
from engine.battle_for_empyrean.read_notation import read
from engine.battle_for_empyrean.resample import resample
from engine.battle_for_empyrean.rules import step
from engine.battle_for_empyrean.setup import new_table
from engine.battle_for_empyrean.table import EmpyreanTable
from engine.battle_for_empyrean.threats import threats
from engine.battle_for_empyrean.upgrade import upgrade
from engine.battle_for_empyrean.view import view
from engine.battle_for_empyrean.view_types import EmpyreanView
from engine.core.chance import shuffle
from engine.core.event import Viewer
from engine.core.game import Component, Game, Turn
from engine.core.language import Translate, in_english
from engine.core.outcome import Outcome, Score
from engine.core.run import Run
from engine.core.script import Script
from engine.core.threat import Threat

CONTENT = (battlefields, decks)
"""The modules that register cards and battlefields."""


class BattleForEmpyrean(Game[EmpyreanTable, EmpyreanOptions]):
    """Two or three armies contend for the battlefields of Empyrean."""

    id = "battle_for_empyrean"
    title = "Battle for Empyrean"
    seats = range(2, 4)
    rules = 2
    table_type = EmpyreanTable
    options_type = EmpyreanOptions
    view_type = EmpyreanView
    added_options: ClassVar = {"distinct_decks": False}
    how_to_play = HOW_TO_PLAY
    playouts = 60
    messages = messages()
    option_keys = OPTION_KEYS
    argument_types = ARGUMENT_TYPES

    def check_options(self, options: EmpyreanOptions, seats: int) -> None:
        check_options(options, seats)

    def new(self, options: EmpyreanOptions, seats: int, run: Run) -> EmpyreanTable:
        return new_table(options, seats, run)

    def step(self, table: EmpyreanTable) -> Script[None] | None:
        return step(table)

    def outcome(self, table: EmpyreanTable) -> Outcome | None:
        return outcome(table)

    def view(self, table: EmpyreanTable, viewer: Viewer) -> EmpyreanView:
        return view(table, viewer)

    def resample(self, table: EmpyreanTable, viewer: Viewer, rng: Random) -> None:
        resample(table, viewer, rng)

    def reshuffle(self, table: EmpyreanTable) -> None:
        """Only battlefields have an order; draws from a deck pick by chance each time."""
        shuffle(table, table.undrawn)

    def turn(self, table: EmpyreanTable) -> Turn:
        """Questions of the End Phases belong to no player's turn."""
        acting = [player.seat for player in table.players]
        if table.phase in ("end", "end_of_game", "over"):
            acting = []
        elif table.turn < len(table.order):
            acting = [table.order[table.turn]]
        return Turn(table.round, table.phase, acting)

    def catalogue(self, translate: Translate = in_english) -> list[Component]:
        return catalogue(translate)

    def appraise(self, table: EmpyreanTable, seat: int) -> int:
        return appraise(table, seat)

    def take_spendable(self, table: EmpyreanTable, seat: int) -> list[int]:
        own = table.players[seat]
        essence, own.essence = own.essence, 0
        return [essence]

    def features(self, table: EmpyreanTable) -> list[dict[str, float]]:
        return features(table)

    def score_sheet(self, table: EmpyreanTable) -> list[Score]:
        return score_sheet(table)

    def threats(self, table: EmpyreanTable) -> list[Threat]:
        return threats(table)

    def upgrade(self, raw: Any, rules: int) -> Any:
        return upgrade(raw, rules)

    def laws(self, table: EmpyreanTable) -> None:
        check_laws(table)

    def notation(self, table: EmpyreanTable) -> str:
        return write(table)

    def read_position(self, text: str) -> EmpyreanTable:
        return read(text)


GAME = BattleForEmpyrean()
