"""Chat history: paged, at a cost that does not depend on how much others say in private."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa
from alembic import command
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.ext.asyncio import create_async_engine

from app.chat.pages import audience_of
from app.chat.service import MAX_LINES, ChatText
from app.http.cursors import WrongCursor, read_cursor, write_cursor
from app.infra.migrations import configuration
from app.infra.read_settings import read_settings
from app.matches.models import ChatRow, MatchRow
from app.matches.quotas import lock_open_account
from engine.core.event import PUBLIC
from tests.app.in_process import ANN, BOB, begin, in_process_server, plain
from tests.app.test_private_chat import table
from tests.app.wire import anonymous, two_at_tiny

PRIVATE_LINES = 1_342
START = datetime(2026, 1, 1, tzinfo=UTC)
SETTINGS = read_settings(secret_key="x" * 32)


def line(match, number, text, seat=0, to=None, channel="table"):
    at = START + timedelta(seconds=number)
    account = {0: ANN, 1: BOB}.get(seat, ANN).account
    row = ChatRow(match=match, account=account, name="A", seat=seat, channel=channel, to=to)
    row.text, row.at, row.key, row.opens = text, at, None, False
    row.audience = audience_of(row)
    return row


async def fill(services, rows):
    async with services.database.writing() as session:
        session.add_all(rows)


async def page_of(services, *args):
    """A page as its readers get it."""
    return plain(await services.chat.read(*args))


def texts(page):
    return [item["text"] for item in page["items"]]


@contextmanager
def rows_read():
    """Collects the lines loaded from the database meanwhile."""
    read = []

    def note(row, _context):
        read.append(row)

    sa.event.listen(ChatRow, "load", note)
    try:
        yield read
    finally:
        sa.event.remove(ChatRow, "load", note)


async def test_private_lines_of_others_neither_slow_nor_hide_public_lines(tmp_path):
    """1,342 of them made every read ten times slower, and hid the public lines."""
    async with table(tmp_path) as (services, room):
        match = room.info.id
        await services.chat.say(room, ANN, ChatText("before"))
        await services.chat.say(room, ANN, ChatText("psst", [1]))
        private = [line(match, number, f"psst {number}", to=[1]) for number in range(PRIVATE_LINES)]
        await fill(services, private)
        await services.chat.say(room, BOB, ChatText("after"))
        for viewer in (2, PUBLIC):
            with rows_read() as read:
                page = await page_of(services, room, viewer, None)
            assert (texts(page), page["channels"]) == (["before", "after"], [[0, 1]])
            assert len(read) <= 3
        with rows_read() as read:
            page = await page_of(services, room, 0, ANN)
        assert texts(page)[-2:] == [f"psst {PRIVATE_LINES - 1}", "after"]
        assert len(page["items"]) == MAX_LINES
        assert len(read) <= MAX_LINES + 2
        with rows_read() as read:
            await services.chat.say(room, ANN, ChatText("psst again", [1]))
        assert len(read) <= 1


async def test_pages_contain_every_line_the_reader_may_read(tmp_path):
    async with table(tmp_path) as (services, room):
        match = room.info.id
        await services.chat.say(room, ANN, ChatText("one", [1]))
        await services.chat.say(room, BOB, ChatText("two", [2]))
        audiences = [(0, None), (0, [1]), (1, [2]), (None, None)]
        rows = []
        for number in range(60):
            seat, to = audiences[number * 7 % 4]
            channel = "spectators" if seat is None else "table"
            rows.append(line(match, number, f"{number}", seat, to, channel))
        await fill(services, rows)
        readable = {
            0: lambda row: row.audience in (0, 0b011),
            1: lambda row: row.audience in (0, 0b011, 0b110),
            2: lambda row: row.audience in (0, 0b110),
            PUBLIC: lambda row: row.audience in (0, -1),
        }
        first = {0: ["one"], 1: ["one", "two"], 2: ["two"], PUBLIC: []}
        for viewer, may_read in readable.items():
            collected, before = [], None
            while True:
                page = await page_of(services, room, viewer, None, before, 7)
                assert page["channels"] == [[0, 1], [1, 2]]
                collected = texts(page) + collected
                if "next" not in page:
                    break
                assert len(page["items"]) == 7
                before = read_cursor(services.settings, match, page["next"])
            assert collected == first[viewer] + [row.text for row in rows if may_read(row)]


async def test_page_is_full_although_the_reader_muted_a_player(tmp_path):
    async with table(tmp_path) as (services, room):
        match = room.info.id
        rows = [line(match, number, f"{number}", seat=number % 2) for number in range(20)]
        await fill(services, rows)
        async with services.database.writing() as session:
            await session.execute(
                sa.text("INSERT INTO relations VALUES (:own, :other, 'mute', :at)"),
                {"own": ANN.account, "other": BOB.account, "at": "2026-01-01 00:00:00"},
            )
        page = await page_of(services, room, 0, ANN, None, 5)
        assert texts(page) == ["10", "12", "14", "16", "18"]


async def test_lines_written_by_the_previous_version_are_read(tmp_path):
    async with table(tmp_path) as (services, room):
        rows = [line(room.info.id, 0, "for all"), line(room.info.id, 1, "psst", 0, [1])]
        for row in rows:
            row.audience = None
        await fill(services, rows)
        assert texts(await page_of(services, room, 1, BOB)) == ["for all", "psst"]
        page = await page_of(services, room, 2, None)
        assert (texts(page), page["channels"]) == (["for all"], [[0, 1]])


async def test_chat_is_paged_over_the_rest_api(url):
    ann, bob, match = await two_at_tiny(url)
    for number in range(5):
        await ann.post(f"/matches/{match}/chat", {"text": f"{number}"}, 201)
    page = await bob.get(f"/matches/{match}/chat?limit=2")
    assert texts(page) == ["3", "4"]
    page = await bob.get(f"/matches/{match}/chat?limit=3&cursor={page['next']}")
    assert texts(page) == ["0", "1", "2"]
    assert "next" not in page
    assert "next" not in await anonymous(url).get(f"/matches/{match}/chat?limit=5")
    for wrong in ("x", "AAAA", "é", "A" * 22):
        problem = await bob.get(f"/matches/{match}/chat?cursor={wrong}", 422)
        assert problem["type"].endswith("invalid-request")
    for limit in (0, MAX_LINES + 1):
        await bob.get(f"/matches/{match}/chat?limit={limit}", 422)


@given(st.integers(0, 2**63), st.text(max_size=30))
def test_cursor_is_valid_for_its_own_match_only(place, wrong):
    cursor = write_cursor(SETTINGS, "m_1", place)
    assert read_cursor(SETTINGS, "m_1", cursor) == place
    for match, candidate in (("m_2", cursor), ("m_1", wrong), ("m_1", cursor[::-1])):
        with pytest.raises(WrongCursor):
            read_cursor(SETTINGS, match, candidate)


async def test_migration_gives_old_lines_their_circles(empty_database_url):
    settings = configuration(empty_database_url)
    await asyncio.to_thread(command.upgrade, settings, "0006")
    engine = create_async_engine(empty_database_url)
    old = sa.table(
        "chat",
        *(sa.column(name) for name in OLD_COLUMNS),
        sa.column("to", sa.JSON(none_as_null=False)),
    )
    try:
        async with engine.begin() as connection:
            if empty_database_url.startswith("postgresql"):
                for name in ("chat_account_fkey", "chat_match_fkey"):
                    await connection.execute(sa.text(f"ALTER TABLE chat DROP CONSTRAINT {name}"))
            for number, (seat, channel, to) in enumerate(OLD_LINES):
                values = {"id": number + 1, "match": "m_1", "account": "a_1", "name": "A"}
                values |= {"seat": seat, "channel": channel, "to": to, "text": "?", "at": START}
                await connection.execute(sa.insert(old).values(values))
        await asyncio.to_thread(command.upgrade, settings, "head")
        async with engine.connect() as connection:
            query = sa.text("SELECT circle, opens FROM chat ORDER BY id")
            circles = [(circle, bool(opens)) for circle, opens in await connection.execute(query)]
    finally:
        await engine.dispose()
    assert circles == [(0, False), (3, True), (-1, False), (3, False), (6, True), (7, True)]


OLD_COLUMNS = ("id", "match", "account", "name", "seat", "channel", "text", "at")
OLD_LINES = [
    (0, "table", None),
    (0, "table", [1]),
    (None, "spectators", None),
    (1, "table", [0]),
    (2, "table", [1]),
    (0, "table", [1, 2]),
]


async def test_chat_does_not_deadlock_with_the_end_of_the_match(tmp_path, postgres_url):
    """The end locks the match, then its people; so does a line, which refers to both."""
    async with in_process_server(tmp_path, database_url=postgres_url) as services:
        match = await begin(services, "tiny")
        room = await services.rooms.get(match)
        async with services.database.writing() as session:
            await session.get(MatchRow, match, with_for_update=True)
            talk = asyncio.create_task(services.chat.say(room, ANN, ChatText("gg")))
            await asyncio.sleep(0.3)
            await lock_open_account(session, ANN.account)
        assert (await talk).text == "gg"
