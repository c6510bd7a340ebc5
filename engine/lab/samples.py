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
ROUND_START_RATE = 0.5
"""The share of rounds sampled at their beginning instead of at any checkpoint."""


class TrainingConfig(Struct, frozen=True, kw_only=True):
    """The matches that a model is trained on. One of `players` takes all seats of a match: with
    different strengths at a table, features would show which bot plays well, not which seat is
    ahead.
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


class _Checkpoint(Struct):
    """A table at rest."""

    data: bytes
    rules: int


def sample(config: TrainingConfig, number: int) -> list[Sample]:
    """Play the match of that number; its positions, sparsely sampled. Raises MatchFailed."""
    game = games()[config.game]
    rng = Random(f"{config.game}/{config.seed}/{number}")
    seats = game.seats[number % len(game.seats)]
    sampler = _CheckpointSampler(game, rng)
    result = play_match(
        game,
        [rng.choice(config.players)] * seats,
        hashlib.sha256(rng.randbytes(32)).digest(),
        options=_random_options(game, seats, rng),
        thoughts=f"{config.seed}/{number}",
        before_answer=sampler.observe,
    )
    shares = [result.share(seat) for seat in range(seats)]
    samples = (
        Sample(number, game.features(decode_table(game, checkpoint.data, checkpoint.rules)), shares)
        for checkpoint in sampler.selection()
    )
    return [sample for sample in samples if any(sample.features)]


class _CheckpointSampler:
    """At most one checkpoint of each round: its first, or any with equal probability."""

    def __init__(self, game: Game[Any, Any], rng: Random) -> None:
        self.game = game
        self.rng = rng
        self.round = -1
        self.checkpoints_in_round = 0
        self.keeps_first = False
        self.checkpoints: list[_Checkpoint] = []

    def observe(self, transition: Transition) -> None:
        """Consider the match before an answer."""
        step = transition.match.step
        if step.answers:
            return
        checkpoint = _Checkpoint(step.checkpoint, step.rules)
        round = self.game.turn(transition.running.table).round
        if round != self.round:
            self.round, self.checkpoints_in_round, self.keeps_first = (
                round,
                1,
                self.rng.random() < ROUND_START_RATE,
            )
            self.checkpoints.append(checkpoint)
            return
        self.checkpoints_in_round += 1
        if not self.keeps_first and self.rng.random() * self.checkpoints_in_round < 1:
            self.checkpoints[-1] = checkpoint

    def selection(self) -> list[_Checkpoint]:
        """A random selection of these checkpoints, in order."""
        sampled = self.rng.sample(
            range(len(self.checkpoints)), min(MAX_POSITIONS, len(self.checkpoints))
        )
        return [self.checkpoints[place] for place in sorted(sampled)]


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
