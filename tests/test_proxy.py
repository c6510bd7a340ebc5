"""The tests' own proxy behaves as tests of partial failure expect."""

import asyncio
import time
from contextlib import asynccontextmanager, suppress

import pytest
from redis.asyncio import Redis
from sqlalchemy import make_url

from tests.proxy import Proxy

ARRIVAL_S = 0.2
"""Seconds within which data arrives, if it arrives at all."""
TIMEOUT_S = 20


class Service:
    """Stores every byte that it receives, and echoes each piece."""

    def __init__(self):
        self.received = bytearray()
        self.ended = asyncio.Event()
        self._more = asyncio.Condition()

    async def talk(self, reader, writer):
        with suppress(ConnectionError):
            while data := await reader.read(1024):
                writer.write(data)
                async with self._more:
                    self.received += data
                    self._more.notify_all()
        self.ended.set()
        writer.close()

    async def wait_for(self, data):
        async with asyncio.timeout(TIMEOUT_S), self._more:
            await self._more.wait_for(lambda: self.received == data)


@asynccontextmanager
async def proxied_service():
    """A proxy, the service behind it, and a connection that has sent "1"."""
    service = Service()
    server = await asyncio.start_server(service.talk, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    with Proxy("127.0.0.1", port) as proxy:
        old = await connect(proxy)
        assert await echo(old, b"1") == b"1"
        yield proxy, service, old
    server.close()


async def connect(proxy):
    return await asyncio.open_connection("127.0.0.1", proxy.port)


async def echo(connection, data, limit_s=TIMEOUT_S):
    reader, writer = connection
    writer.write(data)
    async with asyncio.timeout(limit_s):
        return await reader.readexactly(len(data))


async def is_silent(connection):
    try:
        await echo(connection, b"?", ARRIVAL_S)
    except TimeoutError:
        return True
    return False


async def is_reset(proxy):
    try:
        reader, _ = await connect(proxy)
        async with asyncio.timeout(TIMEOUT_S):
            return not await reader.read(1)
    except ConnectionError:
        return True


async def test_data_is_passed_on_in_both_directions_with_its_end():
    async with proxied_service() as (proxy, service, connection):
        assert await echo(connection, b"hello") == b"hello"
        connection[1].write_eof()
        await asyncio.wait_for(service.ended.wait(), TIMEOUT_S)
        assert await asyncio.wait_for(connection[0].read(), TIMEOUT_S) == b""
        assert proxy.accepted == 1


@pytest.mark.timed
async def test_delay_slows_each_direction():
    async with proxied_service() as (proxy, _, connection):
        proxy.delay(0.1)
        started = time.monotonic()
        assert await echo(connection, b"slow") == b"slow"
        assert time.monotonic() - started >= 0.2
        proxy.pass_on()
        assert await echo(connection, b"fast") == b"fast"


async def test_cut_resets_open_connections_and_refuse_rejects_new_ones():
    async with proxied_service() as (proxy, _, old):
        proxy.refuse()
        assert await is_reset(proxy)
        assert await echo(old, b"2") == b"2"
        proxy.cut()
        with pytest.raises((ConnectionResetError, asyncio.IncompleteReadError)):
            await echo(old, b"3")
        proxy.pass_on()
        assert await echo(await connect(proxy), b"4") == b"4"


async def test_half_open_silences_old_and_serves_new_connections():
    async with proxied_service() as (proxy, service, old):
        proxy.half_open()
        assert await is_silent(old)
        new = [await connect(proxy)]
        assert await echo(new[0], b"2") == b"2"
        proxy.pass_on()
        old[1].close()
        new.append(await connect(proxy))
        assert await echo(new[1], b"3") == b"3"
        assert not service.ended.is_set()
        assert service.received == b"123"


async def test_black_hole_accepts_and_swallows():
    async with proxied_service() as (proxy, service, old):
        proxy.black_hole()
        assert await is_silent(old)
        assert await is_silent(await connect(proxy))
        proxy.pass_on()
        assert await is_silent(old)
        assert await echo(await connect(proxy), b"2") == b"2"
        assert service.received == b"12"


async def test_held_data_arrives_in_order_after_its_sender_has_gone():
    async with proxied_service() as (proxy, service, old):
        proxy.hold()
        assert await is_silent(old)
        old[1].write(b"late")
        await old[1].drain()
        old[1].transport.abort()
        assert await echo(await connect(proxy), b"2") == b"2"
        assert service.received == b"12"
        proxy.release()
        await service.wait_for(b"12?late")
        await asyncio.wait_for(service.ended.wait(), TIMEOUT_S)


async def test_proxy_can_hold_replies_and_new_connections():
    async with proxied_service() as (proxy, service, _):
        proxy.hold("down", new=True)
        connection = await connect(proxy)
        assert await is_silent(connection)
        await service.wait_for(b"1?")
        proxy.release()
        assert await asyncio.wait_for(connection[0].read(1), TIMEOUT_S) == b"?"


async def test_proxy_stands_before_the_services_of_the_tests(private_redis):
    with Proxy.to(private_redis.url) as proxy:
        async with Redis.from_url(proxy.url) as redis:
            assert await redis.ping()
        assert proxy.accepted == 1
    with Proxy.to("postgresql://test@/conclave?host=/tmp/pg-1") as proxy:
        url = make_url(proxy.url)
        assert (url.username, url.host, url.database) == ("test", "127.0.0.1", "conclave")
        assert proxy.host == "/tmp/pg-1/.s.PGSQL.5432"
