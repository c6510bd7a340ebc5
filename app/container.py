"""Services: the container of the components that one process shares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.clocks.system_clock import SystemClock
from app.infra.lifecycle import Lifecycle

if TYPE_CHECKING:
    from app.accounts.caller import Callers
    from app.accounts.passwords import Passwords
    from app.accounts.revocation import Revocations
    from app.bots.players import BotPlayers
    from app.bus.base import Bus
    from app.clocks.service_time import ServiceClock
    from app.games.catalogue import Catalogue
    from app.infra.database import Database
    from app.infra.process_lock import ProcessLock
    from app.infra.settings import Settings
    from app.lobby.listing import Listing
    from app.matches.pipeline import Pipeline
    from app.matches.presence import Presence
    from app.matches.rooms import RoomCache
    from app.matches.store.group_commit import Writer
    from app.matches.store.health import Health
    from app.notifications.events import Notifications
    from app.notifications.webhooks.delivery import WebhookDelivery
    from app.notifications.webhooks.resolver import Resolver
    from app.rate_limits.limits import RateLimits
    from app.ratings.settlement import Settlement
    from app.realtime.account_listeners import AccountListeners
    from app.realtime.connections import ConnectionRegistry
    from app.realtime.hub import Hub
    from app.scheduler.scheduler import Scheduler


class Services:
    """One instance of each component; `app.main` assembles them."""

    settings: Settings
    database: Database
    health: Health
    process_lock: ProcessLock
    limits: RateLimits
    callers: Callers
    passwords: Passwords
    revocations: Revocations
    catalogue: Catalogue
    bus: Bus
    notifications: Notifications
    resolver: Resolver
    webhook_delivery: WebhookDelivery
    settlement: Settlement
    connections: ConnectionRegistry
    hub: Hub
    account_listeners: AccountListeners
    listing: Listing
    presence: Presence
    service_clock: ServiceClock
    rooms: RoomCache
    writer: Writer
    pipeline: Pipeline
    bots: BotPlayers
    scheduler: Scheduler

    def __init__(self, settings: Settings, system_clock: SystemClock | None = None) -> None:
        self.settings = settings
        self.system_clock = system_clock or SystemClock()
        self.lifecycle = Lifecycle()
