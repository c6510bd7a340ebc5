"""Samples: positions of matches between bots, with their features and the match's result."""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any

from msgspec import Struct

from engine.core.errors import InvalidOptions
from engine.core.game import Game
from engine.core.match import Transition
from engine.core.registry import games
from engine.core.step import decode_table
from engine.lab.play import play_match
from engine.lab.player import Player

MAX_POSITIONS = 10
"""Limit on the positions of a match: more of them add little, as they share its result."""
OTHER_OPTIONS_RATE = 0.3
"""The share of matches played with options other than the defaults."""
FIRST_REST_RATE = 0.5
"""The share of rounds sampled at their beginning instead of at any rest."""


class Training(Struct, frozen=True, kw_only=True):
    """The matches of a training. One of `players` takes all seats of a match: with different
    strengths at a table, features would show which bot plays well, not which seat is ahead.
    """

    game: str
    rules: int
    players: list[Player]
    seed: int


class Sample(Struct):
    """A position of a match; lists are by seat."""

    match: int  # the number of the match
    features: list[dict[str, float]]
    shares: list[float]  # the parts of the victory


class _Rest(Struct):
    """A table at rest."""

    checkpoint: bytes
    rules: int


def sample(training: Training, number: int) -> list[Sample]:
    """Play the match of that number; its positions, sparsely sampled. Raises MatchFailed."""
    game = games()[training.game]
    rng = Random(f"{training.game}/{training.seed}/{number}")
    seats = game.seats[number % len(game.seats)]
    rests = _Rests(game, rng)
    result = play_match(
        game,
        [rng.choice(training.players)] * seats,
        hashlib.sha256(rng.randbytes(32)).digest(),
        options=_random_options(game, seats, rng),
        thoughts=f"{training.seed}/{number}",
        watch=rests.see,
    )
    shares = [result.share(seat) for seat in range(seats)]
    samples = (
        Sample(number, game.features(decode_table(game, rest.checkpoint, rest.rules)), shares)
        for rest in rests.selection()
    )
    return [candidate for candidate in samples if any(candidate.features)]


class _Rests:
    """At most one rest of each round: its first, or any with equal probability."""

    def __init__(self, game: Game[Any, Any], rng: Random) -> None:
        self.game = game
        self.rng = rng
        self.round = -1
        self.rests_in_round = 0
        self.is_first = False
        self.rests: list[_Rest] = []

    def see(self, transition: Transition) -> None:
        """Consider the match before an answer."""
        step = transition.match.step
        if step.answers:
            return
        rest = _Rest(step.checkpoint, step.rules)
        round = self.game.turn(transition.running.table).round
        if round != self.round:
            self.round, self.rests_in_round, self.is_first = (
                round,
                1,
                self.rng.random() < FIRST_REST_RATE,
            )
            self.rests.append(rest)
            return
        self.rests_in_round += 1
        if not self.is_first and self.rng.random() * self.rests_in_round < 1:
            self.rests[-1] = rest

    def selection(self) -> list[_Rest]:
        """A random selection of these rests, in order."""
        sampled = self.rng.sample(range(len(self.rests)), min(MAX_POSITIONS, len(self.rests)))
        return [self.rests[place] for place in sorted(sampled)]


def _random_options(game: Game[Any, Any], seats: int, rng: Random) -> dict[str, Any]:
    """The default options, or choices of the game's schema that are legal together."""
    options: dict[str, Any] = {}
    if rng.random() >= OTHER_OPTIONS_RATE:
        return options
    for name, schema in sorted(game.options_schema()["properties"].items()):
        choices = schema.get("enum") or ([False, True] if schema.get("type") == "boolean" else [])
        if choices:
            extended = {**options, name: rng.choice(choices)}
            try:
                game.read_options(extended, seats)
            except InvalidOptions:
                continue
            options = extended
    return options
