"""Hint: the best moves at an open question, their chances, and the events that search expects.

All of it comes from sampled worlds, so it depends only on what the seat knows and on random
numbers. Expected events pass the same projection as real ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

from msgspec import Struct

from engine.bots.budget import Budget, Iterations
from engine.bots.position import Position
from engine.bots.search import Move, play_out, productive_moves, search
from engine.bots.world import World
from engine.core import view
from engine.core.event import Event
from engine.core.game import Game
from engine.core.script import Question

MAX_MOVES = 3
"""Limit on the moves of a hint."""
PLAYOUTS_FACTOR = 2
"""The playouts of a hint's search, and again those of its best moves, as a multiple of what `hard`
has for an answer."""
MIN_PLAYOUTS = 6
"""Playouts of each of these moves, even after the budget has expired."""
MAX_EVENTS = 8
"""Limit on the events of a line."""
WITNESS_WORLDS = 24
"""Worlds in which an event must be the same to count as certain."""


class ChosenAnswer(Struct):
    """The seat's answer to a follow-up question: its prompt, as in a decision, and the options that
    the answer names, in the answer's order.
    """

    prompt: dict[str, Any]
    answer: Any  # in its wire form
    options: list[dict[str, Any]]


class ExpectedEvent(Struct):
    """An expected event; unless certain, it depends on guesses about hidden facts."""

    key: str
    args: dict[str, Any]
    text: str
    certain: bool


class Suggestion(Struct):
    """A move: its first answer, the seat's chance (0..1) at the end of its playouts, the standard
    error of that chance, its follow-ups and the expected events.
    """

    answer: Any  # in its wire form
    chance: float
    error: float
    follow_ups: list[ChosenAnswer]
    line: list[ExpectedEvent]


def hint(
    position: Position, budget: Budget, trials: Budget, rng: Random, players: Sequence[str]
) -> list[Suggestion]:
    """At most `MAX_MOVES` moves with different first answers, the best first; `players` are the
    names of the seats.

    A search within the `budget` chooses them. Their chances come from separate playouts, the
    `trials`, all in the same worlds: the playouts that made a move look best overrate it.
    """
    default_playouts = position.game.playouts * PLAYOUTS_FACTOR
    candidates = search(position, budget, budget.iterations or default_playouts, rng)
    moves = _distinct(productive_moves(position, candidates))
    playouts = (trials.iterations or default_playouts) // len(moves)
    seeds, chances = _play_trials(position, moves, trials, playouts, rng)
    witness_seeds = [rng.random() for _ in range(WITNESS_WORLDS)]
    suggestions = []
    for move, move_chances in zip(moves, chances, strict=True):
        mean = fmean(move_chances)
        typical = min(range(len(move_chances)), key=lambda n: abs(move_chances[n] - mean))
        follow_ups, line = _follow_ups_and_events(
            position, move, seeds[typical], witness_seeds, players
        )
        suggestions.append(
            Suggestion(
                move.answer, mean, stdev(move_chances) / sqrt(len(move_chances)), follow_ups, line
            )
        )
    return sorted(suggestions, key=lambda suggestion: -suggestion.chance)


def _distinct(moves: Iterable[Move]) -> list[Move]:
    """The best moves, one for each first answer."""
    distinct: list[Move] = []
    for move in moves:
        if all(move.answer != earlier.answer for earlier in distinct):
            distinct.append(move)
        if len(distinct) == MAX_MOVES:
            break
    return distinct


def _play_trials(
    position: Position, moves: list[Move], budget: Budget, playouts: int, rng: Random
) -> tuple[list[float], list[list[float]]]:
    """The seeds of the playouts, and each move's chances in them."""
    seeds: list[float] = []
    chances: list[list[float]] = [[] for _ in moves]
    while len(seeds) < MIN_PLAYOUTS or (len(seeds) < playouts and not budget.expired()):
        seeds.append(rng.random())
        world = position.world(Random(seeds[-1]))
        for move, move_chances in zip(moves, chances, strict=True):
            move_chances.append(_outcome(world.copy(), position, move, seeds[-1]))
    return seeds, chances


def _outcome(world: World, position: Position, move: Move, seed: float) -> float:
    """The chance at the end of a playout; the same seed repeats the playout."""
    outcome = play_out(world, position, move, Iterations(None), Random(seed))
    assert outcome is not None
    return outcome


def _follow_ups_and_events(
    position: Position,
    move: Move,
    seed: float,
    witness_seeds: list[float],
    players: Sequence[str],
) -> tuple[list[ChosenAnswer], list[ExpectedEvent]]:
    """The follow-ups of a move, and the expected events: those of the playout with that seed."""
    world, recorder = _recorded_world(position, seed)
    _outcome(world, position, move, seed)
    events = recorder.events
    world, recorder = _recorded_world(position, seed)
    follow_ups = play_follow_ups(world, position, move, players)
    certain = len(recorder.events)
    for witness_seed in witness_seeds:
        witness_world, recorder = _recorded_world(position, witness_seed)
        play_follow_ups(witness_world, position, move, players)
        certain = _common_prefix(events, recorder.events[:certain])
    return follow_ups, _expected_events(position, events, certain, players)


class _Recorder:
    """The events that a seat sees in a world, from the creation of the recorder on."""

    def __init__(self, world: World, seat: int) -> None:
        self._run = world.running.run
        self._run.quiet = False
        self._before = len(self._run.events)
        self._seat = seat

    @property
    def events(self) -> list[Event]:
        """These events so far, as the seat sees them."""
        events = self._run.events[self._before :]
        return [
            visible for event in events if (visible := event.for_viewer(self._seat)) is not None
        ]


def _recorded_world(position: Position, seed: float) -> tuple[World, _Recorder]:
    world = position.world(Random(seed)).copy()
    return world, _Recorder(world, position.seat)


def play_follow_ups(
    world: World, position: Position, move: Move, players: Sequence[str]
) -> list[ChosenAnswer]:
    """Give the seat's own answers, as long as no other seat is asked and nothing is drawn or
    revealed; returns the follow-ups.
    """
    table, run, follow_ups = world.running.table, world.running.run, list[ChosenAnswer]()
    before = table.steps, run.sealed_at
    world.answer(position.question_in(world.running), move.answer)
    for follow_up in move.follow_ups:
        question = world.question
        if question is None or (table.steps, run.sealed_at) != before:
            break
        if (question.seat, question.prompt) != (position.seat, follow_up.prompt):
            break
        if not question.allows(follow_up.answer):
            break
        follow_ups.append(chosen_answer(position.game, question, follow_up.answer, players))
        world.answer(question, follow_up.answer)
    return follow_ups


def chosen_answer(
    game: Game[Any, Any], question: Question, answer: Any, players: Sequence[str]
) -> ChosenAnswer:
    """An answer to a question, with the options that it names."""
    decision = view.decision(game, question, "", False, players)
    options = {option["key"]: option for option in decision.get("options", [])}
    if not options:
        return ChosenAnswer(decision["prompt"], answer, [])
    keys = answer if isinstance(answer, list) else [answer]
    return ChosenAnswer(decision["prompt"], answer, [options[key] for key in keys])


def _common_prefix(events: list[Event], other_events: list[Event]) -> int:
    """The length of the common prefix."""
    count = 0
    for event, other in zip(events, other_events, strict=False):
        if event != other:
            break
        count += 1
    return count


def _expected_events(
    position: Position, events: list[Event], certain: int, players: Sequence[str]
) -> list[ExpectedEvent]:
    """The first events, as the seat would see them."""
    line = []
    for number, event in enumerate(events[:MAX_EVENTS]):
        event_json: dict[str, Any] | None = view.visible_event(
            position.game, event, position.seat, number, players, dict
        )
        if event_json is not None:
            key, args, text = event_json["key"], event_json["args"], event_json["text"]
            line.append(ExpectedEvent(key, args, text, number < certain))
    return line
