"""Accessibility checks: all of axe's findings on a page, without exemptions."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Page

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"

LOOKS, LATER_MS = 6, 500
"""What is found is looked at again: a page that is still being drawn is half there."""

FOUND = """async (rules) => {
    const some = rules ? {runOnly: {type: 'rule', values: rules}} : {};
    const {violations} = await axe.run(document, {resultTypes: ['violations'], ...some});
    return violations.flatMap((rule) => rule.nodes.map(
        (node) => `${rule.id} at ${node.target}: ${node.failureSummary} ${node.html}`));
}"""

COLOURS = ["color-contrast"]
"""The rules that a page in its other look may break."""

# Who speaks to the page says the name that is seen: it stands in what is heard.
UNHEARD = """() => [...document.querySelectorAll('[data-thing] > .picture .name')]
    .map((name) => [
        [...name.childNodes].filter(({nodeType}) => nodeType === Node.TEXT_NODE)
            .map(({data}) => data.trim().replaceAll('\u00ad', '')).join(''),
        name.closest('[data-thing]')])
    .filter(([name, thing]) => !thing.querySelector('.visually-hidden').textContent.includes(name))
    .map(([name, thing]) => `${name} is not heard at ${thing.dataset.thing}`)"""


async def choose_look(page: Page, server: str, look: str) -> None:
    """By day or by night, for every page that this browser opens from now on."""
    await page.goto(server)
    await page.evaluate("look => localStorage.setItem('conclave.theme', look)", look)


async def turn(page: Page, look: str) -> None:
    """The page as it stands, by day or by night."""
    await page.evaluate("look => { document.documentElement.dataset.theme = look }", look)


async def violations(page: Page, address: str, ready: str = "main h1") -> list[str]:
    """What axe finds on the page, each with where it is."""
    await page.goto(address)
    await page.locator(ready).first.wait_for()
    return await looked_at(page)


async def looked_at(page: Page, rules: list[str] | None = None) -> list[str]:
    """The same of the page as it stands; only by these rules, if given."""
    await page.evaluate("document.fonts.ready")
    await page.evaluate("Promise.allSettled(document.getAnimations().map(one => one.finished))")
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(AXE.read_text())
    found: list[str] = []
    for _ in range(LOOKS):
        found = [*await page.evaluate(FOUND, rules), *await page.evaluate(UNHEARD)]
        if not found:
            break
        await page.wait_for_timeout(LATER_MS)
    return found
