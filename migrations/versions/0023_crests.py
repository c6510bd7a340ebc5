"""Crests of accounts, and of players at a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None
oldest_code = "0001"


def upgrade() -> None:
    op.add_column("accounts", sa.Column("crest", sa.String(), nullable=True))
    op.add_column("seats", sa.Column("crest", sa.String(), nullable=True))


def downgrade() -> None:
    op.drop_column("seats", "crest")
    op.drop_column("accounts", "crest")
