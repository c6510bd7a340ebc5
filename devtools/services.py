"""Real PostgreSQL, Redis, Caddy and nginx for tests and benches; browsers.py has the browsers.

`postgres` and `redis` return the URL in TEST_POSTGRES_URL or TEST_REDIS_URL if set, else that of a
private server on a unix socket in a temporary folder. `private_postgres` and `private_redis` always
start a server, for tests that break it. A missing binary is an error, never a skip.
"""

import ctypes
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

START_TIMEOUT_S = 30
STOP_TIMEOUT_S = 20
PR_SET_PDEATHSIG = 1

# Loaded before any fork: after the change of account Python's own library may be unreadable.
LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


class ServiceMissing(RuntimeError):
    """A server could not be found or did not start."""


@dataclass
class Account:
    """The system account that a server runs as."""

    uid: int
    gid: int


@dataclass
class PrivateServer:
    """A server in a folder of its own; it can be stopped, killed and started again on its data."""

    name: str
    url: str
    folder: Path
    command: list[str]
    is_ready: Callable[[], bool]
    kill_signal: signal.Signals
    stop_signal: signal.Signals = signal.SIGINT
    account: Account | None = None
    process: subprocess.Popen[bytes] | None = field(default=None, init=False)

    @property
    def pid(self) -> int:
        assert self.process, f"{self.name} does not run"
        return self.process.pid

    def start(self) -> None:
        """Start, and wait until the server answers."""
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                cwd=self.folder,
                env=plain_environment(self.folder),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=self._die_with_parent,
                **run_as(self.account),
            )
        end = time.monotonic() + START_TIMEOUT_S
        while not self.is_ready():
            if self.process.poll() is not None or time.monotonic() > end:
                self.kill()
                raise ServiceMissing(f"{self.name} did not start:\n{self.log_tail()}")
            time.sleep(0.02)

    def stop(self) -> None:
        """Shut down in order: disconnect clients, write data."""
        self._end(self.stop_signal)

    def kill(self) -> None:
        """Crash: nothing more is written."""
        self._end(self.kill_signal)

    def log_tail(self) -> str:
        return (self.folder / "log").read_text(errors="replace")[-2000:]

    def _end(self, how: signal.Signals) -> None:
        if self.process is None:
            return
        self.process.send_signal(how)
        try:
            self.process.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None

    def _die_with_parent(self) -> None:
        if LIBC is not None:
            LIBC.prctl(PR_SET_PDEATHSIG, int(self.kill_signal))


@contextmanager
def postgres() -> Iterator[str]:
    """The URL of a server, without a driver: postgresql://user@/postgres?host=…"""
    if given := os.environ.get("TEST_POSTGRES_URL"):
        yield given
        return
    with private_postgres() as server:
        yield server.url


@contextmanager
def redis() -> Iterator[str]:
    """The URL of a server, as redis-py reads it."""
    if given := os.environ.get("TEST_REDIS_URL"):
        yield given
        return
    with private_redis() as server:
        yield server.url


@contextmanager
def private_postgres(*, durable: bool = False) -> Iterator[PrivateServer]:
    """Trades durability for speed unless `durable`, which crash tests and benches need."""
    binaries = postgres_binaries()
    account = unprivileged_account("postgres", "nobody")
    with temporary_folder("pg-", account) as folder:
        initialise(binaries, folder, account)
        fast = ["-F", "-c", "synchronous_commit=off", "-c", "full_page_writes=off"]
        server = PrivateServer(
            name="PostgreSQL",
            url=f"postgresql://test@/postgres?host={folder}",
            folder=folder,
            command=[
                *(f"{binaries}/postgres", "-D", f"{folder}/data", "-k", f"{folder}", "-h", ""),
                *("-c", "max_connections=200"),
                *([] if durable else fast),
            ],
            is_ready=lambda: accepts_connections(binaries, folder),
            kill_signal=signal.SIGQUIT,  # no checkpoint; recovery at the next start
            account=account,
        )
        with running(server):
            yield server


@contextmanager
def private_redis() -> Iterator[PrivateServer]:
    """Keeps nothing on disk: a killed server comes back empty."""
    binary = find_binary("redis-server", "valkey-server", chosen_by="REDIS_SERVER")
    with temporary_folder("redis-") as folder:
        path = folder / "redis.sock"
        server = PrivateServer(
            name="Redis",
            url=f"unix://{path}?db=0",
            folder=folder,
            command=[
                *(binary, "--port", "0", "--unixsocket", f"{path}", "--dir", f"{folder}"),
                *("--save", "", "--appendonly", "no"),
            ],
            is_ready=lambda: answers_ping(path),
            kill_signal=signal.SIGKILL,
        )
        with running(server):
            yield server


@contextmanager
def private_caddy(config: str, port: str) -> Iterator[PrivateServer]:
    """A proxy with this Caddyfile, which listens on that port of the loopback address."""
    binary = find_binary("caddy", chosen_by="CADDY")
    with temporary_folder("caddy-") as folder:
        file = folder / "Caddyfile"
        file.write_text(config)
        server = PrivateServer(
            name="Caddy",
            url=f"http://127.0.0.1:{port}",
            folder=folder,
            command=[binary, "run", "--config", f"{file}", "--adapter", "caddyfile"],
            is_ready=lambda: accepts_tcp(int(port)),
            kill_signal=signal.SIGKILL,
            stop_signal=signal.SIGTERM,  # else it waits for its connections
        )
        with running(server):
            yield server


NGINX = """daemon off;
master_process off;
pid {folder}/pid;
error_log stderr;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {config}
}}
"""


@contextmanager
def private_nginx(config: str, port: str) -> Iterator[PrivateServer]:
    """A proxy with this part of `http`, which listens on that port of the loopback address."""
    # Debian installs it where only root's PATH leads.
    binary = find_binary("nginx", "/usr/sbin/nginx", chosen_by="NGINX")
    with temporary_folder("nginx-") as folder:
        file = folder / "nginx.conf"
        file.write_text(NGINX.format(folder=folder, config=config))
        server = PrivateServer(
            name="nginx",
            url=f"http://127.0.0.1:{port}",
            folder=folder,
            command=[binary, "-p", f"{folder}", "-e", "stderr", "-c", f"{file}"],
            is_ready=lambda: accepts_tcp(int(port)),
            kill_signal=signal.SIGKILL,
        )
        with running(server):
            yield server


@contextmanager
def running(server: PrivateServer) -> Iterator[None]:
    server.start()
    try:
        yield
    finally:
        server.stop()


@contextmanager
def temporary_folder(prefix: str, owner: Account | None = None) -> Iterator[Path]:
    """A folder under /tmp: a socket's path must be short, and other accounts cannot read pytest's
    folders.
    """
    folder = Path(tempfile.mkdtemp(prefix=prefix, dir="/tmp"))
    if owner:
        os.chown(folder, owner.uid, owner.gid)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def plain_environment(home: Path) -> dict[str, str]:
    return {"PATH": os.environ.get("PATH", ""), "HOME": f"{home}", "LC_ALL": "C", "TZ": "UTC"}


def run_as(account: Account | None) -> dict[str, Any]:
    if account is None:
        return {}
    return {"user": account.uid, "group": account.gid, "extra_groups": []}


def unprivileged_account(*names: str) -> Account | None:
    """PostgreSQL refuses to run as root; any other user runs it as themselves."""
    if os.geteuid() != 0:
        return None
    for name in names:
        with suppress(KeyError):
            entry = pwd.getpwnam(name)
            return Account(entry.pw_uid, entry.pw_gid)
    raise ServiceMissing(f"this is root, and none of the accounts {names} exists")


def initialise(binaries: Path, folder: Path, account: Account | None) -> None:
    result = subprocess.run(
        [
            *(f"{binaries}/initdb", "-D", f"{folder}/data", "-U", "test", "-A", "trust"),
            *("-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions"),
        ],
        cwd=folder,
        env=plain_environment(folder),
        capture_output=True,
        text=True,
        check=False,
        **run_as(account),
    )
    if result.returncode:
        raise ServiceMissing(f"initdb failed: {result.stderr[-800:]}")


def accepts_connections(binaries: Path, folder: Path) -> bool:
    command = [f"{binaries}/pg_isready", "-q", "-h", f"{folder}", "-U", "test"]
    return not subprocess.run(command, env=plain_environment(folder), check=False).returncode


def answers_ping(path: Path) -> bool:
    with suppress(OSError), socket.socket(socket.AF_UNIX) as connection:
        connection.connect(f"{path}")
        connection.sendall(b"PING\r\n")
        return connection.recv(16).startswith(b"+PONG")
    return False


def accepts_tcp(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def free_port() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def postgres_binaries() -> Path:
    """The newest installed version with all required programs."""
    versions = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"),
        key=lambda path: int(re.sub(r"\D", "", path.parent.name) or 0),
        reverse=True,
    )
    on_path = shutil.which("postgres")
    folders = [
        *([Path(chosen)] if (chosen := os.environ.get("PG_BINDIR")) else []),
        *versions,
        *([Path(on_path).resolve().parent] if on_path else []),
    ]
    for folder in folders:
        if all(os.access(folder / name, os.X_OK) for name in ("initdb", "postgres", "pg_isready")):
            return folder
    raise ServiceMissing("no PostgreSQL server here: run `make deps`, or set PG_BINDIR")


def find_binary(*names: str, chosen_by: str) -> str:
    for candidate in (os.environ.get(chosen_by), *map(shutil.which, names)):
        if candidate and os.access(candidate, os.X_OK):
            return candidate
    raise ServiceMissing(f"no {names[0]} here: run `make deps`, or set {chosen_by}")
