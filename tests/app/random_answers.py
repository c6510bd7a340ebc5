"""Random answers: any legal answer to a decision, for clients that play at random."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any


def pick(decision: dict[str, Any], rng: random.Random) -> Any:
    """Any legal answer to a decision."""
    kind = decision["kind"]
    if kind == "amount":
        return rng.randint(decision["min"], decision["max"])
    if kind == "mix":
        return decision["default"] if rng.random() < 0.5 else pick_mix(decision, rng)
    keys = [option["key"] for option in decision["options"]]
    if kind == "order":
        return rng.sample(keys, len(keys))
    if isinstance(decision.get("default"), list):
        return rng.sample(keys, rng.randint(decision["min"], min(decision["max"], len(keys))))
    return rng.choice(keys)


def pick_mix(decision: dict[str, Any], rng: random.Random) -> dict[str, int]:
    """Any mix within the limits."""
    names = [name for name, limit in decision["limits"].items() for _ in range(limit)]
    most = min(decision["max"], len(names))
    return dict(Counter(rng.sample(names, rng.randint(decision["min"], most))))
