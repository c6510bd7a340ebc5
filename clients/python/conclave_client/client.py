"""Client: the server's API for programs that do one thing after another."""

from __future__ import annotations

import time
from collections.abc import Iterator
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
from conclave_client.problems import Problem
from conclave_client.types import AccountLine, EndFrame, Frame

T = TypeVar("T")


class Client:
    """An account at a server; without a token, an anonymous caller.

    Use it in a `with` statement, or close it. `attempts`: how often a call that may be repeated is
    sent before its failure is raised.
    """

    def __init__(self, server: str, token: str | None = None, *, attempts: int = 5) -> None:
        self.server = server.rstrip("/")
        self.token = token
        self.attempts = attempts
        self._http = httpx.Client(**http_options(server, token))

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def send(self, call: Call[T]) -> T:
        """The reply to a call. Raises Problem, WrongAddress, or Unreachable if no reply
        came.
        """
        backoff = Backoff()
        for attempt in range(1, self.attempts + 1):
            try:
                return read_reply(call, self._http.request(**request_options(call)))
            except Problem as problem:
                if attempt == self.attempts or not is_worth_repeating(call, problem):
                    raise
                time.sleep(backoff.next(problem.retry_after))
            except httpx.TransportError as error:
                if attempt == self.attempts or not call.may_be_repeated:
                    raise unreachable(call, self.server, error) from error
                time.sleep(backoff.next())
        raise AssertionError("the last attempt returns or raises")

    def account_lines(self) -> Iterator[AccountLine]:
        """What concerns the account, for ever: first all that is open, then news. After a broken
        connection all that is open comes again. Raises Problem if the token is not accepted.
        """
        for text in self._lines("/me/stream"):
            line = read_line(text)
            if line is not None:
                yield line

    def frames(self, match: str) -> Iterator[Frame]:
        """The frames of a match, a full one after every change, until it has ended."""
        for text in self._lines(f"/matches/{match}/stream"):
            frame = read_frame(text)
            if frame is not None:
                yield frame
                if isinstance(frame, EndFrame):
                    return

    def _lines(self, path: str) -> Iterator[str]:
        """The lines of a stream that is opened again whenever it ends."""
        backoff = Backoff()
        while True:
            wait: float | None = None
            try:
                with self._http.stream("GET", path, headers=JSON_LINES) as response:
                    if not response.is_success:
                        response.read()
                        raise problem_of(response)
                    for text in response.iter_lines():
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
            time.sleep(backoff.next(wait))
