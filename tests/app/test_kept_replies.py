"""Kept replies: sealed in the database, and kept for a day."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import timedelta
from types import SimpleNamespace

import pytest
import sqlalchemy as sa

from app.accounts.models import Account
from app.forfeits.substitution import seat_bot
from app.idempotency import service
from app.idempotency.models import StoredReplyRow
from app.idempotency.sealing import StoredReply, keyed_request
from app.infra.problems import Problem
from app.infra.read_settings import read_settings
from app.infra.wall_clock import now
from app.lobby.schemas import JoinRequest
from app.matches.models import SeatRow
from tests.app.conftest import QUICK
from tests.app.in_process import ANN, begin, in_process_server, plain
from tests.app.test_idempotency_keys import key, request_of
from tests.app.test_registration import register


async def count(services):
    async with services.database.reading() as session:
        return await session.scalar(sa.select(sa.func.count()).select_from(StoredReplyRow))


async def test_database_alone_reveals_no_reply(serve, tmp_path):
    server = serve(**QUICK)
    ann = await register(server.url)
    headers = key()
    bot = await ann.post("/bots", {"name": "Vex"}, 201, headers=headers)
    server.stop()
    with closing(sqlite3.connect(tmp_path / "conclave.db")) as database:
        (row,) = database.execute("SELECT * FROM kept_replies").fetchall()
    stored = b"|".join(f"{part}".encode() if isinstance(part, str) else part for part in row)
    for secret in (bot["token"], bot["account"]["id"], "Vex", headers["Idempotency-Key"]):
        assert secret.encode() not in stored
    assert ann.account.encode() in stored


def test_reply_is_unsealed_only_with_its_key_and_the_server_secret():
    settings, other = (read_settings(secret_key=letter * 32) for letter in "xy")
    reply = StoredReply(201, [("Location", "/x")], b'{"token": "cnc_1"}')
    parts = ("a-key", "account a_1", "POST /x?", b'{"a": 1, "b": 2}')
    own = keyed_request(settings, *parts)
    sealed = own.seal(reply)
    assert own.unseal(sealed) == reply
    assert keyed_request(settings, *parts[:3], b'{"b":2,"a":1}').unseal(sealed) == reply
    wrong = [keyed_request(other, *parts)]
    for place, value in enumerate(("b-key", "account a_2", "POST /y?", b"{}")):
        wrong.append(keyed_request(settings, *parts[:place], value, *parts[place + 1 :]))
    assert [request.unseal(sealed) for request in wrong] == [None] * 5
    assert len({request.id for request in (own, *wrong)}) == 4, (
        "the operation is not part of the id"
    )


async def test_reply_is_kept_for_a_day_and_deleted_with_its_account(
    tmp_path, database_url, monkeypatch
):
    clock = SimpleNamespace(now=now())
    monkeypatch.setattr(service, "now", lambda: clock.now)
    reply, newer = StoredReply(201, [], b"1"), StoredReply(201, [], b"2")
    async with in_process_server(tmp_path, database_url=database_url) as services:
        keys = services.idempotency_keys

        async def keep(request, reply):
            async with services.database.writing() as session:
                await keys.store(session, request, ANN.account, reply)

        async def nothing():
            return None

        for value in ("one", "two"):
            await keep(request_of(services, value), reply)
        clock.now += timedelta(hours=23, minutes=59)
        assert await keys.run_once(request_of(services, "one"), nothing) == reply
        with pytest.raises(Problem, match="something else"):
            await keys.run_once(request_of(services, "one", b"[]"), nothing)
        clock.now += timedelta(minutes=1)
        assert await keys.run_once(request_of(services, "one"), nothing) is None
        await keep(request_of(services, "one"), newer)
        assert await count(services) == 2
        await keys.prune()
        assert await count(services) == 1
        assert await keys.run_once(request_of(services, "one"), nothing) == newer
        async with services.database.writing() as session:
            await session.execute(sa.delete(Account).where(Account.id == ANN.account))
        assert await count(services) == 0


async def test_stored_reply_to_a_returning_player_equals_a_later_read(tmp_path):
    """It equals what a later request shows."""
    stored = []

    async def keep(session, reply):
        seat = await session.get_one(SeatRow, (reply.id, 0))
        stored.append((reply, seat.account))

    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny", {"clock": {"kind": "move", "seconds": 60}})
        async with services.locks.lock(match) as locked_match:
            await seat_bot(locked_match, 0, "random")
        back = await services.lobby.join(match, JoinRequest(), ANN, keep)
        assert stored == [(back, ANN.account)]
        later = await services.lobby.get(match, ANN)
        later.waiting_since = (
            back.waiting_since
        )  # the change itself, which is saved after the reply
        assert plain(back) == plain(later)
