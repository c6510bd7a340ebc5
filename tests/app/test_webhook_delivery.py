"""Webhook delivery: a slow receiver delays only its own deliveries."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress

import pytest

from app.notifications.outbox import leases
from app.notifications.outbox.leases import Lease, lease
from app.notifications.webhooks import transport as webhook_transport
from app.notifications.webhooks.models import DeliveryRow
from tests.app.http_receiver import http_receiver
from tests.app.in_process import begin
from tests.app.test_webhooks import add_webhook, make_due, notify, rows, webhook_server

LONG_S = 300
"""Seconds that a delivery may take here; no test waits for them."""


class HangingReceiver:
    """A receiver that keeps every sender waiting until it is `released`."""

    def __init__(self):
        self.waiting = 0
        self.requests = 0
        self.changed = asyncio.Condition()
        self.released = asyncio.Event()

    async def serve(self, reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        await self.count(1)
        await self.released.wait()
        await self.count(-1)
        writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
        with suppress(ConnectionError):
            await writer.drain()
        writer.close()

    async def count(self, more):
        async with self.changed:
            self.waiting += more
            self.requests += more > 0
            self.changed.notify_all()

    async def until(self, condition):
        async with asyncio.timeout(60), self.changed:
            await self.changed.wait_for(condition)


@asynccontextmanager
async def hanging_receiver():
    receiver = HangingReceiver()
    server = await asyncio.start_server(receiver.serve, "127.0.0.1", 0)
    receiver.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/hook"
    try:
        yield receiver
    finally:
        receiver.released.set()
        server.close()


@asynccontextmanager
async def delivering(services):
    """Run the delivery worker."""
    task = asyncio.create_task(services.deliveries.webhooks.keep_delivering())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        assert not services.deliveries.webhooks._running


def slow_delivery_server(folder):
    return webhook_server(folder, turn_webhook_delay=0, webhook_seconds=LONG_S)


async def test_hanging_receivers_delay_no_other_account(tmp_path):
    async with (
        hanging_receiver() as stuck,
        http_receiver() as receiver,
        slow_delivery_server(tmp_path) as services,
    ):
        for number in range(10):
            await add_webhook(services, stuck.url, id=f"w_{number}")
        await add_webhook(services, receiver.url, account="a_bob")
        match = await begin(services, "tiny")
        async with delivering(services):
            await notify(services, match)
            await stuck.until(lambda: stuck.waiting == 10)
            await notify(services, match, account="a_bob")
            await receiver.until(1)
            assert stuck.waiting == 10


async def test_hanging_receivers_do_not_delay_another_of_the_same_account(tmp_path):
    async with (
        hanging_receiver() as stuck,
        http_receiver() as receiver,
        slow_delivery_server(tmp_path) as services,
    ):
        for number in range(9):
            await add_webhook(services, stuck.url, id=f"w_{number}")
        await add_webhook(services, receiver.url, id="w_9")
        async with delivering(services):
            for count in (1, 2):
                await notify(services, await begin(services, "tiny"))
                await receiver.until(count)
            await stuck.until(lambda: stuck.waiting == 9)


async def test_webhook_gets_one_message_at_a_time(tmp_path):
    async with hanging_receiver() as stuck, slow_delivery_server(tmp_path) as services:
        await add_webhook(services, stuck.url)
        for _ in range(3):
            await notify(services, await begin(services, "tiny"))
        async with delivering(services):
            await stuck.until(lambda: stuck.waiting == 1)
            assert await services.deliveries.webhooks._lease_and_start() == []
            assert stuck.requests == 1
            stuck.released.set()
            await stuck.until(lambda: stuck.requests == 3)


async def test_account_has_one_delivery_when_many_are_under_way(tmp_path, monkeypatch):
    monkeypatch.setattr(leases, "CROWDED_FROM", 2)
    monkeypatch.setattr(leases, "MAX_SENDING", 4)
    async with slow_delivery_server(tmp_path) as services:
        for number in range(4):
            await add_webhook(services, "http://127.0.0.1:9/", id=f"w_{number}")
            await add_webhook(services, "http://127.0.0.1:9/", "a_bob", id=f"w_bob_{number}")
        match = await begin(services, "tiny")
        await notify(services, match)
        await notify(services, match, account="a_bob")
        parts = services.database, services.deliveries.webhooks.transport
        running = [Lease(f"w_{number}", "a_ann", match, "decision") for number in range(2)]
        (only,) = await lease(*parts, running, 40)
        assert only.account == "a_bob"
        assert await lease(*parts, [*running, only], 40) == []
        assert (
            await lease(
                services.database,
                services.deliveries.webhooks.transport,
                [*running, only, only],
                40,
            )
            == []
        )
        calm = await lease(*parts, [only], 40)
        assert len(calm) == 3, "with room for three more the others may go"
        assert only not in calm


async def test_receiver_that_answers_byte_by_byte_is_dropped_in_time(tmp_path):
    async def drip_bytes(_reader, writer):
        writer.write(b"HTTP/1.1 200 OK\r\nX-Long: ")
        with suppress(ConnectionError):
            while True:
                writer.write(b"x")
                await writer.drain()
                await asyncio.sleep(0.05)

    server = await asyncio.start_server(drip_bytes, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/hook"
    async with webhook_server(tmp_path, turn_webhook_delay=0, webhook_seconds=0.3) as services:
        await add_webhook(services, url)
        await notify(services, await begin(services, "tiny"))
        async with asyncio.timeout(60):
            await services.deliveries.webhooks.deliver()
        (row,) = await rows(services, DeliveryRow)
        assert row.attempts == 1
    server.close()


@pytest.mark.parametrize("error", [RuntimeError, OSError])
async def test_failing_delivery_ends_no_other(tmp_path, monkeypatch, error):
    payload_of, failed = webhook_transport.payload_of, asyncio.Event()

    async def fail_once(*args):
        if not failed.is_set():
            failed.set()
            raise error
        return await payload_of(*args)

    monkeypatch.setattr(webhook_transport, "payload_of", fail_once)
    async with (
        http_receiver() as receiver,
        webhook_server(tmp_path, turn_webhook_delay=0) as services,
    ):
        await add_webhook(services, receiver.url)
        async with delivering(services):
            await notify(services, await begin(services, "tiny"))
            await asyncio.wait_for(failed.wait(), 60)
            await make_due(services)
            services.deliveries.webhooks.wake()
            await receiver.until(1)
