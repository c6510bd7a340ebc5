"""When somebody should look at a match, because something in it goes by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from app.database import now
from app.matches.clocks import Clock, after_quiet_hours
from app.matches.room import Facts
from app.matches.served import Served
from app.matches.times import Times
from app.settings import Settings


def due_at(
    settings: Settings, served: Served, facts: Facts, times: Times | None, waiting: Sequence[int]
) -> datetime | None:
    """When a keeper should, if who serves the match has not by then: a built-in bot is to move, a
    deadline passes, a window goes by itself, an offer lapses.
    """
    moments = [moment for _, moment in coming(settings, served, facts, times)]
    keeper = [moment + timedelta(seconds=settings.keeper_pause) for moment in moments]
    if any(facts.seats[seat].bot for seat in waiting):
        keeper.append(now() + timedelta(seconds=settings.bot_pace + settings.keeper_lease))
    return min(keeper, default=None)


def coming(
    settings: Settings, served: Served, facts: Facts, times: Times | None
) -> Iterator[tuple[str, datetime]]:
    """What goes by itself, and when: `clock`, `pass` or `offer`."""
    if times is not None and facts.status == "playing":
        for until in times.until.values():
            end = deadline(facts.clock, served, until)
            yield "clock", end + timedelta(seconds=settings.timeout_grace)
        for at in times.passing.values():
            yield "pass", served.moment(at)
    for offer in facts.offers:
        yield "offer", lapses(settings, facts.clock, offer.at)


def deadline(clock: Clock, served: Served, until: int) -> datetime:
    """When a seat's time is up, for people."""
    return after_quiet_hours(clock, served.moment(until))


def lapses(settings: Settings, clock: Clock, at: int) -> datetime:
    """When an offer that was made then lapses: with a clock of days after a day."""
    seconds = settings.offer_seconds_by_days if clock.kind == "days" else settings.offer_seconds
    return datetime.fromtimestamp(at / 1000, now().tzinfo) + timedelta(seconds=seconds)
