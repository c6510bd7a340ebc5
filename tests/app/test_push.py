"""Subscribing a browser to push messages, over HTTP."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from app.api.push import MAX_SUBSCRIPTIONS
from app.infra.problems import Problem
from app.infra.read_settings import read_settings
from app.infra.settings import WrongSetting
from app.notifications.kinds import PUSH_SWITCHES
from app.notifications.outbox.addresses import require_public
from app.notifications.outbox.resolver import Resolver
from app.notifications.push.keys import new_key
from tests.app.browsers import Browser, unpacked
from tests.app.test_lobby import problem
from tests.app.test_registration import PASSWORD, new_name
from tests.app.wire import Person, arrive

PLACE = "https://127.0.0.1:9/push"


def settings(**options):
    return read_settings(database_url="sqlite+aiosqlite:///x", secret_key="x" * 32, **options)


async def test_browser_subscribes_and_unsubscribes(url):
    ann = await arrive(url, "Ann")
    known = await ann.get("/me/push")
    assert known["subscriptions"] == 0
    assert len(unpacked(known["key"])) == 65
    browser = Browser(f"{PLACE}/{ann.account}")
    for _ in range(2):
        subscribed = await ann.post("/me/push", browser.subscription, 201)
        assert subscribed == {"key": known["key"], "subscriptions": 1}
    bob = await arrive(url, "Bob")
    body = {"endpoint": browser.endpoint}
    assert problem(await bob.call("DELETE", "/me/push", body)) == "not-found"
    await bob.post("/me/push", browser.subscription, 201)
    assert (await ann.get("/me/push"))["subscriptions"] == 0, (
        "it belongs to the last account that subscribed"
    )
    assert (await bob.call("DELETE", "/me/push", body)).status_code == 204
    assert problem(await bob.call("DELETE", "/me/push", body)) == "not-found"


async def test_switches_are_labelled_in_the_language_of_the_request(url):
    ann = await arrive(url, "Ann")
    labels = {
        tag: {
            switch["preference"]: switch["label"]
            for switch in (await ann.get(f"/me/push?lang={tag}"))["switches"]
        }
        for tag in ("en", "de-AT", "tlh")
    }
    assert labels["en"].keys() == PUSH_SWITCHES
    assert labels["en"]["push_result"] == "Results"
    assert labels["de-AT"]["push_result"] == "bei Ergebnissen"
    assert labels["tlh"] == labels["en"]


@pytest.mark.parametrize("switch", sorted(PUSH_SWITCHES))
async def test_switch_is_true_or_false(url, switch):
    ann = await arrive(url, "Ann")
    await ann.refused("PATCH", "/me", "invalid-request", {"preferences": {switch: "maybe"}})


async def test_oldest_subscription_is_dropped_beyond_the_limit(embedded):
    ann = await arrive(embedded.url, "Ann")
    for number in range(MAX_SUBSCRIPTIONS + 2):
        browser = Browser(f"{PLACE}/{ann.account}/{number}")
        reply = await ann.post("/me/push", browser.subscription, 201)
        assert reply["subscriptions"] == min(number + 1, MAX_SUBSCRIPTIONS)
    for index, status in ((1, 404), (2, 204), (number, 204)):
        body = {"endpoint": f"{PLACE}/{ann.account}/{index}"}
        assert (await ann.call("DELETE", "/me/push", body)).status_code == status


async def test_malformed_subscription_is_refused(embedded):
    ann = await arrive(embedded.url, "Ann")
    whole = Browser(PLACE).subscription
    keys = whole["keys"]
    for wrong in (
        {"endpoint": "http://127.0.0.1:9/push"},
        {"endpoint": "https://"},
        {"endpoint": "https://a@127.0.0.1/"},
        {"endpoint": "x" * 2001},
        {"keys": {**keys, "p256dh": keys["auth"]}},
        {"keys": {**keys, "p256dh": "é" + keys["p256dh"][1:]}},
        {"keys": {**keys, "auth": "AA"}},
        {"keys": {"auth": keys["auth"]}},
        {"expirationTime": None},
    ):
        reply = await ann.call("POST", "/me/push", {**whole, **wrong})
        assert problem(reply) == "invalid-request", wrong
    assert (await ann.get("/me/push"))["subscriptions"] == 0


@pytest.mark.parametrize("inside", ["https://127.0.0.1/", "https://10.0.0.1/", "https://[::1]/"])
async def test_private_endpoint_is_refused(inside):
    config = settings()
    with pytest.raises(Problem) as refused:
        await require_public(config, Resolver(config), inside, "a_ann", "endpoint")
    assert refused.value.name == "invalid-request"


async def test_subscription_ends_with_its_session(embedded):
    """Here a guest registers, which ends the session; the page subscribes again."""
    ann = await arrive(embedded.url, "Ann")
    browser = Browser(f"{PLACE}/{ann.account}")
    await ann.post("/me/push", browser.subscription, 201)
    session = await ann.post("/accounts", {"name": new_name(), "password": PASSWORD}, 201)
    person = Person(embedded.url, "Ann", session["token"], ann.account)
    assert (await person.get("/me/push"))["subscriptions"] == 0
    again = await person.post("/me/push", browser.subscription, 201)
    assert again["subscriptions"] == 1


async def test_reading_the_key_writes_nothing(serve, tmp_path):
    """The server generates the key at startup."""
    server = serve()
    with closing(sqlite3.connect(tmp_path / "conclave.db")) as database:
        keys = database.execute("SELECT private FROM push_keys").fetchall()
        assert len(keys) == 1
        ann = await arrive(server.url, "Ann")
        first = await ann.get("/me/push")
        assert await ann.get("/me/push") == first
        assert database.execute("SELECT private FROM push_keys").fetchall() == keys


ORDER = "_____wAAAAD__________7zm-q2nF56E87nKwvxjJVE"
"""The order of P-256; private keys are below it."""


@pytest.mark.parametrize("key", ["short", "!" * 43, "A" * 47, "A" * 43, "_" * 43, ORDER])
def test_invalid_vapid_key_stops_the_start(key):
    assert settings(vapid_key=new_key())
    with pytest.raises(WrongSetting, match="VAPID_KEY"):
        settings(vapid_key=key)
