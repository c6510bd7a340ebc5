"""Chat: table talk among the seats, private channels where a game allows them, and spectators'."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.caller import Caller
from app.accounts.names import TEXT_LENGTH, printable
from app.database import now
from app.live.bus import aside_message, channel_of
from app.live.frames import encode
from app.matches.ceilings import require_breath
from app.matches.horizon import horizon_of
from app.matches.publish import is_late, tell
from app.matches.records import ChatRow
from app.matches.room import Room, class_of
from app.moderation.relations import deaf_to, refuse_muted, unheard_by
from app.problems import Problem, invalid
from app.services import Services
from engine.core.event import PUBLIC, Public, Viewer

LINES = 200


class Words(Struct, frozen=True):
    """What somebody wants to say; the same `key` again says nothing new."""

    text: str
    to: list[int] | None = None
    key: str | None = None


async def say(
    services: Services,
    room: Room,
    caller: Caller,
    words: Words,
    ack: Callable[[], None] = lambda: None,
) -> dict[str, Any]:
    """Say something; returns the line. `ack` is called once it is committed. Raises Problem."""
    row = _row(room, caller, words)
    try:
        async with services.database.writing() as session:
            await refuse_muted(session, caller.account)
            await require_breath(session, services.settings, caller.account)
            opened = row.to is not None and channel_of_line(row) not in await channels(
                session, room.facts.id
            )
            session.add(row)
            deaf = await deaf_to(session, caller.account, accounts_of(room))
    except (IntegrityError, Problem):
        known = await _said_before(services, row) if row.key else None
        if known is None:
            raise
        ack()
        return shown_line(known)
    ack()
    line = shown_line(row)
    message = aside_message(encode({"t": "chat", **line}))
    for viewer in _hearers(room, row, deaf):
        services.bus.publish(channel_of(room.facts.id, class_of(viewer)), message)
    if opened:
        tell(services, room, encode(opening(row)))
    return line


def _row(room: Room, caller: Caller, words: Words) -> ChatRow:
    seat = room.facts.seat_of(caller.account)
    if seat is None and room.facts.spectators == "none":
        raise Problem("forbidden", "Nobody watches this match.")
    return ChatRow(
        match=room.facts.id,
        account=caller.account,
        name=caller.name if seat is None else room.facts.names[seat],
        seat=seat,
        channel="spectators" if seat is None else "table",
        to=_checked(room, seat, words.to),
        text=_readable(words.text),
        key=words.key,
        at=now(),
    )


async def _said_before(services: Services, row: ChatRow) -> ChatRow | None:
    """The line that has this line's key, if any. Raises Problem if it says something else."""
    query = sa.select(ChatRow).where(
        ChatRow.match == row.match, ChatRow.account == row.account, ChatRow.key == row.key
    )
    async with services.database.reading() as session:
        known = (await session.scalars(query)).one_or_none()
    if known and (known.text, known.to) != (row.text, row.to):
        raise Problem("invalid-request", "This key was used for something else.")
    return known


async def read_chat(
    services: Services, room: Room, viewer: Viewer, caller: Caller | None
) -> dict[str, Any]:
    """`{items, channels?}`: the newest lines that the viewer may read, oldest first, not of whom
    the caller muted; the private channels where the game has any.
    """
    query = (
        sa.select(ChatRow)
        .where(ChatRow.match == room.facts.id)
        .order_by(ChatRow.id.desc())
        .limit(LINES)
    )
    if not _reads_spectators(room, viewer):
        query = query.where(ChatRow.channel == "table")
    until = None
    async with services.database.reading() as session:
        if is_late(room, viewer) and room.match is not None:
            until = (await horizon_of(session, room.facts, room.ply)).until
            query = query.where(sa.or_(ChatRow.channel == "spectators", ChatRow.at < until))
        rows = (await session.scalars(query)).all()
        unheard = await unheard_by(session, caller.account) if caller else set()
        private = await channels(session, room.facts.id, until) if room.game.negotiation else []
    items = [
        shown_line(row)
        for row in reversed(rows)
        if may_read(room, row, viewer) and row.account not in unheard
    ]
    return {"items": items, "channels": private} if room.game.negotiation else {"items": items}


async def channels(
    session: AsyncSession, match: str, until: datetime | None = None
) -> list[list[int]]:
    """The seats of each private channel of a match, in the order in which they were opened.

    That a channel is there is public; what is said in it is not.
    """
    query = sa.select(ChatRow).where(ChatRow.match == match, ChatRow.channel == "table")
    if until is not None:
        query = query.where(ChatRow.at < until)
    rows = (await session.scalars(query.order_by(ChatRow.id))).all()
    found = {tuple(channel_of_line(row)): None for row in rows if row.to is not None}
    return [list(seats) for seats in found]


def channel_of_line(row: ChatRow) -> list[int]:
    """The seats between which a private line is said."""
    own = [] if row.seat is None else [row.seat]
    return sorted({*own, *(row.to or [])})


def opening(row: ChatRow) -> dict[str, Any]:
    """What everybody is told of the first line in a private channel."""
    return {"t": "channel", "seats": channel_of_line(row)}


def may_read(room: Room, row: ChatRow, viewer: Viewer) -> bool:
    """Seats do not read the spectators before the end; a private line is for its two sides, and not
    for who sat down later in somebody else's seat.
    """
    if row.channel == "spectators":
        return _reads_spectators(room, viewer)
    if row.to is None:
        return True
    is_newer = isinstance(viewer, int) and row.at < room.facts.came.get(viewer, row.at)
    return not is_newer and (viewer == row.seat or viewer in row.to)


def _reads_spectators(room: Room, viewer: Viewer) -> bool:
    return isinstance(viewer, Public) or room.facts.status in ("finished", "aborted")


def shown_line(row: ChatRow) -> dict[str, Any]:
    """A line as it travels; `account` says who it was where names are alike."""
    line: dict[str, Any] = {
        "from": row.name,
        "account": row.account,
        "text": row.text,
        "at": row.at.isoformat(),
    }
    if row.seat is not None:
        line["seat"] = row.seat
    if row.to is not None:
        line["to"] = row.to
    return line


def _hearers(room: Room, row: ChatRow, deaf: set[str]) -> list[Viewer]:
    """Who hears a line now; spectators hear everybody, whom each muted is his page's matter."""
    seats = [n for n, seat in enumerate(room.facts.seats) if seat.account not in deaf]
    everybody: list[Viewer] = [*seats, PUBLIC]
    late = row.channel == "table"
    return [
        viewer
        for viewer in everybody
        if may_read(room, row, viewer) and not (late and is_late(room, viewer))
    ]


def accounts_of(room: Room) -> list[str]:
    """The accounts that sit at the table."""
    return [seat.account for seat in room.facts.seats if seat.account]


def _readable(text: str) -> str:
    if len(text) > TEXT_LENGTH:
        raise invalid(f"At most {TEXT_LENGTH} characters.", "text")
    try:
        return printable(text)
    except ValueError as error:
        raise invalid(str(error), "text") from None


def _checked(room: Room, seat: int | None, to: list[int] | None) -> list[int] | None:
    if to is None:
        return None
    if seat is None or not room.game.negotiation:
        raise Problem("forbidden", "This game has no private talk.")
    if not to or any(not 0 <= other < len(room.facts.seats) for other in to):
        raise invalid("There is no such seat.", "to")
    if set(to) <= {seat}:
        raise invalid("Say it to somebody else.", "to")
    return sorted(set(to))
