"""Skeletons of existing names, see `app.accounts.confusables`."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from app.accounts.confusables import skeleton

ACCOUNTS = sa.table("accounts", *map(sa.column, ("id", "kind", "name", "skeleton")))


def fill_skeletons() -> None:
    """Give each account its skeleton; the unique index must not exist.

    Among persons and bots whose names already look alike, the oldest gets the plain skeleton. The
    others keep their names, with the id appended to their skeletons.
    """
    connection = op.get_bind()
    query = sa.select(ACCOUNTS.c.id, ACCOUNTS.c.kind, ACCOUNTS.c.name)
    rows = connection.execute(query.order_by(sa.column("created_at"), ACCOUNTS.c.id)).all()
    values, taken = [], set[str]()
    for id, kind, name in rows:
        plain = skeleton(name)
        if kind != "guest":
            plain = f"{plain} {id}" if plain in taken else plain
            taken.add(plain)
        values.append({"of": id, "seen": plain})
    if values:
        own = ACCOUNTS.c.id == sa.bindparam("of")
        connection.execute(
            ACCOUNTS.update().where(own).values(skeleton=sa.bindparam("seen")), values
        )
