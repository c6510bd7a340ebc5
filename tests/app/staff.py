"""Members of the staff, for tests: their accounts, and what they call."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from app.admin.roles import Staff
from app.wire.literals import StaffRole
from tests.app.test_registration import register
from tests.app.wire import Person

Recruit = Callable[[StaffRole], Awaitable[Person]]
WHY = {"reason": "asked to"}


@pytest.fixture(name="recruit")
def recruit_fixture(server: Any, request: pytest.FixtureRequest) -> Recruit:
    """Registers a person with a role, on either kind of server."""

    async def recruit(role: StaffRole) -> Person:
        person: Person = await register(server.url, email="staff@example.org")  # type: ignore[no-untyped-call]
        await give_role(request, person.account, role)
        return person

    return recruit


async def give_role(request: pytest.FixtureRequest, account: str, role: StaffRole | None) -> None:
    """Write a role into the database of the test's server."""
    if request.node.callspec.params["server"] == "embedded":
        folder: Path = request.getfixturevalue("folder")
        with sqlite3.connect(folder / "conclave.db", timeout=20) as database:
            database.execute("UPDATE accounts SET role = ? WHERE id = ?", (role, account))
        database.close()
        return
    url = request.getfixturevalue("postgres_redis_database").replace("+asyncpg", "")
    connection = await asyncpg.connect(url)
    await connection.execute("UPDATE accounts SET role = $1 WHERE id = $2", role, account)
    await connection.close()


def moderator(account: str) -> Staff:
    return Staff(account, "moderator")


def operator(account: str) -> Staff:
    return Staff(account, "operator")
