"""The row of served time."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database import Base


class ServiceRow(Base):
    """The one row that says when a process last served, for how long none did, all in all, and
    when the database last refused answers to one.

    Milliseconds (`seen` and `refused` since 1970).
    """

    __tablename__ = "service"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seen: Mapped[int] = mapped_column(sa.BigInteger)
    downtime: Mapped[int] = mapped_column(sa.BigInteger)
    refused: Mapped[int] = mapped_column(sa.BigInteger, default=0, server_default="0")
