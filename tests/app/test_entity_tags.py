"""Entity tags: a client that has the current reply gets 304."""

from __future__ import annotations

import pytest

from tests.app.wire import anonymous, arrive, browse, two_at_tiny

PATHS = ["/games", "/matches?limit=3", "/matches/{match}"]


async def fetch(person, path, tag=None, **more):
    headers = {"If-None-Match": tag} if tag else {}
    return await person.http.get(path, headers=headers | more)


@pytest.mark.parametrize("path", PATHS)
async def test_unchanged_reply_is_not_sent_again(url, path):
    ann, _, match = await two_at_tiny(url, visibility="private")
    path = path.format(match=match)
    first = await fetch(ann, path)
    again = await fetch(ann, path, first.headers["etag"])
    assert (again.status_code, again.content) == (304, b"")
    for name in ("etag", "cache-control", "vary"):
        assert again.headers[name] == first.headers[name]
    assert first.headers["cache-control"] == "private, no-cache"
    assert (await fetch(ann, path, '"another"')).status_code == 200


async def test_changed_match_is_sent_with_a_new_tag(url):
    ann, _, match = await two_at_tiny(url)
    before = (await fetch(ann, f"/matches/{match}")).headers["etag"]
    frame = await ann.view(match)
    await ann.answer(match, frame["decisions"][0]["id"], frame["decisions"][0]["default"])
    after = await fetch(ann, f"/matches/{match}", before)
    assert after.status_code == 200
    assert after.headers["etag"] != before


async def test_etag_depends_on_what_the_caller_sees(url):
    ann, _, match = await two_at_tiny(url)
    own, public = [
        (await fetch(person, f"/matches/{match}")).headers["etag"]
        for person in (ann, anonymous(url))
    ]
    assert own != public
    cid = await arrive(url, "Cid")
    assert (await fetch(cid, f"/matches/{match}", public)).status_code in (200, 304)
    assert (await fetch(cid, f"/matches/{match}", own)).status_code == 200


async def test_known_view_is_not_resent_and_etags_differ_by_viewer(url):
    ann, bob, match = await two_at_tiny(url)
    path = f"/matches/{match}/view"
    etag = (await ann.call("GET", path)).headers["etag"]
    for known in (etag, f'"other", {etag}', f"W/{etag}"):
        again = await ann.call("GET", path, headers={"If-None-Match": known})
        assert (again.status_code, again.text) == (304, "")
    for other in (bob, anonymous(url)):
        reply = await other.call("GET", path, headers={"If-None-Match": etag})
        assert reply.status_code == 200


async def test_compressed_reply_has_a_tag_of_its_own(url):
    async with browse(f"{url}/api/v1") as http:
        plain = await http.get("/games", headers={"Accept-Encoding": "identity"})
        packed = await http.get("/games", headers={"Accept-Encoding": "gzip"})
        headers = {"Accept-Encoding": "gzip", "If-None-Match": packed.headers["etag"]}
        again = await http.get("/games", headers=headers)
    assert packed.headers["etag"] != plain.headers["etag"]
    assert again.status_code == 304
    assert again.headers["etag"] == packed.headers["etag"]
