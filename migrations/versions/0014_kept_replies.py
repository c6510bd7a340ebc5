"""Replies to requests that create something, kept under their idempotency keys."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "kept_replies",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("account", sa.String(), nullable=False),
        sa.Column("request", sa.String(), nullable=False),
        sa.Column("reply", sa.LargeBinary(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("kept_replies_by_account", "kept_replies", ["account"])
    op.create_index("kept_replies_by_end", "kept_replies", ["expires_at"])


def downgrade() -> None:
    op.drop_table("kept_replies")
