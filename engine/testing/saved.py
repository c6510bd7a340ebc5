"""Saved matches: one half-way through for every number of players and version of the rules.

A file of a released version is never rewritten: a deployed server may have such a match. Under
every later version of the rules it must load, be shown, take answers and end.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from engine.bots.random_bot import random_answer
from engine.core.event import PUBLIC
from engine.core.game import Game
from engine.core.match import Match, answer, new_match, running_table
from engine.core.older_rules import renew_questions
from engine.testing.battery import Case, battery
from engine.testing.play import MAX_ANSWERS, options_of, seed_of
from engine.testing.scenario import frame

NUMBER = 11
"""The number of the random match that is saved."""


@battery("Matches saved under every version of the rules go on")
def saved_matches(case: Case) -> None:
    place = case.file(f"saved/{file_name(case.game, case.seats)}")
    if case.writes and not place.exists():
        save(case.game, case.seats, place)
    assert place.exists(), f"{place.name} is not written yet (--write)"
    for file in sorted(place.parent.glob(f"{case.game.id}-{case.seats}-*.json")):
        match = Match.from_json(file.read_bytes())
        check_continues(case.game, renew_questions(case.game, match))


def file_name(game: Game[Any, Any], seats: int) -> str:
    """The file of a match saved under the current rules."""
    return f"{game.id}-{seats}-rules{game.rules}.json"


def save(game: Game[Any, Any], seats: int, place: Path) -> None:
    """Write a match saved half-way."""
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(half_way(game, seats).to_json() + b"\n")


def half_way(game: Game[Any, Any], seats: int) -> Match:
    """A match with an answer since the last checkpoint, if there is one."""
    begun = new_match(game, options_of(game, seats, NUMBER), seats, seed_of(NUMBER)).match
    matches = answers_on(game, begun, Random(NUMBER))
    middle = len(matches) // 2
    within = [match for match in matches[middle:-1] if match.step.answers]
    return within[0] if within else matches[middle]


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


def check_continues(game: Game[Any, Any], match: Match) -> None:
    """Every viewer sees the match, each question can be answered, and random play ends it by its
    round limit.
    """
    current = running_table(game, match)
    game.laws(current.table)
    for viewer in [*range(match.seats), PUBLIC]:
        assert frame(game, match, current.table, current.open, viewer)
    for decision, question in zip(match.decisions, current.open, strict=True):
        assert (
            answer(game, match, decision.seat, decision.id, question.default()).match.ply
            > match.ply
        )
    end = answers_on(game, match, Random(1))[-1]
    assert ends_in_time(game, end), "the match does not end within its round limit"
    assert end.rules == game.rules
