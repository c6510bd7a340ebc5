"""Wire types of an exported match."""

from __future__ import annotations

from typing import Any

from app.wire import UNSET, Shape, UnsetType
from app.wire.analysis import Analysis
from app.wire.literals import ExportedKind
from app.wire.matches import Origin, Outcome


class ExportedEntry(Shape):
    """A committed entry; the `answer` of a show is its card and the seats (`to`) that saw it."""

    ply: int
    kind: ExportedKind
    seat: int
    decision: str
    answer: Any
    at: str


class Export(Shape):
    """Everything needed to replay and verify a match; `start` is the initial state of a fork,
    `first_rules` the original rules version of a match that continued under newer rules, `analysis`
    what its moves cost, if it has been analysed.
    """

    match: str
    game: str
    rules: int
    options: dict[str, Any]
    players: list[str]
    seed: str
    seed_hash: str
    entries: list[ExportedEntry]
    resigned: list[int]
    outcome: Outcome
    origin: Origin | UnsetType = UNSET
    start: str | UnsetType = UNSET
    first_rules: int | UnsetType = UNSET
    analysis: Analysis | UnsetType = UNSET
