"""Analyses take turns by household, and keep a draft while they run."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

UNFINISHED = sa.text("status in ('waiting', 'running')")


def upgrade() -> None:
    op.add_column("analyses", sa.Column("household", sa.String(), nullable=True))
    op.add_column("analyses", sa.Column("turn", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("analyses", sa.Column("draft", sa.LargeBinary(), nullable=True))
    index("turn", "asked_at", "match")


def downgrade() -> None:
    index("asked_at", "match")
    with op.batch_alter_table("analyses") as table:
        for column in ("draft", "turn", "household"):
            table.drop_column(column)


def index(*columns: str) -> None:
    """Make the index of unfinished analyses again, by these columns."""
    op.drop_index("analyses_unfinished", "analyses")
    op.create_index(
        "analyses_unfinished",
        "analyses",
        list(columns),
        postgresql_where=UNFINISHED,
        sqlite_where=UNFINISHED,
    )
