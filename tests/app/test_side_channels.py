"""Side channels: secrets that could leak through a guess, an error or a log line."""

from __future__ import annotations

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from app.infra.problems import Problem
from app.lobby.schemas import JoinRequest
from tests.app.conftest import QUICK
from tests.app.in_process import BOB, begin, in_process_server
from tests.app.test_lobby import OPEN, problem
from tests.app.wire import anonymous, arrive, tiny, two_at_tiny


async def test_code_guesses_are_rate_limited(serve):
    """However many guests an address creates: after wrong codes even the right one must wait."""
    server = serve(**QUICK | {"CODE_ATTEMPTS_PER_MINUTE": "4"})
    ann = await arrive(server.url, "Ann")
    match = await tiny(ann, seats=OPEN, visibility="private")
    code = (await ann.get(f"/matches/{match}"))["invite"]["code"]
    for guess in ("22222222", "33333333"):
        bob = await arrive(server.url, "Bob")
        wrong = await bob.call("POST", f"/matches/{match}/seats", {"code": guess})
        assert problem(wrong) == "wrong-code"
        missed = await bob.call("GET", f"/matches/by-code/{guess}")
        assert problem(missed) == "not-found"
    cid = await arrive(server.url, "Cid")
    late = await cid.call("GET", f"/matches/by-code/{code}")
    assert problem(late) == "rate-limited"
    assert late.headers["retry-after"] == "60"
    joined = await cid.call("POST", f"/matches/{match}/seats", {"code": code})
    assert problem(joined) == "rate-limited"


async def test_database_error_does_not_reveal_the_written_values(tmp_path):
    async with in_process_server(tmp_path) as services:
        with pytest.raises(DBAPIError) as error:
            async with services.database.writing() as session:
                await session.execute(sa.text("INSERT INTO nothing VALUES (:s)"), {"s": "secret"})
        assert "secret" not in str(error.value)

        def write(connection):
            connection.exec_driver_sql("INSERT INTO nothing VALUES (?)", ("secret",))

        with pytest.raises(DBAPIError) as error:
            await services.database.in_writer_thread(write)
        assert "secret" not in str(error.value)


async def test_match_of_a_removed_game_is_not_found(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        del services.catalogue.games["tiny"]
        with pytest.raises(Problem) as refused:
            await services.lobby.join(match, JoinRequest(), BOB)
        assert refused.value.name == "not-found"


async def test_known_view_is_not_resent_and_etags_differ_by_viewer(url):
    ann, bob, match = await two_at_tiny(url)
    path = f"/matches/{match}/view"
    etag = (await ann.call("GET", path)).headers["etag"]
    for known in (etag, f'"other", {etag}', f"W/{etag}"):
        again = await ann.call("GET", path, headers={"If-None-Match": known})
        assert (again.status_code, again.text) == (304, "")
    for other in (bob, anonymous(url)):
        reply = await other.call("GET", path, headers={"If-None-Match": etag})
        assert reply.status_code == 200
