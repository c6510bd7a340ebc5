"""Game routes, `/games`: the games on offer, their descriptions, first matches and lessons."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from fastapi import APIRouter, Response

from app.api.dependencies import CatalogueDep, Creator, LessonsDep, LobbyDep, OptionalCaller
from app.api.idempotent import IdempotentDep
from app.api.parameters import DescriptionVersion, GameId, IfNoneMatch, Lang, LessonId
from app.games.catalogue import Catalogue
from app.http.content_encoding import compressed, etags
from app.http.entity_tags import tagged
from app.http.request_bodies import JsonRoute
from app.wire.games import FirstMatch, Game, Games, Lessons
from app.wire.grammar import Grammar
from app.wire.matches import Match
from app.wire.operations import NEW_MATCH_PROBLEMS, creates, reads

router = APIRouter(route_class=JsonRoute, tags=["games"])

FOREVER = "public, max-age=31536000, immutable"


@router.get("/games", operation_id="listGames", summary="List the games on offer")
@reads(cached=True)
@compressed(cached=True)
@tagged
async def games(catalogue: CatalogueDep, lang: Lang = None) -> Games:
    """The games on offer, and the bots, translated into the language of the tag `lang`."""
    return catalogue.listing(lang)


@router.get("/games/{game}", operation_id="getGame", summary="Everything about a game")
@reads("not-found", reply=Game, cached=True)
@compressed(cached=True)
async def game(
    game: GameId,
    catalogue: CatalogueDep,
    version: DescriptionVersion = None,
    lang: Lang = None,
    if_none_match: IfNoneMatch = None,
) -> Response:
    """Everything about one game, in the language of the tag `lang` if the game has it, else in
    English. With the `version` from `/games` the reply never changes.
    """
    details = partial(catalogue.details, language=lang)
    return _versioned(catalogue, game, details, version, if_none_match, lang or "en")


@router.get(
    "/games/{game}/grammar",
    operation_id="getGrammar",
    summary="A game's views, option keys and arguments",
)
@reads("not-found", reply=Grammar, cached=True)
@compressed(cached=True)
async def grammar(
    game: GameId,
    catalogue: CatalogueDep,
    version: DescriptionVersion = None,
    if_none_match: IfNoneMatch = None,
) -> Response:
    """The JSON schema of a game's views, which option keys there are, and the arguments of every
    message. With the `version` from `/games` the reply never changes.
    """
    return _versioned(catalogue, game, catalogue.grammar, version, if_none_match)


@router.get(
    "/games/{game}/first-match",
    operation_id="getFirstMatch",
    summary="What teaches a game",
)
@reads("not-found", reply=FirstMatch, cached=True)
@compressed(cached=True)
async def guide(
    game: GameId,
    catalogue: CatalogueDep,
    version: DescriptionVersion = None,
    if_none_match: IfNoneMatch = None,
) -> Response:
    """What teaches a game in its first match. With the `version` from `/games` the reply never
    changes.
    """
    return _versioned(catalogue, game, catalogue.guide, version, if_none_match)


def _versioned(
    catalogue: Catalogue,
    game: str,
    body: Callable[[str], bytes],
    version: str | None,
    if_none_match: str | None,
    lang: str = "en",
) -> Response:
    """A description of a game, cached by the browser as long as its version stays the same."""
    etag = f'"{catalogue.version(game)}.{lang}"'
    is_final = version == catalogue.version(game)
    headers = {"ETag": etag, "Cache-Control": FOREVER if is_final else "no-cache"}
    content = body(game)
    if etag in etags(if_none_match):
        return Response(status_code=304, headers=headers)
    return Response(content, headers=headers, media_type="application/json")


@router.post(
    "/games/{game}/first-match",
    status_code=201,
    operation_id="startFirstMatch",
    summary="Start a first match",
)
@creates("not-found", *NEW_MATCH_PROBLEMS, reply=Match)
async def learn(
    game: GameId, caller: Creator, idempotent: IdempotentDep, lobby: LobbyDep
) -> Match | Response:
    """Start the first match of a game, against a guide. It is private, and counts nowhere."""
    return await idempotent(
        lambda store_reply: lobby.start_first_match(game, caller, store_reply),
        idempotent.set_location,
    )


@router.get(
    "/games/{game}/lessons",
    operation_id="listLessons",
    summary="List a game's lessons",
)
@reads("not-found")
@compressed()
async def lessons(game: GameId, caller: OptionalCaller, lessons: LessonsDep) -> Lessons:
    """The one-minute tasks of a game, and which of them the caller has solved."""
    return await lessons.of(game, caller)


@router.post(
    "/games/{game}/lessons/{lesson}",
    status_code=201,
    operation_id="startLesson",
    summary="Start a lesson",
)
@creates("not-found", *NEW_MATCH_PROBLEMS, reply=Match)
async def practise(
    game: GameId, lesson: LessonId, caller: Creator, idempotent: IdempotentDep, lessons: LessonsDep
) -> Match | Response:
    """Start a lesson as a private match that counts nowhere and ends as `solved` or `failed`. It
    ends an open attempt at another; one in which nothing has happened yet is returned again.
    """
    return await idempotent(
        lambda store_reply: lessons.start(game, lesson, caller, store_reply),
        idempotent.set_location,
        may_reuse=True,
    )
