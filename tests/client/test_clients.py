"""Both clients: calls, problems, retries, streams."""

from __future__ import annotations

import json
import socket

import httpx
import pytest

from conclave_client import AsyncClient, Client, Problem, Unreachable, calls
from conclave_client import async_client as async_module
from conclave_client import client as sync_module
from conclave_client.backoff import Backoff
from conclave_client.types import DecisionLine, EndFrame, FullFrame, MatchLine

TINY = {"options": {"turns": 2}}
AGAINST = [calls.ME, calls.bot("random")]


@pytest.fixture(autouse=True)
def _short_backoff(monkeypatch):
    """Retries follow at once."""
    monkeypatch.setattr(sync_module, "Backoff", lambda: Backoff(0.01, 0.02))
    monkeypatch.setattr(async_module, "Backoff", lambda: Backoff(0.01, 0.02))


class Replies:
    """A network that gives these replies in order, and records the requests."""

    def __init__(self, *replies: tuple[int, object] | Exception) -> None:
        self.replies = iter(replies)
        self.requests: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        reply = next(self.replies)
        if isinstance(reply, Exception):
            raise reply
        status, body = reply
        if isinstance(body, str):
            return httpx.Response(status, text=body)
        return httpx.Response(status, json=body)


def clients(network: Replies) -> tuple[Client, AsyncClient]:
    sync, other = Client("http://nowhere"), AsyncClient("http://nowhere")
    mock, base = httpx.MockTransport(network), "http://nowhere/api/v1"
    sync._http = httpx.Client(transport=mock, base_url=base)
    other._http = httpx.AsyncClient(transport=mock, base_url=base)
    return sync, other


def problem(name: str, status: int, **more: object) -> tuple[int, object]:
    return status, {"type": f"/problems/{name}", "title": name, "status": status, **more}


TAKEN = (200, {"ply": 4, "decisions": []})
BROKEN = httpx.ReadError("the connection broke")


async def both(network: Replies, call: calls.Call) -> list[object]:
    """The reply to each client."""
    sync, other = clients(network)
    return [sync.send(call), await other.send(call)]


async def test_answer_without_a_reply_is_resent_under_the_same_key():
    network = Replies(BROKEN, TAKEN, BROKEN, TAKEN)
    replies = await both(network, calls.answer("m_1", "3.0", "pass"))
    assert [reply.ply for reply in replies] == [4, 4]
    assert len({request.headers["idempotency-key"] for request in network.requests}) == 1
    assert [json.loads(request.content) for request in network.requests] == [{"answer": "pass"}] * 4


async def test_call_that_is_not_idempotent_is_sent_once():
    network = Replies(BROKEN, BROKEN)
    sync, other = clients(network)
    with pytest.raises(Unreachable):
        sync.send(calls.resign("m_1"))
    with pytest.raises(Unreachable):
        await other.send(calls.resign("m_1"))
    assert len(network.requests) == 2


async def test_busy_server_is_asked_again():
    busy = problem("rate-limited", 429, retry_after=0)
    away = problem("unavailable", 503, why="The database is away.")
    network = Replies(busy, away, (200, {"status": "aborted"}))
    sync, _ = clients(network)
    assert sync.send(calls.resign("m_1")).status == "aborted"


async def test_refused_call_is_not_retried():
    network = Replies(*[problem("illegal-answer", 422, why="Not one of the options.")] * 2)
    sync, other = clients(network)
    call = calls.answer("m_1", "3.0", "sing")
    with pytest.raises(Problem, match="Not one of the options") as refused:
        sync.send(call)
    with pytest.raises(Problem):
        await other.send(call)
    assert (refused.value.name, refused.value.status) == ("illegal-answer", 422)
    assert len(network.requests) == 2


async def test_refusal_of_a_proxy_is_a_problem():
    sync, other = clients(Replies((403, "<h1>No</h1>"), (403, "<h1>No</h1>")))
    with pytest.raises(Problem, match="Forbidden"):
        sync.send(calls.me())
    with pytest.raises(Problem, match="Forbidden"):
        await other.send(calls.me())


def test_server_is_unreachable_after_the_last_attempt():
    with socket.socket() as closed_port:
        closed_port.bind(("127.0.0.1", 0))
        client = Client(f"http://127.0.0.1:{closed_port.getsockname()[1]}", attempts=2)
        with pytest.raises(Unreachable), client:
            client.send(calls.games())


def test_backoff_grows_and_is_no_shorter_than_asked_for():
    backoff = Backoff(first_wait_s=1, max_wait_s=8)
    waits = [backoff.next() for _ in range(6)]
    assert all(
        low <= wait <= 2 * low for low, wait in zip((0.5, 1, 2, 4, 4, 4), waits, strict=True)
    )
    assert backoff.next(at_least=60) == 60
    backoff.reset()
    assert backoff.next() <= 1


def test_stale_answer_reports_the_open_decisions(server, ada):
    match = ada.send(calls.create_match("tiny", AGAINST, **TINY))
    first = first_decision(ada, match.id)
    ada.send(calls.answer(match.id, first.id, first.default))
    with pytest.raises(Problem) as refused:
        ada.send(calls.answer(match.id, first.id, first.default))
    assert refused.value.name == "stale-decision"
    assert all(decision.id != first.id for decision in refused.value.decisions)
    for frame in ada.frames(match.id):
        for decision in frame.decisions if isinstance(frame, FullFrame) else ():
            ada.send(calls.answer(match.id, decision.id, decision.default))
    assert isinstance(frame, EndFrame)


def first_decision(client: Client, match: str) -> object:
    for frame in client.frames(match):
        if isinstance(frame, FullFrame) and frame.decisions:
            return frame.decisions[0]
    raise AssertionError("nothing was asked")


def test_match_is_played_over_the_accounts_stream(ada):
    match = ada.send(calls.create_match("tiny", AGAINST, **TINY)).id
    for line in ada.account_lines():
        if isinstance(line, DecisionLine) and line.decisions:
            ada.send(calls.answer(match, line.decisions[0].id, line.decisions[0].default))
        if isinstance(line, MatchLine) and line.match.status == "finished":
            break
        if line.__struct_config__.tag == "end":
            break
    assert ada.send(calls.match(match)).status == "finished"


async def test_wrong_token_ends_the_stream(server):
    with pytest.raises(Problem) as refused, Client(server.url, "cnc_wrong") as client:
        next(client.account_lines())
    assert refused.value.name == "unauthenticated"
    async with AsyncClient(server.url, "cnc_wrong") as client:
        with pytest.raises(Problem):
            await anext(client.account_lines())
