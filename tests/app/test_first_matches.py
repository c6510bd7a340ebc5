"""First matches: who sees one, that it counts nowhere, and that the guide keeps to its script."""

from __future__ import annotations

import asyncio

import pytest

from app.lobby.schemas import NewMatch
from engine.bots.guide import GUIDE
from engine.core.first_match import FirstMatch, first_match_of
from engine.core.registry import games
from tests.app.in_process import ANN, in_process_server
from tests.app.wire import Person, anonymous, arrive

AGAINST = {
    "game": "res_arcana",
    "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}],
    "visibility": "private",
}
LEARN = "/games/{}/first-match"
LAST = {"res_arcana": "claim:great_pyramid"}
"""What the proposals lead to, if that ends them."""
GAMES = [id for id, game in games().items() if first_match_of(game)]


def lesson_of(game: str) -> FirstMatch:
    lesson = first_match_of(games()[game])
    assert lesson is not None
    return lesson


async def begun(person, game="res_arcana"):
    return await person.post(LEARN.format(game), None, 201)


async def open_decision(wire):
    """The next question to the learner."""
    await wire.until(lambda: wire.end or [one for one in wire.decisions if not one["optional"]])
    return next((one for one in wire.decisions if not one["optional"]), None)


@pytest.mark.parametrize("game", GAMES)
async def test_what_it_teaches_is_told_to_everybody(embedded, game):
    ann = await arrive(embedded.url, "Ann")
    offered = {one["id"]: one for one in (await ann.get("/games"))["items"]}
    assert offered[game]["first_match"] is True
    told = await ann.get(f"{LEARN.format(game)}?version={offered[game]['version']}")
    lesson = lesson_of(game)
    assert told["proposed"] == lesson.proposed
    assert told.get("proposed_until", "") == lesson.proposed_until
    assert [note["id"] for note in told["notes"]] == [note.id for note in lesson.notes]
    assert [one["answer"] for one in told["proposals"]] == [one.answer for one in lesson.proposals]
    assert not {"rival", "seed", "options"} & set(told), "it would spoil the match"


async def test_a_game_without_one_says_so(embedded):
    ann = await arrive(embedded.url, "Ann")
    offered = {one["id"]: one for one in (await ann.get("/games"))["items"]}
    assert "first_match" not in offered["tiny"]
    await ann.refused("GET", LEARN.format("tiny"), "not-found")
    await ann.refused("POST", LEARN.format("tiny"), "not-found")
    await ann.refused("POST", LEARN.format("none"), "not-found")


@pytest.mark.parametrize("game", GAMES)
async def test_the_proposed_answers_meet_the_script(embedded, game):
    """The same match as in the engine's tests: seed, options and the guide's answers are those of
    the file.
    """
    ann = await arrive(embedded.url, "Ann")
    match = await begun(ann, game)
    assert match["status"] == "playing"
    assert match["first_match"] is True
    assert [seat.get("bot") for seat in match["seats"]] == [None, GUIDE.name]
    wire, lesson, answered = await ann.wire(match["id"]), lesson_of(game), set()
    given = None
    while len(answered) < lesson.proposed and given != LAST.get(game):
        await wire.until(lambda: [one for one in wire.decisions if one["id"] not in answered])
        decision = next(one for one in wire.decisions if not one["optional"])
        prompt = decision["prompt"]["key"].removeprefix(f"{game}.")
        fitting = [scripted.answer for scripted in lesson.proposals if scripted.prompt == prompt]
        given = next(answer for answer in fitting if is_legal(decision, answer))
        answered.add(decision["id"])
        await ann.answer(match["id"], decision["id"], given)
    await wire.close()
    assert LAST.get(game, given) == given


def is_legal(decision, answer):
    if decision["kind"] != "mix":
        keys = [option["key"] for option in decision.get("options", [])]
        return not keys or answer in keys
    within = all(n <= decision["limits"].get(kind, 0) for kind, n in answer.items())
    return within and decision["min"] <= sum(answer.values()) <= decision["max"]


async def test_only_the_learner_sees_it(embedded):
    ann, eve = await arrive(embedded.url, "Ann"), await arrive(embedded.url, "Eve")
    match = (await begun(ann))["id"]
    assert [one["id"] for one in (await ann.get("/matches?account=me"))["items"]] == [match]
    assert match not in [one["id"] for one in (await eve.get("/matches"))["items"]]
    await eve.refused("GET", f"/matches/{match}/view", "forbidden")
    await eve.refused("GET", f"/matches/{match}/log", "forbidden")


async def test_it_counts_nowhere(embedded):
    """Neither in results nor in ratings; an ordinary match of the same player does."""
    body = {"name": "Learner", "password": "correct horse battery"}
    made = await anonymous(embedded.url).post("/accounts", body, 201)
    ann = Person(embedded.url, "Learner", made["token"], made["account"]["id"])
    match = await begun(ann)
    assert match["rated"] is False
    ordinary = (await ann.post("/matches", AGAINST, 201))["id"]
    for one in (match["id"], ordinary):
        await ann.post(f"/matches/{one}/resign")
        assert (await ann.get(f"/matches/{one}"))["status"] == "finished"
    while not (profile := await ann.get("/accounts/Learner"))["results"]:  # noqa: ASYNC110
        await asyncio.sleep(0.02)
    assert [(one["game"], one["played"]) for one in profile["results"]] == [("res_arcana", 1)]
    assert (profile["ratings"], profile["matches"]) == ([], [])


async def test_nobody_is_notified_of_it(tmp_path):
    """Its player's own pages are kept up to date, and no webhook hears of its turns and its end."""
    heard = []
    async with in_process_server(tmp_path) as services:
        services.notifications.listen(heard.append)
        lesson = await services.lobby.learn("res_arcana", ANN)
        ordinary = await services.lobby.create(NewMatch(**AGAINST), ANN)
        for match in (lesson, ordinary):
            await services.resignations.resign(match.id, ANN.account)
    kinds = {id: {one.kind for one in heard if one.match == id} for id in (lesson.id, ordinary.id)}
    assert kinds[lesson.id] == {"match"}
    assert {"match", "decision", "end"} >= kinds[ordinary.id] > {"match"}


async def test_a_rematch_is_an_ordinary_match(embedded):
    ann = await arrive(embedded.url, "Ann")
    match = (await begun(ann))["id"]
    await ann.post(f"/matches/{match}/resign")
    again = await ann.post(f"/matches/{match}/rematch", None, 201)
    assert "first_match" not in again
    assert [seat.get("bot") for seat in again["seats"]] == [None, "normal"]


async def test_nobody_can_invite_the_guide(embedded):
    ann = await arrive(embedded.url, "Ann")
    assert GUIDE.name not in [one["name"] for one in (await ann.get("/games"))["bots"]]
    seats = [{"kind": "me"}, {"kind": "bot", "bot": GUIDE.name}]
    await ann.refused("POST", "/matches", "invalid-request", {"game": "tiny", "seats": seats})


async def test_every_answer_can_be_taken_back(embedded):
    """Across the answers of the guide too, without asking anybody."""
    ann = await arrive(embedded.url, "Ann")
    match = (await begun(ann))["id"]
    wire = await ann.wire(match)
    first = await open_decision(wire)
    await ann.answer(match, first["id"], first["options"][0]["key"])
    await wire.until(lambda: any(one["id"] != first["id"] for one in wire.decisions))
    await ann.post(f"/matches/{match}/decisions/{first['id']}/undo", None, 202)
    await wire.until(
        lambda: [one["prompt"]["key"] for one in wire.decisions] == [first["prompt"]["key"]]
    )
    await wire.close()
