"""Samples: positions of matches between bots, with their features and how the match ended."""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any

from msgspec import Struct

from engine.core.errors import InvalidOptions
from engine.core.game import Game
from engine.core.match import Taken
from engine.core.registry import games
from engine.core.step import decode_table
from engine.lab.play import play_match
from engine.lab.player import Player

POSITIONS = 10
"""Limit on the positions of a match: more of them add little, as they share its result."""
OTHER_OPTIONS = 0.3
"""How often a match is played with options other than the default ones."""
FIRST = 0.5
"""How often a round is sampled at its beginning instead of at any rest."""


class Training(Struct, frozen=True, kw_only=True):
    """The matches of a training. One of `players` takes all seats of a match: if strengths differed
    at a table, features would show who plays well instead of who is ahead.
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
    played = play_match(
        game,
        [rng.choice(training.players)] * seats,
        hashlib.sha256(rng.randbytes(32)).digest(),
        options=_drawn_options(game, seats, rng),
        thoughts=f"{training.seed}/{number}",
        watch=rests.see,
    )
    shares = [played.share(seat) for seat in range(seats)]
    found = (
        Sample(number, game.features(decode_table(game, rest.checkpoint, rest.rules)), shares)
        for rest in rests.chosen()
    )
    return [one for one in found if any(one.features)]


class _Rests:
    """At most one rest of each round: where it begins, or any with the same chance."""

    def __init__(self, game: Game[Any, Any], rng: Random) -> None:
        self.game = game
        self.rng = rng
        self.round = -1
        self.seen = 0
        self.is_first = False
        self.found: list[_Rest] = []

    def see(self, taken: Taken) -> None:
        """Look at the match before an answer."""
        step = taken.match.step
        if step.answers:
            return
        rest = _Rest(step.checkpoint, step.rules)
        round = self.game.turn(taken.running.table).round
        if round != self.round:
            self.round, self.seen, self.is_first = round, 1, self.rng.random() < FIRST
            self.found.append(rest)
            return
        self.seen += 1
        if not self.is_first and self.rng.random() * self.seen < 1:
            self.found[-1] = rest

    def chosen(self) -> list[_Rest]:
        """Some of them, in order."""
        places = range(len(self.found))
        picked = self.rng.sample(places, min(POSITIONS, len(self.found)))
        return [self.found[place] for place in sorted(picked)]


def _drawn_options(game: Game[Any, Any], seats: int, rng: Random) -> dict[str, Any]:
    """The default options, or choices of the game's schema that are legal together."""
    options: dict[str, Any] = {}
    if rng.random() >= OTHER_OPTIONS:
        return options
    for name, schema in sorted(game.options_schema()["properties"].items()):
        choices = schema.get("enum") or ([False, True] if schema.get("type") == "boolean" else [])
        if choices:
            tried = {**options, name: rng.choice(choices)}
            try:
                game.read_options(tried, seats)
            except InvalidOptions:
                continue
            options = tried
    return options
