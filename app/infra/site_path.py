"""Site path: the path below which the site lies on its host, such as `/tables` (ASGI's
`root_path`).
"""

from __future__ import annotations

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

METRICS_PATH = "/metrics"
"""Read at the server itself, as if stripped: a proxy that leaves the path does not publish them."""


def route_path(scope: Scope) -> str:
    """The path of a request from the root of the site."""
    path: str = scope["path"]
    return path.removeprefix(scope.get("root_path", ""))


class SitePath:
    """Middleware for a site below a path. Some proxies strip that path from requests and some do
    not; the application always gets paths that begin with it, as ASGI specifies.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        base, path = scope["root_path"], scope["path"]
        if scope["type"] == "http" and path == base:
            query = scope["query_string"].decode("latin-1")
            target = f"{base}/?{query}" if query else f"{base}/"
            await RedirectResponse(target, 308)(scope, receive, send)
            return
        if not path.startswith(f"{base}/") or path == base + METRICS_PATH:
            raw = base.encode() + (scope.get("raw_path") or path.encode())
            scope = {**scope, "path": base + path, "raw_path": raw}
        await self.app(scope, receive, send)
