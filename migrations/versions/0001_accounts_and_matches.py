"""Accounts and matches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)
HOT = (
    # Every answer rewrites its match's row: leave room on its page, and clean up early.
    """
    ALTER TABLE matches SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02,
        autovacuum_vacuum_threshold = 500, autovacuum_analyze_scale_factor = 0.02,
        autovacuum_vacuum_cost_delay = 0, toast.autovacuum_vacuum_scale_factor = 0.02,
        toast.autovacuum_vacuum_threshold = 500, toast.autovacuum_vacuum_cost_delay = 0)
    """,
    # The server's processor time is more expensive than the bytes.
    "ALTER TABLE matches ALTER COLUMN state SET STORAGE EXTERNAL",
    "ALTER TABLE entries ALTER COLUMN told SET STORAGE EXTERNAL",
    "ALTER TABLE snapshots ALTER COLUMN step SET STORAGE EXTERNAL",
)


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("owner", sa.String()),
        sa.Column("preferences", sa.JSON(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["owner"], ["accounts.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("accounts_by_owner", "accounts", ["owner"])

    op.create_table(
        "matches",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("visibility", sa.String(), nullable=False),
        sa.Column("spectators", sa.String(), nullable=False),
        sa.Column("undo", sa.String(), nullable=False),
        sa.Column("clock", sa.JSON(), nullable=False),
        sa.Column("autostart", sa.Boolean(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("creator", sa.String(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("changed_at", MOMENT, nullable=False),
        sa.Column("seed_hash", sa.String()),
        sa.Column("edition", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("state", sa.LargeBinary()),
        sa.Column("waiting", sa.Integer(), nullable=False),
        sa.Column("due", MOMENT),
        sa.Column("outcome", sa.JSON()),
        sa.ForeignKeyConstraint(["creator"], ["accounts.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("code"),
    )
    op.create_index("matches_by_status", "matches", ["status", "visibility", "created_at"])
    op.create_index(
        "matches_due",
        "matches",
        ["due"],
        postgresql_where=sa.text("due is not null"),
        sqlite_where=sa.text("due is not null"),
    )

    op.create_table(
        "tokens",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("account", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("hash", sa.String(), nullable=False),
        sa.Column("scopes", sa.JSON(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("expires_at", MOMENT),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("hash"),
    )
    op.create_index("tokens_by_account", "tokens", ["account"])

    op.create_table(
        "chat",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("account", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("channel", sa.String(), nullable=False),
        sa.Column("to", sa.JSON()),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"]),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("chat_by_match", "chat", ["match", "id"])

    op.create_table(
        "entries",
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("ply", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("decision", sa.String()),
        sa.Column("answer", sa.LargeBinary()),
        sa.Column("key", sa.String()),
        sa.Column("told", sa.LargeBinary(), nullable=False),
        sa.Column("receipt", sa.BigInteger(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "ply"),
    )
    op.create_index(
        "entries_by_key",
        "entries",
        ["match", "seat", "key"],
        unique=True,
        postgresql_where=sa.text("key is not null"),
        sqlite_where=sa.text("key is not null"),
    )

    op.create_table(
        "seats",
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("account", sa.String()),
        sa.Column("bot", sa.String()),
        sa.Column("name", sa.String()),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"]),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "seat"),
    )
    op.create_index("seats_by_account", "seats", ["account", "match"])

    op.create_table(
        "snapshots",
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("ply", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("step", sa.LargeBinary(), nullable=False),
        sa.Column("undone", sa.Integer()),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "ply", "number"),
    )
    op.create_index(
        "unique_names",
        "accounts",
        [sa.text("lower(name)")],
        unique=True,
        postgresql_where=sa.text("kind <> 'guest'"),
        sqlite_where=sa.text("kind <> 'guest'"),
    )
    if op.get_bind().dialect.name == "postgresql":
        for statement in HOT:
            op.execute(statement)


def downgrade() -> None:
    for table in ("snapshots", "seats", "entries", "chat", "tokens", "matches", "accounts"):
        op.drop_table(table)
