"""Push messages about ready checks."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None
oldest_code = "0001"


def upgrade() -> None:
    op.create_table(
        "push_ready_checks",
        sa.Column("subscription", sa.String(), nullable=False),
        sa.Column("pairing", sa.String(), nullable=False),
        sa.Column("event", sa.String(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=True),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["subscription"], ["push_subscriptions.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["pairing"], ["pool_pairings.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("subscription", "pairing", "event"),
    )
    op.create_index("push_ready_checks_due", "push_ready_checks", ["due"])
    op.create_index("push_ready_checks_by_pairing", "push_ready_checks", ["pairing"])


def downgrade() -> None:
    op.drop_table("push_ready_checks")
