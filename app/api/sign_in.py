"""Sign-in with a provider: the two pages without content that a browser passes through, on its way
to the provider and back.

They answer with redirects alone; what went wrong is named in the query of the page that follows
(`app.sign_in.refusals`). The way to the provider begins on a page of this site, so no other one can
sign people in or out. Settings begin the other purposes of a flow (`app.api.identities`).
"""

from __future__ import annotations

import time
from typing import Annotated
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import RedirectResponse
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.confirmations import confirm
from app.accounts.identities import (
    find_identity,
    identities_of,
    new_identity,
    suggested_name,
)
from app.accounts.models import Account
from app.admin.claims import follow_claim
from app.api.cookies import (
    delete_sealed_cookie,
    sealed_cookie,
    set_cookie,
    set_sealed_cookie,
)
from app.api.dependencies import (
    DatabaseDep,
    LimitsDep,
    MailsDep,
    ProvidersDep,
    SettingsDep,
    find_leaving_caller,
)
from app.api.parameters import ProviderName
from app.api.sessions import may_sign_in, start_session
from app.http.request_bodies import JsonRoute
from app.infra.database import Database
from app.infra.problems import Problem, away
from app.infra.security import same_origin
from app.infra.settings import Settings
from app.mail.service import Mails
from app.rate_limits.limits import RateLimits
from app.sign_in.flows import Answer, Flow, NewIdentity, new_flow, return_path
from app.sign_in.identity import Identity
from app.sign_in.refusals import Reason, SignInRefused

router = APIRouter(route_class=JsonRoute, include_in_schema=False)
MAX_PARAMETER_LENGTH = 4096
Parameter = Annotated[str, Query(max_length=MAX_PARAMETER_LENGTH)]


@router.get("/sign-in/{provider}")
async def go_to_provider(
    provider: ProviderName,
    request: Request,
    providers: ProvidersDep,
    limits: LimitsDep,
    settings: SettingsDep,
    next: Parameter = "/",
) -> Response:
    """Lead the browser to the provider."""
    target = providers.get(provider)
    if not same_origin(request, settings):
        return _to_page(settings, "/sign-in", next=return_path(next))
    flow = new_flow(provider, "sign-in", next)
    try:
        await limits.provider(request)
        response = RedirectResponse(await target.authorization_url(flow), 303)
    except (Problem, SignInRefused) as refused:
        return _refusal(settings, flow, refused)
    set_sealed_cookie(response, settings, flow)
    return response


@router.get("/sign-in/{provider}/callback")
async def come_back(
    provider: ProviderName,
    request: Request,
    providers: ProvidersDep,
    limits: LimitsDep,
    database: DatabaseDep,
    settings: SettingsDep,
    mails: MailsDep,
    code: Parameter = "",
    state: Parameter = "",
    error: Parameter = "",
    iss: Annotated[str | None, Query(max_length=MAX_PARAMETER_LENGTH)] = None,
) -> Response:
    """Take the provider's answer, which belongs to this browser's flow alone, and only once."""
    source = providers.get(provider)
    flow = sealed_cookie(request, settings, Flow)
    try:
        flow = await _require_own(flow, provider, state, limits)
        identity = await source.identity(flow, Answer(code, error, iss))
        response = await _follow(flow, identity, request, database, settings, mails)
    except (Problem, SignInRefused) as refused:
        response = _refusal(settings, flow, refused)
    except (DBAPIError, PoolTimeout, OSError) as failure:
        response = _refusal(settings, flow, away(failure))
    delete_sealed_cookie(response, settings, Flow)
    return response


async def _require_own(flow: Flow | None, provider: str, state: str, limits: RateLimits) -> Flow:
    """The flow of this browser that the answer belongs to. Raises SignInRefused."""
    if flow is None or flow.is_expired or (flow.provider, flow.state) != (provider, state):
        raise SignInRefused("expired")
    if not await limits.is_first_use(state):
        raise SignInRefused("expired")
    return flow


async def _follow(
    flow: Flow,
    identity: Identity,
    request: Request,
    database: Database,
    settings: Settings,
    mails: Mails,
) -> Response:
    """Do what the flow is for. Raises SignInRefused."""
    if flow.purpose == "sign-in":
        return await _sign_in(flow, identity, request, database, settings)
    caller = await find_leaving_caller(request)
    if caller is None or caller.token != flow.token:
        raise SignInRefused("expired")
    try:
        async with database.writing() as session:
            account = await session.get_one(Account, caller.account, with_for_update=True)
            if flow.purpose == "link":
                await _link(session, account, identity)
                await mails.notify(session, "linked", account)
            else:
                await _require_linked(session, account, identity)
                confirm(settings, session, account, caller.token)
    except IntegrityError:
        raise SignInRefused("taken") from None
    return _to_page(settings, flow.next)


async def _sign_in(
    flow: Flow, identity: Identity, request: Request, database: Database, settings: Settings
) -> Response:
    async with database.writing() as session:
        known = await find_identity(session, identity.issuer, identity.subject)
        if known is None:
            return _to_sign_up(flow, identity, settings)
        account = await session.get_one(Account, known.account, with_for_update=True)
        if not await may_sign_in(session, account):
            raise SignInRefused("closed")
        follow_claim(session, account, known, is_operator=identity.is_operator)
        secret = start_session(request, settings, session, account).token
    response = _to_page(settings, flow.next)
    set_cookie(response, settings, secret)
    return response


def _to_sign_up(flow: Flow, identity: Identity, settings: Settings) -> Response:
    """The page where a new person chooses a name, which stands behind the hash: in no log."""
    if settings.registration == "closed":
        raise SignInRefused("no-account")
    name = quote(suggested_name(identity.names), safe="")
    page = _address(settings, f"/register/{flow.provider}", next=flow.next)
    response = RedirectResponse(f"{page}#{name}", 303)
    new = NewIdentity(
        flow.provider,
        identity.issuer,
        identity.subject,
        identity.is_operator,
        proved_at=int(time.time()),
    )
    set_sealed_cookie(response, settings, new)
    return response


async def _link(session: AsyncSession, account: Account, identity: Identity) -> None:
    known = await find_identity(session, identity.issuer, identity.subject)
    if known is not None and known.account != account.id:
        raise SignInRefused("taken")
    if known is not None:
        return
    linked = await identities_of(session, account.id)
    if any(other.issuer == identity.issuer for other in linked):
        raise SignInRefused("linked")
    session.add(new_identity(account.id, identity.issuer, identity.subject))


async def _require_linked(session: AsyncSession, account: Account, identity: Identity) -> None:
    known = await find_identity(session, identity.issuer, identity.subject)
    if known is None or known.account != account.id:
        raise SignInRefused("other-identity")


def _refusal(settings: Settings, flow: Flow | None, refused: Problem | SignInRefused) -> Response:
    """The page where the sign-in began, with the reason."""
    reason: Reason = "unavailable"
    if isinstance(refused, SignInRefused):
        reason = refused.reason
    elif refused.name == "rate-limited":
        reason = "rate-limited"
    if flow is None or flow.purpose == "sign-in":
        next = flow.next if flow else "/"
        return _to_page(settings, "/sign-in", problem=reason, next=next)
    return _to_page(settings, flow.next, problem=reason)


def _to_page(settings: Settings, path: str, **query: str) -> Response:
    return RedirectResponse(_address(settings, path, **query), 303)


def _address(settings: Settings, path: str, **query: str) -> str:
    """The address of a page of this site; `next` is left out if it is the home page."""
    given = {name: value for name, value in query.items() if (name, value) != ("next", "/")}
    path, hash, fragment = path.partition("#")
    joint = "&" if "?" in path else "?"
    question = f"{joint}{urlencode(given)}" if given else ""
    return f"{settings.site_path}{path}{question}{hash}{fragment}"
