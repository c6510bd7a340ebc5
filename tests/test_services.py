"""The services that other tests rely on do what their names promise."""

import asyncpg
import pytest
from playwright.async_api import Page
from redis.asyncio import Redis
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from tests.services import PrivateServer


async def test_each_test_gets_an_empty_database(database_url):
    engine = create_async_engine(database_url)
    async with engine.begin() as connection:
        await connection.execute(text("create table mine (id integer primary key)"))
    await engine.dispose()


async def test_what_was_committed_survives_a_crash_of_postgres(durable_postgres: PrivateServer):
    connection = await asyncpg.connect(durable_postgres.url)
    await connection.execute("create table kept (n integer)")
    await connection.execute("insert into kept values (7)")

    durable_postgres.kill()
    with pytest.raises((asyncpg.PostgresError, asyncpg.InterfaceError, OSError)):
        await connection.fetchval("select n from kept")

    durable_postgres.start()
    connection = await asyncpg.connect(durable_postgres.url)
    assert await connection.fetchval("select n from kept") == 7
    await connection.close()


async def test_each_test_gets_an_empty_redis(redis_url):
    async with Redis.from_url(redis_url) as client:
        assert await client.dbsize() == 0
        await client.set("left", "behind")


async def test_redis_comes_back_after_a_stop(private_redis: PrivateServer):
    private_redis.stop()
    private_redis.start()
    async with Redis.from_url(private_redis.url) as client:
        assert await client.ping()


async def test_the_browser_runs_scripts(page: Page):
    await page.set_content("<p id=sum></p><script>sum.textContent = 6 * 7</script>")
    assert await page.text_content("#sum") == "42"
