"""Offer repository: reads and writes offers under a locked match."""

from __future__ import annotations

import sqlalchemy as sa

from app.infra.problems import Problem
from app.matches.automation.deadlines import datetime_of_ms
from app.matches.locked import LockedMatch
from app.matches.match_info import Offer
from app.matches.models import OfferRow
from app.matches.offer_reads import details_of, offer_of, read_offers


async def find_same(locked: LockedMatch, offer: Offer) -> Offer | None:
    """An open offer with the same terms, or the earlier offer with the same idempotency key.

    Raises Problem offer-closed if it was declined and no entry has followed, invalid-request if
    the key was used for another offer.
    """
    row = await locked.session.get(OfferRow, offer.id)
    if row is not None:
        if _terms(offer_of(row)) != _terms(offer):
            raise Problem("invalid-request", "This key was used for something else.")
        return offer_of(row)
    for known in await read_offers(locked.session, locked.row):
        if _terms(known) == _terms(offer):
            return known
    query = sa.select(OfferRow.id).where(
        OfferRow.match == locked.row.id,
        OfferRow.kind == offer.kind,
        OfferRow.seat == offer.by,
        OfferRow.ply == locked.row.ply,
        OfferRow.status == "declined",
    )
    if (await locked.session.scalars(query.limit(1))).first():
        raise Problem("offer-closed", "That was declined, and nothing has happened since.")
    return None


def _terms(offer: Offer) -> tuple[object, ...]:
    """The terms of an offer, for comparison."""
    by_bot = offer.kind == "substitute" and offer.bot is not None
    return offer.kind, offer.seat, offer.decision, by_bot


async def save_offer(locked: LockedMatch, offer: Offer) -> None:
    """Insert or update an offer."""
    row = await locked.session.get(OfferRow, offer.id)
    if row is None:
        row = OfferRow(
            id=offer.id,
            match=locked.row.id,
            kind=offer.kind,
            seat=offer.by,
            details=details_of(offer),
            ply=offer.ply,
            at=datetime_of_ms(offer.at),
        )
        locked.session.add(row)
    row.status, row.answers = offer.status, answers_of(offer)
    await locked.session.flush()


def answers_of(offer: Offer) -> dict[str, bool]:
    """The answers with string keys, as JSON needs them."""
    return {str(seat): accepts for seat, accepts in offer.answers.items()}
