"""Names that look alike: a skeleton for each account."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from migrations.skeletons import fill_skeletons

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

NAMED_WITH_SKELETON = sa.text("kind <> 'guest' AND skeleton <> ''")
"""Processes of the previous version, which may still be running, create accounts without one."""


def upgrade() -> None:
    op.add_column("accounts", sa.Column("skeleton", sa.String(), nullable=False, server_default=""))
    fill_skeletons()
    op.create_index(
        *("unlike_names", "accounts", ["skeleton"]),
        unique=True,
        postgresql_where=NAMED_WITH_SKELETON,
        sqlite_where=NAMED_WITH_SKELETON,
    )


def downgrade() -> None:
    op.drop_index("unlike_names", "accounts")
    op.drop_column("accounts", "skeleton")
