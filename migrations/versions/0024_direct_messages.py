"""Friends write to one another; a report may quote a message."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None
oldest_code = "0001"


def upgrade() -> None:
    op.create_table(
        "direct_messages",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=True,
            nullable=False,
        ),
        sa.Column("sender", sa.String(), nullable=False),
        sa.Column("recipient", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("read_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("sender_deleted", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("recipient_deleted", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.ForeignKeyConstraint(["sender"], ["accounts.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["recipient"], ["accounts.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("direct_messages_by_pair", "direct_messages", ["sender", "recipient", "id"])
    op.create_index("direct_messages_by_time", "direct_messages", ["sender", "at"])
    op.create_index("direct_messages_by_key", "direct_messages", ["sender", "key"], unique=True)
    unread = sa.text("read_at IS NULL")
    op.create_index(
        "direct_messages_unread",
        "direct_messages",
        ["recipient", "sender"],
        postgresql_where=unread,
        sqlite_where=unread,
    )
    op.create_table(
        "push_letters",
        sa.Column("subscription", sa.String(), nullable=False),
        sa.Column("sender", sa.String(), nullable=False),
        sa.Column("event", sa.String(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=True),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["subscription"], ["push_subscriptions.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["sender"], ["accounts.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("subscription", "sender", "event"),
    )
    op.create_index("push_letters_due", "push_letters", ["due"])
    op.create_index("push_letters_by_sender", "push_letters", ["sender"])
    op.add_column("reports", sa.Column("line", sa.String(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("reports") as table:
        table.drop_column("line")
    op.drop_table("push_letters")
    op.drop_table("direct_messages")
