"""A table whose hand the test deals by rewriting the server's messages to the page."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

from playwright.async_api import expect

from devtools.page.table import host, play_until_round
from tests.e2e.frozen_table import BOT, FrozenTable
from tests.e2e.people import until

HAND = """JSON.stringify([...document.querySelectorAll('.hand .thing')]
  .map((thing) => thing.dataset.thing.split(':')[1]).sort())"""

Change = Callable[[dict[str, Any]], None]


class Dealt(FrozenTable):
    """The page gets the first full view of its match, then only what the test changes it to."""

    async def sit(
        self, server: str, game: str, options: Any = None, seats: int = 2, round: int = 0
    ) -> None:
        """Sit down and wait for a question: the first one, or one of this round."""
        await self.freeze()
        bots = [BOT] * (seats - 1)
        settings = {"game": game, "options": options or {}, "visibility": "private"}
        match = await host(self.page, server, **settings, seats=[{"kind": "me"}, *bots])
        if round:
            await play_until_round(self.page, server, match["id"], round)
        await self.page.goto(f"{server}/m/{match['id']}")
        await expect(self.page.locator("#question .answers")).to_be_visible()
        await self.page.evaluate("document.fonts.ready")

    async def show(self, change: Change) -> None:
        """Send the view with this change and wait until the page shows its hand."""
        assert self.first_frame
        frame = copy.deepcopy(self.first_frame)
        change(frame)
        self.send(frame)
        hand = json.dumps(sorted(mine(frame)["hand"]))
        await until(self.page, f"{HAND} === JSON.stringify({hand})")
        await self.drawn()

    async def deal(self, cards: list[str]) -> None:
        """Deal these cards to the hand, with nothing drafted."""
        await self.show(lambda frame: _deal(frame, cards))
        await expect(self.page.locator(".hand .thing")).to_have_count(len(cards))

    async def resize(self, width: int, height: int) -> None:
        """Resize the window."""
        await self.page.set_viewport_size({"width": width, "height": height})
        await self.drawn()

    async def drawn(self) -> None:
        """Wait two animation frames: the change is drawn then."""
        await self.page.evaluate(
            "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )


def mine(frame: dict[str, Any]) -> dict[str, Any]:
    """What the view says of the first seat."""
    player: dict[str, Any] = frame["view"]["table"]["players"]["p0"]
    return player


def _deal(frame: dict[str, Any], cards: list[str]) -> None:
    player = mine(frame)
    player.pop("drafted", None)
    empyrean = "next_essence" in player
    kings = "sockets" in player
    player["hand"] = (
        cards if not (empyrean or kings) else dict.fromkeys(cards, 1 if empyrean else True)
    )
