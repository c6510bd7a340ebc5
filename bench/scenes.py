"""Scenes: what five moments of a match cost the page, frame by frame.

The claim of a Place of Power or monument (Res Arcana), a Reveal of three Units (Empyrean), a King
wounded by fire and a death (Ascended Kings), and the victory of each game. Bots play matches to
their end; their logs say where the moments are. (They hardly ever push each other into the fire: a
step into it or a wall that comes nearer counts as well.) The replay of such a match is opened one
entry before, at 1440x900 as the seat that acts, and left until its pictures are painted; then it
steps forward once. A victory is live: a fork of such a match before its last answer, which its
player then gives.

Measured is the processor time of the page's main thread by the browser's trace, four times as much
as it takes here: other processes of the machine change little of it. From 100 ms after the step, or
after the delta that ends the match, the page asks for every frame. A frame costs all of its task:
script, style, layout, painting and commit, but not the compositor's work. The figure is the share
of these frames over 16.7 ms. The longest task counts from the step itself. Each sample is a new
page; the figures are medians (least-most).
"""

from __future__ import annotations

import asyncio
import json
import statistics
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import groupby
from typing import Any, NamedTuple

from playwright.async_api import APIRequestContext, Browser

from bench.measure import spread
from bench.page import GREEDY, SETTINGS
from bench.server import server
from bench.tab import SLOW_PROCESSOR, Tab, machine_of, tab
from devtools import browsers
from devtools.page.table import host, origin_of
from engine.core.registry import games

SAMPLES = 3
MAX_MATCHES = 12
"""Matches that are played to find a moment often enough."""
MATCH_SECONDS = 300
MAX_POLLS, POLL_S = 200, 0.1
"""Until a match that was forked before its last answer must have ended."""
FRAME_MS = 16.7
GRACE_MS = 100
SCENE_MS = 1500
REVEAL_MS = 4000
"""Three cards are turned one after another."""
QUIET_S = 1.5
MICROSECONDS = 1000
"""Of a millisecond."""
RECORD = """(() => {
  const frame = () => requestAnimationFrame(frame);
  requestAnimationFrame(frame);
  addEventListener('keydown', () => console.timeStamp('step'), true);
  window.WebSocket = class extends WebSocket {
    constructor(...args) {
      super(...args);
      this.addEventListener('message', ({ data }) => {
        if (data.includes('"t":"delta"')) console.timeStamp('step');
      });
    }
  };
  new MutationObserver((_, observer) => {
    if (!document.querySelector('dialog[open] table')) return;
    console.timeStamp('shown');
    observer.disconnect();
  }).observe(document, { subtree: true, childList: true, attributeFilter: ['open'] });
})()"""
"""Marks in the trace: a key or a delta, and the score sheet that opens."""
TRACED = ["toplevel", "devtools.timeline"]
TASK = "ThreadControllerImpl::RunTask"
PAINTED = "() => document.querySelectorAll('.scene > img').length"


def has(name: str, count: int = 1) -> Callable[[list[Any]], bool]:
    """Whether so many events of that name are among those of an entry."""
    return lambda events: sum(_name(event) == name for event in events) >= count


def burns(events: list[Any]) -> bool:
    return any(_name(event) == "wounded" and event["args"]["source"] == "fire" for event in events)


def _name(event: Any) -> str:
    return str(event["key"]).rpartition(".")[2]


@dataclass(frozen=True)
class Scene:
    """A moment of a match, known by the events of one entry."""

    game: str
    seats: int
    is_in: Callable[[list[Any]], bool]
    options: dict[str, Any] = field(default_factory=dict)
    milliseconds: int = SCENE_MS


SCENES = {
    "claim of a Place of Power": Scene("res_arcana", 4, has("claimed")),
    "Reveal of three": Scene(
        "battle_for_empyrean",
        2,
        has("revealed", 3),
        {"decks_by": "random"},
        REVEAL_MS,
    ),
    "a King in the fire": Scene("ascended_kings", 4, burns, {"kings": "random"}),
    "death": Scene("ascended_kings", 4, has("died"), {"kings": "random"}),
}
SHORT: dict[str, dict[str, Any]] = {
    "res_arcana": {"round_limit": 3},
    "battle_for_empyrean": {"decks_by": "random"},
    "ascended_kings": {"kings": "random", "round_limit": 2},
}
"""Options of the matches whose victory is measured."""


class Moment(NamedTuple):
    """An entry of a match, and the seat that sees it."""

    match: str
    ply: int
    seat: int


class Sample(NamedTuple):
    """Milliseconds of the slower processor: what each frame cost, and the longest task."""

    frames: list[float]
    longest_task: float

    @property
    def missed(self) -> float:
        """The share of frames that took too long, in per cent."""
        return 100 * sum(cost > FRAME_MS for cost in self.frames) / len(self.frames)


def measure() -> dict[str, Any]:
    """Show all scenes; returns date, machine and the figures of each."""
    return asyncio.run(_measure())


async def _measure() -> dict[str, Any]:
    figures: dict[str, dict[str, Any]] = {}
    with server(**SETTINGS) as running:
        async with browsers.launched(browsers.headless_chromium()) as browser:
            for name, scene in SCENES.items():
                samples = await _samples_of(browser, running.url, scene)
                figures[f"{scene.game}, {name}"] = _figures(samples)
            for game in SHORT:
                figures[f"{game}, victory"] = _figures(await _victories(browser, running.url, game))
            machine = machine_of(browser)
    return {"date": datetime.now(UTC).date().isoformat(), "machine": machine, "found": figures}


def _figures(samples: Sequence[Sample]) -> dict[str, Any]:
    return {
        f"frames over {FRAME_MS} ms": f"{spread([s.missed for s in samples], 1)} %",
        "median frame": f"{spread([statistics.median(s.frames) for s in samples], 1)} ms",
        "longest frame": f"{spread([max(s.frames) for s in samples], 0)} ms",
        "longest task": f"{spread([s.longest_task for s in samples], 0)} ms",
        "samples": len(samples),
    }


async def _samples_of(browser: Browser, url: str, scene: Scene) -> list[Sample]:
    async with tab(browser) as hosting:
        moments = await _moments(hosting, url, scene)
        cookies = await hosting.page.context.cookies()
    return [await _stepped(browser, url, cookies, moment, scene) for moment in moments]


async def _moments(hosting: Tab, url: str, scene: Scene) -> list[Moment]:
    """Of as many matches as needed; of each match not more than its share."""
    moments: list[Moment] = []
    for _number in range(MAX_MATCHES):
        match = await _play(hosting, url, scene.game, scene.seats, scene.options)
        for ply, events in groupby(await _events(hosting, url, match), key=lambda e: e["ply"]):
            entry = list(events)
            if scene.is_in(entry):
                seat = next((e["args"]["seat"] for e in entry if "seat" in e["args"]), 0)
                moments.append(Moment(match, ply, seat))
        if len(moments) >= SAMPLES:
            break
    if not moments:
        raise RuntimeError(f"no match of {scene.game} shows the scene")
    spacing = max(1, len(moments) // SAMPLES)
    return moments[::spacing][:SAMPLES]


async def _play(hosting: Tab, url: str, game: str, seats: int, options: dict[str, Any]) -> str:
    """A match that bots have played to its end; its id."""
    match = await host(hosting.page, url, game=game, seats=[GREEDY] * seats, options=options)
    for _second in range(MATCH_SECONDS):
        if (await _get(hosting, f"{url}/api/v1/matches/{match['id']}"))["status"] == "finished":
            return str(match["id"])
        await asyncio.sleep(1)
    raise RuntimeError(f"the match of {game} did not end")


async def _events(hosting: Tab, url: str, match: str) -> list[Any]:
    events: list[Any] = []
    after: int | None = -1
    while after is not None:
        address = f"{url}/api/v1/matches/{match}/log?after={after}&as=seat:0"
        page = await _get(hosting, address)
        events += page["events"]
        after = page.get("next")
    return events


async def _stepped(
    browser: Browser, url: str, cookies: list[Any], moment: Moment, scene: Scene
) -> Sample:
    async with tab(browser, cookies, RECORD) as opened:
        path = f"m/{moment.match}/replay?ply={moment.ply - 1}&as=seat:{moment.seat}"
        await opened.page.goto(f"{url}/{path}")
        await opened.appears("#question .ways")
        await _settle(opened)
        await browser.start_tracing(page=opened.page, categories=TRACED)
        await opened.page.keyboard.press("ArrowRight")
        return await _sample(browser, scene.milliseconds)


async def _victories(browser: Browser, url: str, game: str) -> list[Sample]:
    """The last seat to answer wins in them, if it does in any."""
    async with tab(browser) as hosting:
        seats = games()[game].seats[0]
        last: list[tuple[bool, Moment]] = []
        for _number in range(MAX_MATCHES):
            match = await _play(hosting, url, game, seats, SHORT[game])
            last.append(await _last_answer(hosting, url, match))
            if last[-1][0]:
                break
        _, moment = max(last, key=lambda found: found[0])
        samples = []
        for _number in range(SAMPLES):
            samples.append(await _victory(browser, hosting, url, moment, seats))
        return samples


async def _last_answer(hosting: Tab, url: str, match: str) -> tuple[bool, Moment]:
    """Whether its seat won, and where it was."""
    address = f"{url}/api/v1/matches/{match}"
    info = await _get(hosting, address)
    page = await _get(hosting, f"{address}/log?after={max(-1, info['ply'] - 20)}")
    entry = [entry for entry in page["entries"] if entry.get("seat") is not None][-1]
    winners = (info["outcome"]["ranks"] or [[]])[0]
    return entry["seat"] in winners, Moment(match, entry["ply"], entry["seat"])


async def _victory(browser: Browser, hosting: Tab, url: str, moment: Moment, seats: int) -> Sample:
    match = await _fork(hosting, url, moment, seats)
    async with tab(browser, await hosting.page.context.cookies(), RECORD) as opened:
        await opened.page.goto(f"{url}/m/{match}")
        await opened.appears("#question")
        await _settle(opened)
        await browser.start_tracing(page=opened.page, categories=TRACED)
        await _answer_to_the_end(hosting.page.request, url, match)
        await opened.appears("dialog[open] table")
        return await _sample(browser, SCENE_MS)


async def _fork(hosting: Tab, url: str, moment: Moment, seats: int) -> str:
    fork_seats = [GREEDY] * seats
    fork_seats[moment.seat] = {"kind": "me"}
    reply = await hosting.page.request.post(
        f"{url}/api/v1/matches/{moment.match}/fork",
        data={"ply": moment.ply - 1, "seats": fork_seats},
        headers=origin_of(url),
    )
    assert reply.status == 201, await reply.text()
    return str((await reply.json())["id"])


async def _answer_to_the_end(request: APIRequestContext, url: str, match: str) -> None:
    address = f"{url}/api/v1/matches/{match}"
    for _number in range(MAX_POLLS):
        frame = await (await request.get(f"{address}/view")).json()
        if frame["view"]["status"] != "playing":
            return
        for decision in [found for found in frame["decisions"] if not found["optional"]][:1]:
            await request.post(
                f"{address}/decisions/{decision['id']}",
                data={"answer": decision["default"]},
                headers=origin_of(url),
            )
        await asyncio.sleep(POLL_S)
    raise RuntimeError("the forked match did not end")


async def _settle(opened: Tab) -> None:
    """Pictures are painted in idle time: wait for the last one."""
    painted = -1
    while (now := await opened.page.evaluate(PAINTED)) != painted:
        painted = now
        await asyncio.sleep(QUIET_S)


async def _sample(browser: Browser, milliseconds: int) -> Sample:
    await asyncio.sleep((GRACE_MS + milliseconds) / 1000 + 0.3)
    trace = json.loads(await browser.stop_tracing())
    return sample_of(trace["traceEvents"], milliseconds)


def sample_of(events: list[Any], milliseconds: int) -> Sample:
    """The scene in a trace: from the step, or else the delta before the score sheet opened, until
    that long after it is shown.
    """
    marks = [event for event in events if event["name"] == "TimeStamp"]
    shown = [mark for mark in marks if _message(mark) == "shown"]
    steps = [mark for mark in marks if _message(mark) == "step"]
    begun = [step for step in steps if not shown or step["ts"] < shown[0]["ts"]][-1]
    end = (shown or [begun])[0]["ts"] + (GRACE_MS + milliseconds) * MICROSECONDS
    thread = begun["pid"], begun["tid"]
    mine = [event for event in events if (event["pid"], event["tid"]) == thread]
    finished = [event for event in mine if event["name"] == TASK and "tdur" in event]
    drawn = sorted(event["ts"] for event in mine if event["name"] == "FireAnimationFrame")
    tasks = [task for task in finished if task["ts"] < end and _end(task) > begun["ts"]]
    frames = [
        task
        for task in tasks
        if task["ts"] >= begun["ts"] + GRACE_MS * MICROSECONDS
        and bisect_left(drawn, task["ts"]) < bisect_left(drawn, _end(task))
    ]
    return Sample([_cost(task) for task in frames], max(map(_cost, tasks)))


def _message(mark: Any) -> str:
    return str(mark["args"]["data"]["message"])


def _end(task: Any) -> float:
    return float(task["ts"] + task["dur"])


def _cost(task: Any) -> float:
    """Milliseconds of the main thread's own time, on the slower processor."""
    return float(task["tdur"]) / MICROSECONDS * SLOW_PROCESSOR


async def _get(opened: Tab, address: str) -> Any:
    reply = await opened.page.request.get(address)
    assert reply.ok, await reply.text()
    return await reply.json()
