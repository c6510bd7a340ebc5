"""Match facts: the state of a match from which a message is written, read when it is sent."""

from __future__ import annotations

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.models import Account
from app.matches.locked import seats_of
from app.matches.match_info import OVER, Offer
from app.matches.models import MatchRow, SeatRow, SentAwayRow
from app.matches.offer_reads import read_offers
from app.wire.literals import MatchStatus, TableNews


class MatchFacts(Struct):
    """What an account may know of a match: whose turn it is, never what the question is."""

    status: MatchStatus
    title: str
    account_name: str
    names: list[str]
    occupied_seats: list[int]
    own_seats: list[int]  # the seats of the account
    waiting_seats: list[int]  # the seats that the match waits for
    invited: bool
    offers: list[Offer]  # those that need the account's consent
    ranks: list[list[int]]
    table_news: TableNews | None  # what an open table asks of the account, or has done to it

    @property
    def is_own_turn(self) -> bool:
        """Whether the match waits for a seat of the account."""
        return self.status == "playing" and not set(self.own_seats).isdisjoint(self.waiting_seats)

    @property
    def is_asked(self) -> bool:
        """Whether an offer needs the account's consent."""
        return self.status in ("playing", "paused") and bool(self.offers)

    @property
    def is_over(self) -> bool:
        """Whether a match of the account is over."""
        return self.status in OVER and bool(self.own_seats)

    @property
    def others(self) -> list[str]:
        """The names of the players in the other seats."""
        return [self.names[seat] for seat in self.occupied_seats if seat not in self.own_seats]

    def names_of(self, seats: list[int]) -> list[str]:
        return [self.names[seat] for seat in seats]


async def read_match_facts(
    session: AsyncSession, match: MatchRow, account: Account, title: str
) -> MatchFacts:
    """The facts as they are now."""
    seats = await seats_of(session, match.id)
    own_seats = [seat.seat for seat in seats if seat.account == account.id]
    offers = await read_offers(session, match)
    return MatchFacts(
        status=match.status,
        title=title,
        account_name=account.name,
        names=[seat.name or f"Player {seat.seat + 1}" for seat in seats],
        occupied_seats=[seat.seat for seat in seats if seat.kind != "open"],
        own_seats=own_seats,
        waiting_seats=[seat.seat for seat in seats if match.waiting >> seat.seat & 1],
        invited=any(seat.invited == account.id for seat in seats),
        offers=[offer for offer in offers if {*own_seats} & {*offer.asked} - {*offer.answers}],
        ranks=(match.outcome or {}).get("ranks", []),
        table_news=await _table_news(session, match, account.id, seats),
    )


async def _table_news(
    session: AsyncSession, match: MatchRow, account: str, seats: list[SeatRow]
) -> TableNews | None:
    if match.status != "open":
        return None
    own = next((seat for seat in seats if seat.account == account), None)
    if own is None:
        sent_away = await session.get(SentAwayRow, (match.id, account))
        return "freed" if sent_away else None
    if own.confirmed < match.terms:
        return "terms"
    if any(seat.swap == own.seat for seat in seats):
        return "swap"
    return "host" if match.host == account else None
