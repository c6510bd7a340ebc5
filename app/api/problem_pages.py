"""Problem pages, `/problems` and `/problems/{name}`: where the `type` of a problem leads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from app.http.content_encoding import compressed
from app.http.request_bodies import JsonRoute
from app.infra.problems import CATALOGUE, not_found
from app.wire.openapi import BASE
from app.wire.problem_texts import PROBLEM_TEXTS, ProblemText

router = APIRouter(route_class=JsonRoute, include_in_schema=False)

STYLE = """
:root { color-scheme: light dark; --line: light-dark(#d8d3c8, #3c3a44); --quiet: light-dark(#5d574c,
  #a9a5b4); --accent: light-dark(#6a3d9a, #c3a4ec); --ground: light-dark(#faf8f3, #17161b); }
body { font: 17px/1.6 system-ui, sans-serif; background: var(--ground); max-width: 44rem;
  margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { font-size: 1.75rem; line-height: 1.25; margin: .25rem 0 1.25rem; }
h2 { font-size: 1.05rem; margin: 2rem 0 .25rem; }
p { margin: .25rem 0; }
a { color: var(--accent); text-underline-offset: .2em; }
code { font: .9em/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
.status { color: var(--quiet); }
ul, dl { padding: 0; margin: .5rem 0; list-style: none; }
li, dl > div { padding: .4rem 0; border-top: 1px solid var(--line); }
dl > div { display: grid; grid-template-columns: 4rem 1fr; padding: .6rem 0; }
li { display: flex; flex-wrap: wrap; gap: 0 .75rem; align-items: baseline; }
dt { color: var(--quiet); font-variant-numeric: tabular-nums; }
dd { margin: 0; }
"""


@router.get("/problems")
@compressed(cached=True)
async def problems() -> HTMLResponse:
    """Every problem, by status."""
    by_status = sorted(CATALOGUE.items(), key=lambda item: (item[1][0], item[0]))
    rows = "".join(
        f'<div><dt>{status}</dt><dd><a href="problems/{name}">{escape(title)}</a><br>'
        f"<code>{name}</code></dd></div>"
        for name, (status, title) in by_status
    )
    intro = (
        "<p>Every error of the API is a <code>application/problem+json</code> (RFC 9457). Its "
        '<code>type</code> leads to one of these pages. The <a href="docs">reference</a> lists '
        "which endpoint has which.</p>"
    )
    return _page("./", "Problems", f"<h1>Problems</h1>{intro}<dl>{rows}</dl>")


@router.get("/problems/{name}")
@compressed(cached=True)
async def problem(name: str, request: Request) -> HTMLResponse:
    """One problem: what it means, what to do, and who may get it."""
    if name not in CATALOGUE:
        raise not_found("problem")
    (status, title), texts = CATALOGUE[name], PROBLEM_TEXTS[name]
    paths = request.app.openapi()["paths"]
    return _page("../", title, _body(name, status, title, texts, paths))


def _body(name: str, status: int, title: str, texts: ProblemText, paths: dict[str, Any]) -> str:
    places = "".join(f"<li>{place}</li>" for place in _endpoints(name, paths))
    listed = f"<h2>Where it occurs</h2><ul>{places}</ul>" if places else ""
    return (
        '<p><a href="../problems">All problems</a></p>'
        f"<h1>{escape(title)}</h1>"
        f'<p class="status">HTTP {status} · <code>/problems/{name}</code></p>'
        f"<h2>What it means</h2><p>{_with_code(texts.means)}</p>"
        f"<h2>What to do</h2><p>{_with_code(texts.remedy)}</p>{listed}"
    )


def _endpoints(name: str, paths: dict[str, Any]) -> Iterator[str]:
    """Links into the reference, or one line if every endpoint may return the problem."""
    operations = {
        f"{method.upper()} {path.removeprefix(BASE)}": operation
        for path, methods in paths.items()
        for method, operation in methods.items()
        if path.startswith(BASE)
    }
    having = {at: each for at, each in operations.items() if name in each["x-problems"]}
    if len(having) == len(operations):
        yield "Any endpoint."
        return
    for at, operation in having.items():
        place = f"../docs#/{operation['tags'][0]}/{operation['operationId']}"
        yield f'<a href="{place}">{escape(operation["summary"])}</a> <code>{escape(at)}</code>'


def _with_code(text: str) -> str:
    """The text as HTML, with backquoted parts as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


def _page(root: str, title: str, body: str) -> HTMLResponse:
    """A page; `root` leads from it to the root of the site, which may lie below a path."""
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    return HTMLResponse(
        f'<!doctype html><html lang="en"><head>{head}<title>{escape(title)} · Conclave</title>'
        f'<link rel="icon" href="{root}icon.svg"><style>{STYLE}</style></head>'
        f"<body><main>{body}</main></body></html>"
    )
