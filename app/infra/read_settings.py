"""Reads the settings and checks their combinations; types check each setting alone."""

from __future__ import annotations

import os
import re
from importlib.util import find_spec
from pathlib import Path

from dotenv import dotenv_values
from pydantic import SecretStr, ValidationError
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from app.infra.mail_settings import is_address
from app.infra.p256 import is_private_key
from app.infra.read_providers import read_providers
from app.infra.secret_key import secret_key_of
from app.infra.setting_names import misspelt
from app.infra.settings import Settings, WrongSetting, listed, redis_name

ENV_FILE = Path(".env")
ORIGIN = re.compile(r"https?://[^/\s]+")
PUBLIC_URL = re.compile(r"https?://[^/\s?#@\\]+(/(?!\.+(/|$))[\w.~-]+)*", re.ASCII)
OWN_PATHS = {"api", "assets", "docs", "healthz", "metrics", "previews", "problems", "readyz"}
"""First segments of the server's own paths. A site path that began with one would be ambiguous: the
server could not tell whether a proxy has stripped it.
"""
MAX_NUMBER = 2**31 - 1
"""The largest number in a setting; in seconds it is 68 years."""


def read_settings(**overrides: object) -> Settings:
    """Read and validate the settings. Raises WrongSetting; OSError if no secret key can be kept."""
    _check_names()
    try:
        settings = Settings(**overrides)  # type: ignore[arg-type]
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"]).upper()
        raise WrongSetting(f"{name} is wrong: {first['msg']}.") from None
    _check_numbers(settings)
    _name_database(settings)
    _check_database(settings)
    _check_addresses(settings)
    _check_page(settings)
    _check_redis(settings)
    _check_processes(settings)
    _check_background(settings)
    _check_delays(settings)
    _check_ports(settings)
    _check_vapid_key(settings)
    _check_mail(settings)
    settings._providers = read_providers(settings, {**dotenv_values(ENV_FILE), **os.environ})
    _check_installed(settings)
    settings.secret_key = SecretStr(secret_key_of(settings))
    return settings


def _check_names() -> None:
    for name, ours in misspelt(dotenv_values(ENV_FILE)).items():
        raise WrongSetting(
            f"{name} in {ENV_FILE} is no setting; {ours} is one. Correct or remove it."
        )


def _check_numbers(settings: Settings) -> None:
    for name, value in settings:
        if isinstance(value, int | float) and not value <= MAX_NUMBER:
            raise WrongSetting(f"{name.upper()} is wrong: a number is at most {MAX_NUMBER}.")


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


def _check_database(settings: Settings) -> None:
    if not settings.database_url.startswith(("sqlite+aiosqlite:///", "postgresql+asyncpg://")):
        raise WrongSetting(
            "DATABASE_URL must begin with sqlite+aiosqlite:/// or postgresql+asyncpg://."
        )
    try:
        url = make_url(settings.database_url)
    except (ArgumentError, ValueError):  # their texts have the password
        raise WrongSetting(
            "DATABASE_URL can't be read: its port must be a number, and its password "
            "percent-encoded."
        ) from None
    if settings.embedded and re.match(r"$|:memory:|file:", url.database or ""):
        raise WrongSetting("DATABASE_URL must name a file: matches are not kept in memory alone.")


def _check_addresses(settings: Settings) -> None:
    if "/" in settings.host:
        raise WrongSetting(
            "HOST is an address: the server does not listen on Unix sockets, and a proxy on this "
            "machine reaches it at 127.0.0.1."
        )
    if settings.public_url:
        _check_public_url(settings)
    if any(not ORIGIN.fullmatch(origin) for origin in settings.foreign_origins if origin != "*"):
        raise WrongSetting("CORS_ORIGINS lists origins, such as https://example.org, or is *.")


def _check_public_url(settings: Settings) -> None:
    url = settings.address
    if not url.startswith(("http://", "https://")):
        raise WrongSetting("PUBLIC_URL must begin with http:// or https://.")
    if not PUBLIC_URL.fullmatch(url):
        raise WrongSetting(
            "PUBLIC_URL is an address such as https://play.example.org or "
            "https://example.org/tables, without blanks, user, query and fragment; its path is "
            "made of letters, digits and -._~ alone."
        )
    first = settings.site_path.partition("/")[2].partition("/")[0]
    if first in OWN_PATHS:
        raise WrongSetting(
            f"PUBLIC_URL has a path that begins with /{first}, as paths of the server itself do: "
            "choose another."
        )


def _check_page(settings: Settings) -> None:
    """Check that a folder set explicitly has a page; by default the page may be missing."""
    folder = settings.page_folder
    if "page_folder" in settings.model_fields_set and not (folder / "index.html").is_file():
        raise WrongSetting(f"PAGE_FOLDER has no page: there is no {folder}/index.html.")


def _check_redis(settings: Settings) -> None:
    if not settings.redis_url:
        return
    if len(listed(settings.redis_url)) > 1:
        raise WrongSetting("REDIS_URL names one server; write a comma in a password as %2C.")
    if not settings.redis_url.startswith(("redis://", "rediss://", "unix:")):
        raise WrongSetting("REDIS_URL must begin with redis://, rediss:// or unix://.")
    try:
        redis_name(settings.redis_url)
    except ValueError:
        raise WrongSetting("REDIS_URL has a host or port that can't be read.") from None


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
    known = ports == ["any"] or all(_is_port(port) for port in ports)
    if not (ports and known):
        raise WrongSetting('WEBHOOK_PORTS lists ports, such as "80 443", or is "any".')


def _is_port(written: str) -> bool:
    return re.fullmatch("[1-9][0-9]{0,4}", written) is not None and int(written) < 2**16


def _check_vapid_key(settings: Settings) -> None:
    key = settings.vapid_key.get_secret_value()
    if key and not is_private_key(key):
        raise WrongSetting("VAPID_KEY must be a private key of P-256: 32 bytes in base64url.")


def _check_mail(settings: Settings) -> None:
    if not settings.sends_mail:
        return
    if not is_address(settings.mail_from):
        raise WrongSetting("MAIL_FROM must be an address, such as tables@example.org.")
    if settings.smtp_password.get_secret_value() and not settings.smtp_user:
        raise WrongSetting("SMTP_PASSWORD needs SMTP_USER.")


def _check_installed(settings: Settings) -> None:
    """Extras that these settings need."""
    needed = {
        ("DATABASE_URL", "asyncpg", "postgres"): not settings.embedded,
        ("REDIS_URL", "hiredis", "redis"): bool(settings.redis_url),
        ("OIDC_PROVIDERS", "authlib", "sign-in"): bool(settings.providers),
    }
    for (name, module, extra), is_needed in needed.items():
        if is_needed and find_spec(module) is None:
            raise WrongSetting(
                f"{name} needs a package that is not installed: "
                f"pip install 'conclave-tables[{extra}]'."
            )
