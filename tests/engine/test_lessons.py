"""Lessons: every game's own lessons, their search, and the rule that judges them."""

from __future__ import annotations

from functools import cache, partial
from random import Random
from typing import Any

import pytest

from engine.bots.bot import installed_bots
from engine.bots.tutor import TutorBot
from engine.core.game import Game
from engine.core.lessons import Lesson, begin_lesson, lessons_of
from engine.core.registry import games
from engine.core.translation import by_language
from engine.testing.lessons import (
    MAX_LUCK,
    begin_line,
    decision_for,
    give_answer,
    play_line,
    search,
)
from engine.testing.saved import answers_on, ends_in_time

LESSONS = [(game.id, id) for game in games().values() for id in lessons_of(game)]
TAUGHT = sorted({game for game, _ in LESSONS})
MIN_LESSONS = 8
MAX_POSITIONS = 600
"""Positions searched for each lesson; `make soak ARGS=lessons` searches 20,000."""
MAX_ANSWERS = 12
MAX_WORDS = {"title": 5, "task": 34, "solved": 34, "failed": 34}
every_lesson = pytest.mark.parametrize(("game", "id"), LESSONS)


def test_every_game_with_a_board_has_eight_lessons() -> None:
    assert TAUGHT == ["ascended_kings", "battle_for_empyrean", "res_arcana"]
    assert all(len(lessons_of(games()[game])) >= MIN_LESSONS for game in TAUGHT)


@every_lesson
def test_lesson_position_survives_a_notation_round_trip(game: str, id: str) -> None:
    rules, lesson = games()[game], lesson_of(game, id)
    table = rules.read_position("\n".join(lesson.position))
    rules.laws(table)
    again = rules.read_position(rules.notation(table))
    assert rules.notation(again) == rules.notation(table)


@every_lesson
def test_solution_solves_the_lesson(game: str, id: str) -> None:
    lesson = lesson_of(game, id)
    assert 0 < len(lesson.solution) <= MAX_ANSWERS
    assert play_line(games()[game], lesson, lesson.solution).verdict == "solved"


@every_lesson
def test_plausible_line_fails(game: str, id: str) -> None:
    lesson = lesson_of(game, id)
    assert lesson.plausible
    assert play_line(games()[game], lesson, lesson.plausible).verdict == "failed"


@every_lesson
def test_random_answers_seldom_solve_the_lesson(game: str, id: str) -> None:
    """Some lines fail; the solution proves that not all do."""
    result = search(games()[game], lesson_of(game, id), MAX_POSITIONS)
    assert result.failed
    assert result.chance <= MAX_LUCK
    assert result.solved or not result.complete


@every_lesson
def test_lesson_continues_under_newer_rules(game: str, id: str) -> None:
    """A lesson begun under these rules is solved under the next rules."""
    rules, lesson = games()[game], lesson_of(game, id)
    line = begin_line(rules, lesson)
    for number, given in enumerate(lesson.solution):
        line = give_answer(line, given.answer, decision_for(line, given))
        if number == 0 and line.verdict is None:
            line.game = raised(rules)
    assert line.verdict == "solved"
    assert begin_lesson(raised(rules), lesson).match.rules == rules.rules + 1


@every_lesson
def test_lesson_plays_on_to_an_end_within_its_round_limit(game: str, id: str) -> None:
    """The position agrees with the options, which a fork of the lesson inherits."""
    rules = games()[game]
    begun = begin_lesson(rules, lesson_of(game, id)).match
    assert ends_in_time(rules, answers_on(rules, begun, Random(1))[-1])


@every_lesson
def test_texts_are_short_in_every_language_of_the_game(game: str, id: str) -> None:
    lesson = lesson_of(game, id)
    for name, max_words in MAX_WORDS.items():
        texts = by_language(games()[game], partial(lesson.translated, name))
        assert all(0 < len(text.split()) <= max_words for text in texts.values()), name


def test_tutor_is_not_an_installed_bot() -> None:
    names = {TutorBot(id).name for _, id in LESSONS}
    assert not names & set(installed_bots())


@cache
def raised(game: Game[Any, Any]) -> Game[Any, Any]:
    """The game under newer rules that keep the shape of its tables."""
    kind = type(game)
    members = {"rules": game.rules + 1, "__module__": kind.__module__}  # where its files are
    raised_game: Game[Any, Any] = type("Raised", (kind,), members)()
    return raised_game


def lesson_of(game: str, id: str) -> Lesson:
    return lessons_of(games()[game])[id]
