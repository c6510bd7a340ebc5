"""Crests of the authors of chat lines."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None
oldest_code = "0001"


def upgrade() -> None:
    op.add_column("chat", sa.Column("crest", sa.String(), nullable=True))


def downgrade() -> None:
    op.drop_column("chat", "crest")
