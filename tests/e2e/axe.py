"""Accessibility checks: all of axe's findings on a page, without exemptions."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Page

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"

MAX_CHECKS, RECHECK_MS = 6, 500
"""A page with violations is checked again: it may still be drawing."""

VIOLATIONS = """async (rules) => {
    const some = rules ? {runOnly: {type: 'rule', values: rules}} : {};
    const {violations} = await axe.run(document, {resultTypes: ['violations'], ...some});
    return violations.flatMap((rule) => rule.nodes.map(
        (node) => `${rule.id} at ${node.target}: ${node.failureSummary} ${node.html}`));
}"""

COLOURS = ["color-contrast"]
"""The rules that a page may break in its other theme."""

# Speech control uses the visible name, so the accessible name must contain it.
UNHEARD = """() => [...document.querySelectorAll('[data-thing] > .picture .name')]
    .map((name) => [
        [...name.childNodes].filter(({nodeType}) => nodeType === Node.TEXT_NODE)
            .map(({data}) => data.trim().replaceAll('\u00ad', '')).join(''),
        name.closest('[data-thing]')])
    .filter(([name, thing]) => !thing.querySelector('.visually-hidden').textContent.includes(name))
    .map(([name, thing]) => `${name} is not heard at ${thing.dataset.thing}`)"""


async def choose_look(page: Page, server: str, look: str) -> None:
    """Set the theme of every page that this browser opens from now on."""
    await page.goto(server)
    await page.evaluate("look => localStorage.setItem('conclave.theme', look)", look)


async def turn(page: Page, look: str) -> None:
    """Set the theme of the open page."""
    await page.evaluate("look => { document.documentElement.dataset.theme = look }", look)


async def violations_at(page: Page, address: str, ready: str = "main h1") -> list[str]:
    """Open a page and return what axe reports, each with its place."""
    await page.goto(address)
    await page.locator(ready).first.wait_for()
    return await violations_on(page)


async def violations_on(page: Page, rules: list[str] | None = None) -> list[str]:
    """What axe reports on the open page, by these rules or by all."""
    await page.evaluate("document.fonts.ready")
    await page.evaluate(
        "Promise.allSettled(document.getAnimations().map((animation) => animation.finished))"
    )
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(AXE.read_text())
    violations: list[str] = []
    for _ in range(MAX_CHECKS):
        violations = [*await page.evaluate(VIOLATIONS, rules), *await page.evaluate(UNHEARD)]
        if not violations:
            break
        await page.wait_for_timeout(RECHECK_MS)
    return violations
