"""Bot workers: one that dies or is stuck ends alone; what bots know stays out of the logs."""

from __future__ import annotations

import os
import signal
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager

import msgspec
import pytest
import structlog
from structlog.testing import LogCapture

from app.bots import plans, thinker, worker_pool
from app.bots.pace import Pace
from app.bots.plans import Plans
from app.bots.thinker import Thinker
from app.bots.worker import Reply, Task
from app.infra.metrics import BOT_THOUGHTS
from app.infra.read_settings import read_settings
from app.lobby.schemas import NewMatch
from engine.bots.plan import Plan, Thought
from engine.core.match import answer, new_match, running_table
from engine.core.registry import games
from tests.app.in_process import ANN, in_process_server
from tests.app.strange_bots import is_running, strange_bots, until
from tests.engine.batteries import seed_of

ME = {"kind": "me"}


@pytest.fixture
def logs(monkeypatch):
    """What the bots' part of the server logs."""
    capture = LogCapture()
    monkeypatch.setattr(thinker, "log", structlog.wrap_logger(None, processors=[capture]))
    return capture.entries


@pytest.fixture
def strange(tmp_path):
    with strange_bots(tmp_path) as bots:
        yield bots


@asynccontextmanager
async def tables(folder, *bots, **settings):
    """Tables of tiny at which Ann plays against one bot each; the bots are asked at once."""
    async with in_process_server(folder, bot_delay=0, undo_grace=0, **settings) as services:
        matches = [await table(services, bot) for bot in bots]
        yield services, matches
        await services.bots.stop()


async def table(services, bot):
    new = NewMatch(game="tiny", seats=[ME, {"kind": "bot", "bot": bot}])
    return (await services.lobby.create(new, ANN)).id


def has_moved(services, match):
    return services.rooms._rooms[match].ply > 0


def thoughts(bot, result):
    return BOT_THOUGHTS.labels(bot, result)._value.get()


async def test_a_worker_that_is_killed_in_mid_thought_ends_alone(tmp_path, strange, logs):
    """`greedy` answers for its bot, and the other bot's thought goes on where it is."""
    died = thoughts("patient", "died")
    async with tables(tmp_path, "patient", "patient", bot_workers=2) as (services, matches):
        await until(lambda: len(strange.thinking("patient")) == 2)
        killed, other = strange.thinking("patient")
        os.kill(killed, signal.SIGKILL)
        await until(lambda: any(has_moved(services, match) for match in matches))
        (left,) = [match for match in matches if not has_moved(services, match)]
        assert is_running(other)
        strange.let_go()
        await until(lambda: has_moved(services, left))
        assert strange.thinking("patient") == {killed, other}, "no thought began again"
        assert thoughts("patient", "died") == died + 1
        assert [line["error"] for line in logs] == ["WorkerDied"]


async def test_a_stuck_worker_ends_alone(tmp_path, strange, logs):
    """It ignores SIGTERM. Its time does not count until it has started, which takes longer."""
    bots, settings = ["stuck", "patient"], {"bot_workers": 2, "bot_seconds": 0.3}
    async with tables(tmp_path, *bots, **settings) as (services, matches):
        await until(lambda: strange.thinking("stuck"))
        strange.let_go()
        await until(lambda: all(has_moved(services, match) for match in matches))
        (stuck,), (patient,) = strange.thinking("stuck"), strange.thinking("patient")
        await until(lambda: not is_running(stuck))
        assert is_running(patient)
        assert [(line["bot"], line["error"]) for line in logs] == [("stuck", "TimeoutError")]
        later = await table(services, "patient")
        await until(lambda: has_moved(services, later))
        assert strange.thinking("patient") == {patient}, "the other worker goes on"


async def test_greedy_answers_for_a_bot_that_breaks_the_rules(tmp_path, strange, logs):
    async with tables(tmp_path, "cheat") as (services, (match,)):
        await until(lambda: has_moved(services, match))
    assert strange.thinking("cheat")
    assert {(line["bot"], line["error"]) for line in logs} == {("cheat", "IllegalAnswer")}


async def test_without_threads_a_bot_is_played_by_greedy(tmp_path, monkeypatch, logs):
    """As under a limit of processes; the rules are not at fault, so the match is not parked."""

    class Exhausted(ThreadPoolExecutor):
        def submit(self, *_):
            raise RuntimeError("can't start new thread")

    monkeypatch.setattr(worker_pool, "ThreadPoolExecutor", Exhausted)
    async with tables(tmp_path, "normal") as (services, (match,)):
        await until(lambda: has_moved(services, match))
    assert {line["error"] for line in logs} == {"WorkerDied"}


async def test_a_worker_that_dies_while_it_is_idle_is_replaced(tmp_path, logs):
    async with tables(tmp_path, "greedy") as (services, (match,)):
        await until(lambda: has_moved(services, match))
        (worker,) = services.bots.thinker.pool.workers
        os.kill(worker.pid, signal.SIGKILL)
        await until(lambda: not worker.is_alive)
        later = await table(services, "greedy")
        await until(lambda: has_moved(services, later))
        (new,) = services.bots.thinker.pool.workers
        assert new.pid != worker.pid
        assert not logs


async def test_no_log_says_what_a_failing_bot_knew(tmp_path, strange, logs, capfd):
    async with tables(tmp_path, "talker") as (services, (match,)):
        await until(lambda: has_moved(services, match))
        room = await services.rooms.get(match)
        hand = room.game.view(running_table(room.game, room.playing).table, 1)["hand"]
    assert [set(line) for line in logs] == [{"event", "log_level", "match", "bot", "error"}]
    assert logs[0]["error"] == "ValueError"
    written = "".join(capfd.readouterr()) + str(logs)
    assert "hand" not in written
    assert str(hand[:-1])[1:-1] not in written


async def test_fifty_tables_of_hard_share_one_worker(tmp_path, logs):
    """All go on, none starves; each bot has about a fiftieth of its time."""
    settings = {"bot_effort": 2.0, "bot_delay": 0, "max_bot_matches": 50, "undo_grace": 0}
    async with in_process_server(tmp_path, **settings) as services:
        paces, moved = [], Counter()
        given = services.bots._think

        async def think(room, decision, pace):
            paces.append(pace)
            moved[room.info.id] += 1
            return await given(room, decision, pace)

        services.bots._think = think
        hard = {"kind": "bot", "bot": "hard"}
        new = NewMatch(game="res_arcana", seats=[hard, hard])
        made = {(await services.lobby.create(new, ANN)).id for _ in range(50)}
        moved.clear()  # the first tables moved while the others were made
        await until(lambda: made <= moved.keys(), 100)
        await until(lambda: min(moved.values()) >= 3, 100)
        await services.bots.stop()
    assert max(moved.values()) <= min(moved.values()) + 2
    assert min(pace.share for pace in paces) < 1 / 40
    whole = max(pace.search for pace in paces)
    assert min(pace.search for pace in paces if pace.bot == "hard") < whole / 10
    assert not logs


class Planning:
    """Stands for a pool of workers whose thoughts have the given plan."""

    def __init__(self, plan):
        self.plan = plan
        self.tasks = []

    async def ask(self, task, _seconds):
        self.tasks.append(msgspec.msgpack.decode(task, type=Task))
        return msgspec.msgpack.encode(Reply(Thought("7", self.plan)))


async def thought(thinks, id, match, decision, pace):
    """The answer; the plan is kept, as when the answer is taken."""
    found = await thinks.think(id, match, decision, pace)
    thinks.plans.keep(id, decision.seat, found.plan)
    return found.answer


async def test_a_seat_s_plan_comes_with_its_next_thought():
    thinks, plan = Thinker(read_settings()), Plan(b"step", 0, [])
    thinks.pool = pool = Planning(plan)
    match = new_match(games()["tiny"], None, 2, seed_of(1)).match
    first, second = match.decisions
    pace = Pace("hard", 0.1, 0.1, 1.0)
    for decision in (first, second, first):
        assert await thought(thinks, "m", match, decision, pace) == "7"
    assert await thought(thinks, "other", match, first, pace) == "7"
    assert [task.plan for task in pool.tasks] == [None, None, plan, None]
    thinks.plans.forget("m")
    await thought(thinks, "m", match, first, pace)
    assert pool.tasks[-1].plan is None


async def test_a_planned_move_is_played_to_its_end_without_thinking_again():
    """Through a real worker: each follow-up is answered as the first thought planned it."""
    thinks, game = Thinker(read_settings()), games()["res_arcana"]
    match, kept = new_match(game, None, 2, seed_of(2)).match, 0
    try:
        while kept < 2 and match.ply < 200:
            known = match.decisions[0]
            plan = thinks.plans._plans.get("m", {}).get(known.seat)
            chosen = await thought(thinks, "m", match, known, Pace("hard", 0.02, 0.02, 1.0))
            if plan is not None and plan.follow_ups[0].prompt == known.prompt:
                kept += chosen == plan.follow_ups[0].answer
            match = answer(game, match, known.seat, known.id, chosen).match
    finally:
        await thinks.stop()
    assert kept == 2, "no planned follow-up came up"


def test_the_oldest_plans_are_dropped(monkeypatch):
    monkeypatch.setattr(plans, "MAX_MATCHES", 2)
    kept, plan = Plans(), Plan(b"step", 0, [])
    for match in ("a", "b", "a", "c"):
        kept.keep(match, 0, plan)
    assert len(kept) == 2
    assert [kept.take(match, 0) for match in ("a", "b", "c")] == [plan, None, plan]
    assert len(kept) == 0
    kept.keep("d", 0, None)
    assert len(kept) == 0
