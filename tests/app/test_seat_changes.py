"""Seat changes: a seat belongs to an account; its former holder no longer sees or answers
anything.
"""

from __future__ import annotations

import json

import pytest

from app.infra.problems import Problem
from app.matches.commands import Command
from tests.app.in_process import ANN, BOB, begin, in_process_server
from tests.app.wire import anonymous, arrive, tiny

THREE = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]


async def test_player_who_leaves_is_disconnected_before_the_deal(url):
    ann, bob, cid = [await arrive(url, name) for name in ("Ann", "Bob", "Cid")]
    match = await tiny(ann, seats=THREE[:2])
    seats = f"/matches/{match}/seats"
    await ann.call("DELETE", f"{seats}/mine")
    await bob.post(seats, {"seat": 1})
    wire = await bob.wire(match)
    assert wire.frames[0]["viewer"] == {"seat": 1}
    await bob.call("DELETE", f"{seats}/mine")
    await wire.until(lambda: wire.closed)
    assert wire.closed == 1012
    await cid.post(seats, {"seat": 1})
    await ann.post(seats)
    again = await bob.wire(match)
    assert again.frames[0]["viewer"] == {"public": True}
    assert again.decisions == []


async def test_creator_without_a_seat_cannot_watch_a_match_without_spectators(url):
    ann, bob, cid = [await arrive(url, name) for name in ("Ann", "Bob", "Cid")]
    match = await tiny(ann, seats=THREE[1:], spectators="none")
    wire = await ann.wire(match)
    assert wire.frames[0]["viewer"] == {"public": True}
    await bob.post(f"/matches/{match}/seats")
    await cid.post(f"/matches/{match}/seats")
    await wire.until(lambda: wire.closed)
    render_full = [frame for frame in wire.frames if frame["t"] == "full"]
    assert {frame["view"]["status"] for frame in render_full} == {"open"}
    assert (await ann.wire(match)).closed == 4001


async def test_joining_player_loses_the_spectator_socket(url):
    """The earlier socket would otherwise go on receiving the spectators' chat."""
    ann, bob = await arrive(url, "Ann"), await arrive(url, "Bob")
    match = await tiny(ann, seats=THREE)
    wire, watcher = await bob.wire(match), await anonymous(url).wire(match)
    await bob.post(f"/matches/{match}/seats")
    await wire.until(lambda: wire.closed)
    assert (await bob.wire(match)).frames[0]["viewer"] == {"seat": 1}
    assert watcher.closed is None


async def test_stream_ends_with_the_seat(url):
    ann, bob = await arrive(url, "Ann"), await arrive(url, "Bob")
    match = await tiny(ann, seats=THREE)
    await bob.post(f"/matches/{match}/seats")
    async with bob.http.stream("GET", f"/matches/{match}/stream") as stream:
        lines = stream.aiter_lines()
        assert json.loads(await anext(lines))["viewer"] == {"seat": 1}
        await bob.call("DELETE", f"/matches/{match}/seats/mine")
        rest = [json.loads(line) async for line in lines if line]
    assert "full" not in {frame["t"] for frame in rest}


async def test_seat_is_authorised_by_the_newest_rows(tmp_path):
    """Another process has given the seat away; the answering process learns it in time."""
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        card = (await services.rooms.get(match)).match.decisions[0]
        taking = Command("answer", match, 0, card.id, "card:0", by=BOB.account)
        with pytest.raises(Problem) as refused:
            await services.pipeline.take(taking)
        assert refused.value.name == "forbidden"
        assert (await services.rooms.get(match)).info.seat_of(ANN.account) == 0
