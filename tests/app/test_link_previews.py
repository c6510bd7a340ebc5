"""Link previews: the tags of a page that chats and search engines read, and what they omit."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.app.conftest import QUICK, running
from tests.app.wire import anonymous, arrive, browse, tiny

INDEX = "<!doctype html>\n<html>\n  <head>\n    <title>Conclave</title>\n  </head>\n</html>\n"
PUBLIC = "https://play.example.org"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A server with a page and pictures of its own, reached from elsewhere as PUBLIC."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "dist/previews").mkdir(parents=True)
    (folder / "dist/index.html").write_text(INDEX)
    for name in ("conclave", "res_arcana"):
        (folder / f"dist/previews/{name}.jpg").write_bytes(b"jpeg")
    settings = {
        **QUICK,
        "PAGE_FOLDER": str(folder / "dist"),
        "PUBLIC_URL": PUBLIC,
        "CODE_ATTEMPTS_PER_MINUTE": "8",
    }
    yield from running(folder, "site.log", settings)


@pytest.fixture
async def http(site):
    async with browse(site.url) as client:
        yield client


async def previewed(http, path):
    """The tags of a page, by name, and its whole text."""
    page = (await http.get(path)).text
    found = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)" />', page)
    return {name: unescape(value) for name, value in found}, page


async def invited(ann, http, **wish):
    made = await ann.post("/matches", wish, 201)
    return made, await previewed(http, f"/join/{made['invite']['code']}")


async def test_an_invitation_says_who_invites_to_what(site, http):
    ann = await arrive(site.url, "Ann")
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}]
    for visibility in ("public", "private"):
        wish = {"game": "res_arcana", "seats": seats, "visibility": visibility}
        made, (tags, page) = await invited(ann, http, **wish)
        assert tags["og:title"] == "Ann invites you to Res Arcana"
        assert tags["og:description"].startswith("1 of 3 seats is free.")
        assert tags["og:image"] == f"{PUBLIC}/previews/res_arcana.jpg"
        assert tags["og:url"] == f"{PUBLIC}/join/{made['invite']['code']}"
        assert tags["robots"] == "noindex"
        assert made["id"] not in page


async def test_a_name_is_text_in_a_preview(site, http):
    ann = await arrive(site.url, '"><script>alert(1)</script>')
    wish = {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "open"}]}
    _, (tags, page) = await invited(ann, http, **wish)
    assert "<script>alert" not in page
    assert tags["og:title"] == '"><script>alert(1)</script> invites you to Tiny'
    assert tags["og:image"] == f"{PUBLIC}/previews/conclave.jpg"
    _, page = await previewed(http, "/join/%22%3E%3Cscript%3E")
    assert "<script>" not in page


async def test_a_table_says_who_plays_only_where_everybody_may_watch(site, http):
    ann = await arrive(site.url, "Ann of Table")
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    for wish, is_told in (
        ({"visibility": "public"}, True),
        ({"visibility": "private"}, False),
        ({"visibility": "public", "spectators": "none"}, False),
    ):
        match = await tiny(ann, 2, seats, **wish)
        for path in (f"/m/{match}", f"/m/{match}/replay"):
            tags, page = await previewed(http, path)
            assert tags["og:title"].startswith("Tiny")
            assert ("Ann of Table" in page) is is_told
            assert ("robots" in tags) is not is_told
            assert tags["og:description"] == "Being played, 2 players."
        made = await ann.get(f"/matches/{match}")
        assert made["invite"]["code"] not in page
        assert ann.account not in page


async def test_late_spectators_see_a_late_preview(site, http):
    """A match that is over for its players is still running for all other viewers."""
    ann = await arrive(site.url, "Ann")
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    delay = {"spectators": "delayed", "spectator_delay": {"plies": 3, "minutes": 60}}
    match = await tiny(ann, 1, seats, **delay)
    await ann.post(f"/matches/{match}/resign")
    assert (await ann.get(f"/matches/{match}"))["status"] != "playing"
    tags, _ = await previewed(http, f"/m/{match}")
    assert tags["og:description"] == "Being played, 2 players."


async def test_guessing_codes_by_previews_counts_as_guessing(site, http):
    """And says nothing: the page of a wrong code is the page of any other path."""
    wrong, right = [], None
    ann = await arrive(site.url, "Ann")
    made = await ann.post(
        "/matches", {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "open"}]}, 201
    )
    for number in range(12):
        tags, _ = await previewed(http, f"/join/WRONG{number}")
        wrong.append((tags["og:title"], tags["og:description"]))
    assert len(set(wrong)) == 1
    right, _ = await previewed(http, f"/join/{made['invite']['code']}")
    assert (right["og:title"], right["og:description"]) == wrong[0]
    asked = await anonymous(site.url).call("GET", "/matches/by-code/WRONG")
    assert asked.status_code == 429


async def test_the_link_of_a_wrong_code_is_one_guess(serve, tmp_path):
    """The page of the link, the request that the page makes, and a reload of both."""
    (tmp_path / "index.html").write_text(INDEX)
    given = {"PAGE_FOLDER": str(tmp_path), "CODE_ATTEMPTS_PER_MINUTE": "3"}
    stranger = anonymous(serve(**QUICK | given).url)
    async with browse(stranger.url) as http:
        for guess in ("WRONG1", "WRONG2", "WRONG1", "WRONG2"):
            assert (await http.get(f"/join/{guess}")).status_code == 200
            assert (await stranger.call("GET", f"/matches/by-code/{guess}")).status_code == 404
    codes = [
        (await stranger.call("GET", f"/matches/by-code/WRONG{number}")).status_code
        for number in (3, 4, 1)
    ]
    assert codes == [404, 429, 429]
