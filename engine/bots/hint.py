"""Hint: the best moves at an open question, their chances, and what search expects to follow.

All of it comes from sampled worlds, so it depends only on what the seat knows and on chance. Their
events pass the same projection as real ones.
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
from engine.bots.search import Move, best_first, play_out, search
from engine.bots.world import World
from engine.core import view
from engine.core.event import Event
from engine.core.game import Game
from engine.core.script import Question

BEST = 3
"""Moves of a hint, at most."""
EFFORT = 2
"""The search of a hint, and then the playouts of its best moves, get this many times the playouts
that `hard` has for an answer."""
LEAST = 6
"""Playouts of each of these moves, even if the time is up."""
SENTENCES = 8
"""Events of a line, at most."""
WITNESSES = 24
"""Worlds in which an event must be the same to count as certain."""


class Chosen(Struct):
    """The seat's answer to a follow-up question: its prompt, as in a decision, and the options that
    the answer names, in its order.
    """

    prompt: dict[str, Any]
    answer: Any  # in its wire form
    options: list[dict[str, Any]]


class Expected(Struct):
    """An event that is expected; unless certain, it depends on guesses about hidden things."""

    key: str
    args: dict[str, Any]
    text: str
    certain: bool


class Suggestion(Struct):
    """A move: its first answer, the seat's chance (0..1) where its playouts end, the
    standard error of that, its follow-ups, and the events that are expected.
    """

    answer: Any  # in its wire form
    chance: float
    error: float
    follow_ups: list[Chosen]
    line: list[Expected]


def hint(
    position: Position, budget: Budget, trials: Budget, rng: Random, players: Sequence[str]
) -> list[Suggestion]:
    """At most `BEST` moves with different first answers, the best first; `players` are the names
    of the seats.

    A search within the `budget` chooses them. Their chances come from separate playouts, the
    `trials`, all in the same worlds: the playouts that made a move look best overrate it.
    """
    usual = position.game.playouts * EFFORT
    searched = search(position, budget, budget.iterations or usual, rng)
    moves = _distinct(best_first(position, searched))
    most = (trials.iterations or usual) // len(moves)
    seeds, chances = _trials(position, moves, trials, most, rng)
    witnesses = [rng.random() for _ in range(WITNESSES)]
    found = []
    for move, own in zip(moves, chances, strict=True):
        mean = fmean(own)
        typical = min(range(len(own)), key=lambda n: abs(own[n] - mean))
        chosen, line = _line(position, move, seeds[typical], witnesses, players)
        found.append(Suggestion(move.answer, mean, stdev(own) / sqrt(len(own)), chosen, line))
    return sorted(found, key=lambda one: -one.chance)


def _distinct(moves: Iterable[Move]) -> list[Move]:
    """The best moves, one for each first answer."""
    found: list[Move] = []
    for move in moves:
        if all(move.answer != one.answer for one in found):
            found.append(move)
        if len(found) == BEST:
            break
    return found


def _trials(
    position: Position, moves: list[Move], budget: Budget, most: int, rng: Random
) -> tuple[list[float], list[list[float]]]:
    """The seeds of the playouts, and each move's chances in them."""
    seeds: list[float] = []
    chances: list[list[float]] = [[] for _ in moves]
    while len(seeds) < LEAST or (len(seeds) < most and not budget.expired()):
        seeds.append(rng.random())
        world = position.world(Random(seeds[-1]))
        for move, own in zip(moves, chances, strict=True):
            own.append(_played(world.copy(), position, move, seeds[-1]))
    return seeds, chances


def _played(world: World, position: Position, move: Move, seed: float) -> float:
    """The chance at the end of a playout; the same seed repeats the playout."""
    outcome = play_out(world, position, move, Iterations(None), Random(seed))
    assert outcome is not None
    return outcome


def _line(
    position: Position,
    move: Move,
    seed: float,
    witnesses: list[float],
    players: Sequence[str],
) -> tuple[list[Chosen], list[Expected]]:
    """The follow-ups of a move, and the events of the playout with that seed."""
    world, record = _recorded(position, seed)
    _played(world, position, move, seed)
    told = record.told
    world, record = _recorded(position, seed)
    chosen = follow_ups_in(world, position, move, players)
    certain = len(record.told)
    for witness in witnesses:
        there, record = _recorded(position, witness)
        follow_ups_in(there, position, move, players)
        certain = _alike(told, record.told[:certain])
    return chosen, _sentences(position, told, certain, players)


class _Record:
    """The events that a seat sees in a world, from the moment the record is made."""

    def __init__(self, world: World, seat: int) -> None:
        self._run = world.running.run
        self._run.quiet = False
        self._before = len(self._run.events)
        self._seat = seat

    @property
    def told(self) -> list[Event]:
        """These events so far, as the seat sees them."""
        events = self._run.events[self._before :]
        return [seen for told in events if (seen := told.seen_by(self._seat)) is not None]


def _recorded(position: Position, seed: float) -> tuple[World, _Record]:
    world = position.world(Random(seed)).copy()
    return world, _Record(world, position.seat)


def follow_ups_in(
    world: World, position: Position, move: Move, players: Sequence[str]
) -> list[Chosen]:
    """Give the seat's own answers, as long as it alone is asked and nothing is drawn or revealed;
    returns the follow-ups.
    """
    table, run, chosen = world.running.table, world.running.run, list[Chosen]()
    before = table.steps, run.sealed
    world.take(position.asked(world.running), move.answer)
    for planned in move.follow_ups:
        question = world.question
        if question is None or (table.steps, run.sealed) != before:
            break
        if (question.seat, question.prompt) != (position.seat, planned.prompt):
            break
        if not question.allows(planned.answer):
            break
        chosen.append(chosen_of(position.game, question, planned.answer, players))
        world.take(question, planned.answer)
    return chosen


def chosen_of(
    game: Game[Any, Any], question: Question, answer: Any, players: Sequence[str]
) -> Chosen:
    """An answer to a question, with the options that it names."""
    asked = view.decision(game, question, "", False, players)
    options = {one["key"]: one for one in asked.get("options", [])}
    if not options:
        return Chosen(asked["prompt"], answer, [])
    keys = answer if isinstance(answer, list) else [answer]
    return Chosen(asked["prompt"], answer, [options[key] for key in keys])


def _alike(told: list[Event], there: list[Event]) -> int:
    """How many events both have in common at the beginning."""
    count = 0
    for one, other in zip(told, there, strict=False):
        if one != other:
            break
        count += 1
    return count


def _sentences(
    position: Position, told: list[Event], certain: int, players: Sequence[str]
) -> list[Expected]:
    """The first events, as the seat would see them."""
    line = []
    for number, seen in enumerate(told[:SENTENCES]):
        happens: dict[str, Any] | None = view.happening(
            position.game, seen, position.seat, number, players, dict
        )
        if happens is not None:
            key, args, text = happens["key"], happens["args"], happens["text"]
            line.append(Expected(key, args, text, number < certain))
    return line
