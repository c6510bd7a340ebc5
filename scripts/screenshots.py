"""Screenshots of the page: the README's, or those of every page and table.

    python -m scripts.screenshots

plays a fixed match of each game and writes the README's pictures;

    python -m scripts.screenshots FOLDER [WORD ...]

writes pictures of everything to look at (see `scripts.survey`), or of that with one of the words in
its name.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from playwright.async_api import expect

from scripts import survey
from scripts.staged import Scene, playing, post, stage

README = Path("docs/screenshots")
SIZE = {"width": 1440, "height": 900}
UNPAINTED = ".match .scene:not(:has(img))"
"""Scenes are painted in idle time."""
SCENES = (
    Scene("res_arcana", 4, 4, "actions"),
    Scene("battle_for_empyrean", 2, 8, "deploy", {"decks_by": "random"}),
    Scene("ascended_kings", 4, 3, "action", {"kings": "random"}),
)


async def main() -> None:
    async with stage() as (services, browser):
        address = services.settings.address
        context = await browser.new_context(reduced_motion="reduce", viewport=SIZE)
        await post(context, address, "guests", {"name": "Ada"})
        await context.add_init_script("localStorage.setItem('conclave.named', 'yes')")
        page = await context.new_page()
        for scene in SCENES:
            path = f"{address}/m/{await playing(services, context, scene)}"
            for _ in range(2):  # a returning visitor has nothing to catch up on
                await page.goto(path)
                await page.locator("#question .answers").first.wait_for()
                await page.locator(".seats li").last.wait_for()
            await page.evaluate("document.fonts.ready")
            await expect(page.locator(UNPAINTED)).to_have_count(0, timeout=30_000)
            await page.screenshot(path=README / f"{scene.game}.jpg", type="jpeg", quality=88)
        await context.close()


if __name__ == "__main__":
    asyncio.run(survey.main(Path(sys.argv[1]), sys.argv[2:]) if sys.argv[1:] else main())
