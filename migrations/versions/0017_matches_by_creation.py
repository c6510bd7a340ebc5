"""Matches by creator and time, so counting those begun within an hour is quick."""

from __future__ import annotations

from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None
oldest_code = "0001"


def upgrade() -> None:
    op.create_index("matches_by_creation", "matches", ["creator", "created_at"])


def downgrade() -> None:
    op.drop_index("matches_by_creation", "matches")
