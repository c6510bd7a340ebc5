"""Webhook delivery: a slow receiver delays only its own deliveries."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress

import pytest

from app.notifications.outbox import leases
from app.notifications.outbox.leases import Lease, lease
from app.notifications.webhooks import courier as couriers
from app.notifications.webhooks.models import DeliveryRow
from tests.app.in_process import begin
from tests.app.test_webhooks import at, ear, hurry, listening, rows, said

LONG = 300
"""Seconds that a delivery may take here; no test waits for them."""


class Hanging:
    """A receiver that lets every sender wait until it is `released`."""

    def __init__(self):
        self.waiting = 0
        self.heard = 0
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
            self.heard += more > 0
            self.changed.notify_all()

    async def until(self, condition):
        async with asyncio.timeout(60), self.changed:
            await self.changed.wait_for(condition)


@asynccontextmanager
async def hanging():
    receiver = Hanging()
    server = await asyncio.start_server(receiver.serve, "127.0.0.1", 0)
    receiver.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/hook"
    try:
        yield receiver
    finally:
        receiver.released.set()
        server.close()


@asynccontextmanager
async def delivering(services):
    """The courier at work."""
    task = asyncio.create_task(services.webhook_delivery.keep_delivering())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        assert not services.webhook_delivery._running


def slowly(folder):
    return at(folder, turn_webhook_delay=0, webhook_seconds=LONG)


async def test_ten_receivers_that_hang_delay_nobody_else(tmp_path):
    async with hanging() as stuck, ear() as there, slowly(tmp_path) as services:
        for number in range(10):
            await listening(services, stuck.url, id=f"w_{number}")
        await listening(services, there.url, account="a_bob")
        match = await begin(services, "tiny")
        async with delivering(services):
            await said(services, match)
            await stuck.until(lambda: stuck.waiting == 10)
            await said(services, match, account="a_bob")
            await there.until(1)
            assert stuck.waiting == 10


async def test_nine_that_hang_do_not_delay_the_tenth_of_the_same_account(tmp_path):
    async with hanging() as stuck, ear() as there, slowly(tmp_path) as services:
        for number in range(9):
            await listening(services, stuck.url, id=f"w_{number}")
        await listening(services, there.url, id="w_9")
        async with delivering(services):
            for heard in (1, 2):
                await said(services, await begin(services, "tiny"))
                await there.until(heard)
            await stuck.until(lambda: stuck.waiting == 9)


async def test_a_webhook_gets_one_message_at_a_time(tmp_path):
    async with hanging() as stuck, slowly(tmp_path) as services:
        await listening(services, stuck.url)
        for _ in range(3):
            await said(services, await begin(services, "tiny"))
        async with delivering(services):
            await stuck.until(lambda: stuck.waiting == 1)
            assert await services.webhook_delivery._begin() == []
            assert stuck.heard == 1
            stuck.released.set()
            await stuck.until(lambda: stuck.heard == 3)


async def test_when_many_are_under_way_each_account_has_one_place(tmp_path, monkeypatch):
    monkeypatch.setattr(leases, "CROWDED_FROM", 2)
    monkeypatch.setattr(leases, "MAX_SENDING", 4)
    async with slowly(tmp_path) as services:
        for number in range(4):
            await listening(services, "http://127.0.0.1:9/", id=f"w_{number}")
            await listening(services, "http://127.0.0.1:9/", "a_bob", id=f"w_bob_{number}")
        match = await begin(services, "tiny")
        await said(services, match)
        await said(services, match, account="a_bob")
        parts = services.database, services.webhook_delivery.courier
        running = [Lease(f"w_{number}", "a_ann", match, "decision") for number in range(2)]
        (only,) = await lease(*parts, running, 40)
        assert only.account == "a_bob"
        assert await lease(*parts, [*running, only], 40) == []
        assert (
            await lease(
                services.database, services.webhook_delivery.courier, [*running, only, only], 40
            )
            == []
        )
        calm = await lease(*parts, [only], 40)
        assert len(calm) == 3, "with room for three more the others may go"
        assert only not in calm


async def test_a_receiver_that_answers_drop_by_drop_is_left_in_time(tmp_path):
    async def drip(_reader, writer):
        writer.write(b"HTTP/1.1 200 OK\r\nX-Long: ")
        with suppress(ConnectionError):
            while True:
                writer.write(b"x")
                await writer.drain()
                await asyncio.sleep(0.05)

    server = await asyncio.start_server(drip, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/hook"
    async with at(tmp_path, turn_webhook_delay=0, webhook_seconds=0.3) as services:
        await listening(services, url)
        await said(services, await begin(services, "tiny"))
        async with asyncio.timeout(60):
            await services.webhook_delivery.deliver()
        (row,) = await rows(services, DeliveryRow)
        assert row.attempts == 1
    server.close()


@pytest.mark.parametrize("error", [RuntimeError, OSError])
async def test_what_fails_in_one_delivery_ends_no_other(tmp_path, monkeypatch, error):
    whole, failed = couriers.payload_of, asyncio.Event()

    async def fail_once(*given):
        if not failed.is_set():
            failed.set()
            raise error
        return await whole(*given)

    monkeypatch.setattr(couriers, "payload_of", fail_once)
    async with ear() as there, at(tmp_path, turn_webhook_delay=0) as services:
        await listening(services, there.url)
        async with delivering(services):
            await said(services, await begin(services, "tiny"))
            await asyncio.wait_for(failed.wait(), 60)
            await hurry(services)
            services.webhook_delivery.wake()
            await there.until(1)
