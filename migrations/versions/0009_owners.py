"""The process that committed a match's last entry, to which the others forward its answers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("owner", sa.String(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("matches") as table:
        table.drop_column("owner")
