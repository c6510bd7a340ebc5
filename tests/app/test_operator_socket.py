"""The command line beside a running server on SQLite: operations go through its socket."""

from __future__ import annotations

import asyncio
import stat

import pytest

from app.operator.operations import perform
from app.operator.socket import OperatorSocket, ask_server, socket_file
from tests.app.in_process import begin, in_process_server
from tests.app.test_operator import conclave
from tests.app.test_registration import new_name, register
from tests.app.wire import two_at_tiny
from tests.server_process import launch, wait_until_ready


@pytest.fixture
async def server(tmp_path):
    """A server in the folder from which the command line runs."""
    database = f"sqlite+aiosqlite:///{tmp_path}/conclave.db"
    running = launch(tmp_path, tmp_path / "server.log", {"DATABASE_URL": database, "GAMES": "tiny"})
    await asyncio.to_thread(wait_until_ready, running)
    yield running
    await asyncio.to_thread(running.stop)


def run(folder, *words):
    return asyncio.to_thread(
        conclave, folder, *words, DATABASE_URL=f"sqlite+aiosqlite:///{folder}/conclave.db"
    )


async def test_operations_go_through_the_running_server(server, tmp_path):
    ann, bob, match = await two_at_tiny(server.url)
    wire = await ann.wire(match)
    await bob.post("/reports", {"account": ann.account, "reason": "stalls"}, 201)
    listed = await run(tmp_path, "admin", "reports")
    assert (listed.returncode, listed.stderr) == (0, "")
    assert "stalls" in listed.stdout
    closed = await run(tmp_path, "admin", "close", match)
    assert closed.stdout == "The match is closed.\n"
    await wire.until(lambda: wire.view["status"] == "aborted")
    again = await run(tmp_path, "admin", "close", match)
    assert (again.returncode, again.stdout) == (2, "")
    assert again.stderr.count("\n") == 1


async def test_every_act_is_in_the_audit_log_but_no_list(server, tmp_path):
    eve = await register(server.url, new_name("Eve"))
    await run(tmp_path, "admin", "mute", eve.name, "--days", "3")
    await run(tmp_path, "admin", "reports")
    await run(tmp_path, "admin", "sign-out", eve.name)
    lines = (await run(tmp_path, "admin", "audit")).stdout.splitlines()
    acts = [line.partition(" at the machine: ")[2] for line in lines]
    assert acts == [f"sign-out {eve.name} ({eve.account})", f"mute {eve.name} ({eve.account}) 3"]


async def test_socket_is_for_the_servers_user_alone_and_goes_with_it(tmp_path):
    async with in_process_server(tmp_path) as services:
        operator = OperatorSocket(services)
        await operator.start()
        path = socket_file(services.settings)
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        await operator.stop()
        assert not path.exists()


async def test_server_replaces_the_socket_of_one_that_was_killed(tmp_path):
    async with in_process_server(tmp_path) as services:
        killed, operator = OperatorSocket(services), OperatorSocket(services)
        await killed.start()
        await operator.start()
        reply = await asyncio.to_thread(ask_server, services.settings, "reports", [])
        assert reply is not None
        assert reply.result == []
        await operator.stop()
        assert await asyncio.to_thread(ask_server, services.settings, "reports", []) is None


async def test_path_too_long_for_a_socket_leaves_the_server_without_one(tmp_path):
    folder = tmp_path / ("x" * 100)
    folder.mkdir()
    async with in_process_server(folder) as services:
        operator = OperatorSocket(services)
        await operator.start()
        await operator.stop()
        assert await asyncio.to_thread(ask_server, services.settings, "reports", []) is None


async def test_fault_of_an_operation_is_one_sentence(tmp_path):
    async with in_process_server(tmp_path) as services:
        operator = OperatorSocket(services)
        await operator.start()
        for operation, arguments in (("mute", []), ("nothing", [])):
            reply = await asyncio.to_thread(ask_server, services.settings, operation, arguments)
            assert reply is not None
            assert reply.problem.startswith("It failed (")
        await operator.stop()


async def test_audit_line_of_a_deleted_match_stays(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        await perform(services, "root", "close", [match])
        (line,) = await perform(services, "root", "audit", [])
        assert (line["act"], line["match"], line["by"]) == ("close", match, "root at the machine")
