"""Sign-up with a provider, `/accounts/by-provider`: after a first sign-in with a provider, a
person chooses a name, and has an account without a password.
"""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from sqlalchemy.exc import IntegrityError

from app.accounts.credentials import revoke_tokens
from app.accounts.identities import find_identity, new_identity
from app.accounts.models import Token
from app.accounts.registration import admit
from app.accounts.repository import refuse_taken_name
from app.accounts.revocation import CLOSE_CODE_RECONNECT
from app.accounts.schemas import NewAccountByProvider
from app.admin.claims import follow_claim
from app.api.cookies import delete_sealed_cookie, sealed_cookie
from app.api.dependencies import DatabaseDep, LimitsDep, RevocationsDep, SettingsDep
from app.api.idempotent import AnonymousIdempotentDep
from app.api.sessions import (
    OPTIONAL_SECURITY,
    SAME_ORIGIN,
    calling_guest,
    person_account,
    start_session,
    with_cookie,
)
from app.http.request_bodies import JsonRoute
from app.idempotency.service import StoreReply
from app.infra.problems import Problem
from app.infra.settings import Settings
from app.sign_in.flows import NewIdentity
from app.wire.operations import creates
from app.wire.people import SignedIn

router = APIRouter(route_class=JsonRoute, tags=["accounts"])


@router.post(
    "/accounts/by-provider",
    status_code=201,
    dependencies=SAME_ORIGIN,
    openapi_extra=OPTIONAL_SECURITY,
    operation_id="createAccountByProvider",
    summary="Register with a provider",
)
@creates("name-taken", "signed-in", reply=SignedIn)
async def create_account_by_provider(
    body: NewAccountByProvider,
    request: Request,
    idempotent: AnonymousIdempotentDep,
    limits: LimitsDep,
    database: DatabaseDep,
    settings: SettingsDep,
    revocations: RevocationsDep,
) -> SignedIn | Response:
    """Create an account for the browser that has just signed in with a provider for the first time,
    within fifteen minutes. Guests keep their matches; their old sessions and tokens end.
    """

    async def make(store_reply: StoreReply) -> SignedIn:
        await limits.guest(request)
        identity = _require_identity(request, settings)
        guest = await calling_guest(request)
        ended: list[str] = []
        try:
            async with database.writing() as session:
                if await find_identity(session, identity.issuer, identity.subject):
                    raise Problem("signed-in", "You have an account here: sign in with it.")
                role = await admit(settings, session, body.invitation)
                await refuse_taken_name(settings, session, body.name)
                account = await person_account(session, body.name, guest)
                account.role = role
                await session.flush()
                row = new_identity(account.id, identity.issuer, identity.subject)
                session.add(row)
                follow_claim(session, account, row, is_operator=identity.is_operator)
                await session.flush()
                ended = await revoke_tokens(session, Token.account == account.id)
                reply = start_session(request, settings, session, account)
                await store_reply(session, reply)
        except IntegrityError:
            raise Problem("name-taken", f"{body.name} is taken.") from None
        revocations.announce(ended, CLOSE_CODE_RECONNECT)
        return reply

    def finish(response: Response, reply: SignedIn) -> None:
        with_cookie(settings)(response, reply)
        delete_sealed_cookie(response, settings, NewIdentity)

    return await idempotent(make, finish)


def _require_identity(request: Request, settings: Settings) -> NewIdentity:
    """Raises Problem unauthenticated."""
    identity = sealed_cookie(request, settings, NewIdentity)
    if identity is None or identity.is_expired:
        raise Problem("unauthenticated", "Sign in with your provider again: that took too long.")
    return identity
