"""WebKit: the lobby, an answer at a table of each game, a replay by its link."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.boards import BOARDS, TITLES
from tests.e2e.webkit import WebKit, open_window
from tests.sampling import sampled

FIRST_ANSWER = "#question .answers button[data-shortcut='1']"
CAN_ANSWER = f'return document.querySelector("{FIRST_ANSWER}:enabled")'
AT_TABLE = "return location.pathname.startsWith('/m/')"
ANSWERED = """
  const match = location.pathname.split('/').at(-1);
  return fetch(`/api/v1/matches/${match}/log`).then((answer) => answer.json())
    .then(({ entries }) => entries.some(({ seat }) => seat === 0));
"""
ROOM = """
  const text = document.createRange();
  text.selectNodeContents(document.querySelector('#question .happened'));
  const slider = document.querySelector('#question [type=range]').getBoundingClientRect();
  const said = document.querySelector('#question .said').getBoundingClientRect();
  return slider.top - Math.min(text.getBoundingClientRect().bottom, said.bottom);
"""
"""Pixels between the text, which scrolls where it is long, and the slider."""
MOMENT = """
  return document.querySelector('[type=range]')?.ariaValueText?.startsWith(arguments[0])
    && !document.querySelector('.place.loading');
"""

pytestmark = pytest.mark.timeout(300)


@pytest.fixture(scope="module")
def webkit() -> Iterator[WebKit]:
    with open_window() as window:
        yield window


@pytest.mark.soak
@pytest.mark.parametrize("game", sampled(list(BOARDS), ["res_arcana"]))
def test_play_now_leads_to_a_table_that_takes_an_answer(
    server: Any, webkit: WebKit, game: str
) -> None:
    webkit.open(server.url)
    webkit.press(f"button[aria-label^='Play now: {TITLES[game]}']", AT_TABLE)
    if game == "battle_for_empyrean":
        webkit.press(".deck", CAN_ANSWER)
    webkit.press(FIRST_ANSWER, ANSWERED)
    assert webkit.errors == []


def test_replay_slider_does_not_cover_the_text(server: Any, webkit: WebKit) -> None:
    """The first moment has the longest text: everything dealt."""
    match = played_by_bots(server.url)
    webkit.open(f"{server.url}/m/{match}/replay?ply=0", width=390)
    webkit.until(MOMENT, "0 of ")
    assert webkit.driver.execute_script(ROOM) >= 0
    for step, ply in (("forward", 1), ("forward", 2), ("back", 1), ("back", 0)):
        webkit.find(f"button[aria-label='One step {step}']").click()
        webkit.until(MOMENT, f"{ply} of ")
        assert webkit.driver.execute_script(ROOM) >= 0, f"at {ply}"
    assert webkit.errors == []


def played_by_bots(server: str) -> str:
    """Let two bots play a public match to its end."""
    bot = {"kind": "bot", "bot": "random"}
    settings = {"game": "res_arcana", "seats": [bot, bot], "options": {"round_limit": 1}}
    with httpx.Client(base_url=f"{server}/api/v1", headers={"Origin": server}) as http:
        http.post("/guests", json={"name": "Ada"}).raise_for_status()
        created = http.post("/matches", json=settings).raise_for_status().json()
        while True:
            match = http.get(f"/matches/{created['id']}").raise_for_status().json()
            if match["status"] == "finished":
                return str(match["id"])
