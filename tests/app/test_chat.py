"""Table chat: duplicate, refused and excessive messages."""

from __future__ import annotations

import asyncio

import pytest

from tests.app.test_lobby import problem
from tests.app.wire import arrive, two_at_tiny


def chat_texts(wire):
    return [frame["text"] for frame in wire.frames if frame["t"] == "chat"]


async def test_resent_line_is_posted_once(url):
    """A client whose socket broke before the ack sends the line again under its key."""
    ann, bob, match = await two_at_tiny(url)
    wires = [await ann.wire(match), await bob.wire(match)]
    first = await wires[0].command("chat", text="Hello", key="k1")
    again = await (await ann.wire(match)).command("chat", text="Hello", key="k1")
    assert first["t"] == again["t"] == "ack"
    other = await wires[0].command("chat", text="Bye", key="k1")
    assert other["problem"]["type"] == "/problems/invalid-request"
    assert (await wires[1].command("chat", text="Hello", key="k1"))["t"] == "ack"
    await wires[1].until(lambda: len(chat_texts(wires[1])) == 2)
    lines = (await bob.get(f"/matches/{match}/chat"))["items"]
    assert [(line["from"], line["text"]) for line in lines] == [("Ann", "Hello"), ("Bob", "Hello")]
    assert chat_texts(wires[1]) == ["Hello", "Hello"]


async def test_line_over_the_rest_api_is_idempotent_under_its_key(url):
    ann, _bob, match = await two_at_tiny(url)
    path, headers = f"/matches/{match}/chat", {"Idempotency-Key": "k"}
    lines = await asyncio.gather(
        *(ann.post(path, {"text": "Hello"}, 201, headers=headers) for _ in range(5))
    )
    assert all(line == lines[0] for line in lines)
    assert len((await ann.get(path))["items"]) == 1
    wrong = await ann.call("POST", path, {"text": "Bye"}, headers=headers)
    assert problem(wrong) == "invalid-request"


async def test_ack_of_a_line_precedes_the_line(url):
    ann, _bob, match = await two_at_tiny(url)
    wire = await ann.wire(match)
    await wire.command("chat", text="Hello")
    await wire.until(lambda: chat_texts(wire))
    assert [f["t"] for f in wire.frames if f["t"] in ("ack", "chat")] == ["ack", "chat"]


async def test_spectator_chat_does_not_push_out_table_chat(url):
    ann, _bob, match = await two_at_tiny(url)
    cid = await arrive(url, "Cid")
    await ann.post(f"/matches/{match}/chat", {"text": "Hello"}, 201)
    for start in range(0, 210, 30):
        talk = (
            cid.post(f"/matches/{match}/chat", {"text": f"{start + n}"}, 201) for n in range(30)
        )
        await asyncio.gather(*talk)
    lines = (await ann.get(f"/matches/{match}/chat"))["items"]
    assert [line["text"] for line in lines] == ["Hello"]


@pytest.mark.parametrize(
    ("t", "members"), [("chat", {"text": "Hello"}), ("answer", {"decision": "0.0", "answer": "x"})]
)
async def test_read_only_token_can_neither_chat_nor_answer(url, t, members):
    ann, _bob, match = await two_at_tiny(url)
    created = await ann.post("/me/tokens", {"name": "reader", "scopes": ["read"]}, 201)
    ann.token = created["token"]
    ann.http.headers["Authorization"] = f"Bearer {ann.token}"
    wire = await ann.wire(match)
    reply = await wire.command(t, **members)
    assert reply["problem"]["type"] == "/problems/forbidden"
    assert problem(await ann.call("POST", f"/matches/{match}/chat", {"text": "x"})) == "forbidden"


COMBINING_GRAVE = "\u0300"


async def test_excess_combining_marks_are_refused(url):
    """Names have the same limit; ordinary text of any language stays within it."""
    ann, bob, match = await two_at_tiny(url)
    path = f"/matches/{match}/chat"
    for few in ("z" + 4 * COMBINING_GRAVE, "שָׁלוֹם", "สวัสดีที่นี่", "❤️ 1️⃣"):
        assert (await ann.post(path, {"text": few}, 201))["text"] == few
    for many in ("z" + 5 * COMBINING_GRAVE, "e" + 400 * COMBINING_GRAVE, 5 * COMBINING_GRAVE):
        refused = await ann.call("POST", path, {"text": many})
        assert problem(refused) == "invalid-request"
        assert "4 combining marks in a row" in refused.text
        wire = await bob.wire(match)
        reply = await wire.command("chat", text=many)
        assert reply["problem"]["type"] == "/problems/invalid-request"
        await wire.close()
        body = {"account": bob.account, "reason": many}
        assert problem(await ann.call("POST", "/reports", body)) == "invalid-request"
    assert len((await ann.get(path))["items"]) == 4
