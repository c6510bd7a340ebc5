"""MatchSocket: frames and commands over a reliable and an unreliable network."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from conclave_client import AsyncClient, Client, MatchSocket, Problem, Unreachable, calls
from conclave_client import match_socket as module
from conclave_client.backoff import Backoff
from conclave_client.frames import typed_view
from conclave_client.types import ChatFrame, DeltaFrame, EndFrame, FullFrame, OfferFrame
from conclave_client.views import view_hash
from tests.proxy import Proxy

AGAINST = [calls.ME, calls.bot("random")]


@pytest.fixture(autouse=True)
def _short_backoff(monkeypatch):
    monkeypatch.setattr(module, "Backoff", lambda: Backoff(0.01, 0.05))


@asynccontextmanager
async def through_proxy(proxy: Proxy, client: Client) -> AsyncIterator[AsyncClient]:
    """The same account through a proxy."""
    async with AsyncClient(proxy.url.rstrip("/"), client.token) as connected:
        yield connected


async def finish(table: MatchSocket) -> list[object]:
    """Answer with the default until the match is over; return the frames."""
    frames, answered = [], set()
    async for frame in table:
        frames.append(frame)
        for decision in table.decisions:
            if decision.id not in answered and not decision.optional:
                answered.add(decision.id)
                await table.answer(decision, decision.default)
                break
    return frames


async def test_deltas_lead_to_the_servers_view(server, ada):
    match = ada.send(calls.create_match("tiny", AGAINST, options={"turns": 3})).id
    async with AsyncClient(server.url, ada.token) as client, client.play(match) as table:
        frames = await finish(table)
    kinds = [type(frame) for frame in frames]
    assert kinds.count(FullFrame) == 1
    assert kinds.count(DeltaFrame) >= 3
    assert kinds[-1] is EndFrame
    current = ada.send(calls.view(match))
    assert view_hash(current.view) == current.hash
    assert table.view == typed_view(current)
    assert table.outcome == ada.send(calls.match(match)).outcome


async def test_unread_frames_do_not_pile_up(server, ada, monkeypatch):
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
    assert view_hash(ada.send(calls.view(match)).view) == view_hash(table._raw)


async def test_match_continues_while_the_connection_is_cut_repeatedly(server, ada):
    match = ada.send(calls.create_match("tiny", AGAINST, options={"turns": 6})).id
    with Proxy.to(server.url) as proxy:

        async def cut() -> None:
            while True:
                await asyncio.sleep(0.05)
                proxy.cut()

        async with through_proxy(proxy, ada) as client, client.play(match) as table:
            cutting = asyncio.create_task(cut())
            frames = await finish(table)
            cutting.cancel()
    assert sum(isinstance(frame, FullFrame) for frame in frames) > 1, "it was never cut"
    assert isinstance(frames[-1], EndFrame)


async def test_command_whose_reply_was_lost_counts_once(server, ada):
    match = ada.send(calls.create_match("tiny", [calls.ME, {"kind": "open"}])).id
    with Proxy.to(server.url) as proxy:
        async with through_proxy(proxy, ada) as client, client.play(match) as table:
            await anext(table)
            proxy.hold("down")
            saying = asyncio.create_task(table.chat("Anybody there?"))
            await wait_for_chat(ada, match)
            assert not saying.done()
            proxy.pass_on()
            proxy.cut()
            await saying
    lines = ada.send(calls.Call("GET", f"/matches/{match}/chat", dict))["items"]
    assert [line["text"] for line in lines] == ["Anybody there?"]


async def test_every_answer_is_acknowledged_even_if_its_reply_is_lost(server, ada):
    """Also the last one, after which the match is over."""
    match = ada.send(calls.create_match("tiny", AGAINST, options={"turns": 2})).id
    answered: set[str] = set()
    with Proxy.to(server.url) as proxy:
        async with through_proxy(proxy, ada) as client, client.play(match) as table:
            async for _ in table:
                for decision in [
                    open_decision
                    for open_decision in table.decisions
                    if open_decision.id not in answered
                ][:1]:
                    answered.add(decision.id)
                    proxy.hold("down")
                    answering = asyncio.create_task(table.answer(decision, decision.default))
                    await wait_until_taken(ada, match, decision.id)
                    proxy.pass_on()
                    proxy.cut()
                    await answering
    assert answered
    assert table.outcome is not None


async def wait_until_taken(client: Client, match: str, decision: str) -> None:
    """Wait until the decision is no longer open."""
    async with asyncio.timeout(20):
        while True:
            if decision not in [
                open_decision.id for open_decision in client.send(calls.view(match)).decisions
            ]:
                return
            await asyncio.sleep(0.02)


async def wait_for_chat(client: Client, match: str) -> None:
    async with asyncio.timeout(20):
        while True:
            if client.send(calls.Call("GET", f"/matches/{match}/chat", dict))["items"]:
                return
            await asyncio.sleep(0.02)


async def test_frame_that_does_not_follow_is_replaced_by_a_full_one(server, ada):
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


async def test_refused_command_raises_and_the_match_continues(server, ada):
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


async def test_offers_and_chat_work_over_the_socket(server, ada, vex):
    me = vex.send(calls.me())
    name = (await me).account.name
    seats = [calls.ME, calls.invited(name)]
    match = ada.send(calls.create_match("tiny", seats, options={"turns": 3})).id
    await vex.send(calls.take_seat(match, 1))
    async with (
        AsyncClient(server.url, ada.token) as client,
        client.play(match) as adas,
        vex.play(match) as bots,
    ):
        await anext(adas)
        ack = await adas.offer("pause")
        await bots.chat("Tea?")
        async for frame in bots:
            if isinstance(frame, OfferFrame) and frame.status == "open":
                assert frame.id == ack.offer
                await bots.consent(frame.id, accept=True)
                break
        seen = set()
        async for frame in adas:
            seen |= {type(frame)}
            if {ChatFrame, OfferFrame} <= seen and adas.view.status == "paused":
                break


async def test_unknown_match_and_wrong_token_raise_a_problem(server, ada):
    nothing = "m_000000000000000000"
    async with AsyncClient(server.url, ada.token) as client, client.play(nothing) as table:
        with pytest.raises(Problem):
            await anext(table)
    async with AsyncClient(server.url, "cnc_wrong") as client, client.play("m_1") as table:
        with pytest.raises(Problem):
            await anext(table)
