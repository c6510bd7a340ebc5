"""Saved matches: one half-way through for every game, number of players and rules version.

    python -m tests.games.saving

adds the missing ones for the current rules. A file of a released version is never rewritten: a
deployed server may have such a match. `--renew` is for unreleased versions.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random
from typing import Any

from engine.bots.random_bot import random_answer
from engine.core.game import Game
from engine.core.match import Match, answer, new_match, running_table
from engine.core.registry import games
from tests.engine.batteries import MAX_ANSWERS, options_of, seed_of

FOLDER = Path(__file__).parent / "saved"
NUMBER = 11
"""The number of the random match that is saved."""


def place_of(game: Game[Any, Any], seats: int) -> Path:
    """The file for the current rules."""
    return FOLDER / f"{game.id}-{seats}-rules{game.rules}.json"


def answers_on(
    game: Game[Any, Any], match: Match, rng: Random, max_answers: int = MAX_ANSWERS
) -> list[Match]:
    """Random play by the server's path: the match after each answer."""
    matches = [match]
    while not match.over and len(matches) <= max_answers:
        position = rng.randrange(len(match.decisions))
        decision = match.decisions[position]
        raw = random_answer(running_table(game, match).open[position], rng)
        match = answer(game, match, decision.seat, decision.id, raw).match
        match.past = []
        matches.append(match)
    return matches


def ends_in_time(game: Game[Any, Any], end: Match) -> bool:
    """Whether a match is over, at most one round after the last that its options allow."""
    limit = game.stored_options(end.options)["round_limit"]
    last = game.turn(running_table(game, end).table).round
    return end.over and (not limit or last <= limit + 1)


def half_way(game: Game[Any, Any], seats: int) -> Match:
    """A match with an answer since the last checkpoint, if there is one."""
    begun = new_match(game, options_of(game, seats, NUMBER), seats, seed_of(NUMBER)).match
    matches = answers_on(game, begun, Random(NUMBER))
    middle = len(matches) // 2
    within = [match for match in matches[middle:-1] if match.step.answers]
    return within[0] if within else matches[middle]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--renew", action="store_true", help="write existing files anew, too")
    renew = parser.parse_args().renew
    for game in games().values():
        for seats in game.seats:
            place = place_of(game, seats)
            if renew or not place.exists():
                place.write_bytes(half_way(game, seats).to_json() + b"\n")
                print(place.name)


if __name__ == "__main__":
    main()
