"""The audit log."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None
oldest_code = "0001"


def upgrade() -> None:
    op.create_table(
        "audit",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("user", sa.String(), nullable=False),
        sa.Column("admin", sa.String(), nullable=True),
        sa.Column("act", sa.String(), nullable=False),
        sa.Column("account", sa.String(), nullable=True),
        sa.Column("match", sa.String(), nullable=True),
        sa.Column("details", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["admin"], ["accounts.id"]),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("audit_by_admin", "audit", ["admin"])
    op.create_index("audit_by_account", "audit", ["account"])


def downgrade() -> None:
    op.drop_table("audit")
