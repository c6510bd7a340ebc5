"""Presence: prompt updates for seats, infrequent ones for a growing crowd of spectators."""

from __future__ import annotations

import time

import pytest

from engine.core.event import PUBLIC
from tests.app.in_process import begin, in_process_server
from tests.app.test_delayed_spectators import DELAYED
from tests.app.wire import anonymous, two_at_tiny


async def test_spectator_count_updates_slow_down_as_the_crowd_grows(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        presence = services.presence
        assert presence.frame_pause_s(match) == 0.2
        for _ in range(3000):
            presence.arrive(match, PUBLIC)
        assert presence.frame_pause_s(match) == pytest.approx(3.0)


async def test_stopped_process_leaves_no_task_behind(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        services.presence.arrive(match, 0)
        (task,) = services.presence._sending.values()
    assert task.cancelled()
    services.presence.depart(match, 0)
    assert not services.presence._sending


@pytest.mark.parametrize("step", [-3600, 3600])
async def test_presence_from_another_process_ignores_wall_clock_jumps(tmp_path, monkeypatch, step):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        monkeypatch.setattr(services.bus, "shared", True)
        presence, notes = services.presence, []
        with monkeypatch.context() as elsewhere:
            elsewhere.setattr(services.bus, "note", lambda match, note: notes.append(note))
            presence.arrive(match, 0)
        del presence._local[match]
        monkeypatch.setattr(services.bus, "notes", lambda match: notes)
        moment = time.time()
        monkeypatch.setattr(time, "time", lambda: moment + step)
        assert presence.of(await services.rooms.get(match)).seats["0"] == "here"


async def test_delayed_spectator_gets_no_presence_of_seats(url):
    ann, bob, match = await two_at_tiny(url, **DELAYED)
    bob_wire = await bob.wire(match)
    spectator = await anonymous(url).wire(match)
    await spectator.until(lambda: spectator_counts(spectator))
    for state in ("here", "away"):
        if state == "here":
            ann_wire = await ann.wire(match)
        else:
            await ann_wire.close()
        await bob_wire.until(lambda state=state: bob_wire.presence.get("0") == state)
    await anonymous(url).wire(match)
    await spectator.until(lambda: spectator_counts(spectator)[-1] == 2)
    assert len(spectator_counts(spectator)) == len(set(spectator_counts(spectator))), (
        "every frame has news"
    )


def spectator_counts(wire):
    return [frame["spectators"] for frame in wire.frames if frame["t"] == "presence"]
