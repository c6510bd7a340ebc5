"""Play: one match between bots, on the fast path of the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from time import process_time
from typing import Any

from msgspec import Struct

from engine.bots import think
from engine.bots.budget import Iterations
from engine.bots.plan import Plan
from engine.bots.random_bot import random_answer
from engine.core.game import Game
from engine.core.match import Decision, Match, Transition, answer, new_match
from engine.core.outcome import Outcome
from engine.lab.outside import OutsideSeat, outside_player
from engine.lab.player import Player

MAX_ANSWERS = 20_000
"""Limit on the answers of one match; random play stays far below it in every game."""

BeforeAnswer = Callable[[Transition], None]
"""Called with the match and its running table before each answer; must change neither."""


class MatchFailed(Exception):
    """A bot raised an exception or gave an illegal answer, or the match was too long."""


class MatchResult(Struct):
    """A finished match; lists are by seat."""

    outcome: Outcome
    answers: int
    decisions: list[int]  # answers that the seat's bot thought about
    seconds: list[float]  # processor time of its thoughts
    rounds: int

    def share(self, seat: int) -> float:
        """The seat's part of the victory: 1 for a winner, 1/2 for one of two, 0 for the others."""
        first = self.outcome.ranks[0]
        return 1 / len(first) if seat in first else 0.0


def play_match(
    game: Game[Any, Any],
    players: Sequence[Player],
    seed: bytes,
    *,
    options: dict[str, Any] | None = None,
    thoughts: str = "",
    max_answers: int = MAX_ANSWERS,
    before_answer: BeforeAnswer | None = None,
) -> MatchResult:
    """One match, `players` by seat. `seed` is that of the match, `thoughts` that of the bots.

    Raises InvalidOptions, and MatchFailed for anything that goes wrong later.
    """
    transition = new_match(game, options, len(players), seed)
    seats = [
        _Seat(player, game, transition.match, seat, Random(f"{thoughts}/{seat}"))
        for seat, player in enumerate(players)
    ]
    _pass_on(transition, seats)
    while not transition.match.over:
        if transition.match.ply >= max_answers:
            raise MatchFailed(_too_long(seats, max_answers))
        if before_answer is not None:
            before_answer(transition)
        transition = _answer(game, transition, seats)
        _pass_on(transition, seats)
    outcome = transition.running.outcome
    assert outcome is not None
    for seat in seats:
        if seat.outside:
            seat.outside.end(transition, outcome)
    return MatchResult(
        outcome,
        transition.match.ply,
        [seat.decisions for seat in seats],
        [seat.seconds for seat in seats],
        game.turn(transition.running.table).round,
    )


def _too_long(seats: Sequence[_Seat], max_answers: int) -> str:
    busiest = max(range(len(seats)), key=lambda seat: seats[seat].decisions)
    return (
        f"The match is not over after {max_answers} answers; {seats[busiest].player.spec} in seat "
        f"{busiest} gave {seats[busiest].decisions} of them."
    )


class _Seat:
    """A player during a match: its random numbers, and a bot's plan from one answer to the next."""

    def __init__(
        self, player: Player, game: Game[Any, Any], match: Match, seat: int, rng: Random
    ) -> None:
        self.player = player
        make = outside_player(player.spec) if player.outside else None
        self.outside = OutsideSeat(make, game, match, seat, rng) if make else None
        self.rng = rng
        self.plan: Plan | None = None
        self.considered: set[str] = set()  # optional questions
        self.decisions = 0
        self.seconds = 0.0

    def answer(self, game: Game[Any, Any], transition: Transition, position: int) -> Any:
        """The answer to the open question at that position; None is silence, if it is optional."""
        decision = transition.match.decisions[position]
        if decision.optional:
            self.considered.add(decision.id)
        if self.player.random and self.rng.random() * 100 < self.player.random:
            self.plan = None
            return random_answer(transition.running.open[position], self.rng)
        began = process_time()
        if self.outside:
            answer = self.outside.answer(transition, position)
        else:
            answer = self._think(game, transition.match, decision)
        self.seconds += process_time() - began
        self.decisions += answer is not None
        return answer

    def considers(self, decision: Decision) -> bool:
        """Whether the optional question is asked: once, and built-in bots are never asked any."""
        return self.outside is not None and decision.id not in self.considered

    def _think(self, game: Game[Any, Any], match: Match, decision: Decision) -> Any:
        budget = Iterations(self.player.iterations)
        thought = think(
            self.player.bot, game, match, decision.seat, decision.id, self.rng, budget, self.plan
        )
        self.plan = thought.plan
        return thought.answer


def _pass_on(transition: Transition, seats: Sequence[_Seat]) -> None:
    """Pass new events on to players from outside; built-in bots remember none."""
    for seat in seats:
        if seat.outside:
            seat.outside.notice(transition.events)


def _answer(game: Game[Any, Any], transition: Transition, seats: Sequence[_Seat]) -> Transition:
    """Answer an open question."""
    match = transition.match
    for position in _positions(match, seats):
        decision = match.decisions[position]
        seat = seats[decision.seat]
        try:
            raw = seat.answer(game, transition, position)
            if raw is None and decision.optional:
                continue
            after = answer(game, match, decision.seat, decision.id, raw, transition.running)
        except Exception as error:
            raise MatchFailed(
                f"{seat.player.spec} in seat {decision.seat} failed at answer {match.ply}, "
                f"decision {decision.id} ({decision.prompt}): {type(error).__name__}: {error}"
            ) from error
        after.match.past, after.match.undo_depth = [], 0
        return after
    raise AssertionError("A match that is not over waits for an answer.")


def _positions(match: Match, seats: Sequence[_Seat]) -> Iterator[int]:
    """The positions of open questions in the order of asking: optional ones of seats that are asked
    nothing else, then the first that is not optional.
    """
    asked = {decision.seat for decision in match.decisions if not decision.optional}
    for position, decision in enumerate(match.decisions):
        is_free = decision.optional and decision.seat not in asked
        if is_free and seats[decision.seat].considers(decision):
            yield position
    yield next(n for n, decision in enumerate(match.decisions) if not decision.optional)
