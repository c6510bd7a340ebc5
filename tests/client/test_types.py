"""Types of the client: kinds and members that a newer server adds."""

from __future__ import annotations

import msgspec

from conclave_client.frames import read_frame, read_line
from conclave_client.types import Offer, PongFrame


def test_messages_of_unknown_kinds_are_ignored():
    assert read_frame(b'{"t": "fanfare", "loud": true}') is None
    assert read_line(b'{"t": "fanfare"}') is None


def test_unknown_members_are_ignored():
    assert read_frame(b'{"t": "pong", "ply": 3, "mood": "good"}') == PongFrame(ply=3)


def test_unknown_kinds_and_statuses_decode():
    sent = {"id": "o_1", "kind": "duel", "by": 0, "asked": [1], "answers": {}, "status": "stalled"}
    offer = msgspec.convert(sent, Offer)
    assert (offer.kind, offer.status) == ("duel", "stalled")
