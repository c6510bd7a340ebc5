"""First matches: only the learner sees them, they count nowhere, and the guide has a script."""

from __future__ import annotations

import asyncio

import pytest

from app.lobby.schemas import NewMatch
from engine.bots.guide import GUIDE
from engine.core.first_match import FirstMatch, first_match_of
from engine.core.registry import games
from tests.app.in_process import ANN, in_process_server
from tests.app.wire import Person, anonymous, arrive

BOT_MATCH = {
    "game": "res_arcana",
    "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}],
    "visibility": "private",
}
PATH = "/games/{}/first-match"
LAST_ANSWER = {"res_arcana": "claim:great_pyramid"}
"""The answer that ends the proposals, in games that have one."""
GAMES = [id for id, game in games().items() if first_match_of(game)]


def lesson_of(game: str) -> FirstMatch:
    lesson = first_match_of(games()[game])
    assert lesson is not None
    return lesson


async def start_first_match(person, game="res_arcana"):
    return await person.post(PATH.format(game), None, 201)


async def open_decision(wire):
    """The next question to the learner."""
    await wire.until(
        lambda: wire.end or [decision for decision in wire.decisions if not decision["optional"]]
    )
    return next((decision for decision in wire.decisions if not decision["optional"]), None)


@pytest.mark.parametrize("game", GAMES)
async def test_script_of_a_first_match_is_public(embedded, game):
    ann = await arrive(embedded.url, "Ann")
    offered = {item["id"]: item for item in (await ann.get("/games"))["items"]}
    assert offered[game]["first_match"] is True
    script = await ann.get(f"{PATH.format(game)}?version={offered[game]['version']}")
    lesson = lesson_of(game)
    assert script["proposed"] == lesson.proposed
    assert script.get("proposed_until", "") == lesson.proposed_until
    assert [note["id"] for note in script["notes"]] == [note.id for note in lesson.notes]
    assert [proposal["answer"] for proposal in script["proposals"]] == [
        proposal.answer for proposal in lesson.proposals
    ]
    assert not {"rival", "seed", "options"} & set(script), "it would spoil the match"


async def test_game_without_a_first_match_is_not_found(embedded):
    ann = await arrive(embedded.url, "Ann")
    offered = {item["id"]: item for item in (await ann.get("/games"))["items"]}
    assert "first_match" not in offered["tiny"]
    await ann.refused("GET", PATH.format("tiny"), "not-found")
    await ann.refused("POST", PATH.format("tiny"), "not-found")
    await ann.refused("POST", PATH.format("none"), "not-found")


@pytest.mark.parametrize("game", GAMES)
async def test_proposed_answers_are_legal_throughout(embedded, game):
    """The same match as in the engine's tests: seed, options and the guide's answers are those of
    the file.
    """
    ann = await arrive(embedded.url, "Ann")
    match = await start_first_match(ann, game)
    assert match["status"] == "playing"
    assert match["first_match"] is True
    assert [seat.get("bot") for seat in match["seats"]] == [None, GUIDE.name]
    wire, lesson, answered = await ann.wire(match["id"]), lesson_of(game), set()
    chosen = None
    while len(answered) < lesson.proposed and chosen != LAST_ANSWER.get(game):
        await wire.until(
            lambda: [decision for decision in wire.decisions if decision["id"] not in answered]
        )
        decision = next(decision for decision in wire.decisions if not decision["optional"])
        prompt = decision["prompt"]["key"].removeprefix(f"{game}.")
        fitting = [scripted.answer for scripted in lesson.proposals if scripted.prompt == prompt]
        chosen = next(answer for answer in fitting if is_legal(decision, answer))
        answered.add(decision["id"])
        await ann.answer(match["id"], decision["id"], chosen)
    await wire.close()
    assert LAST_ANSWER.get(game, chosen) == chosen


def is_legal(decision, answer):
    if decision["kind"] != "mix":
        keys = [option["key"] for option in decision.get("options", [])]
        return not keys or answer in keys
    within = all(n <= decision["limits"].get(kind, 0) for kind, n in answer.items())
    return within and decision["min"] <= sum(answer.values()) <= decision["max"]


async def test_first_match_is_visible_to_its_learner_only(embedded):
    ann, eve = await arrive(embedded.url, "Ann"), await arrive(embedded.url, "Eve")
    match = (await start_first_match(ann))["id"]
    assert [item["id"] for item in (await ann.get("/matches?account=me"))["items"]] == [match]
    assert match not in [item["id"] for item in (await eve.get("/matches"))["items"]]
    await eve.refused("GET", f"/matches/{match}/view", "forbidden")
    await eve.refused("GET", f"/matches/{match}/log", "forbidden")


async def test_first_match_counts_in_neither_results_nor_ratings(embedded):
    """Neither in results nor in ratings; an ordinary match of the same player does."""
    body = {"name": "Learner", "password": "correct horse battery"}
    created = await anonymous(embedded.url).post("/accounts", body, 201)
    ann = Person(embedded.url, "Learner", created["token"], created["account"]["id"])
    match = await start_first_match(ann)
    assert match["rated"] is False
    ordinary = (await ann.post("/matches", BOT_MATCH, 201))["id"]
    for played in (match["id"], ordinary):
        await ann.post(f"/matches/{played}/resign")
        assert (await ann.get(f"/matches/{played}"))["status"] == "finished"
    while not (profile := await ann.get("/accounts/Learner"))["results"]:  # noqa: ASYNC110
        await asyncio.sleep(0.02)
    assert [(result["game"], result["played"]) for result in profile["results"]] == [
        ("res_arcana", 1)
    ]
    assert (profile["ratings"], profile["matches"]) == ([], [])


async def test_first_match_notifies_of_neither_turns_nor_its_end(tmp_path):
    """The learner's own pages are updated, but there are no notifications of turns and the end."""
    notifications = []
    async with in_process_server(tmp_path) as services:
        services.notifier.add_sink(notifications.append)
        lesson = await services.lobby.start_first_match("res_arcana", ANN)
        ordinary = await services.lobby.create(NewMatch(**BOT_MATCH), ANN)
        for match in (lesson, ordinary):
            await services.resignations.resign(match.id, ANN.account)
    kinds = {
        id: {notification.kind for notification in notifications if notification.match == id}
        for id in (lesson.id, ordinary.id)
    }
    assert kinds[lesson.id] == {"match"}
    assert {"match", "decision", "end"} >= kinds[ordinary.id] > {"match"}


async def test_rematch_of_a_first_match_is_an_ordinary_match(embedded):
    ann = await arrive(embedded.url, "Ann")
    match = (await start_first_match(ann))["id"]
    await ann.post(f"/matches/{match}/resign")
    again = await ann.post(f"/matches/{match}/rematch", None, 201)
    assert "first_match" not in again
    assert [seat.get("bot") for seat in again["seats"]] == [None, "normal"]


async def test_guide_cannot_be_invited(embedded):
    ann = await arrive(embedded.url, "Ann")
    assert GUIDE.name not in [bot["name"] for bot in (await ann.get("/games"))["bots"]]
    seats = [{"kind": "me"}, {"kind": "bot", "bot": GUIDE.name}]
    await ann.refused("POST", "/matches", "invalid-request", {"game": "tiny", "seats": seats})


async def test_every_answer_in_a_first_match_can_be_undone(embedded):
    """Even across answers of the guide, and without anyone's consent."""
    ann = await arrive(embedded.url, "Ann")
    match = (await start_first_match(ann))["id"]
    wire = await ann.wire(match)
    first = await open_decision(wire)
    await ann.answer(match, first["id"], first["options"][0]["key"])
    await wire.until(lambda: any(decision["id"] != first["id"] for decision in wire.decisions))
    await ann.post(f"/matches/{match}/decisions/{first['id']}/undo", None, 202)
    await wire.until(
        lambda: (
            [decision["prompt"]["key"] for decision in wire.decisions] == [first["prompt"]["key"]]
        )
    )
    await wire.close()
