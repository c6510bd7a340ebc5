"""Matchmaking: pools and tables in which a bot finds opponents by itself."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from conclave_client import AsyncClient, Bot, Runner, calls
from conclave_client.config import Matchmaking, WrongConfig, make_config
from conclave_client.matchmaking import HOUR_S, Matchmaker
from conclave_client.problems import Unreachable
from conclave_client.types import ReadyCheckLine
from tests.client.conftest import bot_of, person
from tests.client.test_runner import has_ended, name_of, running, until

TINY = {"games": ["tiny"], "players": [2]}


class FakeClock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 5.0

    def __call__(self) -> float:
        return self.now


async def test_pools_are_those_of_the_terms_that_admit_bots(vex):
    pools = await Matchmaker(vex, Matchmaking(**TINY, paces=["live", "days"])).prepare()
    assert pools == ["tiny-2-live-casual", "tiny-2-days-casual"]
    assert await Matchmaker(vex, Matchmaking(**TINY, pools=False, open_tables=True)).prepare() == []
    every = await Matchmaker(vex, Matchmaking()).prepare()
    assert len(every) > 9
    assert all(pool.endswith("-casual") for pool in every)


@pytest.mark.parametrize(
    ("terms", "sentence"),
    [({"games": ["chess"]}, "no chess"), ({"players": [9]}, "no game has these numbers")],
)
async def test_terms_that_nothing_meets_are_refused(vex, terms, sentence):
    with pytest.raises(WrongConfig, match=sentence):
        await Matchmaker(vex, Matchmaking(**terms)).prepare()


@pytest.mark.parametrize(
    "terms",
    [
        {"pools": False},
        {"open_tables": True, "clocks": []},
        {"per_hour": 0},
        {"often": True},
    ],
)
def test_malformed_matchmaking_is_refused(terms):
    members = {"server": "http://localhost", "token": "cnc_x", "engine": "easy"}
    assert make_config({**members, "matchmaking": {"open_tables": True}}, "x").matchmaking
    with pytest.raises(WrongConfig, match=r"matchmaking|often"):
        make_config({**members, "matchmaking": terms}, "x")


async def test_bots_that_look_for_opponents_meet_in_a_pool(server, vex):
    terms = Matchmaking(**TINY, paces=["live"])
    with person(server.url) as bob:
        async with (
            AsyncClient(server.url, bot_of(bob)[1]) as other,
            running(vex, Bot, matchmaker=Matchmaker(vex, terms), matches=1) as runner,
            running(other, Bot, matchmaker=Matchmaker(other, terms), matches=1),
        ):
            await until(lambda: runner.ended)


async def test_people_sit_down_at_the_table_of_a_bot_which_then_opens_another(server, ada, vex):
    terms = Matchmaking(**TINY, pools=False, open_tables=True, clocks=[{"kind": "none"}])
    name = await name_of(vex)

    def tables():
        page = ada.send(calls.matches(game="tiny", status="open"))
        return [match for match in page.items if match.seats[0].name == name]

    async with running(vex, Bot, matchmaker=Matchmaker(vex, terms), matches=2) as runner:
        await until(tables)
        (table,) = tables()
        assert (len(table.seats), table.rated, table.clock.kind) == (2, False, "none")
        ada.send(calls.take_seat(table.id, 1))
        await until(lambda: [match for match in tables() if match.id != table.id])
        assert len(tables()) == 1
        ada.send(calls.resign(table.id))
        await until(has_ended(ada, table))
        await until(lambda: runner.ended)
    await until(lambda: not tables())


async def test_confirmed_tables_take_up_a_place_before_their_matches_are_shown():
    """Else the bot would wait again at once, and decline the table that it finds."""

    class Recorder:
        async def send(self, call):
            sent.append(call.path)
            if call.path == "/matches/m_1":
                raise Unreachable("the server is away")

    def check(status: str, **more) -> ReadyCheckLine:
        pool = {"id": "tiny-2-live-casual", "game": "tiny", "title": "Tiny", "players": 2}
        pool |= {"pace": "live", "rated": False, "bots": True, "clock": {"kind": "none"}}
        line = {"id": "p_1", "pool": pool, "players": 2, "deadline": "", "seconds_left": 30}
        line |= {"accepted": 0, "status": status, **more}
        return msgspec.convert({"t": "ready_check", **line}, ReadyCheckLine)

    sent: list[str] = []
    runner = Runner(Recorder(), Bot, pools=["tiny-2-live-casual"], matches=1)
    await runner._answer_ready_check(check("open"))
    assert sent == ["/me/ready-checks/p_1"]
    assert not runner._has_room
    await runner._answer_ready_check(check("dissolved"))
    assert runner._has_room
    await runner._answer_ready_check(check("open"))
    begun = asyncio.create_task(runner._answer_ready_check(check("begun", match="m_1")))
    async with runner._in_order:
        await asyncio.sleep(0)
        assert not runner._has_room, "its match has not been read"
    with pytest.raises(Unreachable):
        await begun
    assert runner._has_room


@pytest.mark.parametrize("over", [False, True])
async def test_next_table_is_opened_though_seats_were_taken_before_the_reply(ada, vex, over):
    class SlowReply(Matchmaker):
        """The reply to the first table comes after it has begun, or is over."""

        async def open_table(self):
            match = await super().open_table()
            if len(opened) == 0:
                ada.send(calls.take_seat(match.id, 1))
                if over:
                    ada.send(calls.resign(match.id))
                await asyncio.sleep(0.3)  # the lines about it come in meanwhile
            opened.append(match.id)
            return match

    opened: list[str] = []
    terms = Matchmaking(**TINY, pools=False, open_tables=True)
    async with running(vex, Bot, matchmaker=SlowReply(vex, terms), matches=2) as runner:
        await until(lambda: len(opened) == 2)
        if over:
            await until(lambda: list(runner.unfinished) == opened[1:])
        else:
            ada.send(calls.resign(opened[0]))


async def test_bot_finds_no_more_matches_per_hour_than_its_terms_allow(vex):
    clock = FakeClock()
    matchmaker = Matchmaker(vex, Matchmaking(**TINY, per_hour=2), clock)
    assert matchmaker.wait_s() == 0
    matchmaker.count()
    clock.now += 60
    matchmaker.count()
    assert matchmaker.wait_s() == HOUR_S - 60
    clock.now += HOUR_S - 60
    assert matchmaker.wait_s() == 0


async def test_bot_with_enough_matches_opens_no_table(ada, vex):
    terms = Matchmaking(**TINY, pools=False, open_tables=True, per_hour=1)
    matchmaker = Matchmaker(vex, terms)
    matchmaker.count()
    async with running(vex, Bot, matchmaker=matchmaker) as runner:
        await until(lambda: runner._next_look)
        assert not runner.unfinished
        matchmaker._begun.clear()
        runner._look_again()
        await until(lambda: runner.unfinished)
