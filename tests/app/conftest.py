"""Fixtures: one server of each kind, shared by all tests that do not break it."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from app.container import Container
from app.matches.store import group_commit
from tests.app.two_processes import pair
from tests.conftest import database_on, new_database
from tests.proxy import Proxy
from tests.server_process import Server, launch, wait_until_ready

QUICK = {
    "BOT_DELAY": "0.01",
    "BOT_EFFORT": "0.05",
    "HINT_SECONDS": "0.1",
    "HINTS_PER_MINUTE": "100000",
    "UNDO_GRACE": "0",
    "GUESTS_PER_MINUTE": "100000",
    "CODE_ATTEMPTS_PER_MINUTE": "100000",
    "SIGN_INS_PER_MINUTE": "100000",
    "SIGN_INS_PER_NAME": "8",
    "CHANGES_PER_MINUTE": "100000",
    "ANALYSIS_SECONDS": "0.001",
    "ANALYSES_PER_HOUR": "100000",
    "MAX_WAITING_ANALYSES": "100000",
    "REPORTS_PER_HOUR": "5",
    "PASSWORD_KIB": "1024",
    "PASSWORD_ROUNDS": "1",
    "WEBHOOK_PRIVATE_ADDRESSES": "true",
    "WEBHOOK_PORTS": "any",
    "WEBHOOK_POLL_SECONDS": "1",
    "TURN_WEBHOOK_DELAY": "0",
    "COMMANDS_PER_SECOND": "100000",
    "COMMAND_BURST": "100000",
    "MAX_OPEN_TABLES": "100000",
    "MAX_UNFINISHED_MATCHES": "100000",
    "MAX_BOT_MATCHES": "100000",
    "MATCHES_PER_HOUR": "0",
    "CHAT_PER_MINUTE": "100000",
    "GONE_AFTER": "1",
    "SWEEPER_INTERVAL": "1",
    "TIMEOUT_GRACE": "0.1",
    "AUTO_PASS_MIN": "0.1",
    "AUTO_PASS_MAX": "0.3",
    "AUTO_ANSWER_MIN": "0.1",
    "AUTO_ANSWER_MAX": "0.3",
    "LOG_LEVEL": "info",
}
"""Settings that spare the tests waiting. The two intervals are no shorter: what is due is told and
has timers, and a server that only waits for its next test would look for due rows all the time.
"""


@pytest.fixture
def proxy(postgres_url: str) -> Iterator[Proxy]:
    """A proxy before PostgreSQL that can fall silent; files on another service have their own."""
    proxy = Proxy.to(postgres_url)
    yield proxy
    proxy.close()


@pytest.fixture(scope="session")
def folder() -> Iterator[Path]:
    path = Path(tempfile.mkdtemp(prefix="conclave-"))
    yield path
    shutil.rmtree(path, ignore_errors=True)


@pytest.fixture(scope="session")
def embedded(folder: Path) -> Iterator[Server]:
    """SQLite and the bus inside the process."""
    yield from running(folder, "embedded.log", {})


@pytest.fixture(scope="session")
async def postgres_redis_database(
    postgres_server: str, migrated_template: str
) -> AsyncIterator[str]:
    async with new_database(postgres_server, migrated_template) as name:
        yield database_on(postgres_server, name)


@pytest.fixture(scope="session")
def postgres_redis_server(
    postgres_redis_database: str, redis_server: str, folder: Path
) -> Iterator[Server]:
    """PostgreSQL and Redis."""
    settings = {"DATABASE_URL": postgres_redis_database, "REDIS_URL": redis_server}
    yield from running(folder, "postgres_redis.log", settings)


@pytest.fixture(scope="session")
def second_process(
    postgres_redis_server: Server, postgres_redis_database: str, redis_server: str, folder: Path
) -> Iterator[Server]:
    """Another process on the same PostgreSQL and Redis, of the same site."""
    settings = {
        "DATABASE_URL": postgres_redis_database,
        "REDIS_URL": redis_server,
        "PUBLIC_URL": postgres_redis_server.url,
    }
    yield from running(folder, "second_process.log", settings, forked=False)


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """It allows little, and keeps little in memory. Sockets are to be closed before the end."""
    settings = {
        "SOCKETS_PER_ACCOUNT": "2",
        "SOCKETS_PER_ADDRESS": "3",
        "CHANGES_PER_MINUTE": "3",
        "MAX_ROOMS": "1",
    }
    yield from running(tmp_path_factory.mktemp("strict"), "strict.log", settings)


@pytest.fixture(scope="module")
def debug_log_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server at its most verbose log level."""
    settings = {"LOG_LEVEL": "debug"}
    yield from running(tmp_path_factory.mktemp("debug_log_server"), "debug.log", settings)


@pytest.fixture(
    params=[
        "embedded",
        pytest.param("postgres_redis_server", marks=[pytest.mark.postgres, pytest.mark.redis]),
    ]
)
def server(request: pytest.FixtureRequest) -> Server:
    """Each kind of server."""
    return request.getfixturevalue(request.param)


@pytest.fixture
def url(server: Server) -> str:
    return server.url


def running(
    folder: Path, log: str, settings: dict[str, str], *, forked: bool = True
) -> Iterator[Server]:
    server = launch(folder, folder / log, {**QUICK, **settings}, forked=forked)
    wait_until_ready(server)
    yield server
    text = server.log.read_text(errors="replace")
    server.stop()
    assert '"event": "fault"' not in text, text[-4000:]


@pytest.fixture
async def two_containers(
    tmp_path: Path, postgres_url: str, redis_url: str
) -> AsyncIterator[tuple[Container, Container]]:
    """The services of two processes on one PostgreSQL and Redis, without HTTP."""
    async with pair(tmp_path, postgres_url, redis_url) as services:
        yield services


@pytest.fixture
def few_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """A batch of one is worth a commit of its own."""
    monkeypatch.setattr(group_commit, "MIN_CONCURRENT_BATCH", 1)
    monkeypatch.setattr(group_commit, "IDLE_THRESHOLD", 0)
