"""Waiting rooms: changed terms, swaps, players sent away, set phrases."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None
oldest_code = "0001"


def upgrade() -> None:
    op.add_column("matches", sa.Column("terms", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("confirmed", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("swap", sa.Integer(), nullable=True))
    op.add_column("chat", sa.Column("phrase", sa.String(), nullable=True))
    op.create_table(
        "sent_away",
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("account", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "account"),
    )
    op.create_index("sent_away_by_account", "sent_away", ["account"])


def downgrade() -> None:
    op.drop_index("sent_away_by_account", "sent_away")
    op.drop_table("sent_away")
    op.drop_column("chat", "phrase")
    with op.batch_alter_table("seats") as table:
        table.drop_column("swap")
        table.drop_column("confirmed")
    with op.batch_alter_table("matches") as table:
        table.drop_column("terms")
