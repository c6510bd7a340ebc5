"""Direct messages: between friends, not while they play one another, until both delete them."""

from __future__ import annotations

import msgspec
import pytest
import sqlalchemy as sa

from app.accounts.models import Relation, Token
from app.api.moderation import NewReport, reported
from app.friends.messages import NewMessage
from app.friends.models import MessageRow
from app.infra.problems import Problem
from app.infra.wall_clock import now
from app.notifications.push.letters import PushLetterRow
from app.notifications.push.models import PushSubscriptionRow
from app.realtime.account_stream import Change
from tests.app.in_process import ANN, BOB, begin, plain
from tests.app.test_blocks import CID, VEX
from tests.app.test_friends_online import friend, town
from tests.app.wire import arrive


async def write(services, by, to, text="Well played!", key=None):
    return await services.messages.send(by, NewMessage(to.name, text, key))


async def refusal(act):
    with pytest.raises(Problem) as raised:
        await act
    return raised.value.name


async def texts(services, reader, other):
    page = await services.messages.page(reader, other.name, None, 100)
    return [message.text for message in page.items]


async def count(services, table=MessageRow):
    async with services.database.reading() as session:
        return await session.scalar(sa.select(sa.func.count()).select_from(table))


async def test_friends_write_to_one_another(url):
    ann, bob = await arrive(url, "Ann"), await arrive(url, "Bob")
    code = (await ann.get("/me/friend-link"))["code"]
    await bob.post(f"/friend-links/{code}")
    first = await ann.post(f"/me/messages/{bob.account}", {"text": "Again tonight?"}, 201)
    assert first | {"id": "", "at": ""} == {
        "id": "",
        "at": "",
        "text": "Again tonight?",
        "other": bob.account,
        "own": True,
    }
    unread = (await bob.get("/me/friends"))["items"][0]
    assert unread["unread"] == 1
    page = await bob.get(f"/me/messages/{ann.account}")
    assert [(item["text"], item["own"]) for item in page["items"]] == [("Again tonight?", False)]
    assert (await bob.call("PUT", f"/me/messages/{ann.account}")).status_code == 204
    assert "unread" not in (await bob.get("/me/friends"))["items"][0]
    await ann.refused("POST", f"/me/messages/{bob.account}", "invalid-request", {"text": ""})


async def test_conversation_is_read_in_pages(tmp_path):
    async with town(tmp_path) as services:
        services.messages.limits.chat_per_minute = 100
        for number in range(5):
            await write(services, ANN, BOB, f"{number}")
        page = await services.messages.page(BOB, ANN.name, None, 2)
        assert [message.text for message in page.items] == ["3", "4"]
        page = await services.messages.page(BOB, ANN.name, int(page.next), 2)
        assert [message.text for message in page.items] == ["1", "2"]
        page = await services.messages.page(BOB, ANN.name, int(page.next), 2)
        assert [message.text for message in page.items] == ["0"]
        assert "next" not in plain(page)


async def test_message_under_one_key_counts_once(tmp_path):
    async with town(tmp_path) as services:
        first = await write(services, ANN, BOB, "Hello", key="k" * 16)
        assert await write(services, ANN, BOB, "Hello", key="k" * 16) == first
        assert await count(services) == 1
        other = write(services, ANN, BOB, "Bye", key="k" * 16)
        assert await refusal(other) == "invalid-request"


async def test_bots_neither_write_nor_receive(tmp_path):
    async with town(tmp_path) as services:
        assert await refusal(write(services, VEX, ANN)) == "forbidden"
        assert await refusal(write(services, ANN, VEX)) == "forbidden"


async def test_person_muted_by_an_admin_does_not_write(tmp_path):
    async with town(tmp_path) as services:
        await services.admin.mute(ANN.name, 1)
        assert await refusal(write(services, ANN, BOB)) == "forbidden"


async def test_messages_are_limited_like_chat(tmp_path):
    async with town(tmp_path) as services:
        services.messages.limits.chat_per_minute = 3
        for number in range(3):
            await write(services, ANN, BOB, f"{number}")
        assert await refusal(write(services, ANN, BOB)) == "too-much-chat"


async def test_players_of_one_match_write_nothing_until_it_has_ended(tmp_path):
    async with town(tmp_path) as services:
        match = await begin(services, "tiny")
        for by, to in ((ANN, BOB), (BOB, ANN)):
            assert await refusal(write(services, by, to)) == "forbidden"
        await services.resignations.resign(match, BOB.account)
        await write(services, ANN, BOB)


async def test_game_with_private_talk_allows_messages(tmp_path, monkeypatch):
    async with town(tmp_path) as services:
        await begin(services, "tiny")
        monkeypatch.setattr(services.catalogue.games["tiny"], "negotiation", True)
        await write(services, ANN, BOB)


async def test_match_of_others_does_not_keep_friends_from_writing(tmp_path):
    """Nothing about a match shows to a friend who does not sit there."""
    async with town(tmp_path) as services:
        await services.friendships.ask(ANN, CID.name)
        await services.friendships.ask(CID, ANN.name)
        await begin(services, "tiny", {"spectators": "none"})
        await write(services, CID, ANN)
        await write(services, ANN, CID)


async def test_each_side_deletes_a_conversation_for_itself(tmp_path):
    async with town(tmp_path) as services:
        await write(services, ANN, BOB, "One")
        await write(services, BOB, ANN, "Two")
        await services.messages.delete(ANN, BOB.name)
        assert await texts(services, ANN, BOB) == []
        assert await texts(services, BOB, ANN) == ["One", "Two"]
        await write(services, BOB, ANN, "Three")
        assert await texts(services, ANN, BOB) == ["Three"]
        await services.messages.delete(BOB, ANN.name)
        assert await count(services) == 1, "what both have deleted is gone"


async def test_muted_friend_is_not_heard(tmp_path):
    async with town(tmp_path) as services:
        async with services.database.writing() as session:
            row = {"account": BOB.account, "other": ANN.account, "kind": "mute", "at": now()}
            session.add(Relation(**row))
        await write(services, ANN, BOB)
        assert await texts(services, BOB, ANN) == []
        assert await texts(services, ANN, BOB) == ["Well played!"]
        assert "unread" not in await friend(services, BOB)


async def test_stream_sends_a_message_to_its_two_accounts_alone(tmp_path):
    async with town(tmp_path) as services:
        sent = await write(services, ANN, BOB)
        change = Change("message", message=int(sent.id))
        for caller, own in ((ANN, True), (BOB, False)):
            renderer = services.account_streams.renderer_for(caller)
            [line] = await renderer.lines_about(change)
            told = msgspec.json.decode(line)
            assert (told["t"], told["message"]["own"]) == ("message", own)
        assert await services.account_streams.renderer_for(CID).lines_about(change) == []


async def test_push_names_the_sender_and_never_the_text(tmp_path, monkeypatch):
    """It is for accounts without an open page, which would show the message."""
    sealed = []
    monkeypatch.setattr(
        "app.notifications.push.encryption.encrypted",
        lambda content, *_keys: sealed.append(msgspec.json.decode(content)) or content,
    )
    async with town(tmp_path) as services:
        await subscribe(services, BOB)
        worker = services.deliveries.letters
        await write(services, ANN, BOB, "A secret")
        await worker._queue([await worker._incoming.get()])
        async with services.database.reading() as session:
            [row] = (await session.scalars(sa.select(PushLetterRow))).all()
            assert (row.match, row.event) == (ANN.account, "message")
            with services.online.stream_of(BOB):
                assert await worker.transport.compose(session, row) is None
            services.online._leaving.clear()
            assert await worker.transport.compose(session, row) is not None
    [payload] = sealed
    assert payload["body"] == ANN.name
    assert payload["path"] == f"/friends/{ANN.account}"
    assert "secret" not in msgspec.json.encode(payload).decode()


async def subscribe(services, caller):
    """A browser of the account's that takes push messages."""
    own = {"account": caller.account, "created_at": now()}
    async with services.database.writing() as session:
        session.add(Token(id="t_1", kind="session", name="", hash="h", scopes=[], **own))
        await session.flush()
        keys = {"p256dh": "", "auth": "", "endpoint": "https://push.example/1"}
        session.add(PushSubscriptionRow(id="p_1", session="t_1", **keys, **own))


async def test_report_quotes_the_one_message_that_was_received(tmp_path):
    async with town(tmp_path) as services:
        sent = await write(services, ANN, BOB, "Rude words")
        await write(services, ANN, BOB, "Other words")
        report = {"reason": "rude", "message": sent.id}
        async with services.database.writing() as session:
            for by, about in ((CID, ANN), (ANN, BOB)):
                wrong = NewReport(account=about.name, **report)
                assert await refusal(reported(session, wrong, by)) == "not-found"
            await reported(session, NewReport(account=ANN.name, **report), BOB)
        [queued] = await services.admin.reports.open_ones()
        assert queued.line == "Rude words"
        assert "Other words" not in msgspec.json.encode(queued).decode()
