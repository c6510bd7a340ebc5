"""Matchmaking: the pools of a process, with their places, ready checks and pairing."""

from __future__ import annotations

from app.bus.base import Bus
from app.clocks.service_time import ServiceClock
from app.games.catalogue import Catalogue
from app.infra.database import Database
from app.infra.settings import Settings
from app.lobby.service import Lobby
from app.matchmaking.announcements import Announcements
from app.matchmaking.pairing import Pairing
from app.matchmaking.pools import Pools
from app.matchmaking.pushes import ReadyCheckTransport
from app.matchmaking.reads import PoolReads
from app.matchmaking.ready_checks import ReadyChecks
from app.matchmaking.tickets import Tickets
from app.notifications.deliveries import Deliveries
from app.notifications.notifier import Notifier


class Matchmaking:
    """Builds the parts of matchmaking; an account that takes a place has its pool paired."""

    def __init__(
        self,
        database: Database,
        catalogue: Catalogue,
        lobby: Lobby,
        bus: Bus,
        notifier: Notifier,
        deliveries: Deliveries,
        service_clock: ServiceClock,
        settings: Settings,
    ) -> None:
        announcements = Announcements(bus, notifier)
        self.pools = Pools(catalogue)
        self.reads = PoolReads(database, self.pools)
        self.ready_checks = ReadyChecks(
            database, self.pools, lobby, announcements, service_clock, settings
        )
        self.tickets = Tickets(database, self.pools, self.ready_checks, announcements, settings)
        self.pairing = Pairing(
            database, self.pools, self.tickets, self.ready_checks, announcements, settings
        )
        self.tickets.on_joined.append(self.pairing.joined)
        deliveries.add(ReadyCheckTransport(self.pools, deliveries.push_keys))
