"""Icons: the PNGs of an installed page, made from its SVG.

    python -m scripts.icons

Those that the system cuts to its own shape (maskable, Apple's) have no corners of their own, and
the drawing keeps within the circle that stays visible.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from playwright.async_api import Page, async_playwright

from devtools.browsers import CHROMIUM_FLAGS, chromium

PUBLIC = Path("web/public")
WHOLE = {"icon-192": 192, "icon-512": 512}
CUT_BY_THE_SYSTEM = {"icon-maskable-512": 512, "apple-touch-icon": 180}
SAFE = 0.9
"""The drawing ends at 0.75 of the icon's width; a maskable icon shows at least 0.8."""


async def main() -> None:
    drawing = (PUBLIC / "icon.svg").read_text().replace('"', "'")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_FLAGS)
        page = await browser.new_page()
        for name, size in WHOLE.items():
            await _take(page, name, size, drawing)
        for name, size in CUT_BY_THE_SYSTEM.items():
            await _take(page, name, size, _without_corners(drawing))
        await browser.close()


def _without_corners(drawing: str) -> str:
    """The drawing a little smaller, on a ground that reaches beyond the edges."""
    width = 64 / SAFE
    edge = 32 - width / 2
    larger = drawing.replace("0 0 64 64", f"{edge} {edge} {width} {width}")
    ground = "<rect x='-64' y='-64' width='192' height='192'"
    return larger.replace("<rect width='64' height='64' rx='14'", ground)


async def _take(page: Page, name: str, size: int, drawing: str) -> None:
    await page.set_viewport_size({"width": size, "height": size})
    style = f"body {{ margin: 0 }} svg {{ display: block; width: {size}px; height: {size}px }}"
    await page.set_content(f"<style>{style}</style>{drawing}")
    await page.screenshot(path=PUBLIC / f"{name}.png", omit_background=True)


if __name__ == "__main__":
    asyncio.run(main())
