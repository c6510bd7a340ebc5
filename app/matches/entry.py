"""Change: what one committed entry does to the rows of its match."""

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
from engine.core.match import Match, Taken
from engine.core.step import Step


class EntryEvents(Struct, array_like=True):
    """What was told at one ply: how much each viewer had been told before, and the events."""

    before: list[int]
    events: list[Event]
    trail: ReplayMetadata | None = None


class EntryWrite(Struct, kw_only=True):
    """One entry and the match after it. `edition` is that of the match before, whose seats, status
    and times it was made with. `unsettled` is the (ply, number) of the first snapshot that an undo
    goes back into.
    """

    match: str
    ply: int
    edition: int
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
    unsettled: tuple[int, int] | None = None


SHORT = 1024
"""Bytes of a step below which it is stored as it is."""
_ZLIB = b"x"
"""How compressed data begins; a step in MessagePack begins otherwise."""
_ENCODER = msgspec.msgpack.Encoder()
_TELLING = msgspec.msgpack.Decoder(EntryEvents)
_STEP = msgspec.msgpack.Decoder(Step)


_RECEIPTS = count(secrets.randbits(62))


def new_receipt() -> int:
    """A number that no other entry has: this process's begin at a random one."""
    return next(_RECEIPTS)


def encode_events(before: list[int], events: list[Event], trail: ReplayMetadata) -> bytes:
    return _ENCODER.encode(EntryEvents(before, events, trail))


def decode_events(data: bytes) -> EntryEvents:
    return _TELLING.decode(data)


def encode_step(step: Step) -> bytes:
    """A step as it is stored: compressed where that is worth it."""
    raw = _ENCODER.encode(step)
    return raw if len(raw) < SHORT else zlib.compress(raw, 1)


def decode_step(data: bytes) -> Step:
    is_compressed = data[:1] == _ZLIB
    return _STEP.decode(zlib.decompress(data) if is_compressed else data)


def strip_history(taken: Taken) -> bytes:
    """The new match as it is stored: its past stands in the snapshots."""
    taken.match.past = []
    return taken.match.to_bytes()


def waited_for(match: Match) -> list[int]:
    """The seats that must answer, in order."""
    return sorted({known.seat for known in match.decisions if not known.optional})


def bits(seats: list[int]) -> int:
    return sum(1 << seat for seat in seats)


def encode_times(times: ClockState | None) -> str | None:
    """Times as JSON, for the match's row."""
    return None if times is None else msgspec.json.encode(times).decode()


def plain(answer: Any) -> bytes:
    """An answer as JSON."""
    return msgspec.json.encode(answer)
