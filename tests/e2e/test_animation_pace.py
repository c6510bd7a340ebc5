"""Animation pace: nothing on the page runs ahead of its animation, and no animation delays a
question for long.
"""

from __future__ import annotations

import asyncio
from itertools import pairwise
from typing import Any

import pytest
from playwright.async_api import Page, expect

from devtools.page.table import host, play_until_round
from tests.e2e.line import Line
from tests.e2e.people import get, until

WIDE = {"viewport": {"width": 1440, "height": 900}}
BOT = {"kind": "bot", "bot": "greedy"}
ASKED = "#question .answers"
MAX_WAIT_MS = 3000
SLACK_MS = 15_000
"""What a busy machine may add."""

# Samples the page in every frame: the newest line of the log, and whether a question is open.
WATCH = """() => {
  window.seen = [];
  const look = () => {
    const newest = [...document.querySelectorAll('.log [data-event]')].at(-1);
    const line = Number(newest?.dataset.event ?? -1);
    const asks = document.querySelector('#question .answers') !== null;
    const soon = document.querySelector('#question .soon') !== null;
    const last = window.seen.at(-1);
    if (!last || last.line !== line || last.asks !== asks || last.soon !== soon) {
      window.seen.push({line, asks, soon, at: performance.now()});
    }
    requestAnimationFrame(look);
  };
  look();
}"""

# Presses as soon as the page withholds a question; returns whether the question then appears at
# once. It runs in the page, so the wait cannot end first on a busy machine.
SKIP = """(by) => new Promise((settle) => {
  const look = () => {
    const soon = document.querySelector('#question [data-withheld]');
    if (!soon) return requestAnimationFrame(look);
    if (by === 'key') {
      document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true}));
    } else {
      soon.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}));
      soon.click();
    }
    let frames = 10;
    const asks = () => {
      const answers = document.querySelector('#question .answers') !== null;
      if (answers || !--frames) settle(answers);
      else requestAnimationFrame(asks);
    };
    requestAnimationFrame(asks);
  };
  look();
})"""

pytestmark = pytest.mark.timeout(180)


# Records the match state at every change: bar, seats, warnings, plates and hand. A bot gives
# several answers within one frame.
STATE = """() => {
  const texts = (selector) =>
    [...document.querySelectorAll(selector)]
      .map((element) => element.innerText.replace(/\\s+/g, ' '));
  // Battlefields led and all Might, player by player.
  const numbers = (element, selector) =>
    [...element.querySelectorAll(selector)].map((part) => part.textContent.trim()).join('/');
  const scores = (player, selector) =>
    [...document.querySelectorAll(player)]
      .map((element) => numbers(element, selector)).sort().join();
  window.states = [];
  const look = () => {
    const state = {
      bar: texts('.bar .where p').join(),
      seats: scores('.seats .worth', 'b, .beside'),
      warnings: texts('.threats li').join(),
      plates: scores('.plate .standing', '.sign'),
      hand: [...document.querySelectorAll('.match > .front .thing')]
        .map(({dataset}) => dataset.thing).join(),
      soon: document.querySelector('#question .soon') !== null,
    };
    const last = window.states.at(-1);
    if (JSON.stringify(last) !== JSON.stringify(state)) window.states.push(state);
  };
  look();
  const kinds = {childList: true, characterData: true, attributes: true};
  new MutationObserver(look).observe(document.body, {subtree: true, ...kinds});
}"""


async def before_a_reveal(
    open_page: Any, server: Any, line: Line | None = None
) -> tuple[Page, Line, str]:
    """A table of Battle for Empyrean with cards face down, one answer before the reveal."""
    page: Page = await open_page(reduced_motion="no-preference", **WIDE)
    line = line or Line()
    await line.attach(page)
    seats = [{"kind": "me"}, BOT]
    match = (await host(page, server.url, game="battle_for_empyrean", seats=seats))["id"]
    await play_until_round(page, server.url, match, 2)
    while await deploys(page, server.url, match):
        pass
    await page.goto(f"{server.url}/m/{match}")
    await page.locator(ASKED).wait_for()
    return page, line, match


async def deploys(page: Page, server: str, match: str) -> bool:
    """Answer for the page's owner; False once only ending the deployment is left."""
    frame = await get(page, server, f"matches/{match}/view")
    for decision in frame["decisions"][:1]:
        keys = [option["key"] for option in decision.get("options", [])]
        deployments = [key for key in keys if key.startswith("deploy:")]
        if decision["prompt"]["key"].endswith(".deploy") and not deployments:
            return False
        await post(page, server, match, decision["id"], (deployments or [decision["default"]])[0])
    return True


async def post(page: Page, server: str, match: str, decision: str, answer: Any) -> None:
    address = f"{server}/api/v1/matches/{match}/decisions/{decision}"
    headers = {"Origin": server}
    await page.context.request.post(address, data={"answer": answer}, headers=headers)


async def done(page: Page, server: str, match: str) -> None:
    """End the deployment, which reveals the cards."""
    frame = await get(page, server, f"matches/{match}/view")
    await post(page, server, match, frame["decisions"][0]["id"], "done")


@pytest.mark.timed
async def test_reveal_plays_before_its_question(server: Any, open_page: Any) -> None:
    page, _, match = await before_a_reveal(open_page, server)
    await page.keyboard.press("l")
    await page.locator(".log .lines").first.wait_for()
    await page.evaluate(WATCH)
    await done(page, server.url, match)
    await until(page, "window.seen.some(({soon}) => soon) && window.seen.at(-1).asks")
    seen = await page.evaluate("window.seen")
    waits = [sample for sample in seen if sample["soon"]]
    asked = next(sample for sample in seen if sample["asks"] and sample["at"] > waits[0]["at"])
    assert len({sample["line"] for sample in waits}) > 1, "the log did not grow with the captions"
    assert all(sample["line"] <= following["line"] for sample, following in pairwise(waits))
    assert not any(sample["asks"] for sample in waits)
    assert asked["at"] - waits[0]["at"] < MAX_WAIT_MS + SLACK_MS


def warn_of_ply(frame: dict[str, Any]) -> None:
    """Put a warning that names its ply in each frame of the match."""
    if frame["t"] in ("full", "delta"):
        text = f"Ply {frame['ply']}"
        frame["threats"] = [{"key": "battle_for_empyrean.x", "text": text, "args": {}, "by": 1}]


async def test_match_state_never_runs_ahead_of_a_reveal(server: Any, open_page: Any) -> None:
    page, _, match = await before_a_reveal(open_page, server, Line(warn_of_ply))
    await page.evaluate(STATE)
    await play_until_round(page, server.url, match, 3)
    await until(page, "window.states.at(-1).bar === 'Round 3 · Draft Phase'")
    states = await page.evaluate("window.states")
    begins = next(index for index, state in enumerate(states) if state["soon"])
    first, last = states[begins - 1], states[-1]
    waits = [state for state in states if state["soon"]]
    assert first["bar"] == "Round 2 · Deploy Phase"
    assert {state["bar"] for state in waits} <= {first["bar"], "Round 2 · Reveal Phase"}
    for part in ("warnings", "hand"):
        assert waits[0][part] == first[part]
        assert last[part] not in {state[part] for state in waits}, part
    assert waits[0]["seats"] == first["seats"] != last["seats"]
    assert len({state["seats"] for state in waits}) > 1, "the seats did not follow the scenes"
    assert all(state["seats"] == state["plates"] for state in states), "seats and plates differ"


@pytest.mark.parametrize("by", ["key", "tap"])
async def test_any_key_or_tap_skips_the_animation_without_answering(
    server: Any, open_page: Any, by: str
) -> None:
    page, line, match = await before_a_reveal(open_page, server)
    skipping = asyncio.create_task(page.evaluate(SKIP, by))
    await done(page, server.url, match)
    assert await skipping, "the question still waits"
    assert line.answers == []


@pytest.mark.timed
async def test_question_does_not_wait_with_reduced_motion(server: Any, open_page: Any) -> None:
    page, _, match = await before_a_reveal(open_page, server)
    await page.emulate_media(reduced_motion="reduce")
    await page.evaluate(WATCH)
    await done(page, server.url, match)
    await page.wait_for_timeout(MAX_WAIT_MS)
    await expect(page.locator(ASKED)).to_be_visible()
    assert not any(sample["soon"] for sample in await page.evaluate("window.seen"))
