"""`/accounts/{name}`: what everybody may know of a person or bot."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from app.accounts.caller import Anybody, Server
from app.accounts.people import named
from app.accounts.shapes import Whom, moment, shown
from app.bodies import JsonRoute
from app.problems import not_found

router = APIRouter(route_class=JsonRoute, tags=["accounts"])


@router.get("/accounts/{name:path}")
async def profile(name: Whom, _caller: Anybody, server: Server) -> dict[str, Any]:
    """The public profile of a person or bot."""
    async with server.database.reading() as session:
        account = await named(session, name) if name.isprintable() else None
        if account is None:
            raise not_found("account")
    return {"account": shown(account), "created_at": moment(account.created_at)}
