"""Installed page: its manifest, what it caches in the browser, and its updates."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from devtools import browsers
from tests.app.browsers import Browser
from tests.app.conftest import QUICK, running
from tests.e2e.people import eventually, get, go_offline, post, until
from tests.server_process import Server

ROOT = Path(__file__).parents[2]
DIST = ROOT / "web/dist"
TOKENS = (ROOT / "web/src/styles/tokens.css").read_text()
IS_CACHED = "navigator.serviceWorker.ready.then(({active}) => active.state === 'activated')"
WAITS = "navigator.serviceWorker.getRegistration().then((registration) => !!registration.waiting)"
CACHED = """caches.keys().then((names) => Promise.all(names.map(async (name) =>
  (await (await caches.open(name)).keys()).map(({url}) => new URL(url).pathname)))).then(
  (all) => all.flat())"""
SHOWN = """navigator.serviceWorker.getRegistration()
  .then((registration) => registration.getNotifications())
  .then((all) => all.map(({title, body, tag}) => `${title} ${body} ${tag}`).sort())"""
IS_ACTIVE = """navigator.serviceWorker.getRegistration()
  .then((registration) => registration?.active?.state === 'activated')"""
IS_OFF = "({preferences}) => preferences.push_result === false"
SHELL = re.compile(r"/assets/.+|/offline\.html|/icon\.svg")
PUSHABLE = """({ endpoint, keys }) => {
  let active = null;
  const subscription = {
    endpoint,
    toJSON: () => ({ endpoint, expirationTime: null, keys }),
    unsubscribe: async () => { active = null; },
  };
  PushManager.prototype.getSubscription = async () => active;
  PushManager.prototype.subscribe = async (options) => (active = { ...subscription, options });
}"""
"""Replaces the push service, which a browser in a test cannot reach."""
CLICK = """async () => {
  const opened = [];
  Object.defineProperty(self, 'clients', { value: {
    matchAll: async () => [{ url: `${location.origin}/m/m_2`, focus: () => opened.push('focus') }],
    openWindow: async (path) => opened.push(path),
  } });
  for (const notification of await registration.getNotifications()) {
    const event = new NotificationEvent('notificationclick', { notification });
    self.dispatchEvent(event);
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
  return opened;
}"""

OUT_OF_VIEW = """() => {
  Object.defineProperty(self, 'clients', { value: {
    matchAll: async () => [{ visibilityState: 'hidden' }],
  } });
}"""


@pytest.fixture(scope="module")
async def browser() -> AsyncIterator[Any]:
    """Full Chromium: the headless shell shows no notifications."""
    async with browsers.launched(browsers.chromium()) as chromium:
        yield chromium


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a page of its own, which a test may change."""
    folder = tmp_path_factory.mktemp("installed")
    shutil.copytree(DIST, folder / "dist")
    yield from running(folder, "site.log", {**QUICK, "PAGE_FOLDER": str(folder / "dist")})


async def opened(url: str, open_page: Any) -> Page:
    page: Page = await open_page(service_workers="allow")
    await page.goto(url)
    await until(page, IS_CACHED)
    return page


def test_manifest_colours_match_the_page():
    manifest = json.loads((DIST / "manifest.webmanifest").read_text())
    colours = dict(re.findall(r"--([\w-]+): (#\w{6});", TOKENS))
    assert manifest["theme_color"] == colours["slate-900"]
    assert manifest["background_color"] == colours["slate-950"]
    for icon in manifest["icons"]:
        assert (DIST / icon["src"]).is_file()


async def test_installed_page_is_cached_updates_and_works_offline(
    site: Any, open_page: Any
) -> None:
    dist = site.log.parent / "dist"
    page = await opened(site.url, open_page)
    worker = await page.request.get(f"{site.url}/sw.js")
    assert worker.headers["cache-control"] == "no-cache"
    assert worker.headers["content-type"].startswith("text/javascript")
    manifest = await page.request.get(f"{site.url}/manifest.webmanifest")
    assert manifest.headers["content-type"] == "application/manifest+json"

    await page.goto(f"{site.url}/about")
    await page.locator("main h1", has_text="Conclave").wait_for()
    await until(page, "!!navigator.serviceWorker.controller")
    cached = await page.evaluate(CACHED)
    assert any(path.startswith("/assets/AboutPage-") for path in cached)
    assert all(SHELL.fullmatch(path) for path in cached), "no API replies are cached"

    for compressed in ("sw.js.br", "sw.js.gz"):
        (dist / compressed).unlink()
    with (dist / "sw.js").open("a") as script:
        script.write("// the next version")
    await page.evaluate("window.mark = 1")
    await page.evaluate(
        "navigator.serviceWorker.getRegistration().then((registration) => registration.update())"
    )
    await until(page, WAITS)
    assert await page.evaluate("window.mark") == 1, "an update reloads nothing"

    await go_offline(page)
    await page.goto(f"{site.url}/m/m_1")
    await expect(page.locator("h1")).to_have_text("No connection")


async def test_open_tab_loads_a_newer_page_at_the_next_link(site: Any, open_page: Any) -> None:
    dist = site.log.parent / "dist"
    page = await opened(site.url, open_page)
    await page.reload()
    await until(page, "!!navigator.serviceWorker.controller")
    await page.evaluate("window.mark = 1")
    index = dist / "index.html"
    built = index.read_text()
    (dist / "assets/index-newer.js").write_text("document.title = 'The newer page'")
    index.write_text(re.sub(r"/assets/index-[\w-]+\.js", "/assets/index-newer.js", built))
    try:
        async with page.expect_response(f"{site.url}/"):
            await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        await page.wait_for_timeout(100)
        assert await page.evaluate("window.mark") == 1, "nothing is loaded before the next link"
        await eventually(partial(follow_a_link, page))
        await expect(page).to_have_url(f"{site.url}/games")
    finally:
        index.write_text(built)


async def follow_a_link(page: Page) -> None:
    """Follow a link, which leads to the newer page once the reply that names it has been read."""
    await page.evaluate("document.querySelector('header a[href=\"/games\"]')?.click()")
    await page.wait_for_timeout(300)
    assert await page.title() == "The newer page"


async def test_device_is_notified_only_after_opting_in(site: Any, open_page: Any) -> None:
    page: Page = await open_page(service_workers="allow", permissions=["notifications"])
    browser = Browser("https://127.0.0.1:9/browser")
    await page.add_init_script(f"({PUSHABLE})({json.dumps(browser.subscription)})")
    await post(page, site.url, "guests", {"name": "Ada"})
    await page.goto(f"{site.url}/settings/notes")
    await until(page, IS_CACHED)
    panel = page.locator("section", has=page.get_by_role("heading", name="While Conclave is"))
    assert (await get(page, site.url, "me/push"))["subscriptions"] == 0
    await panel.get_by_role("button", name="Notify this device").click()
    await expect(panel.get_by_role("status")).to_have_text("This device is notified.")
    assert (await get(page, site.url, "me/push"))["subscriptions"] == 1

    results = panel.get_by_role("switch", name="Results")
    await expect(results).to_be_checked()
    await results.uncheck()
    await until(page, "fetch('/api/v1/me').then((me) => me.json()).then(" + IS_OFF + ")")
    await page.reload()
    await expect(panel.get_by_role("switch", name="Results")).not_to_be_checked()
    await expect(panel.get_by_role("status")).to_have_text("This device is notified.")

    for tag, match in (("/m/m_1", "m_1"), ("/m/m_2 end", "m_2")):
        message = {"match": match, "tag": tag, "title": "Heading", "body": "Line"}
        await deliver(page, message)
    await until(page, f"{SHOWN}.then((notifications) => notifications.length === 2)")
    assert await page.evaluate(SHOWN) == ["Heading Line /m/m_1", "Heading Line /m/m_2 end"]
    (worker,) = page.context.service_workers
    assert sorted(await worker.evaluate(CLICK)) == ["/m/m_1", "focus"]

    await panel.get_by_role("button", name="Stop notifying").click()
    await expect(panel.get_by_role("button", name="Notify this device")).to_be_visible()
    assert (await get(page, site.url, "me/push"))["subscriptions"] == 0


async def test_ready_check_is_shown_unless_a_page_is_in_view(site: Any, open_page: Any) -> None:
    page: Page = await open_page(service_workers="allow", permissions=["notifications"])
    await page.goto(f"{site.url}/settings/notes")
    await until(page, IS_CACHED)
    message = {"match": "", "title": "Ready?", "body": "Tiny", "path": "/find", "tag": "/find"}
    await deliver(page, message | {"yields": True})
    await deliver(page, {"match": "m_1", "title": "Heading", "body": "Line"})
    await until(page, f"{SHOWN}.then((shown) => shown.join() === 'Heading Line /m/m_1')")

    (worker,) = page.context.service_workers
    await worker.evaluate(OUT_OF_VIEW)
    await deliver(page, message | {"yields": True})
    await until(page, f"{SHOWN}.then((shown) => shown.includes('Ready? Tiny /find'))")


async def deliver(page: Page, message: dict[str, Any]) -> None:
    """Deliver a push message. The browser drops one for a worker that is not active yet."""
    await until(page, IS_ACTIVE)
    devtools = await page.context.new_cdp_session(page)
    known: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def registered(event: Any) -> None:
        for registration in event["registrations"]:
            if not known.done() and not registration["isDeleted"]:
                known.set_result(registration["registrationId"])

    devtools.on("ServiceWorker.workerRegistrationUpdated", registered)
    await devtools.send("ServiceWorker.enable")
    where = {"origin": page.url.removesuffix("/settings/notes"), "registrationId": await known}
    delivery = {**where, "data": json.dumps(message)}
    await devtools.send("ServiceWorker.deliverPushMessage", delivery)
    await devtools.detach()
