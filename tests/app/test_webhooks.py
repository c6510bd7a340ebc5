"""Webhooks: sent after commit, signed, retried until accepted, and only to public addresses."""

import asyncio
import base64
import hashlib
import hmac
import json
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest
import sqlalchemy as sa

from app.infra.wall_clock import now
from app.matches.models import MatchRow, SeatRow
from app.notifications.events import Notification
from app.notifications.outbox.delivery import BACKOFF, FAILURES
from app.notifications.outbox.http import Posted
from app.notifications.outbox.leases import lease
from app.notifications.webhooks.models import DeliveryRow, WebhookRow
from app.notifications.webhooks.payloads import secret_of
from tests.app.in_process import begin, in_process_server
from tests.app.test_lobby import problem
from tests.app.test_registration import register
from tests.app.wire import arrive, tiny


class Ear:
    """A small HTTP server that stores what it receives and replies with the next of `answers`."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.heard = []
        self.changed = asyncio.Event()

    async def serve(self, reader, writer):
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        lines = head.split("\r\n")
        pairs = (line.partition(": ") for line in lines[1:] if line)
        headers = {name.lower(): value for name, _, value in pairs}
        body = await reader.readexactly(int(headers["content-length"]))
        self.heard.append((headers, body))
        answer = self.answers.pop(0) if self.answers else "204 No Content"
        writer.write(f"HTTP/1.1 {answer}\r\nContent-Length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()
        self.changed.set()

    async def until(self, count):
        async with asyncio.timeout(20):
            while len(self.heard) < count:
                self.changed.clear()
                await self.changed.wait()

    def bodies(self):
        return [json.loads(body) for _, body in self.heard]


@asynccontextmanager
async def ear(*answers):
    listener = Ear(*answers)
    server = await asyncio.start_server(listener.serve, "127.0.0.1", 0)
    listener.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/hook"
    try:
        yield listener
    finally:
        server.close()
        await server.wait_closed()


def hook(url, *events, format="generic"):
    return {"url": url, "format": format, "events": events or ["decision", "invite", "end"]}


def verified(secret, headers, body):
    """Whether a receiver that follows Standard Webhooks takes the message."""
    key = base64.b64decode(secret.split("_")[1])
    id, moment = headers["webhook-id"], headers["webhook-timestamp"]
    signed = f"{id}.{moment}.".encode() + body
    signature = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return headers["webhook-signature"] == f"v1,{signature}"


async def test_a_turn_is_told_signed_and_without_anything_hidden(url):
    ann = await arrive(url, "Ann")
    async with ear() as there:
        made = await ann.post("/me/webhooks", hook(there.url, "decision"), 201)
        bob = await arrive(url, "Bob")
        match = await tiny(ann)
        await bob.post(f"/matches/{match}/seats", {})
        await there.until(1)
        (headers, body), *_ = there.heard
        said = json.loads(body)
        assert (said["event"], said["match"], said["waiting"]) == (
            "decision",
            match,
            ["Ann", "Bob"],
        )
        assert said["url"] == f"{url}/m/{match}"
        assert set(said) == {
            *("event", "account", "match", "game", "title", "url", "status", "players", "text"),
            "waiting",
        }
        secret, moment = made["secret"].encode(), headers["conclave-timestamp"].encode()
        signature = hmac.new(secret, moment + b"." + body, hashlib.sha256).hexdigest()
        assert headers["conclave-signature"] == f"v1={signature}"
        assert verified(made["secret"], headers, body)
        assert not verified(made["secret"], headers, body + b" ")
        listed = (await ann.get("/me/webhooks"))["items"]
        assert [(one["id"], "secret" in one) for one in listed] == [(made["id"], False)]
        assert (await ann.call("DELETE", f"/me/webhooks/{made['id']}")).status_code == 204
        assert problem(await ann.call("DELETE", f"/me/webhooks/{made['id']}")) == "not-found"


async def test_an_invitation_and_an_end_are_told_as_discord_wants_it(url):
    cid = await register(url)
    ann = await arrive(url, "Ann")
    async with ear() as there:
        made = await cid.post(
            "/me/webhooks", hook(there.url, "invite", "end", format="discord"), 201
        )
        assert "secret" not in made
        seats = [{"kind": "me"}, {"kind": "open", "invite": cid.name}]
        match = await tiny(ann, 1, seats)
        await there.until(1)
        said = there.bodies()[0]
        assert "a seat is kept for you" in said["content"]
        assert said["allowed_mentions"] == {"parse": []}
        await cid.post(f"/matches/{match}/seats", {})
        await ann.post(f"/matches/{match}/resign")
        await there.until(2)
        assert f"First: {cid.name}" in there.bodies()[1]["content"]


async def listening(services, url, account="a_ann", events=("decision",), format="generic", id=""):
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
    services.webhook_delivery.listen_for(account)


async def said(services, match, kind="decision", account="a_ann"):
    await services.webhook_delivery._queue([Notification(kind, account, match, 0, {})])


async def rows(services, table):
    async with services.database.reading() as session:
        return (await session.scalars(sa.select(table))).all()


async def hurry(services):
    """Let what waits for its time be due."""
    async with services.database.writing() as session:
        later = sa.update(DeliveryRow).where(DeliveryRow.due.is_not(None))
        await session.execute(later.values(due=now() - timedelta(seconds=1)))


def at(folder, **settings):
    return in_process_server(
        folder, webhook_private_addresses=True, webhook_ports="any", **settings
    )


async def test_one_message_a_match_for_a_while_and_only_to_who_is_waited_for(tmp_path):
    async with ear() as there, at(tmp_path, turn_webhook_delay=0) as services:
        await listening(services, there.url)
        match = await begin(services, "tiny")
        for _ in range(3):
            await said(services, match)
        assert await services.webhook_delivery.deliver() == 1
        assert len(there.heard) == 1
        await said(services, match)
        assert await services.webhook_delivery.deliver() == 0
        (row,) = await rows(services, DeliveryRow)
        assert row.due >= row.sent_at + timedelta(seconds=299)
        async with services.database.writing() as session:
            (await session.get_one(MatchRow, match)).waiting = 0b10
        await hurry(services)
        assert await services.webhook_delivery.deliver() == 1
        assert len(there.heard) == 1


async def test_who_answers_soon_enough_hears_nothing(tmp_path):
    async with ear() as there, at(tmp_path, turn_webhook_delay=60) as services:
        await listening(services, there.url)
        match = await begin(services, "tiny")
        await said(services, match)
        assert await services.webhook_delivery.deliver() == 0
        async with services.database.writing() as session:
            (await session.get_one(MatchRow, match)).waiting = 0
        await hurry(services)
        await services.webhook_delivery.deliver()
        assert there.heard == []
        assert await rows(services, DeliveryRow) == []


async def test_what_is_not_taken_is_tried_again_and_given_up_at_last(tmp_path):
    answers = ["500 No"] * (len(BACKOFF) + 1)
    async with ear(*answers) as there, at(tmp_path, turn_webhook_delay=0) as services:
        await listening(services, there.url)
        match = await begin(services, "tiny")
        await said(services, match)
        for attempt, pause in enumerate(BACKOFF, 1):
            assert await services.webhook_delivery.deliver() == 1
            (row,) = await rows(services, DeliveryRow)
            assert row.attempts == attempt
            assert row.due > now() + timedelta(seconds=pause - 5)
            assert await services.webhook_delivery.deliver() == 0
            await hurry(services)
        await services.webhook_delivery.deliver()
        assert await rows(services, DeliveryRow) == []
        (webhook,) = await rows(services, WebhookRow)
        assert webhook.failures == 1
        await said(services, match)
        await services.webhook_delivery.deliver()
        (webhook,) = await rows(services, WebhookRow)
        assert (webhook.failures, len(there.heard)) == (0, len(BACKOFF) + 2)
        ids = [headers["webhook-id"] for headers, _ in there.heard]
        assert len(set(ids[:-1])) == 1, "every attempt has the id of the message"
        assert ids[-1] not in ids[:-1], "another message has another"


async def test_a_webhook_that_never_takes_anything_ends(tmp_path):
    async with at(tmp_path, turn_webhook_delay=0) as services:
        await listening(services, "http://127.0.0.1:9/")
        match = await begin(services, "tiny")
        async with services.database.writing() as session:
            (await session.get_one(WebhookRow, "w_a_ann")).failures = FAILURES - 1
        await said(services, match)
        async with services.database.writing() as session:
            await session.execute(sa.update(DeliveryRow).values(attempts=len(BACKOFF)))
        await services.webhook_delivery.deliver()
        assert await rows(services, WebhookRow) == []
        assert await rows(services, DeliveryRow) == []


@pytest.mark.postgres
async def test_a_webhook_can_be_deleted_while_a_message_to_it_is_marked_as_sent(
    tmp_path, postgres_url
):
    """Whoever deletes it locks it before its messages; the courier must not do it the other way."""
    async with at(tmp_path, database_url=postgres_url, turn_webhook_delay=0) as services:
        await listening(services, "http://127.0.0.1:9/")
        match = await begin(services, "tiny")
        await said(services, match)
        (webhook,) = await rows(services, WebhookRow)
        async with services.database.writing() as session:
            own = sa.select(WebhookRow).where(WebhookRow.id == webhook.id)
            await session.execute(own.with_for_update())
            marking = asyncio.create_task(
                services.webhook_delivery._sent((webhook.id, match, "decision"), Posted(204))
            )
            await asyncio.sleep(0.2)
            await session.execute(sa.delete(WebhookRow).where(WebhookRow.id == webhook.id))
        await marking
        assert await rows(services, WebhookRow) == []
        assert await rows(services, DeliveryRow) == []


async def test_a_message_is_sent_by_one_courier(tmp_path):
    """Two deliver at once; and what one leased that then died is sent when the lease is over."""
    async with ear() as there, at(tmp_path, turn_webhook_delay=0) as services:
        await listening(services, there.url)
        match = await begin(services, "tiny")
        await said(services, match)
        counts = await asyncio.gather(*(services.webhook_delivery.deliver() for _ in range(2)))
        assert sorted(counts) == [0, 1]
        await said(services, match)
        await hurry(services)
        assert len(await lease(services.database, services.webhook_delivery.courier, [], 40)) == 1
        assert await services.webhook_delivery.deliver() == 0
        await hurry(services)
        assert await services.webhook_delivery.deliver() == 1
        assert len(there.heard) == 2


async def test_an_end_is_told_once_however_often_it_is_settled(tmp_path):
    async with ear() as there, at(tmp_path) as services:
        await listening(services, there.url, events=("end",))
        match = await begin(services, "tiny")
        async with services.database.writing() as session:
            row = await session.get_one(MatchRow, match)
            row.status, row.outcome = "aborted", {"ranks": [], "reason": "aborted"}
        for _ in range(3):
            await services.settlement.settle(match)
            await services.webhook_delivery.deliver()
        assert [one["text"] for one in there.bodies()] == ["Tiny has ended without a result."]


async def test_names_are_no_marks_in_discord(tmp_path):
    async with ear() as there, at(tmp_path) as services:
        await listening(services, there.url, events=("end",), format="discord")
        match = await begin(services, "tiny")
        async with services.database.writing() as session:
            row = await session.get_one(MatchRow, match)
            row.status, row.outcome = "finished", {"ranks": [[1], [0]], "reason": "finished"}
            (await session.get_one(SeatRow, (match, 1))).name = "@everyone [x](http://y)"
        await services.settlement.settle(match)
        await services.webhook_delivery.deliver()
        (said_there,) = there.bodies()
        assert r"\@everyone \[x\]\(http\://y\)" in said_there["content"]


async def test_most_people_cost_no_writing(tmp_path):
    async with at(tmp_path) as services:
        match = await begin(services, "tiny")
        while not services.webhook_delivery._heard.empty():
            await services.webhook_delivery._queue([services.webhook_delivery._heard.get_nowait()])
        services.webhook_delivery.hear(Notification("decision", "a_ann", match, 0, {}))
        assert services.webhook_delivery._heard.empty()
        services.webhook_delivery.listen_for("a_ann")
        services.webhook_delivery.hear(Notification("decision", "a_ann", match, 0, {"again": True}))
        assert services.webhook_delivery._heard.empty()
        services.webhook_delivery.hear(Notification("decision", "a_ann", match, 0, {}))
        assert services.webhook_delivery._heard.qsize() == 1


async def test_the_secret_of_a_webhook_is_kept_nowhere(tmp_path):
    async with at(tmp_path) as services:
        await listening(services, "http://127.0.0.1:9/")
        secret = secret_of(services.settings, "w_a_ann")
        assert secret != secret_of(services.settings, "w_a_bob")
    assert secret.encode() not in (tmp_path / "conclave.db").read_bytes()
