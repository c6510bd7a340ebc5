"""Offers: undo by agreement, pause and resume, abort, draw."""

from __future__ import annotations

import asyncio
import json

import pytest

from app.infra.problems import Problem
from app.offers.service import OfferRequest
from tests.app.in_process import ANN, BOB, begin, in_process_server
from tests.app.test_lobby import problem
from tests.app.test_resignation import three
from tests.app.wire import anonymous, arrive, tiny, two_at_tiny


async def at_play(url, turns=5, **wish):
    """Ann and Bob, their sockets, and a match in which it is Ann's turn."""
    ann, bob, match = await two_at_tiny(url, turns, **wish)
    one, other = await ann.wire(match), await bob.wire(match)
    await one.answer(one.decisions[0]["default"])
    await other.answer(other.decisions[0]["default"])
    await asyncio.gather(one.reaches(2), other.reaches(2))
    return one, other, match


async def play_one(wire, *others):
    reply = await wire.answer(wire.decisions[0]["default"])
    await asyncio.gather(*(each.reaches(reply["ply"]) for each in (wire, *others)))
    return reply["ply"]


async def answered(wire, id, accept=True):
    await wire.until(lambda: id in wire.offers)
    return await wire.command("offer", id=id, accept=accept)


async def test_a_pause_stops_everything_until_all_resume(url):
    one, other, match = await at_play(url, clock={"kind": "bank", "seconds": 600})
    made = await one.command("offer", kind="pause")
    await answered(other, made["offer"])
    await one.until(lambda: one.view["status"] == "paused")
    assert not any(seat.get("running") for seat in one.clock["seats"].values())
    left = one.clock["seats"]
    assert (one.decisions, one.waiting) == ([], [])
    refused = await one.command("answer", decision="2.0", answer="card:1")
    assert refused["problem"]["type"] == "/problems/paused"
    assert (await one.person.get(f"/matches/{match}"))["paused_for"] == "agreed"
    again = await one.command("offer", kind="pause")
    assert again["problem"]["type"] == "/problems/paused"
    made = await other.command("offer", kind="resume")
    await answered(one, made["offer"])
    await other.until(lambda: other.view["status"] == "playing")
    assert other.clock["seats"]["0"]["running"]
    assert other.clock["seats"]["0"]["left_ms"] <= left["0"]["left_ms"]
    await one.until(lambda: one.decisions)
    await play_one(one, other)


async def test_an_aborted_match_counts_for_nobody(url):
    one, other, match = await at_play(url)
    made = await other.command("offer", kind="abort")
    await answered(one, made["offer"])
    await asyncio.gather(one.until(lambda: one.end), other.until(lambda: other.end))
    assert one.end["outcome"] == {"ranks": [], "reason": "aborted", "sheet": []}
    assert (one.decisions, one.waiting) == ([], [])
    shown = await one.person.get(f"/matches/{match}")
    assert (shown["status"], shown["seed"]) == ("aborted", one.end["seed"])
    late = await one.command("offer", kind="draw")
    assert late["problem"]["type"] == "/problems/match-over"


async def test_a_draw_ranks_everybody_first(url):
    one, other, match = await at_play(url)
    made = await one.person.post(f"/matches/{match}/offers", {"kind": "draw"}, 201)
    same = await other.person.post(f"/matches/{match}/offers", {"kind": "draw"}, 201)
    assert (same["id"], same["status"]) == (made["id"], "accepted"), "who offers it too accepts"
    await one.until(lambda: one.end)
    outcome = one.end["outcome"]
    assert (outcome["ranks"], outcome["reason"]) == ([[0, 1]], "draw")
    assert [score["seat"] for score in outcome["sheet"]] == [0, 1]


async def test_what_was_declined_is_not_offered_again_at_once(url):
    one, other, match = await at_play(url)
    made = await one.command("offer", kind="draw")
    await answered(other, made["offer"], accept=False)
    await one.until(lambda: one.status_of(made["offer"]) == "declined")
    again = await one.command("offer", kind="draw")
    assert again["problem"]["type"] == "/problems/offer-closed"
    await play_one(one, other)
    assert (await one.command("offer", kind="draw"))["t"] == "ack"
    assert (await other.person.view(match))["offers"][0]["by"] == 0


async def test_who_offered_may_withdraw(url):
    one, other, _ = await at_play(url)
    made = await one.command("offer", kind="abort")
    assert (await answered(one, made["offer"], accept=False))["t"] == "ack"
    await other.until(lambda: other.status_of(made["offer"]) == "closed")


async def test_offers_are_for_seats_of_a_match_that_goes_on(url):
    ann, bob = await arrive(url, "Ann"), await arrive(url, "Bob")
    match = await tiny(ann)
    path = f"/matches/{match}/offers"
    early = await ann.call("POST", path, {"kind": "pause"})
    assert problem(early) == "match-not-started"
    assert problem(await bob.call("POST", path, {"kind": "pause"})) == "forbidden"
    assert problem(await anonymous(url).call("POST", path, {"kind": "pause"})) == "unauthenticated"
    await bob.post(f"/matches/{match}/seats")
    assert problem(await ann.call("POST", path, {"kind": "resume"})) == "forbidden"
    assert problem(await ann.call("POST", path, {"kind": "dance"})) == "invalid-request"
    assert problem(await ann.call("POST", path, {"kind": "pause", "x": 1})) == "invalid-request"
    unknown = await ann.call("POST", f"{path}/o_nothing", {"accept": True})
    assert problem(unknown) == "not-found"
    wire = await ann.wire(match)
    for wrong in ({}, {"kind": "pause", "id": "o_1", "accept": True}, {"id": "o_1"}):
        reply = await wire.command("offer", **wrong)
        assert reply["problem"]["type"] == "/problems/invalid-request"


async def test_bots_agree_to_all_but_a_draw(url):
    ann = await arrive(url, "Ann")
    match = await tiny(ann, seats=[{"kind": "me"}, {"kind": "bot"}], undo="ask")
    wire = await ann.wire(match)
    draw = await wire.command("offer", kind="draw")
    assert draw["problem"]["type"] == "/problems/forbidden"
    await wire.until(lambda: wire.decisions and wire.decisions[0]["prompt"]["key"] == "tiny.aside")
    await wire.answer(wire.decisions[0]["default"])
    await wire.until(lambda: wire.decisions and wire.decisions[0]["prompt"]["key"] == "tiny.play")
    ply = wire.ply
    undone = await wire.command("offer", kind="undo")
    assert undone["t"] == "ack"
    await wire.reaches(ply + 1)
    await wire.command("offer", kind="pause")
    await wire.until(lambda: wire.view["status"] == "paused")
    await wire.command("offer", kind="abort")
    await wire.until(lambda: wire.end)


async def test_the_same_key_is_the_same_offer(url):
    one, other, _ = await at_play(url)
    made = await one.command("offer", kind="draw", key="k1")
    await answered(other, made["offer"], accept=False)
    again = await one.command("offer", kind="draw", key="k1")
    assert again["offer"] == made["offer"]


async def test_an_offer_that_nobody_answers_lapses(tmp_path):
    async with in_process_server(tmp_path, offer_seconds=0.2) as services:
        match = await begin(services, "tiny")
        made = await services.offers.make(match, ANN, OfferRequest(kind="abort"))
        assert made.asked == [1]
        await asyncio.sleep(0.3)
        await services.scheduler.attend(match)
        with pytest.raises(Problem) as refused:
            await services.offers.answer(match, BOB, made.id, accept=True)
        assert refused.value.name == "offer-closed"
        assert (await services.rooms.get(match)).info.status == "playing"


@pytest.mark.parametrize("kind", ["pause", "undo"])
async def test_who_agrees_is_told_that_it_counts_before_he_sees_it(url, kind):
    one, other, _ = await at_play(url, undo="ask")
    await play_one(one, other)
    made = await one.command("offer", kind=kind)
    await other.until(lambda: made["offer"] in other.offers)
    before = len(other.frames)
    await answered(other, made["offer"])
    await other.until(lambda: other.status_of(made["offer"]) == "accepted")
    await other.until(lambda: other.view["status"] == "paused" or other.ply == 4)
    said = [frame["t"] for frame in other.frames[before:] if frame["t"] != "presence"]
    assert (said[0], said.count("ack")) == ("ack", 1)


async def test_two_who_agree_at_once_have_both_agreed(url):
    ann, bob, cid, match = await three(url)
    wires = [await one.wire(match) for one in (ann, bob, cid)]
    for other in ("1", "2"):
        await wires[0].until(lambda other=other: wires[0].presence[other] == "here")
    made = await wires[0].command("offer", kind="abort")
    replies = await asyncio.gather(*(answered(wire, made["offer"]) for wire in wires[1:]))
    assert [reply["t"] for reply in replies] == ["ack", "ack"]
    await asyncio.gather(*(wire.until(lambda wire=wire: wire.end) for wire in wires))
    assert wires[0].offers[made["offer"]]["answers"] == {"1": True, "2": True}


async def test_an_answer_and_a_pause_at_once_come_one_after_the_other(url):
    one, other, match = await at_play(url)
    made = await one.command("offer", kind="pause")
    await other.until(lambda: made["offer"] in other.offers)
    answering = one.answer(one.decisions[0]["default"])
    answer, agreed = await asyncio.gather(answering, answered(other, made["offer"]))
    assert agreed["t"] == "ack"
    await one.until(lambda: one.view["status"] == "paused")
    if answer["t"] == "nack":
        assert answer["problem"]["type"] == "/problems/paused"
    assert (await other.person.view(match))["ply"] == (2 if answer["t"] == "nack" else 3)


@pytest.mark.redis
async def test_offers_between_processes(postgres_redis_server, second_process):
    ann, bob, match = await two_at_tiny(postgres_redis_server.url)
    there = await bob.at(second_process.url)
    one, other = await ann.wire(match), await there.wire(match)
    await one.until(lambda: one.presence["1"] == "here")
    made = await one.command("offer", kind="pause")
    reply = await answered(other, made["offer"])
    assert reply["t"] == "ack", reply
    await one.until(lambda: one.view["status"] == "paused")
    await other.until(lambda: other.view["status"] == "paused")
    made = await other.command("offer", kind="resume")
    await answered(one, made["offer"])
    await other.until(lambda: other.view["status"] == "playing")
    await other.until(lambda: other.decisions)
    assert (await other.answer(other.decisions[0]["default"]))["ply"] == 1


@pytest.mark.redis
async def test_a_full_frame_knows_what_another_process_did_with_an_offer(
    postgres_redis_server, second_process
):
    """Without a resync: a reader of full frames gets the newest offers with the next one."""
    ann, bob, match = await two_at_tiny(postgres_redis_server.url)
    there = await bob.at(second_process.url)
    one = await ann.wire(match)
    async with there.http.stream("GET", f"/matches/{match}/stream") as stream:
        lines = (json.loads(line) async for line in stream.aiter_lines() if line)
        assert (await anext(lines))["offers"] == []
        await one.until(lambda: one.presence["1"] == "here")
        made = await one.command("offer", kind="draw")
        await one.command("offer", id=made["offer"], accept=False)
        told = [frame async for frame in until_closed(lines)]
        assert [frame["status"] for frame in told] == ["open", "closed"]
        await one.answer(one.decisions[0]["default"])
        frame = await anext(line async for line in lines if line["t"] == "full")
        assert (frame["ply"], frame["offers"]) == (1, [])


async def until_closed(lines):
    async for frame in lines:
        if frame["t"] == "offer":
            yield frame
            if frame["status"] == "closed":
                return
