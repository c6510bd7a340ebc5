"""The table of what a host has switched on while the server runs; one row."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database import Base

ROW = 1


class InstanceRow(Base):
    """The announcement by language, until when it is shown, and whether there is maintenance."""

    __tablename__ = "instance"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    announcement: Mapped[dict[str, Any] | None]
    announced_until: Mapped[datetime | None]
    maintenance: Mapped[bool] = mapped_column(default=False)
