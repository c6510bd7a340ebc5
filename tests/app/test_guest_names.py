"""Guest names: guests of the same name at a table are numbered."""

from __future__ import annotations

import pytest

from app.matches.guest_names import numbered
from tests.app.test_registration import PASSWORD, new_name, register
from tests.app.wire import arrive, browse, tiny

FOUR_SEATS = [{"kind": "me"}, *({"kind": "open"} for _ in range(3))]


@pytest.mark.parametrize(
    ("guests", "others", "names"),
    [
        (["Ada"], [], ["Ada"]),
        (["Ada", "Bea"], ["Normal"], ["Ada", "Bea"]),
        (["Ada", "Bea", "Ada"], [], ["Ada 1", "Bea", "Ada 2"]),
        (["Ada", "ADA"], [], ["Ada 1", "ADA 2"]),
        (["AdI", "Adl"], [], ["AdI 1", "Adl 2"]),
        (["Ada"], ["Ada"], ["Ada 2"]),
        (["Ada", "Ada"], ["Ada"], ["Ada 2", "Ada 3"]),
        (["Ada", "Ada 1", "Ada"], [], ["Ada 2", "Ada 1", "Ada 3"]),
        (["Ada", "Ada"], ["Ada 1"], ["Ada 2", "Ada 3"]),
        (["Normal"], ["Normal"], ["Normal 2"]),
    ],
)
def test_no_two_names_at_a_table_look_alike(guests, others, names):
    assert list(dict(sorted(numbered(dict(enumerate(guests)), others).items())).values()) == names


async def names_at(person, match):
    return [seat.get("name") for seat in (await person.get(f"/matches/{match}"))["seats"]]


async def test_guests_of_the_same_name_are_numbered_in_seats_log_and_chat(url):
    first, second, bea = [await arrive(url, name) for name in ("Ada", "ada", "Bea")]
    match = await tiny(first, seats=FOUR_SEATS[:3])
    assert await names_at(first, match) == ["Ada", None, None]
    await second.post(f"/matches/{match}/seats")
    assert await names_at(bea, match) == ["Ada 1", "ada 2", None]
    await second.call("DELETE", f"/matches/{match}/seats/mine")
    assert await names_at(bea, match) == ["Ada", None, None]
    await second.post(f"/matches/{match}/seats")
    started = await bea.post(f"/matches/{match}/seats")
    assert started["status"] == "playing"
    assert await names_at(bea, match) == ["Ada 1", "ada 2", "Bea"]
    players = (await bea.view(match))["view"]["players"]
    assert [player["name"] for player in players] == ["Ada 1", "ada 2", "Bea"]
    for person in (first, second):
        await person.post(f"/matches/{match}/chat", {"text": "Hello"}, 201)
    lines = (await bea.get(f"/matches/{match}/chat"))["items"]
    assert [(line["from"], line["account"]) for line in lines] == [
        ("Ada 1", first.account),
        ("ada 2", second.account),
    ]


async def test_person_keeps_a_name_that_guests_share(url):
    name = new_name()
    first, second = await arrive(url, name), await arrive(url, name)
    ada = await register(url, name, PASSWORD)
    match = await tiny(first, seats=FOUR_SEATS)
    await second.post(f"/matches/{match}/seats")
    await ada.post(f"/matches/{match}/seats")
    assert await names_at(first, match) == [f"{name} 2", f"{name} 3", name, None]


async def test_guest_taking_over_a_seat_is_numbered_and_others_keep_their_names(url):
    first, second, bob = [await arrive(url, name) for name in ("Ada", "Ada", "Bob")]
    match = await tiny(first, seats=FOUR_SEATS[:2], resign="bot")
    code = (await first.get(f"/matches/{match}"))["invite"]["code"]
    await bob.post(f"/matches/{match}/seats")
    wire = await first.wire(match)
    gone = await bob.wire(match)
    await gone.close()
    await wire.until(lambda: wire.presence.get("1") == "gone")
    response = await first.call("POST", f"/matches/{match}/offers", SUBSTITUTE)
    while response.status_code == 403:
        response = await first.call("POST", f"/matches/{match}/offers", SUBSTITUTE)
    await second.post(f"/matches/{match}/seats", {"code": code})
    assert await names_at(first, match) == ["Ada", "Ada 2"]
    await wire.close()


SUBSTITUTE = {"kind": "substitute", "seat": 1, "open": True}


async def test_names_before_the_start_are_current(url):
    ann = await arrive(url, "Ann")
    match = await tiny(ann)
    await ann.call("PATCH", "/me", {"name": "Anna"})
    bob = await arrive(url, "Bob")
    await bob.post(f"/matches/{match}/seats")
    assert await names_at(bob, match) == ["Anna", "Bob"]
    async with browse(f"{url}/api/v1") as http:
        assert (await http.get(f"/matches/{match}")).json()["seats"][0]["name"] == "Anna"
