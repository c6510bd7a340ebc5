"""Res Arcana: its implementation of `Game`."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import ClassVar

from engine.core.event import Viewer
from engine.core.game import Component, Game, Turn
from engine.core.language import Translate, in_english
from engine.core.outcome import Outcome, Score
from engine.core.run import Run
from engine.core.script import Script
from engine.core.threat import Threat
from engine.res_arcana import catalogue, decks, laws, outcome, resample, rules, setup, view
from engine.res_arcana.appraisal import appraise
from engine.res_arcana.essences import KINDS
from engine.res_arcana.features import features
from engine.res_arcana.grammar import ARGUMENT_TYPES, OPTION_KEYS
from engine.res_arcana.messages import messages
from engine.res_arcana.notation import write
from engine.res_arcana.read_notation import read
from engine.res_arcana.table import DEFAULT_GOAL, ResArcanaOptions, ResArcanaTable
from engine.res_arcana.threats import threats
from engine.res_arcana.view_types import ResArcanaView


class ResArcana(Game[ResArcanaTable, ResArcanaOptions]):
    """Two to four mages, four to six rounds."""

    id = "res_arcana"
    title = "Res Arcana"
    seats = range(2, 5)
    rules = 3
    added_questions = frozenset({"straighten"})
    table_type = ResArcanaTable
    options_type = ResArcanaOptions
    added_options: ClassVar = {"goal": DEFAULT_GOAL}
    view_type = ResArcanaView
    messages = messages()
    option_keys = OPTION_KEYS
    argument_types = ARGUMENT_TYPES
    how_to_play = catalogue.HOW_TO_PLAY
    playouts = 80
    horizon = 2

    def new(self, options: ResArcanaOptions, seats: int, run: Run) -> ResArcanaTable:
        return setup.new_table(options, seats, run)

    def step(self, table: ResArcanaTable) -> Script[None] | None:
        return rules.next_step(table)

    def outcome(self, table: ResArcanaTable) -> Outcome | None:
        return outcome.outcome(table)

    def view(self, table: ResArcanaTable, viewer: Viewer) -> ResArcanaView:
        return view.views(table)(viewer)

    def views(self, table: ResArcanaTable) -> Callable[[Viewer], ResArcanaView]:
        return view.views(table)

    def resample(self, table: ResArcanaTable, viewer: Viewer, rng: Random) -> None:
        resample.resample(table, viewer, rng)

    def reshuffle(self, table: ResArcanaTable) -> None:
        decks.shuffle_unseen(table)

    def turn(self, table: ResArcanaTable) -> Turn:
        return Turn(table.round, view.PHASES[table.stage], view.whose_turn(table))

    def catalogue(self, translate: Translate = in_english) -> list[Component]:
        return catalogue.catalogue(translate)

    def check_options(self, options: ResArcanaOptions, seats: int) -> None:
        setup.check_options(options, seats)

    def appraise(self, table: ResArcanaTable, seat: int) -> int:
        return appraise(table, seat)

    def take_spendable(self, table: ResArcanaTable, seat: int) -> list[int]:
        own = table.players[seat]
        spendable = [own.pool.get(kind, 0) for kind in KINDS]
        own.pool = {}
        own.hand.sort()
        return spendable

    def features(self, table: ResArcanaTable) -> list[dict[str, float]]:
        return features(table)

    def score_sheet(self, table: ResArcanaTable) -> list[Score]:
        return outcome.score_sheet(table)

    def threats(self, table: ResArcanaTable) -> list[Threat]:
        return threats(table)

    def laws(self, table: ResArcanaTable) -> None:
        laws.check_laws(table)

    def notation(self, table: ResArcanaTable) -> str:
        return write(table)

    def read_position(self, text: str) -> ResArcanaTable:
        return read(text)


GAME = ResArcana()
