"""Dependencies of routes: the caller behind a request, and the components that a route uses."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, TypeVar

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from app.accounts.caller import Caller, Callers
from app.accounts.closures import Closures
from app.accounts.online_bots import OnlineBots
from app.accounts.passwords import Passwords
from app.accounts.registration import Registrations
from app.accounts.revocation import Revocations
from app.admin.service import Admin
from app.analysis.service import Analyses
from app.analysis.stream import AnalysisStreams
from app.bots.hints import Hints
from app.bots.worlds import Worlds
from app.bus.base import Bus
from app.chat.service import Chat
from app.container import Container
from app.forfeits.auto_pass_setting import AutoPassSettings
from app.forfeits.resignation import Resignations
from app.friends.friendships import Friendships
from app.friends.messages import Messages
from app.friends.online import OnlineAccounts
from app.games.catalogue import Catalogue
from app.history.replay import Replays
from app.history.scores import ScoreHistory
from app.infra.database import Database
from app.infra.problems import Problem
from app.infra.security import cookie_of, same_origin
from app.infra.settings import Settings
from app.infra.shutdown import Shutdown
from app.instance.service import Instances
from app.lobby.blocked_tables import BlockedTables
from app.lobby.friend_views import FriendViews
from app.lobby.lessons import Lessons
from app.lobby.listing import Listing
from app.lobby.match_views import MatchViews
from app.lobby.open_tables import OpenTables
from app.lobby.rematch import Rematches
from app.lobby.same_deal import SameDeals
from app.lobby.service import Lobby
from app.lobby.waiting_room import WaitingRoom
from app.mail.service import Mails
from app.matches.commands import CommandPipeline
from app.matches.park import Parking
from app.matches.presence import Presence
from app.matches.room_cache import RoomCache
from app.matches.store.health import Health
from app.matchmaking.reads import PoolReads
from app.matchmaking.ready_checks import ReadyChecks
from app.matchmaking.tickets import Tickets
from app.notifications.deliveries import Deliveries
from app.offers.service import Offers
from app.personal_data.export import Exports
from app.rate_limits.limits import RateLimits
from app.realtime.account_stream import AccountStreams
from app.realtime.connections import ConnectionRegistry
from app.realtime.hub import Hub
from app.realtime.match_stream import MatchStreams
from app.realtime.sender import Sender
from app.sign_in.providers import Providers
from app.wire.literals import Scope
from app.wire.security import demands

T = TypeVar("T")
READS = ("GET", "HEAD", "OPTIONS")


def container_of(connection: HTTPConnection) -> Container:
    """The components of this process."""
    container: Container = connection.app.state.container
    return container


async def find_caller(connection: HTTPConnection) -> Caller | None:
    """The caller, or None; an invalid cookie counts as none, and so does an account that is to be
    deleted.

    Raises Problem: unauthenticated for an invalid token, forbidden for a cross-site cookie write.
    """
    caller = await find_leaving_caller(connection)
    return None if caller is None or caller.deletes_at else caller


async def find_leaving_caller(connection: HTTPConnection) -> Caller | None:
    """The same, but an account that is to be deleted counts."""
    state = connection.state
    if not hasattr(state, "caller"):
        state.caller = await _find_by_credentials(connection)
    caller: Caller | None = state.caller
    return caller


async def _find_by_credentials(connection: HTTPConnection) -> Caller | None:
    container = container_of(connection)
    scheme, _, secret = connection.headers.get("authorization", "").partition(" ")
    if scheme:
        return await _bearer(container, scheme, secret.strip())
    secret = cookie_of(connection)
    if not secret:
        return None
    is_write = connection.scope.get("method", "GET") not in READS
    if is_write and not same_origin(connection, container.settings):
        raise Problem("forbidden", "Cross-site cookie authentication is not allowed.")
    try:
        return await container.callers.by_secret(secret)
    except Problem:
        return None


async def _bearer(container: Container, scheme: str, secret: str) -> Caller:
    try:
        if scheme.lower() != "bearer":
            raise Problem("unauthenticated", "Only bearer tokens are supported.")
        return await container.callers.by_secret(secret)
    except Problem as problem:
        if problem.name == "unauthenticated":
            problem.headers = {"WWW-Authenticate": 'Bearer error="invalid_token"'}
        raise


async def refuse_invalid_token(connection: HTTPConnection) -> None:
    """Refuse an invalid token even where no caller is required: otherwise a bot with a mistyped
    token would silently get the view of an anonymous caller.
    """
    if "authorization" in connection.headers:
        await find_caller(connection)


@demands("read", optional=True)
async def _optional_caller(request: Request) -> Caller | None:
    caller = await find_caller(request)
    return _require_scope(caller, "read") if caller else None


@demands("read")
async def _required_caller(request: Request) -> Caller:
    return _require_scope(await find_caller(request), "read")


@demands("read", optional=True)
async def _optional_leaving_caller(request: Request) -> Caller | None:
    caller = await find_leaving_caller(request)
    return _require_scope(caller, "read") if caller else None


@demands("play")
async def _player(request: Request) -> Caller:
    return await _commanding_caller(request, "play")


@demands("create")
async def _creator(request: Request) -> Caller:
    return await _commanding_caller(request, "create")


async def _commanding_caller(request: Request, scope: Scope) -> Caller:
    caller = _require_scope(await find_caller(request), scope)
    await container_of(request).limits.command(request, caller.account)
    return caller


@demands(None)
async def _unscoped_caller(request: Request) -> Caller:
    return _require_unscoped(await find_caller(request))


@demands(None)
async def _leaving_caller(request: Request) -> Caller:
    return _require_unscoped(await find_leaving_caller(request))


def _require_unscoped(caller: Caller | None) -> Caller:
    caller = _require_scope(caller, "read")
    if caller.scopes:
        raise Problem("forbidden", "A token with scopes can't change the account.")
    return caller


@demands(None)
async def _changing_caller(request: Request) -> Caller:
    caller = await _unscoped_caller(request)
    await container_of(request).limits.change(request, caller.account)
    return caller


def _require_scope(caller: Caller | None, scope: Scope) -> Caller:
    if caller is None:
        raise Problem("unauthenticated")
    if not caller.may(scope):
        problem = Problem("forbidden", f"This token lacks the scope {scope}.")
        lacks = f'Bearer error="insufficient_scope", scope="{scope}"'
        problem.headers = {"WWW-Authenticate": lacks}
        raise problem
    return caller


OptionalCaller = Annotated[Caller | None, Depends(_optional_caller)]
RequiredCaller = Annotated[Caller, Depends(_required_caller)]
Player = Annotated[Caller, Depends(_player)]
Creator = Annotated[Caller, Depends(_creator)]
UnscopedCaller = Annotated[Caller, Depends(_unscoped_caller)]
ChangingCaller = Annotated[Caller, Depends(_changing_caller)]
LeavingCaller = Annotated[Caller, Depends(_leaving_caller)]
OptionalLeavingCaller = Annotated[Caller | None, Depends(_optional_leaving_caller)]
"""The last two may be accounts that are to be deleted."""


# Components


def part(of: Callable[[Container], T]) -> Callable[[HTTPConnection], Awaitable[T]]:
    """A provider of one component; async, since FastAPI runs any other in a thread."""

    async def provide(connection: HTTPConnection) -> T:
        return of(container_of(connection))

    return provide


AccountStreamsDep = Annotated[
    AccountStreams, Depends(part(lambda container: container.account_streams))
]
AdminDep = Annotated[Admin, Depends(part(lambda container: container.admin))]
AnalysesDep = Annotated[Analyses, Depends(part(lambda container: container.analysis.requests))]
AnalysisStreamsDep = Annotated[
    AnalysisStreams, Depends(part(lambda container: container.analysis.streams))
]
AutoPassDep = Annotated[AutoPassSettings, Depends(part(lambda container: container.auto_pass))]
BusDep = Annotated[Bus, Depends(part(lambda container: container.bus))]
CallersDep = Annotated[Callers, Depends(part(lambda container: container.callers))]
CatalogueDep = Annotated[Catalogue, Depends(part(lambda container: container.catalogue))]
ChatDep = Annotated[Chat, Depends(part(lambda container: container.chat))]
ClosuresDep = Annotated[Closures, Depends(part(lambda container: container.closures))]
ConnectionsDep = Annotated[
    ConnectionRegistry, Depends(part(lambda container: container.connections))
]
MailsDep = Annotated[Mails, Depends(part(lambda container: container.mails))]
ExportsDep = Annotated[Exports, Depends(part(lambda container: container.personal_data.exports))]
DatabaseDep = Annotated[Database, Depends(part(lambda container: container.database))]
DeliveriesDep = Annotated[Deliveries, Depends(part(lambda container: container.deliveries))]
FriendshipsDep = Annotated[Friendships, Depends(part(lambda container: container.friendships))]
FriendViewsDep = Annotated[FriendViews, Depends(part(lambda container: container.friend_views))]
HealthDep = Annotated[Health, Depends(part(lambda container: container.health))]
OnlineBotsDep = Annotated[OnlineBots, Depends(part(lambda container: container.online_bots))]
OnlineAccountsDep = Annotated[OnlineAccounts, Depends(part(lambda container: container.online))]
MessagesDep = Annotated[Messages, Depends(part(lambda container: container.messages))]
HintsDep = Annotated[Hints, Depends(part(lambda container: container.hints))]
WorldsDep = Annotated[Worlds, Depends(part(lambda container: container.worlds))]
HubDep = Annotated[Hub, Depends(part(lambda container: container.hub))]
ShutdownDep = Annotated[Shutdown, Depends(part(lambda container: container.shutdown))]
InstanceDep = Annotated[Instances, Depends(part(lambda container: container.instance))]
LimitsDep = Annotated[RateLimits, Depends(part(lambda container: container.limits))]
ListingDep = Annotated[Listing, Depends(part(lambda container: container.listing))]
LessonsDep = Annotated[Lessons, Depends(part(lambda container: container.lessons))]
LobbyDep = Annotated[Lobby, Depends(part(lambda container: container.lobby))]
MatchStreamsDep = Annotated[MatchStreams, Depends(part(lambda container: container.match_streams))]
MatchViewsDep = Annotated[MatchViews, Depends(part(lambda container: container.match_views))]
OffersDep = Annotated[Offers, Depends(part(lambda container: container.offers))]
BlockedTablesDep = Annotated[
    BlockedTables, Depends(part(lambda container: container.blocked_tables))
]
OpenTablesDep = Annotated[OpenTables, Depends(part(lambda container: container.open_tables))]
PasswordsDep = Annotated[Passwords, Depends(part(lambda container: container.passwords))]
ParkingDep = Annotated[Parking, Depends(part(lambda container: container.parking))]
PipelineDep = Annotated[CommandPipeline, Depends(part(lambda container: container.pipeline))]
PoolReadsDep = Annotated[PoolReads, Depends(part(lambda container: container.matchmaking.reads))]
PresenceDep = Annotated[Presence, Depends(part(lambda container: container.presence))]
ProvidersDep = Annotated[Providers, Depends(part(lambda container: container.providers))]
ReadyChecksDep = Annotated[
    ReadyChecks, Depends(part(lambda container: container.matchmaking.ready_checks))
]
RematchesDep = Annotated[Rematches, Depends(part(lambda container: container.rematches))]
SameDealsDep = Annotated[SameDeals, Depends(part(lambda container: container.same_deals))]
ScoreHistoryDep = Annotated[ScoreHistory, Depends(part(lambda container: container.score_history))]
ReplaysDep = Annotated[Replays, Depends(part(lambda container: container.replays))]
ResignationsDep = Annotated[Resignations, Depends(part(lambda container: container.resignations))]
RegistrationsDep = Annotated[
    Registrations, Depends(part(lambda container: container.personal_data.registrations))
]
RevocationsDep = Annotated[Revocations, Depends(part(lambda container: container.revocations))]
RoomsDep = Annotated[RoomCache, Depends(part(lambda container: container.rooms))]
SenderDep = Annotated[Sender, Depends(part(lambda container: container.sender))]
SettingsDep = Annotated[Settings, Depends(part(lambda container: container.settings))]
WaitingRoomDep = Annotated[WaitingRoom, Depends(part(lambda container: container.waiting_room))]
TicketsDep = Annotated[Tickets, Depends(part(lambda container: container.matchmaking.tickets))]
