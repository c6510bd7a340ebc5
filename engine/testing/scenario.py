"""Scenarios: lay a table, call players with the keys of options, inspect the table.

    ann, bob = players(GAME, table)
    ann("place:hawk")
    assert bob.options == {"suffer", "react:guard_dog:p2"}

Every call checks more than it says: it saves and reopens the match, undoes every free answer,
checks the laws, and builds and checks every viewer's frame.
"""

from __future__ import annotations

from typing import Any

from engine.core import view
from engine.core.errors import IllegalAnswer, UndoRefused
from engine.core.event import PUBLIC, Event, Viewer
from engine.core.game import Game
from engine.core.match import Match, Transition, answer, begin_match, new_match, running_table
from engine.core.script import Question
from engine.core.shows import show
from engine.core.table import Table
from engine.core.undo import same_apart_from_ids, undo
from engine.testing.views import view_of

SEED = bytes(range(32))
NAMES = ["Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe"]


class Scenario:
    """A match under test: `match`, its live `table`, and all `events` so far."""

    def __init__(self, game: Game[Any, Any], transition: Transition) -> None:
        self.game = game
        self.events: list[Event] = []
        self._accept(transition)

    @property
    def table(self) -> Any:
        """The live table at the open questions; change it only before the first call."""
        return self.running.table

    @property
    def over(self) -> bool:
        return self.match.over

    @property
    def waiting(self) -> set[int]:
        """The seats that the match waits for."""
        return {question.seat for question in self.running.open if not question.optional}

    def answer(self, seat: int, decision: str, raw: Any) -> None:
        """Answer, and check that the answer is saved, can be undone and breaks no law."""
        before = self.match
        transition = answer(self.game, before, seat, decision, raw)
        try:
            back = undo(self.game, transition.match, seat, decision).match
        except UndoRefused:
            pass
        else:
            assert same_apart_from_ids(back, before), "undo left something behind"
        self._accept(transition)

    def show(self, seat: int, card: str, to: tuple[int, ...]) -> None:
        """Show a card, and check that no question changes."""
        before = self.match
        transition = show(self.game, before, seat, card, to)
        assert transition.match.decisions == before.decisions
        self._accept(transition)

    def _accept(self, transition: Transition) -> None:
        self.events += transition.events
        self.match = Match.from_bytes(transition.match.to_bytes())
        assert self.match == transition.match
        assert Match.from_json(transition.match.to_json()) == transition.match
        self.running = running_table(self.game, self.match)
        self.game.laws(self.running.table)
        for viewer in [*range(self.match.seats), PUBLIC]:
            frame(self.game, self.match, self.running.table, self.running.open, viewer)
        for event in transition.events:
            for viewer in [*range(self.match.seats), PUBLIC]:
                view.check_view(view.visible_event(self.game, event, viewer, 0, NAMES, dict) or {})


class Player:
    """A seat of a scenario; call it with answers, one after another."""

    def __init__(self, scenario: Scenario, seat: int) -> None:
        self.scenario = scenario
        self.seat = seat

    def __call__(self, *answers: Any) -> Player:
        for raw in answers:
            self.scenario.answer(self.seat, self._decision_for(raw), raw)
        return self

    def show(self, card: str, *to: Player) -> Player:
        """Show a card to others."""
        self.scenario.show(self.seat, card, tuple(player.seat for player in to))
        return self

    @property
    def questions(self) -> list[Question]:
        return [question for question in self.scenario.running.open if question.seat == self.seat]

    @property
    def asked(self) -> str | None:
        """The prompt of this player's open question, if any."""
        return next((question.prompt for question in self.questions if not question.optional), None)

    @property
    def question(self) -> Question:
        """This player's open question."""
        return next(question for question in self.questions if not question.optional)

    @property
    def options(self) -> set[str]:
        """The keys of all options open to this player."""
        return {option.key for question in self.questions for option in question.options}

    @property
    def blocked(self) -> dict[str, str]:
        """The visible but impossible options, and the message key of the reason."""
        blocked = [question.blocked() for question in self.questions if question.blocked]
        return {option.key: option.why for options in blocked for option in options}

    @property
    def view(self) -> dict[str, Any]:
        """What this player sees of the table."""
        return view_of(self.scenario.game, self.scenario.table, self.seat)

    @property
    def events(self) -> list[Event]:
        """Every event in the form for this player."""
        return events_for(self.scenario.events, self.seat)

    def _decision_for(self, raw: Any) -> str:
        """The id of the first own open decision that accepts the answer, else of the first one."""
        own = [
            (question, decision)
            for question, decision in zip(
                self.scenario.running.open, self.scenario.match.decisions, strict=True
            )
            if question.seat == self.seat
        ]
        assert own, f"seat {self.seat} is not asked anything"
        for question, known in own:
            try:
                question.read(raw)
            except IllegalAnswer:
                continue
            return known.id
        return own[0][1].id


def players(
    game: Game[Any, Any], table: Table, seats: int, options: dict[str, Any] | None = None
) -> tuple[Player, ...]:
    """Begin a scenario from a table at rest."""
    scenario = Scenario(game, begin_match(game, table, seats, SEED, options))
    return tuple(Player(scenario, seat) for seat in range(seats))


def new_players(
    game: Game[Any, Any], seats: int, options: dict[str, Any] | None = None, seed: bytes = SEED
) -> tuple[Player, ...]:
    """Begin a scenario from the game's own set-up."""
    scenario = Scenario(game, new_match(game, options, seats, seed))
    return tuple(Player(scenario, seat) for seat in range(seats))


def events_for(events: list[Event], viewer: Viewer) -> list[Event]:
    """These events in the form for a viewer."""
    seen = [event.for_viewer(viewer) for event in events]
    return [event for event in seen if event is not None]


def frame(
    game: Game[Any, Any],
    match: Match,
    table: Table,
    questions: list[Question],
    viewer: Viewer,
) -> dict[str, Any]:
    """Everything a viewer receives at this moment, checked."""
    received = {
        "table": view_of(game, table, viewer),
        "decisions": [
            view.decision(game, question, decision.id, False, NAMES)
            for question, decision in zip(questions, match.decisions, strict=True)
            if question.seat == viewer
        ],
        "waiting": sorted({question.seat for question in questions if not question.optional}),
    }
    view.check_view(received)
    turn = game.turn(table)
    game.messages.render(f"phase.{turn.phase}", {}, NAMES)
    return received
