"""Undo by agreement."""

from __future__ import annotations

import asyncio
import random

import pytest
from conclave_tiny_game import GAME

from app.bus.base import channel_of
from app.history.verify import NotVerified, verify
from app.matches.commands import Command
from app.offers import service
from engine.core.match import running_table
from tests.app.in_process import ANN, BOB, begin, in_process_server
from tests.app.test_lobby import problem
from tests.app.test_offers import answer_offer, at_play, play_default
from tests.app.test_replay import seen
from tests.app.wire import anonymous, play_to_the_end, two_at_tiny


async def test_an_undo_that_concerns_others_is_asked_of_them(url):
    one, other, match = await at_play(url, undo="ask")
    watcher = await anonymous(url).wire(match)
    asked = one.decisions[0]["id"]
    hand = one.view["table"]["hand"]
    await play_default(one, other, watcher)
    reply = await one.command("undo", decision=asked)
    assert (reply["t"], reply["ply"]) == ("ack", 3)
    await watcher.until(lambda: reply["offer"] in watcher.offers)
    shown = {**watcher.offers[reply["offer"]]}
    assert shown == {
        "t": "offer", "id": reply["offer"], "kind": "undo", "by": 0, "asked": [1],
        "answers": {}, "status": "open",
    }  # fmt: skip
    assert (await answer_offer(other, reply["offer"]))["t"] == "ack"
    await asyncio.gather(*(each.reaches(4) for each in (one, other, watcher)))
    await watcher.until(lambda: watcher.status_of(reply["offer"]) == "accepted")
    assert one.view["table"]["hand"] == hand
    assert one.decisions[0]["prompt"]["key"] == "tiny.play"
    late = await other.command("offer", id=reply["offer"], accept=False)
    assert late["problem"]["type"] == "/problems/offer-closed"


async def test_an_undo_offer_over_rest(url):
    one, other, match = await at_play(url, undo="ask")
    asked = one.decisions[0]["id"]
    await play_default(one, other)
    path = f"/matches/{match}/decisions/{asked}/undo"
    made = await one.person.post(path, {}, 202)
    assert (made["ply"], made["offer"]["asked"]) == (3, [1])
    path = f"/matches/{match}/offers"
    again = await one.person.post(path, {"kind": "undo", "decision": asked}, 201)
    assert again["id"] == made["offer"]["id"]
    forbidden = await one.person.call("POST", f"{path}/{again['id']}", {"accept": True})
    assert problem(forbidden) == "forbidden"
    taken = await other.person.post(f"{path}/{again['id']}", {"accept": True})
    assert (taken["status"], taken["answers"]) == ("accepted", {"1": True})
    await one.reaches(4)
    repeated = await other.person.post(f"{path}/{again['id']}", {"accept": True})
    assert repeated == taken


async def test_the_next_answer_overtakes_an_undo_offer(url):
    one, other, match = await at_play(url, undo="ask")
    await play_default(one, other)
    made = await one.command("offer", kind="undo")
    await play_default(other, one)
    await one.until(lambda: one.status_of(made["offer"]) == "closed")
    late = await answer_offer(other, made["offer"])
    assert late["problem"]["type"] == "/problems/offer-closed"
    assert (await anonymous(url).view(match))["offers"] == []


async def test_an_offer_is_not_told_any_more_once_an_answer_has_overtaken_it(tmp_path, monkeypatch):
    """The other seat answers between the offer's commit and its announcement."""
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny", {"undo": "ask"})
        heard = []
        services.bus.subscribe(channel_of(match, "0"))
        services.bus.deliver = lambda channel, message: heard.append(message)
        tell = services.offers._tell

        async def late(*parts):
            await answer_of(services, match, BOB)
            await tell(*parts)

        for caller in (ANN, BOB, ANN):
            await answer_of(services, match, caller)
        monkeypatch.setattr(services.offers, "_tell", late)
        made = await services.offers.make(match, ANN, service.OfferRequest(kind="undo"))
        async with asyncio.timeout(20):
            while not any(b"closed" in one for one in told_beside(heard)):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        assert [b'"open"' in one for one in told_beside(heard) if made.id.encode() in one] == [
            False
        ]


def told_beside(heard):
    """The messages that are no frames of a ply."""
    return [one for one in heard if isinstance(one, bytes)]


async def answer_of(services, match, caller):
    room = await services.rooms.get(match)
    seat = room.info.seat_of(caller.account)
    asked = next(one for one in room.match.decisions if one.seat == seat)
    question = running_table(room.game, room.match).open[room.match.decisions.index(asked)]
    command = Command("answer", match, seat, asked.id, question.default(), by=caller.account)
    await services.pipeline.take(command)


async def test_an_undo_that_is_free_needs_no_offer(url):
    ann, _bob, match = await two_at_tiny(url, undo="ask")
    wire = await ann.wire(match)
    await wire.answer(wire.decisions[0]["default"])
    made = await ann.post(f"/matches/{match}/offers", {"kind": "undo"}, 201)
    assert (made["status"], made["asked"]) == ("accepted", [])
    await wire.reaches(2)
    assert wire.decisions


@pytest.mark.parametrize(("policy", "name"), [("free", "undo-sealed"), ("off", "undo-off")])
async def test_without_the_policy_nobody_is_asked(url, policy, name):
    one, other, match = await at_play(url, undo=policy)
    await play_default(one, other)
    for reply in (
        await one.command("undo", decision="2.0"),
        await one.command("offer", kind="undo"),
    ):
        assert reply["problem"]["type"] == f"/problems/{name}"
    assert (await one.person.view(match))["offers"] == []


async def test_a_match_with_an_agreed_undo_is_verified(url):
    one, other, match = await at_play(url, 2, undo="ask")
    await play_default(one, other)
    await play_default(other, one)
    made = await one.command("offer", kind="undo")
    await answer_offer(other, made["offer"])
    await asyncio.gather(one.reaches(5), other.reaches(5))
    await play_to_the_end([one, other], random.Random(3))
    export = await one.person.get(f"/matches/{match}/export")
    undone = export["entries"][4]
    assert (undone["kind"], undone["answer"]) == ("undo", {"agreed": True})
    assert verify(GAME, export) == 9
    undone["answer"] = None
    with pytest.raises(NotVerified, match="Entry 5"):
        verify(GAME, export)


async def test_an_agreed_undo_is_done_once_under_its_key(url):
    one, other, _ = await at_play(url, undo="ask")
    asked = one.decisions[0]["id"]
    await play_default(one, other)
    made = await one.command("undo", decision=asked, key="k1")
    await answer_offer(other, made["offer"])
    await one.reaches(4)
    again = await one.command("undo", decision=asked, key="k1")
    assert (again["t"], again["ply"]) == ("ack", 4)
    wrong = await one.command("undo", decision="2.7", key="k1")
    assert wrong["problem"]["type"] == "/problems/invalid-request"
    assert one.ply == 4


async def test_piles_that_an_undo_has_shuffled_are_looked_back_at_and_verified(url):
    one, other, match = await at_play(url, 3, undo="ask")
    for _ in range(2):
        asked = one.decisions[0]["id"]
        await play_default(one, other)
        made = await one.command("undo", decision=asked)
        await answer_offer(other, made["offer"])
        await asyncio.gather(*(each.reaches(made["ply"] + 1) for each in (one, other)))
    await play_to_the_end([one, other], random.Random(3))
    for wire, seat in ((one, 0), (other, 1)):
        for ply, (hash, events, _threats) in seen(wire).items():
            frame = await wire.person.get(f"/matches/{match}/replay?ply={ply}&as=seat:{seat}")
            assert (frame["hash"], ply == 0 or frame["events"]) == (hash, ply == 0 or events)
    assert verify(GAME, await one.person.get(f"/matches/{match}/export")) == one.ply
