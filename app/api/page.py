"""Page: serves the built client's precompressed files; other paths get its index page."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from mimetypes import guess_type
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
from fastapi import FastAPI, Request
from fastapi.responses import FileResponse, Response
from starlette.routing import compile_path

from app.api.dependencies import (
    CatalogueDep,
    FriendshipsDep,
    InstanceDep,
    LimitsDep,
    LobbyDep,
    SettingsDep,
)
from app.api.drawings import requested_names, select_drawings
from app.api.link_previews import PICTURES, LinkPreviews, tags
from app.api.preloads import preloads
from app.http.content_encoding import (
    GZIP,
    IDENTITY,
    MIN_COMPRESSED_BYTES,
    accepted_by,
    etags,
    packed,
    preferred,
)
from app.http.problem_responses import allowed
from app.infra.problems import Problem
from app.infra.site_path import route_path
from app.wire.instance import Instance

METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
API = ("api/", "docs", "problems/", "openapi.json", "asyncapi.json", "metrics", "healthz", "readyz")
SUFFIXES = {"br": ".br", GZIP: ".gz"}
"""Suffixes that the build adds to file names for each coding, best first."""
FREE_TEXT = ("people/",)
"""Client paths that end in user-chosen text, where a dot does not mark a file suffix."""
LOCAL = re.compile(rb'\b(href|src)="\.?/(?!/)')
"""Addresses on this site in documents of the build, which are relative to its root."""
TYPES = {".woff2": "font/woff2", ".js": "text/javascript", ".svg": "image/svg+xml"}
"""Media types that not every system knows."""


def install(app: FastAPI, folder: Path) -> None:
    """Serve the folder, if it exists; install it after every other route."""
    root = folder.resolve()

    @app.api_route("/api/{path:path}", methods=METHODS, include_in_schema=False)
    async def unknown_call(path: str, request: Request) -> Response:
        raise _unknown_call_problem(app, request)

    @app.get("/{path:path}", include_in_schema=False)
    async def page(
        path: str,
        request: Request,
        lobby: LobbyDep,
        friendships: FriendshipsDep,
        catalogue: CatalogueDep,
        limits: LimitsDep,
        instance: InstanceDep,
        settings: SettingsDep,
    ) -> Response:
        if path.startswith(API):
            raise Problem("not-found")
        if file := _file(root, path):
            if file.suffix == ".html":
                content = _with_base_path(file, file.stat().st_mtime_ns, request.scope["root_path"])
                return await _generated(
                    content, "text/html", {"Cache-Control": "no-cache"}, request
                )
            if names := requested_names(file, request):
                headers = {"Cache-Control": _caching(root, file)}
                return await _generated(
                    select_drawings(file, names), "application/json", headers, request
                )
            return _send_file(root, file, request)
        if _names_a_file(path):
            raise Problem("not-found")
        previews = LinkPreviews(lobby, friendships, catalogue, limits, settings)
        return await _page(root, path, request, previews, settings.address, await instance.view())


def _unknown_call_problem(app: FastAPI, request: Request) -> Problem:
    """The problem for an unknown path, or for a known one with other methods."""
    for path, methods in app.openapi()["paths"].items():
        if request.method.lower() in methods:
            continue  # then its parameters are wrong
        if compile_path(path)[0].match(route_path(request.scope)):
            problem = Problem("method-not-allowed")
            problem.headers = {"Allow": allowed(methods)}
            return problem
    return Problem("not-found")


def _file(root: Path, path: str) -> Path | None:
    """The file at a path inside the folder; compressed variants have no path of their own."""
    try:
        file_path = (root / path).resolve()
        if file_path.is_relative_to(root) and file_path.is_file():
            return None if file_path.suffix in SUFFIXES.values() else file_path
    except (OSError, ValueError):
        pass
    return None


def _names_a_file(path: str) -> bool:
    """Whether an unknown path names a file rather than a page of the client."""
    if path.startswith(FREE_TEXT):
        return False
    return path.partition("/")[0] == "assets" or "." in path.rpartition("/")[2]


def _send_file(root: Path, file: Path, request: Request) -> Response:
    """Send a file in the coding the client prefers; each coding has an ETag of its own."""
    variants = {IDENTITY: file}
    for coding, suffix in SUFFIXES.items():
        if (variant := file.with_name(file.name + suffix)).is_file():
            variants[coding] = variant
    coding = preferred(accepted_by(request), [coding for coding in SUFFIXES if coding in variants])
    headers = {
        "Cache-Control": _caching(root, file),
        "ETag": _etag(variants[coding]),
        "Vary": "Accept-Encoding",
    }
    if coding != IDENTITY:
        headers["Content-Encoding"] = coding
    if headers["ETag"] in etags(request.headers.get("if-none-match")):
        return Response(status_code=304, headers=headers)
    media = TYPES.get(file.suffix) or guess_type(file.name)[0] or "application/octet-stream"
    return FileResponse(variants[coding], headers=headers, media_type=media)


def _caching(root: Path, file: Path) -> str:
    """The Cache-Control of a file; built assets have a content hash in their names."""
    forever = file.parent == root / "assets"
    return "public, max-age=31536000, immutable" if forever else "no-cache"


def _etag(file: Path) -> str:
    stat = file.stat()
    return _etag_of(file, stat.st_mtime_ns, stat.st_size)


@lru_cache(maxsize=1024)
def _etag_of(file: Path, _changed: int, _size: int) -> str:
    return _etag_of_bytes(file.read_bytes())


def _etag_of_bytes(content: bytes) -> str:
    return f'"{hashlib.sha256(content).hexdigest()[:16]}"'


def _data_element(id: str, value: Any) -> str:
    """A script element that holds data, for the page to read."""
    json = msgspec.json.encode(value).decode().replace("<", r"\u003c")
    return f'<script type="application/json" id="{id}">{json}</script>'


async def _page(
    root: Path, path: str, request: Request, previews: LinkPreviews, address: str, site: Instance
) -> Response:
    """The client's index page, with link preview and preloads for the path, and the site's name and
    notices, so the first paint shows them.
    """
    index = root / "index.html"
    if not index.is_file():
        raise Problem("not-found", "The page has not been built: make web.")
    preview = await previews.of(request, path)
    picture = f"{PICTURES}/{preview.game}.jpg"
    if _file(root, picture) is None:
        picture = f"{PICTURES}/conclave.jpg"
    head = tags(preview, site, address, quote(path), picture)
    head = f"{head}\n    {_data_element('instance', site)}"
    base = request.scope["root_path"]
    if links := preloads(root, path, preview.game, base):
        head = f"{head}\n    {links}"
    content = _with_base_path(index, index.stat().st_mtime_ns, base)
    content = content.replace(b"</head>", f"  {head}\n  </head>".encode(), 1)
    return await _generated(content, "text/html", {"Cache-Control": "no-cache"}, request)


@lru_cache(maxsize=8)
def _with_base_path(file: Path, _changed: int, base: str) -> bytes:
    """A document of the page with the site's base path in its head, for its scripts."""
    content = LOCAL.sub(rb'\1="%b/' % base.encode(), file.read_bytes())
    if base:
        base_path_tag = b'<meta name="base-path" content="%b" />' % base.encode()
        content = content.replace(b"<head>", b"<head>\n    " + base_path_tag, 1)
    return content


async def _generated(
    content: bytes, media: str, headers: dict[str, str], request: Request
) -> Response:
    """Send generated content, compressed if the client prefers gzip."""
    headers["Vary"] = "Accept-Encoding"
    if len(content) >= MIN_COMPRESSED_BYTES and preferred(accepted_by(request), [GZIP]) == GZIP:
        content, headers["Content-Encoding"] = await packed(content), GZIP
    headers["ETag"] = _etag_of_bytes(content)
    if headers["ETag"] in etags(request.headers.get("if-none-match")):
        return Response(status_code=304, headers=headers)
    return Response(content, headers=headers, media_type=media)
