"""Push subscriptions of browsers, the outbox of their messages, and the key that signs for it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "push_keys",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("private", sa.String(), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("account", sa.String(), nullable=False),
        sa.Column("session", sa.String(), nullable=False),
        sa.Column("endpoint", sa.String(), nullable=False),
        sa.Column("p256dh", sa.String(), nullable=False),
        sa.Column("auth", sa.String(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("succeeded_at", TIME, nullable=True),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["session"], ["tokens.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("endpoint"),
    )
    op.create_index("push_subscriptions_by_account", "push_subscriptions", ["account"])
    op.create_index("push_subscriptions_by_session", "push_subscriptions", ["session"])
    op.create_table(
        "push_messages",
        sa.Column("subscription", sa.String(), nullable=False),
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("event", sa.String(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due", TIME, nullable=True),
        sa.Column("sent_at", TIME, nullable=True),
        sa.ForeignKeyConstraint(["subscription"], ["push_subscriptions.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("subscription", "match", "event"),
    )
    op.create_index("push_messages_due", "push_messages", ["due"])
    op.create_index("push_messages_by_match", "push_messages", ["match"])


def downgrade() -> None:
    op.drop_table("push_messages")
    op.drop_table("push_subscriptions")
    op.drop_table("push_keys")
