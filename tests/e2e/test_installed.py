"""An installed page: its manifest, what it keeps in the browser, and its updates."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

from playwright.async_api import Page, expect

from tests.e2e.people import until

ROOT = Path(__file__).parents[2]
DIST = ROOT / "web/dist"
TOKENS = (ROOT / "web/src/styles/tokens.css").read_text()
IS_KEPT = "navigator.serviceWorker.ready.then(({active}) => active.state === 'activated')"
WAITS = "navigator.serviceWorker.getRegistration().then((one) => !!one.waiting)"
KEPT = """caches.keys().then((names) => Promise.all(names.map(async (name) =>
  (await (await caches.open(name)).keys()).map(({url}) => new URL(url).pathname)))).then(
  (all) => all.flat())"""
SHELL = re.compile(r"/assets/.+|/offline\.html|/icon\.svg")


async def opened(url: str, open_page: Any) -> Page:
    page: Page = await open_page(service_workers="allow")
    await page.goto(url)
    await until(page, IS_KEPT)
    return page


def test_the_colours_of_the_manifest_are_the_page_s():
    manifest = json.loads((DIST / "manifest.webmanifest").read_text())
    colours = dict(re.findall(r"--([\w-]+): (#\w{6});", TOKENS))
    assert manifest["theme_color"] == colours["slate-900"]
    assert manifest["background_color"] == colours["slate-950"]
    for icon in manifest["icons"]:
        assert (DIST / icon["src"][1:]).is_file()


async def test_an_installed_page_is_kept_updated_and_offline(
    serve: Any, open_page: Any, tmp_path: Path
) -> None:
    dist = tmp_path / "dist"
    shutil.copytree(DIST, dist)
    server = serve(PAGE_FOLDER=str(dist))
    page = await opened(server.url, open_page)
    worker = await page.request.get(f"{server.url}/sw.js")
    assert worker.headers["cache-control"] == "no-cache"
    assert worker.headers["content-type"].startswith("text/javascript")
    manifest = await page.request.get(f"{server.url}/manifest.webmanifest")
    assert manifest.headers["content-type"] == "application/manifest+json"

    await page.goto(f"{server.url}/about")
    await page.locator("main h1", has_text="Conclave").wait_for()
    await until(page, "!!navigator.serviceWorker.controller")
    kept = await page.evaluate(KEPT)
    assert any(path.startswith("/assets/About-") for path in kept)
    assert all(SHELL.fullmatch(path) for path in kept), "nothing of the server's answers"

    for compressed in ("sw.js.br", "sw.js.gz"):
        (dist / compressed).unlink()
    with (dist / "sw.js").open("a") as script:
        script.write("// the next version")
    await page.evaluate("window.mark = 1")
    await page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
    await until(page, WAITS)
    assert await page.evaluate("window.mark") == 1, "an update reloads nothing"

    server.kill()
    await page.goto(f"{server.url}/m/m_1")
    await expect(page.locator("h1")).to_have_text("No connection")
