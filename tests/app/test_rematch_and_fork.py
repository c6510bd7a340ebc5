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
from tests.app.test_leaks_of_games import ROUNDS, seated
from tests.app.wire import anonymous, arrive, play_to_the_end, tiny, two_at_tiny


async def played(url, **wish):
    ann, bob, match = await two_at_tiny(url, turns=2, **wish)
    wires = [await ann.wire(match), await bob.wire(match)]
    await play_to_the_end(wires, random.Random(0))
    return ann, bob, match, wires


def followed(wire):
    """Where the wire was told to go."""
    return [frame["match"] for frame in wire.frames if frame["t"] == "rematch"]


async def test_two_who_want_a_rematch_at_once_have_one(url):
    ann, bob, match, wires = await played(url, visibility="private")
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
        await wire.until(lambda wire=wire: followed(wire))
        assert followed(wire)[-1] == successor


async def test_a_rematch_keeps_the_others_seats_and_tells_them(url):
    ann, bob, match, _wires = await played(url)
    made = await ann.post(f"/matches/{match}/rematch", status=201)
    assert made["status"] == "open"
    assert made["seats"][1] == {"seat": 1, "kind": "open", "invited": "Bob"}
    listed = await bob.get("/matches?account=me&status=open")
    assert listed["items"][0]["seats"][1]["for_you"] is True
    cid = await arrive(url, "Cid")
    await cid.refused("POST", f"/matches/{match}/rematch", "forbidden")
    await cid.refused("POST", f"/matches/{made['id']}/seats", "match-full", {})
    going = await tiny(ann, 2, [{"kind": "me"}, {"kind": "open"}])
    await ann.refused("POST", f"/matches/{going}/rematch", "forbidden")


async def aborted(services, match):
    await services.ender.end(match, status="aborted", reason="aborted")


async def test_a_rematch_that_was_closed_before_it_began_is_forgotten(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        await aborted(services, match)
        closed, _ = await services.rematches.rematch(match, BOB)
        await services.open_tables.close(closed.id, BOB)
        made, is_new = await services.rematches.rematch(match, ANN)
        assert (is_new, made.status) == (True, "open")
        assert made.id != closed.id
        assert (await services.lobby.get(match, ANN)).rematch == made.id
        joined, is_new = await services.rematches.rematch(match, BOB)
        assert (joined.id, joined.status, is_new) == (made.id, "playing", False)
        await aborted(services, made.id)
        known, is_new = await services.rematches.rematch(match, ANN)
        assert (known.id, is_new) == (made.id, False), "it began: its own rematch follows it"
        again, is_new = await services.rematches.rematch(made.id, ANN)
        assert (is_new, again.origin) == (True, Origin(rematch=made.id))


async def framed(lines, count):
    """That many frames of a stream, not counting presence."""
    found = []
    async with asyncio.timeout(20):
        while len(found) < count:
            frame = json.loads((await anext(lines)).strip() or "{}")
            found += [frame] if frame.get("t", "presence") != "presence" else []
    return found


async def lapses(services, table):
    await services.open_tables.attend(table)


async def is_closed(services, table):
    await services.open_tables.close(table, BOB)


@pytest.mark.parametrize("close", [is_closed, lapses, aborted])
async def test_a_match_names_no_rematch_that_was_closed(tmp_path, close):
    """A viewer gets a full frame, which no `rematch` follows."""
    async with in_process_server(tmp_path, open_table_seconds=1e-6) as services:
        match = await begin(services, "tiny")
        await aborted(services, match)
        made, _ = await services.rematches.rematch(match, BOB)
        lines = services.match_streams.lines(match, 0, ANN, lambda _: nullcontext(), deltas=True)
        assert [frame["t"] for frame in await framed(lines, 3)] == ["full", "end", "rematch"]
        told = []
        services.notifications.listen(told.append)
        await close(services, made.id)
        assert not (await services.lobby.get(match, ANN)).rematch
        assert [notice for notice in told if notice.match == match] == [], "it ended long ago"
        assert [frame["t"] for frame in await framed(lines, 2)] == ["full", "end"]
        again, _ = await services.rematches.rematch(match, BOB)
        *_, follows = await framed(lines, 3)
        assert follows == {"t": "rematch", "match": again.id}
        await lines.aclose()


async def test_a_table_that_was_closed_before_it_began_has_no_rematch(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        await aborted(services, match)
        closed, _ = await services.rematches.rematch(match, ANN)
        await services.open_tables.close(closed.id, ANN)
        with pytest.raises(Problem) as caught:
            await services.rematches.rematch(closed.id, ANN)
        assert (caught.value.name, caught.value.sentence) == ("forbidden", "The match never began.")


async def test_a_fork_is_practice_from_that_moment(url):
    ann, _bob, match, wires = await played(url)
    last = wires[0].ply
    then = await ann.get(f"/matches/{match}/replay?ply=3")
    made = await ann.post(f"/matches/{match}/fork", {"ply": 3}, 201)
    assert (made["origin"], made["rated"]) == ({"fork": match, "ply": 3}, False)
    assert made["visibility"] == "private"
    assert [seat["kind"] for seat in made["seats"]] == ["human", "bot"]
    start = await ann.get(f"/matches/{made['id']}/replay?ply=0")
    assert start["view"]["table"] == then["view"]["table"], "one's own knowledge stays"
    wire = await ann.wire(made["id"])
    await play_to_the_end([wire], random.Random(1))
    export = await ann.get(f"/matches/{made['id']}/export")
    assert export["seed"] != (await ann.get(f"/matches/{match}"))["seed"]
    assert verify(games()["tiny"], export) == wire.ply
    with pytest.raises(NotVerified):
        verify(games()["tiny"], {**export, "start": export["start"][:-8]})
    for ply in range(wire.ply + 1):
        assert (await ann.get(f"/matches/{made['id']}/replay?ply={ply}"))["ply"] == ply
    await ann.refused("POST", f"/matches/{match}/fork", "match-over", {"ply": last})
    await ann.refused("POST", f"/matches/{match}/fork", "not-found", {"ply": last + 1})
    seats = {"ply": 0, "seats": [{"kind": "me"}]}
    await ann.refused("POST", f"/matches/{match}/fork", "invalid-request", seats)


async def test_a_fork_among_people_begins_when_they_sit(url):
    ann, bob, match, _wires = await played(url)
    seats = [{"kind": "me"}, {"kind": "open"}]
    made = await ann.post(f"/matches/{match}/fork", {"ply": 4, "seats": seats}, 201)
    assert made["status"] == "open"
    assert (await ann.get(f"/matches/{made['id']}/view"))["view"]["table"] == {}
    code = made["invite"]["code"]
    begun = await bob.post(f"/matches/{made['id']}/seats", {"code": code})
    assert begun["status"] == "playing"
    wires = [await ann.wire(made["id"]), await bob.wire(made["id"])]
    then = await ann.get(f"/matches/{match}/replay?ply=4&as=public")
    now = await anonymous(url).get(f"/matches/{made['id']}/view")
    assert now["view"]["table"] == then["view"]["table"]
    assert now["waiting"] == then["waiting"]
    await play_to_the_end(wires, random.Random(2))


async def test_a_match_that_goes_on_is_not_forked(url):
    ann, _bob, match = await two_at_tiny(url)
    await ann.refused("POST", f"/matches/{match}/fork", "forbidden", {"ply": 0})


@pytest.mark.parametrize("game", sorted(ROUNDS))
async def test_forks_of_every_game_are_played_to_a_verified_end(embedded, game):
    people, match = await seated(embedded.url, game, 0)
    wires = [await person.wire(match) for person in people]
    rng = random.Random(5)
    await play_to_the_end(wires, rng)
    ply = rng.randrange(wires[0].ply)
    bots = [{"kind": "bot", "bot": "random"}] * (len(people) - 1)
    body = {"ply": ply, "seats": [{"kind": "me"}, *bots]}
    made = await people[0].post(f"/matches/{match}/fork", body, 201)
    wire = await people[0].wire(made["id"])
    await play_to_the_end([wire], rng)
    export = await people[0].get(f"/matches/{made['id']}/export")
    assert verify(games()[game], export) == wire.ply
