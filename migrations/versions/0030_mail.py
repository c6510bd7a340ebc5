"""Verified addresses, and mail that is still to be sent."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None
oldest_code = "0001"


def upgrade() -> None:
    op.add_column("accounts", sa.Column("email_verified_at", sa.DateTime(timezone=True)))
    op.create_table(
        "mails",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("account", sa.String(), nullable=True),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("mails_due", "mails", ["due"])
    op.create_index("mails_by_account", "mails", ["account"])


def downgrade() -> None:
    op.drop_table("mails")
    op.drop_column("accounts", "email_verified_at")
