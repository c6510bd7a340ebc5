"""Blocks, mutes and reports."""

import pytest

from tests.app.test_lobby import problem
from tests.app.test_registration import register
from tests.app.wire import Person, anonymous, arrive, tiny, two_at_tiny


@pytest.mark.parametrize("kind", ["blocks", "mutes"])
async def test_people_are_blocked_and_muted_by_name_or_id(url, kind):
    ann, bob, cid = await register(url), await register(url), await arrive(url, "Cid")
    for target in (bob.name.upper(), cid.account, cid.account):
        assert (await ann.call("PUT", f"/me/{kind}/{target}")).status_code == 204
    listed = (await ann.get(f"/me/{kind}"))["items"]
    assert {entry["account"]["id"] for entry in listed} == {bob.account, cid.account}
    assert (await bob.get(f"/me/{kind}"))["items"] == []
    for _ in range(2):
        assert (await ann.call("DELETE", f"/me/{kind}/{bob.name}")).status_code == 204
    assert [entry["account"]["id"] for entry in (await ann.get(f"/me/{kind}"))["items"]] == [
        cid.account
    ]
    assert problem(await ann.call("PUT", f"/me/{kind}/Nobody")) == "not-found"
    assert problem(await ann.call("PUT", f"/me/{kind}/{ann.name}")) == "invalid-request"


async def test_blocked_people_cannot_join_each_others_matches(url):
    ann, bob = await arrive(url, "Ann"), await arrive(url, "Bob")
    await ann.call("PUT", f"/me/blocks/{bob.account}")
    anns_match, bobs_match = await tiny(ann), await tiny(bob)
    assert problem(await bob.call("POST", f"/matches/{anns_match}/seats", {})) == "forbidden"
    assert problem(await ann.call("POST", f"/matches/{bobs_match}/seats", {})) == "forbidden"
    await ann.call("DELETE", f"/me/blocks/{bob.account}")
    await bob.post(f"/matches/{anns_match}/seats", {})


async def test_blocked_account_cannot_invite_its_blocker(url):
    ann, bob = await arrive(url, "Ann"), await register(url)
    await bob.call("PUT", f"/me/blocks/{ann.account}")
    seats = [{"kind": "me"}, {"kind": "open", "invite": bob.name}]
    refused = await ann.call("POST", "/matches", {"game": "tiny", "seats": seats})
    assert problem(refused) == "forbidden"


@pytest.mark.parametrize("kind", ["blocks", "mutes"])
async def test_muted_or_blocked_player_is_not_heard(url, kind):
    ann, bob, match = await two_at_tiny(url)
    await ann.call("PUT", f"/me/{kind}/{bob.account}")
    wires = [await ann.wire(match), await bob.wire(match), await anonymous(url).wire(match)]
    assert (await wires[1].command("chat", text="psst"))["t"] == "ack"
    for wire in wires[1:]:
        await wire.until(lambda wire=wire: chat_texts(wire) == ["psst"])
    assert (await wires[0].command("chat", text="hello"))["t"] == "ack"
    await wires[0].until(lambda: chat_texts(wires[0]))
    assert chat_texts(wires[0]) == ["hello"]
    lines = (await ann.get(f"/matches/{match}/chat"))["items"]
    assert [line["text"] for line in lines] == ["hello"]
    assert len((await bob.get(f"/matches/{match}/chat"))["items"]) == 2
    for wire in wires:
        await wire.close()


def chat_texts(wire):
    return [frame["text"] for frame in wire.frames if frame["t"] == "chat"]


async def test_reports_are_queued_up_to_a_rate_limit(url):
    ann, bob, match = await two_at_tiny(url)
    body = {"account": bob.account, "match": match, "reason": "stalls"}
    report = await ann.post("/reports", body, 201)
    assert report["id"].startswith("r_")
    for wrong, name in (
        ({**body, "account": "Nobody at all"}, "not-found"),
        ({**body, "match": "m_none"}, "not-found"),
        ({**body, "account": ann.account}, "invalid-request"),
        ({**body, "reason": ""}, "invalid-request"),
    ):
        assert problem(await ann.call("POST", "/reports", wrong)) == name
    while (last := await ann.call("POST", "/reports", body)).status_code == 201:
        pass
    assert problem(last) == "rate-limited"
    assert problem(await anonymous(url).call("POST", "/reports", body)) == "unauthenticated"


async def test_report_quotes_a_chat_line_that_the_caller_may_read(url):
    ann, bob, match = await two_at_tiny(url)
    cid = await arrive(url, "Cid")
    chat = f"/matches/{match}/chat"
    said = await bob.post(chat, {"text": "You cheat"}, 201)
    watched = await cid.post(chat, {"text": "Both are slow"}, 201)
    body = {"account": bob.account, "match": match, "said_at": said["at"], "reason": "insults"}
    await ann.post("/reports", body, 201)
    spectators = {**body, "account": cid.account, "said_at": watched["at"]}
    assert problem(await ann.call("POST", "/reports", spectators)) == "not-found", (
        "not before the end"
    )
    for wrong, name in (
        ({"account": cid.account}, "not-found"),
        ({"said_at": "2026-01-01T00:00:00Z"}, "not-found"),
        ({"said_at": "2026-01-01T00:00:00"}, "invalid-request"),
        ({"match": None}, "invalid-request"),
        ({"message": "1"}, "invalid-request"),
    ):
        assert problem(await ann.call("POST", "/reports", body | wrong)) == name, wrong


async def test_report_does_not_reveal_a_private_match(url):
    ann, bob, match = await two_at_tiny(url, spectators="none")
    cid = await arrive(url, "Cid")
    body = {"account": bob.account, "match": match, "reason": "x"}
    assert problem(await cid.call("POST", "/reports", body)) == "forbidden"
    reader = await ann.post("/me/tokens", {"name": "r", "scopes": ["read"]}, 201)
    reading = Person(url, "Ann", reader["token"], ann.account)
    assert problem(await reading.call("POST", "/reports", body)) == "forbidden"
