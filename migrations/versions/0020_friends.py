"""People are friends, and say what others may do."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None
oldest_code = "0001"

AUDIENCES = {
    "asked_by": "everybody",
    "invited_by": "everybody",
    "written_by": "friends",
    "seen_by": "friends",
}


def upgrade() -> None:
    for name, audience in AUDIENCES.items():
        column = sa.Column(name, sa.String(), nullable=False, server_default=audience)
        op.add_column("accounts", column)
    tells = sa.Column("tells_last_seen", sa.Boolean(), nullable=False, server_default=sa.true())
    op.add_column("accounts", tells)
    op.add_column("accounts", sa.Column("last_seen_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("accounts", sa.Column("friend_code", sa.String(), nullable=True))
    op.create_index("accounts_by_friend_code", "accounts", ["friend_code"], unique=True)
    for table in ("friendships", "friend_requests"):
        op.create_table(
            table,
            sa.Column("account", sa.String(), nullable=False),
            sa.Column("other", sa.String(), nullable=False),
            sa.Column("at", sa.DateTime(timezone=True), nullable=False),
            sa.ForeignKeyConstraint(["account"], ["accounts.id"], ondelete="CASCADE"),
            sa.ForeignKeyConstraint(["other"], ["accounts.id"], ondelete="CASCADE"),
            sa.PrimaryKeyConstraint("account", "other"),
        )
        op.create_index(f"{table}_by_other", table, ["other"])


def downgrade() -> None:
    op.drop_table("friend_requests")
    op.drop_table("friendships")
    op.drop_index("accounts_by_friend_code", "accounts")
    with op.batch_alter_table("accounts") as table:
        for name in ("friend_code", "last_seen_at", "tells_last_seen", *AUDIENCES):
            table.drop_column(name)
