"""Languages: games, views and logs in the language that a request names."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from app.games.translated import Translator
from engine.bots.random_bot import random_answer
from engine.core import view
from engine.core.game import Game
from engine.core.match import answer, new_match
from engine.core.registry import games
from tests.app.wire import Person, anonymous, arrive
from tests.engine.batteries import options_of, seed_of

NAMES = ["Ann", "Bob", "Cid", "Dot"]
GAMES = {id: game for id, game in games().items() if not game.for_tests}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_a_frame_has_all_that_its_sentences_are_made_of(game: Game[Any, Any]) -> None:
    """Rendering them again in English leads to the same texts."""
    rng, seats = Random(3), game.seats[-1]
    options = {**options_of(game, seats, 3), "round_limit": 3}
    taken = new_match(game, options, seats, seed_of(3))
    count = 0
    while not taken.match.over:
        place = rng.randrange(len(taken.match.decisions))
        known, question = taken.match.decisions[place], taken.running.open[place]
        told = [view.happening(game, event, known.seat, 0, NAMES, dict) for event in taken.events]
        frame = {
            "decisions": [view.decision(game, question, known.id, False, NAMES)],
            "events": [event for event in told if event],
            "threats": [
                view.threat(game, one, known.seat, NAMES, dict)
                for one in game.threats(taken.running.table)
            ],
        }
        again = Translator(game.messages, NAMES, known.seat).frame(deepcopy(frame))
        assert again == frame
        count += len(frame["events"])
        raw = random_answer(question, rng)
        taken = answer(game, taken.match, known.seat, known.id, raw)
    assert count > 20


async def test_a_game_in_german(url: str) -> None:
    somebody = anonymous(url)
    offer = await somebody.get("/games")
    (listed,) = [one for one in offer["items"] if one["id"] == "res_arcana"]
    assert {"en", "de"} <= set(listed["languages"])
    english = await somebody.get("/games/res_arcana")
    german = await somebody.get("/games/res_arcana?lang=de-AT")
    assert (english["language"], german["language"]) == ("en", "de")
    assert german["messages"]["res_arcana.option.pass"] == "Passen"
    assert german["messages"].keys() == english["messages"].keys()
    assert [one["id"] for one in german["catalogue"]] == [one["id"] for one in english["catalogue"]]
    assert all(
        one["text"] != other["text"]
        for one, other in zip(german["catalogue"], english["catalogue"], strict=True)
        if "text" in one
    )
    power = english["catalogue"][0]["facts"]["powers"][0]["text"]
    assert german["said"][power] == german["catalogue"][0]["facts"]["powers"][0]["text"]
    assert german["plural"][:3] == [1, 0, 1]


async def test_a_language_that_a_game_lacks_is_english(url: str) -> None:
    somebody = anonymous(url)
    assert (await somebody.get("/games/tiny?lang=de"))["language"] == "en"
    assert (await somebody.get("/games/res_arcana?lang=tlh"))["language"] == "en"
    refused = await somebody.call("GET", "/games/res_arcana?lang=../de")
    assert refused.status_code == 422


async def test_versions_and_tags_tell_languages_apart(url: str) -> None:
    somebody = anonymous(url)
    one = await somebody.call("GET", "/games/res_arcana?lang=de")
    other = await somebody.call("GET", "/games/res_arcana")
    assert one.headers["etag"] != other.headers["etag"]


async def test_view_and_log_in_german(url: str) -> None:
    ann, bob = await arrive(url, "Ann"), await arrive(url, "Bob")
    match = await _drafting(ann, bob)
    english = (await ann.call("GET", f"/matches/{match}/view")).json()
    reply = await ann.call("GET", f"/matches/{match}/view?lang=de")
    german = reply.json()
    assert reply.headers["content-language"] == "de"
    assert german["view"] == english["view"]
    assert german["hash"] == english["hash"]
    asked = german["decisions"][0]["prompt"]
    assert asked["key"] == english["decisions"][0]["prompt"]["key"]
    assert asked["text"] != english["decisions"][0]["prompt"]["text"]
    mage = english["decisions"][0]["options"][0]["key"]
    await ann.answer(match, english["decisions"][0]["id"], mage)
    other = (await bob.view(match))["decisions"][0]
    await bob.answer(match, other["id"], other["default"])

    own = await ann.get(f"/matches/{match}/log?lang=de")
    others = await bob.get(f"/matches/{match}/log?lang=de")

    said = {event["text"] for event in own["events"]}
    assert any(text.startswith("Du ") for text in said)
    assert any(event["text"].startswith("Ann ") for event in others["events"])
    assert said != {event["text"] for event in (await ann.get(f"/matches/{match}/log"))["events"]}


async def _drafting(ann: Person, bob: Person) -> str:
    """A match of Res Arcana in which both choose their mages."""
    wish = {"game": "res_arcana", "seats": [{"kind": "me"}, {"kind": "open"}]}
    made = await ann.post("/matches", wish, 201)
    await bob.post(f"/matches/{made['id']}/seats", {"seat": 1})
    match: str = made["id"]
    return match
