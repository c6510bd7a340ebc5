"""Service clock table: its single row."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database import Base


class ServiceRow(Base):
    """The one row of the service clock, in milliseconds.

    `seen`: when a process last served, since 1970; `downtime`: for how long in total none did;
    `refused`: when the database last refused answers to a process, since 1970.
    """

    __tablename__ = "service"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seen: Mapped[int] = mapped_column(sa.BigInteger)
    downtime: Mapped[int] = mapped_column(sa.BigInteger)
    refused: Mapped[int] = mapped_column(sa.BigInteger, default=0, server_default="0")
