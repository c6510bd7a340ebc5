"""Old data is deleted once the operator no longer keeps it."""

from __future__ import annotations

from datetime import timedelta

import sqlalchemy as sa

from app.accounts.models import Account
from app.chat.service import ChatText
from app.friends.models import MessageRow
from app.infra.wall_clock import now
from app.matches.models import MatchRow
from tests.app.in_process import ANN, BOB, begin, in_process_server
from tests.app.test_deletion import BOT, ZERLINA, create_zerlina, rows_as_text

ALL = {"chat_days": 30, "message_days": 30, "abandoned_match_days": 30, "guest_days": 30}
AGE = timedelta(days=31)


async def make_old(services, *matches):
    """Nothing has happened in these matches for AGE."""
    async with services.database.writing() as session:
        for row in await session.scalars(sa.select(MatchRow).where(MatchRow.id.in_(matches))):
            row.changed_at -= AGE
            row.ended_at = row.ended_at and row.ended_at - AGE


async def accounts(services):
    async with services.database.reading() as session:
        query = sa.select(Account.id).where(Account.closed_at.is_(None))
        return set((await session.scalars(query)).all())


async def has_row(services, text):
    return any(text in line for line in await rows_as_text(services))


async def test_chat_of_old_matches_is_deleted(tmp_path):
    async with in_process_server(tmp_path, chat_days=30) as services:
        matches = [await begin(services, "tiny") for _ in range(3)]
        for match in matches:
            await services.chat.say(await services.rooms.get(match), ANN, ChatText(f"In {match}"))
        old, recent, running = matches
        for match in (old, recent):
            await services.ender.end(match, status="finished", reason="draw")
        await make_old(services, old, running)
        await services.personal_data.retention.prune()
        assert [await has_row(services, f"In {match}") for match in matches] == [False, True, True]


async def test_old_direct_messages_are_deleted(tmp_path):
    async with in_process_server(tmp_path, message_days=30) as services:
        async with services.database.writing() as session:
            for text, at in (("long ago", now() - AGE), ("just now", now())):
                pair = {"sender": ANN.account, "recipient": BOB.account}
                session.add(MessageRow(**pair, text=text, at=at))
        await services.personal_data.retention.prune()
        assert not await has_row(services, "long ago")
        assert await has_row(services, "just now")


async def test_abandoned_match_ends_and_is_deleted_later(tmp_path):
    async with in_process_server(tmp_path, abandoned_match_days=30) as services:
        match, recent = await begin(services, "tiny"), await begin(services, "tiny")
        finished = await begin(services, "tiny")
        await services.ender.end(finished, status="finished", reason="draw")
        await make_old(services, match, finished)
        await services.personal_data.retention.prune()
        assert (await services.lobby.get(match, ANN)).status == "aborted"
        assert (await services.lobby.get(recent, ANN)).status == "playing"
        await make_old(services, match)
        await services.personal_data.retention.prune()
        assert not await has_row(services, match)
        assert await has_row(services, finished)


async def test_guests_who_have_gone_are_deleted_but_no_people_or_players(tmp_path):
    async with in_process_server(tmp_path, guest_days=30) as services:
        await create_zerlina(services)
        async with services.database.writing() as session:
            await session.execute(sa.update(Account).values(created_at=now() - AGE))
        match = await begin(services, "tiny")
        await services.personal_data.retention.prune()
        assert await accounts(services) == {ANN.account, BOB.account, ZERLINA.account, BOT.account}
        await services.ender.end(match, status="finished", reason="draw")
        await services.personal_data.retention.prune()
        assert len(await accounts(services)) == 4, "they played lately"
        await make_old(services, match)
        await services.personal_data.retention.prune()
        await services.personal_data.deletions.delete_due()
        assert await accounts(services) == {ZERLINA.account, BOT.account}


async def test_nothing_is_deleted_by_age_unless_set(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        await services.chat.say(await services.rooms.get(match), ANN, ChatText("Hello"))
        await services.ender.end(match, status="aborted", reason="closed")
        async with services.database.writing() as session:
            await session.execute(sa.update(Account).values(created_at=now() - AGE))
        await make_old(services, match)
        before = await rows_as_text(services)
        await services.personal_data.retention.prune()
        assert len(await rows_as_text(services)) == len(before)
