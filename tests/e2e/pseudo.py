"""Pseudo-language: German with all letters replaced, so any other text stands out.

The page chooses German; the page's and the server's translations are altered in transit.
"""

from __future__ import annotations

import re
import string
from typing import Any

from playwright.async_api import Page, Route

PAGE_CATALOGUES = re.compile(r"/assets/(?:table-)?de-[^/]+\.js$")
GAMES = re.compile(r"/api/v1/games/[a-z_]+\?lang=de")
LISTING = re.compile(r"/api/v1/games\?lang=de")
NOTIFICATIONS = re.compile(r"/api/v1/me/(push|webhooks)\?lang=de")
FIRST = 0x0430
"""Letters become Cyrillic ones: as wide, and no ASCII."""
ALTERED = """import * as real from "URL?real";
const altered = (text) =>
  /\\\\[a-z]|\\(\\?|\\[/i.test(text) && !text.includes(' ') ? text : text.replace(
    /\\{\\w+\\}|[A-Za-z\\u00c0-\\u024f]/g,
    (part) => part.length > 1 ? part : String.fromCharCode(0x430 + (part.charCodeAt(0) % 32)),
  );
const each = (part) => Array.isArray(part) ? part.map(each) : altered(part);
const catalogue = ({ plural, messages }) => ({
  plural,
  messages: Object.fromEntries(
    Object.entries(messages).map(([key, text]) => [
      key,
      /\\.2$/.test(key) && /[\\\\[(]/.test(text) ? text : each(text),
    ]),
  ),
});
const exported = (module) =>
  module.default ? { default: catalogue(module.default) } : catalogue(module);
"""
SEEN = """() => {
  const found = [];
  const kinds = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT;
  const walk = document.createTreeWalker(document.body, kinds);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const element = node instanceof Text ? node.parentElement : node;
    if (element.closest('script, style, svg, [translate=no]')) continue;
    if (!element.checkVisibility()) continue;
    if (node instanceof Text) found.push(node.data.replaceAll('\u00ad', ''));
    else for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      if (element.hasAttribute(name)) found.push(element.getAttribute(name));
  }
  return [...new Set(found)];
}"""
MAX_CHECKS = 25
RECHECK_MS = 200
WORD = re.compile(r"[A-Za-zÀ-ɏ]{2,}")
DURATION = re.compile(r"\d+ (h|min|s)\b")
"""The symbols of units are the same in every language."""


class Pseudo:
    """A page in the pseudo-language; names in `allowed` stay as they are."""

    def __init__(self, page: Page, allowed: set[str]) -> None:
        self.page = page
        self.allowed = set(allowed)

    async def begin(self) -> None:
        """Alter what the page loads from now on."""
        await self.page.route(PAGE_CATALOGUES, _alter_catalogue)
        await self.page.route(GAMES, self._alter_game)
        await self.page.route(LISTING, _alter_listing)
        await self.page.route(NOTIFICATIONS, _alter_labels)

    async def end(self) -> None:
        """Stop altering, after what the page is loading has arrived."""
        await self.page.unroute_all(behavior="wait")

    async def foreign(self) -> list[str]:
        """The visible texts with a word from no catalogue."""
        texts: list[str] = await self.page.evaluate(SEEN)
        names = sorted(self.allowed, key=len, reverse=True)
        return [text for text in texts if WORD.search(_without(text, names))]

    async def foreign_at_rest(self) -> list[str]:
        """The same once the page has loaded its texts."""
        for _ in range(MAX_CHECKS):
            if await self.page.locator("main").count() and not (foreign := await self.foreign()):
                return []
            await self.page.wait_for_timeout(RECHECK_MS)
        return foreign

    async def _alter_game(self, route: Route) -> None:
        answer = await route.fetch()
        game = await answer.json()
        self.allowed |= {component["name"] for component in game["catalogue"]}
        self.allowed |= {game["title"], *game["names"].values()}
        await route.fulfill(response=answer, json=_altered(game))


async def _alter_listing(route: Route) -> None:
    """Alter the titles and sentences of the bots."""
    answer = await route.fetch()
    listing = await answer.json()
    for bot in (*listing["bots"], *listing["teachers"]):
        texts = bot["translation"]
        texts.update({name: _letters(text) for name, text in texts.items()})
    await route.fulfill(response=answer, json=listing)


async def _alter_labels(route: Route) -> None:
    """Alter the labels of what an account may be notified of."""
    answer = await route.fetch()
    reply = await answer.json()
    for choice in reply.get("switches") or reply["events"]:
        choice["label"] = _letters(choice["label"])
    await route.fulfill(response=answer, json=reply)


async def _alter_catalogue(route: Route) -> None:
    """Alter a script of one catalogue, or of several modules with one each."""
    answer = await route.fetch()
    listed = (await answer.text()).rpartition("export{")[2].partition("}")[0]
    names = [clause.rpartition(" as ")[2] for clause in listed.split(",")]
    constants = [f"const made{at} = exported(real['{name}']);" for at, name in enumerate(names)]
    exports = ", ".join(f"made{at} as {name}" for at, name in enumerate(names))
    body = "\n".join(
        [ALTERED.replace("URL", route.request.url), *constants, f"export {{ {exports} }};"]
    )
    await route.fulfill(status=200, content_type="text/javascript", body=body)


def _without(text: str, names: list[str]) -> str:
    for name in names:
        text = text.replace(name, "")
    return DURATION.sub("", text)


def _altered(game: dict[str, Any]) -> dict[str, Any]:
    """A game's description with its texts in the pseudo-language, except names."""
    return {
        **game,
        "how_to_play": _letters(game["how_to_play"]),
        "messages": {key: _template(text) for key, text in game["messages"].items()},
        "said": {english: _letters(text) for english, text in game.get("said", {}).items()},
        "catalogue": [_component(component) for component in game["catalogue"]],
    }


def _component(component: dict[str, Any]) -> dict[str, Any]:
    text = {"text": _letters(component["text"])} if "text" in component else {}
    facts = {"facts": _texts(component["facts"])} if "facts" in component else {}
    return {**component, **text, **facts}


def _texts(facts: Any) -> Any:
    """The facts with their prose altered: `text`, and the explanations of words."""
    if isinstance(facts, list):
        return [_texts(fact) for fact in facts]
    if not isinstance(facts, dict):
        return facts
    altered = {name: _texts(fact) for name, fact in facts.items()}
    for name in ("text", "type"):
        if isinstance(facts.get(name), str):
            altered[name] = _letters(facts[name])
    for name in ("words", "keywords"):
        if isinstance(facts.get(name), dict):
            altered[name] = {_letters(word): _letters(text) for word, text in facts[name].items()}
    return altered


def _template(template: str) -> str:
    parts = []
    for literal, field, spec, _ in string.Formatter().parse(template):
        parts.append(_letters(literal))
        if field is not None:
            how, *forms = (spec or "").split("|")
            spec = "|".join([how, *map(_letters, forms)])
            parts.append(f"{{{field}{':' if spec else ''}{spec}}}")
    return "".join(parts)


def _letters(text: str) -> str:
    return re.sub("[A-Za-zÀ-ɏ]", lambda letter: chr(FIRST + ord(letter[0]) % 32), text)
