"""Services: what the parts of one process share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.clocks.system_clock import Watch

if TYPE_CHECKING:
    from app.accounts.caller import Callers
    from app.accounts.passwords import Passwords
    from app.bots.players import BuiltIns
    from app.bus.base import Bus
    from app.clocks.service_time import Served
    from app.games.catalogue import Shelf
    from app.infra.database import Database
    from app.infra.process_lock import Company
    from app.infra.settings import Settings
    from app.lobby.listing import Board
    from app.matches.pipeline import Play
    from app.matches.presence import Presence
    from app.matches.rooms import Rooms
    from app.matches.store.group_commit import Writer
    from app.matches.store.health import Health
    from app.notifications.events import Notices
    from app.notifications.webhooks.delivery import Courier
    from app.notifications.webhooks.resolver import Resolver
    from app.rate_limits.limits import Limits
    from app.ratings.settlement import Aftermath
    from app.realtime.account_listeners import Followers
    from app.realtime.connections import Doors
    from app.realtime.hub import Hub
    from app.scheduler.scheduler import Attendant


class Services:
    """One of each; `app.main` puts them together."""

    settings: Settings
    database: Database
    health: Health
    company: Company
    limits: Limits
    callers: Callers
    passwords: Passwords
    shelf: Shelf
    bus: Bus
    notices: Notices
    resolver: Resolver
    courier: Courier
    aftermath: Aftermath
    doors: Doors
    hub: Hub
    followers: Followers
    board: Board
    presence: Presence
    served: Served
    rooms: Rooms
    writer: Writer
    play: Play
    bots: BuiltIns
    attendant: Attendant

    def __init__(self, settings: Settings, watch: Watch | None = None) -> None:
        self.settings = settings
        self.watch = watch or Watch()
        self.closing = False
