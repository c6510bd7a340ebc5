"""To whom each line of talk is said, as a number that an index can find."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

CHAT = sa.table(
    "chat",
    *(sa.column(name) for name in ("id", "match", "seat", "channel", "circle")),
    sa.column("to", sa.JSON),
    sa.column("opens", sa.Boolean),
)


def upgrade() -> None:
    op.add_column("chat", sa.Column("circle", sa.Integer()))
    opens = sa.Column("opens", sa.Boolean(), nullable=False, server_default=sa.false())
    op.add_column("chat", opens)
    connection = op.get_bind()
    told = {"spectators": -1, "table": 0}
    for channel, circle in told.items():
        query = sa.update(CHAT).where(CHAT.c.channel == channel)
        connection.execute(query.values(circle=circle))
    _find_private(connection)
    op.create_index("chat_by_circle", "chat", ["match", "circle", "id"])
    op.create_index(
        "chat_openings",
        "chat",
        ["match", "id"],
        postgresql_where=sa.text("opens"),
        sqlite_where=sa.text("opens = 1"),
    )


def downgrade() -> None:
    op.drop_index("chat_openings", "chat")
    op.drop_index("chat_by_circle", "chat")
    with op.batch_alter_table("chat") as table:
        table.drop_column("opens")
        table.drop_column("circle")


def _find_private(connection: sa.Connection) -> None:
    """Private lines are few: each is looked at."""
    private = sa.cast(CHAT.c.to, sa.Text).not_in(["null"])
    query = sa.select(CHAT.c.id, CHAT.c.match, CHAT.c.seat, CHAT.c.to).where(
        CHAT.c.to.is_not(None), private
    )
    known: set[tuple[str, int]] = set()
    for id, match, seat, to in connection.execute(query.order_by(CHAT.c.id)).all():
        circle = _bits(seat, to)
        values = {"circle": circle, "opens": (match, circle) not in known}
        known.add((match, circle))
        connection.execute(sa.update(CHAT).where(CHAT.c.id == id).values(values))


def _bits(seat: int | None, to: Any) -> int:
    seats = json.loads(to) if isinstance(to, str) else to
    return sum(1 << one for one in {*seats, *([] if seat is None else [seat])})
