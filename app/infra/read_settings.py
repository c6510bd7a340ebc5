"""Reads the settings and checks what they say together: each alone is checked by its type."""

from __future__ import annotations

import os
import re
import secrets
from pathlib import Path
from urllib.parse import urlsplit

from pydantic import SecretStr, ValidationError
from sqlalchemy import URL

from app.infra.settings import Settings, WrongSetting, database_file, listed, redis_name

ORIGIN = re.compile(r"https?://[^/\s]+")


def read_settings(**given: object) -> Settings:
    """Read and validate the settings. Raises WrongSetting."""
    try:
        settings = Settings(**given)  # type: ignore[arg-type]
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"]).upper()
        raise WrongSetting(f"{name} is wrong: {first['msg']}.") from None
    _name_database(settings)
    _check_addresses(settings)
    _check_redis(settings)
    _check_processes(settings)
    _check_background(settings)
    _check_delays(settings)
    _check_ports(settings)
    _check_vapid_key(settings)
    settings.secret_key = SecretStr(_secret(settings))
    return settings


def _name_database(settings: Settings) -> None:
    """Build DATABASE_URL from POSTGRES_HOST and the like, whose values need no URL encoding."""
    if not settings.postgres_host:
        return
    if "database_url" in settings.model_fields_set:
        raise WrongSetting("Set DATABASE_URL or POSTGRES_HOST, not both.")
    is_folder = settings.postgres_host.startswith("/")
    url = URL.create(
        "postgresql+asyncpg",
        settings.postgres_user,
        settings.postgres_password.get_secret_value() or None,
        host=None if is_folder else settings.postgres_host,
        port=settings.postgres_port,
        database=settings.postgres_db,
        query={"host": settings.postgres_host} if is_folder else {},
    )
    settings.database_url = url.render_as_string(hide_password=False)


def _check_addresses(settings: Settings) -> None:
    if not settings.database_url.startswith(("sqlite+aiosqlite:///", "postgresql+asyncpg://")):
        raise WrongSetting(
            "DATABASE_URL must begin with sqlite+aiosqlite:/// or postgresql+asyncpg://."
        )
    if urlsplit(settings.address).scheme not in ("http", "https"):
        raise WrongSetting("PUBLIC_URL must begin with http:// or https://.")
    if any(not ORIGIN.fullmatch(one) for one in settings.foreign_origins if one != "*"):
        raise WrongSetting("CORS_ORIGINS lists origins, such as https://example.org, or is *.")


def _check_redis(settings: Settings) -> None:
    urls = settings.redis_urls
    known = all(url.startswith(("redis://", "rediss://", "unix:")) for url in urls)
    if settings.redis_url and not (urls and known):
        raise WrongSetting(
            "REDIS_URL must begin with redis://, rediss:// or unix://; of several, separated by "
            "commas, each must."
        )
    try:
        names = [redis_name(url) for url in urls]
    except ValueError:
        raise WrongSetting("REDIS_URL has a host or port that can't be read.") from None
    if len(set(names)) < len(names):
        raise WrongSetting(
            "REDIS_URL names a server twice: the databases of one server share their channels."
        )


def _check_processes(settings: Settings) -> None:
    if settings.processes > 1 and (settings.embedded or not settings.redis_url):
        raise WrongSetting(
            "PROCESSES above 1 needs PostgreSQL (DATABASE_URL) and Redis (REDIS_URL): SQLite has "
            "one writer, and processes hear of one another through Redis."
        )


def _check_background(settings: Settings) -> None:
    if not settings.background and (settings.embedded or not settings.redis_url):
        raise WrongSetting(
            "BACKGROUND=false leaves built-in opponents and deadlines to another process, which "
            "needs PostgreSQL (DATABASE_URL) and Redis (REDIS_URL)."
        )


def _check_delays(settings: Settings) -> None:
    if settings.auto_answer_min > settings.auto_answer_max:
        raise WrongSetting("AUTO_ANSWER_MIN must not be above AUTO_ANSWER_MAX.")
    if settings.auto_pass_min > settings.auto_pass_max:
        raise WrongSetting("AUTO_PASS_MIN must not be above AUTO_PASS_MAX.")


def _check_ports(settings: Settings) -> None:
    ports = listed(settings.webhook_ports)
    known = ports == ["any"] or all(re.fullmatch("[1-9][0-9]{0,4}", one) for one in ports)
    if not (ports and known):
        raise WrongSetting('WEBHOOK_PORTS lists ports, such as "80 443", or is "any".')


def _check_vapid_key(settings: Settings) -> None:
    key = settings.vapid_key.get_secret_value()
    if key and not re.fullmatch("[A-Za-z0-9_-]{43}=?", key):
        raise WrongSetting("VAPID_KEY must be a private key of P-256: 32 bytes in base64url.")


def _secret(settings: Settings) -> str:
    """The secret key; with SQLite it is generated if needed and kept beside the database."""
    given = settings.secret_key.get_secret_value()
    if given:
        if len(given) < 16:
            raise WrongSetting("SECRET_KEY must have at least 16 characters.")
        return given
    if not settings.embedded:
        raise WrongSetting("SECRET_KEY must be set: it keys the hashes of sessions and tokens.")
    kept = database_file(settings).parent / "secret_key"
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        _write_private(kept, secrets.token_urlsafe(48))
    return kept.read_text().strip()


def _write_private(path: Path, text: str) -> None:
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(text)
