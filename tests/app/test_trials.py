"""Trials: a person's bots against built-in ones, at full speed where the host permits it."""

from __future__ import annotations

import secrets

import pytest

from app.accounts.caller import Caller
from app.accounts.models import Account
from app.infra.problems import Problem
from app.infra.read_settings import read_settings
from app.infra.wall_clock import now
from app.lobby.schemas import NewMatch
from app.matches.match_info import SeatInfo
from app.matches.models import MatchRow
from app.matches.trials import is_trial, permits_trials
from engine.core.match import Match
from tests.app.in_process import ANN, in_process_server
from tests.app.strange_bots import until

VEX = Caller("a_vex", "Vex", "bot", "t_vex", ())
ME, GREEDY = {"kind": "me"}, {"kind": "bot", "bot": "greedy"}
TRIAL = {"game": "tiny", "seats": [GREEDY, ME], "visibility": "private", "rated": False}


async def add_vex(services) -> None:
    """A bot of Ann's."""
    async with services.database.writing() as session:
        account = {"kind": "bot", "name": VEX.name, "owner": ANN.account}
        session.add(Account(id=VEX.account, preferences={}, created_at=now(), **account))


@pytest.mark.parametrize(
    ("settings", "permitted"),
    [
        ({}, True),
        ({"host": "::1"}, True),
        ({"host": "localhost"}, True),
        ({"host": "0.0.0.0"}, False),
        ({"public_url": "https://play.example.org"}, False),
        ({"public_url": "http://127.0.0.1:9000"}, True),
        ({"host": "192.0.2.7"}, False),
        ({"trials": "never"}, False),
        ({"trials": "always", "host": "0.0.0.0"}, True),
    ],
)
def test_trials_are_permitted_where_this_machine_alone_reaches_the_server(settings, permitted):
    assert permits_trials(read_settings(**settings)) is permitted


@pytest.mark.parametrize(
    ("trials", "caller", "change", "is_paced"),
    [
        ("always", VEX, {}, False),
        ("never", VEX, {}, True),
        ("always", VEX, {"visibility": "public"}, True),
        ("always", ANN, {}, True),
    ],
)
async def test_built_in_bot_answers_at_once_in_a_trial_alone(
    tmp_path, trials, caller, change, is_paced
):
    async with in_process_server(tmp_path, trials=trials, undo_grace=0) as services:
        await add_vex(services)
        waits = []

        async def sleep(seconds):
            waits.append(seconds)

        services.bots._sleep, services.bots._clock = sleep, lambda: 0.0
        match = (await services.lobby.create(NewMatch(**TRIAL | change), caller)).id
        await until(lambda: waits and not services.bots._tasks)
        assert services.rooms._rooms[match].ply > 0
    assert all((seconds > 0) is is_paced for seconds in waits)


@pytest.mark.parametrize(
    ("accounts", "owners", "change", "trial"),
    [
        (["a_vex"], ["a_ann"], {}, True),
        (["a_vex", "a_vox"], ["a_ann"], {}, True),
        (["a_vex", "a_fox"], ["a_ann", "a_bob"], {}, False),
        (["a_vex", "a_ann"], ["a_ann"], {}, False),
        (["a_ann"], ["a_ann"], {}, False),
        ([], ["a_ann"], {}, False),
        (["a_vex"], ["a_ann"], {"rated": True}, False),
        (["a_vex"], ["a_ann"], {"visibility": "public"}, False),
    ],
)
async def test_trial_is_private_unrated_and_of_one_persons_bots(
    tmp_path, accounts, owners, change, trial
):
    async with in_process_server(tmp_path) as services:
        id = (await services.lobby.create(NewMatch(**TRIAL), ANN)).id
        info = (await services.rooms.get(id)).info
    seats = [SeatInfo("human", account) for account in accounts] + [SeatInfo("bot", bot="greedy")]
    info.seats, info.rated, info.visibility = seats, False, "private"
    for name, value in change.items():
        setattr(info, name, value)
    assert is_trial(info, owners) is trial


async def test_hourly_limit_counts_no_trial_where_they_are_permitted(tmp_path):
    async with in_process_server(tmp_path, matches_per_hour=1, trials="always") as services:
        await add_vex(services)
        for _ in range(3):
            await services.lobby.create(NewMatch(**TRIAL), VEX)
        for wish in ({"visibility": "public"}, {"rated": None}, {"seats": [ME, {"kind": "open"}]}):
            with pytest.raises(Problem, match="begun 1 match"):
                await services.lobby.create(NewMatch(**TRIAL | wish), VEX)
        with pytest.raises(Problem, match="begun 1 match"):
            await services.lobby.create(NewMatch(**TRIAL), ANN)


async def test_hourly_limit_counts_trials_where_they_are_not_permitted(tmp_path):
    async with in_process_server(tmp_path, matches_per_hour=1, trials="never") as services:
        await add_vex(services)
        await services.lobby.create(NewMatch(**TRIAL), VEX)
        with pytest.raises(Problem, match="begun 1 match"):
            await services.lobby.create(NewMatch(**TRIAL), VEX)


async def test_seed_of_each_match_is_drawn_for_it_alone(tmp_path, monkeypatch):
    """A published seed tells nothing of another match: each is 32 bytes of the system's own."""
    drawn, original = [], secrets.token_bytes

    def token_bytes(count=None):
        drawn.append(original(count))
        return drawn[-1]

    monkeypatch.setattr(secrets, "token_bytes", token_bytes)
    async with in_process_server(tmp_path, trials="always") as services:
        await add_vex(services)
        ids = [(await services.lobby.create(NewMatch(**TRIAL), VEX)).id for _ in range(8)]
        async with services.database.reading() as session:
            states = [(await session.get_one(MatchRow, id)).state for id in ids]
    seeds = [Match.from_bytes(state).seed for state in states]
    assert len(set(seeds)) == len(seeds)
    for seed in seeds:
        assert drawn.count(seed) == 1
        assert len(seed) == 32
