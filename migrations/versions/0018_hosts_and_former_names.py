"""Tables pass on to another host; names stay reserved while running matches show them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None
oldest_code = "0001"


def upgrade() -> None:
    op.add_column("matches", sa.Column("host", sa.String(), nullable=True))
    op.add_column("matches", sa.Column("host_seen_at", sa.DateTime(timezone=True), nullable=True))
    op.create_index("matches_by_host", "matches", ["host", "status"])
    op.add_column("seats", sa.Column("sat_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column(
        "seats", sa.Column("gone", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.create_index("occupants_by_account", "occupants", ["account"])
    op.create_table(
        "former_names",
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("account", sa.String(), nullable=False),
        sa.Column("folded", sa.String(), nullable=False),
        sa.Column("skeleton", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "account", "folded"),
    )
    op.create_index("former_names_by_account", "former_names", ["account"])
    op.create_index("former_names_by_folded", "former_names", ["folded"])
    op.create_index("former_names_by_skeleton", "former_names", ["skeleton"])


def downgrade() -> None:
    op.drop_table("former_names")
    op.drop_index("occupants_by_account", "occupants")
    with op.batch_alter_table("seats") as table:
        table.drop_column("gone")
        table.drop_column("sat_at")
    op.drop_index("matches_by_host", "matches")
    with op.batch_alter_table("matches") as table:
        table.drop_column("host_seen_at")
        table.drop_column("host")
