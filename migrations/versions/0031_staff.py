"""Roles of the staff, notes and warnings; invitations and acts that name them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None
oldest_code = "0001"


def upgrade() -> None:
    op.add_column("accounts", sa.Column("role", sa.String(), nullable=True))
    # Admins could judge reports over the API and nothing else: moderators do that.
    op.execute("UPDATE accounts SET role = 'moderator' WHERE admin")
    op.add_column("registration_codes", sa.Column("role", sa.String(), nullable=True))
    op.add_column("reports", sa.Column("chat", sa.BigInteger(), nullable=True))
    op.add_column(
        "audit", sa.Column("reason", sa.String(), nullable=False, server_default=sa.text("''"))
    )
    op.create_table(
        "staff_notes",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("account", sa.String(), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["by"], ["accounts.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("staff_notes_by_account", "staff_notes", ["account"])
    op.create_index("staff_notes_by_author", "staff_notes", ["by"])
    op.create_table(
        "warnings",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("account", sa.String(), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("acknowledged_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["by"], ["accounts.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("warnings_by_account", "warnings", ["account"])
    op.create_index("warnings_by_author", "warnings", ["by"])


def downgrade() -> None:
    op.drop_table("warnings")
    op.drop_table("staff_notes")
    op.drop_column("audit", "reason")
    op.drop_column("reports", "chat")
    op.drop_column("registration_codes", "role")
    op.drop_column("accounts", "role")
