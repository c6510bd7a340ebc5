"""Former names of accounts: reserved while running matches show them."""

from __future__ import annotations

from datetime import timedelta

import pytest
import sqlalchemy as sa

from app.accounts.models import Account, FormerName
from app.accounts.repository import find_account
from app.infra.problems import Problem
from app.infra.wall_clock import now
from app.lobby.schemas import JoinRequest, NewMatch
from app.matches.former_names import release_names, reserve_name
from app.matches.horizon import spectator_delay
from app.matches.models import MatchRow
from tests.app.in_process import ANN, BOB, in_process_server
from tests.app.test_lobby import problem
from tests.app.test_registration import PASSWORD, new_name, register, sign_in
from tests.app.wire import anonymous, arrive, browse, tiny


async def rename_person(person, name=None):
    """Give the person a new name; returns the old one."""
    old, person.name = person.name, name or new_name("Cherry")
    changed = await person.call("PATCH", "/me", {"name": person.name})
    assert changed.status_code == 200, changed.text
    return old


async def match_of(ann, bob, **fields):
    match = await tiny(ann, **fields)
    await bob.post(f"/matches/{match}/seats")
    return match


async def test_old_name_finds_the_renamed_account_while_a_running_match_shows_it(url):
    apple, bob = await register(url, new_name("Apple")), await register(url)
    match = await match_of(apple, bob)
    old = await rename_person(apple)
    for person in (bob, apple):
        assert (await person.view(match))["view"]["players"][0]["name"] == old
    for by in (old, old.upper(), apple.account, apple.name):
        profile = await anonymous(url).get(f"/accounts/{by}")
        assert profile["account"] == {"id": apple.account, "name": apple.name, "kind": "person"}
    await bob.call("PUT", f"/me/blocks/{old}")
    await bob.call("PUT", f"/me/mutes/{apple.account}")
    for kind in ("blocks", "mutes"):
        (related,) = (await bob.get(f"/me/{kind}"))["items"]
        assert related["account"]["id"] == apple.account
    assert (await bob.call("DELETE", f"/me/blocks/{old}")).status_code == 204
    await bob.post("/reports", {"account": old, "reason": "rude", "match": match}, 201)
    seats = [{"kind": "me"}, {"kind": "open", "invite": old}]
    table = await bob.post("/matches", {"game": "tiny", "seats": seats}, 201)
    assert table["seats"][1]["invited"] == apple.name
    assert problem(await sign_in(url, old)) == "unauthenticated", "it is not the name to sign in by"


async def test_old_name_is_free_once_no_running_match_shows_it(url):
    apple, bob = await register(url, new_name("Apple")), await register(url)
    match = await match_of(apple, bob)
    old = await rename_person(apple)
    async with browse(f"{url}/api/v1") as http:
        for name in (old, old.upper(), old.replace("pp", "ｐｐ")):  # noqa: RUF001
            body = {"name": name, "password": PASSWORD}
            assert problem(await http.post("/accounts", json=body)) == "name-taken"
            assert problem(await http.post("/guests", json={"name": name})) == "name-taken"
            assert problem(await bob.call("POST", "/bots", {"name": name})) == "name-taken"
            assert problem(await bob.call("PATCH", "/me", {"name": name})) == "name-taken"
        look_alike = await http.post("/guests", json={"name": old.replace("l", "I")})
        assert problem(look_alike) == "name-taken"
        assert "looks too much like" in look_alike.text
    await apple.post(f"/matches/{match}/resign")
    await bob.get(f"/matches/{match}")
    stranger = await take_name(url, old)
    profile = await anonymous(url).get(f"/accounts/{old}")
    assert profile["account"]["id"] == stranger.account


async def take_name(url, name):
    """A new account that takes the name as soon as it is free."""
    bob = await register(url)
    for _ in range(200):
        if (await bob.call("PATCH", "/me", {"name": name})).status_code == 200:
            return bob
        await bob.get("/matches?status=finished&limit=1")
    raise AssertionError("the name stays reserved")


async def test_renamed_account_may_take_its_name_back(url):
    apple, bob = await register(url, new_name("Apple")), await register(url)
    await match_of(apple, bob)
    old = await rename_person(apple)
    new = await rename_person(apple, old)
    other = await take_name(url, new)
    assert (await anonymous(url).get(f"/accounts/{old}"))["account"]["id"] == apple.account
    assert (await anonymous(url).get(f"/accounts/{new}"))["account"]["id"] == other.account


async def test_name_that_no_match_shows_is_free_at_once(url):
    apple = await register(url, new_name("Apple"))
    old = await rename_person(apple)
    assert problem(await anonymous(url).call("GET", f"/accounts/{old}")) == "not-found"
    bob = await register(url)
    assert (await bob.call("PATCH", "/me", {"name": old})).status_code == 200


async def test_chat_and_former_seats_reserve_a_name_too(url):
    ann, bob = await arrive(url, "Ann"), await arrive(url, "Bob")
    apple, pear = await register(url, new_name("Apple")), await register(url, new_name("Pear"))
    match = await match_of(ann, bob)
    line = await apple.post(f"/matches/{match}/chat", {"text": "Hello"}, 201)
    old = await rename_person(apple)
    after = await apple.post(f"/matches/{match}/chat", {"text": "Hello"}, 201)
    assert (line["from"], after["from"]) == (old, apple.name)
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    three = await match_of(pear, bob, seats=seats)
    await ann.post(f"/matches/{three}/seats")
    await pear.post(f"/matches/{three}/resign")
    former = await rename_person(pear)
    for name, owner in ((old, apple), (former, pear)):
        assert (await anonymous(url).get(f"/accounts/{name}"))["account"]["id"] == owner.account
        assert problem(await bob.call("PATCH", "/me", {"name": name})) == "name-taken"


async def test_names_that_look_like_an_account_id_are_refused(url):
    """Requests take either, so no name may be the id of another account."""
    ann = await register(url)
    for name in (ann.account, ann.account.upper(), f"a_{18 * '0'}", f"ａ_{18 * '1'}"):  # noqa: RUF001
        refused = await ann.call("PATCH", "/me", {"name": name})
        assert problem(refused) == "invalid-request"
        async with browse(f"{url}/api/v1") as http:
            body = {"name": name, "password": PASSWORD}
            assert problem(await http.post("/accounts", json=body)) == "invalid-request"
            assert problem(await http.post("/guests", json={"name": name})) == "invalid-request"
    assert (await ann.call("PATCH", "/me", {"name": new_name("a_0")})).status_code == 200


async def test_guests_are_invited_by_id(url):
    ann, bob = await arrive(url, "Ann"), await arrive(url, "Bob")
    seats = [{"kind": "me"}, {"kind": "open", "invite": bob.account}]
    match = (await ann.post("/matches", {"game": "tiny", "seats": seats}, 201))["id"]
    assert (await bob.get(f"/matches/{match}"))["seats"][1]["for_you"] is True
    assert (await bob.post(f"/matches/{match}/seats"))["status"] == "playing"


async def begin_match(services, **fields):
    """A running match of Ann, who is a person, and Bob."""
    async with services.database.writing() as session:
        (await session.get_one(Account, ANN.account)).kind = "person"
    new = NewMatch(game="tiny", seats=[{"kind": "me"}, {"kind": "open"}], **fields)
    match = (await services.lobby.create(new, ANN)).id
    await services.lobby.join(match, JoinRequest(), BOB)
    return match


async def rename(services, name):
    async with services.database.writing() as session:
        account = await session.get_one(Account, ANN.account)
        matches = await reserve_name(session, account)
        account.name = name
    return matches


async def owner(services, name):
    async with services.database.reading() as session:
        account = await find_account(session, name)
    return account and account.id


async def test_delayed_match_reserves_a_name_until_its_end_is_public(tmp_path, monkeypatch):
    """A name that became free at once would reveal the end."""
    async with in_process_server(tmp_path) as services:
        delay = {"plies": 0, "minutes": 10}
        match = await begin_match(services, spectators="delayed", spectator_delay=delay)
        await rename(services, "Anna")
        await services.ender.end(match, status="finished", reason="draw")
        await services.scheduler.attend(match)
        assert await owner(services, "Ann") == ANN.account
        later = now() + timedelta(minutes=11)
        monkeypatch.setattr(spectator_delay, "public_now", lambda: later)
        await services.scheduler.attend(match)
        assert await owner(services, "Ann") is None


async def test_delayed_match_that_has_not_ended_in_public_still_shows_names(tmp_path):
    async with in_process_server(tmp_path) as services:
        delay = {"plies": 0, "minutes": 10}
        match = await begin_match(services, spectators="delayed", spectator_delay=delay)
        await services.ender.end(match, status="finished", reason="draw")
        await services.scheduler.attend(match)
        assert await rename(services, "Anna") == [match]


async def test_match_that_ends_while_its_player_is_renamed_frees_the_name(tmp_path):
    async with in_process_server(tmp_path) as services:
        match = await begin_match(services)
        matches = await rename(services, "Anna")
        async with services.database.writing() as session:
            row = await session.get_one(MatchRow, match)
            row.status, row.ended_at = "finished", now()
        assert await owner(services, "Ann") == ANN.account
        async with services.database.writing() as session:
            await release_names(session, matches)
        assert await owner(services, "Ann") is None


async def test_account_reserves_at_most_five_names(tmp_path):
    async with in_process_server(tmp_path) as services:
        for number in range(5):
            await begin_match(services)
            await rename(services, f"Ann {number}")
        await begin_match(services)
        with pytest.raises(Problem) as refused:
            await rename(services, "Ann 6")
        assert refused.value.name == "forbidden"
        async with services.database.reading() as session:
            count = sa.select(sa.func.count(sa.distinct(FormerName.folded)))
            assert await session.scalar(count) == 5
