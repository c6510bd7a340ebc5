"""Outside players: programs that play in the arena by what their seat may know.

They come from packages, by entry points of the group `conclave.players`. Each names a function that
takes the word of a player, such as `vex:Vex`, and returns what makes a player for each match, or
None for a word that is not its own.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Sequence
from functools import cache
from importlib.metadata import entry_points
from random import Random
from typing import Any, Protocol

import msgspec

from engine.core import view as gate
from engine.core.event import Event
from engine.core.game import Game
from engine.core.match import Match, Transition
from engine.core.outcome import Outcome
from engine.core.resample import match_for_seat

GROUP = "conclave.players"
Json = dict[str, Any]
DealWorld = Callable[[], Json]
"""Deals a match that may be the true one by all that the seat knows (`match_for_seat`): members
`decision`, `ply`, `rules`, and unless it can't be dealt `state`, in base64.
"""


class OutsidePlayer(Protocol):
    """A player of one match. All that it gets is JSON in the form in which servers send it."""

    def choose(self, decision: Json, view: Json, events: list[Json], world: DealWorld) -> Any:
        """The answer to a question; `events` are those since the last one. None is silence if the
        question is `optional`, and illegal otherwise.
        """

    def end(self, outcome: Json, view: Json, events: list[Json]) -> None:
        """The match is over."""


MakePlayer = Callable[[Json, int, Random], OutsidePlayer]
"""From the facts of a match, the seat, and the random numbers of the player."""


@cache
def outside_player(spec: str) -> MakePlayer | None:
    """What makes the players of that word; None if no installed package knows it."""
    for point in entry_points(group=GROUP):
        make: MakePlayer | None = point.load()(spec)
        if make is not None:
            return make
    return None


class OutsideSeat:
    """A seat that an outside player holds: passes on what the seat may know, and nothing else."""

    def __init__(
        self, make: MakePlayer, game: Game[Any, Any], match: Match, seat: int, rng: Random
    ) -> None:
        self.game = game
        self.seat = seat
        self.rng = rng
        self.id = f"m_{rng.randbytes(9).hex()}"
        self.names = [f"Player {number + 1}" for number in range(match.seats)]
        self.player = make(self._facts(match), seat, rng)
        self._events: list[Json] = []
        self._event_count = 0

    def _facts(self, match: Match) -> Json:
        return {
            "id": self.id,
            "game": self.game.id,
            "title": self.game.title,
            "options": msgspec.to_builtins(match.options),
            "players": self.names,
        }

    def notice(self, events: Sequence[Event]) -> None:
        """Keep the events that the seat may know until its next question."""
        for event in events:
            visible: Json | None = gate.visible_event(
                self.game, event, self.seat, self._event_count, self.names, dict
            )
            if visible is not None:
                self._events.append(visible)
                self._event_count += 1

    def answer(self, transition: Transition, position: int) -> Any:
        """The answer to the open question at that position; None is silence, if it is optional."""
        match, question = transition.match, transition.running.open[position]
        id = match.decisions[position].id
        decision = gate.decision(self.game, question, id, False, self.names)
        view, events = self._view(transition, "playing"), self._new_events()

        def world() -> Json:
            facts: Json = {"decision": id, "ply": match.ply, "rules": match.rules}
            dealt = match_for_seat(self.game, match, self.seat, self.rng)
            return facts | {"state": b64encode(dealt.to_bytes()).decode()} if dealt else facts

        return self.player.choose(msgspec.to_builtins(decision), view, events, world)

    def end(self, transition: Transition, outcome: Outcome) -> None:
        """Tell the player how the match ended."""
        result = gate.result(self.game, outcome, self.names)
        view = self._view(transition, "finished")
        self.player.end(msgspec.to_builtins(result), view, self._new_events())

    def _new_events(self) -> list[Json]:
        events: list[Json] = msgspec.to_builtins(self._events)
        self._events = []
        return events

    def _view(self, transition: Transition, status: str) -> Json:
        table = transition.running.table
        view: Json = msgspec.to_builtins(
            {
                "match": self.id,
                "game": self.game.id,
                "rules": self.game.rules,
                "status": status,
                "players": [
                    {"seat": seat, "name": name, "kind": "bot"}
                    for seat, name in enumerate(self.names)
                ],
                "table": self.game.view(table, self.seat),
                "turn": self.game.turn(table),
            }
        )
        return view
