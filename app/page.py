"""The page: files of the built client; unknown paths are the client's own."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import FileResponse, Response
from starlette.routing import compile_path

from app.problems import Problem

METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
API = ("api/", "docs", "openapi.json", "asyncapi.json", "metrics", "healthz", "readyz")


def install(app: FastAPI, folder: Path) -> None:
    """Serve the folder, where it exists; must come after every other route."""
    root = folder.resolve()

    @app.api_route("/api/{path:path}", methods=METHODS, include_in_schema=False)
    async def nothing(path: str, request: Request) -> Response:
        raise _no_such_call(app, request)

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        if path.startswith(API):
            raise Problem("not-found")
        file = _file(root, path)
        if file is None:
            raise Problem("not-found", "The page has not been built: make web.")
        return FileResponse(file, headers={"Cache-Control": _caching(root, file)})


def _no_such_call(app: FastAPI, request: Request) -> Problem:
    """A path that is nobody's, or one that is there for other methods."""
    for path, methods in app.openapi()["paths"].items():
        if compile_path(path)[0].match(request.url.path):
            problem = Problem("method-not-allowed")
            problem.headers = {"Allow": ", ".join(sorted(map(str.upper, methods)))}
            return problem
    return Problem("not-found")


def _file(root: Path, path: str) -> Path | None:
    """The file at a path inside the folder, else index.html, else None."""
    try:
        wanted = (root / path).resolve()
        if path and wanted.is_relative_to(root) and wanted.is_file():
            return wanted
    except (OSError, ValueError):
        pass
    index = root / "index.html"
    return index if index.is_file() else None


def _caching(root: Path, file: Path) -> str:
    """Built assets bear a hash of their content in their names."""
    forever = file.parent == root / "assets"
    return "public, max-age=31536000, immutable" if forever else "no-cache"
