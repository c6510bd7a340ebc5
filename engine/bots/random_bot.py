"""random: picks uniformly among the legal answers."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.bots.budget import Budget
from engine.bots.position import Position
from engine.core.script import Question


class RandomBot:
    """Any legal answer."""

    name = "random"
    level = 0
    title = "Random"
    text = "Makes any legal move."
    face = "random"
    outline = (
        "M12 .8 23.2 12 12 23.2.8 12zM8.2 8.2a1.9 1.9 0 1 0 0 3.8 1.9 1.9 0 0 0 0-3.8zm7.6 0"
        "a1.9 1.9 0 1 0 0 3.8 1.9 1.9 0 0 0 0-3.8zM12 14.2a1.9 1.9 0 1 0 0 3.8 1.9 1.9 0 0 0 0-3.8z"
    )
    seconds = 0.0

    def choose(self, position: Position, budget: Budget, rng: Random) -> Any:
        return random_answer(position.question, rng)


BOT = RandomBot()


def random_answer(question: Question, rng: Random) -> Any:
    """A legal answer in its wire form."""
    if question.kind == "choose":
        options = question.options
        if not question.many:
            return options[int(rng.random() * len(options))].key
        count = rng.randint(question.least, min(question.most, len(options)))
        keys = [option.key for option in rng.sample(options, count)]
        return keys[0] if keys and question.most == 1 else keys
    if question.kind == "amount":
        return rng.randint(question.least, question.most)
    if question.kind == "mix":
        return _random_mix(question, rng)
    keys = [option.key for option in question.options]
    rng.shuffle(keys)
    return keys


def _random_mix(question: Question, rng: Random) -> dict[str, int]:
    remaining = dict(question.limits or {})
    available = sum(remaining.values())
    mix: dict[str, int] = {}
    for _ in range(rng.randint(question.least, min(question.most, available))):
        names = [name for name, limit in remaining.items() if limit]
        name = names[int(rng.random() * len(names))]
        remaining[name] -= 1
        mix[name] = mix.get(name, 0) + 1
    return mix
