"""Deleted accounts: days of grace, and what is left afterwards."""

from __future__ import annotations

from datetime import timedelta

import pytest
import sqlalchemy as sa

from app.accounts.caller import Caller
from app.accounts.identities import new_identity
from app.accounts.models import Account, DeletionRow, RetiredNameRow, Token
from app.accounts.names import DELETED_NAME
from app.accounts.repository import new_account, refuse_taken_name
from app.chat.pages import private_channels
from app.chat.service import ChatText
from app.infra.problems import Problem
from app.infra.settings import database_file
from app.infra.wall_clock import now
from app.lobby.schemas import JoinRequest, NewMatch
from app.matches.models import PublicVersionRow
from app.schema import metadata
from tests.app.in_process import BOB, in_process_server
from tests.app.test_lobby import problem
from tests.app.test_private_chat import Talkative
from tests.app.test_registration import PASSWORD, new_name, register, sign_in
from tests.app.wire import Person, arrive

NAME, MAIL = "Zerlina the Brave", "zerlina@example.org"
ZERLINA = Caller("a_0123456789abcdef01", NAME, "person", "t_zerlina", ())
BOT = Caller("a_fedcba9876543210fe", "Zerlinas Engine", "bot", "t_engine", ())
ANN = Caller("a_ann", "Ann", "guest", "t_ann", ())
TRACES = (NAME, MAIL, ZERLINA.account, BOT.name, BOT.account, "zerlina")


async def create_zerlina(services):
    async with services.database.writing() as session:
        for caller, more in ((ZERLINA, {"email": MAIL}), (BOT, {"owner": ZERLINA.account})):
            row = new_account(caller.kind, caller.name, **more)
            row.id = caller.account
            session.add(row)
            await session.flush()


async def rows_as_text(services):
    """Every row of every table; JSON decoded, bytes as they are."""
    lines = []
    async with services.database.reading() as session:
        for table in metadata.sorted_tables:
            for row in await session.execute(sa.select(table)):
                lines.append(f"{table.name}: {tuple(row)}")
    return lines


async def delete(services, account):
    """Ask for the deletion, and let the days of grace pass."""
    await services.closures.delete(account, timedelta(0))
    await services.personal_data.deletions.delete_due()


def traces(lines):
    return [line for line in lines for trace in TRACES if trace.lower() in line.lower()]


async def match_of(services, *others, creator=ZERLINA, game="tiny", **fields):
    seats = [{"kind": "me"}, *({"kind": "open"} for _ in others)]
    match = await services.lobby.create(NewMatch(game=game, seats=seats, **fields), creator)
    for other in others:
        await services.lobby.join(match.id, JoinRequest(), other)
    return match.id


async def test_deletion_leaves_no_trace_in_rows_or_database_files(tmp_path):
    async with in_process_server(tmp_path) as services:
        await create_zerlina(services)
        running = await match_of(services, ANN, BOT)
        finished = await match_of(services, ANN)
        hosted = await match_of(services, ZERLINA, creator=ANN)
        await services.ender.end(finished, status="finished", reason="draw")
        await services.ender.end(hosted, status="aborted", reason="aborted")
        open_table = NewMatch(game="tiny", seats=[{"kind": "me"}, {"kind": "open"}])
        await services.lobby.create(open_table, ZERLINA)
        async with services.database.writing() as session:
            token = Token(
                id="t_zerlina",
                account=ZERLINA.account,
                kind="session",
                name="Firefox of zerlina",
                hash="hash",
                scopes=[],
                created_at=now(),
            )
            session.add(token)
            session.add(new_identity(ZERLINA.account, "https://login.example.org", "zerlina-7"))
        assert traces(await rows_as_text(services))
        await delete(services, ZERLINA.account)
        assert traces(await rows_as_text(services)) == []
        info = await services.lobby.get(running, ANN)
        assert [seat.name for seat in info.seats] == [DELETED_NAME, "Ann", DELETED_NAME]
        assert info.status == "playing"
        assert (await services.lobby.get(finished, ANN)).seats[0].name == DELETED_NAME
    file = database_file(services.settings)
    for path in file.parent.glob(f"{file.name}*"):
        content = path.read_bytes().lower()
        assert [trace for trace in TRACES if trace.lower().encode() in content] == [], path.name


async def test_deletion_of_staff_leaves_what_it_has_written_about_others(tmp_path):
    async with in_process_server(tmp_path) as services:
        await create_zerlina(services)
        warnings = services.admin.warnings
        for about, by in ((ZERLINA, ANN), (ANN, ZERLINA)):
            await warnings.note(about.account, by.account, f"Noted about {about.account}")
            await warnings.warn(about.account, by.account, f"Warned {about.account}")
        await delete(services, ZERLINA.account)
        lines = await rows_as_text(services)
        assert traces(lines) == []
        assert [line for line in lines if "Warned a_ann" in line]
        assert [line for line in lines if "Noted about a_ann" in line]


async def test_players_of_a_running_match_may_replace_an_account_during_its_grace(tmp_path):
    async with in_process_server(tmp_path) as services:
        await create_zerlina(services)
        match = await match_of(services, ANN)
        await services.closures.delete(ZERLINA.account, timedelta(days=7))
        room = await services.rooms.fresh(match)
        assert [seat.account_closed for seat in room.info.seats] == [True, False]
        await services.closures.keep(ZERLINA.account)
        room = await services.rooms.fresh(match)
        assert [seat.account_closed for seat in room.info.seats] == [False, False]
        await services.personal_data.deletions.delete_due()
        assert room.info.seats[0].name == NAME


async def test_deletion_stops_once_its_owner_has_kept_the_account(tmp_path):
    async with in_process_server(tmp_path) as services:
        await create_zerlina(services)
        await services.closures.delete(ZERLINA.account, timedelta(0))
        row = await services.personal_data.deletions._claim()
        await services.closures.keep(ZERLINA.account)
        await services.personal_data.deletions._delete(row)
        assert traces(await rows_as_text(services))


async def test_outsiders_of_a_delayed_match_see_a_deletion_late(tmp_path):
    async with in_process_server(tmp_path) as services:
        await create_zerlina(services)
        delay = {"spectators": "delayed", "spectator_delay": {"minutes": 30}}
        match = await match_of(services, ANN, **delay)
        await delete(services, ZERLINA.account)
        assert (await services.lobby.get(match, ANN)).seats[0].name == DELETED_NAME
        assert (await services.lobby.get(match, None)).seats[0].name == NAME
        kept = [line for line in traces(await rows_as_text(services)) if NAME in line]
        assert {line.split(":")[0] for line in kept} == {"bulletins", "entries"}
        await age_public_versions(services, timedelta(minutes=31))
        await make_deletions_due(services)
        await services.personal_data.deletions.delete_due()
        assert (await services.lobby.get(match, None)).seats[0].name == DELETED_NAME
        assert traces(await rows_as_text(services)) == []


async def age_public_versions(services, by):
    async with services.database.writing() as session:
        for version in await session.scalars(sa.select(PublicVersionRow)):
            version.seen_at -= by


async def make_deletions_due(services):
    async with services.database.writing() as session:
        await session.execute(sa.update(DeletionRow).values(due=now()))


async def test_name_of_a_deleted_account_stays_taken_for_a_year(tmp_path):
    async with in_process_server(tmp_path) as services:
        await create_zerlina(services)
        await delete(services, ZERLINA.account)
        for name in (NAME, NAME.upper(), NAME.replace("l", "1"), DELETED_NAME, "DeIeted pIayer"):
            assert await is_taken(services, name), name
        assert not await is_taken(services, "Zerlina")
        async with services.database.writing() as session:
            past = now() - timedelta(seconds=1)
            await session.execute(sa.update(RetiredNameRow).values(expires_at=past))
        assert not await is_taken(services, NAME)
        await services.personal_data.deletions.delete_due()
        assert not [line for line in await rows_as_text(services) if "retired_names" in line]


async def is_taken(services, name):
    async with services.database.reading() as session:
        try:
            await refuse_taken_name(services.settings, session, name)
        except Problem as taken:
            return taken.name == "name-taken"
    return False


@pytest.mark.parametrize("closed_first", [True, False])
async def test_account_that_an_operator_closes_cannot_be_kept(tmp_path, closed_first):
    async with in_process_server(tmp_path) as services:
        await create_zerlina(services)
        if closed_first:
            await services.admin.close_account(NAME)
        await services.closures.delete(ZERLINA.account, timedelta(days=7))
        if not closed_first:
            await services.admin.close_account(NAME)
        with pytest.raises(Problem) as raised:
            await services.closures.keep(ZERLINA.account)
        assert raised.value.name == "forbidden"
        await services.admin.reopen_account(NAME)
        assert "deletions" not in "".join(await rows_as_text(services))


async def test_owner_who_keeps_the_account_opens_no_bot_that_an_operator_has_closed(tmp_path):
    async with in_process_server(tmp_path) as services:
        await create_zerlina(services)
        await services.admin.close_account(BOT.name)
        await services.closures.delete(ZERLINA.account, timedelta(days=7))
        await services.closures.keep(ZERLINA.account)
        async with services.database.reading() as session:
            closed = [
                (await session.get_one(Account, caller.account)).closed_at is not None
                for caller in (ZERLINA, BOT)
            ]
        assert closed == [False, True]


async def test_account_in_its_days_of_grace_may_only_be_kept(url):
    zoe = await register(url, new_name("Zoe"))
    bot = await zoe.post("/bots", {"name": new_name("Engine")}, 201)
    refused = await zoe.call("PUT", "/me/deletion", {})
    assert problem(refused) == "invalid-request"
    refused = await zoe.call("PUT", "/me/deletion", {"password": "not the password"})
    assert problem(refused) == "forbidden"
    deletion = await zoe.put("/me/deletion", {"password": PASSWORD})
    assert (await zoe.get("/me"))["deletes_at"] == deletion["deletes_at"]
    for method, path, body in (
        ("GET", "/me/tokens", None),
        ("PATCH", "/me", {"name": "Other"}),
        ("POST", "/matches", {"game": "tiny"}),
        ("POST", "/me/tickets", None),
        ("PUT", "/me/deletion", {"password": PASSWORD}),
    ):
        assert problem(await zoe.call(method, path, body)) == "unauthenticated", path
    engine = Person(url, "Engine", bot["token"], bot["account"]["id"])
    assert problem(await engine.call("GET", "/me")) == "unauthenticated"
    again = await sign_in(url, zoe.name)
    assert again.status_code == 201
    back = Person(url, zoe.name, again.json()["token"], zoe.account)
    assert (await back.call("DELETE", "/me/deletion")).status_code == 204
    assert "deletes_at" not in await back.get("/me")
    await back.get("/me/tokens")


async def test_guest_deletes_the_account_by_its_session(url):
    gus = await arrive(url, "Gus")
    await gus.put("/me/deletion", {})
    assert "deletes_at" in await gus.get("/me")
    assert (await gus.call("DELETE", "/me/deletion")).status_code == 204
    await gus.get("/me/tokens")


async def test_private_channel_that_a_deleted_account_opened_stays_listed(tmp_path):
    async with in_process_server(tmp_path, Talkative()) as services:
        await create_zerlina(services)
        match = await match_of(services, ANN, BOB, game="talkative")
        room = await services.rooms.get(match)
        await services.chat.say(room, ZERLINA, ChatText("psst", to=[1]))
        await services.chat.say(room, ANN, ChatText("What?", to=[0]))
        async with services.database.reading() as session:
            channels = await private_channels(session, room.info.id)
        await delete(services, ZERLINA.account)
        async with services.database.reading() as session:
            assert await private_channels(session, room.info.id) == channels
