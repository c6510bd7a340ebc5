"""TCP proxy between the server and a service, which simulates network failures.

>>> with Proxy.to(redis_url) as proxy:
...     serve(REDIS_URL=proxy.url)
...     proxy.half_open()

It runs in a thread with its own event loop, so it continues while the test's loop is busy or
stopped; every order has taken effect when its call returns. Orders:

==============  ==================================================================================
`pass_on`       relay everything; dead connections stay dead, but new ones work
`delay`         delay all data, in both directions, by some seconds
`cut`           reset every open connection
`refuse`        reset every new connection; open ones continue
`half_open`     open connections silently go dead, new ones work
`black_hole`    all silently go dead; new ones are accepted, and dead from the beginning
`hold`          hold back one direction until `release`, in order, even if the sender closes
==============  ==================================================================================

On a dead connection neither side receives anything from the other, not even its end.
"""

from __future__ import annotations

import asyncio
import socket
import struct
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Literal, Self
from urllib.parse import parse_qs, urlsplit, urlunsplit

CHUNK_BYTES = 65_536
TIMEOUT_S = 10.0
RESET = struct.pack("ii", 1, 0)
"""SO_LINGER: closing resets the connection."""
Direction = Literal["up", "down"]
"""Up is from the client to the service."""
Mode = Literal["pass", "refuse", "black hole"]
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Pipe:
    """One direction of a connection."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        delay: Callable[[], float],
    ) -> None:
        self.reader = reader
        self.writer = writer
        self.delay = delay
        self.is_dead = False
        self.flows = asyncio.Event()
        self.flows.set()
        self._buffered: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()

    async def run(self) -> None:
        """Relay until the sender's end of stream has been passed on."""
        reading = asyncio.create_task(self._read())
        try:
            await self._write()
        finally:
            reading.cancel()

    async def _read(self) -> None:
        data = b"first"
        while data:
            try:
                data = await self.reader.read(CHUNK_BYTES)
            except OSError:
                data = b""
            self._buffered.put_nowait((self._loop.time() + self.delay(), data))

    async def _write(self) -> None:
        while True:
            due, data = await self._buffered.get()
            await asyncio.sleep(due - self._loop.time())
            await self.flows.wait()
            if self.is_dead:
                continue
            with suppress(OSError, RuntimeError):
                if not data:
                    self.writer.write_eof()
                    return
                self.writer.write(data)
                await self.writer.drain()


class Link:
    """A connection through the proxy, from its client to the service."""

    def __init__(self, client: Streams, service: Streams, delay: Callable[[], float]) -> None:
        self.writers = client[1], service[1]
        self.pipes: dict[Direction, Pipe] = {
            "up": Pipe(client[0], service[1], delay),
            "down": Pipe(service[0], client[1], delay),
        }

    async def run(self) -> None:
        await asyncio.gather(*(pipe.run() for pipe in self.pipes.values()))

    def die(self) -> None:
        for pipe in self.pipes.values():
            pipe.is_dead = True


class Proxy:
    """Listens on `port` of 127.0.0.1. A `host` that begins with / is the path of a unix socket."""

    def __init__(self, host: str, port: int = 0) -> None:
        self.host = host
        self.service_port = port
        self.port = 0
        self.url = ""
        """The service's URL, through this proxy."""
        self.accepted = 0
        """The number of connections accepted so far, refused ones included."""
        self._mode: Mode = "pass"
        self._delay = 0.0
        self._held: set[Direction] = set()
        self._links: set[Link] = set()
        self._swallowed: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    @classmethod
    def to(cls, url: str) -> Self:
        """Before the service with this URL, as devtools/services.py gives them."""
        parts = urlsplit(url)
        if parts.scheme == "unix":
            proxy, scheme, path = cls(parts.path), "redis", "/0"
        elif folder := parse_qs(parts.query).get("host"):
            proxy, scheme, path = cls(f"{folder[0]}/.s.PGSQL.5432"), parts.scheme, parts.path
        else:
            usual = 6379 if parts.scheme == "redis" else 5432
            proxy = cls(parts.hostname or "127.0.0.1", parts.port or usual)
            scheme, path = parts.scheme, parts.path
        account = f"{parts.netloc.rpartition('@')[0]}@" if "@" in parts.netloc else ""
        proxy._listen()
        proxy.url = urlunsplit((scheme, f"{account}127.0.0.1:{proxy.port}", path, "", ""))
        return proxy

    def __enter__(self) -> Self:
        self._listen()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def open(self) -> int:
        """The number of connections to the service now, dead ones included."""
        return len(self._links)

    # -- orders

    def pass_on(self) -> None:
        def order() -> None:
            self._mode, self._delay = "pass", 0.0

        self._obey(order)

    def delay(self, seconds: float) -> None:
        def order() -> None:
            self._delay = seconds

        self._obey(order)

    def cut(self) -> None:
        self._obey(self._reset_all)

    def refuse(self) -> None:
        def order() -> None:
            self._mode = "refuse"

        self._obey(order)

    def half_open(self) -> None:
        self._obey(self._kill_all)

    def black_hole(self) -> None:
        def order() -> None:
            self._mode = "black hole"
            self._kill_all()

        self._obey(order)

    def hold(self, direction: Direction = "up", *, new: bool = False) -> None:
        """Hold back one direction of open connections; of new ones too if `new`."""

        def order() -> None:
            for link in self._links:
                link.pipes[direction].flows.clear()
            if new:
                self._held.add(direction)

        self._obey(order)

    def release(self) -> None:
        def order() -> None:
            self._held.clear()
            for link in self._links:
                for pipe in link.pipes.values():
                    pipe.flows.set()

        self._obey(order)

    def close(self) -> None:
        """Reset everything and listen no more."""
        if not self._loop.is_closed():
            asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(TIMEOUT_S)
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(TIMEOUT_S)
            self._loop.close()

    # -- in the thread

    def _listen(self) -> None:
        if not self._thread.is_alive():
            self._thread.start()
            asyncio.run_coroutine_threadsafe(self._serve(), self._loop).result(TIMEOUT_S)

    def _obey(self, order: Callable[[], None]) -> None:
        async def obey() -> None:
            order()

        asyncio.run_coroutine_threadsafe(obey(), self._loop).result(TIMEOUT_S)

    async def _serve(self) -> None:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _end(self) -> None:
        self._server.close()
        self._reset_all()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.accepted += 1
        task = self._loop.create_task(self._connect(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._mode == "black hole":
            await self._swallow(reader, writer)
            return
        try:
            service = await self._service() if self._mode == "pass" else None
        except OSError:
            service = None
        if service is None:
            reset(writer)
            return
        await self._relay(Link((reader, writer), service, lambda: self._delay))

    async def _service(self) -> Streams:
        if self.host.startswith("/"):
            return await asyncio.open_unix_connection(self.host)
        return await asyncio.open_connection(self.host, self.service_port)

    async def _swallow(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._swallowed.add(writer)
        with suppress(OSError):
            while await reader.read(CHUNK_BYTES):
                pass
        self._swallowed.discard(writer)
        writer.close()

    async def _relay(self, link: Link) -> None:
        if self._mode == "black hole":
            link.die()
        for direction in self._held:
            link.pipes[direction].flows.clear()
        self._links.add(link)
        try:
            await link.run()
        finally:
            self._links.discard(link)
            for writer in link.writers:
                writer.close()

    def _kill_all(self) -> None:
        for link in self._links:
            link.die()

    def _reset_all(self) -> None:
        """Reset all connections; held data is lost."""
        for link in self._links:
            for writer in link.writers:
                reset(writer)
            link.die()
        for task in self._tasks:
            task.cancel()
        for writer in self._swallowed:
            reset(writer)


def reset(writer: asyncio.StreamWriter) -> None:
    """Close with a reset instead of an orderly end."""
    connection: socket.socket | None = writer.get_extra_info("socket")
    with suppress(OSError):
        if connection is not None and connection.family != socket.AF_UNIX:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
    transport: asyncio.Transport = writer.transport
    transport.abort()
