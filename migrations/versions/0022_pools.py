"""Pools in which accounts wait for opponents."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None
oldest_code = "0001"

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "pools", sa.Column("id", sa.String(), nullable=False), sa.PrimaryKeyConstraint("id")
    )
    op.create_table(
        "pool_pairings",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("pool", sa.String(), nullable=False),
        sa.Column("made_at", TIME, nullable=False),
        sa.Column("deadline", TIME, nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("match", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["pool"], ["pools.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("pool_pairings_by_pool", "pool_pairings", ["pool", "status", "made_at"])
    op.create_index("pool_pairings_by_status", "pool_pairings", ["status", "deadline"])
    op.create_table(
        "pool_pairing_seats",
        sa.Column("pairing", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("account", sa.String(), nullable=False),
        sa.Column("waited_s", sa.Integer(), nullable=False),
        sa.Column("accepted", sa.Boolean(), nullable=True),
        sa.ForeignKeyConstraint(["pairing"], ["pool_pairings.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["accounts.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("pairing", "person"),
    )
    op.create_index("pool_pairing_seats_by_person", "pool_pairing_seats", ["person"])
    op.create_table(
        "pool_people",
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("pairing", sa.String(), nullable=True),
        sa.Column("absences", sa.Integer(), nullable=False),
        sa.Column("absent_at", TIME, nullable=True),
        sa.ForeignKeyConstraint(["person"], ["accounts.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["pairing"], ["pool_pairings.id"], ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("person"),
    )
    op.create_table(
        "pool_tickets",
        sa.Column("pool", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("account", sa.String(), nullable=False),
        sa.Column("since", TIME, nullable=False),
        sa.Column("held_back_s", sa.Integer(), nullable=False),
        sa.Column("expires_at", TIME, nullable=True),
        sa.Column("fewer_asked_at", TIME, nullable=True),
        sa.ForeignKeyConstraint(["pool"], ["pools.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["pool_people.person"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("pool", "person"),
    )
    op.create_index("pool_tickets_by_account", "pool_tickets", ["account"])
    op.create_index("pool_tickets_by_person", "pool_tickets", ["person"])


def downgrade() -> None:
    op.drop_table("pool_tickets")
    op.drop_table("pool_people")
    op.drop_table("pool_pairing_seats")
    op.drop_table("pool_pairings")
    op.drop_table("pools")
