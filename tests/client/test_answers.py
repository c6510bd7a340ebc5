"""Random answers are legal, and illegal answers are known before they are sent."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from conclave_client import Decision, is_legal, random_answer
from engine.core import view
from engine.core.registry import games
from engine.core.running_table import begin
from engine.testing.play import options_of, seed_of

QUESTIONS = 250


def questions(game_id: str) -> Any:
    """Questions of a match, as the wire shows them and as the engine does."""
    game, rng = games()[game_id], Random(3)
    for number in range(QUESTIONS):
        current = begin(game, options_of(game, 2, number), 2, seed_of(number))
        for _ in range(QUESTIONS):
            if current.over:
                break
            question = rng.choice(current.open)
            encoded = view.decision(game, question, "0.0", False, ["Ada", "Bob"])
            decision = msgspec.convert(msgspec.to_builtins(encoded), Decision)
            yield decision, question
            current.answer(question, random_answer(decision, rng))


@pytest.mark.parametrize("game_id", sorted(games()))
def test_random_answers_are_accepted_by_the_engine(game_id):
    kinds, rng = set(), Random(1)
    for number, (decision, question) in enumerate(questions(game_id)):
        answer = random_answer(decision, rng)
        assert is_legal(decision, answer)
        question.read(answer)
        kinds.add(decision.kind)
        if number > QUESTIONS:
            break
    assert "choose" in kinds


@pytest.mark.parametrize(
    ("members", "legal", "illegal"),
    [
        ({"kind": "amount", "min": 1, "max": 3}, 2, [0, 4, True, "2"]),
        (
            {"kind": "mix", "min": 1, "max": 2, "limits": {"elan": 2}},
            {"elan": 1},
            [{}, {"elan": 3}, {"gold": 1}, {"elan": True}, ["elan"]],
        ),
        ({"kind": "order", "options": "ab"}, ["b", "a"], [["a"], ["a", "a"], "a"]),
        ({"kind": "choose", "options": "ab", "min": 1, "max": 1}, "a", ["c", ["a"], 1]),
        ({"kind": "choose", "options": "ab", "min": 0, "max": 1}, "a", [["a", "b"], ["c"], "c"]),
        ({"kind": "choose", "options": "ab", "min": 0, "max": 1, "default": "a"}, [], [["c"], 0]),
        (
            {"kind": "choose", "options": "abc", "min": 1, "max": 2},
            ["a", "c"],
            [[], ["a", "b", "c"], ["a", "a"], ["d"], "a"],
        ),
    ],
)
def test_illegal_answer_is_known_before_it_is_sent(members, legal, illegal):
    options = [{"key": key, "text": key} for key in members.get("options", ())]
    prompt = {"key": "tiny.take", "args": {}, "text": "Take"}
    base = {"id": "1.0", "seat": 0, "prompt": prompt, "optional": False, "undo": False}
    decision = msgspec.convert({**base, **members, "options": options}, Decision)
    assert is_legal(decision, legal)
    assert not any(is_legal(decision, answer) for answer in illegal)
