"""Webhooks for their owners: one per address, a test message, the last result."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from app.infra.wall_clock import now
from app.notifications.webhooks.models import WebhookRow
from tests.app.http_receiver import http_receiver
from tests.app.in_process import begin
from tests.app.test_webhooks import (
    add_webhook,
    hook,
    is_verified,
    make_due,
    notify,
    rows,
    webhook_server,
)
from tests.app.wire import arrive


async def test_account_has_one_webhook_for_an_address(url):
    """However it is written: two webhooks would send everything twice."""
    ann, bob = await arrive(url, "Ann"), await arrive(url, "Bob")
    await ann.post("/me/webhooks", hook("http://127.0.0.1:9/hook"), 201)
    for again in ("http://127.0.0.1:9/hook", "HTTP://127.0.0.1:9/hook"):
        refused = await ann.refused("POST", "/me/webhooks", "invalid-request", hook(again, "end"))
        assert refused["errors"][0]["loc"] == ["body", "url"]
    await ann.post("/me/webhooks", hook("http://127.0.0.1:9/another"), 201)
    await bob.post("/me/webhooks", hook("http://127.0.0.1:9/hook"), 201)


async def test_events_are_labelled_in_the_language_of_the_request(url):
    ann = await arrive(url, "Ann")
    english = (await ann.get("/me/webhooks"))["events"]
    german = (await ann.get("/me/webhooks?lang=de"))["events"]
    assert [choice["event"] for choice in german] == ["decision", "offer", "invite", "table", "end"]
    assert german[0] == {"event": "decision", "label": "Du bist dran"}
    assert english[0] == {"event": "decision", "label": "Your turn"}
    events = [choice["event"] for choice in english]
    await ann.post("/me/webhooks", hook("http://127.0.0.1:9/hook", *events), 201)


@pytest.mark.parametrize("format", ["generic", "discord"])
async def test_owner_sees_the_result_of_a_test_message(url, format):
    async with http_receiver("204 No Content", "301 Moved Permanently") as receiver:
        ann, eve = await arrive(url, "Ann"), await arrive(url, "Eve")
        webhook = await ann.post("/me/webhooks", hook(receiver.url, format=format), 201)
        assert "last" not in webhook
        path = f"/me/webhooks/{webhook['id']}/test"
        assert (await ann.post(path))["last"]["status"] == 204
        headers, body = receiver.requests[0]
        message = json.loads(body)
        if format == "generic":
            assert (message["event"], message["account"]["id"]) == ("test", ann.account)
            assert is_verified(webhook["secret"], headers, body)
        else:
            assert "messages to this webhook arrive" in message["content"]
            assert message["allowed_mentions"] == {"parse": []}
        assert (await ann.post(path))["last"]["status"] == 301, "redirects are not followed"
        await eve.refused("POST", path, "not-found")
    failed = (await ann.post(path))["last"]
    assert (failed["error"], "status" in failed) == ("unreachable", False)
    (listed,) = (await ann.get("/me/webhooks"))["items"]
    assert (listed["last"], listed["failures"]) == (failed, 0)


async def test_owner_sees_the_result_of_the_last_message(tmp_path):
    async with (
        http_receiver("410 Gone") as receiver,
        webhook_server(tmp_path, turn_webhook_delay=0) as services,
    ):
        await add_webhook(services, receiver.url)
        match = await begin(services, "tiny")
        for status in (410, 204):
            await notify(services, match)
            await services.deliveries.webhooks.deliver()
            (webhook,) = await rows(services, WebhookRow)
            assert (webhook.last_status, webhook.last_error) == (status, None)
            assert now() - webhook.last_at < timedelta(minutes=1)
            await make_due(services)
