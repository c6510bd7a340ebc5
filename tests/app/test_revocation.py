"""Revocation: when a session or token ends, its connections close at once, on every process."""

import asyncio
import sqlite3
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest
import websockets
from pydantic import SecretStr
from starlette.requests import HTTPConnection

from app.accounts.caller import Caller
from app.accounts.credentials import new_token
from app.accounts.models import Account, Token
from app.accounts.passwords import Passwords
from app.accounts.revocation import CHANNEL
from app.infra.problems import Problem
from app.infra.read_settings import read_settings
from app.infra.wall_clock import now
from tests.app.in_process import ANN, in_process_server
from tests.app.test_lobby import problem
from tests.app.test_registration import PASSWORD, register, sign_in
from tests.app.wire import Person, arrive, tiny, two_at_tiny

QUIET = HTTPConnection({"type": "http", "client": ("203.0.113.7", 1), "headers": []})


async def with_token(person, **more):
    token = await person.post("/me/tokens", {"name": "t", "scopes": ["play", "read"], **more}, 201)
    return Person(person.url, person.name, token["token"], person.account), token["id"]


async def open_stream(person, path):
    """Open a stream; return a task that ends when the server ends the stream."""
    started = asyncio.Event()

    async def read():
        async with person.http.stream("GET", path) as response:
            assert response.status_code == 200
            async for _ in response.aiter_lines():
                started.set()

    task = asyncio.create_task(read())
    await asyncio.wait_for(started.wait(), 30)
    return task


async def close_code_of(socket):
    with suppress(websockets.ConnectionClosedError):
        async for _ in socket:
            pass
    return socket.close_code


@pytest.mark.redis
async def test_revoked_token_closes_its_sockets_and_streams_everywhere(
    postgres_redis_server, second_process
):
    ann, _, match = await two_at_tiny(postgres_redis_server.url)
    token, id = await with_token(ann)
    there = await token.at(second_process.url)
    wires = [await token.wire(match), await there.wire(match)]
    streams = [
        await open_stream(there, f"/matches/{match}/stream"),
        await open_stream(there, "/me/stream"),
    ]
    ticket = (await there.post("/me/tickets", status=201))["ticket"]
    address = (
        second_process.url.replace("http", "ws", 1) + f"/api/v1/matches/{match}/ws?ticket={ticket}"
    )
    ticketed = await websockets.connect(address)
    unused = (await there.post("/me/tickets", status=201))["ticket"]
    session_wire = await ann.wire(match)
    assert (await ann.call("DELETE", f"/me/tokens/{id}")).status_code == 204
    for wire in wires:
        await wire.until(lambda wire=wire: wire.closed)
        assert wire.closed == 4001
    await asyncio.wait_for(asyncio.gather(*streams), 30)
    assert await close_code_of(ticketed) == 4001
    assert problem(await there.call("GET", "/me")) == "unauthenticated"
    late = await websockets.connect(address.replace(ticket, unused))
    assert await close_code_of(late) == 4001
    assert (await session_wire.answer(session_wire.decisions[0]["default"]))["t"] == "ack"
    await session_wire.close()


async def test_sign_out_closes_sockets(url):
    ann, _, match = await two_at_tiny(url)
    wire = await ann.wire(match)
    assert (await ann.call("DELETE", "/sessions/current")).status_code == 204
    await wire.until(lambda: wire.closed)
    assert wire.closed == 4001


async def test_expired_token_closes_its_socket(url):
    ann, _, match = await two_at_tiny(url)
    end = datetime.now(UTC) + timedelta(seconds=1)
    token, _ = await with_token(ann, expires_at=end.isoformat())
    wire = await token.wire(match)
    await wire.until(lambda: wire.closed)
    assert wire.closed == 4001
    assert problem(await token.call("GET", "/me")) == "unauthenticated"


async def test_leaked_bot_token_is_replaced(url):
    ann, bob = await arrive(url, "Ann"), await arrive(url, "Bob")
    created = await ann.post("/bots", {"name": f"Vex {ann.account[-6:]}"}, 201)
    bot = created["account"]["id"]
    assert [item["id"] for item in (await ann.get("/me/bots"))["items"]] == [bot]
    assert problem(await bob.call("POST", f"/me/bots/{bot}/token")) == "not-found"
    renewed = await ann.post(f"/me/bots/{bot}/token", status=201)
    old, new = (Person(url, "Vex", item["token"], bot) for item in (created, renewed))
    assert problem(await old.call("GET", "/me")) == "unauthenticated"
    assert (await new.get("/me"))["account"]["id"] == bot


async def test_bot_tokens_are_listed_and_revoked_one_by_one(url):
    ann, bob = await arrive(url, "Ann"), await arrive(url, "Bob")
    created = await ann.post("/bots", {"name": f"Vex {ann.account[-6:]}"}, 201)
    path = f"/me/bots/{created['account']['id']}/tokens"
    added = await ann.post(path, {"name": "laptop", "scopes": ["read"]}, 201)
    listed = (await ann.get(path))["items"]
    assert [(item["name"], item["scopes"]) for item in listed] == [
        ("Bot", ["create", "play", "read"]),
        ("laptop", ["read"]),
    ]
    assert not any("token" in item for item in listed)
    match = await tiny(ann)
    bots = [
        Person(url, "Vex", item["token"], created["account"]["id"]) for item in (created, added)
    ]
    first, second = [await bot.wire(match) for bot in bots]
    for method, place, body in (
        ("GET", path, None),
        ("POST", path, {"name": "t", "scopes": ["read"]}),
        ("DELETE", f"{path}/{listed[0]['id']}", None),
    ):
        assert problem(await bob.call(method, place, body)) == "not-found"
    assert (await ann.call("DELETE", f"{path}/{listed[0]['id']}")).status_code == 204
    await first.until(lambda: first.closed)
    assert first.closed == 4001
    assert problem(await bots[0].call("GET", "/me")) == "unauthenticated"
    assert (await bots[1].get("/me"))["account"]["kind"] == "bot"
    assert second.closed is None
    assert [item["id"] for item in (await ann.get(path))["items"]] == [added["id"]]
    assert problem(await ann.call("DELETE", f"/me/tokens/{added['id']}")) == "not-found"


async def test_sockets_are_limited_per_account(strict):
    ann, bob, match = await two_at_tiny(strict.url)
    wires = [await ann.wire(match), await ann.wire(match)]
    third = await ann.wire(match)
    assert (third.closed, third.frames) == (1008, [])
    assert problem(await ann.call("GET", "/me/stream")) == "rate-limited"
    last = await bob.wire(match)
    assert (await bob.wire(match)).closed == 1008
    assert problem(await bob.call("GET", f"/matches/{match}/stream")) == "rate-limited"
    await wires[0].close()
    async with asyncio.timeout(30):
        while (again := await ann.wire(match)).closed:
            assert again.closed == 1008
    for wire in (wires[1], last, again):
        await wire.close()


async def test_account_changes_are_rate_limited(strict):
    ann = await arrive(strict.url, "Ann")
    await ann.post("/me/tickets", status=201)
    await ann.post("/me/tokens", {"name": "t", "scopes": ["read"]}, 201)
    assert (await ann.call("PATCH", "/me", {"name": "Anna"})).status_code == 200
    for method, path, body in (
        ("POST", "/me/tickets", {}),
        ("POST", "/me/tokens", {"name": "t", "scopes": ["read"]}),
        ("PATCH", "/me", {"name": "Anne"}),
        ("POST", "/bots", {"name": "Vex"}),
    ):
        refused = await ann.call(method, path, body)
        assert problem(refused) == "rate-limited"
        assert int(refused.headers["retry-after"]) >= 1


async def test_process_without_a_bus_finds_revocations_by_itself(tmp_path):
    async with in_process_server(tmp_path) as services:
        row = Account(id="a_1", kind="person", name="Ada", preferences={}, created_at=now())
        async with services.database.writing() as session:
            session.add(row)
            await session.flush()
            token, secret = new_token(services.settings, row, "session", "Session", [])
            session.add(token)
        caller = await services.callers.by_secret(secret)
        codes: list[int] = []
        with services.connections.open(QUIET, caller, codes.append):
            await services.connections.check()
            assert codes == []
            async with services.database.writing() as session:
                await session.delete(await session.get_one(Token, token.id))
            assert await services.callers.by_secret(secret) == caller
            await services.connections.check()
            assert codes == [4001]
            with pytest.raises(Problem):
                await services.callers.by_secret(secret)
        with pytest.raises(Problem), services.connections.open(QUIET, caller, codes.append):
            pass


async def test_connection_opened_during_revocation_is_closed(tmp_path):
    async with in_process_server(tmp_path) as services:
        services.connections.deliver(CHANNEL, b'{"tokens": ["t_ann"], "code": 4001}')
        codes: list[int] = []
        with pytest.raises(Problem), services.connections.open(QUIET, ANN, codes.append):
            pass
        with services.connections.admit_stream(QUIET, ANN)(codes.append):
            assert codes == [1008]
        other = Caller("a_ann", "Ann", "guest", "t_other", ())
        with services.connections.open(QUIET, other, codes.append):
            assert codes == [1008]


async def test_password_hash_is_outdated_when_the_cost_rises(tmp_path):
    def passwords(kib):
        return Passwords(read_settings(secret_key="x" * 32, password_kib=kib, password_rounds=1))

    cheap, costly = passwords(1024), passwords(2048)
    password = SecretStr("correct horse battery")
    hashed = await cheap.hash(password)
    assert hashed.startswith("$argon2id$")
    assert await costly.is_correct(password, hashed)
    assert not await costly.is_correct(SecretStr("wrong horse battery"), hashed)
    assert not await costly.is_correct(password, None)
    assert costly.needs_rehash(hashed)
    assert not costly.needs_rehash(await costly.hash(password))
    for hasher in (cheap, costly):
        hasher.close()


async def test_outdated_password_hash_is_renewed_at_sign_in(embedded, folder):
    """The server hashes with 1,024 KiB; this hash used another size."""
    ann = await register(embedded.url)
    other = Passwords(read_settings(secret_key="x" * 32, password_kib=2048, password_rounds=1))
    old = await other.hash(SecretStr(PASSWORD))
    other.close()
    database = sqlite3.connect(folder / "conclave.db", timeout=30)
    with database:
        row = database.execute("UPDATE accounts SET password = ? WHERE id = ?", (old, ann.account))
        assert row.rowcount == 1
    hashes = []
    for _ in range(2):
        assert (await sign_in(embedded.url, ann.name)).status_code == 201
        query = "SELECT password FROM accounts WHERE id = ?"
        hashes.append(database.execute(query, (ann.account,)).fetchone()[0])
    database.close()
    assert "m=2048," in old
    assert "m=1024," in hashes[0]
    assert hashes[1] == hashes[0]
