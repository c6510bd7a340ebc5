"""The client's types are those of the wire."""

from __future__ import annotations

from types import ModuleType

import msgspec
import pytest

from app.wire import frames as wire_frames
from app.wire import matches, people, play
from conclave_client import frames
from conclave_client.types import matches as our_matches
from conclave_client.types import people as our_people
from conclave_client.types import play as our_play

IGNORED = {"HelloFrame": {"delayed"}}
"""Members that the client ignores."""


def structs_of(module: ModuleType) -> dict[str, type[msgspec.Struct]]:
    return {
        name: shape
        for name, shape in vars(module).items()
        if isinstance(shape, type)
        and issubclass(shape, msgspec.Struct)
        and shape.__module__ == module.__name__
        and name != "Shape"
        and not name.startswith("_")
    }


OURS = {
    name: shape
    for module in (our_matches, our_people, our_play, frames)
    for name, shape in structs_of(module).items()
}
THEIRS = {
    name: shape
    for module in (matches, people, play, wire_frames)
    for name, shape in structs_of(module).items()
}


def members(shape: type[msgspec.Struct]) -> dict[str, bool]:
    """Every member by its name on the wire, and whether it is always there."""
    return {field.encode_name: field.required for field in msgspec.structs.fields(shape)}


@pytest.mark.parametrize("name", sorted(OURS))
def test_type_has_the_members_that_the_server_sends(name):
    theirs = members(THEIRS[name])
    for member in IGNORED.get(name, ()):
        del theirs[member]
    assert members(OURS[name]) == theirs
    assert OURS[name].__struct_config__.tag == THEIRS[name].__struct_config__.tag


def test_every_frame_and_line_of_the_server_is_known():
    for ours, theirs in (
        (frames.Frame, wire_frames.FRAMES),
        (frames.AccountLine, wire_frames.ACCOUNT_LINES),
    ):
        assert {kind.__name__ for kind in ours.__args__} == {kind.__name__ for kind in theirs}


def test_unknown_messages_of_a_newer_server_are_ignored():
    assert frames.read_frame(b'{"t": "fanfare", "loud": true}') is None
    assert frames.read_line(b'{"t": "fanfare"}') is None
    assert frames.read_frame(b'{"t": "pong", "ply": 3, "mood": "good"}') == frames.PongFrame(ply=3)
