"""The time at which the database last refused answers to any process, shared by all of them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    refused = sa.Column("refused", sa.BigInteger(), nullable=False, server_default="0")
    op.add_column("service", refused)


def downgrade() -> None:
    with op.batch_alter_table("service") as table:
        table.drop_column("refused")
