"""Link previews and covers, made from the README's pictures of tables: a preview per game and one
for everything else, and a cover per game, which its offers on the page show.

python -m scripts.previews
"""

from __future__ import annotations

import asyncio
from base64 import b64decode, b64encode
from html import escape
from pathlib import Path

from playwright.async_api import Page, ViewportSize, async_playwright

from devtools.browsers import CHROMIUM_FLAGS, chromium
from engine.core.registry import games

README = Path("docs/screenshots")
PUBLIC = Path("web/public")
PICTURED = {picture.stem for picture in README.glob("*.jpg")}
SITE = "Conclave"
DEFAULT = "res_arcana"
"""Whose table stands for the whole site."""
SIZE: ViewportSize = {"width": 1200, "height": 630}
COVERS = Path("web/src/games")
COVER = """async ([source, top]) => {
  const picture = new Image();
  picture.src = source;
  await picture.decode();
  const canvas = new OffscreenCanvas(480, 180);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, -11, -top, 640, 400);
  const cover = await canvas.convertToBlob({ type: 'image/webp', quality: 0.38 });
  return btoa(String.fromCharCode(...new Uint8Array(await cover.arrayBuffer())));
}"""
"""A part of a table, as WebP: a third smaller than JPEG."""
COVER_TOPS = {"res_arcana": 100, "battle_for_empyrean": 113}
"""Where the part of a table begins that its cover shows, in pixels: there its goal lies, or
armies meet.
"""
COVER_TOP = 27
STYLE = """
body { margin: 0; display: flex; align-items: flex-end; height: 630px; color: #f4ecd8;
  font: 600 76px/1 'Source Sans 3', 'DejaVu Sans', sans-serif; }
.table { position: absolute; z-index: -1; width: 1200px; height: 630px; object-fit: cover;
  object-position: left top; }
.words { display: flex; align-items: center; gap: 32px; width: 100%; padding: 120px 56px 48px;
  background: linear-gradient(transparent, #10141ce6 45%); }
"""


async def main() -> None:
    titles = {game.id: game.title for game in games().values()}
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_FLAGS)
        page = await browser.new_page(viewport=SIZE)
        for id, title in titles.items():
            if id in PICTURED:
                await _take(page, README / f"{id}.jpg", title, id)
                top = COVER_TOPS.get(id, COVER_TOP)
                await _cover(page, README / f"{id}.jpg", top, COVERS / id / "table.webp")
        await _take(page, README / f"{DEFAULT}.jpg", SITE, "conclave")
        await browser.close()


async def _take(page: Page, picture: Path, title: str, name: str) -> None:
    await page.set_viewport_size(SIZE)
    icon, table = _data(PUBLIC / "icon.svg", "svg+xml"), _data(picture, "jpeg")
    await page.set_content(
        f'<style>{STYLE}</style><img class="table" src="{table}">'
        f'<div class="words"><img width="104" src="{icon}">{escape(title)}</div>'
    )
    to = PUBLIC / "previews" / f"{name}.jpg"
    await page.screenshot(path=to, type="jpeg", quality=72)


async def _cover(page: Page, picture: Path, top: int, to: Path) -> None:
    cover = b64decode(await page.evaluate(COVER, [_data(picture, "jpeg"), top]))
    await asyncio.to_thread(to.write_bytes, cover)


def _data(file: Path, kind: str) -> str:
    return f"data:image/{kind};base64,{b64encode(file.read_bytes()).decode()}"


if __name__ == "__main__":
    asyncio.run(main())
