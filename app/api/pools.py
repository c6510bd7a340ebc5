"""Pool routes, `/pools`, `/me/pools` and `/me/ready-checks`: finding opponents."""

from __future__ import annotations

from fastapi import APIRouter, Response

from app.api.dependencies import (
    Player,
    PoolReadsDep,
    ReadyChecksDep,
    RequiredCaller,
    TicketsDep,
)
from app.api.parameters import PoolId, ReadyCheckId
from app.http.content_encoding import compressed
from app.http.entity_tags import tagged
from app.http.request_bodies import JsonRoute
from app.wire.bodies import Body
from app.wire.operations import changes, reads
from app.wire.pools import MyPools, Pools, ReadyCheck

router = APIRouter(route_class=JsonRoute, tags=["pools"])


class ReadyAnswer(Body):
    accept: bool
    """Whether the account takes its seat."""


@router.get("/pools", operation_id="listPools", summary="List the pools")
@reads(cached=True)
@compressed()
@tagged
async def pools(pools: PoolReadsDep) -> Pools:
    """Every pool of the games on offer: one for each number of players and pace, rated or casual.
    Who waits in it is not told.
    """
    return await pools.all()


@router.get("/me/pools", operation_id="getMyPools", summary="Where the account waits")
@reads()
async def mine(caller: RequiredCaller, pools: PoolReadsDep) -> MyPools:
    """The account's places in pools, and its ready check."""
    return await pools.mine(caller.account)


@router.put("/me/pools/{pool}", operation_id="joinPool", summary="Wait in a pool")
@changes("not-found", "too-many-matches")
async def join(pool: PoolId, caller: Player, tickets: TicketsDep, pools: PoolReadsDep) -> MyPools:
    """Take a place in a pool, or renew it. In a pool of live matches a place lasts half a minute;
    the account's stream (`GET /me/stream`) renews it, and says when a table is found. A person has
    one place in each pool, their bots included. A match takes its players out of all pools.
    """
    await tickets.join(pool, caller)
    return await pools.mine(caller.account)


@router.delete(
    "/me/pools/{pool}", status_code=204, operation_id="leavePool", summary="Leave a pool"
)
@changes("not-found", reply=None)
async def leave(pool: PoolId, caller: Player, tickets: TicketsDep) -> Response:
    """Give up the place in a pool. An open ready check of the pool is declined."""
    await tickets.leave(pool, caller)
    return Response(status_code=204)


@router.get("/me/ready-checks/{id}", operation_id="getReadyCheck", summary="A ready check")
@reads("not-found")
async def ready_check(id: ReadyCheckId, caller: RequiredCaller, pools: PoolReadsDep) -> ReadyCheck:
    """A table that was found for the account, and what has become of it."""
    return await pools.ready_check(id, caller.account)


@router.post(
    "/me/ready-checks/{id}", operation_id="answerReadyCheck", summary="Confirm or decline a table"
)
@changes("not-found", reply=ReadyCheck)
async def answer(
    id: ReadyCheckId,
    body: ReadyAnswer,
    caller: Player,
    ready_checks: ReadyChecksDep,
    pools: PoolReadsDep,
) -> ReadyCheck:
    """Take the seat at a table that was found, or decline it. The match begins once all have
    confirmed. Declining or missing it costs the place, and the next one is held back, longer each
    time, as after a match that is left early; the other players keep theirs. A late answer changes
    nothing: `status` says so.
    """
    await ready_checks.answer(id, caller, accept=body.accept)
    return await pools.ready_check(id, caller.account)
