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
from engine.testing.play import options_of, seed_of
from tests.app.wire import Person, anonymous, arrive

NAMES = ["Ann", "Bob", "Cid", "Dot"]
GAMES = {id: game for id, game in games().items() if not game.for_tests}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_frame_contains_all_that_its_translation_needs(game: Game[Any, Any]) -> None:
    """Rendering a frame again in English gives the same texts."""
    rng, seats = Random(3), game.seats[-1]
    options = {**options_of(game, seats, 3), "round_limit": 3}
    transition = new_match(game, options, seats, seed_of(3))
    count = 0
    while not transition.match.over:
        place = rng.randrange(len(transition.match.decisions))
        decision, question = transition.match.decisions[place], transition.running.open[place]
        events = [
            view.visible_event(game, event, decision.seat, 0, NAMES, dict)
            for event in transition.events
        ]
        frame = {
            "decisions": [view.decision(game, question, decision.id, False, NAMES)],
            "events": [event for event in events if event],
            "threats": [
                view.threat(game, threat, decision.seat, NAMES, dict)
                for threat in game.threats(transition.running.table)
            ],
        }
        again = Translator(game.messages, NAMES, decision.seat).frame(deepcopy(frame))
        assert again == frame
        count += len(frame["events"])
        raw = random_answer(question, rng)
        transition = answer(game, transition.match, decision.seat, decision.id, raw)
    assert count > 20


async def test_game_is_described_in_german(url: str) -> None:
    caller = anonymous(url)
    offer = await caller.get("/games")
    (listed,) = [item for item in offer["items"] if item["id"] == "res_arcana"]
    assert {"en", "de"} <= set(listed["languages"])
    english = await caller.get("/games/res_arcana")
    german = await caller.get("/games/res_arcana?lang=de-AT")
    assert (english["language"], german["language"]) == ("en", "de")
    assert german["messages"]["res_arcana.option.pass"] == "Passen"
    assert german["messages"].keys() == english["messages"].keys()
    assert [entry["id"] for entry in german["catalogue"]] == [
        entry["id"] for entry in english["catalogue"]
    ]
    assert all(
        translated["text"] != original["text"]
        for translated, original in zip(german["catalogue"], english["catalogue"], strict=True)
        if "text" in translated
    )
    power = english["catalogue"][0]["facts"]["powers"][0]["text"]
    assert german["said"][power] == german["catalogue"][0]["facts"]["powers"][0]["text"]
    assert german["plural"][:3] == [1, 0, 1]


async def test_missing_language_falls_back_to_english(url: str) -> None:
    caller = anonymous(url)
    assert (await caller.get("/games/tiny?lang=de"))["language"] == "en"
    assert (await caller.get("/games/res_arcana?lang=tlh"))["language"] == "en"
    refused = await caller.call("GET", "/games/res_arcana?lang=../de")
    assert refused.status_code == 422


async def test_entity_tags_differ_between_languages(url: str) -> None:
    caller = anonymous(url)
    german = await caller.call("GET", "/games/res_arcana?lang=de")
    english = await caller.call("GET", "/games/res_arcana")
    assert german.headers["etag"] != english.headers["etag"]


async def test_view_and_log_are_in_german_on_request(url: str) -> None:
    ann, bob = await arrive(url, "Ann"), await arrive(url, "Bob")
    match = await _drafting(ann, bob)
    english = (await ann.call("GET", f"/matches/{match}/view")).json()
    reply = await ann.call("GET", f"/matches/{match}/view?lang=de")
    german = reply.json()
    assert reply.headers["content-language"] == "de"
    assert german["view"] == english["view"]
    assert german["hash"] == english["hash"]
    prompt = german["decisions"][0]["prompt"]
    assert prompt["key"] == english["decisions"][0]["prompt"]["key"]
    assert prompt["text"] != english["decisions"][0]["prompt"]["text"]
    mage = english["decisions"][0]["options"][0]["key"]
    await ann.answer(match, english["decisions"][0]["id"], mage)
    other = (await bob.view(match))["decisions"][0]
    await bob.answer(match, other["id"], other["default"])

    own = await ann.get(f"/matches/{match}/log?lang=de")
    others = await bob.get(f"/matches/{match}/log?lang=de")

    texts = {event["text"] for event in own["events"]}
    assert any(text.startswith("Du ") for text in texts)
    assert any(event["text"].startswith("Ann ") for event in others["events"])
    assert texts != {event["text"] for event in (await ann.get(f"/matches/{match}/log"))["events"]}


async def _drafting(ann: Person, bob: Person) -> str:
    """A match of Res Arcana in which both choose their mages."""
    body = {"game": "res_arcana", "seats": [{"kind": "me"}, {"kind": "open"}]}
    created = await ann.post("/matches", body, 201)
    await bob.post(f"/matches/{created['id']}/seats", {"seat": 1})
    match: str = created["id"]
    return match
