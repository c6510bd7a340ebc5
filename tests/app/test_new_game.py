"""New game: a copy of the template is a game of its own, which is tested, packed and played."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest
from typer.testing import CliRunner

from app.authoring.new_game import TEMPLATE, WrongGame, new_game, spellings
from app.cli.main import cli
from devtools.browsers import headless_chromium
from tests.app.conftest import running
from tests.app.wire import arrive

HIGH_TIDE = "conclave-high-tide"


def installed(project: Path, site: Path) -> Path:
    """The wheel of a project, unpacked into a folder that Python may import from."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(site.parent)]
    subprocess.run(build, cwd=project, check=True, capture_output=True)
    (wheel,) = site.parent.glob("conclave_*.whl")
    with ZipFile(wheel) as archive:
        archive.extractall(site)
    return site


@pytest.fixture(scope="module")
def high_tide(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A new game: its project, and where its wheel is installed."""
    folder = tmp_path_factory.mktemp("author")
    project = new_game("High Tide", "2-3", folder)
    return project, installed(project, folder / "site")


def test_new_game_has_its_own_names_alone(high_tide: tuple[Path, Path]) -> None:
    project, site = high_tide
    assert project.name == HIGH_TIDE
    assert (site / "conclave_high_tide/locale/de.mo").is_file()
    for part in ("board/board.js", "board/sounds/took.wav"):
        copied = (site / "conclave_high_tide" / part).read_bytes()
        original = (TEMPLATE / "conclave_night_market" / part).read_bytes()
        assert copied == original.replace(b"NightMarket", b"HighTide").replace(
            b"Night Market", b"High Tide"
        )
    assert (project / ".github/workflows/ci.yml").is_file()
    texts = {
        file.relative_to(project): file.read_text("latin-1")
        for file in project.rglob("*")
        if file.is_file() and file.suffix != ".mo" and "__pycache__" not in file.parts
    }
    old_names = spellings(("night", "market")).values()
    assert not [file for file, text in texts.items() if any(name in text for name in old_names)]
    assert "class HighTide(" in texts[Path("conclave_high_tide/game.py")]
    assert "seats = range(2, 4)" in texts[Path("conclave_high_tide/game.py")]


@pytest.mark.browser
@pytest.mark.timeout(240)
def test_tests_of_a_new_game_pass(high_tide: tuple[Path, Path]) -> None:
    """Its own, that of the board included, and every battery that applies."""
    project, site = high_tide
    options = ("-q", "-rs", "-p", "no:cacheprovider")
    process = author(site, "pytest", *options, cwd=project, CHROMIUM=headless_chromium())
    assert process.returncode == 0, process.stdout + process.stderr
    assert "there is no lessons.json" in process.stdout
    assert process.stdout.count("SKIPPED") < 10


@pytest.mark.browser
@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("  #draw() {", "  #draw() { throw new Error('no paint');", "no paint"),
        (".stall,\n.hand {", ".stall,\n.hand { width: 200vw;", "evaluate_all(OUT_OF_SIGHT) == 0"),
    ],
    ids=["throws", "too-wide"],
)
def test_board_that_is_broken_fails_the_test_of_the_board(
    high_tide: tuple[Path, Path], tmp_path: Path, before: str, after: str, says: str
) -> None:
    project, site = high_tide
    shutil.copytree(site, tmp_path / "site")
    for name in ("board.js", "board.css"):
        file = tmp_path / "site/conclave_high_tide/board" / name
        file.write_text(file.read_text().replace(before, after))
    arguments = (tmp_path / "site", "pytest", "-x", "-p", "no:cacheprovider", "tests/test_board.py")
    process = author(*arguments, cwd=project, CHROMIUM=headless_chromium())
    assert process.returncode == 1, process.stdout + process.stderr
    assert says in process.stdout


def test_new_game_is_strictly_typed(high_tide: tuple[Path, Path]) -> None:
    project, site = high_tide
    process = author(site, "mypy", "--cache-dir", os.devnull, cwd=project)
    assert process.returncode == 0, process.stdout + process.stderr


def test_check_game_reports_each_battery(high_tide: tuple[Path, Path]) -> None:
    project, site = high_tide
    check = ("conclave", "check-game", "high_tide", "--only", "laws", "--only", "notation")
    process = author(site, *check, cwd=project)
    assert process.returncode == 0, process.stdout + process.stderr
    lines = process.stdout.splitlines()
    assert [line.split("  ")[0].strip() for line in lines] == ["pass"] * 2 + ["not applicable"] * 2
    assert "the game has no notation" in lines[-1]


def author(
    site: Path, command: str, *arguments: str, cwd: Path, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run an installed command as the author does, with the game installed."""
    program = Path(sys.executable).with_name(command)
    environment = {**os.environ, "PYTHONPATH": str(site), **variables}
    return subprocess.run(
        [program, *arguments], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )


async def test_server_offers_a_new_game_and_bots_play_it(
    high_tide: tuple[Path, Path], tmp_path: Path
) -> None:
    settings = {"PYTHONPATH": str(high_tide[1]), "GAMES": "high_tide"}
    for server in running(tmp_path, "server.log", settings, forked=False):
        ann = await arrive(server.url, "Ann")
        (offered,) = (await ann.get("/games"))["items"]
        assert (offered["id"], offered["title"]) == ("high_tide", "High Tide")
        assert offered["languages"] == ["en", "de"]
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "easy"}]
        body = {"game": "high_tide", "options": {"rounds": 2}, "seats": seats}
        match = (await ann.post("/matches", body, 201))["id"]
        async with asyncio.timeout(60):
            while (frame := await ann.view(match))["view"]["status"] != "finished":
                for decision in frame["decisions"]:
                    await ann.answer(match, decision["id"], decision["default"])
                await asyncio.sleep(0.1)


@pytest.mark.parametrize(
    ("name", "players", "says"),
    [
        ("4th Street", "2-4", "begins with a letter"),
        ("high/tide", "2-4", "letters a to z"),
        ("Приливы", "2-4", "letters a to z"),
        ("a" * 41, "2-4", "at most 40 characters"),
        ("", "2-4", "begins with a letter"),
        ("tiny", "2-4", "installed already"),
        ("Game", "2-4", "has a name Game already"),
        ("high tide", "0-3", "from 1 to 10"),
        ("high tide", "4-2", "from 1 to 10"),
        ("high tide", "2-11", "from 1 to 10"),
        ("high tide", "two", "from 1 to 10"),
    ],
)
def test_impossible_game_is_refused_in_a_sentence(
    tmp_path: Path, name: str, players: str, says: str
) -> None:
    with pytest.raises(WrongGame, match=says):
        new_game(name, players, tmp_path, ["tiny"])
    assert list(tmp_path.iterdir()) == []


def test_existing_folder_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / HIGH_TIDE).mkdir()
    result = CliRunner().invoke(cli, ["new-game", "high_tide"])
    assert (result.exit_code, result.stderr) == (2, f"{HIGH_TIDE} exists already.\n")
    assert list((tmp_path / HIGH_TIDE).iterdir()) == []


@pytest.mark.parametrize("players", ["1", "2", "2-10"])
def test_any_number_of_players_is_written(tmp_path: Path, players: str) -> None:
    project = new_game("high_tide", players, tmp_path)
    readme = (project / "README.md").read_text()
    assert f"for {players} player" in readme
    assert project != TEMPLATE


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["chess"], "chess is not installed"),
        (["tiny", "--only", "luck"], "luck is not a battery"),
        (["tiny", "--seats", "9"], "Tiny is for 2 to 4 players"),
    ],
)
def test_wrong_check_is_refused_in_a_sentence(arguments: list[str], says: str) -> None:
    result = CliRunner().invoke(cli, ["check-game", *arguments])
    assert result.exit_code == 2
    assert says in result.stderr


def test_language_is_added_and_compiled(high_tide: tuple[Path, Path]) -> None:
    project, site = high_tide
    process = author(site, "conclave", "messages", "high_tide", "fr", cwd=project)
    assert process.returncode == 0, process.stderr
    assert (site / "conclave_high_tide/locale/fr.po").is_file()
    assert author(site, "conclave", "messages", "high_tide", "xq", cwd=project).returncode == 2
