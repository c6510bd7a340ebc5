"""Background work: bots and deadlines can run in a process of their own."""

from __future__ import annotations

import random

import psutil
import pytest

from app.infra.read_settings import read_settings
from app.infra.settings import WrongSetting
from tests.app.conftest import QUICK
from tests.app.wire import arrive, play_to_the_end, tiny

LEASE_S = "60"
"""Long: a bot that had to wait for a lease to expire would not move in this test."""


@pytest.mark.redis
async def test_bots_move_in_the_background_process(serve, postgres_url, redis_url):
    settings = QUICK | {
        "DATABASE_URL": postgres_url,
        "REDIS_URL": redis_url,
        "SWEEPER_LEASE": LEASE_S,
    }
    front = serve(**settings, BACKGROUND="false")
    ann = await arrive(front.url, "Ann")
    match = await tiny(ann, 3, [{"kind": "me"}, {"kind": "bot"}])
    wire = await ann.wire(match)
    await wire.answer(wire.decisions[0]["default"])
    await wire.reaches(1)
    assert wire.waiting == [{"seat": 1}]
    behind = serve(**settings)
    await play_to_the_end([wire], random.Random(1))
    assert workers(behind)
    assert not workers(front)


def workers(server):
    """The bot workers of the server."""
    return psutil.Process(server.process.pid).children(recursive=True)


def test_background_work_is_turned_off_only_beside_other_processes():
    with pytest.raises(WrongSetting, match="BACKGROUND=false"):
        read_settings(background=False)
