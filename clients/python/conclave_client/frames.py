"""Frames: reads the messages that the server pushes, in a match or in an account's stream."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from conclave_client.types import AccountLine, Frame, FullFrame, View

_FRAME = msgspec.json.Decoder(Frame)
_LINE = msgspec.json.Decoder(AccountLine)


class _Tag(Struct):
    t: str


_TAG = msgspec.json.Decoder(_Tag)
_FRAMES = {kind.__struct_config__.tag for kind in Frame.__args__}
_LINES = {kind.__struct_config__.tag for kind in AccountLine.__args__}


def typed_view(frame: FullFrame) -> View:
    """The view of a full frame, typed."""
    return msgspec.convert(frame.view, View)


def read_frame(text: str | bytes) -> Frame | None:
    """The frame; None for a kind that this version does not know. Raises msgspec.DecodeError."""
    return _FRAME.decode(text) if _TAG.decode(text).t in _FRAMES else None


def read_line(text: str | bytes) -> AccountLine | None:
    """The line of an account's stream; None for a kind that this version does not know."""
    return _LINE.decode(text) if _TAG.decode(text).t in _LINES else None
