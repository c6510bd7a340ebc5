"""Starts: the stored secret key, misspelt settings, the addresses that the server listens on."""

from __future__ import annotations

import re
import socket

import pytest

from app.infra import own_address, secret_key
from app.infra.read_settings import read_settings
from app.infra.setting_names import misspelt, unknown
from app.infra.settings import Settings, WrongSetting
from app.server.listening import bind
from devtools.services import free_port
from tests.app.conftest import QUICK
from tests.app.test_operator import conclave
from tests.app.wire import arrive
from tests.server_process import launch, wait_until_ready
from tests.test_project import COMPOSE, ROOT, example_settings


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def stored_key() -> str:
    return read_settings().secret_key.get_secret_value()


def test_secret_key_is_generated_once_and_stored(folder):
    first = stored_key()
    assert len(first) > 40
    assert stored_key() == first
    assert (folder / "var" / "secret_key").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("content", ["", "\n", "cut-off"])
def test_truncated_secret_key_stops_the_start(folder, content):
    (folder / "var").mkdir()
    (folder / "var" / "secret_key").write_text(content)
    with pytest.raises(WrongSetting, match="The secret key in var/secret_key is cut off"):
        read_settings()
    assert (folder / "var" / "secret_key").read_text() == content


def test_interrupted_start_leaves_no_secret_key(folder, monkeypatch):
    """As on a full disk: the partial file is removed."""
    with monkeypatch.context() as full:

        def fail(_file: int) -> None:
            raise OSError(28, "No space left on device")

        full.setattr(secret_key.os, "fsync", fail)
        with pytest.raises(OSError, match="No space left"):
            read_settings()
    assert list((folder / "var").iterdir()) == []
    assert len(stored_key()) > 40


def test_crash_while_the_secret_key_is_written_leaves_none(folder, monkeypatch):
    with monkeypatch.context() as crash:

        def die(_file: int) -> None:
            raise KeyboardInterrupt

        crash.setattr(secret_key.os, "fsync", die)
        with pytest.raises(KeyboardInterrupt):
            read_settings()
    assert not (folder / "var" / "secret_key").exists()
    assert len(stored_key()) > 40


def test_misspelt_setting_in_dotenv_stops_the_start(folder):
    (folder / ".env").write_text("SOMETHING_ELSE=1\nMAX_OPEN_TABELS=3\n")
    with pytest.raises(WrongSetting, match=r"MAX_OPEN_TABELS in \.env .*; MAX_OPEN_TABLES is one"):
        read_settings()
    (folder / ".env").write_text("SOMETHING_ELSE=1\nmax_open_tables=3\n")
    assert read_settings().max_open_tables == 3


def test_misspelt_setting_in_the_environment_is_warned_of(folder):
    result = conclave(folder, "migrate", PUBLIC_URI="https://example.org")
    assert result.returncode == 0
    assert result.stderr.splitlines()[0] == (
        "The environment sets PUBLIC_URI, which is no setting; PUBLIC_URL is one."
    )


def test_name_in_dotenv_that_is_no_setting_is_warned_of(folder):
    (folder / ".env").write_text("PROT=1\nSITE=example.org\nCOMPOSE_PROJECT_NAME=tables\n")
    result = conclave(folder, "migrate")
    assert result.returncode == 0
    assert result.stderr == ".env sets PROT, which is no setting.\n"


def test_serve_listens_where_its_options_say(folder):
    """Options win over the environment."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        options = ("serve", "--host", "127.0.0.1", "--port", port)
        result = conclave(folder, *options, HOST="192.0.2.77", PORT=str(free_port()))
    assert result.stderr == f"Another program listens on 127.0.0.1, port {port}; change PORT.\n"


def test_log_level_is_read_in_any_case(folder):
    (folder / ".env").write_text("LOG_LEVEL=Warning\n")
    assert read_settings().log_level == "warning"


def test_unrelated_variables_are_not_taken_for_misspelt_settings():
    text = (ROOT / "docker-compose.yml").read_text()
    composed = {*re.findall(r"\${(\w+)", text), *COMPOSE["services"]["app"]["environment"]}
    usual = {"HOSTNAME", "HOME", "PATH", "REDIS_HOST", "REDIS_PORT", "POSTGRES_PORT_5432_TCP"}
    assert misspelt({*example_settings(), *composed, *usual}) == {}
    assert unknown({*example_settings(), *composed}) == []


@pytest.mark.parametrize(
    ("host", "sentence"),
    [
        ("192.0.2.77", "192.0.2.77 is not an address of this machine"),
        ("2001:db8::77", "2001:db8::77 is not an address of this machine"),
        ("nowhere.invalid", "there is no address nowhere.invalid"),
        ("[::1]", "there is no address"),
    ],
)
def test_foreign_host_stops_the_start(host, sentence):
    with pytest.raises(WrongSetting, match=f"HOST is wrong: {sentence}"):
        bind(Settings(host=host, port=free_port()))


def test_port_in_use_stops_the_start_before_the_address_is_announced(folder):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        result = conclave(folder, "serve", PORT=port)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == f"Another program listens on 127.0.0.1, port {port}; change PORT.\n"
    assert not (folder / "var" / "conclave.db").exists(), "nothing was migrated"


def test_unwritable_folder_yields_one_sentence(folder):
    """No user may create files in /sys."""
    result = conclave(folder, "migrate", DATABASE_URL="sqlite+aiosqlite:////sys/conclave.db")
    assert result.returncode == 2
    assert result.stderr == "The server can't start. The database's file can't be opened.\n"


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000"),
        ("::1", "http://[::1]:8000"),
        ("0.0.0.0", "http://192.0.2.10:8000"),
        ("0:0::", "http://192.0.2.10:8000"),
        ("games.lan", "http://games.lan:8000"),
    ],
)
def test_default_site_address_is_reachable(host, address, monkeypatch):
    monkeypatch.setattr(own_address, "_of_this_machine", lambda: "192.0.2.10")
    assert Settings(host=host).address == address
    assert Settings(host=host, public_url="https://example.org/").address == "https://example.org"


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
async def test_server_bound_to_all_addresses_links_to_its_own(folder, host):
    port = free_port()
    settings = {**QUICK, "HOST": host, "PORT": port, "PUBLIC_URL": ""}
    server = launch(folder, folder / "server.log", settings, forked=True)
    server.url = f"http://127.0.0.1:{port}"
    try:
        wait_until_ready(server)
        ann = await arrive(server.url, "Ann")
        match = {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "open"}]}
        link = (await ann.post("/matches", match, 201))["invite"]["url"]
    finally:
        server.stop()
    own = read_settings(host=host, port=port).address
    assert not re.search(r"0\.0\.0\.0|::", own)
    assert link.startswith(f"{own}/join/")
    log = server.log.read_text()
    assert f"Conclave is at {own}\nPUBLIC_URL is not set" in log


@pytest.mark.parametrize(
    ("host", "families"),
    [
        ("127.0.0.1", [socket.AF_INET]),
        ("0.0.0.0", [socket.AF_INET]),
        ("::1", [socket.AF_INET6]),
        ("::", [socket.AF_INET, socket.AF_INET6]),
    ],
)
def test_ipv6_wildcard_includes_ipv4(host, families):
    """Each family has its own socket, so an IPv4 client has an IPv4 address."""
    bound = bind(Settings(host=host, port=free_port()))
    try:
        assert sorted(listener.family for listener in bound) == families
    finally:
        for listener in bound:
            listener.close()
