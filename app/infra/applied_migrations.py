"""Applied migrations: records the migrations of a database, and the oldest code that may run on it.

Each migration from 0017 on declares `oldest_code`, the newest migration that the oldest compatible
code knows: "0001" if it only adds, its own revision if older code would fail or do harm. A process
that finds migrations it doesn't know reads here whether it may run (decision 0059).
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database import Base


class AppliedMigration(Base):
    """A migration applied to the database. The columns never change: older code reads them."""

    __tablename__ = "applied_migrations"

    revision: Mapped[str] = mapped_column(primary_key=True)
    oldest_code: Mapped[str]


def make_table(connection: sa.Connection) -> None:
    """Create the table if it is missing; like Alembic's own, it predates any migration."""
    table: Any = AppliedMigration.__table__
    table.create(connection, checkfirst=True)
    connection.commit()


def note(*, ctx: Any, step: Any, **_: Any) -> None:
    """Alembic's `on_version_apply`: record or remove a migration, in its own transaction."""
    migration = step.up_revision
    oldest_code = getattr(migration.module, "oldest_code", None)
    if oldest_code is None:
        return
    own = AppliedMigration.revision == migration.revision
    ctx.connection.execute(sa.delete(AppliedMigration).where(own))
    if step.is_upgrade:
        row = {"revision": migration.revision, "oldest_code": oldest_code}
        ctx.connection.execute(sa.insert(AppliedMigration).values(row))


def oldest_code_for(connection: sa.Connection) -> str | None:
    """The newest migration that code must know to run on this database; None if not recorded."""
    if not sa.inspect(connection).has_table(AppliedMigration.__tablename__):
        return None
    return connection.scalar(sa.select(sa.func.max(AppliedMigration.oldest_code)))
