"""Settings: the operator's configuration, from the environment and `.env`."""

from __future__ import annotations

import os
import re
import secrets
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy import URL


def listed(several: str) -> list[str]:
    """The parts of a setting, separated by commas or whitespace."""
    return [one for one in re.split(r"[,\s]+", several) if one]


class WrongSetting(Exception):
    """An invalid setting: the server can't start; `str(error)` is one sentence for the operator."""


class Settings(BaseSettings):
    """Every setting; its environment variable has the same name in capitals. Times in seconds."""

    model_config = SettingsConfigDict(env_file=".env", env_ignore_empty=True, extra="ignore")

    host: str = "127.0.0.1"
    port: int = Field(8000, ge=1, le=65535)
    public_url: str = ""
    database_url: str = "sqlite+aiosqlite:///var/conclave.db"
    postgres_host: str = ""
    postgres_port: int = Field(5432, ge=1, le=65535)
    postgres_db: str = "conclave"
    postgres_user: str = "conclave"
    postgres_password: SecretStr = SecretStr("")
    redis_url: str = ""
    secret_key: SecretStr = SecretStr("")
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    strict_messages: bool = False
    processes: int = Field(1, ge=1, le=64)
    games: str = ""
    page_folder: Path = Path(__file__).parents[2] / "web" / "dist"

    database_connections: int = Field(10, ge=2, le=200)
    database_seconds: float = Field(3.0, gt=0, le=60)
    commit_patience: float = Field(5.0, gt=0)
    room_idle_seconds: float = Field(300.0, gt=0)
    max_rooms: int = Field(20_000, ge=1)
    match_queue_size: int = Field(64, ge=1)
    listener_queue_size: int = Field(128, ge=8)
    message_bytes: int = Field(65_536, ge=1024)
    commands_per_second: float = Field(100.0, gt=0)
    command_burst: int = Field(200, ge=1)
    address_command_factor: int = Field(5, ge=1)
    guests_per_minute: int = Field(120, ge=1)
    code_attempts_per_minute: int = Field(60, ge=1)
    sign_ins_per_minute: int = Field(30, ge=1)
    sign_ins_per_name: int = Field(10, ge=1)
    changes_per_minute: int = Field(120, ge=1)
    reports_per_hour: int = Field(20, ge=1)
    max_open_tables: int = Field(5, ge=1)
    open_table_seconds: float = Field(604_800.0, gt=0)
    max_unfinished_matches: int = Field(50, ge=1)
    max_bot_matches: int = Field(2, ge=1)
    chat_per_minute: int = Field(20, ge=1)
    sockets_per_account: int = Field(100, ge=1)
    sockets_per_address: int = Field(5_000, ge=1)
    password_kib: int = Field(65_536, ge=1024)
    password_rounds: int = Field(3, ge=1, le=50)
    password_threads: int = Field(2, ge=1, le=32)
    webhook_private_addresses: bool = False
    webhook_ports: str = "80 443"
    webhook_seconds: float = Field(10.0, gt=0)
    webhook_poll_seconds: float = Field(2.0, gt=0)
    turn_webhook_delay: float = Field(30.0, ge=0)
    turn_webhook_pause: float = Field(300.0, ge=0)
    request_seconds: float = Field(20.0, gt=0)
    max_connections: int = Field(20_000, ge=16)
    heartbeat: int = Field(20, ge=1)
    gone_after: float = Field(60.0, ge=0)
    timeout_grace: float = Field(0.5, ge=0)
    auto_pass_min: float = Field(0.6, ge=0)
    auto_pass_max: float = Field(2.4, ge=0)
    auto_answer_min: float = Field(0.6, ge=0)
    auto_answer_max: float = Field(2.4, ge=0, le=60)
    offer_seconds: float = Field(120.0, gt=0)
    correspondence_offer_seconds: float = Field(86_400.0, gt=0)
    substitute_bot: Literal["random", "greedy"] = "greedy"
    engine_seconds: float = Field(2.0, gt=0)
    background: bool = True
    bot_pace: float = Field(0.4, ge=0)
    undo_grace: float = Field(3.0, ge=0, le=60)
    bot_seconds: float = Field(20.0, gt=0)
    bot_workers: int = Field(1, ge=1, le=64)
    sweeper_lease: float = Field(30.0, gt=0)
    sweeper_pause: float = Field(1.0, gt=0)
    drain_seconds: float = Field(10.0, gt=0)

    @property
    def embedded(self) -> bool:
        """Whether the server is a single process on SQLite."""
        return self.database_url.startswith("sqlite")

    @property
    def redis_urls(self) -> list[str]:
        """The URLs of the Redis servers, separated by commas or whitespace in REDIS_URL."""
        return listed(self.redis_url)

    @property
    def game_ids(self) -> list[str]:
        """The ids of the games to offer, separated likewise in GAMES; empty for the usual ones."""
        return list(dict.fromkeys(listed(self.games)))

    def may_call(self, port: int) -> bool:
        """Whether webhooks may be sent to a port."""
        return self.webhook_ports.strip() == "any" or str(port) in listed(self.webhook_ports)

    @property
    def address(self) -> str:
        """The server's public URL, without a trailing slash."""
        return (self.public_url or f"http://{self.host}:{self.port}").rstrip("/")

    @property
    def is_https(self) -> bool:
        """Whether the public URL uses TLS."""
        return self.address.startswith("https://")

    @property
    def origin(self) -> str:
        """The origin from which cookies are accepted."""
        parts = urlsplit(self.address)
        return f"{parts.scheme}://{parts.netloc}"


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


def redis_name(url: str) -> str:
    """A Redis server's name without user and password. Raises ValueError."""
    parts = urlsplit(url)
    if parts.scheme == "unix":
        return parts.path
    return f"{parts.hostname or 'localhost'}:{parts.port or 6379}"


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


def database_file(settings: Settings) -> Path:
    """The file of an SQLite database."""
    return Path(settings.database_url.removeprefix("sqlite+aiosqlite:///").partition("?")[0])
