"""Survey: pictures of every page and table to look at, in all sizes, themes and languages.

Each picture is named after what it shows, theme, language and width:
`res_arcana-end_dark_en_390.png`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random

from playwright.async_api import Browser, BrowserContext, Error, Locator, Page

from app.container import Container
from scripts.staged import Scene, create, move, playing, post, stage

PAGES = {1440: 900, 1024: 768, 390: 740}
TABLES = PAGES | {2560: 1440, 740: 360}
"""Heights by width."""
ROOT = Path(__file__).parents[1]
LANGUAGES = ["en", *sorted(file.stem for file in (ROOT / "web/src/i18n/texts").glob("*.po"))]
LOOKS = [*product(("dark", "light"), LANGUAGES)]
SETTLED_MS = 350
SCENES = {
    "res_arcana": Scene("res_arcana", 4, 4, "actions"),
    "battle_for_empyrean": Scene("battle_for_empyrean", 3, 8, "deploy", {"decks_by": "random"}),
    "ascended_kings": Scene("ascended_kings", 4, 3, "action", {"kings": "random"}),
}
FOR_TWO = {
    "res_arcana": Scene("res_arcana", 2, 4, "actions"),
    "battle_for_empyrean": Scene("battle_for_empyrean", 2, 8, "deploy", {"decks_by": "random"}),
    "ascended_kings": Scene("ascended_kings", 2, 3, "action", {"kings": "random"}),
}
SHORT = {
    "res_arcana": {},
    "battle_for_empyrean": {"decks_by": "random"},
    "ascended_kings": {"kings": "random", "rounds": 3, "round_limit": 12},
}
Act = Callable[[Page], Awaitable[None]]


@dataclass(frozen=True)
class View:
    """What a picture shows: a path, and what is done there first."""

    path: str
    sizes: dict[int, int]
    act: Act | None = None


async def main(folder: Path, words: Sequence[str] = ()) -> None:
    """Take all pictures whose names have one of the words, or all of them."""
    async with stage() as (services, browser):
        host = await browser.new_context()
        await post(host, services.settings.address, "guests", {"name": "Ada"})
        views = await _views(services, host)
        for theme, language in LOOKS:
            context = await _looking(browser, host, theme, language)
            page = await context.new_page()
            for name, view in views.items():
                for width, height in view.sizes.items():
                    to = folder / f"{name}_{theme}_{language}_{width}.png"
                    if not words or any(word in to.name for word in words):
                        await page.set_viewport_size({"width": width, "height": height})
                        await _take(page, services.settings.address, view, to)
            await context.close()


async def _looking(
    browser: Browser, host: BrowserContext, theme: str, language: str
) -> BrowserContext:
    """The host's browser with this theme and language."""
    locale = "en-GB" if language == "en" else language
    context = await browser.new_context(reduced_motion="reduce", locale=locale)
    await context.add_cookies(await host.cookies())  # type: ignore[arg-type]
    stored = {"named": "yes", "theme": theme}
    for name, value in stored.items():
        await context.add_init_script(f"localStorage.setItem('conclave.{name}', '{value}')")
    return context


async def _take(page: Page, address: str, view: View, to: Path) -> None:
    await page.goto(address + view.path)
    try:
        await page.locator("#content > *, .bench, #question").first.wait_for()
        await page.wait_for_timeout(SETTLED_MS)
        if view.act:
            await view.act(page)
    except Error as error:
        print(f"{to.name}: {error.message.splitlines()[0]}")
    await page.wait_for_timeout(SETTLED_MS)
    await page.evaluate("document.fonts.ready")
    await page.screenshot(path=to, full_page=view.sizes is PAGES)


def _press(*keys: str) -> Act:
    async def act(page: Page) -> None:
        for key in keys:
            await page.keyboard.press(key)
            await page.wait_for_timeout(SETTLED_MS)

    return act


def _click(*selectors: str) -> Act:
    async def act(page: Page) -> None:
        for selector in selectors:
            await page.locator(selector).first.click(timeout=4000)
            await page.wait_for_timeout(SETTLED_MS)

    return act


def _hover(selector: str) -> Act:
    async def act(page: Page) -> None:
        element = page.locator(selector).first
        await element.hover(timeout=4000)
        await page.mouse.move(*await _middle(element))
        await page.wait_for_timeout(3 * SETTLED_MS)

    return act


async def _middle(element: Locator) -> tuple[float, float]:
    box = await element.bounding_box()
    assert box
    return box["x"] + box["width"] / 2 + 2, box["y"] + box["height"] / 2 + 2


async def _views(services: Container, host: BrowserContext) -> dict[str, View]:
    address = services.settings.address
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    waiting = await post(host, address, "matches", {"game": "res_arcana", "seats": seats})
    views = {
        "lobby": View("/", PAGES),
        "games": View("/games", PAGES),
        "settings": View("/settings", PAGES),
        "about": View("/about", PAGES),
        "sign-in": View("/sign-in", PAGES),
        "register": View("/register", PAGES),
        "reset": View("/reset", PAGES),
        "nowhere": View("/nowhere", PAGES),
        "waiting": View(f"/m/{waiting['id']}", PAGES),
    }
    for game, scene in SCENES.items():
        views |= {
            f"{game}-page": View(f"/games/{game}", PAGES),
            f"{game}-lessons": View(f"/games/{game}?part=lessons", PAGES),
            f"{game}-gallery": View(f"/games/{game}", PAGES, _click("[role=tab] >> nth=-1")),
            f"{game}-new": View(f"/new/{game}", PAGES),
            f"{game}-leaders": View(f"/leaderboards/{game}", PAGES),
        }
        full = f"/m/{await playing(services, host, scene)}"
        two = f"/m/{await playing(services, host, FOR_TWO[game])}"
        views |= {
            f"{game}-full": View(full, TABLES),
            f"{game}-two": View(two, TABLES),
            f"{game}-rules": View(two, TABLES, _press("r")),
            f"{game}-large": View(two, TABLES, _hover(".thing:not(.glows)")),
            f"{game}-hint": View(two, TABLES, _press("h")),
        }
        for seats in (2, scene.seats):
            started = (await create(host, address, Scene(game, seats, 0, "")))["id"]
            views[f"{game}-start-{seats}"] = View(f"/m/{started}", TABLES)
        first = (await post(host, address, f"games/{game}/first-match", {}))["id"]
        ended_match = await _ended(services, host, game)
        views |= {
            f"{game}-lesson": View(
                f"/games/{game}?part=lessons", TABLES, _click("button:has(.task)")
            ),
            f"{game}-first": View(f"/m/{first}", TABLES),
            f"{game}-end": View(f"/m/{ended_match}", TABLES),
            f"{game}-replay": View(f"/m/{ended_match}/replay?ply=40", TABLES),
        }
    return views


async def _ended(services: Container, host: BrowserContext, game: str) -> str:
    """A match for all seats that was played to its end."""
    scene = Scene(game, SCENES[game].seats, 0, "", SHORT[game])
    id: str = (await create(host, services.settings.address, scene))["id"]
    rng = Random(1)
    while (room := await services.rooms.get(id)).info.status == "playing":
        await move(services, room, rng)
    return id
