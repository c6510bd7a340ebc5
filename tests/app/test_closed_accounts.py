"""Closed accounts leave their tables, invitations and matches."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from app.accounts.caller import Caller
from app.accounts.models import Account
from app.accounts.repository import new_account
from app.infra.problems import Problem
from app.infra.wall_clock import now
from app.lobby.schemas import JoinRequest, NewMatch, SeatChange
from app.notifications.notifier import Notification
from app.notifications.webhooks.models import DeliveryRow, WebhookRow
from app.offers.service import OfferRequest
from tests.app.in_process import ANN, BOB, begin, in_process_server

CID = Caller("a_cid", "Cid", "guest", "t_cid", ())
VEX = Caller("a_vex", "Vex", "bot", "t_vex", ("play",))
ME, OPEN = {"kind": "me"}, {"kind": "open"}


async def create_accounts(services):
    """Cid, and Vex, Ann's bot."""
    async with services.database.writing() as session:
        for caller, owner in ((CID, None), (VEX, ANN.account)):
            row = new_account(caller.kind, caller.name, owner=owner)
            row.id = caller.account
            session.add(row)


async def close(services, caller):
    """Register the account, then close it as an operator."""
    async with services.database.writing() as session:
        account = await session.get_one(Account, caller.account)
        account.kind = "person"
    await services.admin.close_account(caller.name)


async def table(services, *others, seats=(ME, OPEN, OPEN, OPEN), **fields):
    new = NewMatch(game="tiny", seats=list(seats), autostart=False, **fields)
    match = (await services.lobby.create(new, ANN)).id
    for caller in others:
        await services.lobby.join(match, JoinRequest(), caller)
    return match


async def problem_name(act):
    with pytest.raises(Problem) as raised:
        await act
    return raised.value.name


async def test_table_of_a_closed_account_closes_if_no_one_else_is_seated(tmp_path):
    async with in_process_server(tmp_path) as services:
        await create_accounts(services)
        alone, with_bot = await table(services), await table(services, VEX)
        unseated = await table(services, seats=(OPEN, OPEN))
        await close(services, ANN)
        for match in (alone, with_bot, unseated):
            info = await services.lobby.get(match, BOB)
            assert (info.status, info.outcome.reason) == ("aborted", "closed")
            joined = services.lobby.join(match, JoinRequest(), BOB)
            assert await problem_name(joined) == "already-started"


async def test_table_of_a_closed_account_gets_a_new_host_and_no_invitations(tmp_path):
    async with in_process_server(tmp_path) as services:
        await create_accounts(services)
        async with services.database.writing() as session:
            session.add(new_account("person", "Eve"))
        match = await table(services, CID, BOB)
        invitation = SeatChange(kind="open", invite="Eve")
        await services.lobby.change_seat(match, 3, invitation, ANN)
        notifications = []
        services.notifier.add_sink(notifications.append)
        await close(services, ANN)
        info = await services.lobby.get(match, BOB)
        assert (info.status, info.host) == ("open", CID.account)
        assert [seat.account or "" for seat in info.seats] == ["", CID.account, BOB.account, ""]
        assert not any(isinstance(seat.invited, str) for seat in info.seats)
        assert {notice.account for notice in notifications} >= {CID.account, BOB.account}
        bot = SeatChange(kind="bot", bot="random")
        for number in (0, 3):
            await services.lobby.change_seat(match, number, bot, CID)
        assert (await services.lobby.start(match, CID)).status == "playing"


async def test_closed_account_and_its_bots_leave_tables_of_others(tmp_path):
    async with in_process_server(tmp_path) as services:
        await create_accounts(services)
        seats = (ME, OPEN, OPEN, {"kind": "open", "invite": "Vex"})
        new = NewMatch(game="tiny", seats=list(seats), autostart=False)
        match = (await services.lobby.create(new, BOB)).id
        for caller in (CID, ANN):
            await services.lobby.join(match, JoinRequest(), caller)
        await close(services, ANN)
        info = await services.lobby.get(match, BOB)
        assert (info.status, info.host) == ("open", BOB.account)
        assert [seat.account for seat in info.seats[:2]] == [BOB.account, CID.account]
        assert [(seat.kind, bool(seat.invited)) for seat in info.seats[2:]] == [("open", False)] * 2
        vex = SeatChange(kind="open", invite="Vex")
        assert (
            await problem_name(services.lobby.change_seat(match, 2, vex, BOB)) == "invalid-request"
        )


async def test_cached_session_of_a_closed_account_creates_and_joins_nothing(tmp_path):
    async with in_process_server(tmp_path) as services:
        await create_accounts(services)
        hers, his = await table(services, BOB), (await begin(services, "tiny"))
        others = NewMatch(game="tiny", seats=[ME, OPEN], autostart=False)
        free = (await services.lobby.create(others, BOB)).id
        await close(services, ANN)
        for caller in (ANN, VEX):
            assert await problem_name(services.lobby.create(others, caller)) == "unauthenticated"
            joined = services.lobby.join(free, JoinRequest(), caller)
            assert await problem_name(joined) == "unauthenticated"
        assert (await services.lobby.get(hers, BOB)).host == BOB.account
        assert (await services.lobby.get(his, BOB)).status == "playing"


@pytest.mark.parametrize("clock", [{"kind": "none"}, {"kind": "days", "days": 2}])
async def test_closed_player_is_gone_at_once_and_replaceable(tmp_path, clock):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny", {"clock": clock})
        request = OfferRequest(kind="substitute", seat=0)
        assert await problem_name(services.offers.make(match, BOB, request)) == "forbidden"
        await close(services, ANN)
        room = await services.rooms.fresh(match)
        assert services.presence.of(room).seats == {"0": "gone", "1": "gone"}
        services.presence.arrive(match, 1)
        services.presence.arrive(match, 0)
        assert services.presence.of(room).seats == {"0": "gone", "1": "here"}
        offer = await services.offers.make(match, BOB, request)
        assert offer.status == "accepted"
        info = await services.lobby.get(match, BOB)
        assert (info.seats[0].name, info.seats[0].stands_in) == ("Ann", True)


async def test_reopened_account_is_no_longer_gone(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        await close(services, ANN)
        await services.admin.reopen_account(ANN.name)
        request = OfferRequest(kind="substitute", seat=0)
        assert await problem_name(services.offers.make(match, BOB, request)) == "forbidden"


async def test_match_of_closed_accounts_only_ends_without_a_result(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        solo = await services.lobby.create(
            NewMatch(game="tiny", seats=[ME, {"kind": "bot", "bot": "random"}]), ANN
        )
        await close(services, ANN)
        assert (await services.lobby.get(solo.id, None)).status == "aborted"
        assert (await services.lobby.get(match, None)).status == "playing"
        await close(services, BOB)
        info = await services.lobby.get(match, None)
        assert (info.status, info.outcome.reason) == ("aborted", "closed")


async def test_rematch_reserves_no_seat_for_a_closed_account(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        await services.resignations.resign(match, BOB.account)
        await close(services, ANN)
        rematch, _ = await services.rematches.rematch(match, BOB)
        assert rematch.status == "open"
        assert not any(isinstance(seat.invited, str) for seat in rematch.seats)


async def test_closed_accounts_receive_no_webhooks(tmp_path):
    async with in_process_server(tmp_path, webhook_private_addresses=True) as services:
        async with services.database.writing() as session:
            session.add(
                WebhookRow(
                    id="w_1",
                    account=ANN.account,
                    url="http://127.0.0.1:9/",
                    format="generic",
                    events=["invite"],
                    failures=0,
                    created_at=now(),
                )
            )
        match = await begin(services, "tiny")
        async with services.database.writing() as session:
            (await session.get_one(Account, ANN.account)).closed_at = now()
        notice = Notification("invite", ANN.account, match, None, {"by": "Bob", "again": False})
        await services.deliveries.webhooks._queue([notice])
        assert await services.deliveries.webhooks.deliver() == 1
        async with services.database.reading() as session:
            left = (await session.scalars(sa.select(DeliveryRow))).all()
        assert left == [], "nothing was tried, so nothing is tried again"
