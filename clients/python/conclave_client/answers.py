"""Answers: the legal answers to each kind of question."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from conclave_client.types import Decision

Answer = str | int | list[str] | dict[str, int]
"""An option's key, an amount, keys in an order or several of them, or a mix."""


def random_answer(decision: Decision, rng: Random) -> Answer:
    """Any legal answer."""
    low, high = decision.min or 0, decision.max or 0
    match decision.kind:
        case "amount":
            return rng.randint(low, high)
        case "mix":
            names = [name for name, n in (decision.limits or {}).items() for _ in range(n)]
            return dict(Counter(rng.sample(names, rng.randint(low, min(high, len(names))))))
        case "order":
            return rng.sample(keys(decision), len(keys(decision)))
        case "choose" if takes_list(decision):
            return rng.sample(keys(decision), rng.randint(low, min(high, len(keys(decision)))))
        case "choose":
            return rng.choice(keys(decision))
    default: Answer = decision.default
    return default


def is_legal(decision: Decision, answer: Any) -> bool:
    """Whether the question allows the answer."""
    low, high = decision.min or 0, decision.max or 0
    match decision.kind:
        case "amount":
            return type(answer) is int and low <= answer <= high
        case "mix":
            return _is_mix(decision, answer) and low <= sum(answer.values()) <= high
        case "order":
            return isinstance(answer, list) and sorted(answer) == sorted(keys(decision))
        case "choose" if takes_list(decision) and (isinstance(answer, list) or high > 1):
            return _is_choice(decision, answer) and low <= len(answer) <= high
        case "choose":
            return isinstance(answer, str) and answer in keys(decision)
    return bool(answer == decision.default)


def keys(decision: Decision) -> list[str]:
    """The keys of the options."""
    return [option.key for option in decision.options or []]


def takes_list(decision: Decision) -> bool:
    """Whether a choice is a list of keys; one of at most one key may be that key itself."""
    return isinstance(decision.default, list) or (decision.max or 0) > 1 or decision.min == 0


def _is_choice(decision: Decision, answer: Any) -> bool:
    if not isinstance(answer, list) or len(set(map(str, answer))) != len(answer):
        return False
    return all(isinstance(key, str) and key in keys(decision) for key in answer)


def _is_mix(decision: Decision, answer: Any) -> bool:
    limits = decision.limits or {}
    return isinstance(answer, dict) and all(
        type(n) is int and 0 <= n <= limits.get(name, 0) for name, n in answer.items()
    )
