"""Offers: undo by agreement, pause and resume, abort, draw."""

from __future__ import annotations

import asyncio
import json

import pytest

from app.infra.problems import Problem
from app.offers.service import OfferRequest
from tests.app.in_process import ANN, BOB, begin, in_process_server
from tests.app.test_lobby import problem
from tests.app.test_resignation import three_at_tiny
from tests.app.wire import anonymous, arrive, tiny, two_at_tiny


async def at_play(url, turns=5, **options):
    """Ann and Bob, their sockets, and a match in which it is Ann's turn."""
    ann, bob, match = await two_at_tiny(url, turns, **options)
    ann_wire, bob_wire = await ann.wire(match), await bob.wire(match)
    await ann_wire.answer(ann_wire.decisions[0]["default"])
    await bob_wire.answer(bob_wire.decisions[0]["default"])
    await asyncio.gather(ann_wire.reaches(2), bob_wire.reaches(2))
    return ann_wire, bob_wire, match


async def play_default(wire, *others):
    reply = await wire.answer(wire.decisions[0]["default"])
    await asyncio.gather(*(each.reaches(reply["ply"]) for each in (wire, *others)))
    return reply["ply"]


async def answer_offer(wire, id, accept=True):
    await wire.until(lambda: id in wire.offers)
    return await wire.command("offer", id=id, accept=accept)


async def test_pause_stops_the_match_until_all_agree_to_resume(url):
    ann_wire, bob_wire, match = await at_play(url, clock={"kind": "bank", "seconds": 600})
    ack = await ann_wire.command("offer", kind="pause")
    await answer_offer(bob_wire, ack["offer"])
    await ann_wire.until(lambda: ann_wire.view["status"] == "paused")
    assert not any(seat.get("running") for seat in ann_wire.clock["seats"].values())
    left = ann_wire.clock["seats"]
    assert (ann_wire.decisions, ann_wire.waiting) == ([], [])
    refused = await ann_wire.command("answer", decision="2.0", answer="card:1")
    assert refused["problem"]["type"] == "/problems/paused"
    assert (await ann_wire.person.get(f"/matches/{match}"))["paused_for"] == "agreed"
    again = await ann_wire.command("offer", kind="pause")
    assert again["problem"]["type"] == "/problems/paused"
    ack = await bob_wire.command("offer", kind="resume")
    await answer_offer(ann_wire, ack["offer"])
    await bob_wire.until(lambda: bob_wire.view["status"] == "playing")
    assert bob_wire.clock["seats"]["0"]["running"]
    assert bob_wire.clock["seats"]["0"]["left_ms"] <= left["0"]["left_ms"]
    await ann_wire.until(lambda: ann_wire.decisions)
    await play_default(ann_wire, bob_wire)


async def test_aborted_match_ranks_no_players(url):
    ann_wire, bob_wire, match = await at_play(url)
    ack = await bob_wire.command("offer", kind="abort")
    await answer_offer(ann_wire, ack["offer"])
    await asyncio.gather(ann_wire.until(lambda: ann_wire.end), bob_wire.until(lambda: bob_wire.end))
    assert ann_wire.end["outcome"] == {"ranks": [], "reason": "aborted", "sheet": []}
    assert (ann_wire.decisions, ann_wire.waiting) == ([], [])
    details = await ann_wire.person.get(f"/matches/{match}")
    assert (details["status"], details["seed"]) == ("aborted", ann_wire.end["seed"])
    late = await ann_wire.command("offer", kind="draw")
    assert late["problem"]["type"] == "/problems/match-over"


async def test_draw_ranks_all_players_first(url):
    ann_wire, bob_wire, match = await at_play(url)
    offer = await ann_wire.person.post(f"/matches/{match}/offers", {"kind": "draw"}, 201)
    accepted = await bob_wire.person.post(f"/matches/{match}/offers", {"kind": "draw"}, 201)
    assert (accepted["id"], accepted["status"]) == (offer["id"], "accepted"), (
        "a counter-offer of the same kind accepts"
    )
    await ann_wire.until(lambda: ann_wire.end)
    outcome = ann_wire.end["outcome"]
    assert (outcome["ranks"], outcome["reason"]) == ([[0, 1]], "draw")
    assert [score["seat"] for score in outcome["sheet"]] == [0, 1]


async def test_declined_offer_cannot_be_repeated_at_once(url):
    ann_wire, bob_wire, match = await at_play(url)
    ack = await ann_wire.command("offer", kind="draw")
    await answer_offer(bob_wire, ack["offer"], accept=False)
    await ann_wire.until(lambda: ann_wire.status_of(ack["offer"]) == "declined")
    again = await ann_wire.command("offer", kind="draw")
    assert again["problem"]["type"] == "/problems/offer-closed"
    await play_default(ann_wire, bob_wire)
    assert (await ann_wire.command("offer", kind="draw"))["t"] == "ack"
    assert (await bob_wire.person.view(match))["offers"][0]["by"] == 0


async def test_player_may_withdraw_their_offer(url):
    ann_wire, bob_wire, _ = await at_play(url)
    ack = await ann_wire.command("offer", kind="abort")
    assert (await answer_offer(ann_wire, ack["offer"], accept=False))["t"] == "ack"
    await bob_wire.until(lambda: bob_wire.status_of(ack["offer"]) == "closed")


async def test_only_seats_of_a_running_match_may_offer(url):
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


async def test_bots_accept_every_offer_but_a_draw(url):
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


async def test_repeated_key_returns_the_same_offer(url):
    ann_wire, bob_wire, _ = await at_play(url)
    ack = await ann_wire.command("offer", kind="draw", key="k1")
    await answer_offer(bob_wire, ack["offer"], accept=False)
    again = await ann_wire.command("offer", kind="draw", key="k1")
    assert again["offer"] == ack["offer"]


async def test_unanswered_offer_expires(tmp_path):
    async with in_process_server(tmp_path, offer_seconds=0.2) as services:
        match = await begin(services, "tiny")
        offer = await services.offers.make(match, ANN, OfferRequest(kind="abort"))
        assert offer.asked == [1]
        await asyncio.sleep(0.3)
        await services.scheduler.attend(match)
        with pytest.raises(Problem) as refused:
            await services.offers.answer(match, BOB, offer.id, accept=True)
        assert refused.value.name == "offer-closed"
        assert (await services.rooms.get(match)).info.status == "playing"


@pytest.mark.parametrize("kind", ["pause", "undo"])
async def test_accepting_player_gets_the_ack_before_the_effect(url, kind):
    ann_wire, bob_wire, _ = await at_play(url, undo="ask")
    await play_default(ann_wire, bob_wire)
    ack = await ann_wire.command("offer", kind=kind)
    await bob_wire.until(lambda: ack["offer"] in bob_wire.offers)
    before = len(bob_wire.frames)
    await answer_offer(bob_wire, ack["offer"])
    await bob_wire.until(lambda: bob_wire.status_of(ack["offer"]) == "accepted")
    await bob_wire.until(lambda: bob_wire.view["status"] == "paused" or bob_wire.ply == 4)
    frame_types = [frame["t"] for frame in bob_wire.frames[before:] if frame["t"] != "presence"]
    assert (frame_types[0], frame_types.count("ack")) == ("ack", 1)


async def test_concurrent_acceptances_both_count(url):
    ann, bob, cid, match = await three_at_tiny(url)
    wires = [await person.wire(match) for person in (ann, bob, cid)]
    for seat in ("1", "2"):
        await wires[0].until(lambda seat=seat: wires[0].presence[seat] == "here")
    ack = await wires[0].command("offer", kind="abort")
    replies = await asyncio.gather(*(answer_offer(wire, ack["offer"]) for wire in wires[1:]))
    assert [reply["t"] for reply in replies] == ["ack", "ack"]
    await asyncio.gather(*(wire.until(lambda wire=wire: wire.end) for wire in wires))
    assert wires[0].offers[ack["offer"]]["answers"] == {"1": True, "2": True}


async def test_concurrent_answer_and_pause_are_serialized(url):
    ann_wire, bob_wire, match = await at_play(url)
    ack = await ann_wire.command("offer", kind="pause")
    await bob_wire.until(lambda: ack["offer"] in bob_wire.offers)
    answering = ann_wire.answer(ann_wire.decisions[0]["default"])
    answer, agreed = await asyncio.gather(answering, answer_offer(bob_wire, ack["offer"]))
    assert agreed["t"] == "ack"
    await ann_wire.until(lambda: ann_wire.view["status"] == "paused")
    if answer["t"] == "nack":
        assert answer["problem"]["type"] == "/problems/paused"
    assert (await bob_wire.person.view(match))["ply"] == (2 if answer["t"] == "nack" else 3)


@pytest.mark.redis
async def test_offers_work_across_processes(postgres_redis_server, second_process):
    ann, bob, match = await two_at_tiny(postgres_redis_server.url)
    there = await bob.at(second_process.url)
    ann_wire, bob_wire = await ann.wire(match), await there.wire(match)
    await ann_wire.until(lambda: ann_wire.presence["1"] == "here")
    ack = await ann_wire.command("offer", kind="pause")
    reply = await answer_offer(bob_wire, ack["offer"])
    assert reply["t"] == "ack", reply
    await ann_wire.until(lambda: ann_wire.view["status"] == "paused")
    await bob_wire.until(lambda: bob_wire.view["status"] == "paused")
    ack = await bob_wire.command("offer", kind="resume")
    await answer_offer(ann_wire, ack["offer"])
    await bob_wire.until(lambda: bob_wire.view["status"] == "playing")
    await bob_wire.until(lambda: bob_wire.decisions)
    assert (await bob_wire.answer(bob_wire.decisions[0]["default"]))["ply"] == 1


@pytest.mark.redis
async def test_full_frame_includes_offer_changes_of_another_process(
    postgres_redis_server, second_process
):
    """Without a resync: a reader of full frames gets the newest offers with the next one."""
    ann, bob, match = await two_at_tiny(postgres_redis_server.url)
    there = await bob.at(second_process.url)
    ann_wire = await ann.wire(match)
    async with there.http.stream("GET", f"/matches/{match}/stream") as stream:
        lines = (json.loads(line) async for line in stream.aiter_lines() if line)
        assert (await anext(lines))["offers"] == []
        await ann_wire.until(lambda: ann_wire.presence["1"] == "here")
        ack = await ann_wire.command("offer", kind="draw")
        await ann_wire.command("offer", id=ack["offer"], accept=False)
        updates = [frame async for frame in until_closed(lines)]
        assert [frame["status"] for frame in updates] == ["open", "closed"]
        await ann_wire.answer(ann_wire.decisions[0]["default"])
        frame = await anext(line async for line in lines if line["t"] == "full")
        assert (frame["ply"], frame["offers"]) == (1, [])


async def until_closed(lines):
    async for frame in lines:
        if frame["t"] == "offer":
            yield frame
            if frame["status"] == "closed":
                return
