"""Request ids: the id from a proxy or from this server is in the reply and in the log."""

from __future__ import annotations

import asyncio
import json
import re

import pytest

from tests.app.wire import TIMEOUT_S, two_at_tiny

OURS = re.compile(r"[0-9a-f]{16}")


def lines_of(server, id):
    """The log lines of a request, by event."""
    lines = [json.loads(line) for line in server.log.read_text().splitlines() if line[-1:] == "}"]
    return {line["event"]: line for line in lines if line.get("request_id") == id}


async def wait_for_log(server, id, *events):
    """The log lines once they include these events: a reply may precede them."""
    async with asyncio.timeout(TIMEOUT_S):
        while not set(events) <= lines_of(server, id).keys():  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    return lines_of(server, id)


async def answer_default(person, match, id):
    """The reply to the default answer, sent as the request of that id."""
    frame = await person.view(match)
    question = frame["decisions"][0]
    person.http.headers["X-Request-ID"] = id
    reply = await person.call(
        "POST", f"/matches/{match}/decisions/{question['id']}", {"answer": question["default"]}
    )
    del person.http.headers["X-Request-ID"]
    assert reply.status_code == 200
    return reply


async def test_proxy_request_id_is_returned_and_logged(embedded):
    ann, _, match = await two_at_tiny(embedded.url)
    reply = await answer_default(ann, match, "edge-0123456789")
    assert reply.headers["x-request-id"] == "edge-0123456789"
    events = await wait_for_log(embedded, "edge-0123456789", "answer", "request")
    assert events["answer"]["match"] == match
    assert events["request"]["status"] == 200


@pytest.mark.parametrize("wrong", ["short", "x" * 65, 'quote"and}brace', "new line", ""])
async def test_invalid_id_is_replaced(embedded, wrong):
    ann, *_ = await two_at_tiny(embedded.url)
    ann.http.headers["X-Request-ID"] = wrong
    reply = await ann.call("GET", "/games")
    assert OURS.fullmatch(reply.headers["x-request-id"])


async def test_every_reply_has_its_own_id(embedded):
    ann, *_ = await two_at_tiny(embedded.url)
    replies = [await ann.call("GET", path) for path in ("/games", "/games", "/nothing")]
    assert len({reply.headers["x-request-id"] for reply in replies}) == 3


async def test_socket_has_the_id_of_its_request(embedded):
    ann, _, match = await two_at_tiny(embedded.url)
    wire = await ann.wire(match)
    id = wire.socket.response.headers["X-Request-ID"]
    question = wire.decisions[0]
    await wire.answer(question["default"], question["id"])
    assert (await wait_for_log(embedded, id, "answer"))["answer"]["match"] == match
    wire.cut()
