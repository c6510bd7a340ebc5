"""Fixtures for every test: databases, the bus, server processes, the browser.

Services start when the first test asks for them, once per worker. Under CI=true the run fails if a
test was skipped, or if a whole run did without PostgreSQL, Redis or one of the browsers.
"""

import asyncio
import os
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg
import hypothesis
import pytest
from playwright.async_api import Browser, ConsoleMessage, Error, Page
from redis.asyncio import Redis

from app.infra.migrations import upgrade
from app.infra.read_settings import read_settings
from devtools import browsers, services
from devtools.services import PrivateServer
from engine.core.messages import Messages
from tests.server_process import Server, launch, wait_until_ready

pytest.register_assert_rewrite("engine.testing")
os.environ["GAMES"] = "ascended_kings,battle_for_empyrean,res_arcana,tiny"

SERVICE_FIXTURES = {
    "postgres_server": "postgres",
    "durable_postgres": "postgres",
    "redis_server": "redis",
    "private_redis": "redis",
    "browser": "browser",
    "firefox": "firefox",
    "webkit": "webkit",
}
NOT_FAST = {*SERVICE_FIXTURES.values(), "programs", "soak", "timed"}
"""Marks of the tests that a fast run leaves out."""
RULES = ("tests/res_arcana", "tests/battle_for_empyrean", "tests/ascended_kings")
"""A fast run has all tests of rules and cards, which take milliseconds, but their batteries."""
BATTERIES = {"test_windows.py", "test_threats.py", "test_whole_matches.py"}
SAMPLE_EVERY = 20
"""Of all other tests a fast run takes a sample."""
PATIENT = hypothesis.settings(
    deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
"""A busy machine fails no property."""


# Databases and the bus


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """A server's URL, without a driver."""
    with services.postgres() as url:
        yield url


@asynccontextmanager
async def new_database(server: str, template: str = "template0") -> AsyncIterator[str]:
    """A copy of the template on that server until the block ends; its name."""
    name = f"test_{uuid.uuid4().hex[:12]}"
    admin = await asyncpg.connect(server)
    try:
        await admin.execute(f'create database "{name}" template "{template}"')
        yield name
        await admin.execute(f'drop database "{name}" with (force)')
    finally:
        await admin.close()


@pytest.fixture(scope="session")
async def migrated_template(postgres_server: str) -> AsyncIterator[str]:
    """The name of a database with every table, which takes far less time to copy than to make."""
    async with new_database(postgres_server) as name:
        url = database_on(postgres_server, name)
        await asyncio.to_thread(upgrade, read_settings(database_url=url, secret_key="x" * 32))
        yield name


@pytest.fixture
async def postgres_url(postgres_server: str, migrated_template: str) -> AsyncIterator[str]:
    """A new migrated database, as SQLAlchemy reads it."""
    async with new_database(postgres_server, migrated_template) as name:
        yield database_on(postgres_server, name)


@pytest.fixture
async def empty_postgres_url(postgres_server: str) -> AsyncIterator[str]:
    """A new database without tables, as SQLAlchemy reads it."""
    async with new_database(postgres_server) as name:
        yield database_on(postgres_server, name)


@pytest.fixture
def durable_postgres() -> Iterator[PrivateServer]:
    """A server that loses no commit, for tests that kill it."""
    with services.private_postgres(durable=True) as server:
        yield server


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new database of each kind, as SQLAlchemy reads it: SQLite makes the file when it is opened,
    PostgreSQL has the tables already.
    """
    if request.param == "sqlite":
        return sqlite_url(tmp_path)
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def empty_database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new database of each kind without tables, as SQLAlchemy reads it."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path)
    return str(request.getfixturevalue("empty_postgres_url"))


@pytest.fixture(scope="session")
def redis_server() -> Iterator[str]:
    with services.redis() as url:
        yield url


@pytest.fixture
async def redis_url(redis_server: str) -> str:
    """An empty Redis."""
    async with Redis.from_url(redis_server) as client:
        await client.flushdb()
    return redis_server


@pytest.fixture
def private_redis() -> Iterator[PrivateServer]:
    """A server that a test may stop."""
    with services.private_redis() as server:
        yield server


@pytest.fixture(params=["memory", pytest.param("redis", marks=pytest.mark.redis)])
def bus_url(request: pytest.FixtureRequest) -> str:
    """REDIS_URL for each kind of bus; empty is the one inside the process."""
    if request.param == "memory":
        return ""
    return str(request.getfixturevalue("redis_url"))


def sqlite_url(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder}/conclave.db"


def database_on(server: str, name: str) -> str:
    """The URL of one database on a server, with the driver that SQLAlchemy uses."""
    address, _, query = server.partition("?")
    base = address.rsplit("/", 1)[0].replace("postgresql://", "postgresql+asyncpg://", 1)
    return f"{base}/{name}?{query}" if query else f"{base}/{name}"


# Server processes


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts servers, each with the settings given: serve(DATABASE_URL=…, REDIS_URL=…). The first
    is forked (tests/forked.py), further ones are started by the command.

    Without settings it serves on SQLite in the test's own folder. What is still running at the
    end of the test is stopped.
    """
    started: list[Server] = []

    def start(**settings: str) -> Server:
        log = tmp_path / f"server-{len(started)}.log"
        server = launch(tmp_path, log, settings, forked=not started)
        started.append(server)
        wait_until_ready(server)
        return server

    yield start
    for server in started:
        if server.process.poll() is None:
            server.stop()
        print(f"--- {server.log.name}\n{server.log.read_text(errors='replace')[-4000:]}")


# The browser


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    """Chromium through playwright's async API: the sync one breaks every async test after it."""
    async with browsers.launched(browsers.headless_chromium()) as chromium:
        yield chromium


@asynccontextmanager
async def pages(browser: Browser) -> AsyncIterator[Callable[..., Awaitable[Page]]]:
    """Opens pages, each a person of its own with its own cookies: await open_page(viewport=…).

    Nothing moves on them unless `reduced_motion` is "no-preference": that halves the work of the
    browser. They have no service worker, behind which tests could not lose requests, unless
    `service_workers` is "allow". An error on a page's console fails the test.
    """
    complaints: list[str] = []
    contexts = []

    def note_message(message: ConsoleMessage) -> None:
        if message.type == "error":
            complaints.append(f"{message.text} ({message.location.get('url')})")

    def note_error(error: Error) -> None:
        complaints.append(error.stack or str(error))

    async def open_one(**options: Any) -> Page:
        usual = {"reduced_motion": "reduce", "service_workers": "block"}
        context = await browser.new_context(**{**usual, **options})
        contexts.append(context)
        page = await context.new_page()
        page.on("console", note_message)
        page.on("pageerror", note_error)
        return page

    yield open_one
    for context in contexts:
        await context.close()
    assert not complaints, "errors on the console:\n" + "\n".join(complaints)


@pytest.fixture
async def open_page(browser: Browser) -> AsyncIterator[Callable[..., Awaitable[Page]]]:
    """Pages that are closed when the test ends."""
    async with pages(browser) as open_one:
        yield open_one


@pytest.fixture
async def page(open_page: Callable[..., Awaitable[Page]]) -> Page:
    return await open_page()


# A complete run


class CompleteRun:
    """Under CI no test may be skipped, and a whole run must have used every service."""

    def __init__(self, config: pytest.Config) -> None:
        whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS
        selected = config.option.markexpr or config.option.keyword or config.option.fast
        self.unused = set(SERVICE_FIXTURES.values()) if whole and not selected else set()
        self.skipped: list[str] = []

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.skipped:
            self.skipped.append(report.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped:
            self.skipped.append(report.nodeid)
        if report.when == "call" and report.passed:
            self.unused.difference_update(report.keywords)

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if self.complaints() and not exitstatus:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for complaint in self.complaints():
            terminalreporter.write_line(f"INCOMPLETE RUN: {complaint}", red=True)

    def complaints(self) -> list[str]:
        skipped = [f"skipped: {test}" for test in self.skipped]
        return skipped + [f"no test passed that needs: {name}" for name in sorted(self.unused)]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--fast", action="store_true", help="no services; a fixed sample of the rest")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A fast run does not even import the browser tests."""
    return True if config.option.fast and collection_path.name == "e2e" else None


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Half as many again as there are cores: many tests wait."""
    return len(os.sched_getaffinity(0)) * 3 // 2


def pytest_configure(config: pytest.Config) -> None:
    """Messages are strict here and in every server that a test starts; benches import this file
    without pytest, and measure servers as they are.
    """
    hypothesis.settings.register_profile("patient", PATIENT)
    hypothesis.settings.load_profile("patient")
    Messages.strict = True
    os.environ["STRICT_MESSAGES"] = "true"
    is_worker = hasattr(config, "workerinput")
    if os.environ.get("CI") == "true" and not is_worker:
        config.pluginmanager.register(CompleteRun(config), "complete-run")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """A test is marked by the services that its fixtures start."""
    for item in items:
        for fixture, mark in SERVICE_FIXTURES.items():
            if fixture in getattr(item, "fixturenames", ()):
                item.add_marker(mark)
    if config.option.fast:
        _keep_fast(config, items)


def _keep_fast(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep what needs no service: rules and cards, and every 20th of the other tests."""
    able = [item for item in items if not any(item.get_closest_marker(mark) for mark in NOT_FAST)]
    rules = {
        item for item in able if item.nodeid.startswith(RULES) and item.path.name not in BATTERIES
    }
    sample = [item for item in able if item not in rules][::SAMPLE_EVERY]
    kept = rules.union(sample)
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [item for item in items if item in kept]
