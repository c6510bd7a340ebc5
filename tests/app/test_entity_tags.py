"""Entity tags: who has seen a reply is told that it has not changed."""

from __future__ import annotations

import pytest

from tests.app.wire import anonymous, arrive, browse, two_at_tiny

PATHS = ["/games", "/matches?limit=3", "/matches/{match}"]


async def asked(person, path, tag=None, **more):
    headers = {"If-None-Match": tag} if tag else {}
    return await person.http.get(path, headers=headers | more)


@pytest.mark.parametrize("path", PATHS)
async def test_a_reply_that_the_client_has_is_not_sent_again(url, path):
    ann, _, match = await two_at_tiny(url, visibility="private")
    path = path.format(match=match)
    first = await asked(ann, path)
    again = await asked(ann, path, first.headers["etag"])
    assert (again.status_code, again.content) == (304, b"")
    for name in ("etag", "cache-control", "vary"):
        assert again.headers[name] == first.headers[name]
    assert first.headers["cache-control"] == "private, no-cache"
    assert (await asked(ann, path, '"another"')).status_code == 200


async def test_a_match_that_has_changed_is_sent(url):
    ann, _, match = await two_at_tiny(url)
    before = (await asked(ann, f"/matches/{match}")).headers["etag"]
    frame = await ann.view(match)
    await ann.answer(match, frame["decisions"][0]["id"], frame["decisions"][0]["default"])
    after = await asked(ann, f"/matches/{match}", before)
    assert after.status_code == 200
    assert after.headers["etag"] != before


async def test_a_tag_is_of_what_its_caller_sees(url):
    ann, _, match = await two_at_tiny(url)
    own, public = [
        (await asked(one, f"/matches/{match}")).headers["etag"] for one in (ann, anonymous(url))
    ]
    assert own != public
    cid = await arrive(url, "Cid")
    assert (await asked(cid, f"/matches/{match}", public)).status_code in (200, 304)
    assert (await asked(cid, f"/matches/{match}", own)).status_code == 200


async def test_a_compressed_reply_has_a_tag_of_its_own(url):
    async with browse(f"{url}/api/v1") as http:
        plain = await http.get("/games", headers={"Accept-Encoding": "identity"})
        packed = await http.get("/games", headers={"Accept-Encoding": "gzip"})
        known = {"Accept-Encoding": "gzip", "If-None-Match": packed.headers["etag"]}
        again = await http.get("/games", headers=known)
    assert packed.headers["etag"] != plain.headers["etag"]
    assert again.status_code == 304
    assert again.headers["etag"] == packed.headers["etag"]
