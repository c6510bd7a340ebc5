"""Ascended Kings: its implementation of `Game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from engine.ascended_kings import knowledge, laws, rules
from engine.ascended_kings.appraisal import appraise
from engine.ascended_kings.catalogue import catalogue
from engine.ascended_kings.features import features
from engine.ascended_kings.goals import GOALS
from engine.ascended_kings.grammar import ARGUMENT_TYPES, OPTION_KEYS
from engine.ascended_kings.how_to_play import HOW_TO_PLAY
from engine.ascended_kings.latent import take_spendable
from engine.ascended_kings.messages import MESSAGES
from engine.ascended_kings.notation import write
from engine.ascended_kings.outcome import outcome, score_sheet
from engine.ascended_kings.read_notation import read
from engine.ascended_kings.resample import resample
from engine.ascended_kings.setup import deal_kings, lay_out
from engine.ascended_kings.table import KingsTable
from engine.ascended_kings.threats import threats
from engine.ascended_kings.view import view
from engine.ascended_kings.view_types import KingsView
from engine.core.chance import shuffle
from engine.core.errors import InvalidOptions
from engine.core.event import Viewer
from engine.core.game import Component, Game, Options, Turn
from engine.core.language import Translate, in_english
from engine.core.outcome import Outcome, Score
from engine.core.run import Run
from engine.core.script import Script
from engine.core.threat import Threat


class KingsOptions(Options, frozen=True, kw_only=True):
    """What a creator may choose."""

    round_limit: Annotated[
        int,
        Meta(
            ge=0,
            le=1000,
            title="Round limit",
            description="After this many rounds the match ends and Koru decide; 0 for never.",
        ),
    ] = 60
    rounds: Annotated[
        int,
        Meta(
            ge=0,
            le=20,
            title="Rounds",
            description="Rounds before the Omega War, with countdown only; "
            "0 for 20, 15 or 10 with 2, 3 or 4 players.",
        ),
    ] = 0
    countdown: Annotated[
        bool,
        Meta(
            title="Countdown",
            description="Without it only united Bloodstones begin the Omega War.",
        ),
    ] = True
    kings: Annotated[
        Literal["chosen", "random"],
        Meta(title="Kings", description="Chosen in reverse turn order, or dealt."),
    ] = "chosen"
    first: Annotated[
        Literal["random", "creator"],
        Meta(title="Starting player", description="By chance, or the first seat."),
    ] = "random"
    respond: Annotated[
        bool,
        Meta(
            title="Respond to abilities",
            description="Targets may use Instant Powers before an ability resolves.",
        ),
    ] = True


class AscendedKings(Game[KingsTable, KingsOptions]):
    """The game."""

    id = "ascended_kings"
    title = "Ascended Kings"
    seats = range(2, 5)
    rules = 4
    table_type = KingsTable
    options_type = KingsOptions
    view_type = KingsView
    retired_options = frozenset({"strict_escape"})
    retired_answers: ClassVar = {"instant": "pass", "absorb_unhurt": "no"}
    messages = MESSAGES
    option_keys = OPTION_KEYS
    argument_types = ARGUMENT_TYPES
    how_to_play = HOW_TO_PLAY
    playouts = 60
    negotiation = True
    shows = True
    goals = GOALS

    def check_options(self, options: KingsOptions, seats: int) -> None:
        if options.rounds and not options.countdown:
            raise InvalidOptions(
                "Without countdown, Rounds must be 0: only united Bloodstones begin the Omega War."
            )

    def stored_options(self, stored: Mapping[str, Any]) -> dict[str, Any]:
        """Rules 1 ignored `rounds` without countdown instead of refusing them."""
        options = super().stored_options(stored)
        return options if options.get("countdown", True) else {**options, "rounds": 0}

    def new(self, options: KingsOptions, seats: int, run: Run) -> KingsTable:
        table = lay_out(
            seats,
            run,
            rounds=options.rounds,
            countdown=options.countdown,
            first=0 if options.first == "creator" else None,
        )
        table.respond = options.respond
        table.round_limit = options.round_limit
        if options.kings == "random":
            deal_kings(table)
        return table

    def step(self, table: KingsTable) -> Script[None] | None:
        return rules.step(table)

    def outcome(self, table: KingsTable) -> Outcome | None:
        return outcome(table)

    def view(self, table: KingsTable, viewer: Viewer) -> KingsView:
        return view(table, viewer)

    def resample(self, table: KingsTable, viewer: Viewer, rng: Random) -> None:
        resample(table, viewer, rng)

    def reshuffle(self, table: KingsTable) -> None:
        for revenant in (False, True):
            shuffle(table, table.deck(revenant).draw)

    def showable(self, table: KingsTable, seat: int) -> list[str]:
        return knowledge.hidden_cards(table.characters[seat])

    def record_show(self, table: KingsTable, seat: int, card: str, to: Sequence[int]) -> None:
        knowledge.record_show(table, table.characters[seat], card, to)

    def turn(self, table: KingsTable) -> Turn:
        setting_up = table.phase in ("kings", "deal", "gems")
        all_seats = [character.seat for character in table.characters]
        seats = all_seats if setting_up else [table.active]
        return Turn(table.rounds_played + 1, table.phase, seats)

    def catalogue(self, translate: Translate = in_english) -> list[Component]:
        return catalogue(translate)

    def appraise(self, table: KingsTable, seat: int) -> int:
        return appraise(table, seat)

    def take_spendable(self, table: KingsTable, seat: int) -> list[int]:
        return take_spendable(table, seat)

    def features(self, table: KingsTable) -> list[dict[str, float]]:
        return features(table)

    def score_sheet(self, table: KingsTable) -> list[Score]:
        return score_sheet(table)

    def threats(self, table: KingsTable) -> list[Threat]:
        return threats(table)

    def laws(self, table: KingsTable) -> None:
        laws.check_laws(table)

    def notation(self, table: KingsTable) -> str:
        return write(table)

    def read_position(self, text: str) -> KingsTable:
        return read(text)

    def upgrade(self, raw: Any, rules: int) -> Any:
        if rules < 2:
            raw.pop("strict_escape", None)
        if rules < 3:
            raw.pop("silent", None)
        if rules < 4:
            raw["cancels_blocked"] = True
        return raw


GAME = AscendedKings()
