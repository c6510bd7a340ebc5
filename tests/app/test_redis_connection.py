"""Redis connections: opened as the URL says, and lost when either side closes."""

from __future__ import annotations

import asyncio
import subprocess
from contextlib import asynccontextmanager

import pytest
from redis.asyncio import Redis

from app.bus.connection import LOST, RedisConnection
from devtools.services import free_port
from tests.app.test_redis_bus import connected_bus, wait_for

pytestmark = pytest.mark.redis


@asynccontextmanager
async def open_connection(url):
    """A connection, and what it receives."""
    received = asyncio.Queue()
    connection = RedisConnection(url, received.put_nowait)
    try:
        await connection.open()
        yield connection, received
    finally:
        await connection.close()


async def administer(url, *command):
    async with Redis.from_url(url) as redis:
        return await redis.execute_command(*command)


async def set_user(url, *rules):
    await administer(url, "ACL", "SETUSER", "conclave", "on", ">secret", "~*", "&*", *rules)


def signed_in(url, password="secret"):
    return url.replace("unix://", f"unix://conclave:{password}@")


def certificate(folder):
    """A self-signed certificate for this machine, and its key."""
    paths = f"{folder}/server.crt", f"{folder}/server.key"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"]
    command += ["-subj", "/CN=conclave", "-addext", "subjectAltName=IP:127.0.0.1"]
    subprocess.run(
        [*command, "-out", paths[0], "-keyout", paths[1]], check=True, capture_output=True
    )
    return paths


async def test_commands_are_answered_in_order(private_redis):
    async with open_connection(private_redis.url) as (connection, received):
        connection.send("ECHO", "x" * 300_000)
        connection.send("ECHO", b"\x00\xff")
        connection.send("NO-SUCH-COMMAND")
        assert await received.get() == b"x" * 300_000
        assert await received.get() == b"\x00\xff"
        assert isinstance(await received.get(), Exception)


async def test_connection_authenticates_with_the_urls_credentials(private_redis):
    await set_user(private_redis.url, "+@all")
    async with open_connection(signed_in(private_redis.url)) as (connection, received):
        connection.send("ACL", "WHOAMI")
        assert await received.get() == b"conclave"
    with pytest.raises(LOST):
        async with open_connection(signed_in(private_redis.url, "wrong")):
            pass


async def test_connection_uses_tls_with_a_verified_server(private_redis, tmp_path):
    port, (certificate_file, key) = free_port(), certificate(tmp_path)
    settings = ["tls-cert-file", certificate_file, "tls-key-file", key, "tls-auth-clients", "no"]
    await administer(private_redis.url, "CONFIG", "SET", *settings, "tls-port", port)
    url = f"rediss://127.0.0.1:{port}/0"
    async with open_connection(f"{url}?ssl_ca_certs={certificate_file}") as (connection, received):
        connection.send("ECHO", "x" * 300_000)
        assert await received.get() == b"x" * 300_000
        await administer(private_redis.url, "CLIENT", "KILL", "TYPE", "normal")
        async with asyncio.timeout(10):
            await connection.wait_closed()
    with pytest.raises(LOST):
        async with open_connection(url):
            pass


async def test_connection_closes_when_redis_closes_it(private_redis):
    async with open_connection(private_redis.url) as (connection, _):
        await administer(private_redis.url, "CLIENT", "KILL", "TYPE", "normal")
        async with asyncio.timeout(10):
            await connection.wait_closed()
    await asyncio.to_thread(private_redis.stop)
    with pytest.raises(LOST):
        async with open_connection(private_redis.url):
            pass


async def test_bus_reports_a_missed_publish_once_redis_permits_it(private_redis):
    """Otherwise other processes would never learn that they missed a message."""
    channel, returned = "match:h:0", []
    await set_user(private_redis.url, "+@all")
    async with (
        connected_bus(signed_in(private_redis.url)) as (bus, _),
        connected_bus(private_redis.url, channel) as (other_bus, other_received),
    ):
        other_bus.on_resync = returned.append
        await set_user(private_redis.url, "-eval")
        bus.publish(channel, b"1 {}")
        async with asyncio.timeout(10):
            await bus.sent.wait()
        assert (other_received, returned) == ([], [])
        await set_user(private_redis.url, "+eval")
        bus.publish(channel, b"2 {}")
        await wait_for(other_received, b"2 {}")
        async with asyncio.timeout(10):
            while not returned:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        assert {channel} in returned
