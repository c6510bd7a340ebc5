"""Match routes, `/matches/{id}/…`: view, decisions, undo, hints, shows, log, stream, export."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import Field

from app.accounts.caller import Caller
from app.api.dependencies import (
    AnalysesDep,
    ConnectionsDep,
    DatabaseDep,
    HintsDep,
    MatchStreamsDep,
    OffersDep,
    OptionalCaller,
    PipelineDep,
    Player,
    PresenceDep,
    ReplaysDep,
    RoomsDep,
    ShutdownDep,
    WorldsDep,
)
from app.api.parameters import (
    DecisionId,
    IfNoneMatch,
    Key,
    Lang,
    MatchId,
    limit_parameter,
    viewer_parameter,
)
from app.games.translated import frame_in
from app.history.export import export
from app.history.log import read_log
from app.http.content_encoding import compressed, etags
from app.http.request_bodies import JsonRoute
from app.infra.problems import Problem
from app.matches.commands import Command, CommandKind, shown_to_seats
from app.matches.horizon.access import is_over, seat_for, viewer_for, viewers_as
from app.matches.horizon.public_horizon import horizon_for_viewer
from app.matches.offer_reads import offer_view
from app.matches.projection import etag_of, full
from app.matches.publisher import current_view
from app.matches.room import class_of
from app.matches.undo_consent import Consent
from app.offers.service import OfferRequest
from app.wire import encoded, given
from app.wire.bodies import Body
from app.wire.exports import Export
from app.wire.frames import FullFrame
from app.wire.hints import Hint, World
from app.wire.operations import NDJSON, PLAY_PROBLEMS, SHOW_PROBLEMS, UNDO_PROBLEMS, changes, reads
from app.wire.play import Committed, Log, Offer
from engine.core.event import PUBLIC
from engine.core.translation import translation_of

router = APIRouter(route_class=JsonRoute)

OneAs = Annotated[str | None, viewer_parameter(r"^(seat:\d{1,2}|public)$")]
MAX_LOG_ENTRIES = 500


class GivenAnswer(Body):
    """A key, a list of keys, an amount or a mix, depending on the decision's kind."""

    answer: Any
    """The answer: a key, a list of keys, a number or a mix, by the kind of decision."""


class Showing(Body):
    """One of the caller's own cards, by its id in the view, and the seats to show it to."""

    card: Annotated[str, Field(max_length=100)]
    """A card, by its id in the view."""
    to: Annotated[list[Annotated[int, Field(strict=True)]], Field(max_length=16)]
    """The seats that are to see it."""


@router.get(
    "/matches/{id}/view", tags=["playing"], operation_id="getView", summary="What the caller sees"
)
@reads("not-found", reply=FullFrame, cached=True)
@compressed()
async def view(
    id: MatchId,
    caller: OptionalCaller,
    rooms: RoomsDep,
    database: DatabaseDep,
    replays: ReplaysDep,
    presence: PresenceDep,
    lang: Lang = None,
    if_none_match: IfNoneMatch = None,
) -> Response:
    """The full frame for the caller's seat, or for the public, its texts in a language."""
    room = await rooms.fresh(id)
    viewer = viewer_for(room, caller)
    language = translation_of(room.game, lang).language.code
    horizon = await horizon_for_viewer(database, room, viewer)
    if horizon is None:
        rendered = current_view(room, viewer)
        etag = f'"{etag_of(room, rendered)}.{class_of(viewer)}.{language}"'
    else:
        etag = f'"late.{horizon.name}.{language}"'
    headers = {"ETag": etag, "Cache-Control": "private, no-cache"}
    if etag in etags(if_none_match):
        return Response(status_code=304, headers=headers)
    current_presence = presence.of(room)
    if horizon is None:
        frame = full(room, rendered, viewer, current_presence)
    else:  # what the public may see by now of a match with a spectator delay
        moment = await replays.moment(room, horizon.ply, horizon)
        frame = moment.frame(PUBLIC, current_presence.spectators)
    return Response(
        frame_in(room.game, language, frame, viewer),
        media_type="application/json",
        headers={**headers, "Content-Language": language},
    )


@router.post(
    "/matches/{id}/decisions/{decision}",
    tags=["playing"],
    operation_id="answer",
    summary="Answer a decision",
)
@changes("not-found", "illegal-answer", "not-your-decision", *PLAY_PROBLEMS, reply=Committed)
async def answer_decision(
    id: MatchId,
    decision: DecisionId,
    body: GivenAnswer,
    caller: Player,
    rooms: RoomsDep,
    pipeline: PipelineDep,
    idempotency_key: Key = None,
) -> Response:
    """Answer an open decision; 200 means committed."""
    seat = seat_for(await rooms.fresh(id), caller)
    command = _command("answer", id, seat, decision, caller, idempotency_key, body.answer)
    return _reply(*await pipeline.take_and_ask(command))


@router.post(
    "/matches/{id}/decisions/{decision}/undo",
    tags=["playing"],
    operation_id="undo",
    summary="Take answers back",
)
@changes(*UNDO_PROBLEMS, reply=Committed, also=202)
async def undo(
    id: MatchId,
    decision: DecisionId,
    caller: Player,
    rooms: RoomsDep,
    pipeline: PipelineDep,
    offers: OffersDep,
    idempotency_key: Key = None,
) -> Response:
    """Take back the caller's answers since that decision.

    If others must agree and the match's policy is to ask them: 202 with the resulting `offer`.
    """
    seat = seat_for(await rooms.fresh(id), caller)
    try:
        command = _command("undo", id, seat, decision, caller, idempotency_key)
        return _reply(*await pipeline.take_and_ask(command))
    except Consent:
        request = OfferRequest(kind="undo", decision=decision, key=idempotency_key)
        offer = offer_view(await offers.make(id, caller, request))
        room = await rooms.get(id)
        return _reply(room.match_ply, await pipeline.decisions(id, seat), offer)


def _command(
    kind: CommandKind,
    match: str,
    seat: int,
    decision: str,
    caller: Caller,
    key: str | None,
    answer: Any = None,
) -> Command:
    return Command(kind, match, seat, decision, answer, key, by=caller.account)


def _reply(ply: int, decisions: bytes, offer: Offer | None = None) -> Response:
    committed = Committed(ply=ply, decisions=encoded(decisions), offer=given(offer))
    status = 202 if offer else 200
    return Response(msgspec.json.encode(committed), status, media_type="application/json")


@router.post(
    "/matches/{id}/decisions/{decision}/hint",
    tags=["playing"],
    operation_id="getHint",
    summary="Get a hint",
)
@changes("not-found", "not-your-decision", *PLAY_PROBLEMS)
async def hint(id: MatchId, decision: DecisionId, caller: Player, hints: HintsDep) -> Hint:
    """The best answers to one of the caller's open decisions, by what their seat knows; only in
    unrated matches in which all other seats are built-in bots. The request stays private.
    """
    return await hints.give(id, decision, caller)


@router.get(
    "/matches/{id}/decisions/{decision}/world",
    tags=["playing"],
    operation_id="getWorld",
    summary="Get a world to search",
)
@reads("rate-limited", "not-found", "not-your-decision", *PLAY_PROBLEMS)
async def world(
    id: MatchId, decision: DecisionId, caller: Player, worlds: WorldsDep, response: Response
) -> World:
    """A world in which a bot may search for the answer to one of its open decisions: with
    `conclave-engine` of the same `rules`, `engine.core.match.Match.from_bytes` reads its state, and
    `engine.bots.position.Position` deals as many more like it as are needed. Only for bots.
    """
    response.headers["Cache-Control"] = "no-store"
    return await worlds.give(id, decision, caller)


@router.post(
    "/matches/{id}/shows", tags=["playing"], operation_id="showCard", summary="Show a card"
)
@changes("not-found", *SHOW_PROBLEMS, reply=Committed)
async def show(
    id: MatchId,
    body: Showing,
    caller: Player,
    rooms: RoomsDep,
    pipeline: PipelineDep,
    idempotency_key: Key = None,
) -> Response:
    """Show one of the caller's hidden cards to other seats, if the game allows it; 200 means
    committed. They remember it; all others learn that something was shown.
    """
    seat = seat_for(await rooms.fresh(id), caller)
    answer = shown_to_seats(body.card, body.to)
    command = _command("show", id, seat, "", caller, idempotency_key, answer)
    return _reply(*await pipeline.take_and_ask(command))


@router.get(
    "/matches/{id}/log", tags=["history"], operation_id="getLog", summary="Entries and events"
)
@reads("not-found")
@compressed()
async def log(
    id: MatchId,
    caller: OptionalCaller,
    rooms: RoomsDep,
    database: DatabaseDep,
    after: Annotated[
        int,
        Query(
            ge=-1,
            le=2**31 - 1,
            description="The ply after which to begin; -1 for the start.",
            examples=[30],
        ),
    ] = -1,
    limit: Annotated[int, limit_parameter(MAX_LOG_ENTRIES)] = MAX_LOG_ENTRIES,
    as_: OneAs = None,
    lang: Lang = None,
) -> Log:
    """Entries after a ply and their events, as shown to the caller (or to the viewer `as`)."""
    room = await rooms.fresh(id)
    (viewer,) = viewers_as(room, caller, as_)
    horizon = await horizon_for_viewer(database, room, viewer)
    last = horizon.ply if horizon else None
    return await read_log(database, room, viewer, after, limit, last, lang)


@router.get(
    "/matches/{id}/stream", tags=["streams"], operation_id="streamMatch", summary="Follow a match"
)
@reads("not-found", "rate-limited", reply=None, media=NDJSON)
async def stream(
    id: MatchId,
    request: Request,
    caller: OptionalCaller,
    shutdown: ShutdownDep,
    rooms: RoomsDep,
    connections: ConnectionsDep,
    match_streams: MatchStreamsDep,
    frames: Annotated[
        Literal["full", "delta"],
        Query(
            description="Whether changes come as full frames or as deltas to the frame before.",
            examples=["delta"],
        ),
    ] = "full",
    deltas: Annotated[
        bool,
        Query(deprecated=True, description="The older name of `frames=delta`.", examples=[True]),
    ] = False,
) -> StreamingResponse:
    """Frames as JSON lines: a full one first, then one for every change, full or as a `delta` to
    the frame before. `deltas` is the older name of `frames=delta`.
    """
    if shutdown.begun:
        raise Problem("unavailable")
    room = await rooms.fresh(id)
    admit_stream = connections.admit_stream(request, caller)
    lines = match_streams.lines(
        id, viewer_for(room, caller), caller, admit_stream, deltas=deltas or frames == "delta"
    )
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(lines, media_type="application/x-ndjson", headers=headers)


@router.get(
    "/matches/{id}/export",
    tags=["history"],
    operation_id="exportMatch",
    summary="Everything to replay and verify",
)
@reads("not-found", "match-not-started", reply=Export)
@compressed()
async def export_match(
    id: MatchId,
    caller: OptionalCaller,
    rooms: RoomsDep,
    database: DatabaseDep,
    replays: ReplaysDep,
    analyses: AnalysesDep,
) -> Response:
    """Everything needed to replay and verify a finished match, and its analysis if there is one."""
    room = await rooms.fresh(id)
    if not is_over(room, viewer_for(room, caller)):
        raise Problem(
            "forbidden",
            "A match can be exported once it is over, since the export reveals everything.",
        )
    full_export = await export(database, replays, room)
    if analysis := await analyses.stored(id):
        full_export.analysis = encoded(analysis)
    return Response(msgspec.json.encode(full_export), media_type="application/json")
