"""Replay: every ply shows the frame that was sent then."""

from __future__ import annotations

import json
import random
from unittest.mock import ANY

import pytest

from app.wire.json_patch import canonical, hash_of
from engine.core.registry import games
from tests.app.patches import merged
from tests.app.random_answers import pick
from tests.app.test_leaks_of_games import ROUNDS, seat_people
from tests.app.wire import Wire, anonymous, play_to_the_end, two_at_tiny


def sent_by_ply(wire: Wire) -> dict[int, tuple[str, list, list]]:
    """What a wire was sent, by ply: the hash of the view, the events and the threats. Where it was
    sent the whole view, any events match.
    """
    frames = {}
    view: dict = {}
    threats: list = []
    for frame in wire.frames:
        if frame["t"] == "full":
            view = frame["view"]
            threats = frame.get("threats", [])
        elif frame["t"] == "delta":
            view = merged(view, frame["patch"])
            threats = frame.get("threats", threats)
        else:
            continue
        events = ANY if frame["t"] == "full" else frame["events"]
        frames[frame["ply"]] = (hash_of(canonical(view)), events, threats)
    return frames


async def replay_frame(person, match, ply, as_=""):
    frame = await person.get(f"/matches/{match}/replay?ply={ply}{as_ and f'&as={as_}'}")
    assert frame["ply"] == ply
    assert hash_of(canonical(frame["view"])) == frame["hash"]
    return frame


async def check_replay(people, wires, match):
    """The public replay equals what the public was sent."""
    for seat, (person, wire) in enumerate(zip(people, wires, strict=True)):
        for ply, (hash, events, threats) in sent_by_ply(wire).items():
            frame = await replay_frame(person, match, ply)
            assert frame["hash"] == hash, f"seat {seat}, ply {ply}"
            assert frame.get("threats", []) == threats, f"seat {seat}, ply {ply}"
            if ply:
                assert frame["events"] == events


@pytest.mark.parametrize("game", ["tiny", *sorted(ROUNDS)])
async def test_every_ply_is_replayed_as_it_was_sent(url: str, game: str) -> None:
    people, match = await seat_people(url, game, 0)
    wires = [await person.wire(match) for person in people]
    watching = await anonymous(url).wire(match)
    await play_to_the_end(wires, random.Random(7))
    await watching.until(lambda: watching.end)
    last = wires[0].ply
    everyone = [*wires, watching]
    plies = range(last + 1) if last < 60 else sorted(random.Random(0).sample(range(last + 1), 40))
    sent = [sent_by_ply(wire) for wire in everyone]
    compared = 0
    for ply in [*plies, last]:
        frame = await people[0].get(f"/matches/{match}/replay?ply={ply}&as=all")
        for part, frames in zip(frame["frames"], sent, strict=True):
            if ply in frames:  # a full frame may have replaced the deltas before it
                hash, events, threats = frames[ply]
                assert part["hash"] == hash, f"{part['viewer']}, ply {ply}"
                assert part.get("threats", []) == threats, f"{part['viewer']}, ply {ply}"
                assert part["events"] == events or ply == 0
                compared += 1
    assert compared >= 0.9 * (len(plies) + 1) * len(sent)
    for wire in everyone:
        await wire.close()
    assert games()[game].id == game


async def test_running_match_is_replayed_only_for_the_own_seat_or_the_public(url):
    ann, bob, match = await two_at_tiny(url)
    wires = [await ann.wire(match), await bob.wire(match)]
    rng = random.Random(1)
    for wire in (wires[0], wires[1], wires[0], wires[1]):
        await wire.until(lambda wire=wire: wire.decisions)
        await wire.answer(pick(wire.decisions[0], rng))
    await wires[0].reaches(4)
    await wires[1].reaches(4)
    await check_replay([ann, bob], wires, match)
    public = await replay_frame(ann, match, 2, "public")
    assert public == await replay_frame(anonymous(url), match, 2)
    assert "hand" not in public["view"]["table"]
    assert (await replay_frame(ann, match, 2, "seat:0"))["viewer"] == {"seat": 0}
    for view in ("seat:1", "all"):
        await ann.refused("GET", f"/matches/{match}/replay?ply=2&as={view}", "forbidden")
    await ann.refused("GET", f"/matches/{match}/replay?ply=5", "not-found")
    await ann.refused("GET", f"/matches/{match}/replay?ply=1&as=seat:x", "invalid-request")


async def test_undone_answer_is_replayed_as_it_was(url):
    """A card is set aside and taken back, then another; each ply shows the state of its time."""
    ann, bob, match = await two_at_tiny(url, turns=2)
    wires = [await ann.wire(match), await bob.wire(match)]
    first, second = (option["key"] for option in wires[0].decisions[0]["options"][:2])
    await wires[0].answer(first)
    await wires[0].until(lambda: wires[0].ply == 1)
    undone = await wires[0].command("undo", decision="0.0")
    assert undone["t"] == "ack", undone
    await wires[0].until(lambda: wires[0].ply == 2 and wires[0].decisions)
    await wires[0].answer(second)
    await wires[1].answer(wires[1].decisions[0]["options"][0]["key"])
    await play_to_the_end(wires, random.Random(3))
    await check_replay([ann, bob], wires, match)
    waiting = [(await replay_frame(ann, match, ply))["waiting"] for ply in (0, 1, 2, 3)]
    assert [[entry["seat"] for entry in seats] for seats in waiting] == [[0, 1], [1], [0, 1], [1]]


async def test_past_ply_is_immutable_in_caches_and_the_newest_is_not(url):
    ann, bob, match = await two_at_tiny(url, turns=1)
    wires = [await ann.wire(match), await bob.wire(match)]
    await play_to_the_end(wires, random.Random(3))
    path = f"/matches/{match}/replay?ply=1"
    first = await ann.call("GET", path)
    assert "immutable" in first.headers["cache-control"]
    same = await ann.call("GET", path, headers={"If-None-Match": first.headers["etag"]})
    assert same.status_code == 304
    newest = await ann.call("GET", f"/matches/{match}/replay")
    assert newest.json()["ply"] == wires[0].ply
    assert "no-cache" in newest.headers["cache-control"]
    assert json.loads(first.text)["view"]["status"] == "playing"
