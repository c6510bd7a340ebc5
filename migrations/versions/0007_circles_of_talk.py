"""Chat circles: the recipients of each chat line as an indexable number."""

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
PRIVATE = sa.and_(CHAT.c.to.is_not(None), sa.cast(CHAT.c.to, sa.Text).not_in(["null"]))
LINES_PER_UPDATE = 10_000


def upgrade() -> None:
    """On PostgreSQL in several transactions, so the chat is not locked while it is filled; an
    interrupted run starts over.
    """
    if op.get_bind().dialect.name == "sqlite":
        _add_columns()
        _fill(op.get_bind())
    else:
        with op.get_context().autocommit_block():
            _add_columns()
            _fill(op.get_bind())
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


def _add_columns() -> None:
    """Add the columns, unless an interrupted run has already added them."""
    existing = {column["name"] for column in sa.inspect(op.get_bind()).get_columns("chat")}
    opens = sa.Column("opens", sa.Boolean(), nullable=False, server_default=sa.false())
    for column in (sa.Column("circle", sa.Integer()), opens):
        if column.name not in existing:
            op.add_column("chat", column)


def _fill(connection: sa.Connection) -> None:
    circles = {"spectators": -1, "table": 0}
    circle = sa.case(circles, value=CHAT.c.channel)
    common = sa.and_(CHAT.c.channel.in_(circles), sa.not_(PRIVATE))
    query = sa.update(CHAT).where(common).values(circle=circle)
    last = connection.scalar(sa.select(sa.func.max(CHAT.c.id))) or 0
    for first in range(1, last + 1, LINES_PER_UPDATE):
        connection.execute(query.where(CHAT.c.id.between(first, first + LINES_PER_UPDATE - 1)))
    _find_private(connection)


def _find_private(connection: sa.Connection) -> None:
    """Private lines are few, so each is handled on its own."""
    query = sa.select(CHAT.c.id, CHAT.c.match, CHAT.c.seat, CHAT.c.to).where(PRIVATE)
    opened: set[tuple[str, int]] = set()
    values = []
    for id, match, seat, to in connection.execute(query.order_by(CHAT.c.id)).all():
        circle = _bits(seat, to)
        values.append({"of": id, "is": circle, "first": (match, circle) not in opened})
        opened.add((match, circle))
    new = {"circle": sa.bindparam("is"), "opens": sa.bindparam("first")}
    update = sa.update(CHAT).where(CHAT.c.id == sa.bindparam("of")).values(new)
    for start in range(0, len(values), LINES_PER_UPDATE):
        connection.execute(update, values[start : start + LINES_PER_UPDATE])


def _bits(seat: int | None, to: Any) -> int:
    seats = json.loads(to) if isinstance(to, str) else to
    return sum(1 << number for number in {*seats, *([] if seat is None else [seat])})
