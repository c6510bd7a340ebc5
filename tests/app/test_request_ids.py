"""Request ids: what a proxy or this server gave a request stands in the reply and in the log."""

from __future__ import annotations

import asyncio
import json
import re

import pytest

from tests.app.wire import PATIENCE, two_at_tiny

OURS = re.compile(r"[0-9a-f]{16}")


def lines_of(server, id):
    """What the log says of a request, by event."""
    lines = [json.loads(line) for line in server.log.read_text().splitlines() if line[-1:] == "}"]
    return {line["event"]: line for line in lines if line.get("request_id") == id}


async def logged(server, id, *events):
    """The same once it has these lines: a reply may come before them."""
    async with asyncio.timeout(PATIENCE):
        while not set(events) <= lines_of(server, id).keys():  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    return lines_of(server, id)


async def answered(person, match, id):
    """The reply to the default answer, sent as the request of that id."""
    frame = await person.view(match)
    asked = frame["decisions"][0]
    person.http.headers["X-Request-ID"] = id
    reply = await person.call(
        "POST", f"/matches/{match}/decisions/{asked['id']}", {"answer": asked["default"]}
    )
    del person.http.headers["X-Request-ID"]
    assert reply.status_code == 200
    return reply


async def test_the_proxys_id_is_sent_back_and_logged(embedded):
    ann, _, match = await two_at_tiny(embedded.url)
    reply = await answered(ann, match, "edge-0123456789")
    assert reply.headers["x-request-id"] == "edge-0123456789"
    told = await logged(embedded, "edge-0123456789", "answer", "request")
    assert told["answer"]["match"] == match
    assert told["request"]["status"] == 200


@pytest.mark.parametrize("wrong", ["short", "x" * 65, 'quote"and}brace', "new line", ""])
async def test_a_strange_id_is_replaced(embedded, wrong):
    ann, *_ = await two_at_tiny(embedded.url)
    ann.http.headers["X-Request-ID"] = wrong
    reply = await ann.call("GET", "/games")
    assert OURS.fullmatch(reply.headers["x-request-id"])


async def test_every_reply_has_an_id_of_its_own(embedded):
    ann, *_ = await two_at_tiny(embedded.url)
    replies = [await ann.call("GET", path) for path in ("/games", "/games", "/nothing")]
    assert len({reply.headers["x-request-id"] for reply in replies}) == 3


async def test_a_socket_has_the_id_of_its_request(embedded):
    ann, _, match = await two_at_tiny(embedded.url)
    wire = await ann.wire(match)
    id = wire.socket.response.headers["X-Request-ID"]
    asked = wire.decisions[0]
    await wire.answer(asked["default"], asked["id"])
    assert (await logged(embedded, id, "answer"))["answer"]["match"] == match
    wire.cut()


@pytest.mark.redis
@pytest.mark.postgres
async def test_the_owner_of_a_match_logs_the_id_that_another_process_forwards(
    postgres_redis_server, second_process
):
    ann, bob, match = await two_at_tiny(postgres_redis_server.url)
    await answered(ann, match, "at-the-owner")
    there = await bob.at(second_process.url)
    await answered(there, match, "forwarded-answer")
    told = await logged(postgres_redis_server, "forwarded-answer", "answer")
    assert told["answer"]["match"] == match
    told = await logged(second_process, "forwarded-answer", "request")
    assert told["request"]["status"] == 200
    assert "answer" not in told
