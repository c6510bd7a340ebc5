"""MatchSocket: frames, commands, and what a network does to both."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from conclave_client import AsyncClient, Client, MatchSocket, Problem, Unreachable, calls
from conclave_client import match_socket as module
from conclave_client.backoff import Backoff
from conclave_client.frames import ChatFrame, DeltaFrame, EndFrame, FullFrame, OfferFrame
from conclave_client.views import hash_of
from tests.proxy import Proxy

AGAINST = [calls.ME, calls.bot("random")]


@pytest.fixture(autouse=True)
def _impatient(monkeypatch):
    monkeypatch.setattr(module, "Backoff", lambda: Backoff(0.01, 0.05))


@asynccontextmanager
async def behind(proxy: Proxy, client: Client) -> AsyncIterator[AsyncClient]:
    """The same account through a proxy."""
    async with AsyncClient(proxy.url.rstrip("/"), client.token) as connected:
        yield connected


async def finish(table: MatchSocket) -> list[object]:
    """Answer by default until the match is over; returns the frames."""
    frames, answered = [], set()
    async for frame in table:
        frames.append(frame)
        for decision in table.decisions:
            if decision.id not in answered and not decision.optional:
                answered.add(decision.id)
                await table.answer(decision, decision.default)
                break
    return frames


async def test_deltas_lead_to_the_view_that_the_server_shows(server, ada):
    match = ada.send(calls.create_match("tiny", AGAINST, options={"turns": 3})).id
    async with AsyncClient(server.url, ada.token) as client, client.play(match) as table:
        frames = await finish(table)
    kinds = [type(frame) for frame in frames]
    assert kinds.count(FullFrame) == 1
    assert kinds.count(DeltaFrame) >= 3
    assert kinds[-1] is EndFrame
    shown = ada.send(calls.view(match))
    assert hash_of(shown.view) == shown.hash
    assert table.view == shown.typed_view
    assert table.outcome == ada.send(calls.match(match)).outcome


async def test_frames_that_nobody_reads_do_not_pile_up(server, ada, monkeypatch):
    monkeypatch.setattr(module, "MAX_BACKLOG", 2)
    match = ada.send(calls.create_match("tiny", AGAINST, options={"turns": 3})).id
    answered = set()
    async with AsyncClient(server.url, ada.token) as client, client.play(match) as table:
        while table.outcome is None:
            for decision in table.decisions:
                if decision.id not in answered and not decision.optional:
                    answered.add(decision.id)
                    await table.answer(decision, decision.default)
            await asyncio.sleep(0.01)
        unread = [frame async for frame in table]
    assert len(unread) == 2
    assert isinstance(unread[-1], EndFrame)
    assert hash_of(ada.send(calls.view(match)).view) == hash_of(table._raw)


async def test_a_match_goes_on_while_the_connection_is_cut_again_and_again(server, ada):
    match = ada.send(calls.create_match("tiny", AGAINST, options={"turns": 6})).id
    with Proxy.to(server.url) as proxy:

        async def cut() -> None:
            while True:
                await asyncio.sleep(0.05)
                proxy.cut()

        async with behind(proxy, ada) as client, client.play(match) as table:
            cutting = asyncio.create_task(cut())
            frames = await finish(table)
            cutting.cancel()
    assert sum(isinstance(frame, FullFrame) for frame in frames) > 1, "it was never cut"
    assert isinstance(frames[-1], EndFrame)


async def test_a_command_whose_reply_was_lost_counts_once(server, ada):
    match = ada.send(calls.create_match("tiny", [calls.ME, {"kind": "open"}])).id
    with Proxy.to(server.url) as proxy:
        async with behind(proxy, ada) as client, client.play(match) as table:
            await anext(table)
            proxy.hold("down")
            saying = asyncio.create_task(table.chat("Anybody there?"))
            await said(ada, match)
            assert not saying.done()
            proxy.pass_on()
            proxy.cut()
            await saying
    lines = ada.send(calls.Call("GET", f"/matches/{match}/chat", dict))["items"]
    assert [line["text"] for line in lines] == ["Anybody there?"]


async def test_every_answer_is_acknowledged_though_its_reply_is_lost(server, ada):
    """Also the last one, after which the match is over."""
    match = ada.send(calls.create_match("tiny", AGAINST, options={"turns": 2})).id
    answered: set[str] = set()
    with Proxy.to(server.url) as proxy:
        async with behind(proxy, ada) as client, client.play(match) as table:
            async for _ in table:
                for decision in [one for one in table.decisions if one.id not in answered][:1]:
                    answered.add(decision.id)
                    proxy.hold("down")
                    answering = asyncio.create_task(table.answer(decision, decision.default))
                    await taken(ada, match, decision.id)
                    proxy.pass_on()
                    proxy.cut()
                    await answering
    assert answered
    assert table.outcome is not None


async def taken(client: Client, match: str, decision: str) -> None:
    """Returns once the decision is no longer open."""
    async with asyncio.timeout(20):
        while True:
            if decision not in [one.id for one in client.send(calls.view(match)).decisions]:
                return
            await asyncio.sleep(0.02)


async def said(client: Client, match: str) -> None:
    async with asyncio.timeout(20):
        while True:
            if client.send(calls.Call("GET", f"/matches/{match}/chat", dict))["items"]:
                return
            await asyncio.sleep(0.02)


async def test_a_frame_that_does_not_follow_brings_a_full_one(server, ada):
    match = ada.send(calls.create_match("tiny", AGAINST, options={"turns": 3})).id
    async with AsyncClient(server.url, ada.token) as client, client.play(match) as table:
        async for first in table:
            if isinstance(first, FullFrame):
                break
        table.ply -= 1  # as if a delta had been lost
        table._raw = {**table._raw, "status": "unknown"}
        frames = [first, *await finish(table)]
        assert sum(isinstance(frame, FullFrame) for frame in frames) == 2
        assert table.view.status == "finished"


async def test_a_refused_command_raises_and_the_match_goes_on(server, ada):
    match = ada.send(calls.create_match("tiny", AGAINST, options={"turns": 2})).id
    async with AsyncClient(server.url, ada.token) as client, client.play(match) as table:
        async for _ in table:
            if table.decisions:
                break
        with pytest.raises(Problem) as refused:
            await table.answer(table.decisions[0], "sing")
        assert refused.value.name == "illegal-answer"
        with pytest.raises(Problem):
            await table.undo("77.0")
        assert isinstance((await finish(table))[-1], EndFrame)
    with pytest.raises(Unreachable):
        await table.chat("too late")


async def test_offers_and_chat_go_over_the_socket_too(server, ada, vex):
    me = vex.send(calls.me())
    name = (await me).account.name
    seats = [calls.ME, calls.invited(name)]
    match = ada.send(calls.create_match("tiny", seats, options={"turns": 3})).id
    await vex.send(calls.take_seat(match, 1))
    async with (
        AsyncClient(server.url, ada.token) as client,
        client.play(match) as hers,
        vex.play(match) as its,
    ):
        await anext(hers)
        made = await hers.offer("pause")
        await its.chat("Tea?")
        async for frame in its:
            if isinstance(frame, OfferFrame) and frame.status == "open":
                assert frame.id == made.offer
                await its.consent(frame.id, accept=True)
                break
        seen = set()
        async for frame in hers:
            seen |= {type(frame)}
            if {ChatFrame, OfferFrame} <= seen and hers.view.status == "paused":
                break


async def test_who_may_not_look_is_told_so(server, ada):
    nothing = "m_000000000000000000"
    async with AsyncClient(server.url, ada.token) as client, client.play(nothing) as table:
        with pytest.raises(Problem):
            await anext(table)
    async with AsyncClient(server.url, "cnc_wrong") as client, client.play("m_1") as table:
        with pytest.raises(Problem):
            await anext(table)
