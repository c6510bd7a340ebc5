"""Chat routes, `/matches/{id}/chat`."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from pydantic import AfterValidator, Field, model_validator

from app.accounts.names import readable
from app.api.dependencies import ChatDep, OptionalCaller, Player, RoomsDep, SettingsDep
from app.api.parameters import Key, MatchId, cursor_parameter, limit_parameter
from app.chat.service import MAX_LINES, ChatText
from app.http.cursors import WrongCursor, read_cursor
from app.http.request_bodies import JsonRoute
from app.infra.problems import invalid
from app.matches.horizon.access import viewer_for
from app.wire.bodies import Body
from app.wire.chat import Chat, ChatLine
from app.wire.commands import MAX_CHAT_LENGTH
from app.wire.literals import Phrase
from app.wire.operations import changes, reads

router = APIRouter(route_class=JsonRoute, tags=["playing"])


LineText = Annotated[str, Field(min_length=1, max_length=MAX_CHAT_LENGTH), AfterValidator(readable)]
"""What is said at a table, or to a friend."""


class Saying(Body):
    text: LineText | None = None
    """What to say."""
    phrase: Phrase | None = None
    """A set phrase instead, which each reader sees in their language."""
    to: list[int] | None = None
    """The seats that are to see it; absent: everybody."""

    @model_validator(mode="after")
    def _is_text_or_phrase(self) -> Saying:
        if (self.text is None) == (self.phrase is None):
            raise ValueError("A line has a text or a phrase.")
        return self


@router.get("/matches/{id}/chat", operation_id="listChat", summary="Read the chat")
@reads("not-found")
async def chat(
    id: MatchId,
    caller: OptionalCaller,
    rooms: RoomsDep,
    settings: SettingsDep,
    chat: ChatDep,
    cursor: Annotated[str | None, cursor_parameter("^[A-Za-z0-9_-]*$")] = None,
    limit: Annotated[int, limit_parameter(MAX_LINES)] = MAX_LINES,
) -> Chat:
    """The chat, as far as the caller may read it: the newest lines, or with the `next` of a page as
    `cursor` the lines before it.
    """
    room = await rooms.fresh(id)
    try:
        before = read_cursor(settings, id, cursor) if cursor else None
    except WrongCursor:
        raise invalid("That is not a cursor.", "query", "cursor") from None
    return await chat.read(room, viewer_for(room, caller), caller, before, limit)


@router.post(
    "/matches/{id}/chat",
    status_code=201,
    operation_id="say",
    summary="Send a chat line",
)
@changes("not-found", "match-not-started", "too-much-chat")
async def send_chat_line(
    id: MatchId,
    body: Saying,
    caller: Player,
    rooms: RoomsDep,
    chat: ChatDep,
    idempotency_key: Key = None,
) -> ChatLine:
    """Send a chat line, as text or as a set phrase. Before the start the players and the host talk
    with one another.
    """
    room = await rooms.fresh(id)
    chat_text = ChatText(body.text or "", body.to, idempotency_key, body.phrase)
    return await chat.say(room, caller, chat_text)
