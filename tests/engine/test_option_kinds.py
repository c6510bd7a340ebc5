"""Option kinds mark choices with a cost: discard, destroy, pass, waste, decline."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from engine.bots.random_bot import random_answer
from engine.core import view
from engine.core.registry import games
from engine.core.running_table import begin
from engine.core.script import Option, Question
from engine.testing.play import options_of, seed_of
from engine.testing.scenario import NAMES

MATCHES = 6

# By prompt and the first part of the option's key; "" needs no warning.
KINDS: dict[str, dict[tuple[str, str], set[str]]] = {
    "res_arcana": {
        ("action", "pass"): {"pass"},
        ("action", "discard"): {"discard"},
        ("action", "place"): {""},
        ("action", "claim"): {""},
        ("action", "use"): {"", "destroy", "waste"},
        ("discard_some", "card"): {"discard"},
        ("swap_item", "item"): {""},
        ("lose_life", "suffer"): {""},
    },
    "battle_for_empyrean": {
        ("command", "done"): {"pass"},
        ("command", "move"): {""},
        ("deploy", "done"): {"pass"},
        ("deploy", "deploy"): {""},
        ("discard", "discard"): {"discard"},
        ("destroy", "unit"): {"destroy"},
        ("keep", "keep"): {""},
    },
    "ascended_kings": {
        ("action", "done"): {"pass"},
        ("action", "move"): {""},
        ("action", "instant"): {""},
        ("latent", "done"): {"pass"},
        ("instant", "instant"): {""},
        ("defend", "pass"): {"decline"},
        ("discard", "discard"): {"discard"},
    },
}


@pytest.mark.parametrize("name", sorted(KINDS))
def test_every_option_says_whether_it_discards_destroys_or_passes(name: str) -> None:
    met = Counter[tuple[str, str, str]]()
    for number in range(MATCHES):
        for asked in decisions(name, number):
            prompt = asked["prompt"]["key"].removeprefix(f"{name}.")
            for option in asked.get("options", []):
                met[prompt, option["key"].split(":")[0], option.get("kind", "")] += 1
    for (prompt, head), kinds in KINDS[name].items():
        seen = {
            kind for met_prompt, met_head, kind in met if (met_prompt, met_head) == (prompt, head)
        }
        assert seen == kinds, (prompt, head)


def decisions(name: str, number: int) -> list[dict[str, Any]]:
    """Every question of a random match, as its seat receives it."""
    game, rng = games()[name], Random(number)
    current = begin(game, options_of(game, 2, number), 2, seed_of(number))
    asked = []
    while not current.over:
        asked += [
            view.decision(game, open_question, "0.0", False, NAMES)
            for open_question in current.open
        ]
        question = rng.choice(current.open)
        current.answer(question, random_answer(question, rng))
    return asked


def test_harmless_option_has_no_kind() -> None:
    game = games()["res_arcana"]
    question = Question(
        seat=0, kind="choose", prompt="action", args={}, options=[Option("pass", 0)]
    )
    assert "kind" not in view.decision(game, question, "0.0", False, NAMES)["options"][0]
