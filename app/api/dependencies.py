"""Dependencies of routes: the caller behind a request, and the components that a route uses."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from app.accounts.caller import Caller
from app.container import Services
from app.infra.problems import Problem
from app.infra.security import COOKIE, same_origin

READS = ("GET", "HEAD", "OPTIONS")


def services_of(connection: HTTPConnection) -> Services:
    """The services of this process."""
    services: Services = connection.app.state.services
    return services


async def find_caller(connection: HTTPConnection) -> Caller | None:
    """The caller, or None; an invalid cookie counts as none.

    Raises Problem: unauthenticated for an invalid token, forbidden for a cross-site cookie write.
    """
    services = services_of(connection)
    scheme, _, secret = connection.headers.get("authorization", "").partition(" ")
    if scheme:
        if scheme.lower() != "bearer":
            raise Problem("unauthenticated", "Only bearer tokens are supported.")
        return await services.callers.by_secret(secret.strip())
    secret = connection.cookies.get(COOKIE, "")
    if not secret:
        return None
    is_write = connection.scope.get("method", "GET") not in READS
    if is_write and not same_origin(connection, services.settings):
        raise Problem("forbidden", "Cross-site cookie authentication is not allowed.")
    try:
        return await services.callers.by_secret(secret)
    except Problem:
        return None


async def _anybody(request: Request) -> Caller | None:
    caller = await find_caller(request)
    if caller and not caller.may("read"):
        raise Problem("forbidden", "This token lacks the scope read.")
    return caller


async def _somebody(request: Request) -> Caller:
    return _required(await find_caller(request), "read")


async def _player(request: Request) -> Caller:
    return await _commanding(request, "play")


async def _creator(request: Request) -> Caller:
    return await _commanding(request, "create")


async def _commanding(request: Request, scope: str) -> Caller:
    caller = _required(await find_caller(request), scope)
    await services_of(request).limits.command(request, caller.account)
    return caller


async def _self(request: Request) -> Caller:
    caller = _required(await find_caller(request), "read")
    if caller.scopes:
        raise Problem("forbidden", "A token with scopes can't change the account.")
    return caller


async def _changing(request: Request) -> Caller:
    caller = await _self(request)
    await services_of(request).limits.change(caller.account)
    return caller


def _required(caller: Caller | None, scope: str) -> Caller:
    if caller is None:
        raise Problem("unauthenticated")
    if not caller.may(scope):
        raise Problem("forbidden", f"This token lacks the scope {scope}.")
    return caller


async def _services(request: Request) -> Services:
    return services_of(request)


Anybody = Annotated[Caller | None, Depends(_anybody)]
Somebody = Annotated[Caller, Depends(_somebody)]
Player = Annotated[Caller, Depends(_player)]
Creator = Annotated[Caller, Depends(_creator)]
Oneself = Annotated[Caller, Depends(_self)]
Changing = Annotated[Caller, Depends(_changing)]
Server = Annotated[Services, Depends(_services)]
