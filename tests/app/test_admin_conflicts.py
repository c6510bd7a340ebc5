"""Conflicts of interest: matches and reports that a member of the staff leaves to others."""

from __future__ import annotations

import pytest

from tests.app.staff import WHY, recruit_fixture  # noqa: F401 - a fixture
from tests.app.test_lobby import problem
from tests.app.test_registration import new_name, register
from tests.app.wire import Person, arrive, tiny, two_at_tiny

ACTS = {
    "park": WHY,
    "resume": WHY,
    "abort": WHY,
    "adjudicate": WHY | {"places": [1, 2]},
    "rollback": WHY | {"ply": 0},
}


async def sits(eve, url):
    """A match of the member of the staff's own."""
    return await with_two(eve, await arrive(url, "Bob"))


async def has_a_bot_there(eve, url):
    made = await eve.post("/bots", {"name": new_name("Vex")}, 201)
    bot = Person(url, "Vex", made["token"], made["account"]["id"])
    return await with_two(await arrive(url, "Ann"), bot)


async def has_a_friend_there(eve, url):
    ann = await register(url)
    await befriend(eve, ann)
    return await with_two(ann, await arrive(url, "Bob"))


async def has_a_friends_bot_there(eve, url):
    ann = await register(url)
    await befriend(eve, ann)
    return await has_a_bot_there(ann, url)


async def is_invited(eve, url):
    ann = await arrive(url, "Ann")
    seats = [{"kind": "me"}, {"kind": "open", "invite": eve.name}]
    return await tiny(ann, seats=seats, autostart=False)


async def has_sat_there(eve, url):
    """They have resigned, and a bot plays on."""
    three = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    match = await tiny(eve, 6, three, resign="bot")
    for name in ("Bob", "Cid"):
        await (await arrive(url, name)).post(f"/matches/{match}/seats", {})
    await eve.post(f"/matches/{match}/resign")
    return match


CONFLICTS = [sits, has_a_bot_there, has_a_friend_there, has_a_friends_bot_there, has_sat_there]


@pytest.mark.parametrize("conflict", [*CONFLICTS, is_invited], ids=lambda act: act.__name__)
async def test_staff_has_no_say_in_a_match_that_concerns_it(url, recruit, conflict):
    eve, other = await recruit("operator"), await recruit("operator")
    match = await conflict(eve, url)
    status = (await other.get(f"/admin/matches/{match}"))["status"]
    await refuses_all(eve, match)
    listed = await eve.get(f"/admin/matches?status={status}")
    assert match not in {item["match"]["id"] for item in listed["items"]}
    assert (await other.call("POST", f"/admin/matches/{match}/abort", WHY)).status_code == 204
    await refuses_all(eve, match)  # also once it is over


async def test_friend_who_comes_later_counts(url, recruit):
    eve = await recruit("operator")
    ann, _, match = await two_at_tiny(url)
    await eve.get(f"/admin/matches/{match}")
    await befriend(eve, ann)
    await refuses_all(eve, match)


@pytest.mark.parametrize("role", ["reporter", "reported", "bot of the reported", "in the match"])
async def test_staff_neither_sees_nor_handles_reports_that_concern_it(url, recruit, role):
    eve, other, ann = await recruit("operator"), await recruit("operator"), await register(url)
    by, about, more = ann, eve.account, {}
    if role == "reporter":
        by, about = eve, ann.account
    elif role == "bot of the reported":
        about = (await eve.post("/bots", {"name": new_name("Vex")}, 201))["account"]["id"]
    elif role == "in the match":
        bob = await arrive(url, "Bob")
        more = {"match": await with_two(eve, bob)}
        about = bob.account
    body = {"account": about, "reason": "stalls", **more}
    report = (await by.post("/reports", body, 201))["id"]
    queue = await eve.get("/admin/reports")
    assert report not in {item["id"] for item in queue["items"]}
    assert queue["withheld"] >= 1
    path = f"/admin/reports/{report}"
    assert problem(await eve.call("GET", path)) == "forbidden"
    assert problem(await eve.call("POST", path, {"verdict": "nothing"})) == "forbidden"
    assert report in {item["id"] for item in (await other.get("/admin/reports"))["items"]}
    assert (await other.call("POST", path, {"verdict": "nothing"})).status_code == 204


async def test_reports_about_the_staff_are_for_operators(url, recruit):
    mod, other, chief = [await recruit(role) for role in ("moderator", "moderator", "operator")]
    ann = await register(url)
    body = {"account": other.account, "reason": "is rude"}
    report = (await ann.post("/reports", body, 201))["id"]
    assert problem(await mod.call("GET", f"/admin/reports/{report}")) == "forbidden"
    assert report not in {item["id"] for item in (await mod.get("/admin/reports"))["items"]}
    await chief.get(f"/admin/reports/{report}")


async def refuses_all(eve, match):
    path = f"/admin/matches/{match}"
    refusals = [await eve.call("GET", path)]
    refusals += [await eve.call("POST", f"{path}/{act}", body) for act, body in ACTS.items()]
    for refused in refusals:
        assert problem(refused) == "forbidden"
        assert "leave it to another member of the staff" in refused.json()["detail"]


async def befriend(one, other):
    await one.call("PUT", f"/me/friends/{other.account}")
    await other.call("PUT", f"/me/friends/{one.account}")


async def with_two(ann, bob):
    """A match of these two that has begun."""
    match = await tiny(ann, 6)
    await bob.post(f"/matches/{match}/seats", {})
    return match
