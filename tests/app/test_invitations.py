"""Invitations: a seat reserved for one account."""

from __future__ import annotations

from tests.app.wire import anonymous, arrive, tiny


async def match_with_invitation(url, **fields):
    """Ann's match with a seat reserved for Bob's bot and an open seat."""
    ann, bob, cid = [await arrive(url, name) for name in ("Ann", "Bob", "Cid")]
    name = f"Bot {bob.account[-8:]}"
    bot = await bob.post("/bots", {"name": name}, 201)
    bob.http.headers["Authorization"] = f"Bearer {bot['token']}"
    bob.account = bot["account"]["id"]
    seats = [{"kind": "me"}, {"kind": "open", "invite": name}, {"kind": "open"}]
    return ann, bob, cid, name, await tiny(ann, 2, seats, **fields)


async def test_reserved_seat_admits_only_the_invited_account_and_needs_no_code(url):
    ann, bob, cid, name, match = await match_with_invitation(url, visibility="private")
    info = await ann.get(f"/matches/{match}")
    assert info["seats"][1] == {"seat": 1, "kind": "open", "invited": name}
    code = info["invite"]["code"]
    assert (await bob.get(f"/matches/{match}"))["seats"][1]["for_you"] is True
    await cid.refused("POST", f"/matches/{match}/seats", "seat-taken", {"seat": 1, "code": code})
    await bob.refused("POST", f"/matches/{match}/seats", "wrong-code", {"seat": 2})
    joined = await cid.post(f"/matches/{match}/seats", {"code": code})
    assert [seat["kind"] for seat in joined["seats"]] == ["human", "open", "human"]
    late = await arrive(url, "Late")
    await late.refused("POST", f"/matches/{match}/seats", "match-full", {"code": code})
    started = await bob.post(f"/matches/{match}/seats")
    assert started["status"] == "playing"
    assert started["seats"][1]["you"] is True


async def test_invitation_is_listed_and_can_be_declined(url):
    ann, bob, cid, name, match = await match_with_invitation(url)
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


async def test_reason_of_a_decline_is_shown_to_the_table_only(url):
    ann, bob, cid, name, match = await match_with_invitation(url)
    path = f"/matches/{match}/seats/1/invitation"
    note = {"reason": "busy", "text": "I am at two tables already."}
    declined = await bob.call("DELETE", path, params=note)
    assert "declined" not in declined.json()["seats"][1], (
        "the account that declined does not see it"
    )
    seat = (await ann.get(f"/matches/{match}"))["seats"][1]
    assert seat == {"seat": 1, "kind": "open", "declined": {"name": name, **note}}
    assert note["text"] not in (await cid.call("GET", f"/matches/{match}")).text
    assert note["text"] not in (await anonymous(url).call("GET", "/matches")).text
    code = (await ann.get(f"/matches/{match}"))["invite"]["code"]
    joined = await cid.post(f"/matches/{match}/seats", {"seat": 2, "code": code})
    assert joined["seats"][1]["declined"]["reason"] == "busy"


async def test_decline_by_a_muted_account_has_no_text(url):
    ann, bob, _, name, match = await match_with_invitation(url)
    await ann.put(f"/me/mutes/{name}", {}, 204)
    note = {"reason": "busy", "text": "You again!"}
    await bob.call("DELETE", f"/matches/{match}/seats/1/invitation", params=note)
    declined = (await ann.get(f"/matches/{match}"))["seats"][1]["declined"]
    assert declined == {"name": name, "reason": "busy"}


async def test_players_do_not_read_a_decline_by_an_account_they_have_blocked(url):
    ann, bob, cid, name, match = await match_with_invitation(url, autostart=False)
    await cid.post(f"/matches/{match}/seats", {"seat": 2})
    note = {"reason": "busy", "text": "You again!"}
    await bob.call("DELETE", f"/matches/{match}/seats/1/invitation", params=note)

    async def read_by(player):
        return (await player.get(f"/matches/{match}"))["seats"][1]["declined"]

    await cid.put(f"/me/blocks/{name}", {}, 204)
    assert await read_by(ann) == {"name": name, **note}
    assert await read_by(cid) == {"name": name, "reason": "busy"}
    await ann.call("DELETE", f"/matches/{match}/seats/mine")
    assert (await cid.get(f"/matches/{match}"))["host"] == cid.account
    assert await read_by(cid) == {"name": name, "reason": "busy"}
    await cid.call("DELETE", f"/me/blocks/{name}")
    assert await read_by(cid) == {"name": name, **note}


async def test_decline_is_forgotten_once_the_seat_changes(url):
    ann, bob, _, name, match = await match_with_invitation(url)
    seat, path = f"/matches/{match}/seats/1", f"/matches/{match}/seats/1/invitation"
    again, bot = {"kind": "open", "invite": name}, {"kind": "bot", "bot": "random"}
    for change in (again, bot):
        await bob.call("DELETE", path)
        declined = (await ann.get(f"/matches/{match}"))["seats"][1]["declined"]
        assert declined == {"name": name}, "a reason is optional"
        assert "declined" not in (await ann.put(seat, change))["seats"][1]
    assert (await ann.put(seat, again))["seats"][1]["invited"] == name
    assert (await ann.call("DELETE", path)).json()["seats"][1] == {"seat": 1, "kind": "open"}


async def test_invalid_reasons_of_a_decline_are_refused(url):
    _, bob, _, _, match = await match_with_invitation(url)
    path = f"/matches/{match}/seats/1/invitation"
    for name, wrong in (("reason", "mood"), ("text", "x" * 201), ("text", "a\x00b"), ("text", " ")):
        response = await bob.call("DELETE", path, params={name: wrong})
        assert response.status_code == 422
        assert response.json()["errors"][0]["loc"] == ["query", name]
    assert (await bob.get(f"/matches/{match}"))["seats"][1]["for_you"] is True


async def test_unknown_account_cannot_be_invited(url):
    ann = await arrive(url, "Ann")
    for seat in ({"kind": "open", "invite": "Nobody at all"}, {"kind": "bot", "invite": "x"}):
        request = {"game": "tiny", "seats": [{"kind": "me"}, seat]}
        body = await ann.refused("POST", "/matches", "invalid-request", request)
        assert body["errors"][0]["loc"] == ["body", "invite"]
