"""Notices: what a change means for one account, told once it is committed.

The process that committed the change tells its own sinks (webhooks) and, over the bus channel of
the account, every process that has a stream of that account open.

========  =======================================================================================
decision  the seat has new questions; `facts`: `ply`, `decisions` (ids), `again`
match     a match of the account's has changed otherwise; `facts`: `status`
offer     somebody wants the seat's consent; `facts`: `offer` (its id)
invite    a seat is kept for the account; `facts`: `by` (a name), `again`
end       a match of the account's is over; `facts`: `status`, `outcome`?
========  =======================================================================================

`again` says that it is no news to a person: he was waited for before, he was invited before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal

import msgspec
from msgspec import Struct

from app.bus.base import Bus
from app.infra.fault_reports import report_fault
from app.matches.room import OVER, MatchInfo, Offer
from engine.core.match import Decision, Match

Kind = Literal["decision", "match", "offer", "invite", "end"]


class Notification(Struct, frozen=True):
    """Something that an account should hear of; `seat` is its seat, if it has one there."""

    kind: Kind
    account: str
    match: str
    seat: int | None
    facts: dict[str, Any]


Sink = Callable[[Notification], None]


def account_channel(account: str) -> str:
    return f"account:{account}"


class Notifications:
    """Told after every committed change, tells on."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self._sinks: list[Sink] = []

    def listen(self, sink: Sink) -> None:
        """Call this for every notice of a change that this process commits; it must not wait."""
        self._sinks.append(sink)

    def tell(self, notice: Notification) -> None:
        """A sink that fails keeps nobody else from hearing."""
        place = {"kind": notice.kind, "match": notice.match, "ply": notice.facts.get("ply", -1)}
        self.bus.publish(account_channel(notice.account), msgspec.json.encode(place))
        for sink in self._sinks:
            try:
                sink(notice)
            except Exception as error:
                report_fault(error, kind=notice.kind)

    def entry(self, before: Match, info: MatchInfo, match: Match) -> None:
        """An entry was committed: whose questions are new, or that it was the last."""
        if match.over:
            self.ended(info)
            return
        known = {decision.id for decision in before.decisions}
        waited = {decision.seat for decision in before.decisions if not decision.optional}
        new = [one for one in match.decisions if one.id not in known]
        self._asked(info, match.ply, new, again=waited)

    def change(self, info: MatchInfo, match: Match | None, also: Iterable[str] = ()) -> None:
        """A match has changed otherwise than by an entry; `also` are accounts that left it."""
        if info.status in OVER:
            self.ended(info)
            return
        news = {"status": info.status}
        for seat, sitting in enumerate(info.seats):
            if sitting.account:
                self.tell(Notification("match", sitting.account, info.id, seat, news))
        for account in also:
            self.tell(Notification("match", account, info.id, None, news))
        if match is not None and info.status == "playing":
            again = set() if match.ply == 0 else set(range(len(info.seats)))
            self._asked(info, match.ply, match.decisions, again=again)

    def offered(self, info: MatchInfo, offer: Offer) -> None:
        """An offer is open: whoever has not answered it is asked."""
        for seat in offer.asked:
            account = info.seats[seat].account
            if account and seat not in offer.answers:
                self.tell(Notification("offer", account, info.id, seat, {"offer": offer.id}))

    def invited(self, match: str, account: str, by: str, *, again: bool = False) -> None:
        """A seat is kept for the account."""
        self.tell(Notification("invite", account, match, None, {"by": by, "again": again}))

    def ended(self, info: MatchInfo) -> None:
        """A match is over."""
        news: dict[str, Any] = {"status": info.status}
        if info.outcome is not None:
            news["outcome"] = info.outcome
        for seat, sitting in enumerate(info.seats):
            if sitting.account:
                self.tell(Notification("end", sitting.account, info.id, seat, news))

    def _asked(
        self, info: MatchInfo, ply: int, decisions: list[Decision], *, again: set[int]
    ) -> None:
        by_seat: dict[int, list[str]] = {}
        for decision in decisions:
            if not decision.optional:
                by_seat.setdefault(decision.seat, []).append(decision.id)
        for seat, ids in by_seat.items():
            account = info.seats[seat].account
            if account:
                news = {"ply": ply, "decisions": ids, "again": seat in again}
                self.tell(Notification("decision", account, info.id, seat, news))
