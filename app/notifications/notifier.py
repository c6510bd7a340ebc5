"""Notifier: tells accounts what a committed change means for them.

The process that committed the change passes it to its own sinks (webhooks, push) and, over the
account's bus channel, to every process with an open stream of that account.

========  =======================================================================================
decision  the seat has new questions; `facts`: `ply`, `decisions` (ids), `again`
match     a match of the account has changed otherwise; `facts`: `status`
offer     an offer needs the seat's consent; `facts`: `offer` (its id)
invite    a seat is reserved for the account; `facts`: `by` (a name), `again`
table     the host has freed the account's seat, passed the table to it or changed the terms, or a
          player asks to swap seats; for sinks alone, besides `match`
end       a match of the account is over; `facts`: `status`, `outcome`?
========  =======================================================================================

`again` marks a repeat: the match was already waiting for the player, or they were invited before.
A first match sends `match` alone, which keeps its player's own pages up to date; a lesson sends
nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec
from msgspec import Struct

from app.bus.base import Bus
from app.infra.fault_reports import report_fault
from app.matches.hooks import Committed, MatchChanged
from app.matches.match_info import OVER, MatchInfo, Offer, is_practice, lesson_in
from engine.core.match import Decision

EventKind = Literal[
    "decision", "match", "offer", "invite", "table", "end", "message", "ready_check"
]


class Notification(Struct, frozen=True):
    """An event for one account; `seat` is its seat in the match, if any. Of a direct message,
    `match` is the account that wrote it, of a ready check the pairing.
    """

    kind: EventKind
    account: str
    match: str
    seat: int | None
    facts: dict[str, Any]


Sink = Callable[[Notification], None]


def account_channel(account: str) -> str:
    return f"account:{account}"


class Notifier:
    """Notifies accounts after every committed change, over the bus and through sinks."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self._sinks: list[Sink] = []

    def add_sink(self, sink: Sink) -> None:
        """Register a sink for all notifications of this process's commits; it must not block."""
        self._sinks.append(sink)

    def notify(self, notification: Notification) -> None:
        """Publish a notification; a failing sink does not affect the others."""
        message = {
            "kind": notification.kind,
            "match": notification.match,
            "ply": notification.facts.get("ply", -1),
        }
        self.bus.publish(account_channel(notification.account), msgspec.json.encode(message))
        self._pass_to_sinks(notification)

    def written(self, account: str, by: str) -> None:
        """A friend has written to the account; its streams are told otherwise."""
        self._pass_to_sinks(Notification("message", account, by, None, {}))

    def table_found(self, account: str, pairing: str) -> None:
        """A pool has found a table for the account; its streams are told otherwise."""
        self._pass_to_sinks(Notification("ready_check", account, pairing, None, {}))

    def _pass_to_sinks(self, notification: Notification) -> None:
        for sink in self._sinks:
            try:
                sink(notification)
            except Exception as error:
                report_fault(error, kind=notification.kind)

    def committed(self, event: Committed) -> None:
        """An entry was committed: notify seats with new questions or, at the end, all seats."""
        match, info = event.match, event.info
        if is_practice(info.seats):
            if match.over:
                self._notify_change(info)
            return
        if match.over:
            self.ended(info)
            return
        earlier_decisions = event.match_before.decisions
        earlier_ids = {decision.id for decision in earlier_decisions}
        seats_already_asked = {
            decision.seat for decision in earlier_decisions if not decision.optional
        }
        new = [decision for decision in match.decisions if decision.id not in earlier_ids]
        self._notify_asked(info, match.ply, new, seats_already_asked)

    def changed(self, event: MatchChanged) -> None:
        """A match has changed other than by an entry: notify its seats, and accounts that left."""
        info, match = event.room.info, event.room.match
        practice = is_practice(info.seats)
        if info.status in OVER and not practice:
            self.ended(info)
            return
        self._notify_change(info)
        for account in event.left:
            self.notify(Notification("match", account, info.id, None, {"status": info.status}))
        if match is not None and info.status == "playing" and not practice:
            seats_already_asked = set() if match.ply == 0 else set(range(len(info.seats)))
            self._notify_asked(info, match.ply, match.decisions, seats_already_asked)

    def _notify_change(self, info: MatchInfo) -> None:
        if lesson_in(info.seats):
            return
        for seat, seat_info in enumerate(info.seats):
            if seat_info.account:
                facts = {"status": info.status}
                self.notify(Notification("match", seat_info.account, info.id, seat, facts))

    def offered(self, info: MatchInfo, offer: Offer) -> None:
        """An offer is open: notify the seats asked for consent that have not answered."""
        for seat in offer.asked:
            account = info.seats[seat].account
            if account and seat not in offer.answers:
                self.notify(Notification("offer", account, info.id, seat, {"offer": offer.id}))

    def invited(self, match: str, account: str, by: str, *, again: bool = False) -> None:
        """A seat is reserved for the account: notify it."""
        self.notify(Notification("invite", account, match, None, {"by": by, "again": again}))

    def table_changed(self, match: str, account: str) -> None:
        """An open table concerns the account. Its streams learn that from the `match`."""
        self._pass_to_sinks(Notification("table", account, match, None, {}))

    def ended(self, info: MatchInfo) -> None:
        """A match is over: notify all seats."""
        facts: dict[str, Any] = {"status": info.status}
        if info.outcome is not None:
            facts["outcome"] = info.outcome
        for seat, seat_info in enumerate(info.seats):
            if seat_info.account:
                self.notify(Notification("end", seat_info.account, info.id, seat, facts))

    def _notify_asked(
        self,
        info: MatchInfo,
        ply: int,
        decisions: list[Decision],
        seats_already_asked: set[int],
    ) -> None:
        by_seat: dict[int, list[str]] = {}
        for decision in decisions:
            if not decision.optional:
                by_seat.setdefault(decision.seat, []).append(decision.id)
        for seat, ids in by_seat.items():
            account = info.seats[seat].account
            if account:
                facts = {"ply": ply, "decisions": ids, "again": seat in seats_already_asked}
                self.notify(Notification("decision", account, info.id, seat, facts))
