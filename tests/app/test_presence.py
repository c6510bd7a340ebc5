"""Presence: prompt updates for seats, infrequent ones for a growing crowd of spectators."""

from __future__ import annotations

import time

import pytest

from engine.core.event import PUBLIC
from tests.app.in_process import begin, in_process_server
from tests.app.test_delayed_spectators import LATE
from tests.app.wire import anonymous, two_at_tiny


async def test_the_larger_the_crowd_the_seldomer_it_is_counted_aloud(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        presence = services.presence
        assert presence.pause_of_crowd(match) == 0.2
        for _ in range(3000):
            presence.arrive(match, PUBLIC)
        assert presence.pause_of_crowd(match) == pytest.approx(3.0)


async def test_a_stopped_process_leaves_no_task_behind(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        services.presence.arrive(match, 0)
        (task,) = services.presence._telling.values()
    assert task.cancelled()
    services.presence.depart(match, 0)
    assert not services.presence._telling


@pytest.mark.parametrize("step", [-3600, 3600])
async def test_who_is_here_by_another_process_is_here_by_whatever_clock(
    tmp_path, monkeypatch, step
):
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        monkeypatch.setattr(services.bus, "shared", True)
        presence, kept = services.presence, []
        with monkeypatch.context() as elsewhere:
            elsewhere.setattr(services.bus, "note", lambda match, note: kept.append(note))
            presence.arrive(match, 0)
        del presence._here[match]
        monkeypatch.setattr(services.bus, "notes", lambda match: kept)
        moment = time.time()
        monkeypatch.setattr(time, "time", lambda: moment + step)
        assert presence.of(await services.rooms.get(match)).seats["0"] == "here"


async def test_who_sees_a_match_late_is_not_told_when_seats_come_and_go(url):
    ann, bob, match = await two_at_tiny(url, **LATE)
    one = await bob.wire(match)
    late = await anonymous(url).wire(match)
    await late.until(lambda: counts(late))
    for state in ("here", "away"):
        if state == "here":
            other = await ann.wire(match)
        else:
            await other.close()
        await one.until(lambda state=state: one.presence.get("0") == state)
    await anonymous(url).wire(match)
    await late.until(lambda: counts(late)[-1] == 2)
    assert len(counts(late)) == len(set(counts(late))), "a frame that says nothing new"


def counts(wire):
    return [frame["spectators"] for frame in wire.frames if frame["t"] == "presence"]
