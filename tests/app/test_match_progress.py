"""Lobby rows: round, points and age of running matches, for viewers without a delay."""

from __future__ import annotations

import asyncio
import json
from contextlib import aclosing

import msgspec
import pytest

from app.lobby import match_progress
from app.lobby.match_progress import ProgressReader
from app.lobby.schemas import NewMatch
from app.matches.commands import Command
from app.matches.models import MatchRow
from app.realtime.lobby_events import lobby_events
from engine.core.match import running_table
from engine.core.registry import games
from tests.app.in_process import ANN, begin, in_process_server
from tests.app.test_lobby_stream import admit_any
from tests.app.wire import anonymous, two_at_tiny

DELAYED = {"spectators": "delayed", "spectator_delay": {"plies": 100}}


async def row_of(services, match, account=None):
    """The match as a list shows it to the account."""
    async with services.database.reading() as session:
        row = await session.get(MatchRow, match)
        (info,) = await services.match_views.of(session, [row], account)
    return info


async def answer_defaults(services, match, times):
    """Answer this many questions with their defaults, one after another."""
    for _ in range(times):
        room = await services.rooms.get(match)
        if room.match.over:
            return
        decision = room.match.decisions[0]
        question = running_table(room.game, room.match).open[0]
        command = Command("answer", match, decision.seat, decision.id, question.default())
        await services.pipeline.take(command)


@pytest.mark.parametrize("game", sorted(games()))
async def test_running_match_reports_its_round_and_points_in_every_game(tmp_path, game):
    async with in_process_server(tmp_path) as services:
        match = await begin(
            services, game, round_limit=40, **({"turns": 40} if game == "tiny" else {})
        )
        await answer_defaults(services, match, 8)
        while (room := await services.rooms.get(match)).match.step.answers:
            await answer_defaults(services, match, 1)  # until the table is at rest
        row = await row_of(services, match)
        table = running_table(room.game, room.match).table
        assert row.progress.round == room.game.turn(table).round >= 1
        totals = [score.total for score in room.game.score_sheet(table)]
        assert row.progress.totals == (totals or msgspec.UNSET)
        assert len(totals) == 2
        assert row.started_at >= row.created_at


async def test_row_of_a_delayed_match_shows_outsiders_only_its_age(tmp_path):
    async with in_process_server(tmp_path) as services:
        for fields in (DELAYED, {"spectators": "none"}):
            match = await begin(services, "tiny", fields, turns=9)
            before = await row_of(services, match)
            await answer_defaults(services, match, 5)
            assert await row_of(services, match) == before or fields is not DELAYED
            for outsider in (None, "a_stranger"):
                row = await row_of(services, match, outsider)
                assert row.progress is msgspec.UNSET
                assert row.started_at
            own = await row_of(services, match, ANN.account)
            assert own.progress.round >= 1


async def test_open_and_finished_matches_have_no_progress(tmp_path):
    async with in_process_server(tmp_path) as services:
        seats = [{"kind": "me"}, {"kind": "open"}]
        waits = (await services.lobby.create(NewMatch(game="tiny", seats=seats), ANN)).id
        over = await begin(services, "tiny", turns=1)
        await answer_defaults(services, over, 20)
        for match in (waits, over):
            row = await row_of(services, match, ANN.account)
            assert (row.progress, row.started_at) == (msgspec.UNSET, msgspec.UNSET)


async def test_table_is_decoded_once_per_ply(tmp_path, monkeypatch):
    decoded = []
    read = match_progress._read
    monkeypatch.setattr(match_progress, "_read", lambda *of: decoded.append(of) or read(*of))
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny", turns=9)
        for _ in range(3):
            await row_of(services, match)
        assert len(decoded) == 1
        await answer_defaults(services, match, 1)
        await row_of(services, match)
        assert len(decoded) == 2


async def test_list_omits_the_progress_of_an_unreadable_table(tmp_path, monkeypatch):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny", turns=9)
        services.match_views.progress = ProgressReader(services.catalogue)

        def fail(*_):
            raise ValueError("newer")

        monkeypatch.setattr(match_progress, "decode_table", fail)
        assert (await row_of(services, match)).progress is msgspec.UNSET


async def test_lobby_stream_reports_each_round_except_of_delayed_matches(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny", turns=9)
        delayed = await begin(services, "tiny", DELAYED, turns=9)
        received = []

        async def listen():
            async with aclosing(lobby_events(services.listing, "", admit_any)) as events:
                async for text in events:
                    received.append(text if isinstance(text, str) else text.decode())

        listening = asyncio.create_task(listen())
        try:
            while not received:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            del received[:]
            await answer_defaults(services, delayed, 8)
            await answer_defaults(services, match, 8)
            room = await services.rooms.get(match)
            last = room.game.turn(running_table(room.game, room.match).table).round
            while not rounds(received) or rounds(received)[-1][1] < last:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            assert {id for id, _ in rounds(received)} == {match}
        finally:
            listening.cancel()


def rounds(texts):
    """The match and round of each event, in their order."""
    lines = [line[6:] for text in texts for line in text.splitlines() if line[:6] == "data: "]
    rows = [json.loads(line) for line in lines]
    return [(row["id"], row["progress"]["round"]) for row in rows if "progress" in row]


async def test_match_list_of_the_rest_api_has_the_progress(embedded):
    _ann, _bob, match = await two_at_tiny(embedded.url)
    items = (await anonymous(embedded.url).get("/matches?status=playing&limit=100"))["items"]
    (row,) = [item for item in items if item["id"] == match]
    assert row["progress"] == {"round": 0, "totals": [0, 0]}
    assert row["started_at"]
