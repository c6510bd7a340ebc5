"""AsyncClient: the server's API for programs that do many things at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from types import TracebackType
from typing import TypeVar

import httpx

from conclave_client.backoff import Backoff
from conclave_client.calls import Call
from conclave_client.exchange import (
    JSON_LINES,
    http_options,
    is_worth_repeating,
    problem_of,
    read_reply,
    request_options,
    restarts_after,
    unreachable,
)
from conclave_client.frames import read_frame, read_line
from conclave_client.match_socket import MatchSocket
from conclave_client.problems import Problem
from conclave_client.types import AccountLine, EndFrame, Frame

T = TypeVar("T")


class AsyncClient:
    """An account at a server; without a token, an anonymous caller.

    Use it in an `async with` statement, or close it. `attempts`: how often a call that may be
    repeated is sent before its failure is raised.
    """

    def __init__(self, server: str, token: str | None = None, *, attempts: int = 5) -> None:
        self.server = server.rstrip("/")
        self.token = token
        self.attempts = attempts
        self._http = httpx.AsyncClient(**http_options(server, token))

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        await self._http.aclose()

    async def send(self, call: Call[T]) -> T:
        """The reply to a call. Raises Problem, WrongAddress, or Unreachable if no reply
        came.
        """
        backoff = Backoff()
        for attempt in range(1, self.attempts + 1):
            try:
                return read_reply(call, await self._http.request(**request_options(call)))
            except Problem as problem:
                if attempt == self.attempts or not is_worth_repeating(call, problem):
                    raise
                await asyncio.sleep(backoff.next(problem.retry_after))
            except httpx.TransportError as error:
                if attempt == self.attempts or not call.may_be_repeated:
                    raise unreachable(call, self.server, error) from error
                await asyncio.sleep(backoff.next())
        raise AssertionError("the last attempt returns or raises")

    def play(self, match: str) -> MatchSocket:
        """A socket to a match: frames as they come, commands on the same connection."""
        return MatchSocket(self.server, match, self.token)

    async def account_lines(self) -> AsyncIterator[AccountLine]:
        """The account's lines, without end: first its open matches, decisions and offers, then
        changes. After a reconnect the open ones come again. Raises Problem if the token is not
        accepted.
        """
        async for text in self._lines("/me/stream"):
            line = read_line(text)
            if line is not None:
                yield line

    async def frames(self, match: str) -> AsyncIterator[Frame]:
        """The frames of a match, a full one after every change, until it has ended."""
        async for text in self._lines(f"/matches/{match}/stream"):
            frame = read_frame(text)
            if frame is not None:
                yield frame
                if isinstance(frame, EndFrame):
                    return

    async def _lines(self, path: str) -> AsyncIterator[str]:
        """The lines of a stream that is opened again whenever it ends."""
        backoff = Backoff()
        while True:
            wait: float | None = None
            try:
                async with self._http.stream("GET", path, headers=JSON_LINES) as response:
                    if not response.is_success:
                        await response.aread()
                        raise problem_of(response)
                    async for text in response.aiter_lines():
                        backoff.reset()
                        if text:
                            wait = restarts_after(text)
                            yield text
            except Problem as problem:
                if not problem.is_temporary:
                    raise
                wait = problem.retry_after
            except httpx.TransportError:
                pass
            await asyncio.sleep(backoff.next(wait))
