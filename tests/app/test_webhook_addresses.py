"""Webhook addresses lead only to the public internet: addresses, ports, changing names,
redirects.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from ipaddress import ip_address, ip_network

import pytest

from app.infra.problems import Problem
from app.infra.read_settings import read_settings
from app.infra.settings import WrongSetting
from app.infra.wall_clock import now
from app.notifications.outbox.address_registries import is_public
from app.notifications.outbox.addresses import require_public
from app.notifications.outbox.delivery_worker import BACKOFF_S
from app.notifications.outbox.resolver import (
    CROWDED_FROM,
    MAX_LOOKUPS,
    MAX_LOOKUPS_PER_ACCOUNT,
    RESERVED_FOR_DELIVERIES,
    Busy,
    NotPublic,
    Resolver,
)
from app.notifications.webhooks.models import DeliveryRow, WebhookRow
from tests.app.http_receiver import http_receiver
from tests.app.in_process import begin, in_process_server
from tests.app.test_lobby import problem
from tests.app.test_webhooks import add_webhook, hook, make_due, notify, rows, webhook_server
from tests.app.wire import arrive

OPEN = "93.184.215.14"
NOT_PUBLIC = (
    *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"),
    *("172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16"),
    "168.63.129.16/32",
    *("198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
    *("::/96", "::ffff:0:0/96", "::ffff:0:0:0/96", "64:ff9b:1::/48", "100::/64", "100:0:0:1::/64"),
    *("200::/7", "2001::/23", "2001::/32", "2001:2::/48", "2001:10::/28", "2001:20::/28"),
    *("2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16", "4000::/2", "fc00::/7", "fe80::/10"),
    *("fec0::/10", "ff00::/8"),
)
"""Blocks of IANA's registries that are not globally reachable unicast, and a cloud's own."""


def address_info(*addresses):
    """What `getaddrinfo` returns for a name with these addresses."""
    return [(socket.AF_UNSPEC, socket.SOCK_STREAM, 6, "", (address, 80)) for address in addresses]


def settings(**options):
    return read_settings(database_url="sqlite+aiosqlite:///x", secret_key="x" * 32, **options)


@pytest.mark.parametrize(
    "bad_url",
    [
        *("ftp://example.org/", "example.org", "http://", "http://user:pw@example.org/"),
        *("http://a b/", "https://example.org:99999/", "https://example.org:0/"),
        *("javascript:alert(1)", "http://ex\u00e4mple.org/", "x" * 501),
    ],
)
async def test_malformed_webhook_url_is_refused(url, bad_url):
    ann = await arrive(url, "Ann")
    assert problem(await ann.call("POST", "/me/webhooks", hook(bad_url))) == "invalid-request"


@pytest.mark.parametrize("wrong", [{"events": []}, {"events": ["chat"]}, {"format": "slack"}])
async def test_malformed_webhook_is_refused(url, wrong):
    ann = await arrive(url, "Ann")
    body = {**hook("http://127.0.0.1/"), **wrong}
    assert problem(await ann.call("POST", "/me/webhooks", body)) == "invalid-request"


async def test_webhooks_are_limited_per_account(url):
    ann = await arrive(url, "Ann")
    for number in range(10):
        await ann.post("/me/webhooks", hook(f"http://127.0.0.1/{number}"), 201)
    assert problem(await ann.call("POST", "/me/webhooks", hook("http://127.0.0.1/"))) == "forbidden"


async def test_private_network_is_not_called(serve):
    server = serve()
    ann = await arrive(server.url, "Ann")
    for inside in (
        *("http://127.0.0.1/", "http://localhost:80/", "http://[::1]/", "http://10.0.0.1/"),
        *("http://169.254.169.254/latest/meta-data", "http://0.0.0.0/", "http://2130706433/"),
        *("http://[::127.0.0.1]/", "http://[64:ff9b:1::1]/", "http://[fec0::1]/"),
        *("http://[::ffff:0:7f00:1]/", "http://192.0.0.1/", "http://192.88.99.1/"),
        *("http://[5f00::1]/", "http://[3fff::1]/", f"http://{OPEN}:6379/"),
    ):
        assert problem(await ann.call("POST", "/me/webhooks", hook(inside))) == "invalid-request"


@pytest.mark.parametrize("block", NOT_PUBLIC)
def test_blocks_that_are_not_global_unicast_are_not_public(block):
    network = ip_network(block)
    middle = network[network.num_addresses // 2]
    assert not any(is_public(address) for address in (network[0], middle, network[-1]))


@pytest.mark.parametrize(
    "address",
    [
        *("::ffff:127.0.0.1", "::ffff:93.184.215.14", "::127.0.0.1", "::93.184.215.14"),
        *("64:ff9b::7f00:1", "64:ff9b::10.0.0.1", "64:ff9b::169.254.169.254", "64:ff9b:0:0:1::1"),
        *("2002:7f00:1::", "2002:5db8:d70e::1", "2001:0:4136:e378:8000:63bf:f5ff:fffe"),
    ],
)
def test_ipv6_address_with_an_embedded_private_one_is_not_public(address):
    assert not is_public(ip_address(address))


@pytest.mark.parametrize(
    "address",
    [
        *(OPEN, "1.1.1.1", "9.255.255.255", "11.0.0.0", "168.63.129.15", "168.63.129.17"),
        *("172.15.255.255", "172.32.0.0"),
        *("192.0.1.0", "192.88.98.255", "192.88.100.0", "198.17.255.255", "223.255.255.255"),
        *("2606:2800:21f:cb07:6820:80da:af6b:8b2c", "2001:200::1", "2001:4860:4860::8888"),
        *("2003::1", "2620:4f:8000::1", "2a00:1450:4001::1", f"64:ff9b::{OPEN}"),
    ],
)
def test_ordinary_address_is_public(address):
    assert is_public(ip_address(address))


async def test_name_with_one_private_address_is_not_called():
    def look_up(_host, _port):
        return address_info(OPEN, "127.0.0.1")

    with pytest.raises(NotPublic):
        await Resolver(settings(), look_up).find("two.example", 80, "a")
    private = Resolver(settings(webhook_private_addresses=True), look_up)
    assert await private.find("two.example", 80, "a") == OPEN


@pytest.mark.parametrize(
    ("ports", "called"),
    [("80 443", {80, 443}), ("443, 8443", {443, 8443}), ("any", {22, 80, 443, 8443, 65535})],
)
async def test_only_configured_ports_are_called(ports, called):
    config = settings(webhook_ports=ports)
    resolver = Resolver(config, lambda _host, _port: address_info(OPEN))
    for port in (22, 80, 443, 8443, 65535):
        url = f"http://hook.example:{port}/"
        if port in called:
            await require_public(config, resolver, url, "a")
            assert await resolver.find("hook.example", port, "a") == OPEN
        else:
            with pytest.raises(Problem, match="that port"):
                await require_public(config, resolver, url, "a")
            with pytest.raises(NotPublic):
                await resolver.find("hook.example", port, "a")


@pytest.mark.parametrize("ports", [",", "http", "0", "080", "80 any", "123456"])
def test_invalid_ports_stop_the_start(ports):
    with pytest.raises(WrongSetting, match="WEBHOOK_PORTS"):
        settings(webhook_ports=ports)


async def test_name_that_becomes_private_is_not_called(tmp_path):
    """It was public when the webhook was created; each delivery resolves it again."""
    async with (
        http_receiver() as receiver,
        in_process_server(tmp_path, webhook_ports="any", turn_webhook_delay=0) as services,
    ):
        addresses = [OPEN]
        services.deliveries.resolver.look_up = lambda _host, _port: address_info(*addresses)
        url = receiver.url.replace("127.0.0.1", "hook.example")
        await require_public(services.settings, services.deliveries.resolver, url, "a_ann")
        await add_webhook(services, url)
        addresses[:] = ["127.0.0.1"]
        await notify(services, await begin(services, "tiny"))
        assert await services.deliveries.webhooks.deliver() == 1
        assert receiver.requests == []
        (row,) = await rows(services, DeliveryRow)
        assert row.attempts == 1


async def test_checked_address_is_the_one_that_is_called(tmp_path):
    """A name that resolves differently every time can't slip in between check and call."""
    async with (
        http_receiver() as receiver,
        webhook_server(tmp_path, turn_webhook_delay=0) as services,
    ):
        lookups = []

        def look_up(host, port):
            lookups.append((host, port))
            return address_info("127.0.0.1" if len(lookups) == 1 else "127.0.0.2")

        services.deliveries.resolver.look_up = look_up
        url = receiver.url.replace("127.0.0.1", "hook.example")
        await add_webhook(services, url)
        await notify(services, await begin(services, "tiny"))
        assert await services.deliveries.webhooks.deliver() == 1
        ((headers, _),) = receiver.requests
        port = int(url.split(":")[2].split("/")[0])
        assert headers["host"] == f"hook.example:{port}"
        assert lookups == [("hook.example", port)]


@pytest.mark.parametrize("status", ["301", "302", "303", "307", "308"])
async def test_redirects_are_not_followed(tmp_path, status):
    async with (
        http_receiver() as inside,
        http_receiver(f"{status} Go\r\nLocation: {inside.url}") as receiver,
    ):
        async with webhook_server(tmp_path, turn_webhook_delay=0) as services:
            await add_webhook(services, receiver.url)
            await notify(services, await begin(services, "tiny"))
            await services.deliveries.webhooks.deliver()
            (row,) = await rows(services, DeliveryRow)
            assert row.attempts == 1, "a redirect is no delivery"
            await make_due(services)
            await services.deliveries.webhooks.deliver()
        assert (len(receiver.requests), inside.requests) == (2, [])


async def test_unanswered_lookups_delay_only_their_account(monkeypatch):
    """A lookup goes on in its thread: it counts until it ends, not until the caller gives up."""
    monkeypatch.setattr("app.notifications.outbox.resolver.LOOKUP_TIMEOUT_S", 0.05)
    answer = threading.Event()

    def look_up(host, _port):
        if host.startswith("slow"):
            answer.wait(60)
        return address_info(OPEN)

    resolver = Resolver(settings(), look_up)
    slow = (resolver.find(f"slow{n}.example", 80, "a") for n in range(MAX_LOOKUPS_PER_ACCOUNT))
    assert {type(result) for result in await asyncio.gather(*slow, return_exceptions=True)} == {
        NotPublic
    }
    with pytest.raises(Busy):
        await resolver.find("quick.example", 80, "a")
    monkeypatch.setattr("app.notifications.outbox.resolver.LOOKUP_TIMEOUT_S", 30)
    assert await resolver.find("quick.example", 80, "b") == OPEN
    answer.set()
    for thread in threading.enumerate():
        if thread.name == "webhook-name":
            await asyncio.to_thread(thread.join)
    assert await resolver.find("quick.example", 80, "a") == OPEN


def occupy_lookups(resolver, places, accounts=1):
    """Let that many lookups be unfinished, shared among accounts `slow0`, `slow1` ..."""
    resolver._unfinished.update(f"slow{n % accounts}" for n in range(places))


async def test_account_has_one_lookup_when_many_are_unfinished():
    resolver = Resolver(settings(), lambda _host, _port: address_info(OPEN))
    resolver._unfinished["ann"] = 1
    occupy_lookups(resolver, CROWDED_FROM - 2)
    assert await resolver.find("hook.example", 80, "ann") == OPEN
    occupy_lookups(resolver, 1)
    for for_delivery in (False, True):
        with pytest.raises(Busy):
            await resolver.find("hook.example", 80, "ann", for_delivery=for_delivery)
        assert await resolver.find("hook.example", 80, "bob", for_delivery=for_delivery) == OPEN


async def test_new_webhooks_leave_lookups_for_deliveries():
    resolver = Resolver(settings(), lambda _host, _port: address_info(OPEN))
    occupy_lookups(resolver, MAX_LOOKUPS - RESERVED_FOR_DELIVERIES, 192)
    with pytest.raises(Busy):
        await resolver.find("hook.example", 80, "ann")
    with pytest.raises(Problem) as refused:
        await require_public(resolver.settings, resolver, "http://hook.example/", "ann")
    assert (refused.value.name, refused.value.wait) == ("rate-limited", 10)
    with pytest.raises(NotPublic):
        await resolver.find("hook.example", 22, "ann")
    assert await resolver.find("hook.example", 80, "ann", for_delivery=True) == OPEN
    occupy_lookups(resolver, RESERVED_FOR_DELIVERIES)
    with pytest.raises(Busy):
        await resolver.find("hook.example", 80, "ann", for_delivery=True)


async def test_delivery_without_a_free_lookup_waits_and_is_no_attempt(tmp_path):
    async with (
        http_receiver() as receiver,
        webhook_server(tmp_path, turn_webhook_delay=0) as services,
    ):
        await add_webhook(services, receiver.url)
        await notify(services, await begin(services, "tiny"))
        occupy_lookups(services.deliveries.resolver, MAX_LOOKUPS)
        for _ in range(len(BACKOFF_S) + 1):
            before = now()
            assert await services.deliveries.webhooks.deliver() == 1
            (row,) = await rows(services, DeliveryRow)
            soon = (row.due - before).total_seconds()
            assert (row.attempts, 5 < soon < 30) == (0, True)
            await make_due(services)
        assert receiver.requests == []
        services.deliveries.resolver._unfinished.clear()
        assert await services.deliveries.webhooks.deliver() == 1
        (webhook,) = await rows(services, WebhookRow)
        assert (webhook.failures, len(receiver.requests)) == (0, 1)
