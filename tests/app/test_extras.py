"""Extras: a server on SQLite neither needs nor loads what only others use."""

from __future__ import annotations

import subprocess
import sys

import pytest

from app.infra import read_settings
from app.infra.problems import Problem
from app.infra.settings import WrongSetting
from tests.app.in_process import in_process_server

OPTIONAL = (
    *("asyncpg", "redis", "hiredis", "http_ece", "py_vapid", "aiosmtplib"),
    *("authlib", "joserfc"),
    *("alembic", "cryptography", "httpx", "icu", "markdown_it"),
)
LOADED = f"""
import sys
from app.infra.read_settings import read_settings
from app.infra.startup import prepare_database
from app.main import create_app
settings = read_settings(secret_key="x" * 32)
prepare_database(settings)
create_app(settings)
print([name for name in {OPTIONAL!r} if name in sys.modules])
"""


def test_server_on_sqlite_loads_nothing_optional(tmp_path):
    """The first start migrates, and loads what that takes."""
    for expected in ("['alembic'", "[]"):
        done = subprocess.run(
            [sys.executable, "-c", LOADED], cwd=tmp_path, capture_output=True, text=True, check=True
        )
        assert done.stdout.startswith(expected)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        (
            {"database_url": "postgresql+asyncpg://somewhere/conclave"},
            r"DATABASE_URL needs .*: pip install 'conclave-tables\[postgres\]'",
        ),
        (
            {"redis_url": "redis://somewhere"},
            r"REDIS_URL needs .*: pip install 'conclave-tables\[redis\]'",
        ),
        (
            {"oidc_providers": "work", "public_url": "https://play.example.org"},
            r"OIDC_PROVIDERS needs .*: pip install 'conclave-tables\[sign-in\]'",
        ),
    ],
    ids=["postgres", "redis", "sign-in"],
)
def test_setting_names_the_extra_that_it_needs(tmp_path, monkeypatch, settings, sentence):
    monkeypatch.setattr(read_settings, "find_spec", lambda name: None)
    for name in ("ISSUER", "CLIENT_ID", "CLIENT_SECRET"):
        monkeypatch.setenv(f"OIDC_WORK_{name}", "https://login.example.org")
    database = {"database_url": f"sqlite+aiosqlite:///{tmp_path}/conclave.db"}
    with pytest.raises(WrongSetting, match=sentence):
        read_settings.read_settings(secret_key="x" * 32, **database | settings)


async def test_server_without_push_says_so(tmp_path, monkeypatch):
    monkeypatch.delitem(sys.modules, "app.notifications.push.encryption", raising=False)
    monkeypatch.setitem(sys.modules, "http_ece", None)
    monkeypatch.delattr("app.notifications.push.encryption", raising=False)
    async with in_process_server(tmp_path) as services:
        with pytest.raises(Problem, match="sends no push messages"):
            await services.deliveries.push_keys.public()
