"""Setting one's own auto-pass in a match, without anybody else's knowledge."""

from __future__ import annotations

from app.live.bus import CHANGED, channel_of
from app.matches.autopass import set_for
from app.matches.holding import Hold, hold
from app.matches.room import class_of
from app.matches.times import Times
from app.services import Services
from engine.core.match import live


async def set_auto_pass(services: Services, match: str, account: str, until: str) -> None:
    """From now on until then. Raises Problem forbidden, match-over or match-not-started."""
    async with hold(services, match) as held:
        seat = held.seat_of(account).seat
        held.require_begun()
        _set(services, held, seat, until)
    services.rooms.note_change(match)
    room = await services.rooms.get(match)
    services.bus.publish(channel_of(match, class_of(seat)), CHANGED)
    services.attendant.watch(room)


def _set(services: Services, held: Hold, seat: int, until: str) -> None:
    assert held.match is not None
    game = services.shelf.games[held.row.game]
    held.times = held.times or Times(at=held.moment)
    current = live(game, held.match)
    due = held.moment + round(services.settings.auto_pass_seconds * 1000)
    set_for(game, held.times, seat, until, held.match, current.open, current.table, due)
