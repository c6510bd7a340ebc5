"""Deletion routes, `/me/deletion`: delete one's account, or keep it after all."""

from __future__ import annotations

from fastapi import APIRouter, Request

from app.accounts.closures import GRACE
from app.accounts.schemas import Reauthentication, iso_time
from app.api.dependencies import (
    CallersDep,
    ChangingCaller,
    ClosuresDep,
    DatabaseDep,
    LeavingCaller,
    LimitsDep,
    PasswordsDep,
)
from app.api.reauthentication import reauthenticate
from app.http.request_bodies import JsonRoute
from app.wire.operations import changes
from app.wire.people import Deletion

router = APIRouter(route_class=JsonRoute, tags=["accounts"])


@router.put("/me/deletion", operation_id="deleteAccount", summary="Delete the caller's account")
@changes()
async def delete_account(
    body: Reauthentication,
    caller: ChangingCaller,
    request: Request,
    database: DatabaseDep,
    limits: LimitsDep,
    passwords: PasswordsDep,
    closures: ClosuresDep,
    callers: CallersDep,
) -> Deletion:
    """Delete the account and its bots, seven days later. At once they leave tables and pools,
    others may take their seats in running matches, and every other session and token ends. Until
    the deletion, signing in allows only to keep the account.
    """
    account = await reauthenticate(request, caller, body.password, database, limits, passwords)
    date = await closures.delete(account.id, GRACE, keep_session=caller.token)
    callers.clear_cache()
    return Deletion(deletes_at=iso_time(date))


@router.delete(
    "/me/deletion", status_code=204, operation_id="keepAccount", summary="Keep the account"
)
@changes()
async def keep_account(caller: LeavingCaller, closures: ClosuresDep, callers: CallersDep) -> None:
    """Keep an account that was to be deleted: seats in running matches that no one has taken are
    its own again. Tokens that have ended stay so.
    """
    if caller.deletes_at:
        await closures.keep(caller.account)
        callers.clear_cache()
