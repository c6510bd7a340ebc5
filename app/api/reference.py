"""API reference: `/openapi.json`, and `/docs`, the same document for people.

The page needs no script, so it complies with the same content security policy as all other pages.
"""

from __future__ import annotations

from html import escape
from typing import Any

import msgspec
from fastapi import APIRouter, FastAPI
from fastapi.responses import HTMLResponse

from app.http.content_encoding import compressed
from app.http.request_bodies import JsonRoute

DETAILS = ("parameters", "requestBody", "responses")
"""Members of an operation shown below its description."""
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  color-scheme: light dark; }
summary { cursor: pointer; overflow-wrap: anywhere; }
code, pre { font: 14px/1.45 ui-monospace, monospace; }
pre { overflow: auto; padding: .75rem; border: 1px solid; border-radius: .5rem; }
"""


def install(app: FastAPI) -> None:
    """Serve the document and the page."""
    router = APIRouter(route_class=JsonRoute, include_in_schema=False)
    pages: list[str] = []

    @router.get("/openapi.json")
    @compressed(kept=True)
    async def document() -> dict[str, Any]:
        return app.openapi()

    @router.get("/docs")
    @compressed(kept=True)
    async def docs() -> HTMLResponse:
        if not pages:
            pages.append(page(app.openapi()))
        return HTMLResponse(pages[0])

    app.include_router(router)


def page(document: dict[str, Any]) -> str:
    """The whole document as one page: endpoints by tag, then the schemas they use."""
    by_tag: dict[str, list[str]] = {}
    for path, item in document["paths"].items():
        for method, operation in item.items():
            tag = (operation.get("tags") or ["other"])[0]
            by_tag.setdefault(tag, []).append(_operation(method, path, operation))
    endpoints = "".join(
        f"<section><h2>{escape(tag.title())}</h2>{''.join(some)}</section>"
        for tag, some in by_tag.items()
    )
    shapes = "".join(
        _shape(name, schema) for name, schema in sorted(document["components"]["schemas"].items())
    )
    title = escape(document["info"]["title"])
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}: API</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{STYLE}</style><h1>{title}: API</h1>"
        '<p>As a document: <a href="/openapi.json">/openapi.json</a>; sockets and streams: '
        '<a href="/asyncapi.json">/asyncapi.json</a>.</p>'
        f"{endpoints}<h2>Shapes</h2>{shapes}</html>"
    )


def _operation(method: str, path: str, operation: dict[str, Any]) -> str:
    about = escape(operation.get("description") or operation.get("summary") or "")
    details = {name: operation[name] for name in DETAILS if name in operation}
    return (
        f"<details><summary><code>{method.upper()} {escape(path)}</code></summary>"
        f"<p>{about}</p>{_json(details)}</details>"
    )


def _shape(name: str, schema: dict[str, Any]) -> str:
    label = f"<summary><code>{escape(name)}</code></summary>"
    return f'<details id="{escape(name)}">{label}{_json(schema)}</details>'


def _json(value: Any) -> str:
    return (
        f"<pre>{escape(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())}</pre>"
    )
