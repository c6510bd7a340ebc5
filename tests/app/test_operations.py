"""Operations: settings, health, metrics, headers, logs, limits."""

from __future__ import annotations

import platform
import random
import re
import subprocess
import sys

import pytest

from app.infra.read_settings import read_settings
from app.infra.settings import WrongSetting
from app.infra.version import version
from tests.app.conftest import QUICK
from tests.app.wire import anonymous, arrive, browse, play_to_the_end, two_at_tiny

RATE = re.compile(r'"(\w+)";r=(\d+);t=(\d+)')


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"port": "x"}, "PORT is wrong"),
        ({"port": "0"}, "PORT is wrong"),
        ({"log_level": "loud"}, "LOG_LEVEL is wrong"),
        ({"database_url": "mysql://x"}, "DATABASE_URL must begin"),
        ({"redis_url": "http://x"}, "REDIS_URL must begin"),
        ({"redis_url": "redis://a,redis://b"}, "REDIS_URL names one server"),
        ({"redis_url": "redis://a redis://b"}, "REDIS_URL names one server"),
        ({"redis_url": ","}, "REDIS_URL must begin"),
        ({"redis_url": "redis://b:many"}, "REDIS_URL has a host or port"),
        ({"public_url": "ftp://x"}, "PUBLIC_URL must begin"),
        ({"cors_origins": "example.org"}, "CORS_ORIGINS lists origins"),
        ({"cors_origins": "https://a.org https://b.org/page"}, "CORS_ORIGINS lists origins"),
        ({"secret_key": "short"}, "SECRET_KEY must have"),
        ({"database_url": "postgresql+asyncpg://x/y"}, "SECRET_KEY must be set"),
        ({"database_url": "sqlite+aiosqlite:///x", "postgres_host": "x"}, "not both"),
        ({"postgres_host": "x"}, "SECRET_KEY must be set"),
        ({"processes": "2"}, "PROCESSES above 1 needs PostgreSQL"),
        ({"database_url": "sqlite+aiosqlite:///"}, "DATABASE_URL must name a file"),
        ({"database_url": "sqlite+aiosqlite:///:memory:"}, "DATABASE_URL must name a file"),
        ({"database_url": "sqlite+aiosqlite:///file:x?mode=memory"}, "DATABASE_URL must name a"),
        ({"database_url": "postgresql+asyncpg://u:hidden@h:many/x"}, "its port must be a number"),
        ({"host": "/run/conclave.sock"}, "does not listen on Unix sockets"),
        ({"webhook_ports": "80 99999"}, "WEBHOOK_PORTS lists ports"),
        ({"engine_seconds": "inf"}, "ENGINE_SECONDS is wrong: a number is at most 2147483647"),
        ({"engine_seconds": "nan"}, "ENGINE_SECONDS is wrong"),
        ({"sweeper_interval": "1e308"}, "SWEEPER_INTERVAL is wrong"),
        ({"max_rooms": "9" * 30}, "MAX_ROOMS is wrong"),
        ({"page_folder": "nowhere"}, "PAGE_FOLDER has no page"),
    ],
)
def test_invalid_setting_yields_one_clear_sentence(wrong, sentence, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(WrongSetting, match=sentence) as error:
        read_settings(**wrong)
    assert "\n" not in str(error.value)
    assert "hidden" not in str(error.value)


def test_invalid_setting_stops_the_start(tmp_path):
    result = subprocess.run(
        [sys.executable, "-m", "app.cli", "serve"],
        cwd=tmp_path,
        env={"PATH": "", "PORT": "many"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert result.returncode == 2
    assert result.stderr.startswith("PORT is wrong")
    assert len(result.stderr.strip().splitlines()) == 1


async def test_health_and_metrics_are_served(url):
    ann, bob, match = await two_at_tiny(url, turns=1)
    await play_to_the_end([await ann.wire(match), await bob.wire(match)], random.Random(0))
    async with browse(url) as http:
        assert (await http.get("/healthz")).json() == {"status": "ok"}
        assert (await http.get("/readyz")).json() == {"status": "ok", "bus": "ok"}
        assert (await http.get("/api/v1/nothing")).status_code == 404
        text = (await http.get("/metrics")).text
    for name in (
        'conclave_answers_total{result="taken"}',
        'conclave_stage_seconds_bucket{le="0.001",stage="engine"}',
        'conclave_stage_seconds_count{stage="commit"}',
        'conclave_stage_seconds_count{stage="publish"}',
        "conclave_sockets",
        "conclave_rooms",
        "conclave_evictions_total",
        "conclave_deadline_lag_seconds",
        "conclave_engine_timeouts_total",
        "conclave_database_up 1.0",
        "conclave_bus_up 1.0",
        f'conclave_build_info{{python="{platform.python_version()}",version="{version()}"}} 1.0',
        '{method="POST",route="/api/v1/matches",status="201"}',
        '{method="GET",route="/api/{path:path}",status="404"}',
    ):
        assert name in text, name


async def test_every_response_has_the_security_headers(url):
    async with browse(url) as http:
        for path in ("/api/v1/games", "/api/v1/nothing", "/healthz", "/"):
            headers = (await http.get(path)).headers
            source = "'none'" if path.startswith("/api/") else "'self'"
            assert f"default-src {source}" in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["x-frame-options"] == "DENY"
            assert "server" not in headers


async def test_log_contains_no_secrets(embedded):
    before = len(embedded.log.read_text())
    ann, bob, match = await two_at_tiny(embedded.url, turns=2)
    wires = [await ann.wire(match), await bob.wire(match)]
    await play_to_the_end(wires, random.Random(0))
    ticket = (await ann.post("/me/tickets", status=201))["ticket"]
    await ann.get(f"/matches/{match}?ticket={ticket}")
    log = embedded.log.read_text()[before:]
    assert match in log
    for secret in (ann.token, bob.token, ticket, "cnc_", "card:"):
        assert secret not in log


async def test_guest_creation_is_rate_limited(serve):
    server = serve(**QUICK | {"GUESTS_PER_MINUTE": "3"})
    for left in (2, 1, 0):
        reply = await anonymous(server.url).call("POST", "/guests", {"name": "Ann"})
        assert reply.headers["ratelimit-policy"] == '"guest";q=3;w=60'
        assert RATE.fullmatch(reply.headers["ratelimit"]).groups()[:2] == ("guest", str(left))
    response = await anonymous(server.url).call("POST", "/guests", {"name": "Ann"})
    assert response.status_code == 429
    assert response.json()["type"] == "/problems/rate-limited"
    _, left, reset = RATE.fullmatch(response.headers["ratelimit"]).groups()
    assert left == "0"
    assert 1 <= int(response.headers["retry-after"]) == int(reset) <= 60


async def test_commands_report_the_remaining_limit(serve):
    server = serve(**QUICK | {"COMMANDS_PER_SECOND": "2", "COMMAND_BURST": "5"})
    ann = await arrive(server.url, "Ann")
    remaining = []
    for _ in range(3):
        match = {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "open"}]}
        reply = await ann.call("POST", "/matches", match)
        assert reply.headers["ratelimit-policy"] == '"commands";q=5;w=3'
        remaining.append(int(RATE.fullmatch(reply.headers["ratelimit"])[2]))
    assert remaining[0] <= 4
    assert remaining == sorted(remaining, reverse=True)
    assert "ratelimit" not in (await ann.call("GET", "/games")).headers, "reading is not limited"


async def test_idle_rooms_are_evicted_and_reloaded(strict):
    tables = [await two_at_tiny(strict.url) for _ in range(4)]
    for ann, _, match in tables:
        frame = await ann.view(match)
        await ann.answer(match, frame["decisions"][0]["id"], frame["decisions"][0]["default"])
    for ann, _, match in tables:
        assert (await ann.view(match))["ply"] == 1
