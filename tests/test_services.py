"""The services that other tests rely on do what their names promise."""

import shutil
import subprocess
from pathlib import Path

import asyncpg
import pytest
from playwright.async_api import Page
from redis.asyncio import Redis
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from devtools import browsers
from devtools.services import PrivateServer, ServiceMissing

pytestmark = pytest.mark.programs

DEPENDENCIES = Path(__file__).parents[1] / "scripts/system-deps"
CHOSEN_BY = {
    "CHROMIUM": "chromium",
    "FIREFOX": "firefox-esr",
    "WEBKIT_DRIVER": "webkit2gtk-driver",
    "XVFB": "xvfb",
}
"""The package of each browser, by the variable that names another binary."""


async def test_each_test_gets_an_empty_database(empty_database_url):
    engine = create_async_engine(empty_database_url)
    async with engine.begin() as connection:
        await connection.execute(text("create table mine (id integer primary key)"))
    await engine.dispose()


async def test_committed_data_survives_a_crash_of_postgres(durable_postgres: PrivateServer):
    connection = await asyncpg.connect(durable_postgres.url)
    await connection.execute("create table numbers (n integer)")
    await connection.execute("insert into numbers values (7)")

    durable_postgres.kill()
    with pytest.raises((asyncpg.PostgresError, asyncpg.InterfaceError, OSError)):
        await connection.fetchval("select n from numbers")

    durable_postgres.start()
    connection = await asyncpg.connect(durable_postgres.url)
    assert await connection.fetchval("select n from numbers") == 7
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


async def test_browser_runs_scripts(page: Page):
    await page.set_content("<p id=sum></p><script>sum.textContent = 6 * 7</script>")
    assert await page.text_content("#sum") == "42"


@pytest.mark.parametrize(
    "find",
    [
        browsers.chromium,
        browsers.headless_chromium,
        browsers.firefox,
        browsers.webkit_driver,
        browsers.mini_browser,
    ],
)
def test_missing_browser_is_an_error(find, monkeypatch: pytest.MonkeyPatch):
    for name in (*CHOSEN_BY, "MINI_BROWSER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(ServiceMissing, match="make deps"):
        find()


def packages_to_install(folder: Path, **chosen: str) -> set[str]:
    """The packages that scripts/system-deps would install where none is, not even apt-get."""
    for name in ("echo", "id", "ls", "xargs"):
        (folder / name).symlink_to(shutil.which(name) or name)
    result = subprocess.run(
        ["/bin/sh", f"{DEPENDENCIES}"],
        env={"PATH": f"{folder}", **chosen},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 1
    return set(result.stderr.splitlines()[0].split(": ")[1].split())


def test_every_missing_browser_is_listed_for_installation(tmp_path: Path):
    assert set(CHOSEN_BY.values()) <= packages_to_install(tmp_path)


def test_browser_configured_by_path_is_not_listed_for_installation(tmp_path: Path):
    chosen = dict.fromkeys(CHOSEN_BY, "/opt/another")
    assert not set(CHOSEN_BY.values()) & packages_to_install(tmp_path, **chosen)
