"""A seat knows who declined an invitation to it, and why."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seats", sa.Column("declined", sa.JSON(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("seats") as table:
        table.drop_column("declined")
