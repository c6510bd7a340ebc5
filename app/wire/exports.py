"""Wire types of an exported match."""

from __future__ import annotations

from typing import Any

from app.wire import UNSET, Shape, UnsetType
from app.wire.analysis import Analysis
from app.wire.ids import GameId, MatchId, Ply, SeatNumber, Time
from app.wire.literals import ExportedKind
from app.wire.matches import Origin, Outcome


class ExportedEntry(Shape):
    """A committed entry; the `answer` of a show is its card and the seats (`to`) that saw it."""

    ply: Ply
    kind: ExportedKind
    """What the entry records."""
    seat: SeatNumber
    decision: str
    """The decision that was answered."""
    answer: Any
    """The answer: a key, a list of keys, a number or a mix, by the kind of decision."""
    at: Time
    """When the entry was committed."""


class Export(Shape):
    """Everything needed to replay and verify a match."""

    match: MatchId
    game: GameId
    rules: int
    """The version of the game's rules."""
    options: dict[str, Any]
    """Chosen options of the game, by name."""
    players: list[str]
    """Names by seat."""
    seed: str
    """The seed of all chance, in hex; shown after the end."""
    seed_hash: str
    """The SHA-256 of the seed, in hex; shown from the start."""
    entries: list[ExportedEntry]
    """All entries, in order."""
    resigned: list[int]
    """The seats that gave up."""
    outcome: Outcome
    """Ranks, scores and reason."""
    origin: Origin | UnsetType = UNSET
    """The match that this one follows."""
    start: str | UnsetType = UNSET
    """The initial state of a fork, in base64."""
    first_rules: int | UnsetType = UNSET
    """The rules under which the match began, if they have changed since."""
    analysis: Analysis | UnsetType = UNSET
    """What the moves cost, if the match has been analysed."""
