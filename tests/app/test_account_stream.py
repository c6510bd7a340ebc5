"""`/me/stream`: every event of an account's matches."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import asynccontextmanager

from tests.app.contract import check_line
from tests.app.random_answers import pick
from tests.app.wire import arrive, tiny, two_at_tiny


class Lines:
    """The lines of one stream as they arrive."""

    def __init__(self, response):
        self.response = response
        self.lines = response.aiter_lines()

    async def next(self):
        """The next line that is not empty."""
        async with asyncio.timeout(20):
            async for line in self.lines:
                if line:
                    check_line(frame := json.loads(line))
                    return frame
        raise AssertionError("the stream ended")

    async def kind(self, t):
        """The next line of a kind."""
        while (line := await self.next())["t"] != t:
            pass
        return line

    async def rest(self):
        return [json.loads(line) async for line in self.lines if line]


@asynccontextmanager
async def account_stream(person):
    async with person.http.stream("GET", "/me/stream") as response:
        assert response.status_code == 200
        assert response.headers["content-type"] == "application/x-ndjson"
        yield Lines(response)


async def test_stream_starts_with_every_open_match_and_its_decisions(url):
    ann, bob, match = await two_at_tiny(url)
    waiting = await tiny(ann)
    async with account_stream(ann) as stream:
        lines = [await stream.next() for _ in range(3)]
    assert [line["t"] for line in lines] == ["match", "decision", "match"]
    assert [lines[0]["match"]["id"], lines[2]["match"]["id"]] == [match, waiting]
    frame = await ann.view(match)
    assert lines[1] == {
        "t": "decision",
        "match": match,
        "seat": 0,
        "ply": 0,
        "decisions": frame["decisions"],
    }
    async with account_stream(bob) as stream:
        assert (await stream.next())["match"]["id"] == match


async def test_match_can_be_played_over_the_stream_and_one_post_endpoint(url):
    ann, bob, match = await two_at_tiny(url, turns=2)
    rng = random.Random(0)

    async def play(person):
        async with account_stream(person) as stream:
            while (line := await stream.next())["t"] != "end":
                if line["t"] == "decision":
                    decision = line["decisions"][0]
                    await person.answer(match, decision["id"], pick(decision, rng))
            return line

    ends = await asyncio.gather(play(ann), play(bob))
    info = await ann.get(f"/matches/{match}")
    for end in ends:
        assert end["match"] == match
        assert end["outcome"] == info["outcome"]
        assert end["seed"] == info["seed"]


async def test_stream_reports_an_invitation_and_its_removal(url):
    ann, bob = await arrive(url, "Ann"), await arrive(url, "Bob")
    name = f"Guest {bob.account[-8:]}"
    bot = await bob.post("/bots", {"name": name}, 201)
    bob.http.headers["Authorization"] = f"Bearer {bot['token']}"
    async with account_stream(bob) as stream:
        seats = [{"kind": "me"}, {"kind": "open", "invite": name.upper()}]
        match = await tiny(ann, 2, seats, visibility="private")
        line = await stream.kind("invite")
        assert (line["match"]["id"], line["seat"]) == (match, 1)
        await bob.call("DELETE", f"/matches/{match}/seats/1/invitation")
        line = await stream.kind("match")
        assert line["match"]["seats"][1] == {"seat": 1, "kind": "open"}


async def test_open_offer_is_streamed_to_the_asked_player_until_answered(url):
    ann, bob, match = await two_at_tiny(url)
    await bob.view(match)
    async with account_stream(bob) as stream:
        await stream.kind("decision")
        offer = await ann.post(f"/matches/{match}/offers", {"kind": "draw"}, 201)
        line = await stream.kind("offer")
        assert line == {"t": "offer", "match": match, "seat": 1, "offer": offer}
    async with account_stream(bob) as again, account_stream(ann) as own:
        assert (await again.kind("offer"))["offer"] == offer
        await bob.post(f"/matches/{match}/offers/{offer['id']}", {"accept": False})
        frame = await ann.view(match)
        await ann.answer(match, frame["decisions"][0]["id"], frame["decisions"][0]["default"])
        second = await ann.post(f"/matches/{match}/offers", {"kind": "draw"}, 201)
        assert (await again.kind("offer"))["offer"]["id"] == second["id"]
        await bob.post(f"/matches/{match}/offers/{second['id']}", {"accept": True})
        kinds = []
        while not kinds or kinds[-1] != "end":
            kinds.append((await own.next())["t"])
        assert "offer" not in kinds, "a player is not asked about their own offer"


async def test_stream_on_another_process_reports_the_match(postgres_redis_server, second_process):
    ann, bob, match = await two_at_tiny(postgres_redis_server.url, turns=1)
    there = await bob.at(second_process.url)
    async with account_stream(there) as stream:
        decision = (await stream.kind("decision"))["decisions"][0]
        frame = await ann.view(match)
        await ann.answer(match, frame["decisions"][0]["id"], frame["decisions"][0]["default"])
        await there.answer(match, decision["id"], decision["default"])
        frame = await ann.view(match)
        await ann.answer(match, frame["decisions"][0]["id"], frame["decisions"][0]["default"])
        line = await stream.kind("decision")
        while line["ply"] < 3:  # a line may come twice
            line = await stream.kind("decision")
        assert (line["ply"], line["seat"]) == (3, 1)


async def test_streams_end_with_a_restart_line_when_the_server_stops(serve):
    server = serve(LOG_LEVEL="info")
    ann, _bob, match = await two_at_tiny(server.url)
    async with (
        account_stream(ann) as own,
        ann.http.stream("GET", f"/matches/{match}/stream") as response,
    ):
        match_stream = Lines(response)
        await own.kind("decision")
        assert "full" in await anext(match_stream.lines)
        stopping = asyncio.to_thread(server.stop)
        lines, frames, code = await asyncio.gather(own.rest(), match_stream.rest(), stopping)
    for last_line in (lines[-1], frames[-1]):
        assert last_line["t"] == "restart"
        assert 0.5 <= last_line["after"] <= 2
    assert code == 0


async def test_anonymous_caller_has_no_stream(url):
    ann = await arrive(url, "Ann")
    ann.http.headers.pop("Authorization")
    assert (await ann.call("GET", "/me/stream")).status_code == 401
