"""Webhooks: sent after commit, signed, retried until accepted, and only to public addresses."""

import asyncio
import base64
import hashlib
import hmac
import json
from datetime import timedelta

import pytest
import sqlalchemy as sa

from app.infra.wall_clock import now
from app.matches.models import MatchRow, SeatRow
from app.notifications.notifier import Notification
from app.notifications.outbox.delivery_worker import BACKOFF_S, MAX_FAILURES
from app.notifications.outbox.leases import lease
from app.notifications.outbox.posting import Posted
from app.notifications.webhooks.models import DeliveryRow, WebhookRow
from app.notifications.webhooks.payloads import secret_of
from tests.app.http_receiver import http_receiver
from tests.app.in_process import begin, in_process_server
from tests.app.test_lobby import problem
from tests.app.test_registration import register
from tests.app.wire import arrive, tiny


def hook(url, *events, format="generic"):
    return {"url": url, "format": format, "events": events or ["decision", "invite", "end"]}


def is_verified(secret, headers, body):
    """Whether a receiver that follows Standard Webhooks accepts the message."""
    key = base64.b64decode(secret.split("_")[1])
    id, moment = headers["webhook-id"], headers["webhook-timestamp"]
    signed = f"{id}.{moment}.".encode() + body
    signature = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return headers["webhook-signature"] == f"v1,{signature}"


async def test_turn_message_is_signed_and_reveals_nothing_hidden(url):
    ann = await arrive(url, "Ann")
    async with http_receiver() as receiver:
        webhook = await ann.post("/me/webhooks", hook(receiver.url, "decision"), 201)
        bob = await arrive(url, "Bob")
        match = await tiny(ann)
        await bob.post(f"/matches/{match}/seats", {})
        await receiver.until(1)
        (headers, body), *_ = receiver.requests
        message = json.loads(body)
        assert (message["event"], message["match"], message["waiting"]) == (
            "decision",
            match,
            ["Ann", "Bob"],
        )
        assert message["url"] == f"{url}/m/{match}"
        assert set(message) == {
            *("event", "account", "match", "game", "title", "url", "status", "players", "text"),
            "waiting",
        }
        secret, moment = webhook["secret"].encode(), headers["conclave-timestamp"].encode()
        signature = hmac.new(secret, moment + b"." + body, hashlib.sha256).hexdigest()
        assert headers["conclave-signature"] == f"v1={signature}"
        assert is_verified(webhook["secret"], headers, body)
        assert not is_verified(webhook["secret"], headers, body + b" ")
        listed = (await ann.get("/me/webhooks"))["items"]
        assert [(item["id"], "secret" in item) for item in listed] == [(webhook["id"], False)]
        assert (await ann.call("DELETE", f"/me/webhooks/{webhook['id']}")).status_code == 204
        assert problem(await ann.call("DELETE", f"/me/webhooks/{webhook['id']}")) == "not-found"


async def test_invitation_and_end_are_sent_in_discord_format(url):
    cid = await register(url)
    ann = await arrive(url, "Ann")
    async with http_receiver() as receiver:
        webhook = await cid.post(
            "/me/webhooks", hook(receiver.url, "invite", "end", format="discord"), 201
        )
        assert "secret" not in webhook
        seats = [{"kind": "me"}, {"kind": "open", "invite": cid.name}]
        match = await tiny(ann, 1, seats)
        await receiver.until(1)
        message = receiver.bodies()[0]
        assert "a seat is kept for you" in message["content"]
        assert message["allowed_mentions"] == {"parse": []}
        await cid.post(f"/matches/{match}/seats", {})
        await ann.post(f"/matches/{match}/resign")
        await receiver.until(2)
        assert f"First: {cid.name}" in receiver.bodies()[1]["content"]


async def add_webhook(
    services, url, account="a_ann", events=("decision",), format="generic", id=""
):
    row = WebhookRow(
        id=id or f"w_{account}",
        account=account,
        url=url,
        format=format,
        events=list(events),
        failures=0,
        created_at=now(),
    )
    async with services.database.writing() as session:
        session.add(row)
    services.deliveries.webhooks.receiver_added(account)


async def notify(services, match, kind="decision", account="a_ann"):
    await services.deliveries.webhooks._queue([Notification(kind, account, match, 0, {})])


async def rows(services, table):
    async with services.database.reading() as session:
        return (await session.scalars(sa.select(table))).all()


async def make_due(services):
    """Make all waiting messages due."""
    async with services.database.writing() as session:
        later = sa.update(DeliveryRow).where(DeliveryRow.due.is_not(None))
        await session.execute(later.values(due=now() - timedelta(seconds=1)))


def webhook_server(folder, **settings):
    return in_process_server(
        folder, webhook_private_addresses=True, webhook_ports="any", **settings
    )


async def test_turn_messages_of_a_match_are_throttled_and_dropped_once_answered(tmp_path):
    async with (
        http_receiver() as receiver,
        webhook_server(tmp_path, turn_webhook_delay=0) as services,
    ):
        await add_webhook(services, receiver.url)
        match = await begin(services, "tiny")
        for _ in range(3):
            await notify(services, match)
        assert await services.deliveries.webhooks.deliver() == 1
        assert len(receiver.requests) == 1
        await notify(services, match)
        assert await services.deliveries.webhooks.deliver() == 0
        (row,) = await rows(services, DeliveryRow)
        assert row.due >= row.sent_at + timedelta(seconds=299)
        async with services.database.writing() as session:
            (await session.get_one(MatchRow, match)).waiting = 0b10
        await make_due(services)
        assert await services.deliveries.webhooks.deliver() == 1
        assert len(receiver.requests) == 1


async def test_player_who_answers_soon_gets_no_message(tmp_path):
    async with (
        http_receiver() as receiver,
        webhook_server(tmp_path, turn_webhook_delay=60) as services,
    ):
        await add_webhook(services, receiver.url)
        match = await begin(services, "tiny")
        await notify(services, match)
        assert await services.deliveries.webhooks.deliver() == 0
        async with services.database.writing() as session:
            (await session.get_one(MatchRow, match)).waiting = 0
        await make_due(services)
        await services.deliveries.webhooks.deliver()
        assert receiver.requests == []
        assert await rows(services, DeliveryRow) == []


async def test_failed_delivery_is_retried_and_finally_given_up(tmp_path):
    answers = ["500 No"] * (len(BACKOFF_S) + 1)
    async with (
        http_receiver(*answers) as receiver,
        webhook_server(tmp_path, turn_webhook_delay=0) as services,
    ):
        await add_webhook(services, receiver.url)
        match = await begin(services, "tiny")
        await notify(services, match)
        for attempt, pause in enumerate(BACKOFF_S, 1):
            assert await services.deliveries.webhooks.deliver() == 1
            (row,) = await rows(services, DeliveryRow)
            assert row.attempts == attempt
            assert row.due > now() + timedelta(seconds=pause - 5)
            assert await services.deliveries.webhooks.deliver() == 0
            await make_due(services)
        await services.deliveries.webhooks.deliver()
        assert await rows(services, DeliveryRow) == []
        (webhook,) = await rows(services, WebhookRow)
        assert webhook.failures == 1
        await notify(services, match)
        await services.deliveries.webhooks.deliver()
        (webhook,) = await rows(services, WebhookRow)
        assert (webhook.failures, len(receiver.requests)) == (0, len(BACKOFF_S) + 2)
        ids = [headers["webhook-id"] for headers, _ in receiver.requests]
        assert len(set(ids[:-1])) == 1, "every attempt has the id of the message"
        assert ids[-1] not in ids[:-1], "another message has another"


async def test_webhook_that_always_fails_is_deleted(tmp_path):
    async with webhook_server(tmp_path, turn_webhook_delay=0) as services:
        await add_webhook(services, "http://127.0.0.1:9/")
        match = await begin(services, "tiny")
        async with services.database.writing() as session:
            (await session.get_one(WebhookRow, "w_a_ann")).failures = MAX_FAILURES - 1
        await notify(services, match)
        async with services.database.writing() as session:
            await session.execute(sa.update(DeliveryRow).values(attempts=len(BACKOFF_S)))
        await services.deliveries.webhooks.deliver()
        assert await rows(services, WebhookRow) == []
        assert await rows(services, DeliveryRow) == []


@pytest.mark.postgres
async def test_webhook_can_be_deleted_while_its_message_is_marked_as_sent(tmp_path, postgres_url):
    """A deletion locks the webhook before its messages; the worker must use the same order."""
    async with webhook_server(
        tmp_path, database_url=postgres_url, turn_webhook_delay=0
    ) as services:
        await add_webhook(services, "http://127.0.0.1:9/")
        match = await begin(services, "tiny")
        await notify(services, match)
        (webhook,) = await rows(services, WebhookRow)
        async with services.database.writing() as session:
            own = sa.select(WebhookRow).where(WebhookRow.id == webhook.id)
            await session.execute(own.with_for_update())
            marking = asyncio.create_task(
                services.deliveries.webhooks._record_sent(
                    (webhook.id, match, "decision"), Posted(204)
                )
            )
            await asyncio.sleep(0.2)
            await session.execute(sa.delete(WebhookRow).where(WebhookRow.id == webhook.id))
        await marking
        assert await rows(services, WebhookRow) == []
        assert await rows(services, DeliveryRow) == []


async def test_message_is_sent_by_one_worker(tmp_path):
    """Two workers deliver at once; a message leased by a dead one is sent when the lease ends."""
    async with (
        http_receiver() as receiver,
        webhook_server(tmp_path, turn_webhook_delay=0) as services,
    ):
        await add_webhook(services, receiver.url)
        match = await begin(services, "tiny")
        await notify(services, match)
        counts = await asyncio.gather(*(services.deliveries.webhooks.deliver() for _ in range(2)))
        assert sorted(counts) == [0, 1]
        await notify(services, match)
        await make_due(services)
        assert (
            len(await lease(services.database, services.deliveries.webhooks.transport, [], 40)) == 1
        )
        assert await services.deliveries.webhooks.deliver() == 0
        await make_due(services)
        assert await services.deliveries.webhooks.deliver() == 1
        assert len(receiver.requests) == 2


async def test_end_is_sent_once_however_often_it_is_settled(tmp_path):
    async with http_receiver() as receiver, webhook_server(tmp_path) as services:
        await add_webhook(services, receiver.url, events=("end",))
        match = await begin(services, "tiny")
        async with services.database.writing() as session:
            row = await session.get_one(MatchRow, match)
            row.status, row.outcome = "aborted", {"ranks": [], "reason": "aborted"}
        for _ in range(3):
            await services.settlement.settle(match)
            await services.deliveries.webhooks.deliver()
        assert [message["text"] for message in receiver.bodies()] == [
            "Tiny has ended without a result."
        ]


async def test_names_are_escaped_for_discord(tmp_path):
    async with http_receiver() as receiver, webhook_server(tmp_path) as services:
        await add_webhook(services, receiver.url, events=("end",), format="discord")
        match = await begin(services, "tiny")
        async with services.database.writing() as session:
            row = await session.get_one(MatchRow, match)
            row.status, row.outcome = "finished", {"ranks": [[1], [0]], "reason": "finished"}
            (await session.get_one(SeatRow, (match, 1))).name = "@everyone [x](http://y)"
        await services.settlement.settle(match)
        await services.deliveries.webhooks.deliver()
        (message,) = receiver.bodies()
        assert r"\@everyone \[x\]\(http\://y\)" in message["content"]


async def test_accounts_without_webhooks_cause_no_writes(tmp_path):
    async with webhook_server(tmp_path) as services:
        match = await begin(services, "tiny")
        while not services.deliveries.webhooks._incoming.empty():
            await services.deliveries.webhooks._queue(
                [services.deliveries.webhooks._incoming.get_nowait()]
            )
        services.deliveries.webhooks.accept(Notification("decision", "a_ann", match, 0, {}))
        assert services.deliveries.webhooks._incoming.empty()
        services.deliveries.webhooks.receiver_added("a_ann")
        services.deliveries.webhooks.accept(
            Notification("decision", "a_ann", match, 0, {"again": True})
        )
        assert services.deliveries.webhooks._incoming.empty()
        services.deliveries.webhooks.accept(Notification("decision", "a_ann", match, 0, {}))
        assert services.deliveries.webhooks._incoming.qsize() == 1


async def test_webhook_secret_is_not_stored(tmp_path):
    async with webhook_server(tmp_path) as services:
        await add_webhook(services, "http://127.0.0.1:9/")
        secret = secret_of(services.settings, "w_a_ann")
        assert secret != secret_of(services.settings, "w_a_bob")
    assert secret.encode() not in (tmp_path / "conclave.db").read_bytes()
