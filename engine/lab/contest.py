"""Contest: the games that an arena plays, and the result of each.

Games come in blocks, one deal per block: player p sits in seat (p + r) mod n in the r-th game of a
block, so each player gets every seat of each deal once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from engine.core.registry import games
from engine.lab.play import MAX_ANSWERS, MatchFailed, play_match
from engine.lab.player import Player
from engine.lab.statistics import mean


class Contest(Struct, frozen=True, kw_only=True):
    """A contest between players at one game, with the seed of its deals."""

    game: str
    rules: int
    players: list[Player]
    options: dict[str, Any]
    seed: int
    max_answers: int = MAX_ANSWERS

    @property
    def size(self) -> int:
        """The games of a block."""
        return len(self.players)

    def entries(self) -> dict[str, list[int]]:
        """The players by spec, those of the same spec together; each separately if all are the
        same.
        """
        specs = [player.spec for player in self.players]
        if len(set(specs)) == 1:
            return {f"{spec} ({n + 1})": [n] for n, spec in enumerate(specs)}
        return {spec: [n for n, other in enumerate(specs) if other == spec] for spec in specs}

    def seat(self, player: int, number: int) -> int:
        """Where a player sits in a game."""
        return (player + number) % self.size

    def deal(self, number: int) -> bytes:
        """The seed of a game's match: the same for all games of a block."""
        text = f"{self.game}/{self.seed}/{number // self.size}"
        return hashlib.sha256(text.encode()).digest()


class GameResult(Struct):
    """The result of one game; lists are by player, not by seat."""

    number: int
    shares: list[float]
    decisions: list[int]
    seconds: list[float]
    answers: int
    rounds: int


def play_game(contest: Contest, number: int) -> GameResult:
    """Play one game of a contest. Raises MatchFailed with the command that repeats it."""
    players = range(contest.size)
    seats = [contest.seat(player, number) for player in players]
    by_seat = [contest.players[seats.index(seat)] for seat in players]
    try:
        result = play_match(
            games()[contest.game],
            by_seat,
            contest.deal(number),
            options=contest.options,
            thoughts=f"{contest.seed}/{number}",
            max_answers=contest.max_answers,
        )
    except MatchFailed as error:
        context = (
            f"{contest.game}, --seed {contest.seed}, game {number} (--only {number} repeats it)"
        )
        raise MatchFailed(f"{context}: {error}") from error
    return GameResult(
        number,
        [result.share(seat) for seat in seats],
        [result.decisions[seat] for seat in seats],
        [result.seconds[seat] for seat in seats],
        result.answers,
        result.rounds,
    )


def blocks(contest: Contest, games: Iterable[GameResult]) -> Iterator[list[GameResult]]:
    """The complete blocks of games that come in order."""
    block: list[GameResult] = []
    for game in games:
        block.append(game)
        if len(block) == contest.size:
            yield block
            block = []


def score(block: list[GameResult], players: list[int]) -> float:
    """These players' share of a block's victories."""
    return mean([sum(game.shares[player] for player in players) for game in block])
