"""Idempotency keys of chat lines: a line sent again under the same key is stored once."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("chat", sa.Column("key", sa.String()))
    op.create_index(
        "chat_by_key",
        "chat",
        ["match", "account", "key"],
        unique=True,
        postgresql_where=sa.text("key is not null"),
        sqlite_where=sa.text("key is not null"),
    )


def downgrade() -> None:
    op.drop_index("chat_by_key", "chat")
    op.drop_column("chat", "key")
