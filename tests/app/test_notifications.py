"""Notifications: each event reaches the accounts it concerns, once it is committed."""

from __future__ import annotations

from app.matches.commands import Command
from app.notifications.notifier import Notification
from app.offers.service import OfferRequest
from tests.app.http_receiver import http_receiver
from tests.app.in_process import ANN, BOB, begin, in_process_server
from tests.app.test_webhooks import add_webhook, make_due, notify, webhook_server


async def play_first(services, match):
    """Answer the first open question with its first option."""
    room = await services.rooms.get(match)
    first = room.match.decisions[0]
    questions = await services.pipeline.decisions(match, first.seat)
    option = questions.decode().split('"key":"card:')[1].split('"')[0]
    command = Command("answer", match, first.seat, first.id, f"card:{option}")
    await services.pipeline.take(command)


async def test_seat_is_notified_of_its_questions_and_of_the_end(tmp_path):
    received: list[Notification] = []
    async with in_process_server(tmp_path) as services:
        services.notifier.add_sink(received.append)
        match = await begin(services, "tiny", turns=1)
        decisions = [notification for notification in received if notification.kind == "decision"]
        assert [
            (notification.account, notification.seat, notification.facts["again"])
            for notification in decisions
        ] == [
            ("a_ann", 0, False),
            ("a_bob", 1, False),
        ]
        received.clear()
        await play_first(services, match)
        assert received == [], "Bob's question is not new, and no other seat is asked"
        await play_first(services, match)
        assert [(notification.kind, notification.account) for notification in received] == [
            ("decision", "a_ann")
        ]
        assert received[0].facts["decisions"] == ["2.0"]
        await play_first(services, match)
        await play_first(services, match)
        assert [(notification.kind, notification.account) for notification in received[-2:]] == [
            ("end", "a_ann"),
            ("end", "a_bob"),
        ]
        assert received[-1].facts["outcome"]["reason"] == "finished"


async def test_match_change_notifies_its_seats_and_departed_accounts(tmp_path):
    received: list[Notification] = []
    async with in_process_server(tmp_path) as services:
        match = await begin(services, "tiny")
        services.notifier.add_sink(received.append)
        await services.changes.announce(match, left=["a_cid"])
        summary = [
            (notification.kind, notification.account, notification.seat)
            for notification in received
        ]
        assert summary == [
            ("match", "a_ann", 0),
            ("match", "a_bob", 1),
            ("match", "a_cid", None),
            ("decision", "a_ann", 0),
            ("decision", "a_bob", 1),
        ]


async def test_failing_sink_does_not_affect_the_others(tmp_path):
    received: list[Notification] = []

    def fails(notification: Notification) -> None:
        raise RuntimeError(str(notification.facts))

    async with in_process_server(tmp_path) as services:
        services.notifier.add_sink(fails)
        services.notifier.add_sink(received.append)
        services.notifier.invited("m_1", ANN.account, "Bob")
        assert [notification.facts for notification in received] == [{"by": "Bob", "again": False}]


async def test_open_offer_notifies_the_seats_it_asks_until_it_is_answered(tmp_path):
    async with http_receiver() as receiver, webhook_server(tmp_path) as services:
        await add_webhook(services, receiver.url, "a_bob", ["offer"])
        await add_webhook(services, receiver.url, "a_ann", ["offer"])
        match = await begin(services, "tiny")
        offer = await services.offers.make(match, ANN, OfferRequest(kind="draw"))
        await notify(services, match, "offer", "a_bob")
        assert await services.deliveries.webhooks.deliver() == 1
        (message,) = receiver.bodies()
        assert (message["event"], message["account"]["id"]) == ("offer", "a_bob")
        assert message["text"] == "Bob, Ann offers a draw in Tiny."
        assert [listed["id"] for listed in message["offers"]] == [offer.id]
        await notify(services, match, "offer", "a_bob")
        await services.offers.answer(match, BOB, offer.id, accept=False)
        await make_due(services)
        assert await services.deliveries.webhooks.deliver() == 1
        assert len(receiver.requests) == 1, "it is answered"
