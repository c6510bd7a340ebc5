"""Invitations: a seat reserved for one account."""

from __future__ import annotations

from tests.app.wire import arrive, tiny


async def invited(url, **wish):
    """Ann's match with a seat for Bob's bot and an open one."""
    ann, bob, cid = [await arrive(url, name) for name in ("Ann", "Bob", "Cid")]
    name = f"Bot {bob.account[-8:]}"
    bot = await bob.post("/bots", {"name": name}, 201)
    bob.http.headers["Authorization"] = f"Bearer {bot['token']}"
    bob.account = bot["account"]["id"]
    seats = [{"kind": "me"}, {"kind": "open", "invite": name}, {"kind": "open"}]
    return ann, bob, cid, name, await tiny(ann, 2, seats, **wish)


async def test_only_the_invited_sit_there_and_without_a_code(url):
    ann, bob, cid, name, match = await invited(url, visibility="private")
    shown = await ann.get(f"/matches/{match}")
    assert shown["seats"][1] == {"seat": 1, "kind": "open", "invited": name}
    code = shown["invite"]["code"]
    assert (await bob.get(f"/matches/{match}"))["seats"][1]["for_you"] is True
    await cid.refused("POST", f"/matches/{match}/seats", "seat-taken", {"seat": 1, "code": code})
    await bob.refused("POST", f"/matches/{match}/seats", "wrong-code", {"seat": 2})
    sat = await cid.post(f"/matches/{match}/seats", {"code": code})
    assert [seat["kind"] for seat in sat["seats"]] == ["human", "open", "human"]
    late = await arrive(url, "Late")
    await late.refused("POST", f"/matches/{match}/seats", "match-full", {"code": code})
    begun = await bob.post(f"/matches/{match}/seats")
    assert begun["status"] == "playing"
    assert begun["seats"][1]["you"] is True


async def test_an_invitation_is_found_and_declined(url):
    ann, bob, cid, name, match = await invited(url)
    listed = await bob.get("/matches?account=me")
    assert [item["id"] for item in listed["items"]] == [match]
    path = f"/matches/{match}/seats/1/invitation"
    await cid.refused("DELETE", path, "forbidden")
    response = await bob.call("DELETE", path)
    assert response.json()["seats"][1] == {"seat": 1, "kind": "open"}
    await bob.refused("DELETE", path, "not-found")
    again = {"kind": "open", "invite": name}
    response = await ann.call("PUT", f"/matches/{match}/seats/1", again)
    assert response.json()["seats"][1]["invited"] == name
    assert (await ann.call("DELETE", path)).status_code == 200
    assert (await cid.post(f"/matches/{match}/seats", {"seat": 1}))["seats"][1]["you"] is True


async def test_whom_nobody_knows_cannot_be_invited(url):
    ann = await arrive(url, "Ann")
    for seat in ({"kind": "open", "invite": "Nobody at all"}, {"kind": "bot", "invite": "x"}):
        wish = {"game": "tiny", "seats": [{"kind": "me"}, seat]}
        body = await ann.refused("POST", "/matches", "invalid-request", wish)
        assert body["errors"][0]["loc"] == ["body", "invite"]
