"""Messages to webhooks have an id that stays the same while they are retried."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "deliveries", sa.Column("delivery", sa.String(), nullable=False, server_default="")
    )


def downgrade() -> None:
    with op.batch_alter_table("deliveries") as table:
        table.drop_column("delivery")
