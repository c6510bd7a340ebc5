"""Obsolete offers: closes the undo offers that an entry has overtaken."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import sqlalchemy as sa

from app.infra.background_tasks import TaskSet
from app.infra.database import Database
from app.matches.hooks import Committed
from app.matches.match_info import Offer
from app.matches.models import OfferRow
from app.matches.offer_reads import OPEN, offer_frame
from app.matches.publisher import Publisher
from app.matches.room import Room


class ObsoleteOffers:
    """Closes obsolete offers after each entry of this process."""

    def __init__(self, database: Database, publisher: Publisher) -> None:
        self.database = database
        self.publisher = publisher
        self._closing = TaskSet()

    def committed(self, event: Committed) -> None:
        """Close the offers that an entry has overtaken."""
        before, now = event.info_before.offers, event.room.info.offers
        if before and len(before) > len(now):
            self._closing.start(self._close(event.room, before))

    async def stop(self) -> None:
        await self._closing.cancel()

    async def _close(self, room: Room, before: Sequence[Offer]) -> None:
        """Close and announce the undo offers made at an earlier ply."""
        obsolete = [offer for offer in before if offer.kind == "undo" and offer.ply < room.ply]
        query = (
            sa.update(OfferRow)
            .where(OfferRow.id.in_([offer.id for offer in obsolete]), OfferRow.status == OPEN)
            .values(status="closed")
            .returning(OfferRow.id)
        )
        async with self.database.writing() as session:
            closed = set((await session.scalars(query)).all())
        for offer in obsolete:
            if offer.id in closed:
                closed_now = msgspec.structs.replace(offer, status="closed")
                self.publisher.announce_news(room, offer_frame(closed_now))
