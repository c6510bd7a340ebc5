"""The command conclave-bot, and the config that it reads."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from conclave_client import Client, calls
from conclave_client.config import WrongConfig, read_config
from tests.app.conftest import running
from tests.client.conftest import person
from tests.client.test_runner import invite
from tests.server_process import free_port

EXAMPLES = Path(__file__).parents[2] / "clients/python/examples"
PATIENCE_S = 60


def command(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "conclave_client.cli", *arguments]
    return subprocess.run(
        line, cwd=folder, capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )


def config(folder: Path, text: str) -> Path:
    file = folder / "bot.toml"
    file.write_text(f'server = "http://localhost:1"\n{text}')
    return file


def test_a_bot_is_made_tried_and_run(server, ada, tmp_path):
    a_bot_is_made_tried_and_run(server.url, ada, tmp_path)


def test_a_bot_is_made_tried_and_run_at_a_site_below_a_path(tmp_path):
    port = free_port()
    url = f"http://127.0.0.1:{port}/tables"
    settings = {"PORT": port, "PUBLIC_URL": url}
    with contextmanager(running)(tmp_path, "server.log", settings), person(url) as ada:
        (tmp_path / "bot").mkdir()
        a_bot_is_made_tried_and_run(url, ada, tmp_path / "bot")


def a_bot_is_made_tried_and_run(url, ada, tmp_path):
    made = command(tmp_path, "new", url, "Vex 2")
    assert made.returncode == 0, made.stderr
    assert sorted(one.name for one in tmp_path.iterdir()) == ["vex2.py", "vex2.toml"]
    assert (tmp_path / "vex2.toml").stat().st_mode & 0o077 == 0, "others can read the token"
    assert "is there already" in command(tmp_path, "new", url, "Vex 2").stderr
    tried = command(tmp_path, "try", "vex2.toml", "--game", "tiny", "--games", "3")
    assert re.match(r"[\d.]+ of 3 \(\d+ %\) at tiny against greedy\n", tried.stdout), tried.stderr
    line = [sys.executable, "-m", "conclave_client.cli", "run", "vex2.toml"]
    runs = subprocess.Popen(line, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    try:
        finished(ada, invite(ada, "Vex 2").id)
    finally:
        runs.send_signal(signal.SIGTERM)
    _, said = runs.communicate(timeout=PATIENCE_S)
    assert runs.returncode == 0, said
    assert "sat down to" in said
    token = read_config(tmp_path / "vex2.toml").token
    assert token
    assert token not in said


def test_a_new_bot_takes_a_folder_of_its_own_and_leaves_nothing_where_it_fails(server, tmp_path):
    made = command(tmp_path, "new", server.url, "Vex", "--folder", "bots/vex")
    assert made.returncode == 0, made.stderr
    assert sorted(one.name for one in tmp_path.glob("bots/vex/*")) == ["vex.py", "vex.toml"]
    failed = command(tmp_path, "new", server.url, "Vox" * 40)
    assert failed.returncode == 1
    assert not list(tmp_path.glob("vox*"))


def finished(ada: Client, match: str) -> None:
    until = time.monotonic() + PATIENCE_S
    while ada.send(calls.match(match)).status != "finished":
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.mark.parametrize(
    ("game", "bot", "options"),
    [
        ("res_arcana", "first_bot:Vex", ["--option", "round_limit=6"]),
        ("res_arcana", "res_arcana:Collector", ["--option", "round_limit=6"]),
        ("battle_for_empyrean", "battle_for_empyrean:Marshal", []),
        ("ascended_kings", "ascended_kings:Hermit", ["--option", "round_limit=4"]),
    ],
)
def test_every_example_plays_its_game_without_a_mistake(server, ada, tmp_path, game, bot, options):
    token = ada.send(calls.create_bot(f"Example {time.monotonic_ns()}")).token
    file = EXAMPLES / f"{bot.partition(':')[0]}.py"
    (tmp_path / file.name).write_text(file.read_text())
    (tmp_path / "bot.toml").write_text(
        f'server = "{server.url}"\ntoken = "{token}"\nbot = "{bot}"\n'
    )
    against = ["--game", game, "--against", "random", "--games", "2"]
    tried = command(tmp_path, "try", "bot.toml", *against, *options)
    assert " of 2 " in tried.stdout, tried.stderr
    said = tried.stderr.splitlines()
    assert [" of 2: " in line for line in said] == [True, True], "illegal, or the bot failed"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('bot = "a:B"', "there is no token"),
        ('token = "cnc_x"', "one of bot, program and engine"),
        ('token = "cnc_x"\nbot = "a:B"\nengine = "hard"', "one of bot, program and engine"),
        ('token = "cnc_x"\nbot = "a:B"\ncolour = "red"', "colour"),
        ('token = "cnc_x"\nbot = "a:B"\n[accept]\nplayers = ["two"]', "players"),
        ('token = "cnc_x"\nbot = "a:B"\nmatches = 0', "at least one"),
        ("token = ", "bot.toml"),
    ],
)
def test_a_config_that_makes_no_sense_is_refused(tmp_path, monkeypatch, text, complaint):
    monkeypatch.delenv("CONCLAVE_TOKEN", raising=False)
    with pytest.raises(WrongConfig, match=complaint):
        read_config(config(tmp_path, text))


def test_the_token_may_be_in_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("CONCLAVE_TOKEN", "cnc_secret")
    assert read_config(config(tmp_path, 'engine = "hard"')).token == "cnc_secret"


@pytest.mark.parametrize("bot", ["nothing:Bot", "bot:Nothing", "bot:Other", "bot"])
def test_a_bot_that_is_not_there_is_named(tmp_path, bot):
    (tmp_path / "bot.py").write_text("class Other: pass")
    file = config(tmp_path, f'token = "cnc_x"\nbot = "{bot}"')
    ended = command(tmp_path, "run", str(file))
    assert ended.returncode == 1
    assert f"'{bot}'" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_an_engine_that_is_not_there_is_named(tmp_path):
    ended = command(tmp_path, "run", str(config(tmp_path, 'token = "cnc_x"\nengine = "giant"')))
    assert ended.returncode == 1
    assert "there are random, easy, greedy, normal, hard" in ended.stderr
