"""Showing cards: the chosen seats get the card, and no other viewer a byte of it."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest

from app.history.verify import verify
from engine.ascended_kings import GAME
from engine.core.shows import MAX_SHOWS_PER_STEP
from tests.app.random_answers import pick
from tests.app.shows import KINGS, at_the_table, everything, hand, memories, seated, shows
from tests.app.test_offers import answer_offer
from tests.app.wire import Wire, anonymous, arrive


def last_event(wire: Wire) -> dict[str, Any]:
    """The last event of the newest frame with events; presence may have followed."""
    return next(frame["events"][-1] for frame in reversed(wire.frames) if frame.get("events"))


async def test_show_is_an_entry_that_answers_nothing(url):
    """Also during an open simultaneous choice: no answer is lost or revealed, and ids stay."""
    (ann, bob, cid), public, match = await at_the_table(url)
    everyone = [ann, bob, cid, public]
    answer_ply = (await ann.answer(pick(ann.decisions[0], random.Random(1))))["ply"]
    await asyncio.gather(*(wire.reaches(answer_ply) for wire in everyone))
    questions = [wire.decisions for wire in everyone]
    assert [len(own) for own in questions] == [0, 1, 1, 0]
    card = hand(bob)[0]
    ply = await shows(bob, card, 2, heard=everyone)
    assert ply == answer_ply + 1
    assert [wire.decisions for wire in everyone] == questions
    for wire in everyone:
        [*_, newest] = [frame for frame in wire.frames if frame.get("ply") == ply]
        assert newest["t"] == "full" or not {"decisions", "waiting", "clock"} & newest.keys()
    texts = {wire.person.name: last_event(wire)["text"] for wire in everyone}
    name = GAME.messages.names[card]
    assert texts == {
        "Ann": "Bob shows Cid a card",
        "nobody": "Bob shows Cid a card",
        "Bob": f"You show Cid {name}",
        "Cid": f"Bob shows Cid {name}",
    }
    assert memories(cid) == [{"by": "p1", "to": {"p2": True}, "card": card, "ply": ply}]
    assert memories(bob) == memories(cid)
    for wire in (bob, cid):
        assert (await wire.answer(pick(wire.decisions[0], random.Random(1))))["t"] == "ack"
    await ann.until(lambda: ann.decisions)
    log = (await ann.person.get(f"/matches/{match}/log"))["entries"]
    assert [(entry["kind"], entry.get("seat")) for entry in log[2:3]] == [("show", 1)]


@pytest.mark.parametrize("number", range(2))
async def test_only_the_seats_involved_are_ever_sent_the_card(url, number):
    """A whole match with shows between: every byte sent before its end, then replay and export."""
    wires, public, match = await at_the_table(url, undo="ask")
    everyone = [*wires, public]
    rng = random.Random(number)
    secret: dict[str, set[int]] = {}
    while not public.end:
        await wires[0].until(lambda: any(wire.decisions for wire in wires) or public.end)
        if not public.end and (len(secret) < 4 or rng.random() < 0.4):
            by = rng.randrange(3)
            if cards := hand(wires[by]):
                card = rng.choice(cards)
                to = rng.sample([seat for seat in range(3) if seat != by], rng.randint(1, 2))
                reply = await wires[by].command("show", card=card, to=to)
                if reply["t"] == "ack":
                    secret.setdefault(card, set()).update({by, *to})
        wire = rng.choice([other for other in wires if other.decisions] or wires)
        if wire.decisions and not public.end:
            decision = rng.choice(wire.decisions)
            reply = await wire.answer(pick(decision, rng), decision["id"])
            newest = reply.get("ply", wire.ply)
            await asyncio.gather(*(each.reaches(newest) for each in everyone))
            await check_no_leak(wires, public, secret)
    assert len(secret) > 3
    people = [wire.person for wire in wires]
    export = await people[0].get(f"/matches/{match}/export")
    assert verify(GAME, export) == len(export["entries"])
    assert {"show"} <= {entry["kind"] for entry in export["entries"]}
    for ply in range(export["entries"][-1]["ply"] + 1):
        replayed = await people[0].get(f"/matches/{match}/replay?ply={ply}&as=all")
        for wire, frame in zip(everyone, replayed["frames"], strict=True):
            sent = [received for received in wire.frames if received["t"] in ("full", "delta")]
            assert {received["hash"] for received in sent if received["ply"] == ply} <= {
                frame["hash"]
            }
    await asyncio.gather(*(wire.close() for wire in everyone))


async def check_no_leak(wires: list[Wire], public: Wire, secret: dict[str, set[int]]) -> None:
    """A shown card is on no other viewer's wire until it lies where that viewer sees it."""
    for seat, wire in [*enumerate(wires), (None, public)]:
        received = "".join(text for _, text in wire.recorded)
        now = json.dumps(wire.view["table"])
        for card, seats in list(secret.items()):
            if seat in seats or f'"{card}"' not in received:
                continue
            allowed = f'"{card}"' in now or any(
                card in revealed_by_the_game(earlier) for earlier in wire.frames
            )
            assert allowed, f"{card} on the wire of {wire.person.name}"
            seats.add(seat)  # it has been seen since


def revealed_by_the_game(frame: dict[str, Any]) -> str:
    """What the game reveals by its own events, not by a show."""
    own = [event for event in frame.get("events", []) if "showed" not in event["key"]]
    return json.dumps([own, frame.get("patch", {}), frame.get("decisions", [])])


async def test_no_reply_to_others_names_the_card(url):
    (ann, bob, cid), public, match = await at_the_table(url)
    everyone = [ann, bob, cid, public]
    card, *_ = hand(bob)
    ply = await shows(bob, card, 2, heard=everyone)
    seen = [await everything(wire.person, match) for wire in everyone]
    assert [card in text for text in seen] == [False, True, True, False]
    await ann.person.refused("GET", f"/matches/{match}/export", "forbidden")
    await ann.person.refused("GET", f"/matches/{match}/replay?ply={ply}&as=seat:2", "forbidden")
    for wire in (ann, public):
        assert not any(card in text for _, text in wire.recorded)
        assert not any(card in text for text in wire.person.bodies)


@pytest.mark.parametrize(
    ("card", "to", "problem"),
    [
        ("own", [], "invalid-request"),
        ("own", [3], "invalid-request"),
        ("own", [-1], "invalid-request"),
        ("own", [1], "invalid-request"),
        ("own", [0, 0], "invalid-request"),
        ("own", [0, 1], "invalid-request"),
        ("another", [0], "invalid-request"),
        ("nothing", [0], "invalid-request"),
        ("", [0], "invalid-request"),
        ("x" * 101, [0], "invalid-request"),
        ("own", ["0"], "invalid-request"),
        ("own", [True], "invalid-request"),
        ("own", None, "invalid-request"),
        ("own", list(range(17)), "invalid-request"),
    ],
)
async def test_malformed_show_is_refused_and_changes_nothing(embedded, card, to, problem):
    (ann, bob, _cid), public, match = await at_the_table(embedded.url)
    card = {"own": hand(bob)[0], "another": hand(ann)[0]}.get(card, card)
    path = f"/matches/{match}/shows"
    refused = await bob.person.refused("POST", path, problem, {"card": card, "to": to})
    reply = await bob.command("show", card=card, to=to)
    assert (reply["t"], reply["problem"]["type"]) == ("nack", f"/problems/{problem}")
    assert refused.get("detail") or refused["errors"]
    assert [wire.ply for wire in (ann, bob, public)] == [0, 0, 0]
    assert (await bob.person.view(match))["ply"] == 0


async def test_card_in_another_hand_and_unknown_card_are_refused_alike(embedded):
    (ann, bob, cid), _public, match = await at_the_table(embedded.url)
    refusals = set()
    for card in (hand(ann)[0], hand(cid)[0], "asc_nothing_9"):
        body = {"card": card, "to": [0]}
        refusals.add(
            str(
                await bob.person.refused("POST", f"/matches/{match}/shows", "invalid-request", body)
            )
        )
    assert len(refusals) == 1


async def test_callers_without_a_seat_cannot_show_cards(embedded):
    (ann, _bob, _cid), public, match = await at_the_table(embedded.url)
    body = {"card": hand(ann)[0], "to": [1]}
    eve = await arrive(embedded.url, "Eve")
    await eve.refused("POST", f"/matches/{match}/shows", "forbidden", body)
    await anonymous(embedded.url).refused(
        "POST", f"/matches/{match}/shows", "unauthenticated", body
    )
    reply = await public.command("show", **body)
    assert reply["problem"]["type"] == "/problems/forbidden"
    wordless = await ann.command("show", card=hand(ann)[0])
    assert wordless["problem"]["type"] == "/problems/invalid-request"


async def test_cards_are_shown_only_in_a_running_match(embedded):
    people, match = await seated(embedded.url, 3, autostart=False)
    body = {"card": "asc_rubedo_1", "to": [1]}
    await people[0].refused("POST", f"/matches/{match}/shows", "match-not-started", body)
    await people[0].post(f"/matches/{match}/start")
    ann, *_others = [await person.wire(match) for person in people]
    own = {"card": hand(ann)[0], "to": [1]}
    offer = (await people[0].post(f"/matches/{match}/offers", {"kind": "pause"}, 201))["id"]
    for person in people[1:]:
        await person.post(f"/matches/{match}/offers/{offer}", {"accept": True})
    await people[0].refused("POST", f"/matches/{match}/shows", "paused", own)
    abort = (await people[0].post(f"/matches/{match}/offers", {"kind": "abort"}, 201))["id"]
    for person in people[1:]:
        await person.post(f"/matches/{match}/offers/{abort}", {"accept": True})
    await people[0].refused("POST", f"/matches/{match}/shows", "match-over", own)


async def test_games_declare_whether_they_have_shows(embedded):
    ann = await arrive(embedded.url, "Ann")
    shows = {game["id"]: (await ann.get(f"/games/{game['id']}"))["shows"]
             for game in (await ann.get("/games"))["items"]}  # fmt: skip
    assert shows["ascended_kings"] is True
    assert not any(has_shows for game, has_shows in shows.items() if game != "ascended_kings")


async def test_repeated_key_shows_once(url):
    (ann, bob, cid), _public, match = await at_the_table(url)
    card, other, *_ = hand(bob)
    ply = await shows(bob, card, 2, 0, heard=[ann, bob, cid], key="once")
    again = await bob.command("show", card=card, to=[0, 2], key="once")
    assert (again["t"], again["ply"]) == ("ack", ply)
    path, headers = f"/matches/{match}/shows", {"Idempotency-Key": "once"}
    body = {"card": card, "to": [2, 0]}
    assert (await bob.person.post(path, body, headers=headers))["ply"] == ply
    another = await bob.person.call("POST", path, {**body, "card": other}, headers=headers)
    assert another.json()["type"] == "/problems/invalid-request"
    assert (await bob.person.view(match))["ply"] == ply
    assert len(memories(cid)) == 1


async def test_show_over_the_rest_api_replies_like_an_answer(embedded):
    (ann, bob, cid), _public, match = await at_the_table(embedded.url)
    body = {"card": hand(bob)[0], "to": [0, 2]}
    reply = await bob.person.post(f"/matches/{match}/shows", body)
    assert reply == {"ply": 1, "decisions": bob.decisions}
    await asyncio.gather(ann.reaches(1), cid.reaches(1))
    assert memories(ann) == memories(cid) != []


async def test_show_seals_earlier_answers(embedded):
    wires, public, match = await at_the_table(embedded.url, 2, undo="ask")
    for wire in wires:
        await wire.answer(wire.decisions[0]["default"])
    await asyncio.gather(*(wire.reaches(2) for wire in wires))
    seat_to_act = next(seat for seat in (0, 1) if open_question(wires[seat], "state"))
    actor, other = wires[seat_to_act], wires[1 - seat_to_act]
    await actor.reaches((await actor.answer("state:active", open_question(actor, "state")))["ply"])
    first = open_question(actor, "action")
    assert (await actor.answer("done", first))["t"] == "ack"
    card = hand(other)[0]
    show_ply = await shows(other, card, seat_to_act, heard=[*wires, public])
    reply = await actor.command("undo", decision=first)
    assert "offer" in reply, "free before, now it needs the others' consent"
    assert (await answer_offer(other, reply["offer"]))["t"] == "ack"
    await actor.reaches(show_ply + 1)
    assert open_question(actor, "action")
    assert [memory["card"] for memory in memories(actor)] == [card], "shown cards stay known"
    for ply in range(show_ply + 2):
        replayed = await actor.person.get(f"/matches/{match}/replay?ply={ply}")
        remembered = [
            memory["card"] for memory in replayed["view"]["table"].get("shown", {}).values()
        ]
        assert remembered == ([card] if ply >= show_ply else [])
    public_frame = await public.person.get(f"/matches/{match}/replay?ply={show_ply}")
    assert card not in json.dumps(public_frame)


def open_question(wire: Wire, prompt: str) -> str | None:
    """The id of the wire's open question of that name."""
    key = f"ascended_kings.{prompt}"
    return next(
        (question["id"] for question in wire.decisions if question["prompt"]["key"] == key), None
    )


async def test_consecutive_shows_are_limited(embedded):
    (ann, bob), _public, _match = await at_the_table(embedded.url, 2)
    card = hand(ann)[0]
    for _ in range(MAX_SHOWS_PER_STEP):
        assert (await ann.command("show", card=card, to=[1]))["t"] == "ack"
    reply = await ann.command("show", card=card, to=[1])
    assert reply["problem"]["type"] == "/problems/rate-limited"
    await bob.reaches(MAX_SHOWS_PER_STEP)
    assert [memory["ply"] for memory in memories(bob)] == [MAX_SHOWS_PER_STEP]


def required_questions(wire: Wire) -> list[dict[str, Any]]:
    """The questions that are not optional."""
    return [question for question in wire.decisions if not question["optional"]]


TWO_ROUNDS = {**KINGS, "round_limit": 2}


async def test_bots_are_shown_cards_and_play_on(embedded):
    ann = await arrive(embedded.url, "Ann")
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "random"}]
    new = {"game": "ascended_kings", "options": TWO_ROUNDS, "seats": seats}
    match = (await ann.post("/matches", new, 201))["id"]
    wire = await ann.wire(match)
    show_count = 0
    while not wire.end:
        await wire.until(lambda: required_questions(wire) or wire.end)
        if wire.end:
            break
        if hand(wire) and show_count < 6:
            reply = await wire.command("show", card=hand(wire)[-1], to=[1, 2])
            show_count += reply["t"] == "ack"
        reply = await wire.answer(
            required_questions(wire)[0]["default"], required_questions(wire)[0]["id"]
        )
        await wire.reaches(reply.get("ply", wire.ply))
    assert show_count == 6


async def test_show_neither_stops_nor_restarts_a_clock(embedded):
    clock = {"kind": "move", "seconds": 600, "on_timeout": "default"}
    (ann, bob, cid), _public, _match = await at_the_table(embedded.url, clock=clock)
    until = [wire.decisions[0]["deadline"] for wire in (ann, bob, cid)]
    await asyncio.sleep(0.05)
    await shows(bob, hand(bob)[0], 0, heard=[ann, bob, cid])
    assert [wire.decisions[0]["deadline"] for wire in (ann, bob, cid)] == until
    assert [wire.decisions[0]["deadline"] for wire in (ann, bob, cid)] == [
        (await wire.person.view(_match))["decisions"][0]["deadline"] for wire in (ann, bob, cid)
    ]


async def test_delayed_spectators_learn_nothing_early(embedded):
    late = {"spectators": "delayed", "spectator_delay": {"plies": 2}}
    (ann, bob, cid), public, match = await at_the_table(embedded.url, **late)
    card = hand(bob)[0]
    await shows(bob, card, 2, heard=[ann, bob, cid])
    await ann.answer(ann.decisions[0]["default"])
    for text in [text for _, text in public.recorded] + [await everything(public.person, match)]:
        assert "shows" not in text
        assert "showed" not in text
    await cid.answer(cid.decisions[0]["default"])
    await public.reaches(1)
    assert public.frames[-1]["events"][0]["text"] == "Bob shows Cid a card"
    assert card not in json.dumps(public.frames)


# Inside the server
