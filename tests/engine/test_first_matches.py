"""First matches: the rules for notes, the guide, and every game's own first match to its end."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.bots.bot import installed_bots
from engine.bots.guide import GUIDE
from engine.core.first_match import (
    LEARNER,
    FirstMatch,
    Frame,
    MetNote,
    Note,
    ScriptedAnswer,
    first_match_of,
    met_notes,
    scripted_answer,
)
from engine.core.registry import games
from engine.core.script import Option, Question
from engine.core.translation import by_language
from engine.testing.first_matches import (
    MIN_TEACHING_SHARE,
    PlayedFirstMatch,
    by_chance,
    by_proposals,
    play,
    teaching_share,
)

CASES = json.loads((Path(__file__).parents[1] / "vectors" / "first_match.json").read_text())
GAMES = [id for id, game in games().items() if first_match_of(game)]
RANDOM_LINES = 30
"""Random lines of each game; `make soak` plays 200."""
REGIONS = frozenset({"question", "hand", "seats", "log"})
OWN_REGIONS = {
    "res_arcana": frozenset({"pool", "mine", "rival", "score", "places", "monuments", "items"}),
    "battle_for_empyrean": frozenset({"battlefields", "mine", "rival", "essence", "rounds"}),
    "ascended_kings": frozenset(
        {"arena", "dials", "hearts", "koru", "mine", "omega", "pool", "sockets", "ylem"}
    ),
}
"""Values of `data-region` on the page."""
CARD_KINDS = frozenset({"artifact", "magic_item", "card", "focus_card", "special_card"})
"""Kinds of components that players hold, use and choose."""
MAX_DECISIONS = 56
MAX_WORDS = 38
"""Words in a note; German needs a few more than English."""


@pytest.mark.parametrize("case", CASES["notes"], ids=lambda case: case["says"])
def test_met_notes_match_the_shared_vectors(case: dict[str, Any]) -> None:
    notes = msgspec.convert(case["notes"], list[Note])
    frame = msgspec.convert(case["frame"], Frame)
    assert met_notes(notes, frame, case["before"]) == msgspec.convert(case["met"], list[MetNote])


@pytest.mark.parametrize("case", CASES["answers"], ids=lambda case: case["says"])
def test_scripted_answers_match_the_shared_vectors(case: dict[str, Any]) -> None:
    asked = case["question"]
    question = Question(
        seat=LEARNER,
        kind=asked["kind"],
        prompt=asked["prompt"],
        args={},
        options=[Option(key, key) for key in asked["options"]],
        limits=asked.get("limits"),
        least=asked["min"],
        most=asked["max"],
        many=asked.get("many", False),
    )
    proposal = scripted_answer(
        msgspec.convert(case["answers"], list[ScriptedAnswer]), question, case["round"]
    )
    assert (proposal and proposal.answer) == case["found"]


def test_every_game_with_a_board_has_a_first_match() -> None:
    assert GAMES == ["ascended_kings", "battle_for_empyrean", "res_arcana"]


@pytest.mark.parametrize("game", GAMES)
def test_written_line_follows_the_proposals_to_the_end(game: str) -> None:
    played = written(game)
    lesson = lesson_of(game)
    assert played.outcome is not None
    assert not played.missed
    assert played.proposed == lesson.proposed or lesson.proposed_until in met_in(played)
    assert played.decisions <= MAX_DECISIONS
    assert len(played.met) >= 0.8 * len(lesson.notes)
    assert not played.dangling_notes
    assert played.regions <= REGIONS | OWN_REGIONS[game]
    assert not played.notes_of_unusable_cards
    assert play(games()[game], by_proposals(lesson)).learner_answers == played.learner_answers


BOTS = ("greedy", "easy", "random")


@pytest.mark.parametrize("bot", BOTS)
def test_res_arcana_lesson_leads_to_a_monument_and_ends_at_five_points(bot: str) -> None:
    """The learner follows the proposals until they own something that scores, then plays like the
    bot.
    """
    lesson = lesson_of("res_arcana")
    played = play(games()["res_arcana"], by_proposals(lesson, installed_bots()[bot]))
    assert ("action", "claim:great_pyramid") in played.learner_answers[: played.proposed]
    assert not played.missed
    assert played.outcome is not None
    assert played.outcome.reason == "finished"
    totals = [score.total for score in played.outcome.sheet]
    assert totals[LEARNER] >= 3
    assert max(totals) >= lesson.options["goal"] == 5


@pytest.mark.parametrize("game", GAMES)
def test_random_lines_end_and_teach(game: str) -> None:
    """Whatever the learner answers, the match ends, teaches, points at existing things, and tells
    the learner to use no unusable card.
    """
    lines = [play(games()[game], by_chance(number), CARD_KINDS) for number in range(RANDOM_LINES)]
    assert all(line.outcome for line in lines)
    assert not [line.dangling_notes for line in lines if line.dangling_notes]
    assert set[str]().union(*(line.regions for line in lines)) <= REGIONS | OWN_REGIONS[game]
    assert not [line.notes_of_unusable_cards for line in lines if line.notes_of_unusable_cards]
    assert teaching_share(lines) >= MIN_TEACHING_SHARE


@pytest.mark.parametrize("game", GAMES)
def test_notes_are_short_in_every_language_of_the_game(game: str) -> None:
    lesson = lesson_of(game)
    assert 12 <= len(lesson.notes) <= 20
    assert len({note.id for note in lesson.notes}) == len(lesson.notes)
    assert len(lesson.learned) == 3
    for note in lesson.notes:
        texts = by_language(games()[game], note.translated)
        assert all(len(text.split()) <= MAX_WORDS for text in texts.values()), note.id


@pytest.mark.parametrize("game", GAMES)
def test_guide_gives_its_written_answers_in_order(game: str) -> None:
    """While the learner follows the proposals, the guide gives its scripted answers in order."""
    expected = [(proposal.prompt, proposal.answer) for proposal in lesson_of(game).rival]
    answers = iter(written(game).rival_answers)
    assert all(proposal in answers for proposal in expected)


def test_guide_is_not_an_installed_bot() -> None:
    assert GUIDE.name not in installed_bots()


def met_in(played: PlayedFirstMatch) -> set[str]:
    return {note.id for note in played.met}


@cache
def written(game: str) -> PlayedFirstMatch:
    return play(games()[game], by_proposals(lesson_of(game)), CARD_KINDS)


def lesson_of(game: str) -> FirstMatch:
    lesson = first_match_of(games()[game])
    assert lesson is not None
    return lesson
