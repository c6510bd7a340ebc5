"""Sampling: `make test` takes fixed samples of large products of cases, `make soak` every case."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

Case = TypeVar("Case")

EVERY_CASE = os.environ.get("EVERY_CASE") == "true"


def sampled(cases: Sequence[Case], sample: Sequence[Case]) -> Sequence[Case]:
    """The sample, or every case in a soak."""
    unknown = [case for case in sample if case not in cases]
    assert not unknown, f"not among the cases: {unknown}"
    return cases if EVERY_CASE else sample
