"""Passwords, clocks, offers, ratings, webhooks, reports."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

from app.accounts.names import folded

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)
NO = sa.false()


def upgrade() -> None:
    for table, columns in _new_columns().items():
        for column in columns:
            op.add_column(table, column)
    _fold_names()
    op.create_index("tokens_by_parent", "tokens", ["parent"])
    op.create_index("seats_by_invited", "seats", ["invited"])
    late = sa.text("spectators = 'delayed'")
    op.create_index(
        "matches_seen_late", "matches", ["ended_at"], postgresql_where=late, sqlite_where=late
    )
    op.execute("UPDATE matches SET paused_for = 'rules' WHERE status = 'paused'")
    op.execute("UPDATE matches SET ended_at = changed_at WHERE status IN ('finished', 'aborted')")
    _people()
    _matches()
    _webhooks()


def _new_columns() -> dict[str, tuple[sa.Column[Any], ...]]:
    return {
        "accounts": (
            sa.Column("folded", sa.String(), nullable=False, server_default=""),
            sa.Column("email", sa.String()),
            sa.Column("password", sa.String()),
            sa.Column("admin", sa.Boolean(), nullable=False, server_default=NO),
            sa.Column("muted_until", MOMENT),
            sa.Column("closed_at", MOMENT),
        ),
        "tokens": (sa.Column("parent", sa.String()),),
        "matches": (
            sa.Column("rated", sa.Boolean()),
            sa.Column("spectator_delay", sa.JSON()),
            sa.Column("resign", sa.String(), nullable=False, server_default="bot"),
            sa.Column("times", sa.JSON()),
            sa.Column("paused_for", sa.String()),
            sa.Column("origin", sa.JSON()),
            sa.Column("rematch", sa.String()),
            sa.Column("ended_at", MOMENT),
        ),
        "seats": (
            sa.Column("invited", sa.String()),
            sa.Column("rating", sa.Integer()),
            sa.Column("resigned", sa.Boolean(), nullable=False, server_default=NO),
            sa.Column("stands_in", sa.Boolean(), nullable=False, server_default=NO),
            sa.Column("since", sa.Integer(), nullable=False, server_default="-1"),
            sa.Column("former", sa.String()),
        ),
    }


def _fold_names() -> None:
    """Names were unique by the database's own lower(); now they are unique regardless of case."""
    accounts = sa.table("accounts", *map(sa.column, ("id", "kind", "name", "folded")))
    taken: set[str] = set()
    for id, kind, name in op.get_bind().execute(
        sa.select(accounts.c.id, accounts.c.kind, accounts.c.name).order_by(accounts.c.id)
    ):
        same = folded(name)
        if kind != "guest":
            same = f"{same} {id}" if same in taken else same
            taken.add(same)
        op.execute(accounts.update().where(accounts.c.id == id).values(folded=same))
    op.drop_index("unique_names", "accounts")
    _unique_names("folded")


def _unique_names(column: str) -> None:
    of = sa.text("kind <> 'guest'")
    op.create_index(
        *("unique_names", "accounts", [sa.text(column)]),
        unique=True,
        postgresql_where=of,
        sqlite_where=of,
    )


def _people() -> None:
    op.create_table(
        "relations",
        sa.Column("account", sa.String(), nullable=False),
        sa.Column("other", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["other"], ["accounts.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("account", "other", "kind"),
    )
    op.create_index("relations_by_other", "relations", ["other"])
    op.create_table(
        "reports",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("account", sa.String(), nullable=False),
        sa.Column("match", sa.String()),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("handled_at", MOMENT),
        sa.Column("verdict", sa.String()),
        sa.ForeignKeyConstraint(["by"], ["accounts.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("reports_open", "reports", ["handled_at", "at"])
    op.create_table(
        "ratings",
        sa.Column("account", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("players", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("changed_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("account", "game", "players"),
    )
    op.create_index("ratings_by_rank", "ratings", ["game", "players", "rating"])
    op.create_table(
        "results",
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("account", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("before", sa.Integer()),
        sa.Column("after", sa.Integer()),
        sa.Column("at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "account"),
    )
    op.create_index("results_by_account", "results", ["account", "game"])


def _matches() -> None:
    op.create_table(
        "occupants",
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("since", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("account", sa.String()),
        sa.Column("bot", sa.String()),
        sa.Column("name", sa.String()),
        sa.Column("at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"]),
        sa.PrimaryKeyConstraint("match", "seat", "since"),
    )
    op.create_table(
        "offers",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.Column("answers", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("offers_by_match", "offers", ["match", "status"])
    service = op.create_table(
        "service",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("downtime", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.bulk_insert(service, [{"id": 1, "seen": 0, "downtime": 0}])


def _webhooks() -> None:
    op.create_table(
        "webhooks",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("account", sa.String(), nullable=False),
        sa.Column("url", sa.String(), nullable=False),
        sa.Column("format", sa.String(), nullable=False),
        sa.Column("events", sa.JSON(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("webhooks_by_account", "webhooks", ["account"])
    op.create_table(
        "deliveries",
        sa.Column("webhook", sa.String(), nullable=False),
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("event", sa.String(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due", MOMENT),
        sa.Column("sent_at", MOMENT),
        sa.ForeignKeyConstraint(["webhook"], ["webhooks.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("webhook", "match", "event"),
    )
    op.create_index("deliveries_by_match", "deliveries", ["match"])
    op.create_index("deliveries_due", "deliveries", ["due"])


def downgrade() -> None:
    for table in (
        *("deliveries", "webhooks", "service", "offers", "occupants", "results"),
        *("ratings", "reports", "relations"),
    ):
        op.drop_table(table)
    op.drop_index("unique_names", "accounts")
    op.drop_index("matches_seen_late", "matches")
    op.drop_index("seats_by_invited", "seats")
    op.drop_index("tokens_by_parent", "tokens")
    for table, columns in _new_columns().items():
        for column in columns:
            op.drop_column(table, column.name)
    _unique_names("lower(name)")
