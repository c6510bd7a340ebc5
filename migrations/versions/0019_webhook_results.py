"""What became of the last message to a webhook."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None
oldest_code = "0001"


def upgrade() -> None:
    op.add_column("webhooks", sa.Column("last_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("webhooks", sa.Column("last_status", sa.Integer(), nullable=True))
    op.add_column("webhooks", sa.Column("last_error", sa.String(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("webhooks") as table:
        table.drop_column("last_error")
        table.drop_column("last_status")
        table.drop_column("last_at")
