"""Routes of the ways in which the caller signs in: link and unlink providers, and have one confirm
who uses the session.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from fastapi import APIRouter, Request, Response

from app.accounts.confirmations import confirmed_until
from app.accounts.identities import identities_of, unlink
from app.accounts.models import Account
from app.accounts.schemas import NewConfirmation, NewLink, iso_time
from app.admin.claims import follow_claim
from app.api.cookies import set_sealed_cookie
from app.api.dependencies import (
    ChangingCaller,
    DatabaseDep,
    LeavingCaller,
    LimitsDep,
    PasswordsDep,
    ProvidersDep,
    SettingsDep,
)
from app.api.parameters import IdentityId
from app.api.reauthentication import reauthenticate
from app.http.request_bodies import JsonRoute
from app.infra.problems import Problem
from app.infra.settings import Settings
from app.sign_in.flows import Flow, new_flow
from app.sign_in.providers import Providers
from app.sign_in.refusals import SignInRefused
from app.wire import UNSET
from app.wire.operations import changes, reads
from app.wire.sign_in import ProviderAddress, SignInIdentity, SignInMethods

router = APIRouter(route_class=JsonRoute, tags=["accounts"])

SETTINGS_PAGE = "/settings"


@router.get(
    "/me/sign-in-methods", operation_id="getSignInMethods", summary="How the caller signs in"
)
@reads()
async def sign_in_methods(
    caller: LeavingCaller, database: DatabaseDep, providers: ProvidersDep
) -> SignInMethods:
    """Whether the account has a password, and which providers its owner signs in with."""
    async with database.reading() as session:
        account = await session.get_one(Account, caller.account)
        rows = await identities_of(session, caller.account)
        until = await confirmed_until(session, caller.token)
    identities = []
    for row in rows:
        provider = providers.of_issuer(row.issuer)
        identities.append(
            SignInIdentity(
                id=row.id,
                name=provider.settings.name if provider else urlsplit(row.issuer).netloc,
                provider=provider.settings.id if provider else UNSET,
                created_at=iso_time(row.created_at),
            )
        )
    return SignInMethods(
        password=account.password is not None,
        identities=identities,
        confirmed_until=iso_time(until) if until else UNSET,
    )


@router.post("/me/identities", operation_id="linkProvider", summary="Link a provider")
@changes("not-found")
async def link_provider(
    body: NewLink,
    caller: ChangingCaller,
    request: Request,
    response: Response,
    database: DatabaseDep,
    limits: LimitsDep,
    passwords: PasswordsDep,
    providers: ProvidersDep,
    settings: SettingsDep,
) -> ProviderAddress:
    """Begin to link a provider with the account: the identity that signs in at the address, in the
    same browser, signs in to the account from then on.
    """
    providers.get(body.provider)
    account = await reauthenticate(request, caller, body.password, database, limits, passwords)
    if account.kind != "person":
        raise Problem("forbidden", "Sign in with the provider instead: a guest keeps the account.")
    flow = new_flow(body.provider, "link", SETTINGS_PAGE, caller.token)
    return await _lead_to_provider(flow, response, providers, settings)


@router.delete(
    "/me/identities/{identity}",
    status_code=204,
    operation_id="unlinkProvider",
    summary="Unlink a provider",
)
@changes("not-found")
async def unlink_provider(
    identity: IdentityId,
    caller: ChangingCaller,
    database: DatabaseDep,
    settings: SettingsDep,
) -> None:
    """Unlink an identity, unless it is the only way to sign in."""
    issuers = {provider.issuer for provider in settings.providers}
    async with database.writing() as session:
        account = await session.get_one(Account, caller.account, with_for_update=True)
        row = await unlink(session, account, identity, issuers)
        follow_claim(session, account, row, is_operator=False)


@router.post(
    "/me/confirmation", operation_id="confirmSession", summary="Have a provider confirm the session"
)
@changes("not-found")
async def confirm_session(
    body: NewConfirmation,
    caller: LeavingCaller,
    request: Request,
    response: Response,
    limits: LimitsDep,
    providers: ProvidersDep,
    settings: SettingsDep,
) -> ProviderAddress:
    """Begin to sign in again with a provider that the account is linked with. For ten minutes the
    session then needs no password to delete or export the account, or to set a password.
    """
    providers.get(body.provider)
    await limits.provider(request)
    flow = new_flow(body.provider, "confirm", body.next, caller.token)
    return await _lead_to_provider(flow, response, providers, settings)


async def _lead_to_provider(
    flow: Flow, response: Response, providers: Providers, settings: Settings
) -> ProviderAddress:
    """The address to go to; the browser keeps the flow meanwhile. Raises Problem unavailable."""
    try:
        location = await providers.get(flow.provider).authorization_url(flow)
    except SignInRefused:
        raise Problem("unavailable", "The provider does not answer; try again later.") from None
    set_sealed_cookie(response, settings, flow)
    return ProviderAddress(location=location)
