"""Optional questions: leaving one alone, or having none, reveals nothing to others."""

from __future__ import annotations

import json
import random
from datetime import datetime
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import structs

from app.container import Container
from app.history.log import read_log
from app.infra.problems import Problem
from app.matches import start as beginning
from app.matches.commands import Command
from app.matches.projection import etag_of
from app.matches.publisher import current_view
from engine.ascended_kings.game import AscendedKings
from engine.ascended_kings.read_notation import read
from engine.core.event import PUBLIC
from tests.app.in_process import ANN, BOB, begin, in_process_server
from tests.app.test_auto_pass import join_listener  # noqa: F401
from tests.app.wire import play_to_the_end, two_at_tiny

HANDS = {
    "helps": "asc_rubedo_1 asc_rubedo_2",
    "does nothing": "asc_nigredo_3 asc_coagulation_2",
}
"""Hands of the same size: with one, Bob is asked whether to use a card; with the other, not."""


class Laid(AscendedKings):
    """Ann is about to choose a state; Bob holds two cards."""

    hand = ""

    def new(self, options, seats, run):
        table = read(f"phase state p0\np0 apsu @44 A1\np1 vara @55 {self.hand}")
        table.run = run
        return table


async def observations(services: Container, join_listener: Any, hand: str) -> list[Any]:  # noqa: F811
    """All that Ann and the public are sent and can ask for, around Ann's answer."""
    Laid.hand = HANDS[hand]
    id = await begin(services, "ascended_kings")
    listeners = [await join_listener(id, 0, ANN), await join_listener(id, PUBLIC, None)]
    questions = json.loads(await services.pipeline.decisions(id, 1))
    assert bool(questions) is (hand == "helps")
    if questions:
        with pytest.raises(Problem, match="options"):
            await services.pipeline.take(
                Command("answer", id, 1, questions[0]["id"], "pass", by=BOB.account)
            )
    own = json.loads(await services.pipeline.decisions(id, 0))[0]["id"]
    await services.pipeline.take(Command("answer", id, 0, own, "state:active", by=ANN.account))
    room = await services.rooms.get(id)
    seen: list[Any] = [own, room.match.decisions[0].id]
    for listener, viewer in zip(listeners, (0, PUBLIC), strict=True):
        seen += [plain(text, id) for _, text in listener.queue]
        seen += [plain(text, id) for text in await services.sender.render_full(listener)]
        log = await read_log(services.database, room, viewer, 0, 100)
        seen.append([(entry.ply, entry.kind, entry.seat) for entry in log.entries])
        seen.append([structs.replace(event, at="") for event in log.events])
        rendered = current_view(room, viewer)
        seen.append(plain(rendered.decisions.decode(), id))
        assert etag_of(room, rendered).startswith("1.")
        for ply in (0, 1):
            frame = (await services.replays.moment(room, ply)).frame(viewer)
            seen.append([plain(part, id) for part in (frame.decisions, frame.waiting)])
    return seen


def plain(text: Any, id: str) -> Any:
    """A frame without its match-specific parts: the id, and the hash that covers the id."""
    decoded = json.loads(bytes(text) if not isinstance(text, str) else text)
    if isinstance(decoded, dict):
        decoded.pop("hash", None)
    return json.dumps(decoded).replace(id, "m")


@pytest.fixture
async def services(tmp_path, monkeypatch):
    """Every match has the same seed."""
    chance = SimpleNamespace(token_bytes=lambda length: bytes(length))
    monkeypatch.setattr(beginning, "secrets", chance)
    async with in_process_server(tmp_path, Laid()) as container:
        yield container


async def test_other_viewers_cannot_tell_whether_a_seat_was_asked(services, join_listener):  # noqa: F811
    seen = [await observations(services, join_listener, hand) for hand in HANDS]
    assert seen[0] == seen[1]


async def test_published_times_have_a_precision_of_one_second(url):
    """Log, replay and export: finer times would reveal whose settings answer for them."""
    ann, bob, match = await two_at_tiny(url, turns=1)
    await play_to_the_end([await ann.wire(match), await bob.wire(match)], random.Random(1))
    log = await bob.get(f"/matches/{match}/log")
    export = await bob.get(f"/matches/{match}/export")
    replay = await bob.get(f"/matches/{match}/replay?ply=1")
    both = await bob.get(f"/matches/{match}/replay?ply=1&as=all")
    entries = [*log["entries"], *log["events"], *export["entries"], replay, both, *both["frames"]]
    times = [datetime.fromisoformat(entry["at"]) for entry in entries]
    assert len(times) > 10
    assert {at.microsecond for at in times} == {0}
