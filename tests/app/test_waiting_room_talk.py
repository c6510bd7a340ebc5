"""Talk in waiting rooms: chat before the start, and set phrases."""

from __future__ import annotations

import pytest

from app.accounts.models import Account
from app.chat.service import ChatText
from app.infra.wall_clock import now
from app.lobby.schemas import JoinRequest, NewMatch
from app.matches.models import ChatRow
from engine.core.event import PUBLIC
from tests.app.in_process import ANN, BOB, in_process_server
from tests.app.test_lobby import problem
from tests.app.test_waiting_rooms import CID, DAN, refusal, table
from tests.app.wire import arrive, tiny


async def say(services, match, caller, text="", **more):
    room = await services.rooms.fresh(match)
    return await services.chat.say(room, caller, ChatText(text, **more))


async def read(services, match, viewer, caller):
    room = await services.rooms.fresh(match)
    return [line.text for line in (await services.chat.read(room, viewer, caller)).items]


async def test_players_and_host_talk_before_the_start(tmp_path):
    """What spectators say stays with them; what was said before the start is read after it."""
    async with in_process_server(tmp_path) as services:
        await table(services, players=())
        match = await table_hosted_from_outside(services)
        await say(services, match, ANN, "Welcome")
        await say(services, match, BOB, "Hello")
        await say(services, match, DAN, "I only watch")
        assert await read(services, match, 0, BOB) == ["Welcome", "Hello"]
        await services.lobby.join(match, JoinRequest(), CID)
        assert await read(services, match, 1, CID) == ["Welcome", "Hello"]
        assert (await services.lobby.start(match, ANN)).status == "playing"
        assert await read(services, match, 1, CID) == ["Welcome", "Hello"]


async def table_hosted_from_outside(services):
    """A table of two that Ann hosts without a seat, where Bob sits."""
    seats = [{"kind": "open"}, {"kind": "open"}]
    new = NewMatch(game="tiny", seats=seats, autostart=False)
    match = (await services.lobby.create(new, ANN)).id
    await services.lobby.join(match, JoinRequest(), BOB)
    return match


async def test_outsiders_read_no_chat_of_a_table_without_spectators(url):
    ann, bob, cid = [await arrive(url, name) for name in ("Ann", "Bob", "Cid")]
    match = await tiny(ann, seats=[{"kind": "me"}, *[{"kind": "open"}] * 2], spectators="none")
    await bob.post(f"/matches/{match}/seats")
    await bob.post(f"/matches/{match}/chat", {"text": "Between us"}, 201)
    path = f"/matches/{match}/chat"
    assert [line["text"] for line in (await ann.get(path))["items"]] == ["Between us"]
    assert problem(await cid.call("GET", path)) == "forbidden"
    assert problem(await cid.call("POST", path, {"text": "And me"})) == "forbidden"
    await ann.call("DELETE", f"/matches/{match}/seats/1")
    assert problem(await bob.call("GET", path)) == "forbidden"


async def test_private_talk_begins_with_the_match(tmp_path):
    """Before, players change seats, and a channel is one of seats."""
    async with in_process_server(tmp_path) as services:
        match = await table(services)
        services.catalogue.games["tiny"].negotiation = True
        try:
            act = say(services, match, BOB, "Only you", to=[2])
            assert await refusal(act) == "match-not-started"
        finally:
            del services.catalogue.games["tiny"].negotiation


async def test_phrase_carries_its_key_and_its_english(url):
    ann, bob = await arrive(url, "Ann"), await arrive(url, "Bob")
    match = await tiny(ann)
    path = f"/matches/{match}/chat"
    line = await ann.post(path, {"phrase": "good-luck"}, 201)
    assert (line["phrase"], line["text"]) == ("good-luck", "Good luck, have fun!")
    await bob.post(f"/matches/{match}/seats")
    wire = await bob.wire(match)
    assert (await wire.command("chat", phrase="hello"))["t"] == "ack"
    await wire.until(lambda: any(frame["t"] == "chat" for frame in wire.frames))
    assert [line.get("phrase") for line in (await ann.get(path))["items"]] == ["good-luck", "hello"]
    assert "phrase" not in await ann.post(path, {"text": "Hello!"}, 201)


@pytest.mark.parametrize("body", [{}, {"phrase": "insult"}, {"text": "Hi", "phrase": "hello"}])
async def test_line_is_either_a_text_or_a_known_phrase(url, body):
    ann = await arrive(url, "Ann")
    match = await tiny(ann)
    path = f"/matches/{match}/chat"
    assert problem(await ann.call("POST", path, body)) == "invalid-request"
    wire = await ann.wire(match)
    reply = await wire.command("chat", **body)
    assert reply["problem"]["type"] == "/problems/invalid-request"


async def test_muted_players_have_no_phrases_and_phrases_count_as_chat(tmp_path):
    async with in_process_server(tmp_path, chat_per_minute=2) as services:
        match = await table(services)
        async with services.database.writing() as session:
            account = await session.get_one(Account, BOB.account)
            account.muted_until = now().replace(year=now().year + 1)
        assert await refusal(say(services, match, BOB, phrase="hello")) == "forbidden"
        for _ in range(2):
            await say(services, match, CID, phrase="hello")
        assert await refusal(say(services, match, CID, phrase="hello")) == "too-much-chat"
        async with services.database.reading() as session:
            row = await session.get(ChatRow, 1)
        assert (row.phrase, row.audience) == ("hello", 0)
        assert await read(services, match, PUBLIC, None) == ["Hello!", "Hello!"]
