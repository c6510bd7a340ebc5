"""Resignation: gives up a seat, by the player or by a forfeit on time.

A resigned seat ranks last. By the match's policy (`resign`) a built-in bot takes it over, or it is
forfeited, and the match ends once fewer than two seats are left in it. A match with only built-in
bots left ends in any case. A player who has resigned can't return.
"""

from __future__ import annotations

from app.container import Services
from app.departures.substitution import put_bot
from app.infra.problems import Problem
from app.matches.due_actions import timed_out
from app.matches.locked import LockedMatch, locked_match


def usual_policy(seats: int) -> str:
    """The default policy for resigned seats."""
    return "forfeit" if seats == 2 else "bot"


async def resign(services: Services, match: str, account: str) -> None:
    """Resign the account's seat. Raises Problem forbidden, match-over or match-not-started."""
    async with locked_match(services, match) as held:
        number = held.seat_of(account).seat
        held.require_begun()
        await _give_up(services, held, number, held.row.resign, "resigned")
    await services.pipeline.changed(match, held.left)


async def forfeit(services: Services, match: str, number: int) -> None:
    """Forfeit a seat that is out of time. Raises Problem stale-decision if it is not."""
    async with locked_match(services, match) as held:
        held.require_begun()
        if number not in timed_out(held.info, services.service_clock, services.settings):
            raise Problem("stale-decision")
        await _give_up(services, held, number, "forfeit", "forfeit")
    await services.pipeline.changed(match, held.left)


async def _give_up(
    services: Services, held: LockedMatch, number: int, policy: str, reason: str
) -> None:
    held.seats[number].resigned = True
    left = [seat for seat in held.seats if not seat.resigned]
    is_over = policy == "forfeit" and len(left) < 2
    if is_over or not any(seat.account for seat in left):
        await held.end("finished", reason)
    else:
        await put_bot(held, number, services.settings.substitute_bot)
