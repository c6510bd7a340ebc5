"""Redis connections: opened as the URL says, and lost when either side goes."""

from __future__ import annotations

import asyncio
import subprocess
from contextlib import asynccontextmanager

import pytest
from redis.asyncio import Redis

from app.bus.connection import LOST, RedisConnection
from tests.app.test_redis_bus import hears, listening
from tests.server_process import free_port

pytestmark = pytest.mark.redis


@asynccontextmanager
async def opened(url):
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
    """A certificate for this machine, which signs itself, and its key."""
    paths = f"{folder}/server.crt", f"{folder}/server.key"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"]
    command += ["-subj", "/CN=conclave", "-addext", "subjectAltName=IP:127.0.0.1"]
    subprocess.run(
        [*command, "-out", paths[0], "-keyout", paths[1]], check=True, capture_output=True
    )
    return paths


async def test_commands_are_answered_in_order(private_redis):
    async with opened(private_redis.url) as (connection, received):
        connection.send("ECHO", "x" * 300_000)
        connection.send("ECHO", b"\x00\xff")
        connection.send("NO-SUCH-COMMAND")
        assert await received.get() == b"x" * 300_000
        assert await received.get() == b"\x00\xff"
        assert isinstance(await received.get(), Exception)


async def test_it_signs_in_with_the_name_and_password_of_the_url(private_redis):
    await set_user(private_redis.url, "+@all")
    async with opened(signed_in(private_redis.url)) as (connection, received):
        connection.send("ACL", "WHOAMI")
        assert await received.get() == b"conclave"
    with pytest.raises(LOST):
        async with opened(signed_in(private_redis.url, "wrong")):
            pass


async def test_it_speaks_tls_with_a_server_it_can_verify(private_redis, tmp_path):
    port, (signed, key) = free_port(), certificate(tmp_path)
    settings = ["tls-cert-file", signed, "tls-key-file", key, "tls-auth-clients", "no"]
    await administer(private_redis.url, "CONFIG", "SET", *settings, "tls-port", port)
    url = f"rediss://127.0.0.1:{port}/0"
    async with opened(f"{url}?ssl_ca_certs={signed}") as (connection, received):
        connection.send("ECHO", "x" * 300_000)
        assert await received.get() == b"x" * 300_000
        await administer(private_redis.url, "CLIENT", "KILL", "TYPE", "normal")
        async with asyncio.timeout(10):
            await connection.wait_closed()
    with pytest.raises(LOST):
        async with opened(url):
            pass


async def test_it_is_closed_when_redis_closes_it(private_redis):
    async with opened(private_redis.url) as (connection, _):
        await administer(private_redis.url, "CLIENT", "KILL", "TYPE", "normal")
        async with asyncio.timeout(10):
            await connection.wait_closed()
    await asyncio.to_thread(private_redis.stop)
    with pytest.raises(LOST):
        async with opened(private_redis.url):
            pass


async def test_what_redis_does_not_let_us_publish_is_announced_once_it_does(private_redis):
    """Otherwise the others would never learn that they have missed something."""
    channel, returned = "match:h:0", []
    await set_user(private_redis.url, "+@all")
    async with (
        listening(signed_in(private_redis.url)) as (ours, _),
        listening(private_redis.url, channel) as (theirs, they),
    ):
        theirs.returned = returned.append
        await set_user(private_redis.url, "-eval")
        ours.publish(channel, b"1 {}")
        async with asyncio.timeout(10):
            await ours.sent.wait()
        assert (they, returned) == ([], [])
        await set_user(private_redis.url, "+eval")
        ours.publish(channel, b"2 {}")
        await hears(they, b"2 {}")
        async with asyncio.timeout(10):
            while not returned:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        assert {channel} in returned
