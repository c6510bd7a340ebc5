"""Runner: plays all matches of a bot, and reconnects whenever the connection breaks."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from conclave_client import calls
from conclave_client.async_client import AsyncClient
from conclave_client.bot import Bot, Refusal
from conclave_client.config import Accept
from conclave_client.failures import Failures
from conclave_client.frames import typed_view
from conclave_client.invitations import own_seat, refusal_of
from conclave_client.match_player import MatchPlayer
from conclave_client.matchmaking import Matchmaker
from conclave_client.problems import ConclaveError, Problem
from conclave_client.results import name_of, result_of
from conclave_client.thinking import Thinker
from conclave_client.types import (
    EndLine,
    InviteLine,
    Match,
    MatchLine,
    OfferLine,
    PoolLine,
    ReadyCheckLine,
)

log = logging.getLogger("conclave_client")
UNFINISHED = ("open", "playing", "paused")
OPENING = "…"
"""In place of the id of a table that is being opened."""


class Runner:
    """Plays all matches of a bot's account at once. While it has room for one more, it waits in
    `pools`, and looks for opponents as its `matchmaker` says.

    It calls `make_bot` for every match. With `matches` unfinished ones it declines invitations as
    `busy`, but always plays matches that already run. If an answer takes more than `seconds`, it
    gives the default answer.
    """

    def __init__(
        self,
        client: AsyncClient,
        make_bot: Callable[[], Bot],
        *,
        accept: Accept | None = None,
        matches: int = 4,
        seconds: float = 60.0,
        pools: Sequence[str] = (),
        matchmaker: Matchmaker | None = None,
    ) -> None:
        self.client = client
        self.make_bot = make_bot
        self.accept = accept or Accept()
        self.matches = matches
        self.seconds = seconds
        self.pools = list(pools)
        self.matchmaker = matchmaker
        self.unfinished: dict[str, Match] = {}
        self.ended = 0
        self.failures = Failures()
        # A line about a match is handled after the reply that first showed it, never before.
        self._in_order = asyncio.Lock()
        self._confirmed: dict[str, float] = {}  # ready checks and new matches, and until when
        self._places: set[str] = set()  # the pools in which the bot waits
        self._own_table = ""  # the id of the open table that the matchmaker has made
        self._next_look: asyncio.TimerHandle | None = None
        self._threads = ThreadPoolExecutor(matches + 2, thread_name_prefix="bot")
        self._thinkers: dict[str, Thinker] = {}
        self._players: dict[str, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Play until cancelled. Raises Problem if the token is not accepted."""
        own = (await self.client.send(calls.me())).account
        if self.accept.listed and own.kind == "bot":
            await self.client.send(calls.accept(self.accept.public))
        if self.matchmaker:
            self.pools += await self.matchmaker.prepare()
        try:
            self._look_for_matches()
            async for line in self.client.account_lines():
                match line:
                    case InviteLine():
                        self._start_task(self._answer_invitation(line.match, line.seat))
                    case MatchLine():
                        async with self._in_order:
                            self._update_match(line.match)
                        self._look_for_matches()
                    case OfferLine():
                        self._start_task(self._answer_offer(line))
                    case EndLine():
                        async with self._in_order:
                            self._forget(line.match)
                        self._look_for_matches()
                    case PoolLine():
                        self._places = {ticket.pool.id for ticket in line.tickets}
                        self._look_for_matches()
                    case ReadyCheckLine():
                        self._start_task(self._answer_ready_check(line))
        finally:
            tasks = [*self._players.values(), *self._tasks]
            for task in tasks:
                task.cancel()
            if self._next_look:
                self._next_look.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._close_table()
            self._threads.shutdown(wait=False, cancel_futures=True)
            if self.failures:
                log.error("%s", self.failures.summary())

    # -- matches

    def _update_match(self, match: Match) -> None:
        """Record the state of a match; play it if it has begun."""
        seat = own_seat(match)
        if match.id == self._own_table and match.status != "open":
            self._own_table = ""
        if seat is None or match.status not in UNFINISHED:
            self._forget(match.id)
            for seat_state in match.seats:  # to a bot that stands in, after a time-out
                if seat_state.yours_to_take:
                    self._start_task(self._take_seat(match, seat_state.seat))
            return
        self.unfinished[match.id] = match
        if match.seats[seat].confirm:
            self._start_task(self._answer_terms(match))
        if match.status != "open" and match.id not in self._players:
            thinker = self._thinkers.get(match.id) or self._thinker(match, seat)
            self._thinkers[match.id] = thinker
            thinker.match = name_of(match, seat)  # at an open table, others may have sat down since
            player = MatchPlayer(self.client, thinker, match, seat)
            task = asyncio.create_task(self._play(player), name=match.id)
            self._players[match.id] = task

    async def _play(self, player: MatchPlayer) -> None:
        try:
            outcome = await player.play()
            self.ended += 1
            log.info("%s: %s", player.thinker.match, result_of(outcome, player.seat))
        except ConclaveError as error:
            log.error("%s: %s", player.thinker.match, error)
        finally:
            self._players.pop(player.match.id, None)
            self._thinkers.pop(player.match.id, None)
            self.unfinished.pop(player.match.id, None)
        self._look_for_matches()

    def _forget(self, match: str) -> None:
        """The match is over, or no longer ours; a running MatchPlayer sees the end itself."""
        self.unfinished.pop(match, None)
        if match not in self._players:
            self._thinkers.pop(match, None)

    # -- invitations and offers

    async def _answer_invitation(self, match: Match, seat: int) -> None:
        if match.id in self.unfinished:
            return
        refusal = refusal_of(self.accept, match)
        if refusal is None and not self._has_room:
            refusal = Refusal("busy")
        if refusal is None:
            thinker = self._thinkers[match.id] = self._thinker(match, seat)
            self.unfinished[match.id] = match  # its place is taken while the bot thinks about it
            refusal = await thinker.ask("accepts", match, seat, otherwise=Refusal())
        if refusal is None:
            await self._take_seat(match, seat)
            return
        self._forget(match.id)
        await self.client.send(calls.decline(match.id, seat, refusal.reason, refusal.text))
        log.info("%s: declined (%s)", name_of(match, seat), refusal.reason)

    async def _answer_terms(self, match: Match) -> None:
        """Confirm terms that the host has changed, or leave if the config does not admit them."""
        if refusal := refusal_of(self.accept, match):
            await self.client.send(calls.leave(match.id))
            name = name_of(match, own_seat(match) or 0)
            log.info("%s: left, the terms have changed (%s)", name, refusal.reason)
        else:
            await self.client.send(calls.confirm_terms(match.id, match.terms or 0))

    async def _take_seat(self, match: Match, seat: int) -> None:
        try:
            async with self._in_order:
                self._update_match(await self.client.send(calls.take_seat(match.id, seat)))
        except ConclaveError:
            self._forget(match.id)
            raise
        log.info("%s: sat down", name_of(match, seat))

    async def _answer_offer(self, line: OfferLine) -> None:
        thinker = self._thinkers.get(line.match)
        if thinker is None or line.offer.status != "open":
            return
        frame = await self.client.send(calls.view(line.match))
        agrees = await thinker.ask("consents", line.offer, typed_view(frame))
        await self.client.send(calls.consent(line.match, line.offer.id, bool(agrees)))

    # -- opponents

    def _look_for_matches(self) -> None:
        """Join the pools in which the bot does not wait yet, and open a table, if it has room."""
        if not self._has_room or self._looks_later():
            return
        for pool in self.pools:
            if pool not in self._places:
                self._places.add(pool)
                self._start_task(self._join_pool(pool))
        if self.matchmaker and self.matchmaker.terms.open_tables and not self._own_table:
            self._own_table = OPENING
            self._start_task(self._open_table(self.matchmaker))

    def _looks_later(self) -> bool:
        """Whether the bot has found as many matches as it may; then it looks again in time."""
        wait_s = self.matchmaker.wait_s() if self.matchmaker else 0.0
        if wait_s and self._next_look is None:
            loop = asyncio.get_running_loop()
            self._next_look = loop.call_later(wait_s, self._look_again)
        return wait_s > 0

    def _look_again(self) -> None:
        self._next_look = None
        self._look_for_matches()

    async def _open_table(self, matchmaker: Matchmaker) -> None:
        try:
            async with self._in_order:
                match = await matchmaker.open_table()
                self._own_table = match.id
                self._update_match(match)
        except ConclaveError:
            self._own_table = ""
            raise
        log.info("%s: opened a table, %s/m/%s", match.title, self.client.server, match.id)

    async def _close_table(self) -> None:
        """Close the own table: players would wait there for a host who is away."""
        if self._own_table not in ("", OPENING):
            with suppress(ConclaveError):
                await self.client.send(calls.close(self._own_table))

    async def _join_pool(self, pool: str) -> None:
        try:
            await self.client.send(calls.join_pool(pool))
        except ConclaveError:
            self._places.discard(pool)
            raise

    async def _answer_ready_check(self, check: ReadyCheckLine) -> None:
        """Confirm a table if the bot has room; its place is taken from then on."""
        if check.status == "open":
            if check.accept is None:
                if accepts := self._has_room:
                    self._confirmed[check.id] = time.monotonic() + check.seconds_left
                await self.client.send(calls.answer_ready_check(check.id, accepts))
            return
        keeps_until = self._confirmed.pop(check.id, None)
        if check.match and keeps_until is not None:
            if self.matchmaker:
                self.matchmaker.count()
            self._confirmed[check.match] = keeps_until
            try:
                await self._read_match(check.match)
            finally:
                del self._confirmed[check.match]
        self._look_for_matches()

    async def _read_match(self, id: str) -> None:
        """Read a match of which no line has told yet."""
        async with self._in_order:
            if id not in self.unfinished:
                self._update_match(await self.client.send(calls.match(id)))

    @property
    def _has_room(self) -> bool:
        now = time.monotonic()
        confirmed = sum(until > now for until in self._confirmed.values())
        return len(self.unfinished) + confirmed < self.matches

    def _thinker(self, match: Match, seat: int) -> Thinker:
        name, bot = name_of(match, seat), self.make_bot()
        return Thinker(name, bot, self._threads, self.seconds, self.failures)

    def _start_task(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a task beside the account's stream."""

        async def log_problems() -> None:
            try:
                await work
            except Problem as problem:  # another caller was faster, or the invitation is withdrawn
                log.info("%s", problem)
            except ConclaveError as error:
                log.warning("%s", error)

        task = asyncio.create_task(log_problems())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
