"""Fixtures: a server for bots, and their accounts."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from uuid import uuid4

import pytest

from conclave_client import AsyncClient, Client, calls
from tests.app.conftest import running
from tests.server_process import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on SQLite, shared by all tests that do not break it."""
    yield from running(tmp_path_factory.mktemp("server"), "server.log", {})


@pytest.fixture
def ada(server: Server) -> Iterator[Client]:
    """A person."""
    with person(server.url) as client:
        yield client


@pytest.fixture
async def vex(server: Server, ada: Client) -> AsyncIterator[AsyncClient]:
    """A bot of Ada's."""
    async with AsyncClient(server.url, bot_of(ada)[1]) as client:
        yield client


def person(url: str) -> Client:
    """A new guest."""
    with Client(url) as anonymous:
        account = anonymous.send(calls.create_guest(f"Ada {uuid4().hex[:10]}"))
    return Client(url, account.token)


def bot_of(owner: Client) -> tuple[str, str]:
    """A new bot: its name and its token."""
    bot = owner.send(calls.create_bot(f"Vex {uuid4().hex[:10]}"))
    return bot.account.name, bot.token
