"""Bulletins: what outsiders see of the rows and seats of delayed matches, and from when."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def _table(name: str, *columns: Any) -> sa.TableClause:
    return sa.table(
        name, *(sa.column(*([column] if isinstance(column, str) else column)) for column in columns)
    )


MATCHES = _table(
    "matches",
    *("id", "status", "edition", "ply", "paused_for", "rated"),
    *(("changed_at", MOMENT), ("created_at", MOMENT), ("spectator_delay", sa.JSON())),
    *("spectators", ("ended_at", MOMENT)),
)
SEATS = _table(
    "seats",
    *("match", "seat", "kind", "account", "bot", "name", "rating", "former"),
    *(("resigned", sa.Boolean()), ("stands_in", sa.Boolean())),
)
OCCUPANTS = _table("occupants", "match", "seat", "since", "account", "bot", "name")
ACCOUNTS = _table("accounts", "id", "kind")


def upgrade() -> None:
    bulletins = op.create_table(
        "bulletins",
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("edition", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seen_ply", sa.Integer(), nullable=False),
        sa.Column("seen_at", MOMENT, nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("accounts", sa.String(), nullable=False),
        sa.Column("told", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "edition"),
    )
    rows = [row for match in _delayed() for row in _posted(match)]
    if rows:
        op.bulk_insert(bulletins, rows)


def downgrade() -> None:
    op.drop_table("bulletins")


def _delayed() -> list[dict[str, Any]]:
    """Delayed matches that may still hide something."""
    recent = MATCHES.c.ended_at > datetime.now(UTC) - timedelta(days=1)
    query = sa.select(MATCHES).where(
        MATCHES.c.spectators == "delayed",
        sa.or_(MATCHES.c.status.in_(("playing", "paused")), recent),
    )
    return [dict(row) for row in op.get_bind().execute(query).mappings()]


def _posted(match: dict[str, Any]) -> list[dict[str, Any]]:
    """The bulletin of the start, and the current one if seats or status have changed since."""
    now = [_seat(seat) for seat in _rows(SEATS, match["id"], SEATS.c.seat)]
    start = _at_the_start(match["id"], now)
    first = _bulletin(match, start, "playing", None)
    rows = [{**first, "edition": 0, "seen_ply": 0, "seen_at": match["created_at"]}]
    if match["status"] in ("playing", "paused") and (now != start or match["status"] == "paused"):
        delay = match["spectator_delay"] or {}
        row = _bulletin(match, now, match["status"], match["paused_for"])
        row["edition"] = max(1, match["edition"])
        row["seen_ply"] = match["ply"] + delay.get("plies", 0)
        row["seen_at"] = match["changed_at"] + timedelta(minutes=delay.get("minutes", 0))
        rows.append(row)
    return rows


def _at_the_start(match: str, now: list[dict[str, Any]]) -> list[dict[str, Any]]:
    first: dict[int, dict[str, Any]] = {}
    for row in _rows(OCCUPANTS, match, OCCUPANTS.c.since):
        first.setdefault(row["seat"], row)
    return [_sat(first[n], seat) if n in first else _sat(seat, seat) for n, seat in enumerate(now)]


def _sat(then: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """A seat as it was at the start, without ratings that are no longer stored."""
    account = then.get("account")
    query = sa.select(ACCOUNTS.c.kind).where(ACCOUNTS.c.id == account)
    kind = op.get_bind().scalar(query) if account else "bot"
    named = {name: then[name] for name in ("account", "bot", "name") if then.get(name)}
    rating = {"rating": now["rating"]} if "rating" in now else {}
    return {"kind": "bot" if kind == "bot" else "human", **named, **rating}


def _rows(table: sa.TableClause, match: str, order: Any) -> list[dict[str, Any]]:
    query = sa.select(table).where(table.c.match == match).order_by(order)
    return [dict(row) for row in op.get_bind().execute(query).mappings()]


def _seat(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in ("match", "seat") and value}


def _bulletin(
    match: dict[str, Any], seats: list[dict[str, Any]], status: str, paused_for: str | None
) -> dict[str, Any]:
    accounts = " ".join(seat["account"] for seat in seats if "account" in seat)
    rated = bool(match["rated"])
    return {
        "match": match["id"],
        "status": status,
        "accounts": f" {accounts} ",
        "told": {"seats": seats, "paused_for": paused_for, "rated": rated},
    }
