"""Columns that quotas count by, the reason a match is not rated, and open tables that lapse."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

INDEXES = {
    "matches_by_creator": ("matches", ["creator", "status"]),
    "chat_by_account": ("chat", ["account", "at"]),
    "results_by_time": ("results", ["account", "at"]),
}


def upgrade() -> None:
    op.add_column("matches", sa.Column("unrated", sa.String()))
    for name, (table, columns) in INDEXES.items():
        op.create_index(name, table, columns)
    # The scheduler visits each open table and records when it lapses.
    op.execute("UPDATE matches SET due = changed_at WHERE status = 'open'")


def downgrade() -> None:
    op.execute("UPDATE matches SET due = NULL WHERE status = 'open'")
    for name, (table, _) in INDEXES.items():
        op.drop_index(name, table)
    op.drop_column("matches", "unrated")
