"""Link previews: the meta tags that chats and search engines read, and what they omit."""

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


async def preview_of(http, path):
    """The tags of a page, by name, and its whole text."""
    page = (await http.get(path)).text
    tags = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)" />', page)
    return {name: unescape(value) for name, value in tags}, page


async def preview_invitation(ann, http, **body):
    created = await ann.post("/matches", body, 201)
    return created, await preview_of(http, f"/join/{created['invite']['code']}")


async def test_preview_of_an_invitation_names_host_and_game(site, http):
    ann = await arrive(site.url, "Ann")
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}]
    for visibility in ("public", "private"):
        body = {"game": "res_arcana", "seats": seats, "visibility": visibility}
        created, (tags, page) = await preview_invitation(ann, http, **body)
        assert tags["og:title"] == "Ann invites you to Res Arcana"
        assert tags["og:description"].startswith("1 of 3 seats is free.")
        assert tags["og:image"] == f"{PUBLIC}/previews/res_arcana.jpg"
        assert tags["og:url"] == f"{PUBLIC}/join/{created['invite']['code']}"
        assert tags["robots"] == "noindex"
        assert created["id"] not in page


async def test_names_are_escaped_in_previews(site, http):
    ann = await arrive(site.url, '"><script>alert(1)</script>')
    body = {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "open"}]}
    _, (tags, page) = await preview_invitation(ann, http, **body)
    assert "<script>alert" not in page
    assert tags["og:title"] == '"><script>alert(1)</script> invites you to Tiny'
    assert tags["og:image"] == f"{PUBLIC}/previews/conclave.jpg"
    _, page = await preview_of(http, "/join/%22%3E%3Cscript%3E")
    assert "<script>" not in page


async def test_preview_of_a_friend_link_names_its_owner_alone(site, http):
    """As the page of the link does, until it is renewed."""
    ann = await arrive(site.url, "Ann")
    code = (await ann.get("/me/friend-link"))["code"]
    tags, page = await preview_of(http, f"/friend/{code}")
    assert tags["og:title"] == "Be friends with Ann"
    assert tags["og:url"] == f"{PUBLIC}/friend/{code}"
    assert tags["robots"] == "noindex"
    assert ann.account not in page
    home, _ = await preview_of(http, "/")
    named = {name for name in tags if tags[name] != home.get(name)}
    assert named == {"og:title", "og:url", "robots"}
    await ann.post("/me/friend-link")
    tags, _ = await preview_of(http, f"/friend/{code}")
    assert tags["og:title"] == home["og:title"]


async def test_preview_names_players_only_if_everyone_may_watch(site, http):
    ann = await arrive(site.url, "Ann of Table")
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    for fields, is_shown in (
        ({"visibility": "public"}, True),
        ({"visibility": "private"}, False),
        ({"visibility": "public", "spectators": "none"}, False),
    ):
        match = await tiny(ann, 2, seats, **fields)
        for path in (f"/m/{match}", f"/m/{match}/replay"):
            tags, page = await preview_of(http, path)
            assert tags["og:title"].startswith("Tiny")
            assert ("Ann of Table" in page) is is_shown
            assert ("robots" in tags) is not is_shown
            assert tags["og:description"] == "Being played, 2 players."
        info = await ann.get(f"/matches/{match}")
        assert info["invite"]["code"] not in page
        assert ann.account not in page


async def test_preview_of_a_delayed_match_is_delayed_too(site, http):
    """A match that is over for its players is still running for all other viewers."""
    ann = await arrive(site.url, "Ann")
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    delay = {"spectators": "delayed", "spectator_delay": {"plies": 3, "minutes": 60}}
    match = await tiny(ann, 1, seats, **delay)
    await ann.post(f"/matches/{match}/resign")
    assert (await ann.get(f"/matches/{match}"))["status"] != "playing"
    tags, _ = await preview_of(http, f"/m/{match}")
    assert tags["og:description"] == "Being played, 2 players."


async def test_guesses_by_preview_count_and_reveal_nothing(site, http):
    """The page of a wrong code equals the page of any other path."""
    wrong, right = [], None
    ann = await arrive(site.url, "Ann")
    created = await ann.post(
        "/matches", {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "open"}]}, 201
    )
    for number in range(12):
        link = ("join", "friend")[number % 2]
        tags, _ = await preview_of(http, f"/{link}/WRONG{number}")
        wrong.append((tags["og:title"], tags["og:description"]))
    assert len(set(wrong)) == 1
    right, _ = await preview_of(http, f"/join/{created['invite']['code']}")
    assert (right["og:title"], right["og:description"]) == wrong[0]
    response = await anonymous(site.url).call("GET", "/matches/by-code/WRONG")
    assert response.status_code == 429


async def test_link_with_a_wrong_code_counts_as_one_guess(serve, tmp_path):
    """The page of the link, the request that the page makes, and a reload of both."""
    (tmp_path / "index.html").write_text(INDEX)
    settings = {"PAGE_FOLDER": str(tmp_path), "CODE_ATTEMPTS_PER_MINUTE": "3"}
    stranger = anonymous(serve(**QUICK | settings).url)
    async with browse(stranger.url) as http:
        for guess in ("WRONG1", "WRONG2", "WRONG1", "WRONG2"):
            assert (await http.get(f"/join/{guess}")).status_code == 200
            assert (await stranger.call("GET", f"/matches/by-code/{guess}")).status_code == 404
    codes = [
        (await stranger.call("GET", f"/matches/by-code/WRONG{number}")).status_code
        for number in (3, 4, 1)
    ]
    assert codes == [404, 429, 429]
