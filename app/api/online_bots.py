"""Routes of bots that are online, `/bots`, and of what a bot accepts, `/me/accepts`."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Query, Response
from pydantic import Field

from app.accounts.names import MAX_NAME_LENGTH, Reason
from app.api.dependencies import OnlineBotsDep, OptionalCaller, Player
from app.api.parameters import cursor_parameter, limit_parameter
from app.http.content_encoding import compressed
from app.http.entity_tags import tagged
from app.http.request_bodies import JsonRoute
from app.wire.bodies import Body
from app.wire.literals import ClockKind
from app.wire.operations import changes, reads
from app.wire.people import Accepts, OnlineBots

router = APIRouter(route_class=JsonRoute, tags=["bots"])

DEFAULT_PAGE_SIZE = 50
GameId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,40}$")]


class Accepting(Body):
    """What a bot accepts; an absent member is no limit."""

    games: Annotated[list[GameId], Field(max_length=50)] | None = None
    """Ids of accepted games."""
    players: Annotated[list[Annotated[int, Field(ge=1, le=16)]], Field(max_length=16)] | None = None
    """Accepted numbers of players."""
    rated: bool | None = None
    """Whether rated matches are accepted."""
    unrated: bool | None = None
    """Whether unrated matches are accepted."""
    clocks: Annotated[list[ClockKind], Field(max_length=10)] | None = None
    """Accepted kinds of clocks."""
    text: Reason | None = None
    """A sentence about the bot."""


@router.get("/bots", operation_id="listOnlineBots", summary="List bots that are online")
@reads(cached=True)
@compressed()
@tagged
async def online(
    caller: OptionalCaller,
    bots: OnlineBotsDep,
    game: Annotated[
        str | None,
        Query(
            max_length=40,
            description="Only bots that accept the game of this id.",
            examples=["res_arcana"],
        ),
    ] = None,
    cursor: Annotated[str, cursor_parameter(max_length=MAX_NAME_LENGTH)] = "",
    limit: Annotated[int, limit_parameter()] = DEFAULT_PAGE_SIZE,
) -> OnlineBots:
    """Bots that are online and that accept invitations, by name: invite one by name to a seat. A
    bot is listed once it has said what it accepts, for as long as its stream (`GET /me/stream`) is
    open.
    """
    return await bots.page(caller, game, cursor, limit)


@router.put("/me/accepts", operation_id="setAccepts", summary="Say what the bot accepts")
@changes()
async def accept(body: Accepting, caller: Player, bots: OnlineBotsDep) -> Accepts:
    """List the calling bot, and say what it accepts. It declines the rest itself, with a reason."""
    accepts = msgspec.convert(body.model_dump(exclude_none=True), Accepts)
    await bots.accept(caller, accepts)
    return accepts


@router.delete(
    "/me/accepts",
    status_code=204,
    operation_id="deleteAccepts",
    summary="Take the bot off the list",
)
@changes(reply=None)
async def withdraw(caller: Player, bots: OnlineBotsDep) -> Response:
    """Take the calling bot off the list."""
    await bots.withdraw(caller)
    return Response(status_code=204)
