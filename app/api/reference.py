"""API reference: `/openapi.json`, and `/docs`, which renders it with Swagger UI.

Swagger UI is part of the built page (`web/reference.ts`), so the page loads nothing from elsewhere
and has the same content security policy as all others. Its links are relative: the site may lie
below a path.
"""

from __future__ import annotations

from html import escape
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.responses import HTMLResponse

from app.http.content_encoding import compressed
from app.http.request_bodies import JsonRoute

PAGE = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>{title} API</title>
    <link rel="icon" href="icon.svg">
    <link rel="stylesheet" href="reference/swagger-ui.css">
    <link rel="stylesheet" href="reference/reference.css">
  </head>
  <body>
    <header>
      <a href="./">{title}</a>
      <nav aria-label="Documents">
        <a href="openapi.json">OpenAPI</a>
        <a href="asyncapi.json">AsyncAPI</a>
        <a href="problems">Problems</a>
      </nav>
    </header>
    <main id="reference">
      <noscript>This page needs JavaScript; the documents above do not.</noscript>
    </main>
    <script src="reference/swagger-ui-bundle.js"></script>
    <script src="reference/start.js"></script>
  </body>
</html>
"""


def install(app: FastAPI) -> None:
    """Serve the document and the page."""
    router = APIRouter(route_class=JsonRoute, include_in_schema=False)

    @router.get("/openapi.json")
    @compressed(cached=True)
    async def document() -> dict[str, Any]:
        return app.openapi()

    @router.get("/docs")
    @compressed(cached=True)
    async def docs() -> HTMLResponse:
        return HTMLResponse(PAGE.format(title=escape(app.title)))

    app.include_router(router)
