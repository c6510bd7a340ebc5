"""Direct message routes, `/me/messages`."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter

from app.api.chat import LineText
from app.api.dependencies import MessagesDep, Player, RequiredCaller
from app.api.parameters import AccountName, Key, cursor_parameter, limit_parameter
from app.friends.messages import MAX_PAGE, NewMessage
from app.http.request_bodies import JsonRoute
from app.wire.bodies import Body
from app.wire.friends import DirectMessage, DirectMessages
from app.wire.operations import changes, reads

router = APIRouter(route_class=JsonRoute, tags=["friends"])


class Letter(Body):
    """What to write to a friend."""

    text: LineText
    """What to write."""


@router.get("/me/messages/{name:path}", operation_id="listMessages", summary="Read a conversation")
@reads("not-found")
async def read(
    name: AccountName,
    caller: RequiredCaller,
    messages: MessagesDep,
    cursor: Annotated[str | None, cursor_parameter("^[0-9]{1,18}$")] = None,
    limit: Annotated[int, limit_parameter(MAX_PAGE)] = MAX_PAGE,
) -> DirectMessages:
    """The messages between the caller and an account: the newest, or with the `next` of a page as
    `cursor` those before it.
    """
    return await messages.page(caller, name, int(cursor) if cursor else None, limit)


@router.post(
    "/me/messages/{name:path}",
    status_code=201,
    operation_id="sendMessage",
    summary="Write to a friend",
)
@changes("not-found", "too-much-chat")
async def write(
    name: AccountName,
    body: Letter,
    caller: Player,
    messages: MessagesDep,
    idempotency_key: Key = None,
) -> DirectMessage:
    """Write to a friend. Two who sit in one running match write nothing until it has ended, unless
    the game allows private talk (`negotiation`).
    """
    return await messages.send(caller, NewMessage(name, body.text, idempotency_key))


@router.put(
    "/me/messages/{name:path}",
    status_code=204,
    operation_id="markMessagesRead",
    summary="Mark a conversation as read",
)
@changes("not-found")
async def mark_read(name: AccountName, caller: Player, messages: MessagesDep) -> None:
    """Mark what an account has written to the caller as read."""
    await messages.mark_read(caller, name)


@router.delete(
    "/me/messages/{name:path}",
    status_code=204,
    operation_id="deleteMessages",
    summary="Delete a conversation",
)
@changes("not-found")
async def delete(name: AccountName, caller: Player, messages: MessagesDep) -> None:
    """Delete a conversation for the caller; the other account keeps it until it does the same."""
    await messages.delete(caller, name)
