"""Whole matches, over the socket and over REST."""

import asyncio
import json
import random

from tests.app.random_answers import pick
from tests.app.wire import anonymous, arrive, play_to_the_end, tiny, two_at_tiny


async def test_match_is_played_over_websockets(url):
    ann, bob, match = await two_at_tiny(url)
    wires = [await ann.wire(match), await bob.wire(match), await anonymous(url).wire(match)]

    await play_to_the_end(wires[:2], random.Random(1))

    await wires[2].until(lambda: wires[2].end)
    assert wires[0].view["status"] == "finished"
    assert wires[0].end == wires[1].end == wires[2].end
    assert wires[0].ply == 2 + 2 * 3
    plies = [frame["ply"] for frame in wires[2].frames if frame["t"] in ("full", "delta")]
    assert plies == sorted(plies)
    assert plies[-1] == 8
    assert "delta" in {frame["t"] for frame in wires[2].frames}
    details = await ann.get(f"/matches/{match}")
    assert details["outcome"] == wires[0].end["outcome"]
    assert details["seed"] == wires[0].end["seed"]


async def test_match_is_played_over_the_rest_api(url):
    ann, bob, match = await two_at_tiny(url, turns=2)
    rng = random.Random(2)
    for _ in range(40):
        for person in (ann, bob):
            frame = await person.view(match)
            for decision in frame["decisions"]:
                reply = await person.answer(match, decision["id"], pick(decision, rng))
                assert reply["ply"] == frame["ply"] + 1
                break
        if frame["view"]["status"] == "finished":
            break
    assert frame["view"]["status"] == "finished"
    assert (await ann.get(f"/matches/{match}"))["outcome"]["reason"] == "finished"


async def test_match_is_played_against_built_in_bots(url):
    ann = await arrive(url, "Ann")
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "random"}]
    match = await tiny(ann, 3, seats)
    wire = await ann.wire(match)

    await play_to_the_end([wire], random.Random(3))

    assert [player["kind"] for player in wire.view["players"]] == ["human", "bot", "bot"]
    assert [player["name"] for player in wire.view["players"]] == ["Ann", "Greedy", "Random"]
    assert wire.view["status"] == "finished"


async def test_ack_precedes_the_frame(url):
    ann, _bob, match = await two_at_tiny(url)
    wire = await ann.wire(match)
    reply = await wire.answer(pick(wire.decisions[0], random.Random(0)))
    await wire.until(lambda: wire.ply == 1)
    kinds = [frame["t"] for frame in wire.frames if frame["t"] in ("ack", "delta")]
    assert reply["ply"] == 1
    assert kinds == ["ack", "delta"]


async def test_decision_stays_valid_while_others_answer(url):
    """Both set a card aside at the same time; neither answer makes the other question stale."""
    ann, bob, match = await two_at_tiny(url)
    first, second = await ann.wire(match), await bob.wire(match)
    before = second.decisions[0]
    await first.answer(first.decisions[0]["options"][0]["key"])
    await second.until(lambda: second.ply == 1)
    assert second.decisions[0]["id"] == before["id"]
    reply = await second.answer(before["options"][0]["key"], before["id"])
    assert reply["t"] == "ack"


async def test_only_one_of_several_concurrent_answers_is_accepted(url):
    """The same question is answered on five sockets: one answer counts, four are stale."""
    ann, _bob, match = await two_at_tiny(url)
    wires = [await ann.wire(match) for _ in range(5)]
    decision = wires[0].decisions[0]
    key = decision["options"][0]["key"]
    replies = await asyncio.gather(*(wire.answer(key, decision["id"]) for wire in wires))
    assert sorted(reply["t"] for reply in replies) == ["ack"] + ["nack"] * 4
    problems = {reply["problem"]["type"] for reply in replies if reply["t"] == "nack"}
    assert problems == {"/problems/stale-decision"}


CHAT = ("chat", None)


async def test_stream_consists_of_full_frames_and_chat(url):
    ann, bob, match = await two_at_tiny(url)
    frames = []
    async with ann.http.stream("GET", f"/matches/{match}/stream") as stream:
        lines = stream.aiter_lines()
        frames.append(json.loads(await anext(lines)))
        frame = await bob.view(match)
        await bob.answer(match, frame["decisions"][0]["id"], frame["decisions"][0]["default"])
        await bob.post(f"/matches/{match}/chat", {"text": "Hello"}, 201)
        async for line in lines:
            if line:
                frames.append(json.loads(line))
            if {(frame["t"], frame.get("ply")) for frame in frames} >= {CHAT, ("full", 1)}:
                break
    assert sorted({frame["ply"] for frame in frames if frame["t"] == "full"}) == [0, 1]
    assert [frame["text"] for frame in frames if frame["t"] == "chat"] == ["Hello"]


async def test_view_has_an_etag(url):
    ann, _bob, match = await two_at_tiny(url)
    first = await ann.call("GET", f"/matches/{match}/view")
    etag = first.headers["etag"]
    again = await ann.call("GET", f"/matches/{match}/view", headers={"If-None-Match": etag})
    assert again.status_code == 304
    frame = first.json()
    await ann.answer(match, frame["decisions"][0]["id"], frame["decisions"][0]["default"])
    new = await ann.call("GET", f"/matches/{match}/view", headers={"If-None-Match": etag})
    assert new.status_code == 200
    assert new.json()["ply"] == 1
