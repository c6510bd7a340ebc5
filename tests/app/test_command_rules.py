"""Rules for commands: answering, undoing, repeating and reading."""

import asyncio
import json
import random
import subprocess
import sys

import pytest

from tests.app.random_answers import pick
from tests.app.test_lobby import problem
from tests.app.wire import anonymous, arrive, play_to_the_end, tiny, two_at_tiny


async def test_wrong_answers_get_the_right_problem_and_change_nothing(url):
    ann, bob, match = await two_at_tiny(url)
    frame = await ann.view(match)
    own, path = frame["decisions"][0], f"/matches/{match}/decisions"
    foreign = (await bob.view(match))["decisions"][0]

    wrong = await ann.call("POST", f"{path}/{own['id']}", {"answer": "card:99"})
    assert problem(wrong) == "illegal-answer"
    assert wrong.json()["decision"]["id"] == own["id"]
    assert wrong.json()["why"]
    theirs = await ann.call("POST", f"{path}/{foreign['id']}", {"answer": own["default"]})
    assert problem(theirs) == "not-your-decision"
    stale = await ann.call("POST", f"{path}/9.9", {"answer": own["default"]})
    assert problem(stale) == "stale-decision"
    assert stale.json()["decisions"] == frame["decisions"]
    unauthenticated = await (await anonymous(url).get("/games"), anonymous(url))[1].call(
        "POST", f"{path}/{own['id']}", {"answer": 1}
    )
    assert problem(unauthenticated) == "unauthenticated"
    assert (await ann.view(match))["ply"] == 0


async def test_caller_without_a_seat_cannot_answer(url):
    _ann, _bob, match = await two_at_tiny(url)
    cid = await arrive(url, "Cid")
    response = await cid.call("POST", f"/matches/{match}/decisions/0.0", {"answer": "card:1"})
    assert problem(response) == "forbidden"
    wire = await cid.wire(match)
    assert wire.frames[0]["viewer"] == {"public": True}
    reply = await wire.command("answer", decision="0.0", answer="card:1")
    assert reply["problem"]["type"] == "/problems/forbidden"


async def test_repeated_key_returns_the_same_answer(url):
    ann, bob, match = await two_at_tiny(url)
    decision = (await ann.view(match))["decisions"][0]
    first, other = decision["options"][0]["key"], decision["options"][1]["key"]
    once = await ann.answer(match, decision["id"], first, key="k1")
    again = await ann.answer(match, decision["id"], first, key="k1")
    assert again["ply"] == once["ply"] == 1
    path = f"/matches/{match}/decisions/{decision['id']}"
    wrong = await ann.call("POST", path, {"answer": other}, headers={"Idempotency-Key": "k1"})
    assert problem(wrong) == "invalid-request"
    assert (await ann.view(match))["ply"] == 1
    theirs = (await bob.view(match))["decisions"][0]
    assert (await bob.answer(match, theirs["id"], theirs["default"], key="k1"))["ply"] == 2
    turn = (await ann.view(match))["decisions"][0]
    reused = await ann.call(
        "POST",
        f"/matches/{match}/decisions/{turn['id']}",
        {"answer": turn["default"]},
        headers={"Idempotency-Key": "k1"},
    )
    assert problem(reused) == "invalid-request"
    assert (await ann.view(match))["ply"] == 2


async def test_key_on_the_socket_outlives_the_match(url):
    ann, bob, match = await two_at_tiny(url, turns=1)
    wires = [await ann.wire(match), await bob.wire(match)]
    decision = wires[0].decisions[0]
    first = await wires[0].answer(decision["default"], decision["id"], key="k")
    await play_to_the_end(wires, random.Random(0))
    again = await wires[0].answer(decision["default"], decision["id"], key="k")
    assert again == {**first, "ref": again["ref"]}
    over = await wires[0].answer(decision["default"], decision["id"], key="other")
    assert over["problem"]["type"] == "/problems/match-over"


async def test_concurrent_answers_with_one_key_are_taken_once(url):
    ann, _bob, match = await two_at_tiny(url)
    decision = (await ann.view(match))["decisions"][0]
    replies = await asyncio.gather(
        *(ann.answer(match, decision["id"], decision["default"], key="k") for _ in range(8))
    )
    assert {reply["ply"] for reply in replies} == {1}


async def test_answer_can_be_undone_until_something_is_drawn(url):
    ann, bob, match = await two_at_tiny(url)
    wire, other = await ann.wire(match), await bob.wire(match)
    before = wire.view
    decision = wire.decisions[0]
    await wire.answer(decision["default"])
    await wire.until(lambda: wire.ply == 1)
    reply = await wire.command("undo", decision=decision["id"])
    assert reply["t"] == "ack"
    await wire.until(lambda: wire.ply == 2)
    await other.until(lambda: other.ply == 2)
    assert wire.view == before
    assert wire.decisions[0]["options"] == decision["options"]
    assert wire.decisions[0]["id"] != decision["id"]
    assert other.decisions[0]["id"] == "0.1"

    for player in (wire, other):
        await player.answer(pick(player.decisions[0], player.random))
    await wire.until(lambda: wire.ply == 4)
    turn = wire.decisions[0]
    await wire.answer(turn["default"])
    await wire.until(lambda: wire.ply == 5)
    sealed = await wire.command("undo", decision=turn["id"])
    assert sealed["problem"]["type"] == "/problems/undo-sealed"


async def test_undo_is_refused_when_it_is_off(url):
    ann, _bob, match = await two_at_tiny(url, undo="off")
    decision = (await ann.view(match))["decisions"][0]
    assert decision["undo"] is False
    await ann.answer(match, decision["id"], decision["default"])
    path = f"/matches/{match}/decisions/{decision['id']}/undo"
    assert problem(await ann.call("POST", path, {})) == "undo-off"


async def test_log_contains_the_events_each_viewer_received(url):
    ann, bob, match = await two_at_tiny(url, turns=2)
    wires = [await ann.wire(match), await bob.wire(match)]
    await play_to_the_end(wires, random.Random(5))
    log = await ann.get(f"/matches/{match}/log")
    assert [entry["ply"] for entry in log["entries"]] == list(range(7))
    assert [entry["kind"] for entry in log["entries"]] == ["start"] + ["answer"] * 6
    texts = {event["id"]: event["text"] for event in log["events"]}
    assert {id: event["text"] for id, event in wires[0].events.items()} == texts
    assert list(texts) == list(range(len(texts)))
    public = (await anonymous(url).get(f"/matches/{match}/log"))["events"]
    drew = [event for event in public if event["key"].startswith("tiny.drew")]
    assert {event["key"] for event in drew} == {"tiny.drew_one"}
    own = [event for event in log["events"] if event["key"] == "tiny.drew"]
    assert {event["args"]["seat"] for event in own} == {0}
    after = await ann.get(f"/matches/{match}/log?after=4&limit=1")
    assert [entry["ply"] for entry in after["entries"]] == [5]
    assert after["next"] == 5
    assert all("answer" not in entry for entry in log["entries"])


async def test_spectator_chat_is_hidden_from_players(url):
    ann, bob, match = await two_at_tiny(url)
    cid = await arrive(url, "Cid")
    wires = [await ann.wire(match), await bob.wire(match), await cid.wire(match)]
    await wires[0].command("chat", text="Good luck")
    reply = await wires[2].command("chat", text="Psst")
    assert reply["t"] == "ack"
    for wire in wires:
        await wire.until(lambda wire=wire: any(f["t"] == "chat" for f in wire.frames))
    texts = [[f["text"] for f in wire.frames if f["t"] == "chat"] for wire in wires]
    assert texts[0] == texts[1] == ["Good luck"]
    assert "Psst" not in str(texts[:2])
    await wires[2].until(lambda: sum(f["t"] == "chat" for f in wires[2].frames) == 2)
    lines = (await cid.get(f"/matches/{match}/chat"))["items"]
    assert [(line["from"], line["account"], line["text"]) for line in lines] == [
        ("Ann", ann.account, "Good luck"),
        ("Cid", cid.account, "Psst"),
    ]
    player_lines = (await bob.get(f"/matches/{match}/chat"))["items"]
    assert [line["text"] for line in player_lines] == ["Good luck"]
    private = await wires[0].command("chat", text="Only you", to=[1])
    assert private["problem"]["type"] == "/problems/forbidden"
    empty = await wires[0].command("chat", text="  ")
    assert empty["problem"]["type"] == "/problems/invalid-request"


async def test_presence_reports_seats_and_spectators(url):
    ann, bob, match = await two_at_tiny(url)
    wire = await ann.wire(match)
    other = await bob.wire(match)

    def state():
        frames = [frame for frame in wire.frames if frame["t"] == "presence"]
        return frames[-1] if frames else None

    await wire.until(lambda: state() and state()["seats"] == {"0": "here", "1": "here"})
    watcher = await anonymous(url).wire(match)
    await wire.until(lambda: state()["spectators"] == 1)
    await watcher.close()
    await other.close()
    await wire.until(lambda: state()["seats"]["1"] == "away" and state()["spectators"] == 0)
    await wire.until(lambda: state()["seats"]["1"] == "gone")


async def test_match_without_spectators_is_closed_to_outsiders(url):
    _ann, _bob, match = await two_at_tiny(url, spectators="none", visibility="private")
    cid = await arrive(url, "Cid")
    for path in ("view", "log", "chat", "stream"):
        assert problem(await cid.call("GET", f"/matches/{match}/{path}")) == "forbidden"
    wire = await cid.wire(match)
    assert wire.closed == 4001
    assert wire.frames == []


async def test_unknown_match_is_not_found(url):
    wire = await anonymous(url).wire("m_nothing")
    assert wire.closed == 4004
    for path in ("", "/view", "/log", "/chat", "/stream", "/export"):
        assert problem(await anonymous(url).call("GET", f"/matches/m_nothing{path}")) == "not-found"


async def test_answers_are_refused_before_the_start(url):
    ann = await arrive(url, "Ann")
    match = await tiny(ann)
    response = await ann.call("POST", f"/matches/{match}/decisions/0.0", {"answer": 1})
    assert problem(response) == "match-not-started"
    wire = await ann.wire(match)
    assert wire.view["status"] == "open"
    reply = await wire.command("answer", decision="0.0", answer=1)
    assert reply["problem"]["type"] == "/problems/match-not-started"


async def test_export_verifies_and_a_tampered_export_does_not(url, tmp_path):
    ann, bob, match = await two_at_tiny(url, turns=2)
    assert problem(await ann.call("GET", f"/matches/{match}/export")) == "forbidden"
    wires = [await ann.wire(match), await bob.wire(match)]
    decision = wires[0].decisions[0]
    await wires[0].answer(decision["default"])
    await wires[0].command("undo", decision=decision["id"])
    await wires[0].until(lambda: wires[0].ply == 2)
    await play_to_the_end(wires, random.Random(6))
    export = await ann.get(f"/matches/{match}/export")

    def check(text):
        file = tmp_path / "match.json"
        file.write_text(text)
        command = [sys.executable, "-m", "app.cli", "verify", str(file)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    good = check(json.dumps(export))
    assert good.returncode == 0, good.stderr
    export["seed"] = "00" * 32
    assert check(json.dumps(export)).returncode == 1


@pytest.mark.parametrize("key", ["", "x" * 101, "ä", "a b"])
async def test_invalid_keys_are_refused(url, key):
    ann, _bob, match = await two_at_tiny(url)
    wire = await ann.wire(match)
    reply = await wire.answer(wire.decisions[0]["default"], key=key)
    assert reply["problem"]["type"] == "/problems/invalid-request"
