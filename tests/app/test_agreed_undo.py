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
from tests.app.test_replay import sent_by_ply
from tests.app.wire import anonymous, play_to_the_end, two_at_tiny


async def test_undo_that_affects_others_needs_their_consent(url):
    first, second, match = await at_play(url, undo="ask")
    watcher = await anonymous(url).wire(match)
    decision = first.decisions[0]["id"]
    hand = first.view["table"]["hand"]
    await play_default(first, second, watcher)
    reply = await first.command("undo", decision=decision)
    assert (reply["t"], reply["ply"]) == ("ack", 3)
    await watcher.until(lambda: reply["offer"] in watcher.offers)
    offer = {**watcher.offers[reply["offer"]]}
    assert offer == {
        "t": "offer", "id": reply["offer"], "kind": "undo", "by": 0, "asked": [1],
        "answers": {}, "status": "open",
    }  # fmt: skip
    assert (await answer_offer(second, reply["offer"]))["t"] == "ack"
    await asyncio.gather(*(each.reaches(4) for each in (first, second, watcher)))
    await watcher.until(lambda: watcher.status_of(reply["offer"]) == "accepted")
    assert first.view["table"]["hand"] == hand
    assert first.decisions[0]["prompt"]["key"] == "tiny.play"
    late = await second.command("offer", id=reply["offer"], accept=False)
    assert late["problem"]["type"] == "/problems/offer-closed"


async def test_undo_offer_works_over_the_rest_api(url):
    first, second, match = await at_play(url, undo="ask")
    decision = first.decisions[0]["id"]
    await play_default(first, second)
    path = f"/matches/{match}/decisions/{decision}/undo"
    reply = await first.person.post(path, {}, 202)
    assert (reply["ply"], reply["offer"]["asked"]) == (3, [1])
    path = f"/matches/{match}/offers"
    again = await first.person.post(path, {"kind": "undo", "decision": decision}, 201)
    assert again["id"] == reply["offer"]["id"]
    forbidden = await first.person.call("POST", f"{path}/{again['id']}", {"accept": True})
    assert problem(forbidden) == "forbidden"
    accepted = await second.person.post(f"{path}/{again['id']}", {"accept": True})
    assert (accepted["status"], accepted["answers"]) == ("accepted", {"1": True})
    await first.reaches(4)
    repeated = await second.person.post(f"{path}/{again['id']}", {"accept": True})
    assert repeated == accepted


async def test_next_answer_closes_an_undo_offer(url):
    first, second, match = await at_play(url, undo="ask")
    await play_default(first, second)
    reply = await first.command("offer", kind="undo")
    await play_default(second, first)
    await first.until(lambda: first.status_of(reply["offer"]) == "closed")
    late = await answer_offer(second, reply["offer"])
    assert late["problem"]["type"] == "/problems/offer-closed"
    assert (await anonymous(url).view(match))["offers"] == []


async def test_offer_is_not_announced_after_an_answer_closed_it(tmp_path, monkeypatch):
    """The other seat answers between the offer's commit and its announcement."""
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny", {"undo": "ask"})
        messages = []
        services.bus.subscribe(channel_of(match, "0"))
        services.bus.on_message = lambda channel, message: messages.append(message)
        tell = services.offers._announce

        async def late(*parts):
            await answer_default(services, match, BOB)
            await tell(*parts)

        for caller in (ANN, BOB, ANN):
            await answer_default(services, match, caller)
        monkeypatch.setattr(services.offers, "_announce", late)
        offer = await services.offers.make(match, ANN, service.OfferRequest(kind="undo"))
        async with asyncio.timeout(20):
            while not any(b"closed" in message for message in offer_messages(messages)):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        assert [
            b'"open"' in message
            for message in offer_messages(messages)
            if offer.id.encode() in message
        ] == [False]


def offer_messages(messages):
    """The messages that are not frames of a ply."""
    return [message for message in messages if isinstance(message, bytes)]


async def answer_default(services, match, caller):
    room = await services.rooms.get(match)
    seat = room.info.seat_of(caller.account)
    decision = next(decision for decision in room.match.decisions if decision.seat == seat)
    question = running_table(room.game, room.match).open[room.match.decisions.index(decision)]
    command = Command("answer", match, seat, decision.id, question.default(), by=caller.account)
    await services.pipeline.take(command)


async def test_offer_of_a_free_undo_is_accepted_at_once(url):
    ann, _bob, match = await two_at_tiny(url, undo="ask")
    wire = await ann.wire(match)
    await wire.answer(wire.decisions[0]["default"])
    offer = await ann.post(f"/matches/{match}/offers", {"kind": "undo"}, 201)
    assert (offer["status"], offer["asked"]) == ("accepted", [])
    await wire.reaches(2)
    assert wire.decisions


@pytest.mark.parametrize(("policy", "name"), [("free", "undo-sealed"), ("off", "undo-off")])
async def test_undo_offer_is_refused_unless_the_policy_is_ask(url, policy, name):
    first, second, match = await at_play(url, undo=policy)
    await play_default(first, second)
    for reply in (
        await first.command("undo", decision="2.0"),
        await first.command("offer", kind="undo"),
    ):
        assert reply["problem"]["type"] == f"/problems/{name}"
    assert (await first.person.view(match))["offers"] == []


async def test_match_with_an_agreed_undo_verifies(url):
    first, second, match = await at_play(url, 2, undo="ask")
    await play_default(first, second)
    await play_default(second, first)
    reply = await first.command("offer", kind="undo")
    await answer_offer(second, reply["offer"])
    await asyncio.gather(first.reaches(5), second.reaches(5))
    await play_to_the_end([first, second], random.Random(3))
    export = await first.person.get(f"/matches/{match}/export")
    undone = export["entries"][4]
    assert (undone["kind"], undone["answer"]) == ("undo", {"agreed": True})
    assert verify(GAME, export) == 9
    undone["answer"] = None
    with pytest.raises(NotVerified, match="Entry 5"):
        verify(GAME, export)


async def test_agreed_undo_is_idempotent_under_its_key(url):
    first, second, _ = await at_play(url, undo="ask")
    decision = first.decisions[0]["id"]
    await play_default(first, second)
    reply = await first.command("undo", decision=decision, key="k1")
    await answer_offer(second, reply["offer"])
    await first.reaches(4)
    again = await first.command("undo", decision=decision, key="k1")
    assert (again["t"], again["ply"]) == ("ack", 4)
    wrong = await first.command("undo", decision="2.7", key="k1")
    assert wrong["problem"]["type"] == "/problems/invalid-request"
    assert first.ply == 4


async def test_replay_and_export_reproduce_piles_shuffled_by_an_undo(url):
    first, second, match = await at_play(url, 3, undo="ask")
    for _ in range(2):
        decision = first.decisions[0]["id"]
        await play_default(first, second)
        reply = await first.command("undo", decision=decision)
        await answer_offer(second, reply["offer"])
        await asyncio.gather(*(each.reaches(reply["ply"] + 1) for each in (first, second)))
    await play_to_the_end([first, second], random.Random(3))
    for wire, seat in ((first, 0), (second, 1)):
        for ply, (hash, events, _threats) in sent_by_ply(wire).items():
            frame = await wire.person.get(f"/matches/{match}/replay?ply={ply}&as=seat:{seat}")
            assert (frame["hash"], ply == 0 or frame["events"]) == (hash, ply == 0 or events)
    assert verify(GAME, await first.person.get(f"/matches/{match}/export")) == first.ply
