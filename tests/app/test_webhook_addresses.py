"""Webhooks lead nowhere but into the open, and are what the documents say."""

from __future__ import annotations

import asyncio
from ipaddress import ip_address

import pytest

from app.webhooks.addresses import NotPublic, find, is_public
from tests.app.test_lobby import problem
from tests.app.test_webhooks import hook
from tests.app.wire import arrive


@pytest.mark.parametrize(
    "url_given",
    [
        *(
            "ftp://example.org/",
            "example.org",
            "http://",
            "http://user:pw@example.org/",
            "http://a b/",
        ),
        *(
            "https://example.org:99999/",
            "javascript:alert(1)",
            "http://ex\u00e4mple.org/",
            "x" * 501,
        ),
    ],
)
async def test_addresses_that_are_none(url, url_given):
    ann = await arrive(url, "Ann")
    assert problem(await ann.call("POST", "/me/webhooks", hook(url_given))) == "invalid-request"


@pytest.mark.parametrize("wrong", [{"events": []}, {"events": ["chat"]}, {"format": "slack"}])
async def test_webhooks_that_are_none(url, wrong):
    ann = await arrive(url, "Ann")
    body = {**hook("http://127.0.0.1/"), **wrong}
    assert problem(await ann.call("POST", "/me/webhooks", body)) == "invalid-request"


async def test_only_so_many_webhooks(url):
    ann = await arrive(url, "Ann")
    for _ in range(10):
        await ann.post("/me/webhooks", hook("http://127.0.0.1/"), 201)
    assert problem(await ann.call("POST", "/me/webhooks", hook("http://127.0.0.1/"))) == "forbidden"


async def test_our_own_network_is_not_called(serve):
    server = serve()
    ann = await arrive(server.url, "Ann")
    for inside in (
        *("http://127.0.0.1/", "http://localhost:6379/", "http://[::1]/", "http://10.0.0.1/"),
        *("http://169.254.169.254/latest/meta-data", "http://0.0.0.0/", "http://2130706433/"),
    ):
        assert problem(await ann.call("POST", "/me/webhooks", hook(inside))) == "invalid-request"


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1"),
        *("0.0.0.0", "224.0.0.1", "255.255.255.255", "::", "::1", "fe80::1", "fc00::1", "ff02::1"),
        *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001::1"),
    ],
)
def test_addresses_that_are_not_public(address):
    assert not is_public(ip_address(address))


@pytest.mark.parametrize("address", ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"])
def test_addresses_that_are_public(address):
    assert is_public(ip_address(address))


async def test_a_name_with_one_private_address_is_not_called(monkeypatch):
    async def both(*_args, **_more):
        return [(0, 0, 0, "", (one, 80)) for one in ("93.184.215.14", "127.0.0.1")]

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", both, raising=False)
    with pytest.raises(NotPublic):
        await find("two.example.org", 80, private=False)
    assert await find("two.example.org", 80, private=True) == "93.184.215.14"
