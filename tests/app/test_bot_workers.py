"""Bot workers: a dead or stuck worker affects no other; what bots know stays out of the logs."""

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
from engine.testing.play import seed_of
from tests.app.in_process import ANN, in_process_server
from tests.app.strange_bots import is_running, strange_bots, until

ME = {"kind": "me"}


@pytest.fixture
def logs(monkeypatch):
    """The log entries of the thinker."""
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


async def test_killed_worker_affects_only_its_own_thought(tmp_path, strange, logs):
    """`greedy` answers for its bot, and the other bot's thought continues undisturbed."""
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


async def test_stuck_worker_is_killed_alone(tmp_path, strange, logs):
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


async def test_greedy_answers_when_no_thread_can_start(tmp_path, monkeypatch, logs):
    """As under a process limit; the rules are not at fault, so the match is not parked."""

    class Exhausted(ThreadPoolExecutor):
        def submit(self, *_):
            raise RuntimeError("can't start new thread")

    monkeypatch.setattr(worker_pool, "ThreadPoolExecutor", Exhausted)
    async with tables(tmp_path, "normal") as (services, (match,)):
        await until(lambda: has_moved(services, match))
    assert {line["error"] for line in logs} == {"WorkerDied"}


async def test_idle_worker_that_dies_is_replaced(tmp_path, logs):
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


async def test_logs_reveal_nothing_that_a_failing_bot_knew(tmp_path, strange, logs, capfd):
    async with tables(tmp_path, "talker") as (services, (match,)):
        await until(lambda: has_moved(services, match))
        room = await services.rooms.get(match)
        hand = room.game.view(running_table(room.game, room.started_match).table, 1)["hand"]
    assert [set(line) for line in logs] == [{"event", "log_level", "match", "bot", "error"}]
    assert logs[0]["error"] == "ValueError"
    written = "".join(capfd.readouterr()) + str(logs)
    assert "hand" not in written
    assert str(hand[:-1])[1:-1] not in written


async def test_fifty_tables_of_hard_bots_share_one_worker(tmp_path, logs):
    """No table starves; each bot has about a fiftieth of its time."""
    settings = {"bot_effort": 2.0, "bot_delay": 0, "max_bot_matches": 50, "undo_grace": 0}
    async with in_process_server(tmp_path, **settings) as services:
        paces, moved = [], Counter()
        original = services.bots._think

        async def think(room, decision, pace):
            paces.append(pace)
            moved[room.info.id] += 1
            return await original(room, decision, pace)

        services.bots._think = think
        hard = {"kind": "bot", "bot": "hard"}
        new = NewMatch(game="res_arcana", seats=[hard, hard])
        matches = {(await services.lobby.create(new, ANN)).id for _ in range(50)}
        moved.clear()  # the first tables moved while the others were made
        await until(lambda: matches <= moved.keys(), 100)
        await until(lambda: min(moved.values()) >= 3, 100)
        await services.bots.stop()
    assert max(moved.values()) <= min(moved.values()) + 2
    assert min(pace.queue_share for pace in paces) < 1 / 40
    whole = max(pace.search_s for pace in paces)
    assert min(pace.search_s for pace in paces if pace.bot == "hard") < whole / 10
    assert not logs


class Planning:
    """A stand-in for the worker pool; its thoughts have the given plan."""

    def __init__(self, plan):
        self.plan = plan
        self.tasks = []

    async def ask(self, task, _seconds):
        self.tasks.append(msgspec.msgpack.decode(task, type=Task))
        return msgspec.msgpack.encode(Reply(Thought("7", self.plan)))


async def think_and_keep_plan(bot_thinker, id, match, decision, pace):
    """Think and keep the plan, as when the answer is taken; returns the answer."""
    result = await bot_thinker.think(id, match, decision, pace)
    bot_thinker.plans.keep(id, decision.seat, result.plan)
    return result.answer


async def test_seat_plan_is_passed_to_its_next_search():
    bot_thinker, plan = Thinker(read_settings(), 2.0), Plan(b"step", 0, [])
    bot_thinker.pool = pool = Planning(plan)
    match = new_match(games()["tiny"], None, 2, seed_of(1)).match
    first, second = match.decisions
    pace = Pace("hard", 0.1, 0.1, 1.0)
    for decision in (first, second, first):
        assert await think_and_keep_plan(bot_thinker, "m", match, decision, pace) == "7"
    assert await think_and_keep_plan(bot_thinker, "other", match, first, pace) == "7"
    assert [task.plan for task in pool.tasks] == [None, None, plan, None]
    bot_thinker.plans.forget("m")
    await think_and_keep_plan(bot_thinker, "m", match, first, pace)
    assert pool.tasks[-1].plan is None


async def test_planned_follow_ups_are_answered_as_planned():
    """Through a real worker: each follow-up is answered as the first thought planned it."""
    bot_thinker, game = Thinker(read_settings(), 2.0), games()["res_arcana"]
    match, planned = new_match(game, None, 2, seed_of(2)).match, 0
    try:
        while planned < 2 and match.ply < 200:
            decision = match.decisions[0]
            plan = bot_thinker.plans._plans.get("m", {}).get(decision.seat)
            chosen = await think_and_keep_plan(
                bot_thinker, "m", match, decision, Pace("hard", 0.02, 0.02, 1.0)
            )
            if plan is not None and plan.follow_ups[0].prompt == decision.prompt:
                planned += chosen == plan.follow_ups[0].answer
            match = answer(game, match, decision.seat, decision.id, chosen).match
    finally:
        await bot_thinker.stop()
    assert planned == 2, "no planned follow-up came up"


def test_oldest_plans_are_dropped(monkeypatch):
    monkeypatch.setattr(plans, "MAX_MATCHES", 2)
    store, plan = Plans(), Plan(b"step", 0, [])
    for match in ("a", "b", "a", "c"):
        store.keep(match, 0, plan)
    assert len(store) == 2
    assert [store.pop(match, 0) for match in ("a", "b", "c")] == [plan, None, plan]
    assert len(store) == 0
    store.keep("d", 0, None)
    assert len(store) == 0
