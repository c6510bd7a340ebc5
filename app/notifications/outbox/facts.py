"""Facts: the state of a match from which a message is written, read when it is sent."""

from __future__ import annotations

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.models import Account
from app.matches.locked import seats_of
from app.matches.match_info import OVER, Offer
from app.matches.models import MatchRow
from app.matches.offer_reads import read_offers


class Facts(Struct):
    """What an account may know of a match: whose turn it is, never what the question is."""

    event: str
    status: str
    title: str
    who: str
    names: list[str]
    taken: list[int]  # the seats that are occupied
    own: list[int]  # the seats of the account
    waiting: list[int]  # the seats that the match waits for
    invited: bool
    offers: list[Offer]  # those that need the account's consent
    ranks: list[list[int]]

    @property
    def is_true(self) -> bool:
        """Whether the event still holds."""
        if self.event in ("decision", "deadline"):
            return self.status == "playing" and not set(self.own).isdisjoint(self.waiting)
        if self.event == "offer":
            return self.status in ("playing", "paused") and bool(self.offers)
        if self.event == "invite":
            return self.invited
        return self.status in OVER and bool(self.own)

    @property
    def others(self) -> list[str]:
        """The names of the players in the other seats."""
        return [self.names[seat] for seat in self.taken if seat not in self.own]

    def named(self, seats: list[int]) -> list[str]:
        return [self.names[seat] for seat in seats]


async def read_facts(
    session: AsyncSession, event: str, match: MatchRow, account: Account, title: str
) -> Facts:
    """The facts as they are now."""
    seats = await seats_of(session, match.id)
    own = [seat.seat for seat in seats if seat.account == account.id]
    offers = await read_offers(session, match) if event == "offer" else []
    return Facts(
        event=event,
        status=match.status,
        title=title,
        who=account.name,
        names=[seat.name or f"Player {seat.seat + 1}" for seat in seats],
        taken=[seat.seat for seat in seats if seat.kind != "open"],
        own=own,
        waiting=[seat.seat for seat in seats if match.waiting >> seat.seat & 1],
        invited=any(seat.invited == account.id for seat in seats),
        offers=[offer for offer in offers if {*own} & {*offer.asked} - {*offer.answers}],
        ranks=(match.outcome or {}).get("ranks", []),
    )
