"""Play: random matches, each made from a number, and the answers that were given."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from engine.bots.random_bot import random_answer
from engine.core.errors import InvalidOptions
from engine.core.game import Game
from engine.core.match import Match, Transition, answer, new_match, running_table
from engine.core.question import Question
from engine.core.running_table import RunningTable, begin
from engine.core.shows import show

MAX_ROUNDS = 30
"""The round limit of random play."""
MAX_ANSWERS = 20_000
"""Far more answers than any random match needs."""
SHOW_CHANCE = 0.15
"""How often, between two answers, a player shows a card in a game that allows it."""


def seed_of(number: int) -> bytes:
    """The seed of the match of that number."""
    return hashlib.sha256(str(number).encode()).digest()


def options_of(
    game: Game[Any, Any], seats: int, number: int, rounds: int = MAX_ROUNDS
) -> dict[str, Any]:
    """Random options of the game's schema, with limited rounds."""
    options: dict[str, Any] = {"round_limit": rounds}
    properties = game.options_schema()["properties"]
    rng = Random(number)
    for option in sorted(properties):
        choices = properties[option].get("enum") or (
            [False, True] if properties[option].get("type") == "boolean" else None
        )
        if choices:
            extended = {**options, option: rng.choice(choices)}
            try:
                game.read_options(extended, seats)
            except InvalidOptions:  # not for this number of seats
                continue
            options = extended
    return options


class GivenAnswer(NamedTuple):
    """An answer of random play."""

    seat: int
    prompt: str
    answer: Any


class Line:
    """A random match: its number decides the seed, the options and every answer."""

    def __init__(
        self,
        game: Game[Any, Any],
        seats: int,
        number: int,
        rounds: int = MAX_ROUNDS,
        options: dict[str, Any] | None = None,
    ) -> None:
        self.game = game
        self.seats = seats
        self.number = number
        self.rounds = rounds
        self.options = options_of(game, seats, number, rounds) if options is None else options
        self.seed = seed_of(number)
        self.rng = Random(number)
        self.answers: list[GivenAnswer] = []

    def begin(self) -> Transition:
        """The match at its first questions, as the server begins it."""
        return new_match(self.game, self.options, self.seats, self.seed)

    def begin_running(self) -> RunningTable:
        """The table at its first questions, without a match around it."""
        return begin(self.game, self.options, self.seats, self.seed)

    def pick(self, questions: Sequence[Question]) -> tuple[int, Any]:
        """A random answer to a random question: the question's place, and the answer."""
        place = self.rng.randrange(len(questions))
        raw = random_answer(questions[place], self.rng)
        self.answers.append(GivenAnswer(questions[place].seat, questions[place].prompt, raw))
        assert len(self.answers) <= MAX_ANSWERS, f"no end within {MAX_ANSWERS} answers"
        return place, raw

    def answer(self, match: Match, cached: RunningTable | None = None) -> Transition:
        """The match after a random answer."""
        running = cached or running_table(self.game, match)
        place, raw = self.pick(running.open)
        decision = match.decisions[place]
        return answer(self.game, match, decision.seat, decision.id, raw, cached)

    def show(self, match: Match, cached: RunningTable | None = None) -> Transition | None:
        """Now and then, a seat shows one of its cards to some others."""
        return show_something(self.game, match, self.rng, cached)


def show_something(
    game: Game[Any, Any], match: Match, rng: Random, cached: RunningTable | None = None
) -> Transition | None:
    """Now and then, let a seat show one of its cards to some others."""
    if not game.shows or match.over or rng.random() >= SHOW_CHANCE:
        return None
    table = running_table(game, match).table
    showable = [(seat, card) for seat in range(match.seats) for card in game.showable(table, seat)]
    if not showable:
        return None
    seat, card = rng.choice(showable)
    others = [other for other in range(match.seats) if other != seat]
    to = rng.sample(others, rng.randint(1, len(others)))
    transition = show(game, match, seat, card, to, cached)
    assert transition.match.decisions == match.decisions, "a show changed what is asked"
    assert not transition.ended_steps
    return transition
