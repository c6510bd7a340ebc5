"""Protocol guarantees without a test elsewhere: statuses, keepalives, contents of a
delta.
"""

from __future__ import annotations

from contextlib import aclosing, contextmanager

from app.infra.problems import CATALOGUE
from app.realtime import account_stream, match_stream
from engine.core.event import PUBLIC
from tests.app.in_process import ANN, begin, in_process_server
from tests.app.wire import anonymous, two_at_tiny

PROMISED = {
    401: "unauthenticated",
    403: "forbidden not-your-decision wrong-code",
    404: "not-found",
    405: "method-not-allowed",
    409: "stale-decision match-over match-not-started already-started already-seated seats-open "
    "unconfirmed seat-taken match-full offer-closed undo-off undo-sealed name-taken signed-in "
    "request-in-progress",
    413: "payload-too-large",
    422: "illegal-answer invalid-request",
    429: "rate-limited too-many-tables too-many-matches too-many-bot-matches too-much-chat",
    503: "engine-timeout unavailable",
}


def test_every_problem_has_its_promised_status():
    for status, names in PROMISED.items():
        assert {CATALOGUE[name][0] for name in names.split()} == {status}
    listed = {name for names in PROMISED.values() for name in names.split()}
    assert set(CATALOGUE) - listed == {"paused", "internal"}, (
        "document a new problem in docs/bots.md"
    )


@contextmanager
def admit_any(_close):
    yield


async def test_streams_send_empty_lines_as_keepalive(tmp_path, monkeypatch):
    assert match_stream.KEEPALIVE_S == account_stream.KEEPALIVE_S == 7.0
    for module in (match_stream, account_stream):
        monkeypatch.setattr(module, "KEEPALIVE_S", 0.05)
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        of_match = services.match_streams.lines(match, PUBLIC, None, admit_any, deltas=False)
        own = services.account_streams.lines(ANN, admit_any)
        for lines, first in ((of_match, b'{"t":"full"'), (own, b'{"t":"match"')):
            async with aclosing(lines):
                assert (await anext(lines)).startswith(first)
                async for line in lines:
                    if line == b"\n":
                        break


async def test_every_viewer_gets_a_delta_for_every_entry(url):
    ann, bob, match = await two_at_tiny(url)
    wires = [await person.wire(match) for person in (ann, bob, anonymous(url))]
    assert all(wire.frames[0]["heartbeat"] == 20 for wire in wires)
    for wire in wires:
        assert [frame["t"] for frame in wire.frames if frame["t"] != "presence"][1] == "full"
    await wires[0].answer(wires[0].decisions[0]["default"])
    for wire in wires:
        await wire.reaches(1)
    anns, bobs, public = (
        next(frame for frame in wire.frames if frame["t"] == "delta") for wire in wires
    )
    for frame in (anns, bobs, public):
        assert (frame["ply"], frame["base"]) == (1, 0)
        assert [seat["seat"] for seat in frame["waiting"]] == [1]
        assert "clock" not in frame
    assert anns["decisions"] == []
    assert (bobs["patch"], public["patch"]) == ({}, {}), "a secret answer changes no other view"
    assert "decisions" not in bobs
    assert "decisions" not in public
    assert bobs["hash"] == next(f for f in wires[1].frames if f["t"] == "full")["hash"]
