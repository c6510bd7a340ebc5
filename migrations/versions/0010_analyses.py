"""Analyses of finished matches: the queue, and what has come of it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

UNFINISHED = sa.text("status in ('waiting', 'running')")


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("account", sa.String(), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("holder", sa.String(), nullable=True),
        sa.Column("leased_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=True),
        sa.Column("result", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"]),
        sa.PrimaryKeyConstraint("match"),
    )
    op.create_index(
        "analyses_unfinished",
        "analyses",
        ["asked_at", "match"],
        postgresql_where=UNFINISHED,
        sqlite_where=UNFINISHED,
    )


def downgrade() -> None:
    op.drop_table("analyses")
