"""Rate limit headers: middleware that reports what is left of each limit a request counted to."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.rate_limits.limit_status import headers


class RateLimitHeaders:
    """Adds `RateLimit-Policy` and `RateLimit` to the replies of limited requests."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_limits(message: Message) -> None:
            if message["type"] == "http.response.start":
                statuses = scope.get("state", {}).get("rate_limits")
                if statuses:
                    message["headers"] = [*message.get("headers", ()), *headers(statuses)]
            await send(message)

        await self.app(scope, receive, send_with_limits)
