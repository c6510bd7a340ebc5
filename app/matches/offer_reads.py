"""Offer reads: loads and renders offers, and loads former occupants of seats."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.matches.match_info import FormerOccupant, Offer
from app.matches.models import MatchRow, OccupantRow, OfferRow
from app.wire import given, play, retyped
from app.wire.frames import OfferFrame, encode

OPEN = "open"


async def read_offers(session: AsyncSession, row: MatchRow) -> list[Offer]:
    """The open offers of a match, oldest first; an offer of undo is void after the next entry."""
    query = (
        sa.select(OfferRow)
        .where(OfferRow.match == row.id, OfferRow.status == OPEN)
        .order_by(OfferRow.at, OfferRow.id)
    )
    rows = (await session.scalars(query)).all()
    return [offer_of(offer) for offer in rows if offer.kind != "undo" or offer.ply == row.ply]


def offer_of(row: OfferRow) -> Offer:
    """The offer in a row."""
    return Offer(
        id=row.id,
        kind=row.kind,
        by=row.seat,
        answers={int(seat): accepts for seat, accepts in row.answers.items()},
        status=row.status,
        ply=row.ply,
        at=int(row.at.timestamp() * 1000),
        **row.details,
    )


def details_of(offer: Offer) -> dict[str, Any]:
    """What an offer's row stores besides its columns."""
    details: dict[str, Any] = {"asked": offer.asked}
    for name in ("seat", "decision", "bot", "key"):
        if (value := getattr(offer, name)) not in (None, ""):
            details[name] = value
    return details


def offer_view(offer: Offer) -> play.Offer:
    """The offer as its match's viewers see it."""
    return play.Offer(
        id=offer.id,
        kind=offer.kind,
        by=offer.by,
        asked=offer.asked,
        answers={str(seat): accepts for seat, accepts in offer.answers.items()},
        status=offer.status,
        seat=given(offer.seat),
    )


def offer_frame(offer: Offer) -> str:
    """The frame that announces an offer's state."""
    return encode(retyped(OfferFrame, offer_view(offer)))


async def read_changes(
    session: AsyncSession, row: MatchRow
) -> tuple[list[FormerOccupant], dict[int, datetime]]:
    """The former occupants of seats, oldest first, and when the present players sat down. A player
    who takes their seat back from a bot is no newcomer.
    """
    query = (
        sa.select(OccupantRow)
        .where(OccupantRow.match == row.id)
        .order_by(OccupantRow.seat, OccupantRow.since)
    )
    rows = (await session.scalars(query)).all()
    formers = [
        FormerOccupant(previous.seat, following.since, previous.name or "")
        for previous, following in pairwise(rows)
        if previous.seat == following.seat and previous.name != following.name
    ]
    return sorted(formers, key=lambda former: former.until), _newcomers(rows)


def _newcomers(rows: Sequence[OccupantRow]) -> dict[int, datetime]:
    people = [row for row in rows if row.account]
    return {
        following.seat: following.at
        for previous, following in pairwise(people)
        if previous.seat == following.seat and previous.account != following.account
    }
