"""Invitations: a seat reserved for one account."""

from __future__ import annotations

from tests.app.wire import anonymous, arrive, tiny


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


async def test_who_declines_leaves_word_for_those_at_the_table(url):
    ann, bob, cid, name, match = await invited(url)
    path = f"/matches/{match}/seats/1/invitation"
    word = {"reason": "busy", "text": "I am at two tables already."}
    declined = await bob.call("DELETE", path, params=word)
    assert "declined" not in declined.json()["seats"][1], "whoever declined is no longer there"
    seat = (await ann.get(f"/matches/{match}"))["seats"][1]
    assert seat == {"seat": 1, "kind": "open", "declined": {"name": name, **word}}
    assert word["text"] not in (await cid.call("GET", f"/matches/{match}")).text
    assert word["text"] not in (await anonymous(url).call("GET", "/matches")).text
    code = (await ann.get(f"/matches/{match}"))["invite"]["code"]
    sat = await cid.post(f"/matches/{match}/seats", {"seat": 2, "code": code})
    assert sat["seats"][1]["declined"]["reason"] == "busy"


async def test_whoever_is_muted_declines_without_a_sentence(url):
    ann, bob, _, name, match = await invited(url)
    await ann.put(f"/me/mutes/{name}", {}, 204)
    word = {"reason": "busy", "text": "You again!"}
    await bob.call("DELETE", f"/matches/{match}/seats/1/invitation", params=word)
    declined = (await ann.get(f"/matches/{match}"))["seats"][1]["declined"]
    assert declined == {"name": name, "reason": "busy"}


async def test_word_is_forgotten_once_the_seat_is_taken_or_kept_again(url):
    ann, bob, _, name, match = await invited(url)
    seat, path = f"/matches/{match}/seats/1", f"/matches/{match}/seats/1/invitation"
    again, bot = {"kind": "open", "invite": name}, {"kind": "bot", "bot": "random"}
    for change in (again, bot):
        await bob.call("DELETE", path)
        declined = (await ann.get(f"/matches/{match}"))["seats"][1]["declined"]
        assert declined == {"name": name}, "nobody has to say why"
        assert "declined" not in (await ann.put(seat, change))["seats"][1]
    assert (await ann.put(seat, again))["seats"][1]["invited"] == name
    assert (await ann.call("DELETE", path)).json()["seats"][1] == {"seat": 1, "kind": "open"}


async def test_why_is_a_known_word_and_a_sentence(url):
    _, bob, _, _, match = await invited(url)
    path = f"/matches/{match}/seats/1/invitation"
    for name, wrong in (("reason", "mood"), ("text", "x" * 201), ("text", "a\x00b"), ("text", " ")):
        response = await bob.call("DELETE", path, params={name: wrong})
        assert response.status_code == 422
        assert response.json()["errors"][0]["loc"] == ["query", name]
    assert (await bob.get(f"/matches/{match}"))["seats"][1]["for_you"] is True


async def test_whom_nobody_knows_cannot_be_invited(url):
    ann = await arrive(url, "Ann")
    for seat in ({"kind": "open", "invite": "Nobody at all"}, {"kind": "bot", "invite": "x"}):
        wish = {"game": "tiny", "seats": [{"kind": "me"}, seat]}
        body = await ann.refused("POST", "/matches", "invalid-request", wish)
        assert body["errors"][0]["loc"] == ["body", "invite"]
