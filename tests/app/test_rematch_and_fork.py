"""Rematches, and practice matches forked from a moment of a finished match."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import nullcontext

import pytest

from app.history.verify import NotVerified, verify
from app.infra.problems import Problem
from app.wire.matches import Origin
from engine.core.registry import games
from tests.app.in_process import ANN, BOB, begin, in_process_server
from tests.app.test_leaks_of_games import ROUNDS, seat_people
from tests.app.wire import anonymous, arrive, play_to_the_end, tiny, two_at_tiny


async def finished_match(url, **options):
    ann, bob, match = await two_at_tiny(url, turns=2, **options)
    wires = [await ann.wire(match), await bob.wire(match)]
    await play_to_the_end(wires, random.Random(0))
    return ann, bob, match, wires


def rematch_links(wire):
    """The rematches that the wire was sent."""
    return [frame["match"] for frame in wire.frames if frame["t"] == "rematch"]


async def test_concurrent_rematch_requests_create_one_match(url):
    ann, bob, match, wires = await finished_match(url, visibility="private")
    watching = await anonymous(url).wire(match)
    replies = await asyncio.gather(
        *(person.call("POST", f"/matches/{match}/rematch") for person in (ann, bob))
    )
    assert sorted(reply.status_code for reply in replies) == [200, 201]
    (successor,) = {reply.json()["id"] for reply in replies}
    again = await ann.post(f"/matches/{match}/rematch")
    assert (again["id"], again["status"]) == (successor, "playing")
    assert again["origin"] == {"rematch": match}
    assert [seat["name"] for seat in again["seats"]] == ["Ann", "Bob"]
    assert again["options"]["turns"] == 2
    assert (await bob.get(f"/matches/{match}"))["rematch"] == successor
    for wire in [*wires, watching, await anonymous(url).wire(match)]:
        await wire.until(lambda wire=wire: rematch_links(wire))
        assert rematch_links(wire)[-1] == successor


async def test_rematch_reserves_the_others_seats_and_invites_them(url):
    ann, bob, match, _wires = await finished_match(url)
    rematch = await ann.post(f"/matches/{match}/rematch", status=201)
    assert rematch["status"] == "open"
    assert rematch["seats"][1] == {"seat": 1, "kind": "open", "invited": "Bob"}
    listed = await bob.get("/matches?account=me&status=open")
    assert listed["items"][0]["seats"][1]["for_you"] is True
    cid = await arrive(url, "Cid")
    await cid.refused("POST", f"/matches/{match}/rematch", "forbidden")
    await cid.refused("POST", f"/matches/{rematch['id']}/seats", "match-full", {})
    running = await tiny(ann, 2, [{"kind": "me"}, {"kind": "open"}])
    await ann.refused("POST", f"/matches/{running}/rematch", "forbidden")


async def abort(services, match):
    await services.ender.end(match, status="aborted", reason="aborted")


async def test_closed_rematch_is_replaced_by_a_new_one(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        await abort(services, match)
        closed, _ = await services.rematches.rematch(match, BOB)
        await services.open_tables.close(closed.id, BOB)
        rematch, is_new = await services.rematches.rematch(match, ANN)
        assert (is_new, rematch.status) == (True, "open")
        assert rematch.id != closed.id
        assert (await services.lobby.get(match, ANN)).rematch == rematch.id
        joined, is_new = await services.rematches.rematch(match, BOB)
        assert (joined.id, joined.status, is_new) == (rematch.id, "playing", False)
        await abort(services, rematch.id)
        known, is_new = await services.rematches.rematch(match, ANN)
        assert (known.id, is_new) == (rematch.id, False), "it began: its own rematch follows it"
        again, is_new = await services.rematches.rematch(rematch.id, ANN)
        assert (is_new, again.origin) == (True, Origin(rematch=rematch.id))


async def read_frames(lines, count):
    """Read that many frames of a stream, not counting presence."""
    frames = []
    async with asyncio.timeout(20):
        while len(frames) < count:
            frame = json.loads((await anext(lines)).strip() or "{}")
            frames += [frame] if frame.get("t", "presence") != "presence" else []
    return frames


async def expire_table(services, table):
    await services.scheduler.attend(table)


async def close_table(services, table):
    await services.open_tables.close(table, BOB)


@pytest.mark.parametrize("close", [close_table, expire_table, abort])
async def test_closed_rematch_is_no_longer_linked(tmp_path, close):
    """A viewer gets a full frame, which no `rematch` follows."""
    async with in_process_server(tmp_path, open_table_seconds=1e-6) as services:
        match = await begin(services, "tiny")
        await abort(services, match)
        rematch, _ = await services.rematches.rematch(match, BOB)
        lines = services.match_streams.lines(match, 0, ANN, lambda _: nullcontext(), deltas=True)
        assert [frame["t"] for frame in await read_frames(lines, 3)] == ["full", "end", "rematch"]
        notifications = []
        services.notifier.add_sink(notifications.append)
        await close(services, rematch.id)
        assert not (await services.lobby.get(match, ANN)).rematch
        assert [
            notification for notification in notifications if notification.match == match
        ] == [], "it ended long ago"
        assert [frame["t"] for frame in await read_frames(lines, 2)] == ["full", "end"]
        again, _ = await services.rematches.rematch(match, BOB)
        *_, link = await read_frames(lines, 3)
        assert link == {"t": "rematch", "match": again.id}
        await lines.aclose()


async def test_table_closed_before_the_start_has_no_rematch(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        await abort(services, match)
        closed, _ = await services.rematches.rematch(match, ANN)
        await services.open_tables.close(closed.id, ANN)
        with pytest.raises(Problem) as caught:
            await services.rematches.rematch(closed.id, ANN)
        assert (caught.value.name, caught.value.sentence) == ("forbidden", "The match never began.")


async def test_fork_is_unrated_practice_from_that_moment(url):
    ann, _bob, match, wires = await finished_match(url)
    last = wires[0].ply
    original = await ann.get(f"/matches/{match}/replay?ply=3")
    fork = await ann.post(f"/matches/{match}/fork", {"ply": 3}, 201)
    assert (fork["origin"], fork["rated"]) == ({"fork": match, "ply": 3}, False)
    assert fork["visibility"] == "private"
    assert [seat["kind"] for seat in fork["seats"]] == ["human", "bot"]
    start = await ann.get(f"/matches/{fork['id']}/replay?ply=0")
    assert start["view"]["table"] == original["view"]["table"], "own knowledge is kept"
    wire = await ann.wire(fork["id"])
    await play_to_the_end([wire], random.Random(1))
    export = await ann.get(f"/matches/{fork['id']}/export")
    assert export["seed"] != (await ann.get(f"/matches/{match}"))["seed"]
    assert verify(games()["tiny"], export) == wire.ply
    with pytest.raises(NotVerified):
        verify(games()["tiny"], {**export, "start": export["start"][:-8]})
    for ply in range(wire.ply + 1):
        assert (await ann.get(f"/matches/{fork['id']}/replay?ply={ply}"))["ply"] == ply
    await ann.refused("POST", f"/matches/{match}/fork", "match-over", {"ply": last})
    await ann.refused("POST", f"/matches/{match}/fork", "not-found", {"ply": last + 1})
    seats = {"ply": 0, "seats": [{"kind": "me"}]}
    await ann.refused("POST", f"/matches/{match}/fork", "invalid-request", seats)


async def test_fork_with_open_seats_begins_when_they_are_taken(url):
    ann, bob, match, _wires = await finished_match(url)
    seats = [{"kind": "me"}, {"kind": "open"}]
    fork = await ann.post(f"/matches/{match}/fork", {"ply": 4, "seats": seats}, 201)
    assert fork["status"] == "open"
    assert (await ann.get(f"/matches/{fork['id']}/view"))["view"]["table"] == {}
    code = fork["invite"]["code"]
    started = await bob.post(f"/matches/{fork['id']}/seats", {"code": code})
    assert started["status"] == "playing"
    wires = [await ann.wire(fork["id"]), await bob.wire(fork["id"])]
    original = await ann.get(f"/matches/{match}/replay?ply=4&as=public")
    forked = await anonymous(url).get(f"/matches/{fork['id']}/view")
    assert forked["view"]["table"] == original["view"]["table"]
    assert forked["waiting"] == original["waiting"]
    await play_to_the_end(wires, random.Random(2))


async def test_running_match_cannot_be_forked(url):
    ann, _bob, match = await two_at_tiny(url)
    await ann.refused("POST", f"/matches/{match}/fork", "forbidden", {"ply": 0})


@pytest.mark.parametrize("game", sorted(ROUNDS))
async def test_fork_of_every_game_is_played_to_a_verified_end(embedded, game):
    people, match = await seat_people(embedded.url, game, 0)
    wires = [await person.wire(match) for person in people]
    rng = random.Random(5)
    await play_to_the_end(wires, rng)
    ply = rng.randrange(wires[0].ply)
    bots = [{"kind": "bot", "bot": "random"}] * (len(people) - 1)
    body = {"ply": ply, "seats": [{"kind": "me"}, *bots]}
    fork = await people[0].post(f"/matches/{match}/fork", body, 201)
    wire = await people[0].wire(fork["id"])
    await play_to_the_end([wire], rng)
    export = await people[0].get(f"/matches/{fork['id']}/export")
    assert verify(games()[game], export) == wire.ply
