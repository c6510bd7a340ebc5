"""Leases: reserve rows that are due for one process, by a time stored in each row.

A lease is committed before its holder acts, and expires at that time. Any number of processes may
therefore look for due rows, and the rows of a process that died become due again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import sqlalchemy as sa

from app.infra.database import Base, Database

Row = TypeVar("Row", bound=Base)
T = TypeVar("T")


async def lease_rows(
    database: Database, table: type[Row], due: sa.Select[Row], reserve: Callable[[Row], T]
) -> list[T]:
    """Lease the `due` rows of a table, except those that another process locks: `reserve` changes
    each row, which then is no longer due. Returns what `reserve` returns.
    """
    if database.is_sqlite:  # without due rows, do not wait for its one writer
        async with database.reading() as session:
            if (await session.execute(due)).first() is None:
                return []
    locked = due.with_for_update(skip_locked=True, of=table)
    async with database.writing() as session:
        return [reserve(row) for row in (await session.scalars(locked)).all()]


async def update_leased(
    database: Database, table: type[Base], *held: sa.ColumnElement[bool], **values: Any
) -> bool:
    """Renew or end a lease: change its row if it is still `held`; returns whether it was."""
    query = sa.update(table).where(*held).values(**values).returning(sa.literal(1))
    async with database.writing() as session:
        return (await session.execute(query)).first() is not None
