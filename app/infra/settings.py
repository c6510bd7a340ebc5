"""Settings: the operator's configuration, from the environment and `.env`.

`docs/operations.md` lists them as they stand here: `python -m scripts.settings_table` writes it.
"""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

from pydantic import Field, SecretStr

from app.infra.host_settings import HostSettings, RetentionSettings
from app.infra.mail_settings import MailSettings
from app.infra.own_address import link_host
from app.infra.setting_types import Bytes, LogLevel, Seconds, SettingsGroup, WholeSeconds
from app.infra.sign_in_settings import PasswordSettings, SignInSettings


class WrongSetting(Exception):
    """An invalid setting: the server can't start; `str(error)` is one sentence for the operator."""


def _built_page() -> Path:
    """The page in an installed package, or else that of a checkout."""
    app = Path(__file__).parents[1]
    packed = app / "page"
    return packed if packed.exists() else app.parent / "web" / "dist"


class AddressSettings(SettingsGroup):
    """Addresses and processes."""

    host: str = "127.0.0.1"
    """The address to listen on; `0.0.0.0` is every IPv4 address of the machine, `::` every one of
    IPv4 and IPv6."""
    port: int = Field(8000, ge=1, le=65535)
    """The port to listen on."""
    public_url: str = ""
    """The address people use, such as `https://play.example.org` or `https://example.org/tables`;
    empty: made of `HOST` and `PORT`, and where `HOST` is every address, of the machine's own in its
    network."""
    processes: int = Field(1, ge=1, le=64)
    """Server processes on this machine; more than one needs PostgreSQL and Redis."""
    background: bool = True
    """Whether this process runs built-in bots and the deadlines of matches that none of its clients
    watches; at least one process must."""
    drain_seconds: Seconds = Field(10.0, gt=0)
    """How long a stopping server lets clients leave and running work finish."""
    page_folder: Path = _built_page()
    """The folder of the built page; an installed package brings its own."""
    games: str = ""
    """Ids of the games on offer in the page's order, such as `res_arcana,ascended_kings`; empty:
    all installed games except those made for tests."""
    log_level: LogLevel = "info"
    """The least severe log lines to write, in any case."""
    cors_origins: str = ""
    """Origins of other pages that may use the API, separated by commas, such as
    `https://tables.example.org`, or `*` for all. They authenticate with tokens; the session cookie
    is never theirs."""
    strict_messages: bool = False
    """For authors of games: whether a message with undeclared arguments stops an answer before it
    is committed."""

    @property
    def game_ids(self) -> list[str]:
        """The ids of the games to offer, separated by commas or whitespace in GAMES; empty for the
        usual ones.
        """
        return list(dict.fromkeys(listed(self.games)))

    @property
    def foreign_origins(self) -> list[str]:
        """The origins in CORS_ORIGINS, separated likewise."""
        return listed(self.cors_origins.lower())

    @property
    def address(self) -> str:
        """The server's public URL, without a trailing slash."""
        return (self.public_url or f"http://{link_host(self.host)}:{self.port}").rstrip("/")

    @property
    def site_path(self) -> str:
        """The path of the public URL, such as `/tables`; empty at the root of its host."""
        return urlsplit(self.address).path

    @property
    def is_https(self) -> bool:
        """Whether the public URL uses TLS."""
        return self.address.startswith("https://")

    @property
    def origin(self) -> str:
        """The origin from which cookies are accepted."""
        parts = urlsplit(self.address)
        return f"{parts.scheme}://{parts.netloc}"


class StorageSettings(SettingsGroup):
    """Database, Redis and the secret key."""

    database_url: str = "sqlite+aiosqlite:///var/conclave.db"
    """The database as an SQLAlchemy URL, `sqlite+aiosqlite:///…` or `postgresql+asyncpg://…`;
    percent-encode a password in it."""
    postgres_host: str = ""
    """PostgreSQL's host, instead of `DATABASE_URL`, or the folder of its Unix socket (begins with
    `/`); this and the next four need no encoding."""
    postgres_port: int = Field(5432, ge=1, le=65535)
    """PostgreSQL's port, with `POSTGRES_HOST`."""
    postgres_db: str = "conclave"
    """The name of the database, with `POSTGRES_HOST`."""
    postgres_user: str = "conclave"
    """The database's user, with `POSTGRES_HOST`."""
    postgres_password: SecretStr = SecretStr("")
    """The user's password, with `POSTGRES_HOST`."""
    redis_url: str = ""
    """The URL of Redis; write a comma in a password as `%2C`. Empty: the bus runs inside the only
    process."""
    secret_key: SecretStr = SecretStr("")
    """Keys the hashes of sessions and tokens, and encrypts replies kept for repeated requests; at
    least 16 characters. Required with PostgreSQL; with SQLite an empty one is generated and kept in
    `var/`."""
    database_connections: int = Field(10, ge=2, le=200)
    """Connections of each process to PostgreSQL, besides four more."""
    database_seconds: Seconds = Field(3.0, gt=0, le=60)
    """PostgreSQL stops a statement that takes longer, and a second later the process drops the
    connection; migrations and `pg_dump` have no such deadline."""
    commit_seconds: Seconds = Field(5.0, gt=0)
    """How long an answer waits for a locked row or a database that refuses writes, and how long the
    server tries to learn the fate of a commit; then the answer gets `unavailable`. No request that
    is not a stream waits for PostgreSQL longer in all."""

    @property
    def embedded(self) -> bool:
        """Whether the server is a single process on SQLite."""
        return self.database_url.startswith("sqlite")


class PlaySettings(SettingsGroup):
    """Matches."""

    engine_seconds: Seconds = Field(2.0, gt=0)
    """A step of a game that takes longer is stopped, and its match parked."""
    timeout_grace: Seconds = Field(0.5, ge=0)
    """How long after a deadline an answer still in transit counts."""
    gone_after: Seconds = Field(60.0, ge=0)
    """A player without a socket, stream or answer for this long counts as gone, and the others may
    continue."""
    host_gone_after: Seconds = Field(600.0, ge=1)
    """Those who sit at an open table may act for a host who is not connected for this long."""
    open_table_seconds: Seconds = Field(604_800.0, gt=0)
    """How long an open table may be idle before it is closed."""
    auto_pass_min: Seconds = Field(0.6, ge=0)
    """The shortest delay before an automatic pass; each delay is drawn at random and stored."""
    auto_pass_max: Seconds = Field(2.4, ge=0)
    """The longest delay before an automatic pass."""
    auto_answer_min: Seconds = Field(0.6, ge=0)
    """The shortest delay before a question with one possible answer is answered for a player who
    enabled that."""
    auto_answer_max: Seconds = Field(2.4, ge=0, le=60)
    """The longest delay before such an automatic answer."""
    offer_seconds: Seconds = Field(120.0, gt=0)
    """How long an offer stays open: of a draw, an undo, a pause."""
    correspondence_offer_seconds: Seconds = Field(86_400.0, gt=0)
    """How long an offer stays open in a match whose clock counts days."""
    room_idle_seconds: Seconds = Field(300.0, gt=0)
    """How long a match without viewers and answers stays in the process's memory."""
    max_rooms: int = Field(20_000, ge=1)
    """Matches in the process's memory; above it, those unused for longest leave."""
    match_queue_size: int = Field(64, ge=1)
    """Answers queued for one match; further ones get `unavailable`."""
    sweeper_lease: Seconds = Field(30.0, gt=0)
    """How long a process keeps a due match to itself before another process may act on it."""
    sweeper_interval: Seconds = Field(1.0, gt=0)
    """The interval at which a process looks for due matches."""
    ready_check_seconds: Seconds = Field(20.0, gt=0, le=300)
    """How long paired players have to confirm the match of a pool."""
    pool_interval: Seconds = Field(2.0, gt=0)
    """The interval at which a process looks for tables in pools, and for ready checks that are
    over; it also looks whenever an account joins a pool."""


class BotSettings(SettingsGroup):
    """Built-in bots."""

    bot_delay: Seconds = Field(0.4, ge=0)
    """Minimum time for the first answer of a bot's turn; later answers take a part of it. 0: bots
    answer as soon as they are ready, even if the timing gives something away."""
    bot_effort: float = Field(1.0, ge=0, le=10)
    """Multiplies the time that searching bots have for an answer: 0.5 makes them faster and weaker;
    with 0 they play like `greedy`."""
    undo_grace: Seconds = Field(3.0, ge=0, le=60)
    """How long a bot waits after the answer that ends a person's turn, so they can undo it; only
    where that matters (decision 0004)."""
    bot_seconds: Seconds = Field(10.0, gt=0)
    """A bot that thinks longer is stopped with its worker process, and `greedy` answers for it."""
    bot_workers: int = Field(1, ge=1, le=64)
    """Worker processes in which bots think."""
    hint_seconds: Seconds = Field(1.0, gt=0, le=10)
    """How long a bot searches for a hint, at most half of `BOT_SECONDS`."""
    analysis_workers: int = Field(1, ge=0, le=64)
    """Worker processes, of the lowest priority, in which finished matches are analysed; 0: this
    process analyses none. Without `BACKGROUND` it analyses none either."""
    analysis_seconds: Seconds = Field(0.3, gt=0, le=10)
    """Processor time to search for the best move at each answer of a match that is analysed; where
    it may matter what a move cost, up to three times as much follows."""
    substitute_bot: str = "normal"
    """The installed bot that takes over an abandoned seat."""


class ConnectionSettings(SettingsGroup):
    """Connections and messages."""

    max_connections: int = Field(20_000, ge=16)
    """Open connections of one process; further ones get 503."""
    sockets_per_account: int = Field(100, ge=1)
    """Open sockets and streams of one account in one process; further sockets are closed with 1008,
    and further streams get 429."""
    sockets_per_address: int = Field(5_000, ge=1)
    """The same for one client address."""
    heartbeat: WholeSeconds = Field(20, ge=1)
    """The interval at which the server pings each websocket."""
    request_seconds: Seconds = Field(20.0, gt=0)
    """A request whose last byte arrives later than this after its first is cut off."""
    message_bytes: Bytes = Field(65_536, ge=1024)
    """The largest request body or socket message."""
    listener_queue_size: int = Field(128, ge=8)
    """Frames queued for one slow socket before they collapse into one full frame."""
    commands_per_second: float = Field(100.0, gt=0)
    """Commands per second of one account, over all its sockets and requests."""
    command_burst: int = Field(200, ge=1)
    """Commands an account may send at once before that rate holds."""
    address_command_factor: int = Field(5, ge=1)
    """Multiple of that rate and burst, and of `ANALYSES_PER_HOUR`, for one client address (a /64
    with IPv6), which several people may share; the server's own machine is not limited."""


class LimitSettings(SettingsGroup):
    """Limits of people and addresses."""

    guests_per_minute: int = Field(120, ge=1)
    """New guests and accounts per minute from one address."""
    code_attempts_per_minute: int = Field(60, ge=1)
    """Wrong invitation codes per minute from one address."""
    sign_ins_per_minute: int = Field(30, ge=1)
    """Passwords tried, and sign-ins with providers begun, per minute from one address."""
    sign_ins_per_name: int = Field(10, ge=1)
    """Passwords tried per minute for one name, over all processes."""
    mails_per_hour: int = Field(5, ge=1)
    """Links that may be mailed to one address per hour."""
    changes_per_minute: int = Field(120, ge=1)
    """Changes per minute by one account to its profile, tokens, tickets, webhooks and blocks."""
    friend_requests_per_hour: int = Field(60, ge=1)
    """Requests to be friends per hour by one account, answers included."""
    invitations_per_hour: int = Field(200, ge=1)
    """Seats per hour that one account reserves for others."""
    reports_per_hour: int = Field(20, ge=1)
    """Reports per hour by one account."""
    chat_per_minute: int = Field(20, ge=1)
    """Chat lines per minute of one person, including their bots."""
    hints_per_minute: int = Field(20, ge=1)
    """Hints per minute for one account."""
    analyses_per_hour: int = Field(20, ge=1)
    """Analyses of matches per hour for one account."""
    max_waiting_analyses: int = Field(3, ge=1)
    """Waiting analyses of one person, including their bots."""
    max_open_tables: int = Field(5, ge=1)
    """Open tables of one person, including their bots."""
    max_unfinished_matches: int = Field(50, ge=1)
    """Unfinished matches in which one account sits, or which its person or their bots created for
    bots alone."""
    max_bot_matches: int = Field(2, ge=1)
    """Running matches of built-in bots alone, per person, including their bots."""
    matches_per_hour: int = Field(200, ge=0)
    """Tables, matches and attempts at lessons that one person, including their bots, may begin per
    hour; 0: no limit."""


class WebhookSettings(SettingsGroup):
    """Webhooks and push messages. What is said of webhooks holds for push messages too."""

    webhook_private_addresses: bool = False
    """Whether webhooks may call addresses inside your network."""
    webhook_ports: str = "80 443"
    """Ports that webhooks may call, separated by blanks or commas; `any` allows all."""
    webhook_seconds: Seconds = Field(10.0, gt=0)
    """How long one call may take."""
    webhook_poll_seconds: Seconds = Field(2.0, gt=0)
    """The interval at which a process reads the queue of messages."""
    turn_webhook_delay: Seconds = Field(30.0, ge=0)
    """How long 'your turn' waits before it is sent; it is not sent if the turn ends meanwhile."""
    turn_webhook_interval: Seconds = Field(300.0, ge=0)
    """The least time between two 'your turn' messages about one match."""
    webhook_days: int = Field(7, ge=1)
    """How many days the server remembers that it has sent a message."""
    vapid_key: SecretStr = SecretStr("")
    """The private VAPID key that signs push messages, 32 bytes in base64url; empty: one is
    generated and kept in the database. After a change, browsers subscribe again when their
    players next open the page."""
    push_deadline_lead: Seconds = Field(7200.0, gt=0)
    """How long before a deadline its player gets a push message, at most a quarter of the time they
    have for an answer."""

    def may_call(self, port: int) -> bool:
        """Whether webhooks may be sent to a port."""
        return self.webhook_ports.strip() == "any" or str(port) in listed(self.webhook_ports)


class Settings(
    RetentionSettings,
    SignInSettings,
    HostSettings,
    MailSettings,
    WebhookSettings,
    PasswordSettings,
    LimitSettings,
    ConnectionSettings,
    BotSettings,
    PlaySettings,
    StorageSettings,
    AddressSettings,
):
    """Every setting; its environment variable has the same name in capitals."""


def listed(several: str) -> list[str]:
    """The parts of a setting, separated by commas or whitespace."""
    return [part for part in re.split(r"[,\s]+", several) if part]


def redis_name(url: str) -> str:
    """A Redis server's name without user and password. Raises ValueError."""
    parts = urlsplit(url)
    if parts.scheme == "unix":
        return parts.path
    return f"{parts.hostname or 'localhost'}:{parts.port or 6379}"


def database_file(settings: StorageSettings) -> Path:
    """The file of an SQLite database."""
    return Path(settings.database_url.removeprefix("sqlite+aiosqlite:///").partition("?")[0])
