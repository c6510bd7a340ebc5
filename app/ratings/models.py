"""The tables of ratings and results."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database import Base


class RatingRow(Base):
    """The strength of an account at a game by number of players (openskill's mu and sigma)."""

    __tablename__ = "ratings"

    account: Mapped[str] = mapped_column(
        sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True
    )
    game: Mapped[str] = mapped_column(primary_key=True)
    players: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    mu: Mapped[float]
    sigma: Mapped[float]
    rating: Mapped[int]
    matches: Mapped[int]
    wins: Mapped[int]
    changed_at: Mapped[datetime]

    __table_args__ = (sa.Index("ratings_by_rank", "game", "players", "rating"),)


class ResultRow(Base):
    """The result of a match for an account that played it to its end or resigned.

    `place` is 1 for the best; rated matches have the ratings `before` and `after`.
    """

    __tablename__ = "results"

    match: Mapped[str] = mapped_column(
        sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    account: Mapped[str] = mapped_column(
        sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True
    )
    game: Mapped[str]
    players: Mapped[int]
    place: Mapped[int]
    won: Mapped[bool]
    before: Mapped[int | None]
    after: Mapped[int | None]
    at: Mapped[datetime]

    __table_args__ = (
        sa.Index("results_by_account", "account", "game"),
        sa.Index("results_by_time", "account", "at"),
    )
