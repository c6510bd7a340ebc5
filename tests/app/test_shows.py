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
from tests.app.shows import KINGS, at_the_table, everything, hand, memories, seated, shows
from tests.app.test_offers import answer_offer
from tests.app.wire import Wire, anonymous, arrive, pick


def last_event(wire: Wire) -> dict[str, Any]:
    """Of the newest frame that tells events; presence may have been told since."""
    return next(frame["events"][-1] for frame in reversed(wire.frames) if frame.get("events"))


async def test_a_show_is_an_entry_that_answers_nothing(url):
    """Also in an open simultaneous choice: no answer is lost, none is revealed, ids stay."""
    (ann, bob, cid), public, match = await at_the_table(url)
    everybody = [ann, bob, cid, public]
    given = (await ann.answer(pick(ann.decisions[0], random.Random(1))))["ply"]
    await asyncio.gather(*(wire.reaches(given) for wire in everybody))
    asked = [wire.decisions for wire in everybody]
    assert [len(own) for own in asked] == [0, 1, 1, 0]
    card = hand(bob)[0]
    ply = await shows(bob, card, 2, heard=everybody)
    assert ply == given + 1
    assert [wire.decisions for wire in everybody] == asked
    for wire in everybody:
        [*_, newest] = [frame for frame in wire.frames if frame.get("ply") == ply]
        assert newest["t"] == "full" or not {"decisions", "waiting", "clock"} & newest.keys()
    told = {wire.person.name: last_event(wire)["text"] for wire in everybody}
    name = GAME.messages.names[card]
    assert told == {
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
async def test_only_who_was_there_is_ever_sent_the_card(url, number):
    """A whole match with shows between: every byte sent before its end, then replay and export."""
    wires, public, match = await at_the_table(url, undo="ask")
    everybody = [*wires, public]
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
        wire = rng.choice([one for one in wires if one.decisions] or wires)
        if wire.decisions and not public.end:
            decision = rng.choice(wire.decisions)
            reply = await wire.answer(pick(decision, rng), decision["id"])
            newest = reply.get("ply", wire.ply)
            await asyncio.gather(*(one.reaches(newest) for one in everybody))
            await leaks_nothing(wires, public, secret)
    assert len(secret) > 3
    people = [wire.person for wire in wires]
    export = await people[0].get(f"/matches/{match}/export")
    assert verify(GAME, export) == len(export["entries"])
    assert {"show"} <= {entry["kind"] for entry in export["entries"]}
    for ply in range(export["entries"][-1]["ply"] + 1):
        then = await people[0].get(f"/matches/{match}/replay?ply={ply}&as=all")
        for wire, frame in zip(everybody, then["frames"], strict=True):
            sent = [one for one in wire.frames if one["t"] in ("full", "delta")]
            assert {one["hash"] for one in sent if one["ply"] == ply} <= {frame["hash"]}
    await asyncio.gather(*(wire.close() for wire in everybody))


async def leaks_nothing(wires: list[Wire], public: Wire, secret: dict[str, set[int]]) -> None:
    """A shown card is on no other viewer's wire until it lies where that viewer sees it."""
    for seat, wire in [*enumerate(wires), (None, public)]:
        told = "".join(text for _, text in wire.recorded)
        now = json.dumps(wire.view["table"])
        for card, seats in list(secret.items()):
            if seat in seats or f'"{card}"' not in told:
                continue
            may = f'"{card}"' in now or any(card in said_by_rule(one) for one in wire.frames)
            assert may, f"{card} on the wire of {wire.person.name}"
            seats.add(seat)  # it has been seen since


def said_by_rule(frame: dict[str, Any]) -> str:
    """What the game tells by its own events, not by a show."""
    own = [one for one in frame.get("events", []) if "showed" not in one["key"]]
    return json.dumps([own, frame.get("patch", {}), frame.get("decisions", [])])


async def test_nothing_that_others_can_ask_for_names_the_card(url):
    (ann, bob, cid), public, match = await at_the_table(url)
    everybody = [ann, bob, cid, public]
    card, *_ = hand(bob)
    ply = await shows(bob, card, 2, heard=everybody)
    seen = [await everything(wire.person, match) for wire in everybody]
    assert [card in text for text in seen] == [False, True, True, False]
    await ann.person.refused("GET", f"/matches/{match}/export", "forbidden")
    await ann.person.refused("GET", f"/matches/{match}/replay?ply={ply}&as=seat:2", "forbidden")
    for wire in (ann, public):
        assert not any(card in text for _, text in wire.recorded)
        assert not any(card in text for text in wire.person.said)


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
async def test_what_makes_no_sense_is_refused_and_changes_nothing(embedded, card, to, problem):
    (ann, bob, _cid), public, match = await at_the_table(embedded.url)
    card = {"own": hand(bob)[0], "another": hand(ann)[0]}.get(card, card)
    path = f"/matches/{match}/shows"
    refused = await bob.person.refused("POST", path, problem, {"card": card, "to": to})
    reply = await bob.command("show", card=card, to=to)
    assert (reply["t"], reply["problem"]["type"]) == ("nack", f"/problems/{problem}")
    assert refused.get("detail") or refused["errors"]
    assert [wire.ply for wire in (ann, bob, public)] == [0, 0, 0]
    assert (await bob.person.view(match))["ply"] == 0


async def test_a_card_elsewhere_and_no_card_at_all_are_refused_in_the_same_words(embedded):
    (ann, bob, cid), _public, match = await at_the_table(embedded.url)
    said = set()
    for card in (hand(ann)[0], hand(cid)[0], "asc_nothing_9"):
        body = {"card": card, "to": [0]}
        said.add(
            str(
                await bob.person.refused("POST", f"/matches/{match}/shows", "invalid-request", body)
            )
        )
    assert len(said) == 1


async def test_who_has_no_seat_and_who_may_not_play_shows_nothing(embedded):
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


async def test_it_takes_a_match_that_is_played(embedded):
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


async def test_games_without_it_say_so(embedded):
    ann = await arrive(embedded.url, "Ann")
    shows = {one["id"]: (await ann.get(f"/games/{one['id']}"))["shows"]
             for one in (await ann.get("/games"))["items"]}  # fmt: skip
    assert shows["ascended_kings"] is True
    assert not any(shown for game, shown in shows.items() if game != "ascended_kings")


async def test_the_same_key_shows_once(url):
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


async def test_over_rest_the_reply_is_that_of_an_answer(embedded):
    (ann, bob, cid), _public, match = await at_the_table(embedded.url)
    body = {"card": hand(bob)[0], "to": [0, 2]}
    reply = await bob.person.post(f"/matches/{match}/shows", body)
    assert reply == {"ply": 1, "decisions": bob.decisions}
    await asyncio.gather(ann.reaches(1), cid.reaches(1))
    assert memories(ann) == memories(cid) != []


async def test_it_seals_what_was_answered_before(embedded):
    wires, public, match = await at_the_table(embedded.url, 2, undo="ask")
    for wire in wires:
        await wire.answer(wire.decisions[0]["default"])
    await asyncio.gather(*(wire.reaches(2) for wire in wires))
    acts = next(seat for seat in (0, 1) if waits_for(wires[seat], "state"))
    actor, other = wires[acts], wires[1 - acts]
    await actor.reaches((await actor.answer("state:active", waits_for(actor, "state")))["ply"])
    first = waits_for(actor, "action")
    assert (await actor.answer("done", first))["t"] == "ack"
    card = hand(other)[0]
    shown = await shows(other, card, acts, heard=[*wires, public])
    reply = await actor.command("undo", decision=first)
    assert "offer" in reply, "free before, asked of the others now"
    assert (await answer_offer(other, reply["offer"]))["t"] == "ack"
    await actor.reaches(shown + 1)
    assert waits_for(actor, "action")
    assert [one["card"] for one in memories(actor)] == [card], "what was seen was seen"
    for each in range(shown + 2):
        then = await actor.person.get(f"/matches/{match}/replay?ply={each}")
        remembered = [one["card"] for one in then["view"]["table"].get("shown", {}).values()]
        assert remembered == ([card] if each >= shown else [])
    over = await public.person.get(f"/matches/{match}/replay?ply={shown}")
    assert card not in json.dumps(over)


def waits_for(wire: Wire, prompt: str) -> str | None:
    """The id of the wire's open question of that name."""
    key = f"ascended_kings.{prompt}"
    return next((one["id"] for one in wire.decisions if one["prompt"]["key"] == key), None)


async def test_so_many_in_a_row_are_enough(embedded):
    (ann, bob), _public, _match = await at_the_table(embedded.url, 2)
    card = hand(ann)[0]
    for _ in range(MAX_SHOWS_PER_STEP):
        assert (await ann.command("show", card=card, to=[1]))["t"] == "ack"
    reply = await ann.command("show", card=card, to=[1])
    assert reply["problem"]["type"] == "/problems/rate-limited"
    await bob.reaches(MAX_SHOWS_PER_STEP)
    assert [one["ply"] for one in memories(bob)] == [MAX_SHOWS_PER_STEP]


def asked(wire: Wire) -> list[dict[str, Any]]:
    """The questions that wait for an answer."""
    return [one for one in wire.decisions if not one["optional"]]


TWO_ROUNDS = {**KINGS, "round_limit": 2}


async def test_bots_are_shown_cards_and_play_on(embedded):
    ann = await arrive(embedded.url, "Ann")
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "random"}]
    new = {"game": "ascended_kings", "options": TWO_ROUNDS, "seats": seats}
    match = (await ann.post("/matches", new, 201))["id"]
    wire = await ann.wire(match)
    shown = 0
    while not wire.end:
        await wire.until(lambda: asked(wire) or wire.end)
        if wire.end:
            break
        if hand(wire) and shown < 6:
            reply = await wire.command("show", card=hand(wire)[-1], to=[1, 2])
            shown += reply["t"] == "ack"
        reply = await wire.answer(asked(wire)[0]["default"], asked(wire)[0]["id"])
        await wire.reaches(reply.get("ply", wire.ply))
    assert shown == 6


async def test_a_clock_neither_stops_nor_begins_again(embedded):
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
