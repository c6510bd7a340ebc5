"""Package files: serves boards, pictures and sounds of games from their packages.

A board is a script of this site, so the content security policy stays as strict as without one.
"""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from app.api.dependencies import CatalogueDep
from app.api.games import FOREVER
from app.games.package_files import ROOT
from app.http.content_encoding import GZIP, accepted_by, preferred

router = APIRouter(include_in_schema=False)


@router.get(ROOT + "/{game}/{digest}/{name:path}")
async def package_file(
    game: str, digest: str, name: str, request: Request, catalogue: CatalogueDep
) -> Response:
    """A file whose contents never change: its address has their digest."""
    file = catalogue.package(game).file(digest, name)
    headers = {"Cache-Control": FOREVER}
    content = file.content
    if file.packed is not None:
        headers["Vary"] = "Accept-Encoding"
        if preferred(accepted_by(request), [GZIP]) == GZIP:
            content, headers["Content-Encoding"] = file.packed, GZIP
    return Response(content, headers=headers, media_type=file.media)
