"""Rules that fail without a caller: at set-up, under a bot, at a deadline."""

from __future__ import annotations

import asyncio

import conclave_tiny_game
import pytest
import structlog
from conclave_tiny_game import Tiny, cards
from structlog.testing import LogCapture

from app.infra import fault_reports
from app.infra.fault_reports import location_of, report_messages
from app.infra.problems import Problem
from app.lobby.schemas import NewMatch
from app.matches.commands import Command
from app.matches.models import MatchRow
from app.matches.projection import recent
from app.matches.rules_failures import MAX_FAILURES
from engine.core.match import running_table
from engine.core.messages import Messages, text
from engine.core.script import choose
from tests.app.in_process import ANN, begin, in_process_server
from tests.app.test_clocks import timed_match


class Deep(Tiny):
    """Tiny, except that it never reaches its first question."""

    id = "deep"

    def new(self, options, seats, run):
        return self.new(options, seats, run)


class Odd(Deep):
    """Tiny, except that its set-up raises an error that no game should."""

    id = "odd"

    def new(self, options, seats, run):
        raise LookupError("card:7")


@pytest.mark.parametrize(("game", "name"), [(Deep, "engine-timeout"), (Odd, "unavailable")])
async def test_failed_set_up_creates_no_match(tmp_path, game, name):
    async with in_process_server(tmp_path, game()) as services:
        new = NewMatch(game=game.id, seats=[{"kind": "me"}, {"kind": "bot"}])
        with pytest.raises(Problem) as refused:
            await services.lobby.create(new, ANN)
        assert refused.value.name == name
        assert "card" not in refused.value.sentence
        async with services.database.reading() as session:
            assert (await session.execute(MatchRow.__table__.select())).all() == []


class Broken(Tiny):
    """Tiny, except that its rules fail at every answer."""

    id = "broken_here"

    async def step(self, table):
        await choose(1, "aside", cards(table.hands[1]))
        raise LookupError("card:7")


async def test_bot_stops_after_repeated_rules_failures(tmp_path):
    async with in_process_server(tmp_path, Broken(), bot_delay=0.01, bot_seconds=1) as services:
        new = NewMatch(game="broken_here", seats=[{"kind": "me"}, {"kind": "bot"}])
        match = (await services.lobby.create(new, ANN)).id
        for number in range(1, MAX_FAILURES + 1):
            await wait_for_bot(services, match)
            room = await services.rooms.get(match)
            expected = "playing" if number < MAX_FAILURES else "paused"
            assert room.info.status == expected
            services.bots.wake(room)
        assert room.info.paused_for == "rules"


async def wait_for_bot(services, match):
    """Wait until the bot has given up or moved."""
    async with asyncio.timeout(30):
        while match in services.bots._tasks:
            await asyncio.gather(services.bots._tasks[match])


async def test_deadline_stops_after_repeated_rules_failures(tmp_path):
    clock = {"kind": "move", "seconds": 1}
    async with in_process_server(tmp_path, Broken(), timeout_grace=0) as services:
        match = await timed_match(services, clock, game="broken_here")
        await services.scheduler.stop()
        room = await services.rooms.get(match)
        room.info.times.until[1] = 0
        for number in range(1, MAX_FAILURES + 1):
            await services.scheduler.attend(match)
            assert room.info.status == ("playing" if number < MAX_FAILURES else "paused")


class Mute(Tiny):
    """Tiny, except that it omits an argument of a message."""

    id = "mute"
    messages = Messages(
        {**Tiny.messages.texts, "event.aside": text("n", "All {n} have set a card aside")},
        names={},
    )


async def both_set_aside(services, match):
    """Answer the first question of both seats with its default; return the room."""
    room = await services.rooms.get(match)
    open_now = running_table(room.game, room.started_match).open
    for decision, question in zip(room.started_match.decisions, open_now, strict=True):
        command = Command("answer", match, decision.seat, decision.id, question.default())
        await services.pipeline.take(command)
    return room


@pytest.fixture
def logs(monkeypatch):
    """The lines of fault reports, regardless of earlier log lines of this process."""
    capture = LogCapture()
    monkeypatch.setattr(fault_reports, "log", structlog.wrap_logger(None, processors=[capture]))
    return capture.entries


async def test_failing_message_stops_no_match(tmp_path, monkeypatch, logs):
    monkeypatch.setattr(Messages, "strict", False)
    async with in_process_server(tmp_path, Mute()) as services:
        report_messages()
        match = await begin(services, "mute")
        room = await both_set_aside(services, match)
        assert room.ply == 2
        texts = [event.text for event in recent(room, 0)]
        recent(room, 1)
    failed = next(message for message in texts if message.startswith("event.aside"))
    (line,) = [line for line in logs if line["event"] == "message arguments invalid"]
    assert line["key"] == "event.aside"
    assert f"[error {line['id']}]" in failed


async def test_strict_messages_stop_an_answer_before_it_is_committed(tmp_path, logs):
    async with in_process_server(tmp_path, Mute()) as services:
        match = await begin(services, "mute")
        with pytest.raises(Problem) as refused:
            await both_set_aside(services, match)
        assert (await services.rooms.get(match)).ply == 1
    (line,) = [line for line in logs if line["event"] == "rules failed"]
    assert (line["error"], refused.value.name) == ("WrongArguments", "unavailable")
    assert refused.value.members["report"] == line["id"]
    assert line["id"] in refused.value.sentence


def test_fault_is_located_in_the_games_package():
    with pytest.raises(AttributeError) as raised:
        Tiny().new(Tiny.options_type(), 2, None)
    assert "engine/core" in str(raised.traceback[-1].path)
    file, _, line = location_of(raised.value).rpartition(":")
    assert file == conclave_tiny_game.__file__
    assert line.isdigit()
