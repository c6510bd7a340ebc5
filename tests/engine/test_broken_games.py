"""Broken games: each battery finds the defect it is there for, and no other battery does."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from conclave_night_market import GAME

from engine.core.first_match import first_match_of
from engine.core.game import Game
from engine.core.lessons import lessons_of
from engine.core.registry import games
from engine.testing.batteries import BATTERIES
from engine.testing.battery import Battery, Case
from engine.testing.check import check
from tests.engine import broken_games as broken

BY_NAME = {battery.name: battery for battery in BATTERIES}
OF_FILES = {"golden_match", "saved_matches", "first_match", "lessons"}
BROKEN: dict[type[Game[Any, Any]], set[str]] = {
    broken.RanksASeatTwice: {"laws"},
    broken.LosesACard: {"laws", "agreed_undo", "secrets"},
    broken.AllowsUnknownFields: {"view_schemas"},
    broken.ForgetsAnOptionWord: {"grammar"},
    broken.TypesAnUnknownArgument: {"argument_types"},
    broken.SaysATextInEnglishAlone: {"sentences"},
    broken.HasATextNotTranslated: {"translations"},
    broken.NamesAPictureThatIsMissing: {"page_parts"},
    broken.KeepsANoteBesideTheTable: {"waiting_scripts"},
    broken.HasOptionsThatJsonChanges: {"saves_and_undo"},
    broken.ReshufflesWhatLiesOpen: {"agreed_undo"},
    broken.ScoresHiddenCards: {"secrets"},
    broken.TellsOfAnothersHand: {"worlds_alike"},
    broken.OrdersOptionsByHash: {"hash_seeds"},
    broken.DealsAgainByWhatIsHidden: {
        "secrets",
        "worlds_alike",
        "honest_bots",
        "worlds_for_bots",
        "bots_in_mid_step",
    },
    broken.AsksWithoutEffect: {"progress"},
    broken.AppraisesBackwards: {"appraisal"},
    broken.AppraisesNothingKnown: {
        "honest_bots",
        "bots_in_mid_step",
        "searching",
        "progress",
        "appraisal",
    },
    broken.WritesAPositionItCannotRead: {"notation"},
}
"""The batteries that find each defect."""


def fails(battery: Battery, game: Game[Any, Any], files: Path | None = None) -> bool:
    case = Case(game, battery.seats(game)[0], files)
    return check(battery, case).result == "fail"


@pytest.mark.parametrize("kind", BROKEN, ids=lambda kind: kind.__name__)
def test_defect_fails_its_batteries_alone(kind: type[Game[Any, Any]]) -> None:
    failing = {battery.name for battery in BATTERIES if fails(battery, kind())}
    assert failing == BROKEN[kind]


def test_every_battery_has_a_game_that_fails_it() -> None:
    assert set().union(*BROKEN.values()) | OF_FILES == set(BY_NAME)


def test_failure_is_shown_by_a_small_match_that_can_be_played_again() -> None:
    verdict = check(BY_NAME["laws"], Case(broken.LosesACard(), 2))
    assert verdict.line is not None
    assert verdict.line.rounds == 1
    assert verdict.reason == "a card is missing, or in two places"
    again = Case(broken.LosesACard(), 2, number=verdict.line.number, rounds=verdict.line.rounds)
    assert check(BY_NAME["laws"], again).line.answers == verdict.line.answers
    assert "--only laws --seats 2 --match" in verdict.describe()


def test_leak_is_named_by_its_place_in_the_frame() -> None:
    verdict = check(BY_NAME["secrets"], Case(broken.ScoresHiddenCards(), 2))
    assert "sees hidden state: score_sheet is" in verdict.reason
    assert "total=" in verdict.reason


def test_changed_words_differ_from_the_golden_match(tmp_path: Path) -> None:
    battery = BY_NAME["golden_match"]
    case = partial(Case, seats=2, files=tmp_path)
    assert check(battery, case(GAME)).result == "fail"
    assert check(battery, case(GAME, writes=True)).result == "pass"
    assert check(battery, case(GAME)).result == "pass"
    assert fails(battery, broken.TellsOfAnothersHand(), tmp_path)


def test_saved_match_fails_where_its_table_is_not_upgraded(tmp_path: Path) -> None:
    battery = BY_NAME["saved_matches"]
    assert check(battery, Case(GAME, 2, tmp_path, writes=True)).result == "pass"
    assert fails(battery, broken.CannotReadOlderTables(), tmp_path)


def test_first_match_fails_where_a_proposal_is_not_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games()["res_arcana"]
    first_match = first_match_of(game)
    assert first_match is not None
    wrong = msgspec.structs.replace(first_match, proposals=[])
    monkeypatch.setattr("engine.testing.first_matches.first_match_of", lambda game: wrong)
    assert fails(BY_NAME["first_match"], game)


def test_lesson_fails_where_its_solution_does_not_solve_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games()["res_arcana"]
    lesson = next(iter(lessons_of(game).values()))
    wrong = msgspec.structs.replace(lesson, solution=lesson.plausible)
    monkeypatch.setattr("engine.testing.lessons.lessons_of", lambda game: {lesson.id: wrong})
    assert fails(BY_NAME["lessons"], game)
