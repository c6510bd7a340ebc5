"""Hints depend only on what the seat can know."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.bots import hint as hints
from engine.bots.budget import Iterations
from engine.bots.hint import MAX_EVENTS, MAX_MOVES, Suggestion, hint
from engine.bots.position import Position
from engine.core.game import Game
from engine.core.match import Match, running_table
from engine.core.registry import games
from engine.testing.scenario import NAMES
from tests.engine.pairs import match_positions, pairs_with_decision

GAMES = ("res_arcana", "battle_for_empyrean", "ascended_kings")
AT_REST, IN_STEPS = 8, 4
"""Hints compared in two worlds."""


@pytest.fixture(autouse=True)
def few_playouts(monkeypatch):
    monkeypatch.setattr(hints, "MIN_PLAYOUTS", 2)
    monkeypatch.setattr(hints, "WITNESS_WORLDS", 3)


def hint_for(game: Game[Any, Any], match: Match, decision: str, seed: int = 7) -> list[Suggestion]:
    seat = next(known.seat for known in match.decisions if known.id == decision)
    position = Position(game, match, seat, decision)
    return hint(position, Iterations(2), Iterations(2), Random(seed), NAMES)


@pytest.mark.parametrize("id", GAMES)
def test_hint_is_the_same_in_worlds_its_seat_cannot_distinguish(id):
    """Also in mid-step, where scripts have continued with the true cards."""
    game = games()[id]
    for actual, other, decision in pairs_with_decision(game, AT_REST, IN_STEPS):
        assert hint_for(game, actual, decision) == hint_for(game, other, decision)


@pytest.mark.parametrize("id", GAMES)
def test_hint_ranks_the_best_answers_and_describes_their_lines(id):
    game = games()[id]
    line_length = 0
    for match in match_positions(game, 4, 8, stride=9):
        running = running_table(game, match)
        for decision, question in zip(match.decisions, running.open, strict=True):
            suggestions = hint_for(game, match, decision.id)
            assert 1 <= len(suggestions) <= MAX_MOVES
            assert all(question.allows(suggestion.answer) for suggestion in suggestions)
            answers = [suggestion.answer for suggestion in suggestions]
            assert all(answer not in answers[:n] for n, answer in enumerate(answers))
            assert all(
                0 <= suggestion.chance <= 1 and 0 <= suggestion.error <= 0.5
                for suggestion in suggestions
            )
            assert suggestions == sorted(suggestions, key=lambda suggestion: -suggestion.chance)
            for suggestion in suggestions:
                texts = [event.text for event in suggestion.line]
                for chosen in suggestion.follow_ups:
                    texts += [chosen.prompt["text"], *(option["text"] for option in chosen.options)]
                assert len(suggestion.line) <= MAX_EVENTS
                assert all(text and "[error" not in text for text in texts)
                line_length += len(suggestion.line)
    assert line_length


def test_hint_is_deterministic_for_a_seed():
    game = games()["res_arcana"]
    match = next(match_positions(game, 5, 1, stride=30))
    (decision, *_) = match.decisions
    assert hint_for(game, match, decision.id) == hint_for(game, match, decision.id)
    assert hint_for(game, match, decision.id) != hint_for(game, match, decision.id, seed=8)


def test_line_comes_from_the_counted_playout_nearest_the_mean(monkeypatch):
    game, outcomes = games()["res_arcana"], {}
    match = next(match_positions(game, 5, 1, stride=30))
    play_out = hints.play_out

    def listening(world, position, move, budget, rng):
        outcome = play_out(world, position, move, budget, rng)
        outcomes.setdefault(str(move.answer), []).append(outcome)
        return outcome

    monkeypatch.setattr(hints, "play_out", listening)
    monkeypatch.setattr(hints, "MIN_PLAYOUTS", 6)
    for suggestion in hint_for(game, match, match.decisions[0].id):
        *counted, described = outcomes[str(suggestion.answer)]
        assert len(counted) == 6
        assert sum(counted) / 6 == pytest.approx(suggestion.chance)
        assert described in counted
        assert all(
            abs(described - suggestion.chance) <= abs(other - suggestion.chance)
            for other in counted
        )


def test_rivals_secret_choices_are_not_named():
    """Battle for Empyrean: the rivals secretly keep one of the cards that they draw."""
    game = games()["battle_for_empyrean"]
    drafts = [
        (match, decision)
        for match in match_positions(game, 6, 40, stride=2)
        for decision in match.decisions
        if decision.prompt == "keep"
    ]
    kept_events = 0
    for match, known in drafts[:6]:
        for suggestion in hint_for(game, match, known.id):
            events = [
                event for event in suggestion.line if event.key.endswith((".kept", ".kept_one"))
            ]
            kept_events += len(events)
            for event in events:
                assert event.key.endswith("kept") == (event.args["seat"] == known.seat)
                assert event.text.startswith("You keep ") or event.text.endswith(" keeps a card")
    assert kept_events


def test_own_action_is_certain_and_replies_are_not():
    """Res Arcana: placing a card is certain; a rival's reply to it is a guess."""
    game, certain, guessed = games()["res_arcana"], 0, 0
    for match in match_positions(game, 7, 12, stride=12):
        (decision, *others) = match.decisions
        if others or decision.prompt != "action":
            continue
        for suggestion in hint_for(game, match, decision.id):
            acts = [event for event in suggestion.line if isinstance(event.args.get("seat"), int)]
            if str(suggestion.answer).startswith(("place:", "discard:", "use:")):
                assert acts[0].certain
                assert acts[0].text.startswith("You ")
                certain += 1
            theirs = [event for event in acts if event.args["seat"] != decision.seat]
            guessed += len(theirs)
            if theirs and not any(key in suggestion.line[0].key for key in ("passed", "token")):
                assert not theirs[-1].certain
    assert certain
    assert guessed


def test_forced_answer_has_a_chance_too():
    game = games()["ascended_kings"]
    forced = next(
        (match, decision.id)
        for match in match_positions(game, 8, 200, stride=1)
        for decision, question in zip(match.decisions, running_table(game, match).open, strict=True)
        if question.forced
    )
    (suggestion,) = hint_for(game, *forced)
    assert 0 <= suggestion.chance <= 1
    assert suggestion.line
