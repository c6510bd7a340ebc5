"""A site below a path, behind proxies as documented: no request leaves the path."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Page, expect

from devtools.page.person import Person
from devtools.page.table import entries, host
from devtools.services import free_port
from tests.app.conftest import running
from tests.e2e.conftest import SHARED
from tests.e2e.people import go_offline, resign_from, until
from tests.other_proxies import PATH, proxy
from tests.sampling import sampled

ASKED = "#question .answers"
IS_CACHED = "navigator.serviceWorker.ready.then(({active}) => active.state === 'activated')"
CACHED = """caches.keys().then((names) => Promise.all(names.map(async (name) =>
  (await (await caches.open(name)).keys()).map(({url}) => url)))).then((all) => all.flat())"""
PUSH_AND_CLICK = """async (message) => {
  const opened = [];
  const notifications = [];
  const dispatch = (kind, more) =>
    self.dispatchEvent(Object.assign(new Event(kind), { waitUntil: () => {} }, more));
  registration.showNotification = async (_title, options) => notifications.push(options);
  Object.defineProperty(self, 'clients', { value: {
    matchAll: async () => [], openWindow: async (path) => opened.push(path),
  } });
  dispatch('push', { data: { json: () => message } });
  dispatch('notificationclick', { notification: { ...notifications[0], close: () => {} } });
  await new Promise((resolve) => setTimeout(resolve, 50));
  return [...opened, notifications[0].icon];
}"""
"""Runs in a worker without permission to notify."""
ANSWERS = 4

pytestmark = [pytest.mark.soak, pytest.mark.timeout(150)]


@pytest.fixture(scope="module", params=sampled(["caddy strips", "nginx leaves"], ["caddy strips"]))
def site(request: Any, tmp_path_factory: Any) -> Iterator[str]:
    """The address of a site below a path, behind each proxy."""
    listens, port = free_port(), free_port()
    address = f"http://127.0.0.1:{listens}{PATH}"
    folder = tmp_path_factory.mktemp("below")
    served = running(folder, "server.log", {**SHARED, "PORT": port, "PUBLIC_URL": address})
    next(served)
    with proxy(request.param, listens, port):
        yield address
    next(served, None)


def record_requests(page: Page) -> list[str]:
    """The addresses that the page and its worker request from now on."""
    urls: list[str] = []
    page.context.on("request", lambda request: urls.append(request.url))
    page.on("websocket", lambda socket: urls.append(socket.url))
    return urls


def assert_below_path(site: str, urls: list[str]) -> None:
    outside = [url for url in urls if not urlsplit(url).path.startswith(f"{PATH}/")]
    assert urls
    assert not outside


async def test_guest_plays_without_requests_outside_the_path(site: str, open_page: Any) -> None:
    page: Page = await open_page(service_workers="allow")
    urls = record_requests(page)
    await page.goto(f"{site}/")
    await until(page, IS_CACHED)
    await page.get_by_role("button", name="Play now: Res Arcana").click()
    await page.locator(ASKED).wait_for()
    match = page.url.rsplit("/", 1)[-1]
    assert page.url == f"{site}/m/{match}"
    await answer(page, site, match, ANSWERS)

    await page.reload()
    await page.locator(ASKED).wait_for()
    await until(page, "!!navigator.serviceWorker.controller")
    await answer(page, site, match, 2 * ANSWERS)

    assert any(url.startswith("ws") for url in urls)
    assert_below_path(site, urls)
    assert_below_path(site, await page.evaluate(CACHED))


async def answer(page: Page, site: str, match: str, count: int) -> None:
    person = Person(page, seed=1)
    while await entries(page, site, match, seat=0) < count:
        await person.act()


async def test_every_page_and_link_is_below_the_path(site: str, open_page: Any) -> None:
    page: Page = await open_page()
    urls = record_requests(page)
    await page.goto(f"{site}/")
    for name, path in (("Games", "/games"), ("Rankings", "/leaderboards"), ("About", "/about")):
        await page.locator("header nav").get_by_role("link", name=name, exact=True).click()
        await expect(page).to_have_url(f"{site}{path}")
        await page.reload()
        await page.locator("main h1").first.wait_for()
    for path in ("/games/res_arcana", "/new/res_arcana", "/settings", "/sign-in", "/no/such/page"):
        await page.goto(f"{site}{path}")
        await page.locator("main h1").first.wait_for()
        links = await page.evaluate("[...document.querySelectorAll('a')].map(({href}) => href)")
        assert_below_path(site, links)
    assert_below_path(site, urls)


async def test_friend_joins_by_the_invite_link_below_the_path(site: str, open_page: Any) -> None:
    ada: Page = await open_page()
    seats = [{"kind": "me"}, {"kind": "open"}]
    match = await host(ada, site, game="res_arcana", seats=seats)
    await ada.goto(f"{site}/m/{match['id']}")
    link = await ada.get_by_role("textbox", name="Invite link").input_value()
    assert link == f"{site}/join/{match['invite']['code']}"
    bob: Page = await open_page()
    urls = record_requests(bob)
    await Person(bob, seed=2).join_by_link(link, "Bob")
    await bob.locator(ASKED).wait_for()
    assert_below_path(site, urls)


async def test_the_link_to_a_moment_of_a_replay_has_the_path(site: str, open_page: Any) -> None:
    page: Page = await open_page(permissions=["clipboard-read", "clipboard-write"])
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    match = await host(page, site, game="res_arcana", seats=seats)
    await resign_from(page, site, match["id"])
    await page.goto(f"{site}/m/{match['id']}/replay?ply=0")
    await page.get_by_role("button", name="Copy a link to this moment").click()
    copied = await page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(f"{site}/m/{match['id']}/replay?ply=")


async def test_service_worker_answers_with_its_own_page_when_offline(
    site: str, open_page: Any
) -> None:
    page: Page = await open_page(service_workers="allow")
    await page.goto(f"{site}/")
    await until(page, IS_CACHED)
    await page.reload()
    await until(page, "!!navigator.serviceWorker.controller")
    await go_offline(page)
    urls = record_requests(page)
    await page.goto(f"{site}/m/m_1")
    await expect(page.locator("h1")).to_have_text("No connection")
    await expect(page.locator("img")).to_have_js_property("complete", True)
    assert await page.locator("img").evaluate("(img) => img.naturalWidth > 0")
    assert_below_path(site, urls)


async def test_push_message_opens_a_page_below_the_path(site: str, open_page: Any) -> None:
    page: Page = await open_page(service_workers="allow")
    await page.goto(f"{site}/")
    await until(page, IS_CACHED)
    (worker,) = page.context.service_workers
    message = {"kind": "invite", "match": "m_1", "title": "Come", "body": "Now"}
    addresses = await worker.evaluate(PUSH_AND_CLICK, message)
    assert addresses == [f"{PATH}/m/m_1", f"{PATH}/icon-192.png"]


async def test_installed_page_starts_below_the_path(site: str, open_page: Any) -> None:
    page: Page = await open_page()
    await page.goto(f"{site}/about")
    session = await page.context.new_cdp_session(page)
    manifest = await session.send("Page.getAppManifest")
    assert manifest["url"] == f"{site}/manifest.webmanifest"
    assert not manifest["errors"]
    parsed = manifest["manifest"]
    assert (parsed["startUrl"], parsed["scope"]) == (f"{site}/", f"{site}/")
    assert all(icon["url"].startswith(f"{site}/") for icon in parsed["icons"])


async def test_the_reference_shows_its_document(site: str, open_page: Any) -> None:
    page: Page = await open_page()
    urls = record_requests(page)
    await page.goto(f"{site}/docs")
    # Of a long document the viewer draws what is in view.
    await page.get_by_text("/api/v1/instance", exact=True).first.wait_for()
    await expect(page.locator(".servers")).to_contain_text(PATH)
    assert_below_path(site, urls)
