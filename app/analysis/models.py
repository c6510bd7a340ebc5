"""Analysis table: the queue of analyses, and their results."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database import Base
from app.wire.literals import AnalysisStatus

UNFINISHED = "status in ('waiting', 'running')"


class AnalysisRow(Base):
    """An analysis of a match, once an account has requested it."""

    __tablename__ = "analyses"

    match: Mapped[str] = mapped_column(
        sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    status: Mapped[AnalysisStatus]
    account: Mapped[str] = mapped_column(sa.ForeignKey("accounts.id"))  # which asked for it
    asked_at: Mapped[datetime]
    # the fairness group: a keyed hash of the requester's address, or the person; null at the end
    fairness_group: Mapped[str | None] = mapped_column("household")
    turn: Mapped[int] = mapped_column(server_default="0")  # its round, see `queue`
    rules: Mapped[int]  # of the game when it was asked for
    holder: Mapped[str | None]  # the lease under which it runs
    leased_until: Mapped[datetime | None]
    tries: Mapped[int] = mapped_column(default=0)  # leases that did not end by giving it back
    done: Mapped[int] = mapped_column(default=0)  # answers and shows so far
    total: Mapped[int] = mapped_column(default=0)  # answers and shows in all
    seconds: Mapped[float | None]  # of a processor that it took
    # `worker.Draft`, while it is unfinished
    draft: Mapped[bytes | None] = mapped_column(sa.LargeBinary, deferred=True)
    # `engine.lab.explain.Explanation` as compressed JSON
    result: Mapped[bytes | None] = mapped_column(sa.LargeBinary, deferred=True)

    __table_args__ = (
        sa.Index(
            "analyses_unfinished",
            "turn",
            "asked_at",
            "match",
            postgresql_where=sa.text(UNFINISHED),
            sqlite_where=sa.text(UNFINISHED),
        ),
    )
