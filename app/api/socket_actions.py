"""Socket actions: carries out the commands of one socket and acknowledges them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import structlog
from sqlalchemy.exc import SQLAlchemyError

from app.api.socket_commands import with_ref
from app.chat.service import Chat, ChatText
from app.infra.problems import Problem
from app.matches.commands import Command, CommandKind, CommandPipeline, shown_to_seats
from app.matches.horizon.spectator_delay import sees_late
from app.matches.match_info import Offer
from app.matches.room import Room
from app.matches.room_cache import RoomCache
from app.matches.undo_consent import Consent
from app.offers.service import OfferRequest, Offers
from app.realtime.listener import Listener
from app.wire.commands import (
    AnswerCommand,
    ChatCommand,
    OfferCommand,
    PingCommand,
    ResyncCommand,
    ShowCommand,
    SocketCommand,
    UndoCommand,
)
from app.wire.frames import AckFrame, PongFrame, encode
from engine.core.event import Public

log = structlog.get_logger("conclave.socket")


class SocketActions:
    """The commands of one listener."""

    def __init__(
        self,
        listener: Listener,
        rooms: RoomCache,
        pipeline: CommandPipeline,
        offers: Offers,
        chat: Chat,
    ) -> None:
        self.listener = listener
        self.caller = listener.caller
        self.rooms = rooms
        self.pipeline = pipeline
        self.offers = offers
        self.chat = chat

    async def obey(self, command: SocketCommand) -> None:
        """Carry out a command. Raises Refused for a Problem; other exceptions pass through."""
        try:
            match command:
                case PingCommand():
                    await self._pong()
                case ResyncCommand():
                    await self._resync()
                case ChatCommand():
                    await self._chat(command)
                case OfferCommand():
                    await self._offer(command)
                case _:
                    await self._play(command)
        except Problem as problem:
            raise with_ref(problem, command.ref) from None

    async def _play(self, command: AnswerCommand | UndoCommand | ShowCommand) -> None:
        seat = self.listener.viewer
        if isinstance(seat, Public) or self.caller is None or not self.caller.may("play"):
            raise Problem("forbidden", "You have no seat in this match.")
        kind, decision, answer = _move_of(command)
        ack, account = partial(self._ack, command.ref), self.caller.account
        match = self.listener.match
        move = Command(kind, match, seat, decision, answer, command.key, ack, account)
        try:
            await self.pipeline.take(move)
        except Consent:
            request = OfferRequest(kind="undo", decision=decision, key=command.key)
            await self._agree(command.ref, partial(self.offers.make, match, self.caller, request))

    async def _offer(self, command: OfferCommand) -> None:
        """Make an offer, or answer one."""
        if self.caller is None or not self.caller.may("play"):
            raise Problem("forbidden", "You have no seat in this match.")
        match = self.listener.match
        if command.kind is None:
            answer = partial(
                self.offers.answer, match, self.caller, command.id, accept=bool(command.accept)
            )
            await self._agree(command.ref, answer)
            return
        request = OfferRequest(
            kind=command.kind,
            decision=command.decision,
            seat=command.seat,
            bot=not command.open,
            key=command.key,
        )
        await self._agree(command.ref, partial(self.offers.make, match, self.caller, request))

    async def _agree(self, ref: int, agree: Callable[..., Awaitable[Offer]]) -> None:
        """Acknowledge an offer as soon as it is committed, even if publishing it fails."""
        acked = []

        def ack(id: str, ply: int) -> None:
            acked.append(id)
            self.listener.queue_aside(encode(AckFrame(ref=ref, ply=ply, offer=id)))

        try:
            await agree(ack=ack)
        except (Problem, SQLAlchemyError, OSError) as error:
            if not acked:
                raise
            log.warning("offer not sent", error=type(error).__name__, match=self.listener.match)

    async def _chat(self, command: ChatCommand) -> None:
        if self.caller is None:
            raise Problem("unauthenticated")
        if not self.caller.may("play"):
            raise Problem("forbidden", "This token lacks the scope play.")
        room = await self.rooms.fresh(self.listener.match)

        def ack() -> None:
            self._ack(command.ref, self._ply(room))

        chat_text = ChatText(command.text or "", command.to, command.key, command.phrase)
        await self.chat.say(room, self.caller, chat_text, ack)

    async def _pong(self) -> None:
        room = await self.rooms.fresh(self.listener.match)
        self.listener.queue_aside(encode(PongFrame(ply=self._ply(room))))

    def _ply(self, room: Room) -> int:
        """The viewer's newest ply; with a spectator delay, the newest one shown to them."""
        if sees_late(room.info, self.listener.viewer):
            return max(self.listener.ply, 0)
        return room.match_ply

    async def _resync(self) -> None:
        await self.rooms.fresh(self.listener.match)
        self.listener.want_full()

    def _ack(self, ref: int, ply: int) -> None:
        self.listener.queue_aside(encode(AckFrame(ref=ref, ply=ply)))


def _move_of(command: AnswerCommand | UndoCommand | ShowCommand) -> tuple[CommandKind, str, Any]:
    """The kind, decision and answer of a command."""
    match command:
        case AnswerCommand():
            return "answer", command.decision, command.answer
        case UndoCommand():
            return "undo", command.decision, None
        case ShowCommand():
            return "show", "", shown_to_seats(command.card, command.to)
