"""Admission to pools: blocks, closed accounts, guests, people and their bots."""

from __future__ import annotations

import pytest

from app.wire import UNSET
from tests.app.in_process import ANN, BOB
from tests.app.pool_players import (
    CASUAL,
    RATED,
    add_account,
    answer,
    block,
    join,
    pair,
    pool_services,  # noqa: F401
    pools_of,
    refused,
)


@pytest.mark.parametrize("by_ann", [True, False])
async def test_blocked_people_are_not_paired_and_learn_nothing(services, by_ann):
    await join(services, CASUAL, ANN, BOB, waited_s=2000)
    await block(services, *((ANN, BOB) if by_ann else (BOB, ANN)))
    assert await pair(services, CASUAL) == []
    cid = await add_account(services, "Cid")
    await join(services, CASUAL, cid, waited_s=2000)
    assert len(await pair(services, CASUAL)) == 1


async def test_block_during_a_ready_check_dissolves_it_at_no_cost(services):
    await join(services, CASUAL, ANN, BOB)
    (pairing,) = await pair(services, CASUAL)
    await answer(services, pairing, True, ANN)
    await block(services, ANN, BOB)
    await answer(services, pairing, True, BOB)
    for caller in (ANN, BOB):
        check = await services.matchmaking.reads.ready_check(pairing, caller.account)
        assert (check.status, check.accepted, check.accept) == ("dissolved", 0, UNSET)
        own = await services.matchmaking.reads.mine(caller.account)
        assert ([ticket.pool.id for ticket in own.items], own.held_back_s) == ([CASUAL], UNSET)


async def test_closed_account_leaves_the_pools(services):
    dan = await add_account(services, "Dan1", "person")
    await join(services, CASUAL, ANN, dan)
    await services.admin.close_account(dan.name)
    own = await services.matchmaking.reads.mine(dan.account)
    assert own.items == []


async def test_block_of_a_person_covers_their_bot(services):
    ann, bob = await add_account(services, "Ann1"), await add_account(services, "Bob1")
    vex = await add_account(services, "Vex", "bot", owner=bob)
    await join(services, CASUAL, ann, vex, waited_s=2000)
    await block(services, ann, bob)
    assert await pair(services, CASUAL) == []


async def test_rated_pools_take_people_and_casual_ones_everybody(services):
    person = await add_account(services, "Dan")
    bot = await add_account(services, "Vex", "bot", owner=person)
    await join(services, RATED, person)
    await join(services, CASUAL, ANN, bot)
    await refused(services.matchmaking.tickets.join(RATED, ANN), "forbidden")
    await refused(services.matchmaking.tickets.join(RATED, bot), "forbidden")
    await refused(services.matchmaking.tickets.join("tiny-9-live-rated", person), "not-found")


async def test_person_and_their_bots_have_one_place_in_a_pool(services):
    person = await add_account(services, "Dan")
    vex, vox = [await add_account(services, name, "bot", owner=person) for name in ("Vex", "Vox")]
    await join(services, CASUAL, vex)
    for caller in (person, vox):
        await refused(services.matchmaking.tickets.join(CASUAL, caller), "forbidden")
    await services.matchmaking.tickets.leave(CASUAL, vox)
    assert await pools_of(services, vex) == [CASUAL], "a bot does not leave for another"
