"""Alembic environment: connects to the database asynchronously, one process at a time."""

from __future__ import annotations

import asyncio

import sqlalchemy as sa
from alembic import context
from sqlalchemy.ext.asyncio import create_async_engine

from app.infra.applied_migrations import make_table, note
from app.schema import metadata

LOCK = 0x636F6E636C617665


def migrate(connection: sa.Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_lock({LOCK})")
        connection.commit()
    make_table(connection)
    context.configure(
        connection=connection,
        target_metadata=metadata,
        render_as_batch=True,
        transaction_per_migration=True,
        on_version_apply=note,
    )
    with context.begin_transaction():
        context.run_migrations()


async def migrate_online() -> None:
    engine = create_async_engine(context.config.attributes["database_url"])
    try:
        async with engine.connect() as connection:
            await connection.run_sync(migrate)
    finally:
        await engine.dispose()


asyncio.run(migrate_online())
