"""Mistakes of a bot's author: each gets a sentence and exit status 1, never our traceback."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from conclave_client import Client, Problem, WrongAddress, calls
from conclave_client.failures import Failures, trace_of
from conclave_client.problems import ConclaveError
from conclave_client.starter import python_names
from devtools.services import free_port
from tests.client.conftest import bot_of
from tests.client.test_command import command

BROKEN = """
from conclave_client import Bot

class Raises(Bot):
    def choose(self, decision, view):
        return self.answers[decision.id]

class Sings(Bot):
    def choose(self, decision, view):
        return "sing"

class ForgetsTheView(Bot):
    def choose(self, decision):
        return None

class CannotBegin(Bot):
    def __init__(self):
        raise RuntimeError("no model on this machine")
"""


@pytest.fixture
def folder(server, ada, tmp_path) -> Path:
    """A folder with a config and a module of broken bots."""
    (tmp_path / "broken.py").write_text(BROKEN)
    write_config(tmp_path, server.url, bot_of(ada)[1])
    return tmp_path


def write_config(folder: Path, server: str, token: str, bot: str = "conclave_client:Bot") -> None:
    text = f'server = "{server}"\ntoken = "{token}"\nbot = "{bot}"\n'
    (folder / "bot.toml").write_text(text)


def complaint(folder: Path, *arguments: str) -> str:
    """The single line with which a command ends."""
    result = command(folder, *arguments)
    assert result.returncode == 1, result.stdout
    assert "Traceback" not in result.stderr
    (line,) = result.stderr.splitlines()
    return line.removeprefix("conclave-bot: ")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--game", "chess"], "Invalid request: There is no such game."),
        (["--game", "tiny", "--against", "nobody"], "bot"),
        (["--game", "tiny", "--against", *["random"] * 9], "players"),
        (["--game", "tiny", "--option", "turns=many"], "turns"),
        (["--game", "tiny", "--option", "colour=red"], "colour"),
    ],
)
def test_trial_that_the_server_refuses_ends_with_its_sentence(folder, arguments, sentence):
    assert sentence in complaint(folder, "try", "bot.toml", *arguments)


def test_config_that_does_not_exist_is_named_once(tmp_path):
    assert complaint(tmp_path, "run", "vex.toml") == "vex.toml: No such file or directory"


@pytest.mark.parametrize("arguments", [["try", "bot.toml", "--game", "tiny"], ["run", "bot.toml"]])
def test_wrong_token_ends_with_a_sentence(server, folder, arguments):
    write_config(folder, server.url, "cnc_nonsense")
    assert complaint(folder, *arguments).startswith("Authentication required")


@pytest.mark.parametrize("name", ["Vox" * 40, " ", ""])
def test_wrong_name_ends_with_a_sentence(server, tmp_path, name):
    assert complaint(tmp_path, "new", server.url, name).startswith("Invalid request: ")
    assert not list(tmp_path.iterdir())


def test_taken_name_ends_with_a_sentence(server, ada, tmp_path):
    name, _ = bot_of(ada)
    assert "taken" in complaint(tmp_path, "new", server.url, name)


@pytest.mark.parametrize("address", ["localhost:8000", "ftp://localhost", "http://", "http://[::1"])
@pytest.mark.parametrize("verb", ["new", "try"])
def test_wrong_address_ends_with_a_sentence(tmp_path, verb, address):
    write_config(tmp_path, address, "cnc_x")
    arguments = ["new", address, "Vex"] if verb == "new" else ["try", "bot.toml"]
    assert "is no address of a server" in complaint(tmp_path, *arguments)


def test_server_that_is_away_is_named(tmp_path):
    address = f"http://127.0.0.1:{free_port()}"
    assert complaint(tmp_path, "new", address, "Vex").startswith(f"{address} does not answer")


def test_number_of_games_below_one_is_refused(folder):
    result = command(folder, "try", "bot.toml", "--games", "0")
    assert result.returncode == 2
    assert "at least 1" in result.stderr


@pytest.mark.parametrize(
    ("bot", "text"),
    [
        ("Raises", "AttributeError: 'Raises' object has no attribute 'answers'"),
        ("Sings", "'sing' is illegal"),
        ("ForgetsTheView", "TypeError: ForgetsTheView.choose() takes 2 positional arguments"),
    ],
)
def test_first_failure_of_a_bot_is_shown_whole_and_further_ones_are_counted(
    server, folder, ada, bot, text
):
    write_config(folder, server.url, bot_of(ada)[1], f"broken:{bot}")
    trial = ["--game", "tiny", "--games", "2", "--option", "turns=3"]
    result = command(folder, "try", "bot.toml", *trial)
    assert result.returncode == 1
    assert result.stderr.count(text) == 1
    assert "conclave_client/" not in result.stderr, "frames of the runner"
    failed, asked = re.search(r"(\d+) of (\d+) answers failed", result.stdout).groups()
    assert failed == asked
    assert int(asked) > 3
    assert re.search(r"^greedy +2 ", result.stdout, re.MULTILINE), "the matches went on"


def test_bot_that_cannot_begin_or_be_loaded_says_where(server, folder, ada):
    write_config(folder, server.url, bot_of(ada)[1], "broken:CannotBegin")
    for arguments in (["try", "bot.toml", "--game", "tiny"], ["run", "bot.toml"]):
        if arguments[0] == "try":
            result = command(folder, *arguments)
            assert result.returncode == 1
            assert "RuntimeError: no model on this machine" in result.stderr
            assert "conclave_client/" not in result.stderr
    (folder / "broken.py").write_text("class Vex(:\n")
    result = command(folder, "run", "bot.toml")
    assert result.returncode == 1
    assert "SyntaxError" in result.stderr
    assert "line 1" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("name", "module", "class_name"),
    [
        ("Vex", "vex", "Vex"),
        ("Vex 2", "vex2", "Vex2"),
        ("Vex-4711", "vex", "Vex"),
        ("3PO", "bot_3po", "Bot3Po"),
        ("None", "bot_none", "BotNone"),
        ("class", "bot_class", "BotClass"),
        ("json", "bot_json", "BotJson"),
        ("!!!", "bot", "Bot"),
        ("Ünal_x", "ünal_x", "ÜnalX"),
    ],
)
def test_class_of_a_new_bot_is_legal(name, module, class_name):
    assert python_names(name) == (module, class_name)
    compile(f"class {class_name}: pass", module, "exec")


def test_new_bot_with_a_digit_first_can_be_tried(server, tmp_path):
    created = command(tmp_path, "new", server.url, f"3PO-{free_port()}")
    assert created.returncode == 0, created.stderr
    trial = command(tmp_path, "try", "bot_3po.toml", "--game", "tiny", "--games", "1")
    assert trial.returncode == 0, trial.stderr


def test_problem_names_detail_and_wrong_fields(ada):
    with pytest.raises(Problem) as refused:
        ada.send(calls.create_match("chess", [calls.ME]))
    assert refused.value.detail == "There is no such game."
    assert str(refused.value) == "Invalid request: There is no such game."
    with pytest.raises(Problem) as refused:
        ada.send(calls.Call("POST", "/matches", type(None), {"seats": 3}))
    places = [error["loc"][-1] for error in refused.value.errors]
    assert sorted(places) == ["game", "seats"]
    assert "game" in str(refused.value)
    assert "seats" in str(refused.value)


def test_problem_shows_its_reason_and_may_lack_all_else():
    assert str(Problem({"title": "Too late", "why": "the match is over"})) == (
        "Too late (the match is over)"
    )
    assert str(Problem({"status": 502})) == "about:blank"


def test_reply_that_is_not_of_a_conclave_server_is_a_wrong_address(server):
    with (
        Client(server.url) as client,
        pytest.raises(WrongAddress, match="not answered by a Conclave server"),
    ):
        client.send(calls.Call("GET", "/../../", type(calls.me().reply)))


def test_failures_count_every_method():
    failures = Failures()
    assert not failures
    failures.answers = 3
    failures.note("Tiny", "notices", "notices failed", RuntimeError("x"))
    failures.note("Tiny", "notices", "notices failed", RuntimeError("x"))
    failures.note("Tiny", "choose", "'sing' is illegal")
    assert failures
    assert failures.summary() == "1 of 3 answers failed; notices failed 2 times"


def test_trace_of_our_own_errors_is_their_sentence():
    assert trace_of(ConclaveError("nothing came")) == "nothing came"
    with pytest.raises(TypeError) as raised:
        sys.intern(3)
    assert "test_mistakes.py" in trace_of(raised.value)
