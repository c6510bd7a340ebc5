"""Container: builds the components of one process and connects them.

Each takes what it uses, none the container. Routes get theirs from `app.api.dependencies`;
`app.process` starts and stops them.
"""

from __future__ import annotations

from app.accounts.caller import Callers
from app.accounts.closures import Closures
from app.accounts.online_bots import OnlineBots
from app.accounts.passwords import Passwords
from app.accounts.revocation import Revocations
from app.admin.service import Admin
from app.analysis.analysis import Analysis
from app.bots.hints import Hints
from app.bots.open_decisions import OpenDecisions
from app.bots.players import BotPlayers
from app.bots.worlds import Worlds
from app.bus.factory import make_bus
from app.bus.router import ChannelRouter
from app.chat.service import Chat
from app.clocks.service_time import ServiceClock
from app.clocks.system_clock import SystemClock
from app.forfeits.absence import Absence
from app.forfeits.auto_pass_setting import AutoPassSettings
from app.forfeits.resignation import Resignations
from app.forfeits.timeouts import Timeouts
from app.friends.friendships import Friendships
from app.friends.messages import Messages
from app.friends.online import OnlineAccounts
from app.games.catalogue import load_catalogue
from app.history.replay import Replays
from app.history.scores import ScoreHistory
from app.idempotency.service import IdempotencyKeys
from app.infra.database import Database
from app.infra.process_lock import ProcessLock
from app.infra.settings import Settings
from app.infra.shutdown import Shutdown
from app.instance.service import Instances
from app.lobby.blocked_tables import BlockedTables
from app.lobby.closed_accounts import ClosedAccounts
from app.lobby.friend_views import FriendViews
from app.lobby.hosts import Hosts
from app.lobby.lessons import Lessons
from app.lobby.listing import Listing
from app.lobby.match_views import MatchViews
from app.lobby.open_tables import OpenTables
from app.lobby.rematch import Rematches
from app.lobby.same_deal import SameDeals
from app.lobby.service import Lobby
from app.lobby.waiting_room import WaitingRoom
from app.mail.service import Mails
from app.matches.automation.deadlines import Deadlines
from app.matches.changes import MatchChanges
from app.matches.command_runner import CommandRunner
from app.matches.command_turns import CommandTurns
from app.matches.commands import CommandPipeline
from app.matches.end import MatchEnder
from app.matches.entry_builder import EntryBuilder
from app.matches.hooks import MatchHooks
from app.matches.locked import MatchLocks
from app.matches.match_info import OVER, RUNNING
from app.matches.park import Parking
from app.matches.pipeline import Pipeline
from app.matches.presence import Presence
from app.matches.publisher import Publisher
from app.matches.room_cache import RoomCache
from app.matches.rules_failures import RulesFailures
from app.matches.start import MatchStarter
from app.matches.store.factory import open_stores
from app.matches.store.group_commit import Writer
from app.matches.store.health import Health
from app.matchmaking.service import Matchmaking
from app.notifications.deliveries import Deliveries
from app.notifications.notifier import Notifier
from app.offers.obsolete import ObsoleteOffers
from app.offers.service import Offers
from app.ownership.forwarding_pipeline import ForwardingPipeline
from app.personal_data.service import PersonalData
from app.rate_limits.limits import RateLimits
from app.ratings.settlement import Settlement
from app.realtime.account_listeners import AccountListeners
from app.realtime.account_stream import AccountStreams
from app.realtime.connections import ConnectionRegistry
from app.realtime.friend_lines import FriendLines
from app.realtime.hub import Hub
from app.realtime.match_stream import MatchStreams
from app.realtime.sender import Sender
from app.scheduler.due_answers import DueAnswers
from app.scheduler.scheduler import Scheduler
from app.scheduler.sweeper import Sweeper
from app.sign_in.providers import Providers
from engine.core.registry import games


class Container:
    """One instance of each component. Building it starts nothing. Raises WrongSetting."""

    def __init__(self, settings: Settings, system_clock: SystemClock | None = None) -> None:
        self.settings = settings
        self.system_clock = system_clock or SystemClock()
        self.shutdown = Shutdown()
        self._build_infrastructure()
        self._build_accounts()
        self._build_matches()
        self._build_pipeline()
        self._build_match_services()
        self._build_lobby()
        self._build_realtime()
        self._build_background()
        self._connect_hooks()
        self._connect_scheduler()
        self._connect_bus()

    def _build_infrastructure(self) -> None:
        settings = self.settings
        self.database = Database(settings)
        self.process_lock = ProcessLock(settings)
        self.instance = Instances(self.database, settings)
        self.limits = RateLimits(settings, connections=settings, redis_url=settings.redis_url)
        self.catalogue = load_catalogue(games(), settings.game_ids, settings.substitute_bot)
        self.bus = make_bus(settings)
        self.service_clock = ServiceClock(self.database, self.system_clock)
        self.stores = open_stores(self.database, settings.commit_seconds)
        self.writer = Writer(
            self.stores.store, settings.commit_seconds, drain_s=settings.drain_seconds
        )
        self.health = Health(self.database, self.writer)

    def _build_accounts(self) -> None:
        self.callers = Callers(self.database, self.settings)
        self.passwords = Passwords(self.settings)
        self.providers = Providers(self.settings)
        self.revocations = Revocations(self.bus)
        self.mails = Mails(self.database, self.settings, self.instance.name)
        self.closures = Closures(self.database, self.revocations, self.mails.notify)
        self.idempotency_keys = IdempotencyKeys(self.database)
        self.friendships = Friendships(self.database, self.bus)
        self.online = OnlineAccounts(self.bus, self.database)

    def _build_matches(self) -> None:
        settings, database, service_clock = self.settings, self.database, self.service_clock
        self.hooks = MatchHooks()
        self.rooms = RoomCache(
            database,
            self.catalogue,
            self.stores.versions,
            settings,
            service_clock,
            shared=self.bus.shared,
        )
        self.presence = Presence(self.bus, self.rooms, settings.gone_after)
        self.publisher = Publisher(self.bus)
        self.changes = MatchChanges(self.rooms, self.publisher, self.hooks)
        deadlines = self.deadlines = Deadlines(
            service_clock, play=settings, bots=settings, background=settings.background
        )
        self.locks = MatchLocks(self.database, self.catalogue, service_clock, deadlines, settings)
        self.starter = MatchStarter(self.catalogue, service_clock, deadlines, settings)
        self.ender = MatchEnder(self.locks, self.changes)
        self.entries = EntryBuilder(service_clock, deadlines, play=settings, bots=settings)
        self.parking = Parking(self.locks, self.changes, settings)
        self.failures = RulesFailures(self.parking)

    def _build_pipeline(self) -> None:
        rooms, service_clock, writer = self.rooms, self.service_clock, self.writer
        turns = CommandTurns(self.database, rooms, service_clock, self.settings.commit_seconds)
        runner = CommandRunner(self.database, self.parking, self.settings)
        local = Pipeline(rooms, turns, runner, self.entries, writer, self.publisher, self.hooks)
        self.pipeline: CommandPipeline = local
        if self.bus.shared and self.stores.pulse is not None:
            self.pipeline = ForwardingPipeline(
                local,
                rooms,
                self.database,
                self.bus,
                service_clock,
                self.hooks,
                self.presence,
                writer,
                self.stores.pulse,
                self.shutdown,
            )

    def _build_match_services(self) -> None:
        settings, database, service_clock = self.settings, self.database, self.service_clock
        self.notifier = Notifier(self.bus)
        self.deliveries = Deliveries(
            database,
            self.notifier,
            self.catalogue,
            self.presence,
            self.online.is_online,
            service_clock,
            settings,
        )
        self.settlement = Settlement(database, self.rooms, self.publisher, self.deliveries.workers)
        self.replays = Replays(database, settings)
        self.score_history = ScoreHistory(database, settings)
        self.chat = Chat(database, self.bus, self.publisher, limits=settings, storage=settings)
        self.absence = Absence(database, self.bus, self.presence, service_clock, settings)
        self.resignations = Resignations(self.locks, self.changes)
        self.timeouts = Timeouts(
            self.locks, self.changes, service_clock, self.writer, play=settings, limits=settings
        )
        self.auto_pass = AutoPassSettings(self.locks, self.rooms, self.bus, self.hooks, settings)
        self.obsolete_offers = ObsoleteOffers(database, self.publisher)
        self.offers = Offers(
            database,
            self.rooms,
            self.locks,
            self.pipeline,
            self.publisher,
            self.changes,
            self.hooks,
            self.absence,
            self.notifier,
            settings,
        )
        locked = self.rooms, self.locks, self.entries, self.changes, self.ender
        told = self.revocations, self.closures, self.chat, self.bus
        self.admin = Admin(database, *locked, *told, settings)
        matches = self.replays, self.changes, self.ender
        self.personal_data = PersonalData(database, *matches, self.closures, settings)

    def _build_lobby(self) -> None:
        settings, database, service_clock = self.settings, self.database, self.service_clock
        self.hosts = Hosts(database, self.changes, service_clock, settings)
        self.match_views = MatchViews(self.catalogue, self.hosts, settings.address)
        self.messages = Messages(database, self.bus, self.catalogue, self.notifier, settings)
        self.friend_views = FriendViews(database, self.catalogue, self.online)
        self.listing = Listing(self.bus, database, self.match_views, self.shutdown)
        self.lobby = Lobby(
            database,
            self.catalogue,
            self.rooms,
            self.locks,
            self.starter,
            self.changes,
            self.match_views,
            self.hosts,
            self.notifier,
            service_clock,
            settings,
        )
        self.waiting_room = WaitingRoom(
            self.locks, self.lobby, self.changes, self.notifier, settings
        )
        self.lessons = Lessons(database, self.catalogue, self.lobby, self.ender, settings)
        self.open_tables = OpenTables(
            database, self.locks, self.ender, self.hosts, service_clock, settings
        )
        self.blocked_tables = BlockedTables(database, self.locks, self.changes, self.hosts)
        self.closed_accounts = ClosedAccounts(database, self.locks, self.ender, self.hosts)
        self.rematches = Rematches(
            database,
            self.catalogue,
            self.rooms,
            self.lobby,
            self.replays,
            self.publisher,
            self.changes,
            self.notifier,
            service_clock,
        )
        self.same_deals = SameDeals(database, self.catalogue, self.lobby, self.replays)
        told = self.bus, self.notifier, self.deliveries
        self.matchmaking = Matchmaking(
            database, self.catalogue, self.lobby, *told, service_clock, settings
        )

    def _build_realtime(self) -> None:
        settings, database = self.settings, self.database
        self.connections = ConnectionRegistry(self.bus, database, self.callers, settings)
        self.hub = Hub(self.bus, self.rooms, database, self.replays, self.service_clock)
        self.sender = Sender(self.rooms, self.presence, self.hub)
        size = settings.listener_queue_size
        self.match_streams = MatchStreams(self.hub, self.presence, self.sender, size)
        self.account_listeners = AccountListeners(self.bus)
        lines = FriendLines(self.friend_views, self.messages), self.admin.warnings
        told = database, self.rooms, self.lobby, self.matchmaking.reads, *lines
        self.online_bots = OnlineBots(database)
        self.account_streams = AccountStreams(
            self.account_listeners, self.online_bots, self.online, *told
        )

    def _build_background(self) -> None:
        settings, database = self.settings, self.database
        self.bots = BotPlayers(
            database,
            self.rooms,
            self.pipeline,
            self.failures,
            self.shutdown,
            settings,
            settings.engine_seconds,
            background=settings.background,
        )
        open_decisions = OpenDecisions(self.rooms, self.pipeline)
        self.hints = Hints(open_decisions, self.bots, self.limits, settings)
        self.worlds = Worlds(open_decisions)
        self.due_answers = DueAnswers(self.rooms, self.pipeline, self.failures, settings)
        shared = database, self.rooms, self.writer, self.service_clock
        self.scheduler = Scheduler(*shared, self.deadlines, self.shutdown, settings)
        self.sweeper = Sweeper(database, self.scheduler, self.service_clock, settings)
        self.analysis = Analysis(
            database, self.rooms, self.replays, self.bus, self.limits, settings
        )

    def _connect_hooks(self) -> None:
        """Say what follows a change, in this order."""
        parts = (self.notifier, self.listing, self.friend_views, self.bots, self.scheduler)
        self.hooks.on_commit += [part.committed for part in (*parts, self.obsolete_offers)]
        self.hooks.on_change += [part.changed for part in parts]
        self.hooks.on_deadline.append(self.scheduler.watch)
        self.settlement.on_public.append(self.rematches.invite_late)
        leave_pools = self.matchmaking.tickets.leave_all
        self.closures.on_closed += [self.closed_accounts.leave_matches, leave_pools]
        self.closures.on_reopened.append(self.closed_accounts.return_to_matches)
        self.revocations.on_revoked.append(self.connections.shut)
        self.service_clock.on_moved = self.hub.deadlines_moved
        self.service_clock.is_refusing = lambda: self.writer.is_refused
        self.writer.on_refusal = self.service_clock.renew_soon
        if self.stores.pulse is not None and self.stores.versions is not None:
            give_up = self.writer.store.give_up, self.stores.versions.connections.give_up
            self.stores.pulse.on_return += give_up

    def _connect_scheduler(self) -> None:
        """Say what may be due in a match, in this order."""
        running = (self.bots, self.offers, self.due_answers, self.timeouts)
        self.scheduler.on_due(["open"], self.open_tables.attend)
        self.scheduler.on_due(RUNNING, *(part.attend for part in running))
        self.scheduler.on_due(OVER, self.settlement.attend)

    def _connect_bus(self) -> None:
        router = ChannelRouter(self.bus)
        router.connect("match", self.hub)
        router.connect("account", self.account_listeners)
        router.connect("lobby", self.listing)
        router.connect("analysis", self.analysis.streams)
        router.connect("ended", self.connections)
        router.connect("spent", self.limits.commands)
        router.connect_notes("", self.presence.note_changed)
        router.connect_notes("account", self.online.note_changed)
