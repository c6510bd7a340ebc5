"""Change: what one committed entry does to the rows of its match."""

from __future__ import annotations

import secrets
import zlib
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct

from engine.core.event import Event
from engine.core.match import Taken
from engine.core.step import Step


class Telling(Struct, array_like=True):
    """What was told at one ply: how much each viewer had been told before, and the events."""

    before: list[int]
    events: list[Event]


class Change(Struct, kw_only=True):
    """One entry and the match after it. `unsettled` is the (ply, number) of the first snapshot that
    an undo goes back into.
    """

    match: str
    ply: int
    state: bytes
    status: str
    waiting: int
    due: datetime | None
    outcome: bytes | None
    at: datetime
    kind: str
    seat: int
    decision: str
    answer: bytes
    key: str | None
    told: bytes
    receipt: int
    snapshots: list[bytes]
    unsettled: tuple[int, int] | None = None


_ENCODER = msgspec.msgpack.Encoder()
_TELLING = msgspec.msgpack.Decoder(Telling)
_STEP = msgspec.msgpack.Decoder(Step)


def new_receipt() -> int:
    """A number that no other entry has."""
    return secrets.randbits(63)


def encode_telling(before: list[int], events: list[Event]) -> bytes:
    return _ENCODER.encode(Telling(before, events))


def decode_telling(data: bytes) -> Telling:
    return _TELLING.decode(data)


def encode_step(step: Step) -> bytes:
    return zlib.compress(_ENCODER.encode(step), 1)


def decode_step(data: bytes) -> Step:
    return _STEP.decode(zlib.decompress(data))


def put_past_away(taken: Taken) -> bytes:
    """The new match as it is stored: its past stands in the snapshots."""
    taken.match.past = []
    return taken.match.to_bytes()


def waited_for(taken: Taken) -> list[int]:
    """The seats that must answer, in order."""
    return sorted({known.seat for known in taken.match.decisions if not known.optional})


def bits(seats: list[int]) -> int:
    return sum(1 << seat for seat in seats)


def plain(answer: Any) -> bytes:
    """An answer as JSON."""
    return msgspec.json.encode(answer)
