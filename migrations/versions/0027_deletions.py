"""Accounts that are to be deleted, and the names of those that were."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None
oldest_code = "0001"


def upgrade() -> None:
    op.create_table(
        "deletions",
        sa.Column("account", sa.String(), nullable=False),
        sa.Column("date", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("successor", sa.String(), nullable=False),
        sa.Column("final", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("account"),
    )
    op.create_index("deletions_by_due", "deletions", ["due"])
    op.create_table(
        "retired_names",
        sa.Column("hash", sa.String(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("hash"),
    )
    op.create_index("retired_names_by_end", "retired_names", ["expires_at"])


def downgrade() -> None:
    op.drop_table("retired_names")
    op.drop_table("deletions")
