"""A database of an older version: everything in it is shown, continued and verified as before."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import uuid
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy.ext.asyncio import create_async_engine

from app.clocks.state import read_state
from app.history.verify import verify
from app.matches.models import EntryRow
from engine.core.registry import games
from tests.app.conftest import QUICK
from tests.app.in_process import in_process_server
from tests.app.random_answers import pick
from tests.app.stored import (
    MATCHES,
    PATHS,
    REVISION,
    SECRET_KEY,
    SEEN,
    TIMES,
    WHOLE,
    WORDS,
    copy_rows,
    lost,
    person,
    told,
    write_sqlite,
)
from tests.app.test_migrated_rows import upgrade_to
from tests.app.test_registration import sign_in
from tests.app.wire import Person, Wire, browse
from tests.conftest import database_on
from tests.server_process import launch, wait_until_ready

CLOCK_SLACK_MS = 60_000
"""Far more than passes between the last renewal of the older version and a reading here."""


@dataclass
class Older:
    """A server of today on the older version's rows, and what it showed before any change."""

    url: str
    seen: dict[str, Any]
    accounts: dict[str, Any]

    def person(self, name: str) -> Person:
        return person(self.url, name)


@pytest.fixture(scope="module")
async def postgres_rows(
    postgres_server: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[str]:
    """The same rows in PostgreSQL."""
    file = tmp_path_factory.mktemp("rows") / "rows.db"
    write_sqlite(file)
    name = f"test_{uuid.uuid4().hex[:12]}"
    admin = await asyncpg.connect(postgres_server)
    await admin.execute(f'create database "{name}"')
    url = database_on(postgres_server, name)
    await upgrade_to(url, REVISION)
    engine = create_async_engine(url)
    async with engine.begin() as connection:
        await connection.run_sync(lambda sync: copy_rows(file, sync))
    await engine.dispose()
    yield url
    await admin.execute(f'drop database "{name}" with (force)')
    await admin.close()


@pytest.fixture(
    scope="module", params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]
)
def rows_url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The rows in a database of each kind."""
    if request.param == "postgres":
        return str(request.getfixturevalue("postgres_rows"))
    file = tmp_path_factory.mktemp("rows") / "rows.db"
    write_sqlite(file)
    return f"sqlite+aiosqlite:///{file}"


@pytest.fixture(scope="module")
async def older(rows_url: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Older]:
    folder = tmp_path_factory.mktemp("older")
    settings = {"DATABASE_URL": rows_url, "SECRET_KEY": SECRET_KEY}
    server = launch(folder, folder / "log", {**QUICK, **settings, "PUBLIC_URL": "http://localhost"})
    wait_until_ready(server)
    people = {name: person(server.url, name) for name in [*SEEN["people"], "nobody"]}
    requested = PATHS.keys() if rows_url.startswith("sqlite") else {"view", "log", "export"}
    seen = {
        match: {
            viewer: {
                key: await told(people[viewer], f"/matches/{MATCHES[match]['id']}{PATHS[key]}")
                for key in parts
                if key in requested
            }
            for viewer, parts in viewers.items()
        }
        for match, viewers in SEEN["seen"].items()
    }
    accounts = {
        viewer: {path: await told(people[viewer], path) for path in paths}
        for viewer, paths in SEEN["accounts"].items()
    }
    yield Older(server.url, seen, accounts)
    for client in people.values():
        await client.http.aclose()
    log = server.log.read_text(errors="replace")
    server.stop()
    assert '"event": "fault"' not in log, log[-4000:]


@pytest.mark.parametrize("match", list(MATCHES))
async def test_each_viewer_sees_every_match_as_before(older: Older, match: str):
    """The delay of `late_end` has passed meanwhile."""
    for viewer, parts in SEEN["seen"][match].items():
        if (match, viewer) == ("late_end", "nobody"):
            assert older.seen[match][viewer]["view"]["body"]["view"]["status"] == "finished"
            continue
        for key, after in older.seen[match][viewer].items():
            before = parts[key]
            ignored = frozenset(TIMES | WHOLE | (WORDS if before["status"] >= 400 else set()))
            assert not lost(before, after, f"{viewer} {key}", ignored)


@pytest.mark.parametrize("match", ["running", "paused", "automatic", "against_bot"])
async def test_clocks_keep_their_remaining_time(older: Older, match: str):
    """The time between the two versions counts for no player."""
    before = SEEN["seen"][match]["Bob"]["view"]["body"]["clock"]["seats"]
    after = older.seen[match]["Bob"]["view"]["body"]["clock"]["seats"]
    for seat, clock in before.items():
        assert abs(after[seat]["left_ms"] - clock["left_ms"]) < CLOCK_SLACK_MS


@pytest.mark.parametrize("name", list(SEEN["accounts"]))
async def test_accounts_keep_their_data(older: Older, name: str):
    """Tokens, bots, webhooks, blocks, mutes, preferences; ratings may have been added since."""
    for path, before in SEEN["accounts"][name].items():
        after = older.accounts[name][path]
        for part in ("ratings", "results", "items"):
            now = after["body"].get(part, [])
            for row in before["body"].get(part, []):
                assert any(row.items() <= other.items() for other in now), (path, part)
        ignored = frozenset({"ratings", "results", "items", *WORDS})
        assert not lost(before, after, path, ignored)


async def test_passwords_sessions_and_tokens_still_work(older: Older):
    assert (await sign_in(older.url, "ANN", SEEN["password"])).status_code == 201
    assert (await sign_in(older.url, "Ann", "another password")).status_code == 401
    async with browse(older.url) as http:
        me = await http.get("/api/v1/me", headers={"cookie": SEEN["session"]["cookie"]})
    assert me.json()["account"]["name"] == "Bob"
    bot = SEEN["bot"]
    robot = Person(older.url, "Annbot", bot["token"], bot["account"]["id"])
    assert lost(bot["account"], (await robot.get("/me"))["account"]) == []


async def test_delayed_end_is_settled_once_public(older: Older):
    ann = older.person("Ann")
    board = await items(ann, "/leaderboards/tiny", "items", 1)
    assert sorted(row["account"]["name"] for row in board) == ["Ann", "Bob"]


async def sockets_of_seats(older: Older, match: str) -> list[Wire]:
    """The sockets of the players who have a seat."""
    id = MATCHES[match]["id"]
    people = [older.person(name) for name in MATCHES[match]["people"]]
    matches = [await person.get(f"/matches/{id}") for person in people]
    here = [person for person, match in zip(people, matches, strict=True) if "your_turn" in match]
    return [await person.wire(id) for person in here]


async def play(wires: list[Wire], count: int, rng: random.Random) -> None:
    """Play `count` answers, or to the end; bots may answer in between."""
    for _ in range(count):
        await wires[0].until(lambda: wires[0].end or any(wire.decisions for wire in wires))
        wire = next((wire for wire in wires if wire.decisions), None)
        if wires[0].end or wire is None:
            return
        question = rng.choice(wire.decisions)
        reply = await wire.answer(pick(question, rng), question["id"])
        assert reply["t"] == "ack", reply
        await asyncio.gather(*(each.reaches(reply["ply"]) for each in wires))


async def close_all(wires: list[Wire]) -> None:
    for wire in wires:
        await wire.close()


@pytest.mark.parametrize("match", ["delayed", "automatic", "shown", "against_bot", "fork"])
async def test_running_match_continues(older: Older, match: str):
    """Every frame leads from the view that the older version's rows give to the promised one."""
    wires = await sockets_of_seats(older, match)
    before = wires[0].ply
    await play(wires, 6, random.Random(1))
    assert wires[0].end or wires[0].ply >= before + 6
    seen = wires[0].ply  # a bot may answer again meanwhile
    log = await wires[0].person.get(f"/matches/{wires[0].match}/log")
    plies = [entry["ply"] for entry in log["entries"]]
    assert plies == list(range(len(plies)))
    assert len(plies) > seen
    await close_all(wires)


@pytest.mark.parametrize("match", ["substituted", "resigned"])
async def test_match_with_a_bot_in_a_seat_is_played_to_its_end(older: Older, match: str):
    """A player who was replaced by agreement takes the seat back first."""
    if match == "substituted":
        await older.person("Cid").post(f"/matches/{MATCHES[match]['id']}/seats")
    wires = await sockets_of_seats(older, match)
    assert len(wires) == (3 if match == "substituted" else 2)
    await play(wires, 100, random.Random(2))
    assert wires[0].end
    await check_export(wires[0])
    await close_all(wires)


async def test_undo_by_agreement_and_an_older_offer_work(older: Older):
    wires = await sockets_of_seats(older, "running")
    rng = random.Random(3)
    asker, offer = await offer_undo(wires, rng)
    other = next(wire for wire in wires if wire is not asker)
    await other.until(lambda: offer in other.offers)
    reply = await other.command("offer", id=offer, accept=True)
    assert reply["t"] == "ack", reply
    await asker.until(lambda: asker.status_of(offer) == "accepted")
    entries = (await asker.person.get(f"/matches/{asker.match}/log"))["entries"]
    assert entries[-1]["kind"] == "undo"
    offers = SEEN["seen"]["running"]["Ann"]["view"]["body"]["offers"]
    pause = next(offer["id"] for offer in offers if offer["kind"] == "pause")
    accepted = await older.person("Ann").post(
        f"/matches/{asker.match}/offers/{pause}", {"accept": True}
    )
    assert accepted["status"] == "accepted"
    await other.until(lambda: other.view["status"] == "paused")
    await close_all(wires)


async def offer_undo(wires: list[Wire], rng: random.Random) -> tuple[Wire, str]:
    """A seat answers, another too, and the first asks to undo; return its wire and the offer."""
    for _ in range(200):
        asker = next(wire for wire in wires if wire.decisions)
        decision = asker.decisions[0]
        reply = await asker.answer(pick(decision, rng), decision["id"])
        await asyncio.gather(*(wire.reaches(reply["ply"]) for wire in wires))
        if not asker.decisions:
            await play([wire for wire in wires if wire is not asker], 1, rng)
            await asyncio.gather(*(wire.reaches(reply["ply"] + 1) for wire in wires))
            undo = await asker.command("undo", decision=decision["id"])
            if "offer" in undo:
                return asker, undo["offer"]
    raise AssertionError("no seat had an undo to ask for")


async def test_paused_match_resumes_by_an_older_offer(older: Older):
    offers = SEEN["seen"]["paused"]["Ann"]["view"]["body"]["offers"]
    (resume,) = [offer["id"] for offer in offers if offer["kind"] == "resume"]
    wires = await sockets_of_seats(older, "paused")
    assert not any(wire.decisions for wire in wires)
    await older.person("Ann").post(f"/matches/{wires[0].match}/offers/{resume}", {"accept": True})
    await wires[1].until(lambda: wires[1].view["status"] == "playing")
    await play(wires, 4, random.Random(4))
    assert wires[0].ply == SEEN["seen"]["paused"]["Ann"]["view"]["body"]["ply"] + 4
    await close_all(wires)


@pytest.mark.parametrize("match", ["ended", "late_end", "aborted"])
async def test_finished_match_of_an_older_release_is_verified_forked_and_rematched(
    older: Older, match: str
):
    """Also the older version's own export. `ended` has a rematch, in which Ann takes her seat."""
    ann, id = older.person("Ann"), MATCHES[match]["id"]
    exported = SEEN["seen"][match]["Ann"]["export"]["body"]
    today = await ann.get(f"/matches/{id}/export")
    for document in (exported, today):
        assert verify(games()[document["game"]], document) == len(document["entries"])
    fork = await ann.post(f"/matches/{id}/fork", {"ply": 2}, 201)
    assert (fork["origin"], fork["ply"]) == ({"fork": id, "ply": 2}, 0)
    assert (await ann.view(fork["id"]))["view"]["match"] == fork["id"]
    reply = await ann.call("POST", f"/matches/{id}/rematch")
    assert reply.status_code == (200 if match == "ended" else 201)
    assert reply.json()["origin"] == {"rematch": id}
    if match == "ended":
        assert reply.json()["id"] == MATCHES["rematch"]["id"]
        assert reply.json()["status"] == "playing"


async def check_export(wire: Wire) -> None:
    exported = await wire.person.get(f"/matches/{wire.match}/export")
    assert verify(games()[exported["game"]], exported) == len(exported["entries"])


async def test_open_table_is_joined_and_started(older: Older):
    """Bob's invitation is still valid; the other seat is taken by the older version's code."""
    id = MATCHES["open"]["id"]
    ann, bob, cid = (older.person(name) for name in ("Ann", "Bob", "Cid"))
    code = SEEN["seen"]["open"]["Ann"]["match"]["body"]["invite"]["code"]
    await bob.post(f"/matches/{id}/seats")
    await cid.post(f"/matches/{id}/seats", {"code": code})
    started = await ann.post(f"/matches/{id}/start")
    assert started["status"] == "playing"
    assert [seat["name"] for seat in started["seats"]] == ["Ann", "Bob", "Cid"]


async def test_stored_auto_pass_is_made_in_time(tmp_path: Path):
    """The test winds the time back in the rows."""
    file = tmp_path / "conclave.db"
    write_sqlite(file)
    id = MATCHES["automatic"]["id"]
    with closing(sqlite3.connect(file)) as rows, rows:
        stored, ply = rows.execute("SELECT times, ply FROM matches WHERE id = ?", [id]).fetchone()
        times = json.loads(stored)
        state = read_state(times)
        assert state is not None
        assert (state.auto, state.answering) == (dict.fromkeys(range(3), "always"), [0, 1, 2])
        ((decision, _),) = state.passing.items()
        times["passing"][decision] = state.at
        due = "UPDATE matches SET times = ?, due = created_at WHERE id = ?"
        rows.execute(due, [json.dumps(times), id])
    (waiting,) = SEEN["seen"]["automatic"]["Ann"]["view"]["body"]["waiting"]
    async with in_process_server(tmp_path, with_accounts=False) as services:
        await services.sweeper.sweep()
        async with services.database.reading() as session:
            entry = await session.get_one(EntryRow, (id, ply + 1))
    assert (entry.kind, entry.seat, entry.decision) == ("answer", waiting["seat"], decision)


async def items(person: Person, path: str, part: str, count: int) -> list[dict[str, Any]]:
    """A part of the reply, once it has `count` items."""
    async with asyncio.timeout(20):
        while len(rows := (await person.get(path))[part]) < count:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    return list(rows)
