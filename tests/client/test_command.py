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
from devtools.services import free_port
from tests.app.conftest import running
from tests.client.conftest import person
from tests.client.test_runner import invite

EXAMPLES = Path(__file__).parents[2] / "clients/python/examples"
TIMEOUT_S = 60


def command(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "conclave_client.cli", *arguments]
    return subprocess.run(
        line, cwd=folder, capture_output=True, text=True, timeout=TIMEOUT_S, check=False
    )


def config(folder: Path, text: str) -> Path:
    file = folder / "bot.toml"
    file.write_text(f'server = "http://localhost:1"\n{text}')
    return file


def test_bot_is_created_tried_and_run(server, ada, tmp_path):
    check_bot_commands(server.url, ada, tmp_path)


def test_bot_is_created_tried_and_run_at_a_site_below_a_path(tmp_path):
    port = free_port()
    url = f"http://127.0.0.1:{port}/tables"
    settings = {"PORT": port, "PUBLIC_URL": url}
    with contextmanager(running)(tmp_path, "server.log", settings), person(url) as ada:
        (tmp_path / "bot").mkdir()
        check_bot_commands(url, ada, tmp_path / "bot")


def check_bot_commands(url, ada, tmp_path):
    created = command(tmp_path, "new", url, "Vex 2")
    assert created.returncode == 0, created.stderr
    assert sorted(file.name for file in tmp_path.iterdir()) == ["vex2.py", "vex2.toml"]
    assert (tmp_path / "vex2.toml").stat().st_mode & 0o077 == 0, "others can read the token"
    assert "is there already" in command(tmp_path, "new", url, "Vex 2").stderr
    trial = command(tmp_path, "try", "vex2.toml", "--game", "tiny", "--games", "3")
    assert re.search(r"^greedy +3 +[\d.]+ +[\d.]+ \([\d.]+ to [\d.]+\)", trial.stdout, re.MULTILINE)
    assert trial.returncode == 0, trial.stderr
    line = [sys.executable, "-m", "conclave_client.cli", "run", "vex2.toml"]
    process = subprocess.Popen(line, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    try:
        wait_until_finished(ada, invite(ada, "Vex 2").id)
    finally:
        process.send_signal(signal.SIGTERM)
    _, log = process.communicate(timeout=TIMEOUT_S)
    assert process.returncode == 0, log
    assert "sat down" in log
    assert re.search(r"Tiny with Random: (won|lost|shared)", log), "by names"
    assert "m_" not in log
    token = read_config(tmp_path / "vex2.toml").token
    assert token
    assert token not in log


def test_new_bot_takes_its_own_folder_and_leaves_nothing_on_failure(server, tmp_path):
    created = command(tmp_path, "new", server.url, "Vex", "--folder", "bots/vex")
    assert created.returncode == 0, created.stderr
    assert sorted(file.name for file in tmp_path.glob("bots/vex/*")) == ["vex.py", "vex.toml"]
    failed = command(tmp_path, "new", server.url, "Vox" * 40)
    assert failed.returncode == 1
    assert not list(tmp_path.glob("vox*"))


def wait_until_finished(ada: Client, match: str) -> None:
    until = time.monotonic() + TIMEOUT_S
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
    trial = command(tmp_path, "try", "bot.toml", *against, *options)
    assert trial.returncode == 0, trial.stderr
    assert "none of" in trial.stdout, "illegal, or the bot failed"
    lines = trial.stderr.splitlines()
    assert [" of 2: " in line for line in lines] == [True, True]


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
def test_malformed_config_is_refused(tmp_path, monkeypatch, text, complaint):
    monkeypatch.delenv("CONCLAVE_TOKEN", raising=False)
    with pytest.raises(WrongConfig, match=complaint):
        read_config(config(tmp_path, text))


def test_token_may_be_in_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("CONCLAVE_TOKEN", "cnc_secret")
    assert read_config(config(tmp_path, 'engine = "hard"')).token == "cnc_secret"


@pytest.mark.parametrize("bot", ["nothing:Bot", "bot:Nothing", "bot:Other", "bot"])
def test_missing_bot_is_named(tmp_path, bot):
    (tmp_path / "bot.py").write_text("class Other: pass")
    file = config(tmp_path, f'token = "cnc_x"\nbot = "{bot}"')
    result = command(tmp_path, "run", str(file))
    assert result.returncode == 1
    assert f"'{bot}'" in result.stderr
    assert "Traceback" not in result.stderr


def test_unknown_engine_is_named(tmp_path):
    result = command(tmp_path, "run", str(config(tmp_path, 'token = "cnc_x"\nengine = "giant"')))
    assert result.returncode == 1
    assert "there are random, easy, greedy, normal, hard" in result.stderr
