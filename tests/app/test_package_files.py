"""Package files: boards, pictures and sounds that a game's package adds to the page."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from urllib.parse import quote

import pytest
from conclave_night_market import GAME
from conclave_tiny_game import Tiny

from app.games.catalogue import Catalogue
from app.games.package_files import PackageFiles
from engine.core.page_parts import Board, PageParts
from tests.app.conftest import running
from tests.app.wire import browse
from tests.boarded_game import FILES, PICTURE, write_package

FOREVER = "public, max-age=31536000, immutable"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A server on which the package is installed."""
    folder = tmp_path_factory.mktemp("boarded")
    secret = folder / "secret.json"
    secret.write_text("{}")
    settings = write_package(folder / "site")
    (folder / "site/conclave_boarded/board/link.json").symlink_to(secret)
    yield from running(folder, "server.log", settings, forked=False)


@pytest.fixture
async def http(site):
    async with browse(site.url, headers={"Accept-Encoding": ""}) as client:
        yield client


@pytest.fixture
async def parts(http):
    """What the listing says of the package."""
    listing = (await http.get("/api/v1/games")).json()
    return {game["id"]: game for game in listing["items"]}["boarded"]["page"]


async def test_listing_and_description_name_board_pictures_and_sounds(http, parts):
    root = parts["board"]["address"].removesuffix("board.js")
    assert root.startswith("/packages/boarded/")
    assert parts == {
        "board": {"address": f"{root}board.js", "contract": 1},
        "emblem": f"{root}emblem.svg",
        "cover": f"{root}cover.svg",
        "light": "#336699",
        "dark": "#112233",
        "sounds": {"played": f"{root}sounds/played.ogg"},
    }
    game = (await http.get("/api/v1/games/boarded")).json()
    faces = {component["id"]: component["face"] for component in game["catalogue"]}
    assert game["page"] == parts
    assert (faces["c7"], faces["c8"]) == (f"{root}cards/c7.svg", f"{root}cards/card.svg")


async def test_game_without_page_parts_names_none(http):
    listing = (await http.get("/api/v1/games")).json()
    (res_arcana,) = [game for game in listing["items"] if game["id"] == "res_arcana"]
    assert "page" not in res_arcana


@pytest.mark.parametrize(
    ("part", "media"),
    [("board", "text/javascript"), ("emblem", "image/svg+xml"), ("sound", "audio/ogg")],
)
async def test_file_is_sent_with_its_type_for_ever(http, parts, part, media):
    addresses = {
        "board": parts["board"]["address"],
        "emblem": parts["emblem"],
        "sound": parts["sounds"]["played"],
    }
    response = await http.get(addresses[part])
    assert response.status_code == 200
    assert response.headers["content-type"].split(";")[0] == media
    assert response.headers["cache-control"] == FOREVER
    assert response.headers["x-content-type-options"] == "nosniff"
    assert "script-src" not in response.headers["content-security-policy"]
    assert (await http.head(addresses[part])).status_code == 200


async def test_script_is_compressed_on_request(http, parts):
    address = parts["board"]["address"]
    plain = await http.get(address)
    async with http.stream("GET", address, headers={"Accept-Encoding": "gzip"}) as response:
        body = b"".join([part async for part in response.aiter_raw()])
    assert response.headers["content-encoding"] == "gzip"
    assert response.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    assert gzip.decompress(body) == plain.content == FILES["board.js"].encode()


@pytest.mark.parametrize(
    "name",
    ["missing.js", "notes.txt", "build.py", "link.json", "", "cards"],
)
async def test_nothing_but_what_a_page_loads_is_served(http, parts, name):
    root = parts["board"]["address"].removesuffix("board.js")
    assert (await http.get(root + name)).status_code == 404


@pytest.mark.parametrize("name", ["../__init__.py", "cards/../../__init__.py", "/etc/passwd"])
async def test_path_does_not_leave_the_folder(http, parts, name):
    root = parts["board"]["address"].removesuffix("board.js")
    response = await http.get(root + quote(name, safe=""))
    assert response.status_code == 404


async def test_other_digest_or_game_is_not_found(http, parts):
    address = parts["board"]["address"]
    _, _, game, digest, name = address.split("/")
    for other in (f"/packages/{game}/{'0' * 16}/{name}", f"/packages/tiny/{digest}/{name}"):
        response = await http.get(other)
        assert (response.status_code, response.json()["type"]) == (404, "/problems/not-found")
    assert (await http.get(f"/packages/res_arcana/{digest}/{name}")).status_code == 404


async def test_files_lie_below_the_path_of_the_site(tmp_path):
    settings = write_package(tmp_path / "site") | {"PUBLIC_URL": "http://127.0.0.1:8000/tables"}
    for server in running(tmp_path, "server.log", settings, forked=False):
        async with browse(server.url) as client:
            listing = (await client.get("/tables/api/v1/games")).json()
            address = listing["items"][0]["page"]["board"]["address"]
            assert address.startswith("/packages/boarded/")
            for prefix in ("/tables", ""):
                assert (await client.get(prefix + address)).status_code == 200


def test_description_says_the_package_s_words_in_each_language():
    page = PackageFiles(GAME).page
    assert page.gist["en"] == GAME.page.gist
    assert page.gist["de"].startswith("Biete geheim")
    assert (page.minutes.min, page.minutes.max, page.weight) == (10, 20, "light")


class WithParts(Tiny):
    """Tiny, with the files of a folder that a test has written."""

    page = PageParts(board=Board("board.js", contract=1), emblem="emblem.svg")
    place = ""

    @classmethod
    def folder(cls):
        return cls.place


@pytest.fixture
def with_parts(tmp_path, monkeypatch):
    monkeypatch.setattr(WithParts, "place", tmp_path)
    (tmp_path / "board").mkdir()
    return tmp_path / "board"


def test_digest_changes_with_any_content_or_name(with_parts):
    def digest():
        return PackageFiles(WithParts()).digest

    (with_parts / "board.js").write_text("1")
    first = digest()
    assert digest() == first
    (with_parts / "board.js").write_text("2")
    second = digest()
    (with_parts / "board.js").rename(with_parts / "other.js")
    assert len({first, second, digest()}) == 3


def test_description_has_another_version_when_a_file_changes(with_parts):
    def version():
        return Catalogue({"tiny": WithParts()}, ["tiny"], "normal").version("tiny")

    (with_parts / "emblem.svg").write_text(PICTURE)
    before = version()
    (with_parts / "emblem.svg").write_text(PICTURE + "\n")
    assert version() != before


def test_board_without_a_file_is_still_named(with_parts):
    (with_parts / "emblem.svg").write_text(PICTURE)
    page = PackageFiles(WithParts()).page
    assert page.board.address.endswith("/board.js")


def test_package_without_a_folder_serves_nothing(with_parts):
    with_parts.rmdir()
    assert PackageFiles(WithParts()).page.board.contract == 1


def test_version_lists_packages_and_their_boards(tmp_path):
    environment = {**os.environ, **write_package(tmp_path)}
    result = subprocess.run(
        [sys.executable, "-m", "app.cli", "--version"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    first, *others = result.stdout.splitlines()
    assert first.startswith("conclave ")
    assert others == [
        "boarded: conclave-boarded 1.2, with a board (contract 1) that runs in the page",
        "tiny: conclave-tiny-game 0.1.0",
    ]
