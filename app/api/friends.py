"""Friend routes, `/me/friends`, `/me/friend-link` and `/friend-links`."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request

from app.accounts.caller import Caller
from app.accounts.schemas import account_view
from app.api.dependencies import (
    FriendshipsDep,
    FriendViewsDep,
    LimitsDep,
    OptionalCaller,
    Player,
    RequiredCaller,
    SettingsDep,
)
from app.api.parameters import AccountName, FriendCode
from app.http.request_bodies import JsonRoute
from app.infra.settings import AddressSettings
from app.wire.friends import FriendLink, Friends, Friendship
from app.wire.operations import changes, reads
from app.wire.people import Account

router = APIRouter(route_class=JsonRoute, tags=["friends"])


async def _asking(caller: Player, limits: LimitsDep) -> Caller:
    await limits.friend_request(caller.account)
    return caller


Asking = Annotated[Caller, Depends(_asking)]
"""A caller whose requests to be friends are counted."""


@router.get("/me/friends", operation_id="listFriends", summary="List the caller's friends")
@reads()
async def friends(caller: RequiredCaller, friend_views: FriendViewsDep) -> Friends:
    """The caller's friends, which of them are online and where they sit, and the requests that
    await an answer.
    """
    return await friend_views.of(caller.account)


@router.put(
    "/me/friends/{name:path}", operation_id="befriend", summary="Ask an account to be friends"
)
@changes("not-found")
async def ask(name: AccountName, caller: Asking, friendships: FriendshipsDep) -> Friendship:
    """Ask an account to be friends, or agree to its request. Each account says who may ask
    (`privacy` of `PATCH /me`).
    """
    return Friendship(status=await friendships.ask(caller, name))


@router.delete(
    "/me/friends/{name:path}",
    status_code=204,
    operation_id="unfriend",
    summary="End a friendship or a request",
)
@changes("not-found")
async def end(name: AccountName, caller: Player, friendships: FriendshipsDep) -> None:
    """End a friendship, withdraw a request, or decline one."""
    await friendships.end(caller, name)


@router.get("/me/friend-link", operation_id="getFriendLink", summary="The caller's friend link")
@reads()
async def link(caller: Player, friendships: FriendshipsDep, settings: SettingsDep) -> FriendLink:
    """The caller's link: who has it may become a friend at once."""
    return _link_view(await friendships.code_of(caller), settings)


@router.post("/me/friend-link", operation_id="renewFriendLink", summary="Renew the friend link")
@changes()
async def renew_link(
    caller: Player, friendships: FriendshipsDep, settings: SettingsDep
) -> FriendLink:
    """A new link; the one before leads nowhere from now on, and friends stay friends."""
    return _link_view(await friendships.code_of(caller, renew=True), settings)


def _link_view(code: str, settings: AddressSettings) -> FriendLink:
    return FriendLink(code=code, url=f"{settings.address}/friend/{code}")


@router.get("/friend-links/{code}", operation_id="readFriendLink", summary="Who gave a friend link")
@reads("not-found", "rate-limited")
async def read_link(
    code: FriendCode,
    caller: OptionalCaller,
    request: Request,
    limits: LimitsDep,
    friendships: FriendshipsDep,
) -> Account:
    """The account whose link this is."""
    async with limits.guessing(request, code):
        return account_view(await friendships.linked(code, caller))


@router.post("/friend-links/{code}", operation_id="acceptFriendLink", summary="Use a friend link")
@changes("not-found")
async def accept_link(
    code: FriendCode,
    caller: Player,
    request: Request,
    limits: LimitsDep,
    friendships: FriendshipsDep,
) -> Friendship:
    """Become a friend of the account whose link this is: it has agreed in advance."""
    async with limits.guessing(request, code):
        await friendships.accept_link(caller, code)
    return Friendship(status="friends")
