"""Lobby rows: round, points and age of running matches, for viewers without a delay."""

from __future__ import annotations

import asyncio
import json
from contextlib import aclosing

import msgspec
import pytest

from app.lobby import progress
from app.lobby.progress import ProgressReader
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


async def rows_of(services, match, account=None):
    """The match as a list shows it to the account."""
    async with services.database.reading() as session:
        row = await session.get(MatchRow, match)
        (shown,) = await services.match_views.of(session, [row], account)
    return shown


async def answered(services, match, times):
    """So many questions are answered with their defaults, one after another."""
    for _ in range(times):
        room = await services.rooms.get(match)
        if room.match.over:
            return
        known = room.match.decisions[0]
        question = running_table(room.game, room.match).open[0]
        command = Command("answer", match, known.seat, known.id, question.default())
        await services.pipeline.take(command)


@pytest.mark.parametrize("game", sorted(games()))
async def test_a_running_match_tells_its_round_and_points_in_every_game(tmp_path, game):
    async with in_process_server(tmp_path) as services:
        match = await begin(
            services, game, round_limit=40, **({"turns": 40} if game == "tiny" else {})
        )
        await answered(services, match, 8)
        while (room := await services.rooms.get(match)).match.step.answers:
            await answered(services, match, 1)  # until the table is at rest
        shown = await rows_of(services, match)
        table = running_table(room.game, room.match).table
        assert shown.progress.round == room.game.turn(table).round >= 1
        totals = [score.total for score in room.game.standing(table)]
        assert shown.progress.totals == (totals or msgspec.UNSET)
        assert len(totals) == 2
        assert shown.started_at >= shown.created_at


async def test_row_tells_outsiders_of_a_delayed_match_its_age_alone(tmp_path):
    async with in_process_server(tmp_path) as services:
        for wish in (DELAYED, {"spectators": "none"}):
            match = await begin(services, "tiny", wish, turns=9)
            before = await rows_of(services, match)
            await answered(services, match, 5)
            assert await rows_of(services, match) == before or wish is not DELAYED
            for outsider in (None, "a_stranger"):
                shown = await rows_of(services, match, outsider)
                assert shown.progress is msgspec.UNSET
                assert shown.started_at
            own = await rows_of(services, match, ANN.account)
            assert own.progress.round >= 1


async def test_matches_that_wait_or_are_over_have_neither(tmp_path):
    async with in_process_server(tmp_path) as services:
        seats = [{"kind": "me"}, {"kind": "open"}]
        waits = (await services.lobby.create(NewMatch(game="tiny", seats=seats), ANN)).id
        over = await begin(services, "tiny", turns=1)
        await answered(services, over, 20)
        for match in (waits, over):
            shown = await rows_of(services, match, ANN.account)
            assert (shown.progress, shown.started_at) == (msgspec.UNSET, msgspec.UNSET)


async def test_a_table_is_decoded_once_for_each_ply(tmp_path, monkeypatch):
    decoded = []
    read = progress._read
    monkeypatch.setattr(progress, "_read", lambda *of: decoded.append(of) or read(*of))
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny", turns=9)
        for _ in range(3):
            await rows_of(services, match)
        assert len(decoded) == 1
        await answered(services, match, 1)
        await rows_of(services, match)
        assert len(decoded) == 2


async def test_a_list_does_without_a_table_that_cannot_be_read(tmp_path, monkeypatch):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny", turns=9)
        services.match_views.progress = ProgressReader(services.catalogue)

        def fail(*_):
            raise ValueError("newer")

        monkeypatch.setattr(progress, "decode_table", fail)
        assert (await rows_of(services, match)).progress is msgspec.UNSET


async def test_the_lobby_hears_of_each_round_of_a_match_and_of_no_delayed_one(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny", turns=9)
        delayed = await begin(services, "tiny", DELAYED, turns=9)
        heard = []

        async def listen():
            async with aclosing(lobby_events(services.listing, "", admit_any)) as events:
                async for text in events:
                    heard.append(text if isinstance(text, str) else text.decode())

        ear = asyncio.create_task(listen())
        try:
            while not heard:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            del heard[:]
            await answered(services, delayed, 8)
            await answered(services, match, 8)
            room = await services.rooms.get(match)
            last = room.game.turn(running_table(room.game, room.match).table).round
            while not rounds(heard) or rounds(heard)[-1][1] < last:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            assert {id for id, _ in rounds(heard)} == {match}
        finally:
            ear.cancel()


def rounds(heard):
    """The match and round of each event, in their order."""
    lines = [line[6:] for text in heard for line in text.splitlines() if line[:6] == "data: "]
    told = [json.loads(line) for line in lines]
    return [(row["id"], row["progress"]["round"]) for row in told if "progress" in row]


async def test_the_list_of_matches_has_it_on_the_wire(embedded):
    _ann, _bob, match = await two_at_tiny(embedded.url)
    items = (await anonymous(embedded.url).get("/matches?status=playing&limit=100"))["items"]
    (row,) = [item for item in items if item["id"] == match]
    assert row["progress"] == {"round": 0, "totals": [0, 0]}
    assert row["started_at"]
