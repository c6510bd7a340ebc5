"""EntryWrite: what one committed entry writes to the rows of its match."""

from __future__ import annotations

import secrets
import zlib
from datetime import datetime
from itertools import count
from typing import Any

import msgspec
from msgspec import Struct

from app.clocks.state import ClockState
from app.matches.replay_metadata import ReplayMetadata
from engine.core.event import Event
from engine.core.match import Match, Transition
from engine.core.step import Step


class EntryEvents(Struct, array_like=True):
    """The events of one ply, and how many events each viewer had received before."""

    before: list[int]
    events: list[Event]
    metadata: ReplayMetadata | None = None


class EntryWrite(Struct, kw_only=True):
    """One entry, and the match's row after it."""

    match: str
    ply: int
    edition: int  # of the match before: the entry assumes its seats, status and clock state
    state: bytes
    status: str
    waiting: int
    due: datetime | None
    times: ClockState | None
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
    # (ply, number) of the first snapshot that an undo goes back into
    unsettled: tuple[int, int] | None = None
    # the process that commits it, if that is to own the match; see `app.ownership`
    owner: str | None = None


MIN_COMPRESSED_BYTES = 1024
"""A shorter step is stored uncompressed."""
_ZLIB = b"x"
"""First byte of compressed data; a step in MessagePack begins otherwise."""
_ENCODER = msgspec.msgpack.Encoder()
_EVENTS_DECODER = msgspec.msgpack.Decoder(EntryEvents)
_STEP_DECODER = msgspec.msgpack.Decoder(Step)


_RECEIPTS = count(secrets.randbits(62))


def new_receipt() -> int:
    """A number that no other entry has: each process counts from a random start."""
    return next(_RECEIPTS)


def encode_events(before: list[int], events: list[Event], metadata: ReplayMetadata) -> bytes:
    return _ENCODER.encode(EntryEvents(before, events, metadata))


def decode_events(data: bytes) -> EntryEvents:
    return _EVENTS_DECODER.decode(data)


def encode_step(step: Step) -> bytes:
    """A step as stored: compressed from MIN_COMPRESSED_BYTES on."""
    raw = _ENCODER.encode(step)
    return raw if len(raw) < MIN_COMPRESSED_BYTES else zlib.compress(raw, 1)


def decode_step(data: bytes) -> Step:
    is_compressed = data[:1] == _ZLIB
    return _STEP_DECODER.decode(zlib.decompress(data) if is_compressed else data)


def strip_history(transition: Transition) -> bytes:
    """The new match as stored; its history is in the snapshots."""
    transition.match.past = []
    return transition.match.to_bytes()


def waited_for(match: Match) -> list[int]:
    """The seats that must answer, in order."""
    if match.over:
        return []
    return sorted({decision.seat for decision in match.decisions if not decision.optional})


def bits(seats: list[int]) -> int:
    return sum(1 << seat for seat in seats)


def encode_times(times: ClockState | None) -> str | None:
    """The clock state as JSON, for the match's row."""
    return None if times is None else msgspec.json.encode(times).decode()


def plain(answer: Any) -> bytes:
    """An answer as JSON."""
    return msgspec.json.encode(answer)
