"""Runner: invitations, matches, offers, and bots that fail."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from conclave_client import AsyncClient, Bot, Client, Match, Refusal, Runner, calls
from conclave_client.config import Accept
from conclave_client.types import Seat
from tests.client.conftest import bot_of, person

TINY = {"options": {"turns": 2}, "autostart": True}
TIMEOUT_S = 40


@asynccontextmanager
async def running(
    client: AsyncClient, make_bot: Callable[[], Bot], **limits
) -> AsyncIterator[Runner]:
    """The runner of an account, while the block lasts."""
    runner = Runner(client, make_bot, **limits)
    task = asyncio.create_task(runner.run())
    try:
        yield runner
        assert not task.done(), task.result()
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def name_of(client: AsyncClient) -> str:
    return (await client.send(calls.me())).account.name


def invite(ada: Client, *names: str, **more) -> Match:
    """A match of Ada's against a built-in bot, with seats reserved for these accounts."""
    seats = [*map(calls.invited, names), calls.bot("random")]
    return ada.send(calls.create_match("tiny", seats, **{**TINY, **more}))


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(TIMEOUT_S):
        while True:
            if condition():
                return
            await asyncio.sleep(0.02)


def has_ended(ada: Client, match: Match) -> Callable[[], bool]:
    return lambda: ada.send(calls.match(match.id)).status == "finished"


def is_playing(ada: Client, match: Match) -> Callable[[], bool]:
    return lambda: ada.send(calls.match(match.id)).status == "playing"


class RecordingBot(Bot):
    """Records everything that it receives."""

    def __init__(self) -> None:
        self.received: list[object] = []

    def begins(self, match, seat):
        self.received.append(("begins", match.id, seat))

    def notices(self, events, view):
        self.received += [event.id for event in events]

    def ends(self, outcome):
        self.received.append(outcome)


async def test_invited_bot_plays_to_the_end(ada, vex):
    bots = []

    def make_bot() -> RecordingBot:
        bots.append(RecordingBot())
        return bots[-1]

    async with running(vex, make_bot) as runner:
        match = invite(ada, await name_of(vex))
        await until(has_ended(ada, match))
        await until(lambda: runner.ended)
    (bot,) = bots
    beginning, *events, outcome = bot.received
    assert beginning == ("begins", match.id, 0)
    assert events == sorted(set(events)), "each event once, in order"
    assert events
    assert outcome == ada.send(calls.match(match.id)).outcome


@pytest.mark.parametrize(
    ("accept", "refusal"),
    [
        ({"games": ["res_arcana", "ascended_kings"]}, "game"),
        ({"players": [3]}, "players"),
        ({"clocks": ["bank"]}, "clock"),
        ({"unrated": False}, "rated"),
        ({"people": ["Grace"]}, "person"),
    ],
)
async def test_invitation_outside_the_config_is_declined(ada, vex, accept, refusal):
    async with running(vex, Bot, accept=Accept(**accept)):
        match = invite(ada, await name_of(vex))
        await until(lambda: first_seat(ada, match).declined)
        assert first_seat(ada, match).declined.reason == refusal
        assert ada.send(calls.match(match.id)).status == "open"


async def test_bot_confirms_changed_terms_that_its_config_accepts_and_else_leaves(ada, vex):
    async with running(vex, Bot, accept=Accept(clocks=["none"])):
        match = invite(ada, await name_of(vex), autostart=False)
        await until(lambda: ada.send(calls.match(match.id)).seats[0].account)
        changed = ada.send(calls.change_terms(match.id, options={"turns": 3}))
        assert changed.seats[0].confirm
        await until(lambda: not ada.send(calls.match(match.id)).seats[0].confirm)
        ada.send(calls.change_terms(match.id, clock={"kind": "move", "seconds": 60}))
        await until(lambda: ada.send(calls.match(match.id)).seats[0].kind == "open")


async def test_bot_is_listed_while_it_runs(ada, vex):
    """The list shows what it accepts, but not which people it refuses."""
    accept = Accept(games=["tiny"], players=[2], never=["Mallory"], text="Short matches.")
    name = await name_of(vex)

    def listed():
        page = ada.send(calls.online_bots("tiny"))
        return [item.accepts for item in page.items if item.name == name]

    async with running(vex, Bot, accept=accept):
        await until(listed)
        assert listed() == [accept.public]
        assert "Mallory" not in str(listed())
    await until(lambda: not listed())


async def test_guest_may_be_played_by_a_program(server, ada):
    async with AsyncClient(server.url, ada.token) as client, running(client, Bot) as runner:
        against = [calls.ME, calls.bot("random")]
        match = await client.send(calls.create_match("tiny", against, options={"turns": 2}))
        await until(lambda: runner.ended)
        await until(has_ended(ada, match))


async def test_bot_declines_invitations_it_refuses_or_fails_to_judge(ada, vex):
    class Choosy(Bot):
        def accepts(self, match, seat):
            if match.options["turns"] == 3:
                raise RuntimeError("three turns are too many for me")
            return (
                Refusal("options", "I like longer matches.") if match.options["turns"] < 3 else None
            )

    async with running(vex, Choosy):
        name = await name_of(vex)
        short, broken = invite(ada, name), invite(ada, name, options={"turns": 3})
        long = invite(ada, name, options={"turns": 4})
        await until(has_ended(ada, long))
        for match in (short, broken):
            await until(lambda match=match: first_seat(ada, match).invited is None)


async def test_bot_with_enough_matches_is_busy(ada, vex):
    waits = threading.Event()

    class Slow(Bot):
        def choose(self, decision, view):
            waits.wait(TIMEOUT_S)
            return super().choose(decision, view)

    async with running(vex, Slow, matches=2):
        name = await name_of(vex)
        first, second = invite(ada, name), invite(ada, name)
        await until(
            lambda: all(
                ada.send(calls.match(match.id)).status == "playing" for match in (first, second)
            )
        )
        third = invite(ada, name)
        await until(lambda: first_seat(ada, third).invited is None)
        waits.set()
        for match in (first, second):
            await until(has_ended(ada, match))


async def test_failing_bot_gives_the_default_answer(ada, vex, caplog):
    class Broken(Bot):
        def choose(self, decision, view):
            raise RuntimeError("a bug of mine")

    async with running(vex, Broken):
        match = invite(ada, await name_of(vex))
        await until(has_ended(ada, match))
    assert "a bug of mine" in caplog.text


async def test_illegal_answer_is_replaced_by_the_default(ada, vex, caplog):
    class Singing(Bot):
        async def choose(self, decision, view):
            return "sing"

    async with running(vex, Singing):
        match = invite(ada, await name_of(vex))
        await until(has_ended(ada, match))
    assert "'sing' is illegal" in caplog.text


async def test_slow_answer_is_replaced_by_the_default(ada, vex, caplog):
    class Sleepy(Bot):
        async def choose(self, decision, view):
            await asyncio.sleep(TIMEOUT_S)

    class Stuck(Bot):
        def choose(self, decision, view):
            time.sleep(2)

    for kind in (Sleepy, Stuck):
        async with running(vex, kind, seconds=1):
            match = invite(ada, await name_of(vex))
            await until(has_ended(ada, match))
    assert "choose took more than 1 s" in caplog.text


async def test_bot_may_agree_to_offers(server, ada, vex):
    class Agreeable(Bot):
        def consents(self, offer, view):
            return offer.kind == "abort"

    async with running(vex, Agreeable), AsyncClient(server.url, ada.token) as client:
        seats = [calls.ME, calls.invited(await name_of(vex))]
        match = ada.send(calls.create_match("tiny", seats, **TINY))
        await until(is_playing(ada, match))
        async with client.play(match.id) as table:
            await table.offer("pause")
            await until(
                lambda: (
                    not any(
                        offer.status == "open" for offer in ada.send(calls.view(match.id)).offers
                    )
                )
            )
            assert ada.send(calls.match(match.id)).status == "playing"
            await table.offer("abort")
            await until(lambda: ada.send(calls.match(match.id)).status == "aborted")


async def test_matches_continue_in_a_restarted_runner(ada, vex):
    waits = asyncio.Event()

    class Patient(Bot):
        async def choose(self, decision, view):
            await waits.wait()
            return decision.default

    async with running(vex, Patient):
        match = invite(ada, await name_of(vex))
        await until(is_playing(ada, match))
    waits.set()
    async with running(vex, Patient):
        await until(has_ended(ada, match))


async def test_seat_lost_to_a_substitute_bot_is_taken_back(ada, vex):
    """The bot thinks for longer than its clock allows."""
    times = iter([1.6])

    class Slow(Bot):
        async def choose(self, decision, view):
            await asyncio.sleep(next(times, 0))
            return decision.default

    clock = {"kind": "bank", "seconds": 1, "on_timeout": "bot"}
    async with running(vex, Slow):
        name = await name_of(vex)
        match = invite(ada, name, options={"turns": 20}, clock=clock)
        await until(lambda: first_seat(ada, match).stands_in)
        await until(lambda: not first_seat(ada, match).stands_in)  # a slow machine loses it again
        assert first_seat(ada, match).name == name
        await until(has_ended(ada, match))


def first_seat(ada: Client, match: Match) -> Seat:
    return ada.send(calls.match(match.id)).seats[0]


async def test_bots_find_one_another_in_a_pool_and_play_again(server, ada, vex):
    """The second match is with another bot: two that have met are kept apart for a while."""

    class PlaysOnce(Bot):
        def begins(self, match, seat):
            rival.pools.clear()

    pool = "tiny-2-live-casual"
    async with running(vex, Bot, pools=[pool], matches=1) as runner:
        for matches in (1, 2):
            with person(server.url) as bob:
                async with (
                    AsyncClient(server.url, bot_of(bob)[1]) as other,
                    running(other, PlaysOnce, pools=[pool], matches=1) as rival,
                ):
                    await until(lambda matches=matches: runner.ended >= matches)
    await vex.send(calls.join_pool(pool))
    assert [ticket.pool.id for ticket in (await vex.send(calls.my_pools())).items] == [pool]
    await vex.send(calls.leave_pool(pool))
    assert not (await vex.send(calls.my_pools())).items
    assert pool in [pool.id for pool in (await vex.send(calls.pools())).items]
